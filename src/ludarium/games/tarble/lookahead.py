"""Whole turns judged by a network: the best turn of a roll, the best few, and the best replies to every roll.

All values are logarithms of the odds that *red* wins; a game that is over counts as `SURE` for its winner, 0 for a tie.
Where all positions of a long roll would be too many, the first movements are generated completely, the best positions
after them are picked by the network, and the rest of the roll is generated completely from these.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.games.tarble.board import CENTRE, DEADLY, PIECES
from ludarium.games.tarble.network import SURE, Reader, chance_of, forget_sums, value
from ludarium.games.tarble.rules import BLUE, FACES, MOST_TURNS, NEUTRAL, NOWHERE, RED, make_movement
from ludarium.games.tarble.turns import (
    CAPTURED_SHIFT,
    CELL_MASK,
    MADE_SHIFT,
    NEUTRAL_SHIFT,
    after_turn,
    all_turns,
    path_of,
)

_U1 = np.uint64(1)
COMPLETE = np.array([6, 6, 6, 6, 5, 4, 4, 4], np.int64)
"""How many movements of a reply are generated completely, by the mover's number of pieces."""


# --- one position of the generator ------------------------------------------------------------------------------------


@kernel
def unpack(state: Any, key: Any, over: bool, pieces: Any) -> int:
    """Write the pieces of a position that a turn leads to; return the points that it has brought.

    `over`: the turn ends here, and the mover's pieces on corners and centre go (unless the last enemy was captured).
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
    clearing = over and count > 0
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
def value_of_end(state: Any, key: Any, reader: Reader, pieces: Any) -> float:
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


@kernel
def value_within(state: Any, key: Any, left: int, reader: Reader, pieces: Any) -> float:
    """The value of a position with so many movements still to come in the turn."""
    seat = int(state.seat)
    gained = unpack(state, key, False, pieces)
    red = int(state.points[RED]) + (gained if seat == RED else 0)
    blue = int(state.points[BLUE]) + (gained if seat == BLUE else 0)
    gone = 1 if state.board[CENTRE] != NEUTRAL or key >> NEUTRAL_SHIFT & _U1 else 0
    if pieces[1 - seat, 0] == NOWHERE:
        return value_of_result(red, blue, seat == RED, seat == BLUE)
    return float(value(reader, pieces, red, blue, seat, gone, left))


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
def best_turns(states: Any, reader: Reader, keys_out: Any, paths_out: Any, values_out: Any) -> Any:
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


# --- one turn, with limited work --------------------------------------------------------------------------------------


@kernel
def good_turn(states: Any, row: int, reader: Reader, complete: int, beam: int, movements: Any) -> Any:
    """A turn of the roll in `states[row]`: `(movements made, value)`; the next row is scratch.

    The best of all if `complete` movements or fewer are left; otherwise the best that begins with one of the `beam`
    best beginnings.
    """
    state = states[row]
    side = 1.0 - 2.0 * int(state.seat)
    left = int(state.left)
    first = min(left, complete)
    pieces = np.empty((2, PIECES), np.int8)
    keys, paths, _, _, ends, end_count = all_turns(state, first, False)
    chosen, worths = np.empty(beam, np.int64), np.empty(beam)
    count = 0
    best_worth, made = -2.0 * SURE, 0
    for index in range(end_count):
        entry = int(ends[index])
        key = keys[entry]
        if first < left and np.int64(key >> MADE_SHIFT) == first:
            worth = value_within(state, key, left - first, reader, pieces) * side
            count = insert(entry, worth, chosen, worths, count)
            continue
        worth = value_of_end(state, key, reader, pieces) * side
        if worth > best_worth:
            best_worth = worth
            made = path_of(key, paths[entry], movements)
    for index in range(count):
        begun = begin_turn(states, row, keys[chosen[index]], paths[chosen[index]], left)
        after = states[row + 1]
        more_keys, more_paths, _, _, more_ends, more_count = all_turns(after, left - begun, False)
        for further in range(more_count):
            entry = int(more_ends[further])
            worth = value_of_end(after, more_keys[entry], reader, pieces) * side
            if worth > best_worth:
                best_worth = worth
                path_of(keys[chosen[index]], paths[chosen[index]], movements)
                made = begun + path_of(more_keys[entry], more_paths[entry], movements[begun:])
    return made, best_worth * side


@kernel
def begin_turn(states: Any, row: int, key: Any, path: Any, left: int) -> int:
    """Make the first movements of a turn in the next row; return how many these are."""
    states[row + 1] = states[row]
    after = states[row + 1]
    movements = np.empty(FACES, np.int64)
    begun = path_of(key, path, movements)
    for step in range(begun):
        make_movement(after, int(after.seat), int(movements[step]))
    after.left = left - begun
    return begun


# --- replies ----------------------------------------------------------------------------------------------------------


@kernel
def value_after_replies(states: Any, path: Any, made: int, reader: Reader, faces: int, beam: int) -> Any:
    """The chance that red wins when the turn is answered as well as possible: `(chance, positions judged)`.

    The mean over the faces of the die, or over the first few of them. Row 0 holds the position before the turn; rows 1
    and 2 are scratch.
    """
    states[1] = states[0]
    state = states[1]
    after_turn(state, path, made)
    red_stands, blue_stands = state.count[RED] > 0, state.count[BLUE] > 0
    if not (red_stands and blue_stands):
        end = value_of_result(int(state.points[RED]), int(state.points[BLUE]), red_stands, blue_stands)
        return chance_of(end), 1
    if state.turns >= MOST_TURNS:
        return 0.5, 1
    forget_sums(reader)
    best = np.full(FACES + 1, -2.0 * SURE)
    side = 1.0 - 2.0 * int(state.seat)
    complete = min(faces, int(COMPLETE[state.count[state.seat]]))
    judged = judge_all_rolls(states, 1, faces, complete, beam, reader, best)
    total = 0.0
    for face in range(1, faces + 1):
        total += chance_of(best[face] * side)
    return total / faces, judged


@kernel
def judge_all_rolls(states: Any, row: int, faces: int, complete: int, beam: int, reader: Reader, best: Any) -> int:
    """For each face of the die the best turn, as its worth to the mover; returns how many positions were judged.

    A position after n movements is where a roll of n ends, and the beginning of every higher roll.
    """
    state = states[row]
    side = 1.0 - 2.0 * int(state.seat)
    pieces = np.empty((2, PIECES), np.int8)
    keys, paths, _, total, ends, end_count = all_turns(state, complete, False)
    chosen, worths = np.empty(beam, np.int64), np.empty(beam)
    early, count, judged = 0, 0, int(total)
    for entry in range(total):
        key = keys[entry]
        made = int(np.int64(key >> MADE_SHIFT))
        last = made
        if made < complete and early < end_count and ends[early] == entry:
            early += 1  # nothing more can be moved, whatever the die shows
            last = faces
        elif made == 0:
            continue
        worth = value_of_end(state, key, reader, pieces) * side
        for face in range(max(made, 1), last + 1):
            best[face] = max(best[face], worth)
        if made == complete and complete < faces:
            worth = value_within(state, key, faces - complete, reader, pieces) * side
            count = insert(entry, worth, chosen, worths, count)
            judged += 1
    for index in range(count):
        begun = begin_turn(states, row, keys[chosen[index]], paths[chosen[index]], faces)
        judged += judge_rest(states, row + 1, begun, faces, reader, best)
    return judged


@kernel
def judge_rest(states: Any, row: int, begun: int, faces: int, reader: Reader, best: Any) -> int:
    """As `judge_all_rolls` for a turn that has begun: for each higher face the best way to go on."""
    state = states[row]
    side = 1.0 - 2.0 * int(state.seat)
    pieces = np.empty((2, PIECES), np.int8)
    keys, _, _, total, ends, end_count = all_turns(state, faces - begun, False)
    early = 0
    for entry in range(total):
        key = keys[entry]
        made = begun + int(np.int64(key >> MADE_SHIFT))
        last = made
        if made < faces and early < end_count and ends[early] == entry:
            early += 1
            last = faces
        elif made == begun:
            continue
        worth = value_of_end(state, key, reader, pieces) * side
        for face in range(made, last + 1):
            best[face] = max(best[face], worth)
    return int(total)
