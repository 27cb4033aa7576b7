"""How Brian sees the game: four situations, five standings, and what he wants in each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.games.tarble.board import CENTRE, CORNERS, DISTANCE
from ludarium.games.tarble.players.distances import capture_distance

CONFLICT, EARLY, LATE, ENDGAME = range(4)
FAR_BEHIND, BEHIND, LEVEL, AHEAD, FAR_AHEAD = range(5)
SITUATIONS = ("conflict", "early game", "late game", "endgame")
STANDINGS = ("far behind", "behind", "level", "ahead", "far ahead")

MUCH = 3
"""Points from which a lead is a big one."""
FEW = 3
"""Pieces with which a game is late."""
NEAR = 3
"""Movements within which opposing pieces are in conflict."""
LIKELY = 4
"""A roll that half of all throws reach."""

CAUTION, PRICE, PRESSURE, HASTE, HOLD, DENY, DEVELOP, REPLY, ADVANCE = range(9)
"""Columns of `TEMPER`, in hundredths of a point:
caution: what a piece costs that the enemy is expected to capture (the point is the enemy's, the piece is gone);
price: what a piece is worth that he would sacrifice, negative where he wants the game to end;
pressure: what an enemy piece is worth that he can expect to capture next;
haste: what the chance is worth to end the game next turn."""
_OLD = np.array(
    [
        # far behind         behind              level               ahead               far ahead
        [[90, 120, 40, 0], [105, 100, 30, 0], [120, 75, 20, 0], [135, 45, 10, 0], [145, 10, 0, 60]],  # conflict
        [[90, 120, 40, 0], [105, 100, 30, 0], [120, 75, 20, 0], [135, 50, 10, 0], [145, 20, 0, 40]],  # early
        [[60, 140, 60, 0], [75, 120, 50, 0], [120, 75, 20, 0], [140, 20, 0, 80], [150, -20, 0, 150]],  # late
        [[40, 100, 80, 0], [50, 100, 70, 0], [120, 75, 20, 0], [140, -10, 0, 250], [150, -40, 0, 250]],  # endgame
    ],
    np.int64,
)
TEMPER = np.zeros((4, 5, 9), np.int64)
TEMPER[:, :, :4] = _OLD
TEMPER[:, :, 4:6] = 50
TEMPER[:, :, 6] = 2
TEMPER[:, :, 7] = 100
TEMPER[:, :, 8] = 5


@kernel
def standing_of(lead: int) -> int:
    """How a seat stands, from its lead in points."""
    if lead >= MUCH:
        return FAR_AHEAD
    if lead <= -MUCH:
        return FAR_BEHIND
    if lead == 0:
        return LEVEL
    return AHEAD if lead > 0 else BEHIND


@kernel
def situation_of(state: Any, frontier: Any, reached: Any) -> int:
    """The situation of a position, the same for both seats."""
    for leader in range(2):
        if state.points[leader] > state.points[1 - leader]:
            pieces = state.pieces[leader]
            if way_out(pieces, int(state.count[leader])) <= LIKELY:
                return ENDGAME
            if state.count[1 - leader] == 1:
                for piece in range(state.count[leader]):
                    target = int(state.pieces[1 - leader, 0])
                    needed = capture_distance(state.board, leader, int(pieces[piece]), target, frontier, reached)
                    if needed <= LIKELY:
                        return ENDGAME
    for seat in range(2):
        for piece in range(state.count[seat]):
            cell = int(state.pieces[seat, piece])
            for enemy in range(state.count[1 - seat]):
                stands = int(state.pieces[1 - seat, enemy])
                if DISTANCE[cell, stands] > 2 * NEAR:
                    continue  # no chain of jumps is that fast
                if capture_distance(state.board, seat, cell, stands, frontier, reached) <= NEAR:
                    return CONFLICT
    if state.count[0] <= FEW or state.count[1] <= FEW:
        return LATE
    return EARLY


@kernel
def way_out(cells: Any, count: int) -> int:
    """About how many movements it takes to bring all pieces to corners or the centre, and so out of the game.

    The way to the centre is one longer than it looks: over the neutral piece, and back to where it stood.
    """
    together = 0
    for index in range(count):
        nearest = int(DISTANCE[cells[index], CENTRE]) + 1
        for corner in range(6):
            nearest = min(nearest, int(DISTANCE[cells[index], CORNERS[corner]]))
        together += nearest
    return together


@kernel
def lagging(cells: Any, count: int) -> int:
    """How far the pieces are from playing a part, all together: steps to within two cells of the centre."""
    together = 0
    for index in range(count):
        together += max(0, int(DISTANCE[cells[index], CENTRE]) - 2)
    return together
