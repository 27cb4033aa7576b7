"""What a whole turn comes to, read off a key of the turn generator."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.games.tarble.board import DEADLY, PIECES
from ludarium.games.tarble.players.distances import FAR, SAFE
from ludarium.games.tarble.rules import NOWHERE, State
from ludarium.games.tarble.turns import CAPTURED_SHIFT, CELL_MASK, NEUTRAL_SHIFT

LOST, GOES_ON, WON, TIED = range(-1, 3)
"""What a turn makes of the game for whoever made it."""


@kernel
def unpack(key: Any, cells: Any) -> Any:
    """What stays after the turn: `(kept, lost, captured, taken, neutral)`; the mover's cells that stay are written.

    `captured` is the set of captured enemies and `taken` their number; `neutral` is 1 if the neutral piece is captured.
    """
    kept, lost = 0, 0
    for piece in range(PIECES):
        cell = np.int64(key >> np.uint64(7 * piece) & CELL_MASK)
        if cell == NOWHERE:
            break
        if DEADLY[cell]:
            lost += 1
        else:
            cells[kept] = cell
            kept += 1
    captured = np.int64(key >> CAPTURED_SHIFT & CELL_MASK)
    neutral = np.int64(key >> NEUTRAL_SHIFT & np.uint64(1))
    taken = 0
    for enemy in range(PIECES):
        taken += int(captured >> enemy & 1)
    return kept, lost, captured, taken, neutral


@kernel
def outcome(state: State, lead: int, enemies: int, kept: int) -> int:
    """Whether a turn ends the game, and how: from the lead and the pieces of both after it.

    Where a game ends at once, the last enemy is captured before anything is cleared up, so that at equal points the
    mover has pieces and wins.
    """
    if enemies == 0:
        if lead == 0 and kept == 0 and state.finish == 1:
            return TIED
        return WON if lead >= 0 else LOST
    if kept == 0:
        return WON if lead > 0 else LOST
    return GOES_ON


@kernel
def worth_of_outcome(ended: int) -> int:
    """1 for a game won, -1 for one lost, 0 for a tie and for a game that goes on."""
    return 0 if ended == TIED else ended


@kernel
def at_risk(cells: Any, kept: int, nearest: Any) -> int:
    """How many pieces an enemy could reach with a roll of 3, by board distance."""
    count = 0
    for index in range(kept):
        if nearest[cells[index]] < SAFE:
            count += 1
    return count


@kernel
def closest_pair(cells: Any, kept: int, nearest: Any) -> int:
    """The board distance between the two opposing pieces that are closest to each other."""
    distance = FAR
    for index in range(kept):
        distance = min(distance, int(nearest[cells[index]]))
    return distance
