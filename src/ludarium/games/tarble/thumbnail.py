"""The picture of Tarble on the first page."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ludarium.engine.drawing import disc, hexagon, picture
from ludarium.games.tarble.board import CELLS, DEADLY, PLACES
from ludarium.games.tarble.rules import EMPTY, NEUTRAL

MIDDLE_GAME = "r(-4,-5)(-3,-5)(-2,-5)(-1,-5)(0,1) b(1,1)(1,3)(3,4)(1,5)(2,5)(3,5)(4,5) 2:4 b 3 turns=5"
_RADIUS = 11.2
_CELL, _DEADLY = "#e2d6bd", "#c9b48c"


def thumbnail(state: Any) -> str:
    """The board with red below and blue above."""
    parts = []
    pieces = []
    for cell in range(CELLS):
        x, y = PLACES[cell]
        across, down = 160 + _RADIUS * sqrt(3) * (x - y / 2), 110 - _RADIUS * 1.5 * y
        parts.append(hexagon(across, down, _RADIUS, _DEADLY if DEADLY[cell] else _CELL, "#f6f1e7"))
        piece = int(state.board[cell])
        if piece == NEUTRAL:
            pieces.append(f'<circle cx="{across:.2f}" cy="{down:.2f}" r="7.6" fill="#8d8678" stroke="#5f5a50"/>')
        elif piece != EMPTY:
            pieces.append(disc(across, down, 7.6, piece - 1, name=("Red", "Blue")[piece - 1]))
    return picture("Tarble", [*parts, *pieces])
