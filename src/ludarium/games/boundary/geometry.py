"""Distances, the field's edge, walls, and straight ways. Every formula is exact under a change of sign."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.slots import Seat
from ludarium.games.boundary.state import GONE, HUNDREDTHS, MAX_PIECES, State

TOLERANCE = 0.01
"""How much farther than the move radius a target may lie: targets are rounded to hundredths of a pixel."""
_CLEAR = 0.5
"""How far before a wall a way ends that was cut short by it."""


@kernel
def gap(ax: float, ay: float, bx: float, by: float) -> float:
    """The distance of two points."""
    return np.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))  # type: ignore[no-any-return]


@kernel
def size_of(state: State, seat: Seat, piece: int) -> int:
    """How many pieces the blob of a piece has; 0 for one that is gone."""
    if state.blob[seat, piece] == GONE:
        return 0
    size = 0
    for other in range(MAX_PIECES):
        if state.blob[seat, other] == state.blob[seat, piece]:
            size += 1
    return size


@kernel
def reach_of(state: State, seat: Seat, piece: int) -> float:
    """The move radius of a piece: how far it may be sent in a turn."""
    return state.reach * size_of(state, seat, piece)


@kernel
def off_field(state: State, x: float, y: float) -> bool:
    """Whether a point lies beyond the field's edge; the edge itself belongs to the field."""
    return abs(x) > state.width / 2 or abs(y) > state.height / 2


@kernel
def in_wall(state: State, x: float, y: float) -> bool:
    """Whether a point lies in a wall; a wall's edge belongs to the wall."""
    for number in range(state.wall_count):
        wall = state.wall[number]
        if wall[0] <= x <= wall[2] and wall[1] <= y <= wall[3]:
            return True
    return False


@kernel
def blocked(state: State, x: float, y: float) -> bool:
    """Whether no piece may stand at a point."""
    return off_field(state, x, y) or in_wall(state, x, y)


@kernel
def point_on_way(start: float, end: float, share: float) -> float:
    """One coordinate of the point that lies this share of a straight way from its start."""
    return start + (end - start) * share


@kernel
def free_share(state: State, ax: float, ay: float, bx: float, by: float) -> float:
    """Which share of the straight way from a to b lies before the first wall; 1 where none stands in the way."""
    free = 1.0
    for number in range(state.wall_count):
        wall = state.wall[number]
        enter, leave = 0.0, 1.0
        for axis in range(2):
            start = ax if axis == 0 else ay
            way = (bx if axis == 0 else by) - start
            low, high = wall[axis], wall[axis + 2]
            if way == 0.0:
                if start < low or start > high:
                    enter, leave = 2.0, 1.0
            else:
                one, two = (low - start) / way, (high - start) / way
                enter = max(enter, min(one, two))
                leave = min(leave, max(one, two))
        if enter <= leave:
            free = min(free, enter)
    return free


@kernel
def way_is_free(state: State, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a piece that walks from a to b meets no wall, neither between its steps nor, rounded, at one of them."""
    if state.wall_count == 0:
        return True
    if free_share(state, ax, ay, bx, by) < 1.0 or in_wall(state, bx, by):
        return False
    way = gap(ax, ay, bx, by)
    for step in range(1, int(np.ceil(way))):
        if in_wall(state, point_on_way(ax, bx, step / way), point_on_way(ay, by, step / way)):
            return False
    return True


@kernel
def hundredths(coordinate: float) -> int:
    """A coordinate in hundredths of a pixel, rounded alike on both sides of the centre."""
    return int(np.rint(coordinate * HUNDREDTHS))


@kernel
def head_for(state: State, seat: Seat, piece: int, x: float, y: float, plan: Any) -> None:
    """Write into a plan that a piece goes straight toward a point, as far as reach, field and walls allow."""
    ax, ay = state.place[seat, piece, 0], state.place[seat, piece, 1]
    x = min(max(x, -state.width / 2), state.width / 2)
    y = min(max(y, -state.height / 2), state.height / 2)
    way = gap(ax, ay, x, y)
    share = min(1.0, reach_of(state, seat, piece) / way) if way > 0.0 else 0.0
    set_out(state, seat, piece, point_on_way(ax, x, share), point_on_way(ay, y, share), plan)


@kernel
def head_beyond(state: State, seat: Seat, piece: int, x: float, y: float, plan: Any) -> None:
    """Write into a plan that a piece goes its whole move radius toward a point, and beyond it where it is nearer.

    At the field's edge the way ends.
    """
    ax, ay = state.place[seat, piece, 0], state.place[seat, piece, 1]
    x = min(max(x, -state.width / 2), state.width / 2)
    y = min(max(y, -state.height / 2), state.height / 2)
    way = gap(ax, ay, x, y)
    share = 0.0
    if way > 0.0:
        share = reach_of(state, seat, piece) / way
        share = min(share, share_to_edge(ax, x - ax, state.width / 2), share_to_edge(ay, y - ay, state.height / 2))
    set_out(state, seat, piece, point_on_way(ax, x, share), point_on_way(ay, y, share), plan)


@kernel
def share_to_edge(start: float, way: float, edge: float) -> float:
    """How many times a way can be made along one axis before it meets the edge."""
    if way > 0.0:
        return (edge - start) / way
    return (-edge - start) / way if way < 0.0 else np.inf


@kernel
def set_out(state: State, seat: Seat, piece: int, bx: float, by: float, plan: Any) -> None:
    """Write into a plan that a piece goes to a point of the field within its reach, up to the first wall."""
    ax, ay = state.place[seat, piece, 0], state.place[seat, piece, 1]
    if state.wall_count > 0:
        free = free_share(state, ax, ay, bx, by)
        if free < 1.0:
            share = max(0.0, free - _CLEAR / gap(ax, ay, bx, by))
            bx, by = point_on_way(ax, bx, share), point_on_way(ay, by, share)
    column, row = hundredths(bx), hundredths(by)
    if not way_is_free(state, ax, ay, column / HUNDREDTHS, row / HUNDREDTHS):
        column, row = hundredths(ax), hundredths(ay)
    plan[2 * piece] = column
    plan[2 * piece + 1] = row
