"""A solver that proves small games: who wins when both play perfectly.

Depth-first search to the end of the game with a table of proved positions; values are loss, draw and win only: who is
rewarded more has won, however little. For two seats, everything known, no chance, one mover at a time.

Two questions are asked one after the other, since each has only two answers and is broken off by the first good one:
can the seat to move win, and if not, can it draw? Before a position's moves are followed, all of them are looked at for
one ply: a game that ends well, or a position that was proved good before, settles it. So does what a game's own kernel
`bounds` says, for instance that a side can never complete a row any more. Then come first those moves that have settled
most other positions.

The table tells positions apart by 61 bits of their hash. Two positions that share all of them would be taken for one:
among ten million positions that happens by chance once in fifty thousand proofs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.errors import NotSuited
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.lending import lent
from ludarium.engine.kernels.rng import mix
from ludarium.engine.position import Position
from ludarium.engine.rules import words_of
from ludarium.engine.slots import apply, bounds, key, legal, reward, to_move
from ludarium.search.budget import Stopwatch
from ludarium.search.frame import record

DEFAULT_LIMIT = 200_000_000
LONGEST = 512
"""Plies that the solver follows a line; longer games are too large to prove anyway."""
_SLICE = 2_000_000  # positions between two words about progress
_FIRST_TABLE = 1 << 16
_LARGEST_TABLE = 1 << 27  # 1 GiB of entries

PROGRESS = record(("positions", "i8"), ("most", "i8"), ("status", "i8"), ("filled", "i8"))
"""Positions searched and allowed, why the search came to its end, and the table's entries in use."""
_RUNNING, _LIMIT, _FULL, _TOO_LONG = 0, 1, 2, 3

# A table word: the key with its lowest 3 bits replaced by a code. 1, 2, 3 are a loss, a draw and a win that are exact;
# the others are bounds, a draw at least or a draw at most.
_KEY_BITS = np.uint64(0xFFFFFFFFFFFFFFF8)
_LOW = np.uint64(7)
_ONE = np.uint64(1)
_NONE = np.uint64(0)
AT_LEAST_DRAW, AT_MOST_DRAW = 4, 5
"""Table codes besides 1 loss, 2 draw, 3 win for the seat to move."""


_HISTORY = 4096
"""Moves are told apart by this many numbers when it is counted which of them settle positions."""


FRAME = record(
    ("key", "u8"),
    ("found", "i4"),
    ("tried", "i4"),
    ("seat", "i1"),
    ("low", "i1"),
    ("high", "i1"),
    ("first_low", "i1"),
    ("best", "i1"),
    ("pad", "i1", (3,)),
)
"""What the solver remembers of a position on the way to the current one."""


class Proof(NamedTuple):
    """The line that is followed, arrays by row, and what is proved. Row 0 is the position asked about."""

    states: Any  # [LONGEST]
    words: Any  # [LONGEST, words] the same memory as 64-bit words, for hashing
    moves: Any  # [LONGEST, MAX_MOVES]
    frames: Any  # [LONGEST] FRAME
    table: Any  # [a power of 2] words of keys and codes
    history: Any  # [2, _HISTORY] how many positions a move has settled, by seat
    rewards: Any  # [2 * SEATS]
    progress: Any  # [1] PROGRESS


@kernel
def find(table: Any, place_key: Any) -> Any:
    """The index of a key's entry, or of the empty one where it belongs."""
    mask = np.uint64(table.shape[0] - 1)
    index = (place_key >> np.uint64(3)) & mask
    wanted = place_key & _KEY_BITS
    while table[np.int64(index)] != _NONE and (table[np.int64(index)] & _KEY_BITS) != wanted:
        index = (index + _ONE) & mask
    return np.int64(index)


@kernel
def store(table: Any, progress: Any, place_key: Any, code: int) -> None:
    place = find(table, place_key)
    if table[place] == _NONE:
        progress.filled += 1
        if 4 * progress.filled > 3 * table.shape[0]:
            progress.status = _FULL
    else:
        # A draw at least and at most is a draw; what is exact stays.
        known: Any = np.int64(table[place] & _LOW)
        if known <= 3:
            code = known
        elif known != code and code > 3:
            code = 2
    table[place] = (place_key & _KEY_BITS) | np.uint64(code)


@kernel
def place_of(states: Any, words: Any, row: int, seat: int) -> Any:
    """The key of a position in the table."""
    # Mixed once more: a game's own hash may tell positions apart in its lowest bits only.
    return mix(key(states, words, row) ^ mix(np.uint64(seat + 1)))


@kernel
def value_of_end(state: Any, seat: int, rewards: Any) -> int:
    """What a finished game is worth to a seat."""
    reward(state, rewards)
    mine, theirs = rewards[seat], rewards[1 - seat]
    return 1 if mine > theirs else (-1 if mine < theirs else 0)


@kernel
def slot_of(move: int) -> Any:
    """Where a move is counted; those of small numbers each have a place of their own."""
    word = np.uint64(move)
    slot: Any = np.int64((word ^ (word >> np.uint64(50)) ^ (word >> np.uint64(41))) & np.uint64(_HISTORY - 1))
    return slot


@kernel
def look_ahead(proof: Proof, row: int) -> None:
    """Look at every move for one ply, and strike out those that are settled."""
    states, moves, frame, table = proof.states, proof.moves, proof.frames[row], proof.table
    kept = 0
    for index in range(frame.found):
        move = moves[row, index]
        states[row + 1] = states[row]
        apply(states[row + 1], frame.seat, move)
        seat = to_move(states[row + 1])
        if seat < 0:
            lowest = value_of_end(states[row + 1], frame.seat, proof.rewards)
            highest = lowest
        else:
            lowest, highest = bounds(states[row + 1], seat)
            if lowest < highest:
                entry = table[find(table, place_of(states, proof.words, row + 1, seat))]
                code: Any = np.int64(entry & _LOW) if entry != _NONE else 0
                if 1 <= code <= 3:
                    lowest, highest = code - 2, code - 2
                elif code == AT_LEAST_DRAW:
                    lowest = max(lowest, 0)
                elif code == AT_MOST_DRAW:
                    highest = min(highest, 0)
            if seat != frame.seat:
                lowest, highest = -highest, -lowest
        frame.best = max(frame.best, lowest)
        frame.low = max(frame.low, frame.best)
        if frame.low >= frame.high:
            frame.found = 0
            return
        if highest <= frame.low:
            # It adds nothing to what is certain already.
            frame.best = max(frame.best, highest)
        else:
            moves[row, kept] = move
            kept += 1
    frame.found = kept


@kernel
def bring_forward(moves: Any, history: Any, seat: int, first: int, found: int) -> None:
    """Put the most successful of the moves from `first` on in its place."""
    best, most = first, -1
    for index in range(first, found):
        successes = history[seat, slot_of(moves[index])]
        if successes > most:
            best, most = index, successes
    moves[first], moves[best] = moves[best], moves[first]


@kernel
def prove(proof: Proof, low: int, high: int) -> Any:
    """The value of the state in row 0 for the seat to move, as far as it lies between two bounds. Rows are a stack."""
    proof = lent(proof)
    states, moves, frames, table, history = proof.states, proof.moves, proof.frames, proof.table, proof.history
    progress = proof.progress[0]
    row, entering, value = 0, True, 0
    frames[0].low, frames[0].high = low, high
    while True:
        frame = frames[row]
        if entering:
            progress.positions += 1
            if progress.positions >= progress.most:
                progress.status = _LIMIT
                return 0
            seat = to_move(states[row])
            settled = True
            if seat < 0:
                # For whoever moved here, since nobody moves on.
                seat = frames[row - 1].seat
                value = value_of_end(states[row], seat, proof.rewards)
            elif row >= states.shape[0] - 1:
                progress.status = _TOO_LONG
                return 0
            else:
                frame.key = place_of(states, proof.words, row, seat)
                entry = table[find(table, frame.key)]
                code: Any = np.int64(entry & _LOW) if entry != _NONE else 0
                if code == AT_LEAST_DRAW:
                    frame.low = max(frame.low, 0)
                elif code == AT_MOST_DRAW:
                    frame.high = min(frame.high, 0)
                if 1 <= code <= 3:
                    value = code - 2
                elif frame.low >= frame.high:
                    value = 0
                else:
                    settled = False
                    frame.first_low = frame.low
                    frame.best = -2
                    frame.found = legal(states[row], seat, moves[row])
                    frame.tried = 0
                    frame.seat = seat
                    look_ahead(proof, row)
            frame.seat = seat
            if settled:
                if row == 0:
                    return value
                row -= 1
                entering = False
                continue
        else:
            # Back from a move with its value for the seat of the row below.
            if frames[row + 1].seat != frame.seat:
                value = -value
            frame.best = max(frame.best, value)
            frame.low = max(frame.low, frame.best)
            if frame.low >= frame.high:
                history[frame.seat, slot_of(moves[row, frame.tried - 1])] += 1
                frame.tried = frame.found
        if frame.tried < frame.found:
            bring_forward(moves[row], history, frame.seat, frame.tried, frame.found)
            states[row + 1] = states[row]
            apply(states[row + 1], frame.seat, moves[row, frame.tried])
            frame.tried += 1
            same = to_move(states[row + 1]) == frame.seat
            frames[row + 1].low = frame.low if same else -frame.high
            frames[row + 1].high = frame.high if same else -frame.low
            row += 1
            entering = True
            continue
        value = frame.best
        # A best of -1 below the window, or of 1 above it, is exact: there is nothing beyond.
        if value >= frame.high and value < 1:
            store(table, progress, frame.key, AT_LEAST_DRAW)
        elif value <= frame.first_low and value > -1:
            store(table, progress, frame.key, AT_MOST_DRAW)
        else:
            store(table, progress, frame.key, value + 2)
        if row == 0:
            return value
        if progress.status != _RUNNING:
            return 0
        row -= 1
        entering = False


@kernel
def grow(old: Any, new: Any) -> None:
    """Move all entries to a larger table."""
    for index in range(old.shape[0]):
        if old[index] != _NONE:
            new[find(new, old[index])] = old[index]


@dataclass(frozen=True)
class Solution:
    """What perfect play gives the seat to move: 1, 0, -1, or None when the search was broken off."""

    value: int | None
    positions: int
    seconds: float
    seat: int
    why: str = ""

    @property
    def verdict(self) -> str:
        if self.value is None:
            return f"not proved: {self.why}"
        if self.value == 0:
            return "draw"
        winner = self.seat if self.value > 0 else 1 - self.seat
        return f"{('first', 'second')[winner]} player wins"

    def __repr__(self) -> str:
        return f"<{self.verdict}: {self.positions:,} positions in {self.seconds:.2f} s>"


def check_solvable(game: Game) -> None:
    """Refuse a game that the solver's kind of proof does not fit."""
    reasons = [
        (game.seats != 2, f"it has {game.seats} seats, not 2"),
        (game.hidden, "something is hidden"),
        (game.chance, "chance decides"),
        (game.at_once, "both decide at once"),
    ]
    for applies, reason in reasons:
        if applies:
            raise NotSuited(f"{game.name} cannot be solved by this solver: {reason}")


class Solver:
    """Proves positions of one game and remembers what it proved."""

    def __init__(self, game: Game, limit: int = DEFAULT_LIMIT) -> None:
        check_solvable(game)
        self.game, self.limit = game, limit
        rules = game.bound
        states = rules.states(LONGEST)
        line = states, words_of(states), rules.moves(LONGEST), np.zeros(LONGEST, FRAME)
        memory = np.zeros(_FIRST_TABLE, np.uint64), np.zeros((2, _HISTORY), np.int64)
        self._proof = Proof(*line, *memory, np.zeros(4), np.zeros(1, PROGRESS))
        self._prove = rules.binder.bind(prove)
        self._grow = rules.binder.bind(grow)

    def solve(self, position: Position, progress: Callable[[int], None] | None = None) -> Solution:
        """Prove one position. `progress` is told the number of positions searched now and then."""
        watch = Stopwatch()
        if position.over:
            value = {"win": 1, "tie": 0, "loss": -1}[position.result().outcome(0)]
            return Solution(value, 1, watch.seconds, 0)
        proof, progressed = self._proof, self._proof.progress[0]
        progressed.positions = slice_end = 0
        low, high = 0, 1
        while True:
            slice_end = min(self.limit, max(slice_end, int(progressed.positions)) + _SLICE)
            progressed.most, progressed.status = slice_end, _RUNNING
            proof.states[0] = position.state
            value = self._prove(self._proof, low, high)
            status, searched = int(progressed.status), int(progressed.positions)
            if status == _RUNNING and high == 1 and value < 1:
                # It cannot win: can it draw?
                low, high = -1, 0
                continue
            if status == _RUNNING:
                return Solution(int(value), searched, watch.seconds, position.movers[0])
            why = ""
            if status == _FULL:
                why = self._enlarge()
            elif status == _TOO_LONG:
                why = f"a line of play is longer than {LONGEST - 1} plies"
            elif searched >= self.limit:
                why = f"gave up after {searched:,} positions"
            if why:
                return Solution(None, searched, watch.seconds, position.movers[0], why)
            # What was proved so far stands in the table: the search starts again and runs through it quickly.
            if progress is not None:
                progress(searched)

    def _enlarge(self) -> str:
        """Room for four times as many positions; why not, when the table may not grow any more."""
        old = self._proof.table
        if 4 * len(old) > _LARGEST_TABLE:
            return f"the table of {int(self._proof.progress[0].filled):,} proved positions is full"
        self._proof = self._proof._replace(table=np.zeros(4 * len(old), np.uint64))
        self._grow(old, self._proof.table)
        return ""


def solve(position: Position, limit: int = DEFAULT_LIMIT, progress: Callable[[int], None] | None = None) -> Solution:
    """Who wins from here with perfect play on both sides."""
    return Solver(position.game, limit).solve(position, progress)
