"""What is needed only while a turn is carried out."""

from __future__ import annotations

from ludarium.engine import f8, i1, i8
from ludarium.engine.state import Struct, part, record_of
from ludarium.games.boundary.influence import Scene
from ludarium.games.boundary.state import MAX_PIECES, MAX_TREASURES, SEATS


class Work(Struct):
    from_x = f8(SEATS, MAX_PIECES)  # where pieces stood before the turn
    from_y = f8(SEATS, MAX_PIECES)
    way = f8(SEATS, MAX_PIECES)  # how far they go
    stopped = i1(SEATS, MAX_PIECES)
    changes = i8(SEATS, MAX_PIECES)  # merges and splits in this turn
    wish = i8(SEATS, MAX_PIECES)
    lost = i1(SEATS, MAX_PIECES)
    taker = i8(MAX_TREASURES)
    piece_sleeps = i8(SEATS, MAX_PIECES)  # the step before which it need not be looked at
    treasure_sleeps = i8(MAX_TREASURES)
    whole = part(Scene)
    near = part(Scene)


WORK = record_of(Work)
