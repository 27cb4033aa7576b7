"""How games end: rows of men, joined sides, surrounded groups, and what rows score."""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.bitset64 import count, down, join, load, meet, minus, single, some, up
from ludarium.engine.kernels.jit import kernel
from ludarium.games.rulesets.board import beside, empty_cells, owned, spread
from ludarium.games.rulesets.state import State

LINE, MOST_MEN, NO_MEN, CONNECT, REACH, SURROUND = 0, 1, 2, 3, 4, 5
"""Ends, in the order of `ruleset.ENDS`."""
NO_CELL = -1


@kernel
def row_ends(state: State, men: Any, axis: int, length: int) -> Any:
    """The men at the upper ends of so many in a row along an axis."""
    step = state.step[axis]
    inside = meet(men, load(state.onto_up, axis))
    run = men
    for _ in range(length - 1):
        run = meet(inside, up(run, step))
    return run


@kernel
def has_line(state: State, men: Any) -> bool:
    for axis in range(4):
        ends = row_ends(state, men, axis, state.line)
        if some(ends):
            return True
    return False


@kernel
def in_rows(state: State, cells: Any, axis: int, length: int) -> Any:
    """Every cell of a row of so many or more, found by walking back from the ends: all of it is in the set."""
    found = row_ends(state, cells, axis, length)
    for _ in range(length - 1):
        found = join(found, down(found, state.step[axis]))
    return found


@kernel
def score(state: State, seat: int) -> int:
    """The lengths of all rows of a seat that are long enough."""
    total = 0
    men = owned(state, seat)
    for axis in range(4):
        total += count(in_rows(state, men, axis, state.scoring))
    return total


@kernel
def is_connected(state: State, seat: int) -> bool:
    """Whether the seat's men join its two sides."""
    men = owned(state, seat)
    joined = spread(state, meet(men, load(state.goal, seat)), men)
    return some(meet(joined, load(state.goal, 2 + seat)))


@kernel
def joins_sides(state: State, seat: int, cell: int) -> bool:
    """The same for a seat that had not joined them before it put a man on the cell: the group of that man must do it,
    which is mostly small."""
    men, first, second = owned(state, seat), load(state.goal, seat), load(state.goal, 2 + seat)
    if not some(meet(men, first)) or not some(meet(men, second)):
        return False
    group = spread(state, single(cell), men)
    return some(meet(group, first)) and some(meet(group, second))


@kernel
def is_surrounded(state: State, seat: int) -> bool:
    """Whether some group of the seat's men has no empty cell beside it."""
    men = owned(state, seat)
    free = meet(men, beside(state, empty_cells(state), state.links))
    return some(minus(men, spread(state, free, men)))


@kernel
def reaches_goal(state: State, seat: int, put: int) -> bool:
    """Whether the seat has what its end asks for on the board: a line, a connection, a man on the far row. `put` is the
    cell of the man by which alone it can have come about, if that is known."""
    if state.end == LINE:
        return has_line(state, owned(state, seat))
    if state.end == CONNECT:
        return is_connected(state, seat) if put == NO_CELL else joins_sides(state, seat, put)
    return state.end == REACH and some(meet(owned(state, seat), load(state.goal, 2 + seat)))
