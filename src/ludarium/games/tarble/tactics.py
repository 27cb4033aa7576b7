"""What threatens whom, as inputs of a network: each side's pieces by how soon they can be jumped.

A piece can be jumped from one of six directions if the cell on that side and the cell straight behind are on the board
and free. How soon: the steps of the nearest enemy to that cell, and one for the jump, other pieces out of the way. The
same for the neutral piece, by either side. How soon two and three pieces can fall to one hunter: it goes on from where
the one before stood. And the steps in which a side could sacrifice all it has, with which a leader ends the game.

Each is a one (or a number of pieces) among zeros, and has its own rows for the middle and for the end of a turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.games.tarble.board import CELLS, CENTRE, CORNERS, DISTANCE, NEIGHBOUR, PIECES
from ludarium.games.tarble.rules import NOWHERE

SOONEST = 7
"""Movements that no roll gives: so many or more count alike."""
_SOON = SOONEST + 1
_FARTHEST = 20
"""Steps to sacrifice all that count alike from here on."""
_ROWS_OF_SIDE = 4 * _SOON + _FARTHEST + 1
TACTICAL_ROWS = 2 * 2 * _ROWS_OF_SIDE
"""Inputs: in the middle and at the end of a turn, of either side."""
MOST_TACTICAL = 2 * (PIECES + 4)
"""No position has more of them that are not zero."""


def _directions_between() -> Any:
    """[cell, other]: the bit of the direction in which the other cell touches a cell; 0 where it does not."""
    bits = np.zeros((CELLS, CELLS), np.int8)
    for cell in range(CELLS):
        for direction in range(6):
            if NEIGHBOUR[cell, direction] >= 0:
                bits[cell, NEIGHBOUR[cell, direction]] = 1 << direction
    return bits


def _jumpable() -> Any:
    """[cell]: the directions from which a piece there can be jumped on an empty board, as bits."""
    return np.array(
        [
            sum(
                1 << direction
                for direction in range(6)
                if NEIGHBOUR[cell, direction] >= 0 and NEIGHBOUR[cell, (direction + 3) % 6] >= 0
            )
            for cell in range(CELLS)
        ],
        np.int64,
    )


def _movements() -> Any:
    """[cell, open directions, hunter]: the movements in which a hunter jumps what stands on a cell, at most SOONEST."""
    table = np.full((CELLS, 64, CELLS), SOONEST, np.int8)
    for cell in range(CELLS):
        for open_ in range(1, 64):
            lowest = open_ & -open_
            side = NEIGHBOUR[cell, lowest.bit_length() - 1]
            table[cell, open_] = table[cell, open_ ^ lowest]
            if side >= 0:
                table[cell, open_] = np.minimum(table[cell, open_], DISTANCE[side] + 1)
    return table


_TOUCHING = _directions_between()
_JUMPABLE = _jumpable()
_MOVEMENTS = _movements()
# The neutral piece stands in the way of the centre: a jump more.
_TO_SACRIFICE = np.minimum(DISTANCE[:, list(CORNERS)].min(axis=1), DISTANCE[:, CENTRE] + 1).astype(np.int64)


@kernel
def open_directions(cell: int, friends: int, others: int) -> int:
    """The directions from which what stands on a cell can be jumped. `friends` and `others` are those in which its
    friends and its enemies touch it: the former let nobody pass, and no jump lands on either."""
    taken = friends | others
    return int(_JUMPABLE[cell]) & ~friends & ~(taken >> 3 | (taken & 7) << 3)


@kernel
def soonest_jump(cell: int, open_: int, hunters: Any) -> int:
    """In how many movements one of the hunters can jump what stands on a cell."""
    best = SOONEST
    for index in range(PIECES):
        hunter = int(hunters[index])
        if hunter == NOWHERE:
            break
        best = min(best, int(_MOVEMENTS[cell, open_, hunter]))
    return best


@kernel
def touching(cell: int, pieces: Any) -> int:
    """The directions in which some of the pieces touch a cell, as bits."""
    bits = 0
    for index in range(PIECES):
        other = int(pieces[index])
        if other == NOWHERE:
            break
        bits |= int(_TOUCHING[cell, other])
    return bits


@kernel
def soonest_chains(own: Any, count: int, soon: int, opens: int) -> Any:
    """In how many movements two and three pieces can fall to one hunter, at most SOONEST.

    `soon` and `opens` hold 3 and 6 bits for each piece.
    """
    two = three = SOONEST
    for first in range(count):
        needed = soon >> 3 * first & 7
        if needed + 1 >= SOONEST:
            continue
        for second in range(count):
            if second == first:
                continue
            both = needed + int(_MOVEMENTS[own[second], opens >> 6 * second & 63, own[first]])
            two = min(two, both)
            if both + 1 >= three:
                continue
            for third in range(count):
                if third not in (first, second):
                    further = int(_MOVEMENTS[own[third], opens >> 6 * third & 63, own[second]])
                    three = min(three, both + further)
    return two, three


@kernel
def tactical_inputs(
    mine: Any, theirs: Any, gone: int, left: int, first: int, rows: Any, amounts: Any, count: int
) -> int:
    """Append the inputs, whose rows begin at `first`; return how many inputs there are now."""
    if left > 0:
        first += 2 * _ROWS_OF_SIDE
    for side in range(2):
        own, enemies = (mine, theirs) if side == 0 else (theirs, mine)
        begun = count
        steps, pieces = 0, 0
        opens, soon = 0, 0
        while pieces < PIECES and own[pieces] != NOWHERE:
            cell = int(own[pieces])
            steps += int(_TO_SACRIFICE[cell])
            friends = touching(cell, own)
            if gone == 0:
                friends |= int(_TOUCHING[cell, CENTRE])
            open_ = open_directions(cell, friends, touching(cell, enemies))
            needed = soonest_jump(cell, open_, enemies)
            opens |= open_ << 6 * pieces
            soon |= needed << 3 * pieces
            row = first + needed
            place = begun
            while place < count and rows[place] != row:
                place += 1
            if place == count:
                rows[place] = row
                amounts[place] = np.float32(0.0)
                count += 1
            amounts[place] += np.float32(0.5)
            pieces += 1
        neutral = SOONEST
        if gone == 0:
            open_ = open_directions(CENTRE, touching(CENTRE, enemies), touching(CENTRE, own))
            neutral = soonest_jump(CENTRE, open_, own)
        two, three = soonest_chains(own, pieces, soon, opens)
        rows[count] = first + _SOON + neutral
        rows[count + 1] = first + 2 * _SOON + two
        rows[count + 2] = first + 3 * _SOON + three
        rows[count + 3] = first + 4 * _SOON + min(steps, _FARTHEST)
        for place in range(count, count + 4):
            amounts[place] = np.float32(1.0)
        count += 4
        first += _ROWS_OF_SIDE
    return count
