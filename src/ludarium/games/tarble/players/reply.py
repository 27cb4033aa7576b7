"""What the enemy can do next: its best turn for each roll, counted out."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.games.tarble.board import PIECES
from ludarium.games.tarble.players.distances import FAR, fill_nearest
from ludarium.games.tarble.players.outcomes import GOES_ON, outcome, unpack
from ludarium.games.tarble.rules import FACES
from ludarium.games.tarble.turns import all_turns

POINT = 100
"""The unit of all worths: a hundredth of a point."""
GAME = 1200
"""What it costs to lose the game at once, where that is only a chance."""
EXPOSED = 250
"""What it costs to end where the other can capture with any roll; with less likely rolls, that part of it."""
MANY, SOME = 6, 4
"""With so many pieces nobody counts out more than rolls of 4, or of 5: the others are taken to be like those."""


@kernel
def expected_reply(states: Any, nearest: Any) -> int:
    """What the enemy can expect of its next turn, whose dice have not fallen: the mean over all rolls.

    `states[0]` is the position after a turn, with the enemy to move; `nearest` is scratch of `fill_nearest`.
    """
    state = states[0]
    seat = int(state.seat)
    fill_nearest(state, seat, nearest)
    counted = FACES
    if state.count[seat] >= MANY:
        counted = 4
    elif state.count[seat] >= SOME:
        counted = 5
    together, last = 0, 0
    for roll in range(1, FACES + 1):
        if roll <= counted:
            last = best_reply(state, roll, nearest)
        together += last
    return together // FACES


@kernel
def best_reply(state: Any, roll: int, nearest: Any) -> int:
    """The worth of the best turn with a roll: points, the game, and what it leaves to be captured in return."""
    seat = int(state.seat)
    lead = int(state.points[seat]) - int(state.points[1 - seat])
    others = int(state.count[1 - seat])
    cells = np.empty(PIECES, np.int64)
    keys, _, _, _, ends, end_count = all_turns(state, roll, False)
    best = -GAME * 2
    for end in range(end_count):
        kept, _lost, captured, taken, neutral = unpack(keys[ends[end]], cells)
        gain = taken + neutral
        ended = outcome(lead + gain, others - taken, kept)
        worth = POINT * gain + GAME * ended
        if worth <= best:
            continue
        if ended == GOES_ON:
            closest = FAR
            for index in range(kept):
                closest = min(closest, int(nearest[captured, cells[index]]))
            worth -= EXPOSED * max(0, FACES + 1 - closest) // FACES
        best = max(best, worth)
    return best
