"""Alpha-beta with iterative deepening and a transposition table.

The searching seat maximises its own value and everybody else minimises it: minimax between two, the cautious
("paranoid") reading among more. Of several movers at once the searching seat commits first, and the others are taken to
answer: its value is what it can be sure of. Where something is hidden or left to chance, several worlds are sampled
from the view, each is searched as if it were known, and the moves' values are averaged.

With a `swing`, lines do not end in the middle of a fight: where the last move changed the evaluator's estimate by more
than that, the search goes on until a quiet position is reached, `EXTENSION` plies further at most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.errors import NotSuited
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.lending import lent
from ludarium.engine.kernels.rng import GENERATOR, derive, generator, mix
from ludarium.engine.position import View
from ludarium.engine.rules import BoundRules, words_of
from ludarium.engine.slots import apply, estimate, key, legal, next_mover, reward
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.frame import record
from ludarium.search.report import SearchReport

ENTRY = record(
    ("key", "u8"),
    ("move", "i8"),
    ("value", "f8"),
    ("depth", "i2"),
    ("cut", "i2"),  # whether the value rests on an estimate; if not, it holds at every depth
    ("bound", "i4"),  # whether the value is exact or a bound; 0 in an empty entry
)
"""A transposition table's entry."""
EXACT, AT_LEAST, AT_MOST = 1, 2, 3

FRAME = record(
    ("alpha", "f8"),  # the window the node was entered with
    ("beta", "f8"),
    ("low", "f8"),  # the window as it narrows
    ("high", "f8"),
    ("best", "f8"),
    ("key", "u8"),
    ("best_move", "i8"),
    ("found", "i4"),
    ("tried", "i4"),
    ("seat", "i4"),
    ("cut", "i4"),  # whether the depth cut off some line below
    ("estimate", "f8"),  # of the state itself, for seat `me` …
    ("estimated", "i8"),  # … once it was asked for
)
"""What the search remembers of a node on the way to the current one."""
ENTER, NEXT, RETURNED = 0, 1, 2

MAX_DEPTH = 64
TABLE_SIZE = 1 << 16
_NO_MOVE = -(1 << 62)
_INFINITY = 1e9
_HISTORY = 4096
NO_SWING = np.inf
"""Every line ends where the depth ends."""
EXTENSION = 8
"""Plies that a line may go on beyond the depth."""

EFFORT = record(("nodes", "i8"), ("most", "i8"), ("stopped", "i8"), ("cut", "i8"))
"""Nodes searched and allowed, whether the search was broken off, and whether the depth cut off some line."""


class Stack(NamedTuple):
    """The line that is searched, arrays by row, and what the search remembers. Row 0 is the root, the last scratch."""

    states: Any  # [rows]
    words: Any  # [rows, words] the same memory as 64-bit words, for hashing
    moves: Any  # [rows, MAX_MOVES]
    scores: Any  # [rows, MAX_MOVES] by which the moves are ordered
    frames: Any  # [rows] FRAME
    table: Any  # [a power of 2] ENTRY
    history: Any  # [_HISTORY] how often a move has cut off the rest
    root_moves: Any  # [MAX_MOVES] the root's moves, best first
    values: Any  # [MAX_MOVES] theirs
    rewards: Any  # [2 * SEATS]
    source: Any  # [1] the search's own random stream
    effort: Any  # [1] EFFORT
    stop: Any  # [1] not 0 when time is over
    swing: float  # a change of the estimate by more than this is looked into

    @classmethod
    def of(cls, rules: BoundRules, depth: int, table: int, swing: float = NO_SWING) -> Stack:
        """Room for so many plies, and a table of so many entries; zeroed memory costs nothing until it is used."""
        rows = depth + 3 + (EXTENSION if swing < NO_SWING else 0)
        states = rules.states(rows)
        return cls(
            *(states, words_of(states), rules.moves(rows), rules.moves(rows), np.zeros(rows, FRAME)),
            *(np.zeros(table, ENTRY), np.zeros(_HISTORY, np.int64), rules.moves(), np.zeros(rules.rules.max_moves)),
            *(np.zeros(2 * rules.seats), np.zeros(1, GENERATOR), np.zeros(1, EFFORT), np.zeros(1, np.int64)),
            float(swing),
        )


@kernel
def history_place(move: int) -> Any:
    return np.int64(mix(np.uint64(move)) & np.uint64(_HISTORY - 1))


@kernel
def order_moves(moves: Any, scores: Any, found: int, first: Any, history: Any) -> None:
    """Sort the moves: the table's move, then those that caused cut-offs elsewhere. Few moves: insertion sort."""
    for index in range(found):
        move = moves[index]
        score = np.int64(1) << 60 if move == first else history[history_place(move)]
        place = index
        while place > 0 and scores[place - 1] < score:
            scores[place] = scores[place - 1]
            moves[place] = moves[place - 1]
            place -= 1
        scores[place] = score
        moves[place] = move


@kernel
def known_value(entry: Any, depth: int, alpha: float, beta: float) -> Any:
    """Whether a table entry of the right key settles a node."""
    if entry.cut and entry.depth < depth:
        return False
    if entry.bound == EXACT:
        return True
    return (entry.bound == AT_LEAST and entry.value >= beta) or (entry.bound == AT_MOST and entry.value <= alpha)


@kernel
def place_in_table(states: Any, words: Any, row: int, seat: int) -> Any:
    """The table's key of a state, with who is to move and the dice to come: a game's own hash may leave these out."""
    return key(states, words, row) ^ mix(np.uint64(seat + 1)) ^ states[row].rng


@kernel
def is_quiet(stack: Stack, me: int, row: int, left: int, value: float) -> bool:
    """Whether a line may end here: the last move changed the estimate little, or there is no room to go on."""
    if stack.swing == NO_SWING or left <= -EXTENSION:
        return True
    before = stack.frames[row - 1]
    if not before.estimated:
        states, rewards = stack.states, stack.rewards
        estimate(states, row - 1, states.shape[0] - 1, stack.moves[row], stack.source[0], rewards)
        before.estimate, before.estimated = rewards[me], 1
    return bool(abs(value - before.estimate) <= stack.swing)


@kernel
def descend(stack: Stack, me: int, depth: int, alpha: float) -> Any:
    """The value for seat `me` of the state in row 1, searched `depth` plies deep, exact if above `alpha`.

    Rows are a stack; a node is entered, tries one move after the other, and is returned to with each move's value and
    whether the depth cut it short.
    """
    states, moves, frames, table, rewards = stack.states, stack.moves, stack.frames, stack.table, stack.rewards
    effort, history = stack.effort[0], stack.history
    row, phase, value = 1, ENTER, 0.0
    cut: Any = 0
    frames[1].alpha = alpha
    frames[1].beta = _INFINITY
    while True:
        frame = frames[row]
        left = depth - row + 1
        if phase == ENTER:
            effort.nodes += 1
            if effort.nodes >= effort.most or stack.stop[0] != 0:
                effort.stopped = 1
                return 0.0
            seat = next_mover(states[row], me)
            settled = left <= 0
            if seat < 0:
                reward(states[row], rewards)
                value, cut, settled = rewards[me], 0, True
            elif settled:
                estimate(states, row, states.shape[0] - 1, moves[row], stack.source[0], rewards)
                value, cut = rewards[me], 1
                frame.estimate, frame.estimated = value, 1
                settled = is_quiet(stack, me, row, left, value)
            else:
                frame.estimated = 0
            if not settled:
                place = place_in_table(states, stack.words, row, seat)
                entry = table[np.int64(place & np.uint64(table.shape[0] - 1))]
                first = np.int64(_NO_MOVE)
                # Beyond the depth a value depends on the way there, and is not remembered.
                if left > 0 and entry.bound != 0 and entry.key == place:
                    first = entry.move
                    settled = known_value(entry, left, frame.alpha, frame.beta)
                    value, cut = entry.value, np.int64(entry.cut)
                if not settled:
                    frame.key = place
                    frame.seat = seat
                    frame.low, frame.high = frame.alpha, frame.beta
                    frame.best = -_INFINITY if seat == me else _INFINITY
                    frame.found = legal(states[row], seat, moves[row])
                    frame.tried = 0
                    frame.cut = 0
                    order_moves(moves[row], stack.scores[row], frame.found, first, history)
                    phase = NEXT
            if settled:
                if row == 1:
                    effort.cut |= cut
                    return value
                row -= 1
                phase = RETURNED
                continue
        if phase == RETURNED:
            move = moves[row, frame.tried - 1]
            frame.cut |= cut
            if frame.seat == me:
                if value > frame.best:
                    frame.best, frame.best_move = value, move
                frame.low = max(frame.low, frame.best)
            else:
                if value < frame.best:
                    frame.best, frame.best_move = value, move
                frame.high = min(frame.high, frame.best)
            if frame.low >= frame.high:
                history[history_place(move)] += left * left
                frame.tried = frame.found
            phase = NEXT
        if frame.tried < frame.found:
            states[row + 1] = states[row]
            apply(states[row + 1], frame.seat, moves[row, frame.tried])
            frame.tried += 1
            frames[row + 1].alpha = frame.low
            frames[row + 1].beta = frame.high
            row += 1
            phase = ENTER
            continue
        value, cut = frame.best, np.int64(frame.cut)
        if left > 0:
            entry = table[np.int64(frame.key & np.uint64(table.shape[0] - 1))]
            entry.key = frame.key
            entry.move = frame.best_move
            entry.value = value
            entry.depth = left
            entry.cut = cut
            entry.bound = AT_MOST if value <= frame.alpha else (AT_LEAST if value >= frame.beta else EXACT)
        if row == 1:
            effort.cut |= cut
            return value
        row -= 1
        phase = RETURNED


@kernel
def deepen(stack: Stack, me: int, max_depth: int, most: int, all_exact: bool) -> int:
    """Search ever deeper, `most` nodes at most; leaves the root's moves and their values of the deepest finished depth.

    Returns that depth. The root's moves come sorted by the previous depth's values, best first. Unless `all_exact`,
    only the best value is exact and the others are upper bounds, which is all that choosing needs.
    """
    stack = lent(stack)
    states, root_moves, values, effort = stack.states, stack.root_moves, stack.values, stack.effort[0]
    effort.nodes, effort.most, effort.stopped = 0, most, 0
    stack.history[:] = 0
    stack.frames[0].estimated = 0
    stack.table["bound"][:] = 0
    found = legal(states[0], me, root_moves)
    for index in range(found):
        values[index] = 0.0
    finished = 0
    fresh = np.empty(found)
    for depth in range(1, max_depth + 1):
        effort.cut = 0
        low = -_INFINITY
        for index in range(found):
            states[1] = states[0]
            apply(states[1], me, root_moves[index])
            fresh[index] = descend(stack, me, depth - 1, low)
            if effort.stopped:
                break
            if not all_exact:
                low = max(low, fresh[index])
        if effort.stopped:
            break
        finished = depth
        # Stable insertion sort: a bound equal to the best must not overtake the move that proved it.
        for index in range(found):
            move, value = root_moves[index], fresh[index]
            place = index
            while place > 0 and values[place - 1] < value:
                values[place] = values[place - 1]
                root_moves[place] = root_moves[place - 1]
                place -= 1
            values[place] = value
            root_moves[place] = move
        if effort.cut == 0:
            break  # every line was followed to the end of the game
    return finished


def alphabeta(
    view: View,
    budget: Budget,
    seed: int,
    *,
    depth: int = MAX_DEPTH,
    worlds: int = 1,
    swing: float = NO_SWING,
    rules: BoundRules | None = None,
) -> SearchReport:
    """Choose a move for the view's seat. The budget's iterations are nodes, shared among the worlds.

    `swing` makes it a quiescence search, which wants an evaluator: play-outs differ from move to move by chance.

    In one world, only the chosen move's value is exact, and the others' are upper bounds. `rules` may bring another
    evaluator (`game.rules.bind(seats, evaluate=…)`).
    """
    watch = Stopwatch()
    game, me = view.game, view.seat
    rules = rules or game.bound
    depth = min(depth, MAX_DEPTH)
    if swing < NO_SWING and not rules.has_evaluator:
        raise NotSuited(
            f"{game.name} has no evaluator by which a search could tell quiet positions: leave out the swing"
        )
    stack = Stack.of(rules, depth, TABLE_SIZE, swing)
    deepener = rules.binder.bind(deepen)
    totals: dict[int, float] = {}
    nodes, depths = 0, []
    share = budget.share(worlds)
    for world in range(worlds):
        stack.states[0] = view.sample(derive(seed, "world", world)).state
        stack.source[:] = generator(derive(seed, "search", world))
        with share.stop_flag() as stop:
            finished = deepener(stack._replace(stop=stop), me, depth, share.most, worlds > 1)
        found = int(rules.legal(stack.words[0], me, stack.moves[0]))
        for move, value in zip(stack.root_moves[:found].tolist(), stack.values[:found].tolist(), strict=True):
            totals[move] = totals.get(move, 0.0) + value
        nodes += int(stack.effort[0].nodes)
        depths.append(int(finished))
    # Ties keep the order of the last world, whose first move is the one that was proved best.
    order = stack.root_moves[:found].tolist()
    ranked = sorted(order, key=lambda move: (-totals[move], order.index(move)))
    entries = [(move, worlds, totals[move] / worlds) for move in ranked]
    figures: dict[str, Any] = {"depth": min(depths), "worlds": worlds}
    return SearchReport(view, entries, nodes, watch.seconds, figures)
