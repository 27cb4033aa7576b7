"""How Brian sees the game: four situations, five standings, and what he wants in each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.games.tarble.board import CENTRE, CORNERS, DISTANCE
from ludarium.games.tarble.players.distances import capture_distance
from ludarium.games.tarble.rules import State

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

CAUTION, PRICE, PRESSURE, HASTE = range(4)
"""Columns of `TEMPER`, in hundredths of a point:
caution: what it costs to leave a piece where the enemy captures it with any roll (with some rolls: that part of it);
price: what a piece is worth that he would sacrifice, negative where he wants the game to end;
pressure: what it is worth to threaten an enemy piece with any roll;
haste: what it is worth to be sure of ending the game next turn."""
TEMPER = np.array(
    [
        # far behind, behind, level, ahead, far ahead
        [[110, 80, 80, 0], [130, 60, 70, 0], [150, 40, 60, 0], [165, 30, 50, 0], [180, 0, 30, 60]],  # conflict
        [[120, 80, 80, 0], [135, 60, 70, 0], [150, 40, 60, 0], [165, 30, 50, 0], [180, 10, 30, 40]],  # early
        [[70, 100, 100, 0], [90, 80, 90, 0], [150, 40, 60, 0], [165, 15, 30, 80], [180, -30, 0, 150]],  # late
        [[50, 100, 100, 0], [60, 100, 90, 0], [150, 40, 60, 0], [165, -10, 20, 200], [180, -40, 0, 250]],  # endgame
    ],
    np.int64,
)


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
def situation_of(state: State, frontier: Any, reached: Any) -> int:
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
