"""From targets to plans: `plan_of` is a strategy, complete.

A piece goes straight to its target, as far as its move radius allows. Who seeks an ally heads for where that ally plans
to be this turn: units that hunt plan first, then those that seek, in the order of their first pieces, and an ally that
has not planned yet is taken to stay where it is.

Groups attack an enemy piece where they expect it to be, spread out along the line perpendicular to their approach:

                 · <- one passes on this side
    group  ->    x    the target's expected place; a third piece goes straight for it
                 · <- one passes on this side

Whoever stands farther to a side takes that side. Nothing here may depend on what is left and right in itself, or the
mirrored game would not be the mirror of the game: the line's direction is the one that points toward the middle of the
field.

All this can be read otherwise: see `readings`. In formation a blob's pieces make the same way, its middle's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.slots import Seat
from ludarium.games.boundary.geometry import gap, head_beyond, head_for, point_on_way, reach_of
from ludarium.games.boundary.state import HUNDREDTHS, MAX_PIECES, State
from ludarium.games.boundary.strategies.names import DEFENSIVE_TREASURE, GROUPS_TO
from ludarium.games.boundary.strategies.readings import (
    ALL,
    ALWAYS,
    AS_DECIDED,
    SINGLES,
    STRAIGHT,
    Reading,
)
from ludarium.games.boundary.strategies.targets import (
    ALLY,
    KIND,
    NOTHING,
    TREASURE,
    Strategy,
    Target,
    Unit,
    choose_targets,
    in_unit,
    leads,
    middle,
    on_field,
)


@kernel
def plan_of(strategy: Strategy, state: State, seat: Seat, memory: Any, plan: Any) -> None:
    """Write a strategy's plan for a seat; enemy pieces are expected to repeat their last displacement.

    `memory` holds a target for each piece (int64, zeroed at the start of a game) and is brought up to date.
    """
    plan_by(AS_DECIDED, strategy, state, seat, memory, plan)


@kernel
def plan_by(reading: Reading, strategy: Strategy, state: State, seat: Seat, memory: Any, plan: Any) -> None:
    """`plan_of` by another reading of the strategies."""
    expected = np.zeros((MAX_PIECES, 2))
    expect_inertia(state, 1 - seat, expected)
    plan_against_by(reading, strategy, state, seat, memory, expected, plan)


@kernel
def expect_inertia(state: State, seat: Seat, expected: Any) -> None:
    """Where a seat's pieces will be if each repeats its last displacement as far as the field goes."""
    for piece in range(state.pieces):
        x = state.place[seat, piece, 0] + state.last[seat, piece, 0]
        y = state.place[seat, piece, 1] + state.last[seat, piece, 1]
        expected[piece, 0] = within(x, state.width / 2)
        expected[piece, 1] = within(y, state.height / 2)


@kernel
def expect_plan(state: State, seat: Seat, plan: Any, expected: Any) -> None:
    """Where a seat's pieces will be if it carries out a plan."""
    for piece in range(state.pieces):
        expected[piece, 0] = plan[2 * piece] / HUNDREDTHS
        expected[piece, 1] = plan[2 * piece + 1] / HUNDREDTHS


@kernel
def plan_against(strategy: Strategy, state: State, seat: Seat, memory: Any, expected: Any, plan: Any) -> None:
    """Write a strategy's plan for a seat, given where the enemy's pieces are expected after this turn."""
    plan_against_by(AS_DECIDED, strategy, state, seat, memory, expected, plan)


@kernel
def plan_against_by(
    reading: Reading, strategy: Strategy, state: State, seat: Seat, memory: Any, expected: Any, plan: Any
) -> None:
    """`plan_against` by another reading of the strategies."""
    plan[:] = 0
    choose_targets(reading, strategy, state, seat, memory)
    for piece in range(state.pieces):
        if on_field(state, seat, piece):
            head_for(state, seat, piece, state.place[seat, piece, 0], state.place[seat, piece, 1], plan)
    for seeking in range(2):
        for unit in range(state.pieces):
            if leads(strategy, state, seat, unit) and (memory[unit] // KIND * KIND == ALLY) == (seeking == 1):
                send(reading, strategy, state, seat, unit, int(memory[unit]), expected, plan)


@kernel
def send(
    reading: Reading,
    strategy: Strategy,
    state: State,
    seat: Seat,
    unit: Unit,
    target: Target,
    expected: Any,
    plan: Any,
) -> None:
    """Write the plans of a unit's pieces."""
    kind = target // KIND * KIND
    number = target - kind
    if kind == NOTHING:
        return
    if kind == TREASURE:
        x, y = float(state.treasure[number, 0]), float(state.treasure[number, 1])
    elif kind == ALLY:
        x, y = plan[2 * number] / HUNDREDTHS, plan[2 * number + 1] / HUNDREDTHS
        if reading.mixed == 1 and strategy != DEFENSIVE_TREASURE:
            x, y = float(state.place[seat, number, 0]), float(state.place[seat, number, 1])
    else:
        x, y = float(expected[number, 0]), float(expected[number, 1])
        if reading.formation != ALWAYS:
            attack(reading, strategy, state, seat, unit, x, y, plan)
            return
    if reading.formation != STRAIGHT:
        march(reading, strategy, state, seat, unit, x, y, plan)
        return
    for piece in range(state.pieces):
        if in_unit(strategy, state, seat, unit, piece):
            go(reading, strategy, state, seat, piece, x, y, plan)


@kernel
def go(
    reading: Reading, strategy: Strategy, state: State, seat: Seat, piece: int, x: float, y: float, plan: Any
) -> None:
    """Send a piece to a place, or through it where the reading has pieces go their whole move radius."""
    if reading.overshoot == ALL or (reading.overshoot == SINGLES and GROUPS_TO[strategy] == 1):
        head_beyond(state, seat, piece, x, y, plan)
    else:
        head_for(state, seat, piece, x, y, plan)


@kernel
def march(
    reading: Reading, strategy: Strategy, state: State, seat: Seat, unit: Unit, x: float, y: float, plan: Any
) -> None:
    """Send a unit's middle to a place; every piece makes the same way, so that the unit keeps its shape.

    Who would leave the field stops at its edge.
    """
    from_x, from_y = middle(strategy, state, seat, unit)
    for piece in range(state.pieces):
        if in_unit(strategy, state, seat, unit, piece):
            to_x = state.place[seat, piece, 0] + (x - from_x)
            to_y = state.place[seat, piece, 1] + (y - from_y)
            way = gap(from_x, from_y, x, y)
            reach = reach_of(state, seat, piece)
            if way > reach:
                # Shortened before the field's edge is looked at: else a piece that the edge stops would turn aside.
                to_x = point_on_way(state.place[seat, piece, 0], to_x, reach / way)
                to_y = point_on_way(state.place[seat, piece, 1], to_y, reach / way)
            go(reading, strategy, state, seat, piece, to_x, to_y, plan)


@kernel
def attack(
    reading: Reading, strategy: Strategy, state: State, seat: Seat, unit: Unit, x: float, y: float, plan: Any
) -> None:
    """Send a unit to both sides of a place, along the line perpendicular to its approach."""
    from_x, from_y = middle(strategy, state, seat, unit)
    distance = gap(from_x, from_y, x, y)
    along_x, along_y = 0.0, 0.0
    if distance > 0.0:
        along_x, along_y = -(y - from_y) / distance, (x - from_x) / distance
        inward = along_x * -x + along_y * -y
        # A place whose perpendicular misses the middle by nothing at all has no side of its own: all go straight.
        side = 1.0 if inward > 0.0 else -1.0 if inward < 0.0 else 0.0
        along_x, along_y = along_x * side, along_y * side
    count = 0
    for piece in range(state.pieces):
        if in_unit(strategy, state, seat, unit, piece):
            count += 1
    offset = reading.spread * state.influence
    for piece in range(state.pieces):
        if in_unit(strategy, state, seat, unit, piece):
            beside = 0.0
            if count > 1:
                before = before_on_line(strategy, state, seat, unit, piece, along_x, along_y)
                if count == 2:
                    beside = -offset if before == 0 else offset
                elif before != count // 2:
                    beside = -offset if before < count // 2 else offset
            go(reading, strategy, state, seat, piece, x + along_x * beside, y + along_y * beside, plan)


@kernel
def before_on_line(
    strategy: Strategy, state: State, seat: Seat, unit: Unit, piece: int, along_x: float, along_y: float
) -> int:
    """How many pieces of a unit come before one of them in a direction; of equals, the lower number comes first."""
    own = along_x * state.place[seat, piece, 0] + along_y * state.place[seat, piece, 1]
    before = 0
    for other in range(state.pieces):
        if other != piece and in_unit(strategy, state, seat, unit, other):
            its = along_x * state.place[seat, other, 0] + along_y * state.place[seat, other, 1]
            if its < own or (its == own and other < piece):
                before += 1
    return before


@kernel
def within(x: float, most: float) -> float:
    """The nearest number between -most and most."""
    return min(max(x, -most), most)
