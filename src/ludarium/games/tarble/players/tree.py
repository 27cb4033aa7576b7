"""Monte Carlo tree search over movements, with the move chosen over whole turns.

The tree holds the rest of the searching seat's turn: a node is a position within the turn, an arm is one movement.
Orders of the same movements meet in one node, so that a position's figures rest on all paths that lead there. From a
new node, and from the end of the turn, a play-out goes on with a freshly thrown die for every turn. Its movements are
random, but a capture is taken where there is one: uniformly random replies (`playouts=random`, as in the source) would
hardly ever take a piece that was left hanging. Afterwards the most visited of all positions that the search has
explored at the end of the turn is chosen, with a path that leads there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ludarium.engine import Clock, Parameter, Rules, Thought, View, below, kernel
from ludarium.engine.kernels.rng import derive, next_bits
from ludarium.engine.rules import BoundRules, reward_by_rank, uniform_move
from ludarium.engine.slots import MAX_MOVES, apply, forget, key, legal, playout_move, reward, to_move
from ludarium.games.tarble.board import NEIGHBOUR
from ludarium.games.tarble.players.whole_turns import TurnPlayer
from ludarium.games.tarble.rules import EMPTY, FACES, MOST_TURNS, RULES, State
from ludarium.search import frame
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.frame import FULL, Work, record

MOST_LEAD = 10.0
"""The lead in points that counts as won in a play-out that was cut off."""
SHARE_OF_CLOCK = 0.9
"""How much of a clock a search uses: the rest is for everything around it."""
FIRST_NODES = 4096
"""Room in a new tree, which doubles whenever it is full."""

NODE = record(
    ("key", "u8"),
    ("total", "f8"),  # the searching seat's rewards, summed
    ("visits", "i4"),
    ("first", "i4"),  # the first arm; -1 while the node has none
    ("arms", "i4"),
    ("tried", "i4"),  # how many of the arms, from the first one on
    ("parent", "i4"),  # the node and the movement that first led here
    ("move", "i2"),
    ("ended", "i2"),  # whether the turn is over here
)
ARM = record(("move", "i4"), ("child", "i4"))


class Turns(NamedTuple):
    """The positions within the turn, and a table that finds them; node 0 is the position searched."""

    nodes: Any  # [room] NODE
    arms: Any  # [room] ARM
    table: Any  # [2 * room] the nodes by their keys; -1 in an empty place


class Manner(NamedTuple):
    """How to search."""

    width: float  # of the confidence bounds
    me: int
    horizon: int  # turns that a play-out goes on after this one


# --- play-outs --------------------------------------------------------------------------------------------------------


@kernel
def reward_so_far(state: Any, rewards: Any) -> None:
    """Who has won; in a play-out that was cut off, the lead in points."""
    if to_move(state) < 0:
        reward_by_rank(state, rewards)
        return
    lead = int(state.points[0]) - int(state.points[1])
    rewards[0] = min(1.0, max(-1.0, lead / MOST_LEAD))
    rewards[1] = -rewards[0]


@kernel
def capture_or_any(state: Any, seat: int, moves: Any, source: Any) -> int:
    """A random capture where there is one, else any movement at random."""
    found = legal(state, seat, moves)
    captures = 0
    for index in range(found):
        move = moves[index]
        if state.board[NEIGHBOUR[move // 6, move % 6]] != EMPTY:
            moves[index] = moves[captures]
            moves[captures] = move
            captures += 1
    return int(moves[below(source, captures or found)])


CUT_RULES = Rules(
    "tarble-cut",
    State,
    {**RULES.kernels, "reward": reward_so_far, "playout_move": capture_or_any},
    max_moves=RULES.max_moves,
    max_plies=RULES.max_plies,
)
"""The rules as play-outs know them."""
CAPTURES, RANDOM = "captures", "random"
"""How play-outs choose: a capture where there is one, or any movement."""


def rules_for(seats: int, playouts: str) -> BoundRules:
    """The rules with play-outs of a kind."""
    return CUT_RULES.bind(seats, playout_move=uniform_move) if playouts == RANDOM else CUT_RULES.bind(seats)


# --- the tree ---------------------------------------------------------------------------------------------------------


@kernel
def slot_of(table: Any, nodes: Any, wanted: Any) -> int:
    """Where the node with a key stands in the table, or would stand."""
    slot = np.int64(wanted & np.uint64(table.shape[0] - 1))
    while table[slot] >= 0 and nodes[table[slot]].key != wanted:
        slot = (slot + 1) & (table.shape[0] - 1)
    return int(slot)


@kernel
def fill_table(table: Any, nodes: Any, count: int) -> None:
    for node in range(count):
        table[slot_of(table, nodes, nodes[node].key)] = node


@kernel
def node_of(turns: Turns, work: Work, parent: int, move: int) -> int:
    """The node of the position in row 1, made if need be. At the end of a turn the die does not matter."""
    nodes, table, states, run = turns.nodes, turns.table, work.states, work.run[0]
    states[2] = states[1]
    forget(states[2])
    ended = to_move(states[1]) < 0 or states[1].turns != states[0].turns
    if ended:
        states[2].roll = 0
        states[2].left = 0
    wanted = key(states, work.words, 2)
    slot = slot_of(table, nodes, wanted)
    if table[slot] >= 0:
        return int(table[slot])
    node = run.nodes
    run.nodes += 1
    table[slot] = node
    nodes[node].key = wanted
    nodes[node].total = 0.0
    nodes[node].visits = 0
    nodes[node].first = -1
    nodes[node].arms = 0
    nodes[node].tried = 0
    nodes[node].parent = parent
    nodes[node].move = move
    nodes[node].ended = 1 if ended else 0
    return int(node)


@kernel
def best_arm(nodes: Any, arms: Any, node: int, width: float) -> int:
    """The arm with the highest upper confidence bound (UCB1)."""
    log = np.log(nodes[node].visits)
    best, best_score = 0, -1e300
    for arm in range(nodes[node].first, nodes[node].first + nodes[node].arms):
        child = arms[arm].child
        visits = nodes[child].visits
        score = nodes[child].total / visits + width * np.sqrt(log / visits)
        if score > best_score:
            best, best_score = arm, score
    return best


@kernel
def plant_turn(turns: Turns, work: Work, how: Manner) -> None:
    turns.table[:] = -1
    work.states[1] = work.states[0]
    node_of(turns, work, -1, -1)


@kernel
def descend_turn(turns: Turns, work: Work, how: Manner) -> int:
    """Returns how many movements were made."""
    nodes, arms, run, record = turns.nodes, turns.arms, work.run[0], work.source[0]
    if run.nodes == nodes.shape[0] or run.arms + FACES * MAX_MOVES > arms.shape[0]:
        return FULL
    state = work.states[1]
    work.states[1] = work.states[0]
    state.rng = next_bits(record)
    node, depth, fresh = 0, 0, False
    while not fresh and nodes[node].ended == 0:
        if nodes[node].first < 0:
            found = legal(state, how.me, work.moves)
            first = run.arms
            for index in range(found):
                # Shuffled on the way in, so that arms are tried in random order.
                other = first + below(record, index + 1)
                arms[first + index].move = arms[other].move
                arms[other].move = work.moves[index]
            nodes[node].first = first
            nodes[node].arms = found
            run.arms += found
        if nodes[node].tried < nodes[node].arms:
            arm = nodes[node].first + nodes[node].tried
            nodes[node].tried += 1
            apply(state, how.me, arms[arm].move)
            arms[arm].child = node_of(turns, work, node, arms[arm].move)
            fresh = nodes[arms[arm].child].visits == 0
        else:
            arm = best_arm(nodes, arms, node, how.width)
            apply(state, how.me, arms[arm].move)
        node = arms[arm].child
        depth += 1
        work.path[depth] = node
    return depth


@kernel
def by_cut_playout(work: Work, how: Manner) -> None:
    state, last = work.states[1], work.states[0].turns + how.horizon
    seat = to_move(state)
    while seat >= 0 and state.turns <= last:
        apply(state, seat, playout_move(state, seat, work.moves, work.source[0]))
        seat = to_move(state)
    reward(state, work.rewards)


@kernel
def back_up_path(turns: Turns, depth: int, work: Work, how: Manner) -> None:
    for step in range(depth + 1):
        turns.nodes[work.path[step]].visits += 1
        turns.nodes[work.path[step]].total += work.rewards[how.me]


STEPS = {
    **frame.GROWING,
    frame.plant: plant_turn,
    frame.descend: descend_turn,
    frame.evaluate_leaf: by_cut_playout,
    frame.back_up: back_up_path,
}


class Mcts(TurnPlayer):
    """Monte Carlo tree search over movements; plays the most visited whole turn."""

    name = "mcts"
    summary = "tree search over movements, random play-outs, a whole turn chosen"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("iterations", 30_000, "simulations a search", low=1, high=10**12),
        Parameter("seconds", 0.0, "time a search; 0 means that only the iterations count", low=0, high=86400),
        Parameter("c", 0.1, "weight of exploration in UCB1, for rewards between 0 and 1", low=0, high=100),
        Parameter("horizon", 1, "turns that a play-out goes on after this one", low=0, high=MOST_TURNS),
        Parameter(
            "playouts",
            CAPTURES,
            "movements of play-outs: a capture where there is one, or purely random",
            choices=(CAPTURES, RANDOM),
        ),
    )

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        # Asked for seconds alone, the search does not stop at the default number of iterations.
        self._counted = "iterations" in given or not self.options["seconds"]

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        playouts = str(self.options["playouts"])
        _compile_first(view, playouts)
        watch = Stopwatch()
        c, horizon = float(self.options["c"]), int(self.options["horizon"])
        seed = self.random.getrandbits(63)
        tree = Tree(view, self._budget(clock), seed, c=c, horizon=horizon, playouts=playouts)
        whole, chosen = tree.ended(), tree.chosen()
        visits, value = int(tree.nodes[chosen].visits), float(tree.nodes[chosen].total / tree.nodes[chosen].visits)
        if len(whole):
            text = f"of {len(whole):,} whole turns explored, this one was tried most"
        else:
            text = "no whole turn was explored; this first movement was tried most"
        self.thought = Thought(
            f"{text}: {visits:,} of {tree.done:,} simulations, worth {value:+.2f} (-1 lost, +1 won)",
            {
                "iterations": tree.done,
                "seconds": round(watch.seconds, 6),
                "nodes": len(tree.nodes),
                "turns": len(whole),
                "visits": visits,
                "value": round(value, 6),
            },
        )
        return tree.path(chosen)

    def _budget(self, clock: Clock) -> Budget:
        seconds = float(self.options["seconds"]) or None
        if clock.left is not None:
            seconds = min(seconds or clock.left, SHARE_OF_CLOCK * clock.left)
        return Budget(int(self.options["iterations"]) if self._counted else None, seconds)


class Tree:
    """A search that has been carried out; node 0 is the position searched."""

    def __init__(
        self, view: View, budget: Budget, seed: int, *, c: float, horizon: int, playouts: str = CAPTURES
    ) -> None:
        rules = rules_for(view.game.seats, playouts)
        work = Work.of(rules, view.sample(derive(seed, "world")).state, derive(seed, "search"))
        # Rewards lie between -1 and 1, twice as wide as the textbook's.
        how = Manner(2.0 * c, view.movers[0], horizon)
        turns = Turns(np.empty(FIRST_NODES, NODE), np.empty(FIRST_NODES, ARM), np.empty(2 * FIRST_NODES, np.int32))

        def doubled(old: Turns) -> Turns:
            table = np.full(2 * len(old.table), -1, np.int32)
            rules.binder.bind(fill_table)(table, old.nodes, work.run[0].nodes)
            return Turns(frame.twice(old.nodes), frame.twice(old.arms), table)

        turns = frame.search(rules, STEPS, turns, work, how, budget, doubled)
        self.nodes = turns.nodes[: work.run[0].nodes]
        self.done = int(work.run[0].done)

    def ended(self) -> Any:
        """The nodes where the turn is over."""
        return np.flatnonzero(self.nodes["ended"])

    def chosen(self) -> int:
        """The most visited end of the turn, of equals the best; if there is none, such a first movement."""
        choices = self.ended()
        if not len(choices):
            choices = np.flatnonzero(self.nodes["parent"] == 0)
        figures = self.nodes[choices]
        return int(choices[np.lexsort((figures["total"] / figures["visits"], figures["visits"]))[-1]])

    def path(self, node: int) -> list[int]:
        """The movements that lead to a node."""
        movements: list[int] = []
        while node:
            movements.insert(0, int(self.nodes[node].move))
            node = int(self.nodes[node].parent)
        return movements


def _compile_first(view: View, playouts: str) -> None:
    """Compiling is not thinking: it does not count as time for the search."""
    ready = rules_for(view.game.seats, playouts).ready
    if Tree not in ready:
        Tree(view, Budget(iterations=1), 0, c=1.0, horizon=1, playouts=playouts)
        ready.add(Tree)
