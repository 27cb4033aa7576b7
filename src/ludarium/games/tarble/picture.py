"""The board of Tarble drawn in text."""

from __future__ import annotations

from ludarium.games.tarble.board import CELL, CELLS, DEADLY, PLACES, REACH
from ludarium.games.tarble.rules import BLUE, MOST_TURNS, RED, State, to_move

SIGNS = "·RBN"
"""An empty cell, red, blue, the neutral piece."""
LEGEND = (
    "R red, B blue, N neutral; (·) corners and centre: own pieces that end a turn there are removed",
    "(x,y): y is the row; x is counted below and on the right, along the lines that rise to the left",
)

_ACROSS, _SLANT = 4, 2
"""Characters from a cell to the next, and from a row to the next."""
_LEFT = _ACROSS * (REACH + 1)
"""The column of x = 0 in the row y = 0; to its left there is room for the numbers of the rows."""


def draw(state: State, names: tuple[str, ...]) -> str:
    """The board with red at the bottom, x along its lower edge, y along the left one; below it where things stand."""
    rows: dict[int, dict[int, str]] = {y: {} for y in range(REACH, -REACH - 2, -1)}
    for cell in range(CELLS):
        x, y = PLACES[cell]
        sign = SIGNS[int(state.board[cell])]
        rows[y][_column(x, y)] = f"({sign})" if DEADLY[cell] else f" {sign} "
    for y in range(-REACH, REACH + 1):
        rows[y][_column(_first_x(y) - 1, y)] = f"{y:>2} "
    for x in range(-REACH, REACH + 1):
        y = next(y for y in range(-REACH, REACH + 1) if (x, y) in CELL) - 1
        rows[y][_column(x, y)] = f"{x:>2} "
    lines = [_line(texts) for texts in rows.values()]
    return "\n".join([*lines, "", *LEGEND, "", *_standing(state, names)])


def _column(x: int, y: int) -> int:
    return _LEFT + _ACROSS * x - _SLANT * y


def _first_x(y: int) -> int:
    return max(-REACH, y - REACH)


def _line(texts: dict[int, str]) -> str:
    line = ""
    for column, text in sorted(texts.items()):
        line = line.ljust(column) + text
    return line.rstrip()


def _standing(state: State, names: tuple[str, ...]) -> list[str]:
    """Points and pieces of both, and whose turn it is."""
    lines = []
    for seat in (RED, BLUE):
        points, pieces = int(state.points[seat]), int(state.count[seat])
        lines.append(f"{names[seat]:<12} {_count(points, 'point'):<10} {_count(pieces, 'piece')}")
    roll, left = int(state.roll), int(state.left)
    if to_move(state) >= 0:
        made = f", {_count(left, 'movement')} left" if left < roll else ""
        lines.append(f"Turn {state.turns + 1}: {names[int(state.seat)]} has rolled {roll}{made}.")
    elif state.turns >= MOST_TURNS:
        lines.append(f"The game is stopped after {MOST_TURNS} turns.")
    else:
        losers = " and ".join(names[seat] for seat in (RED, BLUE) if state.count[seat] == 0)
        lines.append(f"{losers} {'have' if ' and ' in losers else 'has'} no pieces: the game is over.")
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
