"""The field of Boundary in a terminal.

A character is a piece of the field twice as high as wide. With colours, each shows two samples of influence, one above
the other, as a half block; without, one sample as a shade. Pieces and treasures are written over it.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ludarium.games.boundary.geometry import in_wall, reach_of, size_of
from ludarium.games.boundary.influence import SCENE, paint
from ludarium.games.boundary.notation import number_of, place_text, plan_text
from ludarium.games.boundary.rules import movers, pieces_left, treasures_left
from ludarium.games.boundary.state import GONE, MAX_PIECES, NEUTRAL, SEATS, State

if TYPE_CHECKING:
    from ludarium.games.boundary.game import Boundary

ACROSS = 100
"""Characters across the field."""
_MARGIN = 5
"""Characters left of the field, for y."""
_RULER = 100
"""Pixels from one number on the rulers to the next."""
WALL = 2

_SHADES = {NEUTRAL: " ", 0: "░", 1: "▒", WALL: "█"}
# Numbers of the 256 colours: pale red and blue for ground, strong ones for pieces.
_GROUND = {NEUTRAL: 255, 0: 217, 1: 153, WALL: 240}
_PIECE = (160, 25)
_INK, _PAPER, _TREASURE = 16, 255, 220
_PLAIN = "\033[0m"

Labels = dict[tuple[int, int], tuple[str, int | None]]
"""By row and column: a character, and the seat of the piece that it belongs to, None for a treasure."""


def ground(
    game: Boundary, state: State, across: float, down: float, columns: int, rows: int, *, corner: bool = False
) -> Any:
    """Who holds each of `columns` × `rows` rectangles of this size, walls included.

    Their middle decides, or their top left corner, as the source draws it.
    """
    states = np.zeros(1, game.rules.dtype)
    states[0] = state
    colours = np.zeros((rows, columns), np.int8)
    inward = 0.0 if corner else 0.5
    left, top = inward * across - float(state.width) / 2, inward * down - float(state.height) / 2
    game.bound.bind(paint)(states, np.zeros(1, SCENE), left, top, across, down, colours)
    if state.wall_count:
        for row in range(rows):
            for column in range(columns):
                if in_wall(state, left + column * across, top + row * down):
                    colours[row, column] = WALL
    return colours


def draw_field(game: Boundary, state: State, seat: int | None, *, colours: bool | None = None) -> str:
    """The field and what stands where. `colours` is whether to write colours: by default where they can be seen."""
    if colours is None:
        colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    across = float(state.width) / ACROSS
    rows = max(1, round(float(state.height) / (2 * across)))
    down = float(state.height) / rows
    labels = _labels(state, across, down, rows)
    if colours:
        field = _coloured(ground(game, state, across, down / 2, ACROSS, 2 * rows), labels)
    else:
        field = _shaded(ground(game, state, across, down, ACROSS, rows), labels)
    lines = [_top_ruler(state, across), _frame("┌", "┐")]
    next_y = 0
    for row, line in enumerate(field):
        y = ""
        if (row + 1) * down > next_y:
            y, next_y = str(next_y), next_y + _RULER // 2
        lines.append(f"{y:>{_MARGIN - 1}}│{line}│")
    return "\n".join([*lines, _frame("└", "┘"), "", *_legend(game, state, seat)])


def _labels(state: State, across: float, down: float, rows: int) -> Labels:
    """What is written at which row and column: worths of treasures, and over them numbers of pieces."""
    labels: Labels = {}

    def write(x: float, y: float, text: str, owner: int | None) -> None:
        row = min(rows - 1, int((y + float(state.height) / 2) / down))
        middle = int((x + float(state.width) / 2) / across)
        first = min(max(0, middle - (len(text) - 1) // 2), ACROSS - len(text))
        if (row, first - 1) in labels and first + len(text) < ACROSS:
            first += 1  # two numbers side by side would be read as one
        for offset, sign in enumerate(text):
            labels[row, first + offset] = sign, owner

    for worth, (x, y) in zip(state.worth, state.treasure, strict=True):
        if worth:
            write(float(x), float(y), f"${worth}", None)
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            if state.blob[seat, piece] != GONE:
                x, y = state.place[seat, piece]
                write(float(x), float(y), str(number_of(state, seat, piece)), seat)
    return labels


def _shaded(colours: Any, labels: Labels) -> list[str]:
    return [
        "".join(
            labels[row, column][0] if (row, column) in labels else _SHADES[int(colours[row, column])]
            for column in range(ACROSS)
        )
        for row in range(colours.shape[0])
    ]


def _coloured(colours: Any, labels: Labels) -> list[str]:
    lines = []
    for row in range(colours.shape[0] // 2):
        line, style = "", ""
        for column in range(ACROSS):
            upper, lower = (int(colours[2 * row + half, column]) for half in range(2))
            sign, wanted = "▀", _style(_GROUND[upper], _GROUND[lower])
            if (row, column) in labels:
                sign, owner = labels[row, column]
                wanted = _style(_INK, _TREASURE) if owner is None else _style(_PAPER, _PIECE[owner])
            line += (wanted if wanted != style else "") + sign
            style = wanted
        lines.append(line + _PLAIN)
    return lines


def _style(ink: int, paper: int) -> str:
    return f"\033[38;5;{ink};48;5;{paper}m"


def _top_ruler(state: State, across: float) -> str:
    line = " " * _MARGIN
    for x in range(0, int(state.width) + 1, _RULER):
        line = line[: _MARGIN + round(x / across)].ljust(_MARGIN + round(x / across)) + str(x)
    return line


def _frame(left: str, right: str) -> str:
    return " " * (_MARGIN - 1) + left + "─" * ACROSS + right


def _legend(game: Boundary, state: State, seat: int | None) -> list[str]:
    """The signs, and a table: points, and every blob with its pieces."""
    lines = [f"{_SHADES[0]} Red's ground, {_SHADES[1]} Blue's, numbers are pieces, $5 is a treasure worth 5"]
    if state.wall_count:
        lines[0] += f", {_SHADES[WALL]} a wall"
    for own in range(SEATS):
        name = game.seat_names[own] + (" (you)" if own == seat else "")
        lines += ["", f"{name:<12} {state.points[own]} points, {_count(pieces_left(state, own), 'piece')}"]
        for leader in range(MAX_PIECES):
            if state.blob[own, leader] == leader:
                lines.append(_blob_line(state, own, leader))
    lines += ["", _standing(state)]
    for own in range(SEATS):
        if state.committed >> own & 1:
            lines.append(f"{game.seat_names[own]} has planned: {plan_text(state.pending[own], state, own)}.")
    return lines


def _blob_line(state: State, seat: int, leader: int) -> str:
    """One blob: its pieces and their places, how far it reaches."""
    places = "   ".join(
        f"{number_of(state, seat, piece)} at {place_text(state, *state.place[seat, piece])}"
        for piece in range(MAX_PIECES)
        if state.blob[seat, piece] == leader
    )
    influence = float(state.influence) * size_of(state, seat, leader)
    return f"  influence {influence:>4g}  reach {reach_of(state, seat, leader):>4g}   {places}"


def _standing(state: State) -> str:
    left = f"{_count(treasures_left(state), 'treasure')} left, worth {int(np.asarray(state.worth).sum())} in all"
    if movers(state):
        return f"Turn {int(state.turn) + 1} of at most {state.max_turns}; {left}."
    return f"The game is over after {_count(int(state.turn), 'turn')}; {left}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
