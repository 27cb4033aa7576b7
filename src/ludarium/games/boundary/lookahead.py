"""Looking ahead by playing on: what a plan leads to if both sides then follow strategies."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.slots import Seat
from ludarium.engine.state import States
from ludarium.games.boundary.rules import movers, resolve
from ludarium.games.boundary.state import MAX_PIECES, SEATS, State
from ludarium.games.boundary.strategies.plans import plan_of
from ludarium.games.boundary.strategies.turns import play_on

DECIDED = 1000.0
"""What a game that is over is worth beyond its points."""


@kernel
def try_plan(
    states: States[State], plan: Any, seat: Seat, own: int, own_memory: Any, foe: int, foe_memory: Any, turns: int
) -> float:
    """The worth for a seat of carrying out a plan from the state in row 0; row 1 is played in.

    The enemy follows the strategy `foe` all the time; the seat itself follows `own` after the first turn. The memories
    are left as they are.
    """
    states[1] = states[0]
    memories = np.zeros((SEATS, MAX_PIECES), np.int64)
    memories[seat] = own_memory
    memories[1 - seat] = foe_memory
    plans = np.zeros((SEATS, 2 * MAX_PIECES), np.int32)
    plans[seat] = plan
    plan_of(foe, states[1], 1 - seat, memories[1 - seat], plans[1 - seat])
    resolve(states[1], plans)
    line_up = np.zeros(SEATS, np.int64)
    line_up[seat] = own
    line_up[1 - seat] = foe
    play_on(states[1], line_up, memories, turns - 1)
    return worth(states[1], seat)


@kernel
def worth(state: State, seat: Seat) -> float:
    """The lead in points; a game that is won or lost counts far more than any lead."""
    lead = float(state.points[seat]) - float(state.points[1 - seat])
    if movers(state) == 0:
        lead += DECIDED * np.sign(lead)
    return lead
