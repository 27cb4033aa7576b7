"""Monte Carlo tree search with UCB1.

Two trees serve all games. Where everything is known, nothing is left to chance and one seat moves at a time, the tree
of this module keeps each node's children side by side: that is the fast one. All other games go through the tree of
`infoset`, which samples chance anew in every iteration and lets several movers decide independently of each other;
where something is hidden, several worlds are sampled and searched as if they were known.

Between two seats the fast tree also proves: a node from which a seat can force a win, a draw or a loss is marked, is
not simulated again, and lost moves are not tried again (MCTS-Solver; Winands, Björnsson, Saito 2008).
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
from ludarium.search.report import SearchReport, by_visits

DEFAULT_C = 1.0
"""The weight of exploration, for rewards between 0 and 1."""

FIRST_NODES = 4096
"""Room in a new tree, which doubles whenever it is full."""

UNPROVED, DRAWN = -1, 2
"""What is proved of a node: nothing, a draw, or the seat (0 or 1) that wins."""

_FAR, _LOST = 1e12, -1e300
_ROOTS = np.concatenate([[_FAR], 1.0 / np.sqrt(np.arange(1, 4096))])
_LOG_ROOTS = np.sqrt(np.log(np.maximum(np.arange(4096), 1.0001)))
"""1/√n and √(ln n) by n, so that selecting takes no roots and logarithms. What stands for 1/√0 is so large, and ln 1
not quite 0, that an unvisited child always comes first. The mean of a lost child is lower by far than that is high."""

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
        self.mean = np.zeros(size, np.float64)  # the mover's mean reward; far below all others when proved lost
        self.proved = np.full(size, UNPROVED, np.int8)

    def arrays(self) -> tuple[Any, ...]:
        return self.parent, self.first, self.children, self.mover, self.move, self.visits, self.mean, self.proved

    def double(self) -> None:
        """Room for twice as many nodes."""
        fresh = Tree(len(self.parent))
        for name, array in vars(self).items():
            setattr(self, name, np.concatenate([array, getattr(fresh, name)]))


@kernel
def select(first: int, children: int, parent_visits: int, visits: Any, mean: Any, c: float) -> int:
    """The child with the highest upper confidence bound; an unvisited one first, a lost one last."""
    known = parent_visits < _LOG_ROOTS.shape[0]
    scale = c * (_LOG_ROOTS[parent_visits] if known else np.sqrt(np.log(parent_visits)))
    best, best_score = first, -_FAR
    for child in range(first, first + children):
        tried = visits[child]
        score = mean[child] + scale * (_ROOTS[tried] if tried < _ROOTS.shape[0] else 1.0 / np.sqrt(tried))
        if score > best_score:
            best, best_score = child, score
    return best


@kernel
def winner_by(rewards: Any) -> int:
    return 0 if rewards[0] > 0.0 else (1 if rewards[0] < 0.0 else DRAWN)


@kernel
def mark_proved(
    node: int, winner: int, parent: Any, first: Any, children: Any, mover: Any, mean: Any, proved: Any
) -> None:
    """Note who wins at a node, and what follows for the nodes above it."""
    proved[node] = winner
    while node != 0:
        seat = mover[node]  # who chooses among the node and its siblings
        if winner == 1 - seat:
            mean[node] = _LOST
        node = parent[node]
        if proved[node] != UNPROVED:
            return
        if winner != seat:
            # Not a win for the seat that chooses: the node above is settled only when nothing better is left.
            winner = 1 - seat
            for child in range(first[node], first[node] + children[node]):
                if proved[child] == UNPROVED:
                    return
                if proved[child] == DRAWN:
                    winner = DRAWN
        proved[node] = winner


@kernel
def grow_tree(
    states: Any,
    moves: Any,
    source: Any,
    rewards: Any,
    counters: Any,
    stop: Any,
    c: float,
    proving: bool,
    parent: Any,
    first: Any,
    children: Any,
    mover: Any,
    move: Any,
    visits: Any,
    mean: Any,
    proved: Any,
) -> None:
    """Iterate until the budget is used up, time is over, the root is proved, or the arrays are full.

    The root state is in row 0, the iteration's in row 1, row 2 is scratch.
    """
    generator_record = source[0]
    # Rewards lie between -1 and 1, twice as wide as the textbook's. Never quite 0: see _ROOTS.
    width = 2.0 * max(c, 1e-9)
    while counters[_DONE] < counters[_MOST] and stop[0] == 0 and proved[0] == UNPROVED:
        if counters[_USED] + MAX_MOVES > parent.shape[0]:
            return
        states[1] = states[0]
        state = states[1]
        node = 0
        seat = to_move(state)
        # Selection
        while children[node] > 0 and proved[node] == UNPROVED:
            node = select(first[node], children[node], visits[node], visits, mean, width)
            apply(state, seat, move[node])
            seat = to_move(state)
        # Expansion, at a node's second visit: most leaves are visited once and never need children
        if seat >= 0 and proved[node] == UNPROVED and (visits[node] > 0 or node == 0):
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
            if proving:
                # One look ahead at every new child: a decisive move is found before any simulation stumbles on it.
                for child in range(begin, begin + found):
                    states[2] = states[1]
                    apply(states[2], seat, move[child])
                    if to_move(states[2]) < 0:
                        reward(states[2], rewards)
                        mark_proved(child, winner_by(rewards), parent, first, children, mover, mean, proved)
            if proved[node] == UNPROVED:
                node = begin
                while mean[node] == _LOST:
                    node += 1  # not all are lost: the node above would be proved
                apply(state, seat, move[node])
        # Simulation
        if proved[node] != UNPROVED:
            rewards[0] = 0.0 if proved[node] == DRAWN else (1.0 if proved[node] == 0 else -1.0)
            rewards[1] = -rewards[0]
        else:
            playout(state, moves, generator_record)
            reward(state, rewards)
        # Backpropagation
        while node != 0:
            visits[node] += 1
            mean[node] += (rewards[mover[node]] - mean[node]) / visits[node]
            node = parent[node]
        visits[0] += 1
        counters[_DONE] += 1


def is_plain(game: Game) -> bool:
    """Whether the fast tree fits: everything known, no chance, one mover at a time."""
    return not (game.hidden or game.chance or game.at_once)


def can_prove(game: Game) -> bool:
    """Whether a win for one is a loss for the other and there is nothing between but a draw."""
    return game.seats == 2 and game.rules.payoff == "rank" and "reward" not in game.rules.kernels


def mcts(
    view: View,
    budget: Budget,
    seed: int,
    *,
    c: float = DEFAULT_C,
    worlds: int = 8,
    proving: bool = True,
    rules: BoundRules | None = None,
) -> SearchReport:
    """Choose a move for the view's seat. `worlds` counts only where something is hidden.

    `rules` may bring another play-out policy (`game.rules.bind(seats, playout_move=…)`).
    """
    rules = rules or view.game.bound
    if not is_plain(view.game):
        return omniscient_search(view, budget, seed, c=c, worlds=worlds if view.game.hidden else 1, rules=rules)
    watch = Stopwatch()
    states = rules.states(3)
    states[0] = view.sample(derive(seed, "world")).state
    tree = Tree(max(FIRST_NODES, 2 * view.game.rules.max_moves))
    counters = np.array([0, 1, budget.most], np.int64)
    grower = rules.binder.bind(grow_tree)
    moves, source, rewards = rules.moves(), generator(derive(seed, "search")), np.zeros(2 * view.game.seats)
    proving = proving and can_prove(view.game)
    with budget.stop_flag() as stop:
        while True:
            grower(states, moves, source, rewards, counters, stop, float(c), proving, *tree.arrays())
            if counters[_DONE] == 0:
                counters[_MOST], stop[0] = 1, 0  # time ran out before anything was tried: one look at least
            elif stop[0] or counters[_DONE] >= counters[_MOST] or tree.proved[0] != UNPROVED:
                break
            else:
                tree.double()
    figures: dict[str, Any] = {"nodes": int(counters[_USED])}
    if tree.proved[0] != UNPROVED:
        figures["proved"] = {view.seat: "win", DRAWN: "draw"}.get(int(tree.proved[0]), "loss")
    return SearchReport.of(view, _ranked(tree, view.seat), int(counters[_DONE]), watch.seconds, figures)


def _ranked(tree: Tree, seat: int) -> list[tuple[int, int, float]]:
    """The moves at the root, best first: what is won, then the most visited, what is lost last."""
    ranked = []
    for child in range(int(tree.first[0]), int(tree.first[0] + tree.children[0])):
        winner, visits = int(tree.proved[child]), int(tree.visits[child])
        value = float(tree.mean[child])
        merit = 0
        if winner == DRAWN:
            # Once nothing better is to be had, a certain draw comes before a move that merely looked good.
            value, merit = 0.0, 1 if tree.proved[0] == DRAWN else 0
        elif winner != UNPROVED:
            value, merit = (1.0, 2) if winner == seat else (-1.0, -1)
        ranked.append((merit, (int(tree.move[child]), visits, value)))
    return [entry for _, entry in sorted(ranked, key=lambda both: (-both[0], by_visits(both[1])))]
