"""Whole turns judged by a network: the best few of all that a roll allows.

All values are logarithms of the odds that *red* wins; a game that is over counts as `SURE` for its winner, 0 for a tie.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.state import States
from ludarium.games.tarble.board import CENTRE, DEADLY, PIECES
from ludarium.games.tarble.network import SURE, Reader, forget_sums, value
from ludarium.games.tarble.rules import BLUE, MOST_TURNS, NEUTRAL, NOWHERE, RED, State
from ludarium.games.tarble.turns import (
    CAPTURED_SHIFT,
    CELL_MASK,
    NEUTRAL_SHIFT,
    all_turns,
)

_U1 = np.uint64(1)


# --- one position of the generator ------------------------------------------------------------------------------------


@kernel
def unpack(state: State, key: Any, over: bool, pieces: Any) -> int:
    """Write the pieces of a position that a turn leads to; return the points that it has brought.

    `over`: the turn ends here, and the mover's pieces on corners and centre go (unless the last enemy was captured and
    the game has ended at once).
    """
    seat = int(state.seat)
    other = 1 - seat
    captured = np.int64((key >> CAPTURED_SHIFT) & CELL_MASK)
    gained, count = 0, 0
    for enemy in range(state.count[other]):
        if captured >> enemy & 1:
            gained += 1
        else:
            pieces[other, count] = state.pieces[other, enemy]
            count += 1
    clearing = over and (count > 0 or state.finish == 1)
    for place in range(count, PIECES):
        pieces[other, place] = NOWHERE
    count = 0
    for piece in range(state.count[seat]):
        cell = np.int64((key >> np.uint64(7 * piece)) & CELL_MASK)
        if not (clearing and DEADLY[cell]):
            pieces[seat, count] = cell
            count += 1
    for place in range(count, PIECES):
        pieces[seat, place] = NOWHERE
    if state.board[CENTRE] == NEUTRAL and key >> NEUTRAL_SHIFT & _U1:
        gained += 1
    return gained


@kernel
def value_of_result(red: int, blue: int, red_stands: bool, blue_stands: bool) -> float:
    """The value of a game in which somebody has no pieces left."""
    if red != blue:
        return SURE if red > blue else -SURE
    if red_stands == blue_stands:
        return 0.0
    return SURE if red_stands else -SURE


@kernel
def value_of_end(state: State, key: Any, reader: Reader, pieces: Any) -> float:
    """The value of a position at the end of a turn."""
    seat = int(state.seat)
    gained = unpack(state, key, True, pieces)
    red = int(state.points[RED]) + (gained if seat == RED else 0)
    blue = int(state.points[BLUE]) + (gained if seat == BLUE else 0)
    red_stands, blue_stands = pieces[RED, 0] != NOWHERE, pieces[BLUE, 0] != NOWHERE
    if not (red_stands and blue_stands):
        return value_of_result(red, blue, red_stands, blue_stands)
    if state.turns + 1 >= MOST_TURNS:
        return 0.0
    return float(value(reader, pieces, red, blue, 1 - seat, 0, 0))


# --- the best few -----------------------------------------------------------------------------------------------------


@kernel
def insert(entry: int, worth: float, chosen: Any, worths: Any, count: int) -> int:
    """Put an entry into a list of the best, the best first, if it is good enough; return the list's length."""
    room = int(chosen.shape[0])
    if count == room and worth <= worths[room - 1]:
        return count
    place = count if count < room else room - 1
    while place > 0 and worths[place - 1] < worth:
        chosen[place] = chosen[place - 1]
        worths[place] = worths[place - 1]
        place -= 1
    chosen[place] = entry
    worths[place] = worth
    return min(count + 1, room)


@kernel
def best_turns(states: States[State], reader: Reader, keys_out: Any, paths_out: Any, values_out: Any) -> Any:
    """The best turns of the roll, the best first: `(how many, positions judged)`. Nothing is left out.

    No two of them lead to the same position.
    """
    state = states[0]
    seat = int(state.seat)
    side = 1.0 - 2.0 * seat
    pieces = np.empty((2, PIECES), np.int8)
    others = np.empty((2, PIECES), np.int8)
    forget_sums(reader)
    keys, paths, _, _, ends, end_count = all_turns(state, int(state.left), False)
    wanted = keys_out.shape[0]
    # Turns whose differences are cleared away lead to the same position: some spare ones make up for them.
    chosen, worths = np.empty(4 * wanted, np.int64), np.empty(4 * wanted)
    count = 0
    for index in range(end_count):
        entry = int(ends[index])
        worth = value_of_end(state, keys[entry], reader, pieces) * side
        count = insert(entry, worth, chosen, worths, count)
    found = 0
    for index in range(count):
        if found == wanted:
            break
        key = keys[chosen[index]]
        gained = unpack(state, key, True, pieces)
        new = True
        for earlier in range(found):
            if unpack(state, keys_out[earlier], True, others) == gained and same(pieces, others):
                new = False
                break
        if new:
            keys_out[found] = key
            paths_out[found] = paths[chosen[index]]
            values_out[found] = worths[index] * side
            found += 1
    return found, end_count


@kernel
def same(first: Any, second: Any) -> bool:
    for side in range(2):
        for piece in range(PIECES):
            if first[side, piece] != second[side, piece]:
                return False
    return True
