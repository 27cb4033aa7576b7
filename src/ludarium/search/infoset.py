"""Information-set Monte Carlo tree search: SO-ISMCTS, MO-ISMCTS, and trees that know everything.

A node is an information set: what the tree's owner may know, found by hashing the owner's view of the position. Its
*arms* are the moves of the seats that decide there. In every iteration the hidden part is sampled anew from the
searching seat's view, so a node is met with different moves available; UCB1 therefore counts how often each arm was
available, not how often its node was visited (Cowling, Powley, Whitehouse 2012).

- SO-ISMCTS: one tree, owned by the searching seat; the others' arms hang in its nodes.
- MO-ISMCTS: one tree a seat; each seat selects in its own tree, by what it would know itself.
- Omniscient: one tree over positions of one sampled world; only chance is drawn anew.

In all of them, movers that decide at once share a node until the last of them has committed, and each chooses its arm
without seeing the others': decoupled UCB. What another seat does unseen leaves the owner's view, and so the node, as it
is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import below, derive, generator, next_bits
from ludarium.engine.position import View
from ludarium.engine.rules import BoundRules, playout, words_of
from ludarium.engine.slots import MAX_MOVES, SEATS, apply, conceal, determinize, forget, key, legal, reward, to_move
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.report import MoveReport, SearchReport

DEFAULT_C = 0.7

NODE = np.dtype((np.record, [("key", "u8"), ("child", "i4"), ("sibling", "i4"), ("arm", "i4"), ("pad", "i4")]))
"""Linked lists by index, -1 at their end: children of a node, and its arms sorted by seat and move."""
ARM = np.dtype(
    (
        np.record,
        [
            ("move", "i8"),
            ("total", "f8"),  # the seat's rewards, summed
            ("visits", "i4"),
            ("available", "i4"),
            ("next", "i4"),
            ("seat", "i4"),
        ],
    )
)

OMNISCIENT, SINGLE, MULTIPLE = 0, 1, 2
"""Whose knowledge the trees hold: everything, the searching seat's, each seat's own."""

MAX_TREE_DEPTH = 256
FIRST_NODES = 4096
"""Room in new trees for nodes, and for arms; it doubles whenever it is full."""
_DONE, _NODES, _ARMS, _MOST, _FULL, _DEPTH = 0, 1, 2, 3, 4, 5
_END = -1


@kernel
def knowledge(states: Any, words: Any, owner: int) -> Any:
    """The key of what a tree's owner knows of the state in row 1; -1 owns a tree that knows everything.

    Nobody's own commitment counts either: if it opened a node of its own, the others would choose in that node, and so
    in answer to it.
    """
    states[2] = states[1]
    if owner >= 0:
        conceal(states[2], owner)
    forget(states[2])
    return key(states, words, 2)


@kernel
def child_of(nodes: Any, counters: Any, parent: int, wanted: Any) -> Any:
    """The child with a key, made if need be. Returns its index, or -1 - index when it is new."""
    child = nodes[parent].child
    while child != _END:
        if nodes[child].key == wanted:
            return child
        child = nodes[child].sibling
    fresh = counters[_NODES]
    counters[_NODES] += 1
    nodes[fresh].key = wanted
    nodes[fresh].child = _END
    nodes[fresh].arm = _END
    nodes[fresh].sibling = nodes[parent].child
    nodes[parent].child = fresh
    return -1 - fresh


@kernel
def choose_arm(
    nodes: Any, arms: Any, counters: Any, node: int, seat: int, moves: Any, found: int, c: float, source: Any
) -> int:
    """An untried arm at random, else one with the highest upper bound; counts all as available.

    Both the legal moves and the node's arms are sorted, so one walk matches them. Equals are drawn from: movers at once
    that both took the first would go through their arms in step, and never meet the other combinations.
    """
    before, arm = _END, nodes[node].arm
    untried, untried_arm = 0, _END
    best, best_score, equals = _END, -1e300, 0
    for index in range(found):
        move = moves[index]
        while arm != _END and (arms[arm].seat < seat or (arms[arm].seat == seat and arms[arm].move < move)):
            before, arm = arm, arms[arm].next
        if arm == _END or arms[arm].seat != seat or arms[arm].move != move:
            fresh = counters[_ARMS]
            counters[_ARMS] += 1
            arms[fresh].move = move
            arms[fresh].seat = seat
            arms[fresh].visits = 0
            arms[fresh].available = 0
            arms[fresh].total = 0.0
            arms[fresh].next = arm
            if before == _END:
                nodes[node].arm = fresh
            else:
                arms[before].next = fresh
            arm = fresh
        arms[arm].available += 1
        tried = arms[arm].visits
        if tried == 0:
            untried += 1
            if below(source, untried) == 0:
                untried_arm = arm
        elif untried == 0:
            score = (arms[arm].total + c * np.sqrt(np.log(arms[arm].available) * tried)) / tried
            if score > best_score:
                best, best_score, equals = arm, score, 1
            elif score == best_score:
                equals += 1
                if below(source, equals) == 0:
                    best = arm
    return untried_arm if untried > 0 else best


@kernel
def iterate(
    states: Any,
    words: Any,
    moves: Any,
    source: Any,
    rewards: Any,
    counters: Any,
    stop: Any,
    c: float,
    me: int,
    mode: int,
    nodes: Any,
    arms: Any,
    path: Any,
    current: Any,
    fresh: Any,
) -> None:
    """Iterate until the budget is used up, time is over, or the arrays are full.

    Row 0 holds the searching seat's view (or one whole world), row 1 the position of the iteration, row 2 is scratch.
    `current` and `fresh` hold, by tree, the node reached and whether it was made in this iteration. An iteration that
    found the arrays full goes on where it was at the next call: how much room there was makes no difference.
    """
    record = source[0]
    width = 2.0 * c
    trees = SEATS if mode == MULTIPLE else 1
    while counters[_DONE] < counters[_MOST] and stop[0] == 0:
        if counters[_FULL] == 0:
            states[1] = states[0]
            states[1].rng = next_bits(record)
            if mode != OMNISCIENT:
                determinize(states[1], me)
            # Roots: the first `trees` nodes hang above the information sets that the sampled world begins with.
            for tree in range(trees):
                owner = tree if mode == MULTIPLE else (me if mode == SINGLE else -1)
                found_root = child_of(nodes, counters, tree, knowledge(states, words, owner))
                current[tree] = found_root if found_root >= 0 else -1 - found_root
                fresh[tree] = 0
            counters[_DEPTH] = 0
        counters[_FULL] = 0
        depth = counters[_DEPTH]
        seat = to_move(states[1])
        while seat >= 0 and depth < MAX_TREE_DEPTH:
            tree = seat if mode == MULTIPLE else 0
            if fresh[tree]:
                break
            if counters[_ARMS] + MAX_MOVES > arms.shape[0] or counters[_NODES] + 2 * SEATS > nodes.shape[0]:
                counters[_FULL] = 1
                counters[_DEPTH] = depth
                return
            found = legal(states[1], seat, moves)
            arm = choose_arm(nodes, arms, counters, current[tree], seat, moves, found, width, record)
            path[depth] = arm
            depth += 1
            apply(states[1], seat, arms[arm].move)
            for tree in range(trees):
                owner = tree if mode == MULTIPLE else (me if mode == SINGLE else -1)
                known = knowledge(states, words, owner)
                if known != nodes[current[tree]].key:
                    child = child_of(nodes, counters, current[tree], known)
                    fresh[tree] = 1 if child < 0 else 0
                    current[tree] = child if child >= 0 else -1 - child
            seat = to_move(states[1])
        playout(states[1], moves, record)
        reward(states[1], rewards)
        for step in range(depth):
            arms[path[step]].visits += 1
            arms[path[step]].total += rewards[arms[path[step]].seat]
        counters[_DONE] += 1


def _search(
    root: Any, view: View, budget: Budget, seed: int, c: float, mode: int, rules: BoundRules
) -> tuple[dict[int, tuple[int, float]], int, int]:
    """Visits and summed rewards by move at the root, the iterations made, and the number of nodes."""
    game = view.game
    states = rules.states(3)
    states[0] = root
    words = words_of(states)
    trees = game.seats if mode == MULTIPLE else 1
    nodes = np.zeros(max(FIRST_NODES, 4 * game.seats), NODE)
    nodes["child"] = nodes["arm"] = nodes["sibling"] = _END
    arms = np.zeros(max(FIRST_NODES, 2 * game.rules.max_moves), ARM)
    counters = np.array([0, trees, 0, budget.most, 0, 0], np.int64)
    scratch = (np.zeros(MAX_TREE_DEPTH, np.int32), np.zeros(trees, np.int32), np.zeros(trees, np.int32))
    source, rewards, moves = generator(seed), np.zeros(2 * game.seats), rules.moves()
    iterator = rules.binder.bind(iterate)
    with budget.stop_flag() as stop:
        while True:
            iterator(
                states, words, moves, source, rewards, counters, stop, float(c), view.seat, mode, nodes, arms, *scratch
            )  # fmt: skip
            if stop[0] and counters[_DONE] == 0:
                counters[_MOST], stop[0] = 1, 0  # time ran out before anything was tried: one look at least
            elif stop[0] or not counters[_FULL]:
                break
            if counters[_FULL]:
                nodes = np.concatenate([nodes, np.zeros_like(nodes)])
                arms = np.concatenate([arms, np.zeros_like(arms)])
    states[1] = states[0]
    tree = view.seat if mode == MULTIPLE else 0
    owner = -1 if mode == OMNISCIENT else view.seat
    known = rules.binder.bind(knowledge)(states, words, owner)
    found: dict[int, tuple[int, float]] = {}
    child = nodes[tree].child
    while child != _END:
        if nodes[child].key == known:
            arm = nodes[child].arm
            while arm != _END:
                if arms[arm].seat == view.seat:
                    found[int(arms[arm].move)] = (int(arms[arm].visits), float(arms[arm].total))
                arm = arms[arm].next
        child = nodes[child].sibling
    return found, int(counters[_DONE]), int(counters[_NODES])


def _report(found: dict[int, tuple[int, float]], done: int, watch: Stopwatch, figures: dict[str, Any]) -> SearchReport:
    reports = sorted(
        (MoveReport(move, visits, total / max(1, visits)) for move, (visits, total) in found.items()),
        key=lambda report: (-report.visits, -report.value, report.move),
    )
    return SearchReport(reports[0].move, tuple(reports), done, watch.seconds, figures)


def infoset_search(
    view: View,
    budget: Budget,
    seed: int,
    *,
    c: float = DEFAULT_C,
    multiple: bool = False,
    rules: BoundRules | None = None,
) -> SearchReport:
    """SO-ISMCTS, or MO-ISMCTS with `multiple`: choose a move for the view's seat."""
    watch = Stopwatch()
    mode = MULTIPLE if multiple else SINGLE
    found, done, nodes = _search(view.state, view, budget, derive(seed, "search"), c, mode, rules or view.game.bound)
    return _report(found, done, watch, {"nodes": nodes})


def omniscient_search(
    view: View, budget: Budget, seed: int, *, c: float, worlds: int, rules: BoundRules
) -> SearchReport:
    """MCTS in sampled worlds, each searched as if it were known; visits and values are added up over the worlds."""
    watch = Stopwatch()
    share = budget.share(worlds)
    sums: dict[int, tuple[int, float]] = {}
    done = nodes = 0
    for world in range(worlds):
        root = view.sample(derive(seed, "world", world)).state
        found, made, used = _search(root, view, share, derive(seed, "search", world), c, OMNISCIENT, rules)
        done, nodes = done + made, nodes + used
        for move, (visits, total) in found.items():
            before = sums.get(move, (0, 0.0))
            sums[move] = (before[0] + visits, before[1] + total)
    return _report(sums, done, watch, {"nodes": nodes, "worlds": worlds})
