"""How many positions a list of turns comes down to."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import Position
from ludarium.games.tarble.board import DEADLY, PIECES
from ludarium.games.tarble.rules import NOWHERE
from ludarium.games.tarble.turns import CAPTURED_SHIFT, CELL_MASK, MADE_SHIFT, Turns

_POSITION = (np.uint64(1) << MADE_SHIFT) - np.uint64(1)
_MARKS = _POSITION ^ ((np.uint64(1) << CAPTURED_SHIFT) - np.uint64(1))
_REMOVED = np.append(DEADLY, np.zeros(NOWHERE + 1 - len(DEADLY), np.bool_))
"""`DEADLY` with room for NOWHERE."""


def distinct(turns: Turns) -> int:
    """How many positions the turns lead to, before anything is cleared up.

    The turns themselves are that many unless a game can end at once, in the middle of a turn: there, the same position
    is listed once for each number of movements that leads to it.
    """
    return len(np.unique(turns.keys & _POSITION))


def distinct_cleared(turns: Turns, position: Position) -> int:
    """How many positions are left when the mover's pieces on corners and centre are gone and the neutral piece is back.

    Points still tell them apart. A game that has ended at once is not cleared up.
    """
    enemies = int(position.state.count[1 - int(position.state.seat)])
    everybody = np.uint64((1 << enemies) - 1)
    over = ((turns.keys >> CAPTURED_SHIFT & CELL_MASK) == everybody) & (position.state.finish == 0)
    cleared = turns.keys & _MARKS
    cells = _cells(turns.keys)
    cells[_REMOVED[cells] & ~over[:, None]] = NOWHERE
    cells.sort(axis=1)
    for piece in range(PIECES):
        cleared |= cells[:, piece].astype(np.uint64) << np.uint64(7 * piece)
    return len(np.unique(cleared))


def _cells(keys: Any) -> Any:
    """The mover's cells, a row for each key."""
    return np.stack([(keys >> np.uint64(7 * piece) & CELL_MASK).astype(np.int16) for piece in range(PIECES)], axis=1)
