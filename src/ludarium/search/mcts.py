"""Monte Carlo tree search with UCB1.

Two trees serve all games. Where everything is known, nothing is left to chance and one seat moves at a time, the tree of
this module keeps each node's children side by side: that is the fast one. All other games go through the tree of
`infoset`, which samples chance anew in every iteration and lets several movers decide independently of each other; where
something is hidden, several worlds are sampled and searched as if they were known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import below, derive, generator
from ludarium.engine.position import View
from ludarium.engine.rules import BoundRules, playout
from ludarium.engine.slots import MAX_MOVES, apply, legal, reward, to_move
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.infoset import omniscient_search
from ludarium.search.report import MoveReport, SearchReport

DEFAULT_C = 1.0
"""The weight of exploration, for rewards between 0 and 1."""

_DONE, _USED, _MOST = 0, 1, 2


class Tree:
    """The nodes of a search, as arrays by node; node 0 is the root. Children of a node are numbered in a row."""

    def __init__(self, size: int) -> None:
        self.parent = np.zeros(size, np.int32)
        self.first = np.zeros(size, np.int32)  # the first child
        self.children = np.zeros(size, np.int32)  # how many; 0 while the node is a leaf
        self.mover = np.zeros(size, np.int8)  # the seat whose move led here
        self.move = np.zeros(size, np.int64)
        self.visits = np.zeros(size, np.int32)
        self.total = np.zeros(size, np.float64)  # the mover's rewards, summed

    def arrays(self) -> tuple[Any, ...]:
        return self.parent, self.first, self.children, self.mover, self.move, self.visits, self.total

    def double(self) -> None:
        for name, array in vars(self).items():
            setattr(self, name, np.concatenate([array, np.zeros_like(array)]))


@kernel
def select(first: int, children: int, parent_visits: int, visits: Any, total: Any, c: float) -> int:
    """The child with the highest upper confidence bound; an unvisited one at once."""
    log_visits = np.log(parent_visits)
    best, best_score = first, -1e300
    for child in range(first, first + children):
        tried = visits[child]
        if tried == 0:
            return child
        score = (total[child] + c * np.sqrt(log_visits * tried)) / tried
        if score > best_score:
            best, best_score = child, score
    return best


@kernel
def grow_tree(
    states: Any,
    moves: Any,
    source: Any,
    rewards: Any,
    counters: Any,
    stop: Any,
    c: float,
    parent: Any,
    first: Any,
    children: Any,
    mover: Any,
    move: Any,
    visits: Any,
    total: Any,
) -> None:
    """Iterate until the budget is used up, time is over, or the arrays are full. The root state is in row 0."""
    generator_record = source[0]
    # Rewards lie between -1 and 1, twice as wide as the textbook's.
    width = 2.0 * c
    while counters[_DONE] < counters[_MOST] and stop[0] == 0:
        if counters[_USED] + MAX_MOVES > parent.shape[0]:
            return
        states[1] = states[0]
        state = states[1]
        node = 0
        seat = to_move(state)
        # Selection
        while children[node] > 0:
            node = select(first[node], children[node], visits[node], visits, total, width)
            apply(state, seat, move[node])
            seat = to_move(state)
        # Expansion, at a node's second visit: most leaves are visited once and never need children
        if seat >= 0 and (visits[node] > 0 or node == 0):
            found = legal(state, seat, moves)
            begin = counters[_USED]
            for index in range(found):
                # Shuffled on the way in, so that unvisited children are tried in random order.
                other = begin + below(generator_record, index + 1)
                move[begin + index] = move[other]
                move[other] = moves[index]
                parent[begin + index] = node
                mover[begin + index] = seat
            first[node] = begin
            children[node] = found
            counters[_USED] += found
            node = begin
            apply(state, seat, move[node])
        # Simulation
        playout(state, moves, generator_record)
        reward(state, rewards)
        # Backpropagation
        while node != 0:
            visits[node] += 1
            total[node] += rewards[mover[node]]
            node = parent[node]
        visits[0] += 1
        counters[_DONE] += 1


def is_plain(game: Game) -> bool:
    """Whether the fast tree fits: everything known, no chance, one mover at a time."""
    return not (game.hidden or game.chance or game.at_once)


def mcts(
    view: View, budget: Budget, seed: int, *, c: float = DEFAULT_C, worlds: int = 8, rules: BoundRules | None = None
) -> SearchReport:
    """Choose a move for the view's seat. `worlds` counts only where something is hidden.

    `rules` may bring another play-out policy (`game.rules.bind(seats, playout_move=…)`).
    """
    rules = rules or view.game.bound
    if not is_plain(view.game):
        return omniscient_search(view, budget, seed, c=c, worlds=worlds if view.game.hidden else 1, rules=rules)
    watch = Stopwatch()
    states = rules.states(2)
    states[0] = view.sample(derive(seed, "world")).state
    tree = Tree(max(4096, 2 * view.game.rules.max_moves))
    counters = np.array([0, 1, budget.most], np.int64)
    grower = rules.binder.bind(grow_tree)
    moves, source, rewards = rules.moves(), generator(derive(seed, "search")), np.zeros(2 * view.game.seats)
    with budget.stop_flag() as stop:
        while counters[_DONE] < budget.most and not (stop[0] and counters[_DONE]):
            if stop[0]:
                counters[_MOST], stop[0] = 1, 0  # time ran out before anything was tried: one look at least
            grower(states, moves, source, rewards, counters, stop, c, *tree.arrays())
            if counters[_USED] + view.game.rules.max_moves > len(tree.parent):
                tree.double()
            elif stop[0] or counters[_DONE] >= counters[_MOST]:
                break
    begin, count = int(tree.first[0]), int(tree.children[0])
    reports = sorted(
        (
            MoveReport(int(tree.move[child]), int(tree.visits[child]), float(tree.total[child] / max(1, tree.visits[child])))
            for child in range(begin, begin + count)
        ),
        key=lambda report: (-report.visits, -report.value, report.move),
    )
    figures = {"nodes": int(counters[_USED])}
    return SearchReport(reports[0].move, tuple(reports), int(counters[_DONE]), watch.seconds, figures)
