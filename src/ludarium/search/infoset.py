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

from typing import Any, NamedTuple, TypedDict, Unpack

import numpy as np

from ludarium.engine.errors import NotSuited
from ludarium.engine.kernels.jit import kernel, slot
from ludarium.engine.kernels.rng import below, derive, next_bits
from ludarium.engine.position import View
from ludarium.engine.rules import BoundRules
from ludarium.engine.slots import MAX_MOVES, SEATS, apply, conceal, determinize, forget, key, legal, to_move
from ludarium.search import frame
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.frame import FULL, MAX_TREE_DEPTH, Work, record
from ludarium.search.report import Ranked, SearchReport, by_visits

DEFAULT_C = 0.7

NODE = record(("key", "u8"), ("child", "i4"), ("sibling", "i4"), ("arm", "i4"), ("pad", "i4"))
"""Linked lists by index, -1 at their end: children of a node, and its arms sorted by seat and move."""
ARM = record(
    ("move", "i8"),
    ("total", "f8"),  # the seat's rewards, summed
    ("visits", "i4"),
    ("available", "i4"),
    ("next", "i4"),
    ("seat", "i4"),
)

OMNISCIENT, SINGLE, MULTIPLE, PARTIAL, OPEN = 0, 1, 2, 3, 4
"""Whose knowledge the trees hold: everything, the searching seat's, each seat's own; the searching seat's with shared
arms, moves alone."""

FIRST_NODES = 4096
"""Room in new trees for nodes, and for arms; it doubles whenever it is full."""
_END = -1


class Trees(NamedTuple):
    """The information sets of one tree or of several, which share their memory; `trees` is the number of trees."""

    nodes: Any  # [room] NODE: the first of each tree hangs above the information sets that sampled worlds begin with
    arms: Any  # [room] ARM
    current: Any  # [trees] the node that the iteration has reached
    fresh: Any  # [trees] whether it was made in this iteration
    seen: Any  # [3, MAX_MOVES] what others' moves are seen as, and scratch; [3, 1] where nobody asks

    def doubled(self) -> Trees:
        return self._replace(nodes=frame.twice(self.nodes), arms=frame.twice(self.arms))


class Manner(NamedTuple):
    """How to search."""

    width: float  # of the confidence bounds
    evaluator: float  # its weight against a play-out
    me: int
    mode: int  # whose knowledge the trees hold


@kernel
def knowledge(work: Work, owner: int) -> Any:
    """The key of what a tree's owner knows of the state in row 1; -1 owns a tree that knows everything.

    Nobody's own commitment counts either: if it opened a node of its own, the others would choose in that node, and so
    in answer to it.
    """
    work.states[2] = work.states[1]
    if owner >= 0:
        conceal(work.states[2], owner)
    forget(work.states[2])
    return key(work.states, work.words, 2)


@kernel
def child_of(nodes: Any, run: Any, parent: int, wanted: Any) -> Any:
    """The child with a key, made if need be. Returns its index, or -1 - index when it is new."""
    child = nodes[parent].child
    while child != _END:
        if nodes[child].key == wanted:
            return child
        child = nodes[child].sibling
    fresh = run.nodes
    run.nodes += 1
    nodes[fresh].key = wanted
    nodes[fresh].child = _END
    nodes[fresh].arm = _END
    nodes[fresh].sibling = nodes[parent].child
    nodes[parent].child = fresh
    return -1 - fresh


@slot
def select_arm(tree: Trees, node: int, seat: int, moves: Any, found: int, work: Work, how: Manner) -> int:
    """The arm of a node to go on with, of the seat's `found` moves; makes those that are not there yet."""
    return 0


@kernel
def arm_by_upper_bound(tree: Trees, node: int, seat: int, moves: Any, found: int, work: Work, how: Manner) -> int:
    """An untried arm at random, else one with the highest upper bound; counts all as available.

    Both the legal moves and the node's arms are sorted, so one walk matches them. Equals are drawn from: movers at once
    that both took the first would go through their arms in step, and never meet the other combinations.
    """
    nodes, arms, run, source = tree.nodes, tree.arms, work.run[0], work.source[0]
    before, arm = _END, nodes[node].arm
    untried, untried_arm = 0, _END
    best, best_score, equals = _END, -1e300, 0
    for index in range(found):
        move = moves[index]
        while arm != _END and (arms[arm].seat < seat or (arms[arm].seat == seat and arms[arm].move < move)):
            before, arm = arm, arms[arm].next
        if arm == _END or arms[arm].seat != seat or arms[arm].move != move:
            fresh = run.arms
            run.arms += 1
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
            score = (arms[arm].total + how.width * np.sqrt(np.log(arms[arm].available) * tried)) / tried
            if score > best_score:
                best, best_score, equals = arm, score, 1
            elif score == best_score:
                equals += 1
                if below(source, equals) == 0:
                    best = arm
    return untried_arm if untried > 0 else best


@kernel
def seen_as(seen: Any, owner: int, seat: int, found: int, work: Work) -> int:
    """Sort another seat's moves in row 1 by what the owner of the tree sees of them.

    Fills `seen[0]` with what each move is seen as, and `seen[1]` with these numbers sorted and each once; returns how
    many they are. A move that can be told from all others is seen as itself; those that cannot are seen as the key of
    the view that they lead to. Chance is the same for all, lest its outcome tell them apart or make one move two.
    """
    states, moves = work.states, work.moves
    for index in range(found):
        states[2] = states[1]
        states[2].rng = np.uint64(0)
        apply(states[2], seat, moves[index])
        conceal(states[2], owner)
        forget(states[2])
        seen[0, index] = np.int64(key(states, work.words, 2) >> np.uint64(1))
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
def owner_of(tree: int, how: Manner) -> int:
    return tree if how.mode == MULTIPLE else (-1 if how.mode == OMNISCIENT else how.me)


@kernel
def plant_roots(tree: Trees, work: Work, how: Manner) -> None:
    for root in range(tree.current.shape[0]):
        tree.nodes[root].key = np.uint64(0)
        tree.nodes[root].child = _END
        tree.nodes[root].sibling = _END
        tree.nodes[root].arm = _END
    work.run[0].nodes = tree.current.shape[0]


@kernel
def descend_information_sets(tree: Trees, work: Work, how: Manner) -> int:
    """Row 0 holds the searching seat's view (or one whole world). Returns the number of arms on the path.

    An iteration that found the arrays full goes on where it was: how much room there was makes no difference.
    """
    nodes, arms, current, fresh = tree.nodes, tree.arms, tree.current, tree.fresh
    states, moves, run, record = work.states, work.moves, work.run[0], work.source[0]
    depth = run.resume - 1
    if depth < 0:
        depth = 0
        states[1] = states[0]
        states[1].rng = next_bits(record)
        if how.mode != OMNISCIENT:
            determinize(states[1], how.me)
        for each in range(current.shape[0]):
            root = child_of(nodes, run, each, knowledge(work, owner_of(each, how)))
            current[each] = root if root >= 0 else -1 - root
            fresh[each] = 0
    run.resume = 0
    seat = to_move(states[1])
    while seat >= 0 and depth < MAX_TREE_DEPTH:
        mine = seat if how.mode == MULTIPLE else 0
        if fresh[mine]:
            break
        if run.arms + MAX_MOVES > arms.shape[0] or run.nodes + 2 * SEATS > nodes.shape[0]:
            run.resume = depth + 1
            return FULL
        found = legal(states[1], seat, moves)
        if how.mode == PARTIAL and seat != how.me:
            different = seen_as(tree.seen, how.me, seat, found, work)
            arm = select_arm(tree, current[mine], seat, tree.seen[1], different, work, how)
            move = move_seen_as(moves, found, tree.seen, arms[arm].move, record)
        else:
            arm = select_arm(tree, current[mine], seat, moves, found, work, how)
            move = arms[arm].move
        work.path[depth] = arm
        depth += 1
        apply(states[1], seat, move)
        for each in range(current.shape[0]):
            known = np.uint64(arm) if how.mode == OPEN else knowledge(work, owner_of(each, how))
            if known != nodes[current[each]].key:
                child = child_of(nodes, run, current[each], known)
                fresh[each] = 1 if child < 0 else 0
                current[each] = child if child >= 0 else -1 - child
        seat = to_move(states[1])
    return int(depth)


@kernel
def back_up_arms(tree: Trees, depth: int, work: Work, how: Manner) -> None:
    arms, path = tree.arms, work.path
    for step in range(depth):
        arms[path[step]].visits += 1
        arms[path[step]].total += work.rewards[arms[path[step]].seat]


STEPS = {
    **frame.GROWING,
    frame.plant: plant_roots,
    frame.descend: descend_information_sets,
    frame.back_up: back_up_arms,
    select_arm: arm_by_upper_bound,
}


def _search(
    root: Any, view: View, budget: Budget, seed: int, manner: Manner, rules: BoundRules
) -> tuple[dict[int, tuple[int, float]], int, int]:
    """Visits and summed rewards by move at the root, the iterations made, and the number of nodes."""
    most_moves, mode = view.game.rules.max_moves, manner.mode
    trees = view.game.seats if mode == MULTIPLE else 1
    room = max(FIRST_NODES, 4 * view.game.seats, 2 * most_moves)
    kept = frame.borrow(Trees, room)
    nodes, arms = (kept.nodes, kept.arms) if kept else (np.empty(room, NODE), np.empty(room, ARM))
    current, seen = np.zeros((2, trees), np.int64), np.zeros((3, most_moves if mode == PARTIAL else 1), np.int64)
    work, steps = Work.of(rules, root, seed), {**STEPS, **frame.evaluation(rules, manner.evaluator)}
    fresh_tree = Trees(nodes, arms, current[0], current[1], seen)
    tree = frame.search(rules, steps, fresh_tree, work, manner, budget, Trees.doubled)
    work.states[1] = work.states[0]
    known = rules.binder.bind(knowledge)(work, -1 if mode == OMNISCIENT else view.seat)
    found: dict[int, tuple[int, float]] = {}
    nodes, arms = tree.nodes, tree.arms
    child = nodes[view.seat if mode == MULTIPLE else 0].child
    while child != _END:
        if nodes[child].key == known:
            arm = nodes[child].arm
            while arm != _END:
                if arms[arm].seat == view.seat:
                    found[int(arms[arm].move)] = (int(arms[arm].visits), float(arms[arm].total))
                arm = arms[arm].next
        child = nodes[child].sibling
    frame.give_back(tree)
    return found, int(work.run["done"][0]), int(work.run["nodes"][0])


def _ranked(found: dict[int, tuple[int, float]]) -> list[Ranked]:
    return sorted(((move, visits, total / max(1, visits)) for move, (visits, total) in found.items()), key=by_visits)


class Options(TypedDict, total=False):
    """What all searches of information sets can be told."""

    c: float  # the weight of exploration, for rewards between 0 and 1
    evaluator: float  # the weight of the game's evaluator against a play-out: 0 for play-outs alone, 1 for none
    rules: BoundRules | None  # with other policies than the game's own


def infoset_search(
    view: View, budget: Budget, seed: int, *, multiple: bool = False, **options: Unpack[Options]
) -> SearchReport:
    """SO-ISMCTS, or MO-ISMCTS with `multiple`: choose a move for the view's seat."""
    return _informed(view, budget, seed, MULTIPLE if multiple else SINGLE, **options)


def open_search(view: View, budget: Budget, seed: int, **options: Unpack[Options]) -> SearchReport:
    """SO-ISMCTS over open moves: choose a move for the view's seat."""
    _check_turns(view)
    return _informed(view, budget, seed, OPEN, **options)


def partial_search(view: View, budget: Budget, seed: int, **options: Unpack[Options]) -> SearchReport:
    """SO-ISMCTS with partially observable moves: choose a move for the view's seat."""
    _check_turns(view)
    return _informed(view, budget, seed, PARTIAL, **options)


def _informed(
    view: View,
    budget: Budget,
    seed: int,
    mode: int,
    *,
    c: float = DEFAULT_C,
    evaluator: float = 0.0,
    rules: BoundRules | None = None,
) -> SearchReport:
    watch, manner = Stopwatch(), Manner(2.0 * c, float(evaluator), view.seat, mode)
    found, done, nodes = _search(view.state, view, budget, derive(seed, "search"), manner, rules or view.game.bound)
    return SearchReport(view, _ranked(found), done, watch.seconds, {"nodes": nodes})


def _check_turns(view: View) -> None:
    """Moves made at once are seen late: neither at once, as open moves are, nor as one of several."""
    if view.game.at_once:
        raise NotSuited(f"this search is for one mover at a time; {view.game.name} has several: use infoset_search")


def omniscient_search(
    view: View, budget: Budget, seed: int, *, c: float, worlds: int, evaluator: float, rules: BoundRules
) -> SearchReport:
    """MCTS in sampled worlds, each searched as if it were known; visits and values are added up over the worlds."""
    watch, manner = Stopwatch(), Manner(2.0 * c, float(evaluator), view.seat, OMNISCIENT)
    share = budget.share(worlds)
    sums: dict[int, tuple[int, float]] = {}
    done = nodes = 0
    for world in range(worlds):
        root = view.sample(derive(seed, "world", world)).state
        found, made, used = _search(root, view, share, derive(seed, "search", world), manner, rules)
        done, nodes = done + made, nodes + used
        for move, (visits, total) in found.items():
            before = sums.get(move, (0, 0.0))
            sums[move] = (before[0] + visits, before[1] + total)
    return SearchReport(view, _ranked(sums), done, watch.seconds, {"nodes": nodes, "worlds": worlds})
