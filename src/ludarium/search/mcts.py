"""Monte Carlo tree search with UCB1, or with PUCT where the rules bring priors.

Two trees serve all games. Where everything is known, nothing is left to chance and one seat moves at a time, the tree
of this module keeps each node's children side by side: that is the fast one. All other games go through the tree of
`infoset`, which samples chance anew in every iteration and lets several movers decide independently of each other;
where something is hidden, several worlds are sampled and searched as if they were known.

Between two seats the fast tree also proves: a node from which a seat can force a win, a draw or a loss is marked, is
not simulated again, and lost moves are not tried again (MCTS-Solver; Winands, Björnsson, Saito 2008).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel, slot
from ludarium.engine.kernels.rng import below, derive
from ludarium.engine.position import View
from ludarium.engine.rules import BoundRules
from ludarium.engine.slots import MAX_MOVES, apply, legal, prior, reward, to_move
from ludarium.search import frame
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.frame import FULL, Work
from ludarium.search.infoset import omniscient_search
from ludarium.search.report import Ranked, SearchReport

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


class Tree(NamedTuple):
    """The nodes of a search, arrays [room] by node; node 0 is the root. Children of a node are numbered in a row."""

    parent: Any  # int32
    first: Any  # int32: the first child
    children: Any  # int32: how many; 0 while the node is a leaf
    mover: Any  # int8: the seat whose move led here
    move: Any  # int64
    visits: Any  # int32
    mean: Any  # float64: the mover's mean reward; far below all others when proved lost
    proved: Any  # int8
    prior: Any  # float64: the share of its siblings' and its own priors; [0] where there are none

    @classmethod
    def with_room(cls, room: int, *, priors: bool = False) -> Tree:
        kinds = ("i4", "i4", "i4", "i1", "i8", "i4", "f8", "i1", "f8")
        tree = cls(*(np.empty(room, kind) for kind in kinds))
        return tree if priors else tree._replace(prior=np.empty(0))

    def doubled(self) -> Tree:
        return Tree(*map(frame.twice, self))


class Manner(NamedTuple):
    """How to search."""

    width: float  # of the confidence bounds; never quite 0: see _ROOTS
    evaluator: float  # its weight against a play-out
    proving: bool
    priors: bool  # whether the rules bring any


# --- the steps --------------------------------------------------------------------------------------------------------


@slot
def select(tree: Tree, node: int, how: Manner) -> int:
    """The child to go on with."""
    return 0


@kernel
def by_upper_bound(tree: Tree, node: int, how: Manner) -> int:
    """The child with the highest upper confidence bound (UCB1); an unvisited one first, a lost one last."""
    visits, mean, first = tree.visits, tree.mean, tree.first[node]
    total = visits[node]
    scale = how.width * (_LOG_ROOTS[total] if total < _LOG_ROOTS.shape[0] else np.sqrt(np.log(total)))
    best, best_score = first, -_FAR
    for child in range(first, first + tree.children[node]):
        tried = visits[child]
        score = mean[child] + scale * (_ROOTS[tried] if tried < _ROOTS.shape[0] else 1.0 / np.sqrt(tried))
        if score > best_score:
            best, best_score = child, score
    return int(best)


@kernel
def by_prior(tree: Tree, node: int, how: Manner) -> int:
    """The child with the highest bound by its prior (PUCT); an unvisited one counts as even, a lost one comes last."""
    scale = how.width * np.sqrt(max(1, tree.visits[node]))
    best, best_score = tree.first[node], _LOST
    for child in range(tree.first[node], tree.first[node] + tree.children[node]):
        score = tree.mean[child] + scale * tree.prior[child] / (1 + tree.visits[child])
        if score > best_score:
            best, best_score = child, score
    return int(best)


@kernel
def make_leaf(tree: Tree, node: int, parent: int, mover: int) -> None:
    tree.parent[node] = parent
    tree.mover[node] = mover
    tree.children[node] = 0
    tree.visits[node] = 0
    tree.mean[node] = 0.0
    tree.proved[node] = UNPROVED


@kernel
def plant_root(tree: Tree, work: Work, how: Manner) -> None:
    make_leaf(tree, 0, 0, 0)
    tree.first[0] = 0
    work.run[0].nodes = 1


@kernel
def descend_children(tree: Tree, work: Work, how: Manner) -> int:
    work.states[1] = work.states[0]
    state = work.states[1]
    node, seat = 0, to_move(state)
    while tree.children[node] > 0 and tree.proved[node] == UNPROVED:
        node = select(tree, node, how)
        apply(state, seat, tree.move[node])
        seat = to_move(state)
    return node


@kernel
def expand_children(tree: Tree, node: int, work: Work, how: Manner) -> int:
    """Expand a node at its second visit: most leaves are visited once and never need children."""
    state, run = work.states[1], work.run[0]
    seat = to_move(state)
    if seat < 0 or tree.proved[node] != UNPROVED or (tree.visits[node] == 0 and node != 0):
        return node
    begin = run.nodes
    if begin + MAX_MOVES > tree.parent.shape[0]:
        return FULL
    found = legal(state, seat, work.moves)
    for index in range(found):
        # Shuffled on the way in, so that unvisited children are tried in random order.
        other = begin + below(work.source[0], index + 1)
        tree.move[begin + index] = tree.move[other]
        tree.move[other] = work.moves[index]
        make_leaf(tree, begin + index, node, seat)
    tree.first[node] = begin
    tree.children[node] = found
    run.nodes += found
    if how.priors:
        share_priors(tree, node, seat, work)
    if how.proving:
        # One look ahead at every new child: a decisive move is found before any simulation stumbles on it.
        for child in range(begin, begin + found):
            work.states[2] = work.states[1]
            apply(work.states[2], seat, tree.move[child])
            if to_move(work.states[2]) < 0:
                reward(work.states[2], work.rewards)
                mark_proved(tree, child, winner_by(work.rewards))
        if tree.proved[node] != UNPROVED:
            return node
    child = begin
    if how.priors:
        child = select(tree, node, how)
    while tree.mean[child] == _LOST:
        child += 1  # not all are lost: the node above would be proved
    apply(state, seat, tree.move[child])
    return child


@kernel
def share_priors(tree: Tree, node: int, seat: int, work: Work) -> None:
    """Ask for the priors of a node's new children, and make their sum 1."""
    found, total = tree.children[node], 0.0
    prior(work.states[1], seat, work.moves, found, work.priors)
    for index in range(found):
        total += work.priors[index]
    for child in range(tree.first[node], tree.first[node] + found):
        index = 0
        while work.moves[index] != tree.move[child]:
            index += 1
        tree.prior[child] = work.priors[index] / total if total > 0.0 else 1.0 / found


@kernel
def no_preference(state: Any, seat: int, moves: Any, found: int, priors: Any) -> None:
    pass


@kernel
def winner_by(rewards: Any) -> int:
    return 0 if rewards[0] > 0.0 else (1 if rewards[0] < 0.0 else DRAWN)


@kernel
def mark_proved(tree: Tree, node: int, winner: int) -> None:
    """Note who wins at a node, and what follows for the nodes above it."""
    proved = tree.proved
    proved[node] = winner
    while node != 0:
        seat = tree.mover[node]  # who chooses among the node and its siblings
        if winner == 1 - seat:
            tree.mean[node] = _LOST
        node = tree.parent[node]
        if proved[node] != UNPROVED:
            return
        if winner != seat:
            # Not a win for the seat that chooses: the node above is settled only when nothing better is left.
            winner = 1 - seat
            for child in range(tree.first[node], tree.first[node] + tree.children[node]):
                if proved[child] == UNPROVED:
                    return
                if proved[child] == DRAWN:
                    winner = DRAWN
        proved[node] = winner


@kernel
def settled_by_proof(tree: Tree, node: int, rewards: Any) -> bool:
    winner = tree.proved[node]
    if winner == UNPROVED:
        return False
    rewards[0] = 0.0 if winner == DRAWN else (1.0 if winner == 0 else -1.0)
    rewards[1] = -rewards[0]
    return True


@kernel
def back_up_means(tree: Tree, node: int, work: Work, how: Manner) -> None:
    visits, mean, rewards = tree.visits, tree.mean, work.rewards
    while node != 0:
        visits[node] += 1
        mean[node] += (rewards[tree.mover[node]] - mean[node]) / visits[node]
        node = tree.parent[node]
    visits[0] += 1


STEPS = {
    frame.plant: plant_root,
    frame.descend: descend_children,
    frame.expand: expand_children,
    frame.settled: settled_by_proof,
    frame.back_up: back_up_means,
    frame.evaluate_leaf: frame.by_playout,
    select: by_upper_bound,
    prior: no_preference,
}
"""The steps of a search without priors that evaluates by play-outs."""


# --- from Python ------------------------------------------------------------------------------------------------------


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
    evaluator: float = 0.0,
    rules: BoundRules | None = None,
) -> SearchReport:
    """Choose a move for the view's seat. `worlds` counts only where something is hidden.

    `evaluator` is the weight of the game's evaluator against a play-out: 0 for play-outs alone, 1 for none. `rules` may
    bring another play-out policy, an evaluator or priors (`game.rules.bind(seats, playout_move=…)`).
    """
    game, rules = view.game, rules or view.game.bound
    if not is_plain(game):
        worlds = worlds if game.hidden else 1
        return omniscient_search(view, budget, seed, c=c, worlds=worlds, evaluator=evaluator, rules=rules)
    watch, priors = Stopwatch(), prior in rules.binder.slots
    steps = {**STEPS, **frame.evaluation(rules, evaluator)}
    if priors:
        steps |= {select: by_prior, prior: rules.binder.slots[prior]}
    # Rewards lie between -1 and 1, twice as wide as the textbook's.
    how = Manner(2.0 * max(c, 1e-9), float(evaluator), proving and can_prove(game), priors)
    work = Work.of(rules, view.sample(derive(seed, "world")).state, derive(seed, "search"))
    room = max(FIRST_NODES, 2 * game.rules.max_moves)
    tree = (None if priors else frame.borrow(Tree, room)) or Tree.with_room(room, priors=priors)
    tree = frame.search(rules, steps, tree, work, how, budget, Tree.doubled)
    figures: dict[str, Any] = {"nodes": int(work.run["nodes"][0])}
    if tree.proved[0] != UNPROVED:
        figures["proved"] = {view.seat: "win", DRAWN: "draw"}.get(int(tree.proved[0]), "loss")
    ranked = _ranked(tree, view.seat)
    if not priors:
        frame.give_back(tree)
    return SearchReport(view, ranked, int(work.run["done"][0]), watch.seconds, figures)


def _ranked(tree: Tree, seat: int) -> list[Ranked]:
    """The moves at the root, best first: what is won, then the most visited, what is lost last."""
    first, ranked = int(tree.first[0]), []
    children = slice(first, first + int(tree.children[0]))
    figures = (array[children].tolist() for array in (tree.move, tree.visits, tree.mean, tree.proved))
    for move, visits, mean, winner in zip(*figures, strict=True):
        value, merit = mean, 0
        if winner == DRAWN:
            # Once nothing better is to be had, a certain draw comes before a move that merely looked good.
            value, merit = 0.0, 1 if tree.proved[0] == DRAWN else 0
        elif winner != UNPROVED:
            value, merit = (1.0, 2) if winner == seat else (-1.0, -1)
        ranked.append((-merit, -visits, -value, move))
    return [(move, -visits, -value) for _, visits, value, move in sorted(ranked)]
