"""Information-set Monte Carlo tree search: SO-ISMCTS in three forms, MO-ISMCTS, and trees that know everything.

A node is an information set: what the tree's owner may know, found by hashing the owner's view of the position. Its
*arms* are the moves of the seats that decide there. In every iteration the hidden part is sampled anew from the
searching seat's view, so a node is met with different moves available; UCB1 therefore counts how often each arm was
available, not how often its node was visited (Cowling, Powley, Whitehouse 2012).

- SO-ISMCTS: one tree, owned by the searching seat; the others' arms hang in its nodes.
- SO-ISMCTS with partially observable moves (POM): the same, but moves of another seat that the owner cannot tell apart
  share an arm, and which of them was made is drawn by lot.
- SO-ISMCTS over open moves, its plainest form: every move is taken to be seen. A node is a sequence of moves, whatever
  its owner would know; what chance and sampling bring shows only in which arms are available.
- MO-ISMCTS: one tree a seat; each seat selects in its own tree, by what it would know itself.
- Omniscient: one tree over positions of one sampled world; only chance is drawn anew.

In all of them, movers that decide at once share a node until the last of them has committed, and each chooses its arm
without seeing the others': decoupled UCB. What another seat does unseen leaves the owner's view, and so the node, as it
is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.errors import NotSuited
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import below, derive, generator, next_bits
from ludarium.engine.position import View
from ludarium.engine.rules import BoundRules, playout, words_of
from ludarium.engine.slots import MAX_MOVES, SEATS, apply, conceal, determinize, forget, key, legal, reward, to_move
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.report import SearchReport, by_visits

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

OMNISCIENT, SINGLE, MULTIPLE, PARTIAL, OPEN = 0, 1, 2, 3, 4
"""Whose knowledge the trees hold: everything, the searching seat's, each seat's own; the searching seat's with shared
arms, moves alone."""

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
def seen_as(states: Any, words: Any, owner: int, seat: int, moves: Any, found: int, seen: Any) -> int:
    """Sort another seat's moves in row 1 by what the owner of the tree sees of them.

    Fills `seen[0]` with what each move is seen as, and `seen[1]` with these numbers sorted and each once; returns how
    many they are. A move that can be told from all others is seen as itself; those that cannot are seen as the key of
    the view that they lead to. Chance is the same for all, lest its outcome tell them apart or make one move two.
    """
    for index in range(found):
        states[2] = states[1]
        states[2].rng = np.uint64(0)
        apply(states[2], seat, moves[index])
        conceal(states[2], owner)
        forget(states[2])
        seen[0, index] = np.int64(key(states, words, 2) >> np.uint64(1))
    for index in range(found):
        alike = 0
        for other in range(found):
            if seen[0, other] == seen[0, index]:
                alike += 1
        seen[2, index] = seen[0, index] if alike > 1 else moves[index]
    different = 0
    for index in range(found):
        seen[0, index] = seen[2, index]
        place = different
        while place > 0 and seen[1, place - 1] > seen[0, index]:
            place -= 1
        if place > 0 and seen[1, place - 1] == seen[0, index]:
            continue
        for later in range(different, place, -1):
            seen[1, later] = seen[1, later - 1]
        seen[1, place] = seen[0, index]
        different += 1
    return different


@kernel
def move_seen_as(moves: Any, found: int, seen: Any, wanted: int, source: Any) -> int:
    """One of the moves that are seen as the wanted one, all equally likely."""
    alike, chosen = 0, 0
    for index in range(found):
        if seen[0, index] == wanted:
            alike += 1
            if alike == 1 or below(source, alike) == 0:
                chosen = moves[index]
    return chosen


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
    seen = np.zeros((3, MAX_MOVES if mode == PARTIAL else 1), np.int64)
    while counters[_DONE] < counters[_MOST] and stop[0] == 0:
        if counters[_FULL] == 0:
            states[1] = states[0]
            states[1].rng = next_bits(record)
            if mode != OMNISCIENT:
                determinize(states[1], me)
            # Roots: the first `trees` nodes hang above the information sets that the sampled world begins with.
            for tree in range(trees):
                owner = tree if mode == MULTIPLE else (-1 if mode == OMNISCIENT else me)
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
            if mode == PARTIAL and seat != me:
                different = seen_as(states, words, me, seat, moves, found, seen)
                arm = choose_arm(nodes, arms, counters, current[tree], seat, seen[1], different, width, record)
                move = move_seen_as(moves, found, seen, arms[arm].move, record)
            else:
                arm = choose_arm(nodes, arms, counters, current[tree], seat, moves, found, width, record)
                move = arms[arm].move
            path[depth] = arm
            depth += 1
            apply(states[1], seat, move)
            for tree in range(trees):
                if mode == OPEN:
                    known = np.uint64(arm)
                else:
                    owner = tree if mode == MULTIPLE else (-1 if mode == OMNISCIENT else me)
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


def _ranked(found: dict[int, tuple[int, float]]) -> list[tuple[int, int, float]]:
    return sorted(((move, visits, total / max(1, visits)) for move, (visits, total) in found.items()), key=by_visits)


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
    return _informed(view, budget, seed, c, MULTIPLE if multiple else SINGLE, rules)


def open_search(
    view: View, budget: Budget, seed: int, *, c: float = DEFAULT_C, rules: BoundRules | None = None
) -> SearchReport:
    """SO-ISMCTS over open moves: choose a move for the view's seat."""
    _check_turns(view)
    return _informed(view, budget, seed, c, OPEN, rules)


def partial_search(
    view: View, budget: Budget, seed: int, *, c: float = DEFAULT_C, rules: BoundRules | None = None
) -> SearchReport:
    """SO-ISMCTS with partially observable moves: choose a move for the view's seat."""
    _check_turns(view)
    return _informed(view, budget, seed, c, PARTIAL, rules)


def _informed(view: View, budget: Budget, seed: int, c: float, mode: int, rules: BoundRules | None) -> SearchReport:
    watch = Stopwatch()
    found, done, nodes = _search(view.state, view, budget, derive(seed, "search"), c, mode, rules or view.game.bound)
    return SearchReport.of(view, _ranked(found), done, watch.seconds, {"nodes": nodes})


def _check_turns(view: View) -> None:
    """Moves made at once are seen late: neither at once, as open moves are, nor as one of several."""
    if view.game.at_once:
        raise NotSuited(f"this search is for one mover at a time; {view.game.name} has several: use infoset_search")


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
    return SearchReport.of(view, _ranked(sums), done, watch.seconds, {"nodes": nodes, "worlds": worlds})
