"""Hunts: how one piece alone comes to capture, whatever it takes.

A beam over movements goes on from what looks best at each step. A piece that walks four cells to take two with the
fifth and sixth movement looks like nothing until it is there, and whoever searches for positions to which no good reply
is seen finds just those to which the beam is blind. Hunts are few, since only one piece moves: they are listed in full.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.games.tarble.board import BEYOND, CELLS, CENTRE, DISTANCE, NEIGHBOUR, PIECES
from ludarium.games.tarble.rules import EMPTY, FACES, NEUTRAL, State
from ludarium.games.tarble.turns import MOVE_BITS

MOST_HUNTS = 512
"""So many are listed, the shortest first; a position met in play has some forty, seldom more than a hundred."""
_ROOM = 8192
"""Places of one piece, with what it has captured until then, that are gone on from."""
_NEUTRAL_BIT = 1 << PIECES


@kernel
def all_hunts(state: State, seat: int, paths: Any, lengths: Any) -> int:
    """List every way in which one piece comes to a capture within six movements, the shortest first; return how many.

    A hunt ends with a capture; what is captured on the way is part of it. Of a piece's hunts that end on the same cell
    with the same captures one of the shortest is listed. Paths are packed as in `turns`.
    """
    found = 0
    number = np.full(CELLS, -1, np.int8)  # of what can be captured on a cell
    for enemy in range(state.count[1 - seat]):
        number[state.pieces[1 - seat, enemy]] = enemy
    if state.board[CENTRE] == NEUTRAL:
        number[CENTRE] = PIECES
    everybody = (1 << int(state.count[1 - seat])) - 1
    cells, masks = np.empty(_ROOM, np.int16), np.empty(_ROOM, np.int16)
    ways, hunters = np.empty(_ROOM, np.uint64), np.empty(_ROOM, np.int16)
    met = np.zeros((2, PIECES, CELLS, 2 * _NEUTRAL_BIT // 64), np.uint64)  # ended a hunt; gone on from
    count = 0
    for piece in range(state.count[seat]):
        cells[count], masks[count], ways[count] = state.pieces[seat, piece], 0, 0
        hunters[count] = piece
        count += 1
    first = 0
    for made in range(FACES):
        last = count
        for entry in range(first, last):
            cell, mask, piece = int(cells[entry]), int(masks[entry]), int(hunters[entry])
            if mask & everybody == everybody and state.finish == 0:
                continue  # the game is over
            if not prey_within(state, seat, cell, mask, FACES - made - 1):
                continue
            home = int(state.pieces[seat, piece])
            for direction in range(6):
                beside = int(NEIGHBOUR[cell, direction])
                if beside < 0:
                    continue
                goal, captured = beside, mask
                if not is_free(state, number, beside, mask, home):
                    goal = int(BEYOND[cell, direction])
                    prey = int(number[beside])
                    if prey < 0 or mask >> prey & 1 or goal < 0 or not is_free(state, number, goal, mask, home):
                        continue
                    captured = mask | 1 << prey
                way = ways[entry] | np.uint64(cell * 6 + direction) << MOVE_BITS * np.uint64(made)
                if captured != mask and found < paths.shape[0] and is_first(met[0, piece, goal], captured):
                    paths[found], lengths[found] = way, made + 1
                    found += 1
                if count < _ROOM and is_first(met[1, piece, goal], captured):
                    cells[count], masks[count], ways[count], hunters[count] = goal, captured, way, piece
                    count += 1
        first = last
    return found


@kernel
def is_first(marks: Any, captured: int) -> bool:
    """Whether these captures are met for the first time; then they are marked."""
    word, bit = captured >> 6, np.uint64(1) << np.uint64(captured & 63)
    if marks[word] & bit:
        return False
    marks[word] |= bit
    return True


@kernel
def is_free(state: State, number: Any, cell: int, mask: int, home: int) -> bool:
    """Whether a cell is empty now that the piece from `home` is under way and has captured so much."""
    if cell == home or state.board[cell] == EMPTY:
        return True
    prey = int(number[cell])
    return prey >= 0 and mask >> prey & 1 == 1


@kernel
def prey_within(state: State, seat: int, cell: int, mask: int, steps: int) -> bool:
    """Whether something is left to capture that so many steps lead beside; the jump is not counted."""
    if state.board[CENTRE] == NEUTRAL and not mask & _NEUTRAL_BIT and DISTANCE[cell, CENTRE] <= steps + 1:
        return True
    for enemy in range(state.count[1 - seat]):
        if not mask >> enemy & 1 and DISTANCE[cell, state.pieces[1 - seat, enemy]] <= steps + 1:
            return True
    return False
