"""The turn generator: every position that a whole turn can lead to, each once.

A roll of 6 has millions to billions of sequences of movements, but orders of independent movements and detours lead to
the same positions. The generator goes movement by movement and merges what is equal. During a turn the mover's pieces
only change their cells and others only vanish, so that a position fits into 57 bits; the number of movements made makes
it 60:

    bits 0–48   the mover's cells in rising order, 7 bits each; unused places hold NOWHERE
    bits 49–55  which of the other seat's pieces (as listed at the start) have been captured
    bit  56     the neutral piece has been captured
    bits 57–59  movements made

Most equal positions are never made twice. Let c follow from n by a step, and let another piece's last step on n's path
be such that it could as well come last of all: then c follows from a second position q of n's layer. Each cell has a
weight; of the positions before c the one with the smallest sum of weights makes c, and n need not if it knows such a q
with a smaller sum. The very smallest always makes it, so that nothing is missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ludarium.engine import Position, View, kernel
from ludarium.engine.kernels.jit import Binder
from ludarium.engine.kernels.rng import mix
from ludarium.engine.state import States
from ludarium.games.tarble.board import BEYOND, CELLS, CENTRE, NEIGHBOUR, PIECES
from ludarium.games.tarble.rules import EMPTY, NEUTRAL, State, clear_up, make_movement

CAPTURED_SHIFT = np.uint64(49)
NEUTRAL_SHIFT = np.uint64(56)
MADE_SHIFT = np.uint64(57)
CELL_MASK = np.uint64(127)
MOVE_BITS = np.uint64(10)
"""Bits of each movement in a path, the first movement lowest."""
MOVE_MASK = np.uint64(1023)

_MARKS = np.uint64(0xFF) << CAPTURED_SHIFT
_ALL_CELLS = (np.uint64(1) << CAPTURED_SHIFT) - np.uint64(1)
_U1, _U7 = np.uint64(1), np.uint64(7)
_NOTHING = np.uint64(0xFFFFFFFFFFFFFFFF)
_FIRST_ROOM = 1 << 12
_GROWTH = 6
"""About how many times as large each layer is as the one before it."""
_NEVER = np.iinfo(np.int64).min
_WEIGHT = np.random.default_rng(91).permutation(1 << 20)[:CELLS].astype(np.int64)
"""Any numbers would do; the fewer differences are equal, the fewer positions are made twice."""


@kernel
def all_turns(state: State, movements: int, counting: bool) -> Any:
    """What a turn of so many movements can lead to: `(keys, paths, ways, count, ends, end_count)`.

    Entry 0 is the position as it stands; each further entry is a position within the turn, with the movements that lead
    there (see `path_of`). The entries listed in `ends` are those where the turn is over: all movements made, none
    possible, or the last enemy captured where that ends the game at once. Nothing has been cleared up there yet. When
    `counting`, `ways` holds for each entry how many sequences lead there, which takes several times as long; otherwise
    it is empty.
    """
    seat = int(state.seat)
    other = 1 - seat
    room = _FIRST_ROOM
    keys = np.empty(room, np.uint64)
    paths = np.empty(room, np.uint64)
    ends = np.empty(room, np.int32)
    ways = np.empty(room if counting else 0, np.float64)
    end_count = 0
    table = np.full(2 * room, _NOTHING, np.uint64)
    places = np.empty(2 * room if counting else 0, np.int32)

    pieces = int(state.count[seat])
    enemies = int(state.count[other])
    lost_all = (1 << enemies) - 1
    number = np.full(CELLS, -1, np.int64)  # of the enemy on a cell
    board = np.zeros(CELLS, np.int8)
    for cell in range(CELLS):
        board[cell] = state.board[cell]
    for piece in range(pieces):
        board[state.pieces[seat, piece]] = EMPTY
    for enemy in range(enemies):
        number[state.pieces[other, enemy]] = enemy
    neutral_here = state.board[CENTRE] == NEUTRAL

    key = np.uint64(0)
    for piece in range(PIECES):
        key |= np.uint64(state.pieces[seat, piece]) << np.uint64(7 * piece)
    if not neutral_here:
        key |= _U1 << NEUTRAL_SHIFT
    keys[0] = key
    paths[0] = np.uint64(0)
    if counting:
        ways[0] = 1.0
    count, first = 1, 0
    cells = np.empty(PIECES, np.int64)
    # The last steps that could as well come last of all: what each adds to the sum of weights, to where, from where.
    gains = np.empty(PIECES, np.int64)
    stands = np.empty(PIECES, np.int64)
    comes = np.empty(PIECES, np.int64)
    steps = 0

    for made in range(movements):
        last = count
        # Room for the next layer, before there is anything in the table that would have to be moved.
        if room < last + _GROWTH * (last - first):
            while room < last + _GROWTH * (last - first):
                room *= 2
            keys, paths, ends = longer(keys, room), longer(paths, room), longer(ends, room)
            ways = longer(ways, room if counting else 0)
            table = np.full(2 * room, _NOTHING, np.uint64)
            places = np.empty(2 * room if counting else 0, np.int32)
        for entry in range(first, last):
            key = keys[entry]
            captured = np.int64((key >> CAPTURED_SHIFT) & CELL_MASK)
            if captured == lost_all and state.finish == 0:
                ends[end_count] = entry
                end_count += 1
                continue
            for enemy in range(enemies):
                if captured >> enemy & 1:
                    board[state.pieces[other, enemy]] = EMPTY
            if neutral_here and key >> NEUTRAL_SHIFT & _U1:
                board[CENTRE] = EMPTY
            for piece in range(pieces):
                cells[piece] = np.int64((key >> np.uint64(7 * piece)) & CELL_MASK)
                board[cells[piece]] = seat + 1
            marks = (key & _MARKS) | np.uint64(made + 1) << MADE_SHIFT
            if not counting:
                steps = find_last_steps(paths[entry], made, board, seat + 1, gains, stands, comes)

            stuck = True
            for piece in range(pieces):
                cell = cells[piece]
                lower = (_U1 << np.uint64(7 * piece)) - _U1
                without = (key & lower) | (key & _ALL_CELLS) >> _U7 & ~lower
                for direction in range(6):
                    beside = int(NEIGHBOUR[cell, direction])
                    if beside < 0:
                        continue
                    goal = beside
                    changed = marks
                    there = board[beside]
                    if there != EMPTY:
                        goal = int(BEYOND[cell, direction])
                        if there == seat + 1 or goal < 0 or board[goal] != EMPTY:
                            continue
                        if there == NEUTRAL:
                            changed |= _U1 << NEUTRAL_SHIFT
                        else:
                            changed |= _U1 << (CAPTURED_SHIFT + np.uint64(number[beside]))
                        stuck = False
                    else:
                        stuck = False
                        if not counting:
                            gain = _WEIGHT[goal] - _WEIGHT[cell]
                            left_to_another = False
                            for index in range(steps):
                                if gains[index] > gain and stands[index] != cell and comes[index] != goal:
                                    left_to_another = True
                                    break
                            if left_to_another:
                                continue

                    # The cells with this one moved, still in rising order.
                    place = 0
                    while place < pieces - 1 and cells[place + (place >= piece)] < goal:
                        place += 1
                    lower = (_U1 << np.uint64(7 * place)) - _U1
                    changed |= (without & lower) | (np.uint64(goal) << np.uint64(7 * place)) | (without & ~lower) << _U7

                    slot = slot_of(table, changed)
                    if table[slot] == changed:
                        if counting:
                            ways[places[slot]] += ways[entry]
                        continue
                    table[slot] = changed
                    keys[count] = changed
                    move = np.uint64(cell * 6 + direction)
                    paths[count] = paths[entry] | move << (MOVE_BITS * np.uint64(made))
                    if counting:
                        places[slot] = count
                        ways[count] = ways[entry]
                    count += 1
                    if count == room:
                        room *= 2
                        keys, paths, ends = longer(keys, room), longer(paths, room), longer(ends, room)
                        ways = longer(ways, room if counting else 0)
                        table = np.full(2 * room, _NOTHING, np.uint64)
                        places = np.empty(2 * room if counting else 0, np.int32)
                        refill(table, places, keys, last, count)
            if stuck:
                ends[end_count] = entry
                end_count += 1

            for piece in range(pieces):
                board[cells[piece]] = EMPTY
            for enemy in range(enemies):
                if captured >> enemy & 1:
                    board[state.pieces[other, enemy]] = other + 1
            if neutral_here:
                board[CENTRE] = NEUTRAL
        first = last
    for entry in range(first, count):
        ends[end_count] = entry
        end_count += 1
    return keys, paths, ways, count, ends, end_count


@kernel
def find_last_steps(path: Any, made: int, board: Any, own: int, gains: Any, stands: Any, comes: Any) -> int:
    """Write the last movements of pieces on a path that are steps and could as well come last of all; return how many.

    A step could if nothing ended on the cell that it left afterwards. A path does not say which movements were jumps;
    where that is in doubt, the movement is taken for one, which only means that a position may be made twice.
    """
    found = 0
    for step in range(made):
        came, direction = split_move(path, step)
        goal = np.int64(NEIGHBOUR[came, direction])
        could_wait = board[goal] == own
        for later in range(step + 1, made):
            begun, direction = split_move(path, later)
            beside, behind = np.int64(NEIGHBOUR[begun, direction]), np.int64(BEYOND[begun, direction])
            if begun == goal or beside in (came, goal) or behind in (came, goal):
                could_wait = False
                break
        if could_wait:
            gains[found] = _WEIGHT[goal] - _WEIGHT[came]
            stands[found] = goal
            comes[found] = came
            found += 1
    return found


@kernel
def split_move(path: Any, step: int) -> Any:
    """The cell and the direction of one movement of a path."""
    move = np.int64(path >> (MOVE_BITS * np.uint64(step)) & MOVE_MASK)
    return move // 6, move % 6


@kernel
def slot_of(table: Any, key: Any) -> Any:
    """Where a key stands in the table, or would."""
    last = table.shape[0] - 1
    slot = np.int64(mix(key) & np.uint64(last))
    while table[slot] != _NOTHING and table[slot] != key:
        slot = (slot + 1) & last
    return slot


@kernel
def refill(table: Any, places: Any, keys: Any, first: int, count: int) -> None:
    """Put the keys of one layer into an empty table: those of older layers cannot be met again."""
    for index in range(first, count):
        slot = slot_of(table, keys[index])
        table[slot] = keys[index]
        if places.shape[0]:
            places[slot] = index


@kernel
def longer(array: Any, room: int) -> Any:
    """A longer array that begins with what this one holds."""
    copy = np.empty(room, array.dtype)
    copy[: array.shape[0]] = array
    return copy


@kernel
def path_of(key: Any, path: Any, movements: Any) -> int:
    """Write the movements that lead to an entry; return their number."""
    made = np.int64(key >> MADE_SHIFT)
    for step in range(made):
        movements[step] = np.int64(path >> (MOVE_BITS * np.uint64(step)) & MOVE_MASK)
    return int(made)


@kernel
def after_turn(state: State, movements: Any, made: int) -> None:
    """Make the movements of a whole turn and clear up; the die is not thrown, and the turn is the other's.

    Where a game ends at once, a turn that captures the last enemy ends it before anything is cleared up.
    """
    seat = int(state.seat)
    for step in range(made):
        make_movement(state, seat, int(movements[step]))
    state.left = 0
    if state.count[1 - seat] == 0 and state.finish == 0:
        return
    clear_up(state, seat)
    state.turns += 1
    state.seat = 1 - seat


# --- doors from Python ------------------------------------------------------------------------------------------------


@kernel
def do_all_turns(states: States[State], movements: int, counting: bool) -> Any:
    return all_turns(states[0], movements, counting)


@kernel
def do_movement(states: States[State], move: int) -> None:
    make_movement(states[0], int(states[0].seat), move)
    states[0].left -= 1


@kernel
def do_after_turn(states: States[State], movements: Any) -> None:
    after_turn(states[0], movements, movements.shape[0])


@cache
def doors() -> Binder:
    """Where the kernels that belong to Tarble alone, not to a search of any game, are compiled."""
    return Binder("tarble-turns")


@dataclass(frozen=True)
class Turns:
    """All turns from a position, one for each position that they can lead to."""

    keys: Any
    """What each turn leads to, as in the picture at the top of this module."""
    paths: Any
    sequences: int | None
    """How many sequences of movements there are; None if they were not counted."""

    def __len__(self) -> int:
        return len(self.keys)

    def path(self, turn: int) -> list[int]:
        """The movements of a turn, as moves of the game."""
        path = int(self.paths[turn])
        return [
            path >> int(MOVE_BITS) * step & int(MOVE_MASK) for step in range(int(self.keys[turn]) >> int(MADE_SHIFT))
        ]


def turns_from(position: Position | View, movements: int | None = None, *, counting: bool = False) -> Turns:
    """All turns of the seat to move: the rest of its turn, or as if the die had shown another number."""
    states = states_of(position)
    made = int(states[0].left) if movements is None else movements
    keys, paths, ways, _, ends, count = doors().bind(do_all_turns)(states, made, counting)
    chosen = ends[:count]
    return Turns(keys[chosen], paths[chosen], int(ways[chosen].sum()) if counting else None)


def states_of(position: Position | View) -> Any:
    """A copy of a position's state, as the array of one record that doors take."""
    states = np.zeros(1, position.state.dtype)
    states[0] = position.state
    return states
