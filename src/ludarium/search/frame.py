"""The frame of the tree searches: descend, expand, evaluate, back up, until the budget is used up.

`grow` is the one loop of all trees. The steps that it calls are slots, and a search is a set of kernels that fill them;
docs/search.md lists who fills what. All are handed the tree, a named tuple of arrays of whatever kind; the `Work` that
they share; and *how* to search, a named tuple of numbers. What a step needs, it takes from there by name.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ludarium.engine.errors import BadParameter, NotSuited
from ludarium.engine.kernels.jit import kernel, slot
from ludarium.engine.kernels.lending import lent
from ludarium.engine.kernels.rng import generator
from ludarium.engine.rules import BoundRules, playout, words_of
from ludarium.engine.slots import SEATS, evaluate, reward, to_move
from ludarium.search.budget import Budget

MAX_TREE_DEPTH = 256
FULL = -1
"""In the place of a node: the tree needs more room. The iteration is begun again, or gone on with, when it has it."""
_KEPT_BYTES = 1 << 24
"""How large a tree may be whose memory is kept for a thread's next search."""


def record(*fields: Any) -> Any:
    """The type of a record whose fields have names, in Python as in compiled code."""
    return np.dtype((np.record, list(fields)))


RUN = record(
    ("done", "i8"),  # iterations made
    ("most", "i8"),  # how many there may be
    ("nodes", "i8"),  # in use
    ("arms", "i8"),  # in use, where moves are told from what they lead to
    ("resume", "i8"),  # where an iteration that found the tree full goes on, counted from 1; 0: it begins
    ("full", "i8"),  # whether the tree needs more room
)
"""How far a search has come. From Python `run["done"]` is to be had ten times as fast as `run[0].done`."""

AnyTree = TypeVar("AnyTree", bound=tuple[Any, ...])
Steps = Mapping[Any, Any]


class Work(NamedTuple):
    """What the steps of a search share beside the tree; `rows` is 3 unless a search needs more."""

    states: Any  # [rows] the state searched, that of the iteration, and scratch
    words: Any  # [rows, words] the same memory as 64-bit words, for hashing
    moves: Any  # [MAX_MOVES] a list of moves
    priors: Any  # [MAX_MOVES] how good they look beforehand
    source: Any  # [1] the search's own random stream
    rewards: Any  # [2 * SEATS] what the leaf is worth to each seat; the second half is for scratch
    estimates: Any  # [2 * SEATS] the same by an evaluator, where both count
    path: Any  # [MAX_TREE_DEPTH] the nodes or arms that the iteration came through
    run: Any  # [1] how far the search has come
    stop: Any  # [1] not 0 when time is over

    @classmethod
    def of(cls, rules: BoundRules, root: Any, seed: int, rows: int = 3) -> Work:
        states, seats = rules.states(rows), 2 * rules.seats
        states[0] = root
        buffers = rules.moves(), np.zeros(rules.rules.max_moves), generator(seed), np.zeros(seats), np.zeros(seats)
        path, run, stop = np.zeros(MAX_TREE_DEPTH, np.int64), np.zeros(1, RUN), np.zeros(1, np.int64)
        return cls(states, words_of(states), *buffers, path, run, stop)


# --- the steps --------------------------------------------------------------------------------------------------------


@slot
def plant(tree: Any, work: Work, how: Any) -> None:
    """Make the root, in a tree of whatever memory."""


@slot
def descend(tree: Any, work: Work, how: Any) -> int:
    """Go from the root to a leaf, whose state is left in row 1; returns what `back_up` begins with, or `FULL`."""
    return 0


@slot
def expand(tree: Any, node: int, work: Work, how: Any) -> int:
    """Give a leaf children where it is time to; returns the node to evaluate, whose state is in row 1, or `FULL`."""
    return node


@slot
def settled(tree: Any, node: int, rewards: Any) -> bool:
    """Whether a node's rewards are certain; if so, they are written."""
    return False


@slot
def evaluate_leaf(work: Work, how: Any) -> None:
    """Write rewards for the state in row 1, which may be changed."""


@slot
def back_up(tree: Any, node: int, work: Work, how: Any) -> None:
    """Count the rewards for everybody between a node and the root."""


@kernel
def as_descended(tree: Any, node: int, work: Work, how: Any) -> int:
    """`expand` of a tree that grows on the way down."""
    return node


@kernel
def never_settled(tree: Any, node: int, rewards: Any) -> bool:
    return False


@kernel
def by_playout(work: Work, how: Any) -> None:
    playout(work.states[1], work.moves, work.source[0])
    reward(work.states[1], work.rewards)


@kernel
def by_evaluator(work: Work, how: Any) -> None:
    if to_move(work.states[1]) < 0:
        reward(work.states[1], work.rewards)
    else:
        evaluate(work.states[1], work.rewards)


@kernel
def by_both(work: Work, how: Any) -> None:
    """The mean of an evaluation, weighted by `how.evaluator`, and a play-out."""
    weight = how.evaluator if to_move(work.states[1]) >= 0 else 0.0
    if weight > 0.0:
        evaluate(work.states[1], work.estimates)
    by_playout(work, how)
    for seat in range(SEATS):
        work.rewards[seat] += weight * (work.estimates[seat] - work.rewards[seat])


GROWING: Steps = {expand: as_descended, settled: never_settled}
"""Steps of a tree that grows on the way down and proves nothing."""


def evaluation(rules: BoundRules, weight: float) -> Steps:
    """The step that evaluates leaves with this weight of the rules' evaluator against a play-out."""
    if not 0.0 <= weight <= 1.0:
        raise BadParameter(f"the weight of the evaluator is {weight}: expected a number from 0 to 1")
    if weight > 0.0 and evaluate not in rules.binder.slots:
        raise NotSuited(f"{rules.rules.owner} has no evaluator: bind the rules with one, bind(seats, evaluate=…)")
    return {evaluate_leaf: by_playout if weight == 0.0 else (by_evaluator if weight == 1.0 else by_both)}


# --- the loop ---------------------------------------------------------------------------------------------------------


@kernel
def grow(tree: Any, work: Work, how: Any) -> None:
    """Iterate until the budget is used up, time is over, the root is settled, or the tree is full."""
    tree, work = lent(tree), lent(work)
    run = work.run[0]
    run.full = 0
    if run.nodes == 0:
        plant(tree, work, how)
    while run.done < run.most and work.stop[0] == 0 and not settled(tree, 0, work.rewards):
        node = descend(tree, work, how)
        if node != FULL:
            node = expand(tree, node, work, how)
        if node == FULL:
            run.full = 1
            return
        if not settled(tree, node, work.rewards):
            evaluate_leaf(work, how)
        back_up(tree, node, work, how)
        run.done += 1


def search(
    rules: BoundRules,
    steps: Steps,
    tree: AnyTree,
    work: Work,
    how: Any,
    budget: Budget,
    enlarge: Callable[[AnyTree], AnyTree],
) -> AnyTree:
    """Grow a tree with a budget, whatever room it takes; at least one iteration is made."""
    grower = rules.binder.also(steps).bind(grow)
    with budget.stop_flag() as stop:
        work, run = work._replace(stop=stop), work.run
        run["most"] = budget.most
        while True:
            grower(tree, work, how)
            if stop[0] and not run["done"]:
                run["most"], stop[0] = 1, 0  # time ran out before anything was tried: one look at least
            elif stop[0] or not run["full"]:
                return tree
            if run["full"]:
                tree = enlarge(tree)


# --- room -------------------------------------------------------------------------------------------------------------


def twice(array: Any) -> Any:
    """Room for twice as much. What is new is not cleared: steps write a node before they read it."""
    return np.concatenate([array, np.empty_like(array)])


_kept = threading.local()
"""By thread: the last tree of each kind. Fresh memory would cost a small search more time than its simulations."""


def borrow(kind: type[AnyTree], room: int) -> AnyTree | None:
    """A tree of a kind with so much room that nobody uses any more, if there is one."""
    kept: AnyTree | None = vars(_kept).pop(kind.__qualname__, None)
    return kept if kept is not None and len(kept[0]) >= room else None


def give_back(tree: tuple[Any, ...]) -> None:
    """Leave a tree to the next search of its kind, which will write over it."""
    if sum(array.nbytes for array in tree) <= _KEPT_BYTES:
        vars(_kept)[type(tree).__qualname__] = tree
