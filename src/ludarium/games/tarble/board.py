"""The board of Tarble as tables: 91 hexagonal cells, a hexagon of side 6.

Coordinates (x, y) lie on skewed axes, y upwards, with |x|, |y|, |x − y| ≤ 5. Cells are numbered row by row from the
bottom (red's side), in each row from the left:

         (0,5) … (5,5)          direction   0      1      2      3       4        5
      (−5,0) … (5,0)            adds        (1,0)  (1,1)  (0,1)  (−1,0)  (−1,−1)  (0,−1)
         (−5,−5) … (0,−5)       to the      right  ↗      ↖      left    ↙        ↘

The directions follow each other anticlockwise, so that turning the board by 60° adds one to each.
"""

from __future__ import annotations

import numpy as np

REACH = 5
"""Steps from the centre to a corner."""
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))

Place = tuple[int, int]
"""A cell as people write it: (x, y)."""

PLACES: tuple[Place, ...] = tuple(
    (x, y) for y in range(-REACH, REACH + 1) for x in range(-REACH, REACH + 1) if abs(x - y) <= REACH
)
"""The place of every cell."""
CELL: dict[Place, int] = {place: cell for cell, place in enumerate(PLACES)}
CELLS = len(PLACES)
CENTRE = CELL[0, 0]
CORNERS = tuple(CELL[REACH * x, REACH * y] for x, y in DIRECTIONS)

PIECES = 7
"""How many pieces each player begins with."""
RED_START = tuple(sorted(CELL[place] for place in [(x, -5) for x in range(-4, 0)] + [(x, -4) for x in range(-3, 0)]))
BLUE_START = tuple(sorted(CELL[-x, -y] for x, y in (PLACES[cell] for cell in RED_START)))


def between(first: Place, second: Place) -> int:
    """The board distance: steps from one place to another on an empty board."""
    dx, dy = first[0] - second[0], first[1] - second[1]
    return max(abs(dx), abs(dy), abs(dx - dy))


def turned(place: Place, times: int = 1) -> Place:
    """Where a place comes to lie when the board is turned anticlockwise by 60°, so many times."""
    x, y = place
    for _ in range(times % 6):
        x, y = x - y, x
    return x, y


def _stepped(steps: int) -> list[list[int]]:
    return [[CELL.get((x + steps * dx, y + steps * dy), -1) for dx, dy in DIRECTIONS] for x, y in PLACES]


NEIGHBOUR = np.array(_stepped(1), np.int16)
"""The cell next to a cell in each direction, -1 beyond the edge."""
BEYOND = np.array(_stepped(2), np.int16)
"""The cell behind that one, where a jump lands."""
DISTANCE = np.array([[between(first, second) for second in PLACES] for first in PLACES], np.int8)
TURNED = np.array([[CELL[turned(place, times)] for place in PLACES] for times in range(6)], np.int16)
"""`TURNED[times, cell]`: where a cell comes to lie when the board is turned."""
RIGHTWARDS = np.array([[2 * x - y for x, y in PLACES], [y - 2 * x for x, y in PLACES]], np.int8)
"""`RIGHTWARDS[seat, cell]`: how far to the right a cell lies for a seat that looks at the board from its own side, in
half cells."""
DEADLY = np.array([cell in (*CORNERS, CENTRE) for cell in range(CELLS)], np.bool_)
"""The corners and the centre: own pieces that end a turn there are removed."""
