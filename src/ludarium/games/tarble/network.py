"""The network that judges a position of Tarble: inputs, one hidden layer, one output, the chance that red wins.

What it is given, one row of weights for each input:

    plain       91 cells (red +1, blue −1, else 0), the points of both / 10, the side to move (red +1, blue −1),
                whether the neutral piece has been captured this turn, and a constant 1
    rich        seen by the side to move, who counts as red: 91 cells of its own and 91 of the other side's, the points
                of both / 10, the neutral piece, the constant; each as a one among zeros: how many pieces it has, how
                many the other side has, the lead in points from −6 to 6, how many movements are left; and the threats
                of `tactics`

The board is turned first, so that the six turns of a position give the same inputs: the sum of red's places minus the
sum of blue's is a vector, and it must come to lie in the sextant from (1,0) up to, not including, (1,1). Where it is
zero, the turn is taken that makes the list of cells smallest.

A movement changes few inputs. A `Reader` therefore keeps, for each of the six turns, the sums of the hidden units for
the cells of the last position read in that turn, and only adds and takes away the rows in which the next one differs.
The other inputs take few different values, whose sums are kept too.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.kernels.jit import apart
from ludarium.games.tarble.board import CELLS, PIECES, PLACES, TURNED
from ludarium.games.tarble.rules import FACES, NOWHERE, RED
from ludarium.games.tarble.tactics import MOST_TACTICAL, TACTICAL_ROWS, tactical_inputs

PLAIN_ROWS = CELLS + 5
MOST_LEAD = 6
_LEADS = 2 * MOST_LEAD + 1
_TACTICS = 2 * CELLS + 4 + 2 * (PIECES + 1) + _LEADS + FACES
RICH_ROWS = _TACTICS + TACTICAL_ROWS
"""How many inputs, with the constant one, the two kinds of network have."""
MOST_ACTIVE = 2 * PIECES + 8 + MOST_TACTICAL
"""No position has more inputs that are not zero."""

SURE = 1000.0
"""Stands for the logarithm of the odds of a game that is won."""

_X = np.array([place[0] for place in PLACES], np.int64)
_Y = np.array([place[1] for place in PLACES], np.int64)
_POINT = np.float32(0.1)
_ONE = np.float32(1.0)
_KEPT = 64
"""Sums of the other inputs that a reader keeps."""
_LASTS = 1000
"""So often a sum is changed before it is made afresh, lest rounding errors add up."""

# The hyperbolic tangent as a continued fraction cut off, which needs no call and is within 0.0001 of it.
_EDGE = np.float32(4.97)
_A1, _A2, _A3 = np.float32(135135.0), np.float32(17325.0), np.float32(378.0)
_B2, _B3, _B4 = np.float32(62370.0), np.float32(3150.0), np.float32(28.0)


class Reader(NamedTuple):
    """A network, and what is kept from position to position. Kernels take it as it is; see `network_file.reader`."""

    weights: Any
    """[row, unit]: from an input to a hidden unit."""
    output: Any
    """[unit]: from a hidden unit to the output; the last entry is the output's own constant."""
    sums: Any
    """[turn, unit]: of the rows of the cells in `stands`."""
    stands: Any
    """[turn, side, piece]: the cells that the sums hold, as in a state's `pieces`, and a NOWHERE behind them."""
    ages: Any
    """[turn]: how often a sum has been changed since it was made afresh."""
    others: Any
    """[place, unit]: of the rows of the other inputs."""
    other_keys: Any
    """[place]: which inputs these are."""
    rows: Any
    """Scratch: the inputs of a position that are not zero."""
    amounts: Any
    """Scratch: their values."""
    units: Any
    """Scratch: the hidden units."""


@kernel
def forget_sums(reader: Reader) -> None:
    """Begin afresh: the weights have changed, or results must not depend on what was read before."""
    for turns in range(6):
        reader.ages[turns] = _LASTS
    for place in range(_KEPT):
        reader.other_keys[place] = -1


# --- which way the board is turned ------------------------------------------------------------------------------------


@kernel
def turns_to_read(pieces: Any, red: int) -> int:
    """How often the board must be turned by 60° before it is read; `red` is the side that counts as red."""
    x, y = 0, 0
    for side in range(2):
        for piece in range(PIECES):
            cell = int(pieces[side ^ red, piece])
            if cell == NOWHERE:
                break
            x += _X[cell] * (1 - 2 * side)
            y += _Y[cell] * (1 - 2 * side)
    if x == 0 and y == 0:
        return turns_of_balanced(pieces, red)
    turns = 0
    while not x > y >= 0:
        x, y = x - y, x
        turns += 1
    return turns


@kernel
def turns_of_balanced(pieces: Any, red: int) -> int:
    """The turn with the smallest list of cells, where the sum of the places does not tell."""
    boards = np.zeros((6, CELLS), np.int8)
    best = 0
    for turns in range(6):
        for side in range(2):
            for piece in range(PIECES):
                cell = int(pieces[side ^ red, piece])
                if cell == NOWHERE:
                    break
                boards[turns, TURNED[turns, cell]] = 1 + side
        for cell in range(CELLS):
            if boards[turns, cell] != boards[best, cell]:
                if boards[turns, cell] < boards[best, cell]:
                    best = turns
                break
    return best


# --- inputs -----------------------------------------------------------------------------------------------------------


@kernel
def other_inputs(
    rich: bool, pieces: Any, red: int, blue: int, seat: int, gone: int, left: int, rows: Any, amounts: Any, count: int
) -> int:
    """Append the inputs that are neither cells nor tactics; return how many there are now."""
    if rich:
        first = 2 * CELLS
        mine, theirs = (blue, red) if seat else (red, blue)
        for row in range(4):
            rows[count + row] = first + row
        amounts[count] = _POINT * np.float32(mine)
        amounts[count + 1] = _POINT * np.float32(theirs)
        amounts[count + 2] = np.float32(gone)
        amounts[count + 3] = _ONE
        count += 4
        first += 4
        rows[count] = first + pieces_of(pieces, seat)
        rows[count + 1] = first + PIECES + 1 + pieces_of(pieces, 1 - seat)
        rows[count + 2] = first + 2 * (PIECES + 1) + MOST_LEAD + min(max(mine - theirs, -MOST_LEAD), MOST_LEAD)
        rows[count + 3] = first + 2 * (PIECES + 1) + _LEADS + min(left, FACES - 1)
        for place in range(count, count + 4):
            amounts[place] = _ONE
        return count + 4
    for row in range(5):
        rows[count + row] = CELLS + row
    amounts[count] = _POINT * np.float32(red)
    amounts[count + 1] = _POINT * np.float32(blue)
    amounts[count + 2] = np.float32(1 - 2 * seat)
    amounts[count + 3] = np.float32(gone)
    amounts[count + 4] = _ONE
    return count + 5


@kernel
def pieces_of(pieces: Any, side: int) -> int:
    count = 0
    while count < PIECES and pieces[side, count] != NOWHERE:
        count += 1
    return count


@kernel
def all_inputs(
    rich: bool, pieces: Any, red: int, blue: int, seat: int, gone: int, left: int, rows: Any, amounts: Any
) -> int:
    """Write all inputs of a position that are not zero; return their number.

    `left` is how many movements the side to move still has in this turn, 0 if its die has not been thrown yet.
    """
    first = seat if rich else RED
    turns = turns_to_read(pieces, first)
    count = 0
    for side in range(2):
        for piece in range(PIECES):
            cell = int(pieces[side ^ first, piece])
            if cell == NOWHERE:
                break
            rows[count] = TURNED[turns, cell] + (CELLS * side if rich else 0)
            amounts[count] = _ONE if rich or side == RED else -_ONE
            count += 1
    count = other_inputs(rich, pieces, red, blue, seat, gone, left, rows, amounts, count)
    if rich:
        count = tactical_inputs(pieces[seat], pieces[1 - seat], gone, left, _TACTICS, rows, amounts, count)
    return count


# --- values -----------------------------------------------------------------------------------------------------------


@kernel
def bent(total: Any) -> Any:
    """What a hidden unit makes of its sum: the hyperbolic tangent."""
    total = min(max(total, -_EDGE), _EDGE)
    square = total * total
    above = total * (_A1 + square * (_A2 + square * (_A3 + square)))
    below_ = _A1 + square * (_B2 + square * (_B3 + square * _B4))
    return above / below_


@apart
@kernel
def value(reader: Reader, pieces: Any, red: int, blue: int, seat: int, gone: int, left: int) -> float:
    """The logarithm of the odds that red wins, with no more work than the difference to what was read before.

    All in one function: to hand over a reader costs as much as a row.
    """
    weights, sums, stands, ages = reader.weights, reader.sums, reader.stands, reader.ages
    rich = weights.shape[0] == RICH_ROWS
    first = seat if rich else RED
    turns = turns_to_read(pieces, first)
    if ages[turns] >= _LASTS:
        begin_sums(sums, stands, ages, turns)
    ages[turns] += 1
    for side in range(2):
        sign = _ONE if rich or side == RED else -_ONE
        shift = CELLS * side if rich else 0
        held, wanted = 0, 0
        while True:  # both lists rise
            old = int(stands[turns, side, held])
            new = int(pieces[side ^ first, wanted]) if wanted < PIECES else NOWHERE
            if old == new:
                if old == NOWHERE:
                    break
                held += 1
                wanted += 1
            elif old < new:
                add_row(sums, turns, weights, int(TURNED[turns, old]) + shift, -sign)
                held += 1
            else:
                add_row(sums, turns, weights, int(TURNED[turns, new]) + shift, sign)
                wanted += 1
        for piece in range(PIECES):
            stands[turns, side, piece] = pieces[side ^ first, piece]

    key = (((np.int64(red) * 2048 + blue) * 2 + seat) * 2 + gone) * 8 + left
    if rich:
        key = (key * 8 + pieces_of(pieces, seat)) * 8 + pieces_of(pieces, 1 - seat)
    place = (key ^ key >> 7 ^ key >> 14) & (_KEPT - 1)
    others = reader.others
    if reader.other_keys[place] != key:
        reader.other_keys[place] = key
        count = other_inputs(rich, pieces, red, blue, seat, gone, left, reader.rows, reader.amounts, 0)
        add_rows(reader, count, others[place])

    units, output = reader.units, reader.output
    size = units.shape[0]
    for unit in range(size):
        units[unit] = sums[turns, unit] + others[place, unit]
    if rich:
        rows, amounts = reader.rows, reader.amounts
        count = tactical_inputs(pieces[seat], pieces[1 - seat], gone, left, _TACTICS, rows, amounts, 0)
        for index in range(count):
            row, amount = rows[index], amounts[index]
            for unit in range(size):
                units[unit] += amount * weights[row, unit]
    for unit in range(size):
        units[unit] = bent(units[unit]) * output[unit]
    odds = float(add_up(units, size) + output[size])
    return -odds if first else odds


@kernel
def begin_sums(sums: Any, stands: Any, ages: Any, turns: int) -> None:
    """Empty the sums of one turn."""
    ages[turns] = 0
    for unit in range(sums.shape[1]):
        sums[turns, unit] = np.float32(0.0)
    for side in range(2):
        stands[turns, side, 0] = NOWHERE


@kernel
def add_row(sums: Any, turns: int, weights: Any, row: int, amount: Any) -> None:
    for unit in range(sums.shape[1]):
        sums[turns, unit] += amount * weights[row, unit]


@kernel
def add_up(units: Any, size: int) -> float:
    """The sum, in four parts that a processor can work on at once."""
    one = two = three = four = np.float32(0.0)
    whole = size - size % 4
    for unit in range(0, whole, 4):
        one += units[unit]
        two += units[unit + 1]
        three += units[unit + 2]
        four += units[unit + 3]
    for unit in range(whole, size):
        one += units[unit]
    return float((one + two) + (three + four))


@kernel
def add_rows(reader: Reader, count: int, totals: Any) -> None:
    """Write the sums of the inputs that stand in the reader's scratch."""
    weights = reader.weights
    for unit in range(totals.shape[0]):
        totals[unit] = np.float32(0.0)
    for place in range(count):
        row, amount = reader.rows[place], reader.amounts[place]
        for unit in range(totals.shape[0]):
            totals[unit] += amount * weights[row, unit]


@apart
@kernel
def fresh_value(reader: Reader, pieces: Any, red: int, blue: int, seat: int, gone: int, left: int) -> float:
    """As `value`, recomputed from all inputs. Leaves the inputs (padded with zeros) and the hidden units in the
    reader's scratch."""
    rich = reader.weights.shape[0] == RICH_ROWS
    count = all_inputs(rich, pieces, red, blue, seat, gone, left, reader.rows, reader.amounts)
    for place in range(count, MOST_ACTIVE):
        reader.amounts[place] = np.float32(0.0)
    units, output = reader.units, reader.output
    add_rows(reader, count, units)
    total = output[units.shape[0]]
    for unit in range(units.shape[0]):
        units[unit] = bent(units[unit])
        total += units[unit] * output[unit]
    return -float(total) if rich and seat else float(total)


@kernel
def chance_of(odds: float) -> float:
    """The chance that belongs to the logarithm of the odds."""
    if odds > 30.0:
        return 1.0
    if odds < -30.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-odds))
