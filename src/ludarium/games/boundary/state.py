"""What a position of Boundary holds, and the numbers that are the same in every game.

All places are in pixels **from the centre of the field**, x to the right and y down, so that mirroring the field is a
change of sign and exact. People count from the top left corner; `notation` converts.

        x = -width/2            0            x = +width/2
             ┌──────────────────┬──────────────────┐  y = -height/2
             │                  │                  │
             ├──────────────── 0,0 ────────────────┤  y = 0
             │                  │                  │
             └──────────────────┴──────────────────┘  y = +height/2

Between turns every place is a whole number of hundredths of a pixel.
"""

from __future__ import annotations

from ludarium.engine import FieldsAtOnce, f8, i1, i2, i4

SEATS = 2
MAX_PIECES = 12
"""Pieces of a seat."""
MAX_TREASURES = 30
MAX_WALLS = 8
MOST_TURNS = 1000

GONE = -1
"""The blob of a piece that is captured or was never there."""
NEUTRAL = -1
"""The colour of ground that nobody holds."""

PLAN_LENGTH = 2 * MAX_PIECES
"""A plan: for each piece of the seat x, y of its target in hundredths of a pixel; 0, 0 for pieces that are gone."""
HUNDREDTHS = 100.0


class State(FieldsAtOnce):
    width = f8()  # parameter, as are all up to max_turns
    height = f8()
    influence = f8()  # influence radius of a blob, per piece
    reach = f8()  # move radius of a blob, per piece
    merge = f8()  # nearer than this × √(blob size), blobs merge
    split = f8()  # farther than this × √(blob size), a piece leaves
    pieces = i1()
    treasures = i1()
    least_worth = i2()
    most_worth = i2()
    piece_value = i2()
    surround = i1()
    max_turns = i2()
    wall_count = i1()
    wall = f8(MAX_WALLS, 4)  # left, top, right, bottom
    place = f8(SEATS, MAX_PIECES, 2)  # where pieces stand; 0, 0 when gone
    blob = i1(SEATS, MAX_PIECES)  # the lowest of the pieces in the same blob; GONE when gone
    last = f8(SEATS, MAX_PIECES, 2)  # displacement in the last turn
    aim = f8(SEATS, MAX_PIECES, 2)  # targets in the last turn
    treasure = f8(MAX_TREASURES, 2)
    worth = i2(MAX_TREASURES)  # 0: taken or never there
    points = i4(SEATS)
    turn = i2()  # turns that have been carried out
