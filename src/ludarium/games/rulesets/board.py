"""What stands on the board and next to what: kernels that placing, walking, ends and extras share."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.bitset64 import down, join, load, meet, minus, nothing, some, up
from ludarium.engine.kernels.jit import kernel
from ludarium.games.rulesets.state import EXTRAS, State

DROP, REVERSI, CHECKERS, STEP = 0, 1, 2, 3
"""Kinds of pieces, in the order of `ruleset.PIECES`."""
FLIP, CAPTURE = 1, 2
"""What becomes of outflanked men."""


@kernel
def wide(number: Any) -> Any:
    """A number of the state as the type that all kernels take: they are compiled anew for every type of argument."""
    return np.int64(number)


@kernel
def empty_cells(state: State) -> Any:
    return minus(load(state.cells, 0), join(load(state.men, 0), load(state.men, 1)))


@kernel
def owned(state: State, seat: int) -> Any:
    """The men that count for a seat: its own, and hybrid disks of either."""
    men = load(state.men, seat)
    if EXTRAS:
        men = join(men, load(state.hybrid, 0))
    return men


@kernel
def exposed(state: State, seat: int) -> Any:
    """The men of a seat that can be captured or flipped."""
    men = load(state.men, seat)
    if EXTRAS:
        men = minus(men, join(load(state.hybrid, 0), load(state.solid, 0)))
    return men


@kernel
def neighbours(state: State, cells: Any, direction: int) -> Any:
    """The cells one step away in a direction."""
    axis = direction & 3
    if direction < 4:
        return meet(load(state.onto_up, axis), up(cells, state.step[axis]))
    return meet(load(state.onto_down, axis), down(cells, state.step[axis]))


@kernel
def beside(state: State, cells: Any, axes: int) -> Any:
    """The cells next to some of these, along the axes of a bit mask."""
    found = nothing()
    for direction in range(8):
        if (axes >> (direction & 3)) & 1:
            found = join(found, neighbours(state, cells, direction))
    return found


@kernel
def spread(state: State, cells: Any, within: Any) -> Any:
    """All cells of a set that are joined to some of it, step by step."""
    found = cells
    while True:
        more = minus(meet(within, beside(state, found, state.links)), found)
        if not some(more):
            return found
        found = join(found, more)


@kernel
def outflanking(state: State, mine: Any, theirs: Any) -> Any:
    """The cells behind straight lines of their men that begin beside one of mine; some of them may be occupied."""
    found = nothing()
    for axis in range(4):
        step = state.step[axis]
        onto = load(state.onto_up, axis)
        chain = meet(theirs, onto)
        line = meet(chain, up(mine, step))
        for _ in range(state.longest - 3):
            line = join(line, meet(chain, up(line, step)))
        found = join(found, meet(onto, up(line, step)))
        onto = load(state.onto_down, axis)
        chain = meet(theirs, onto)
        line = meet(chain, down(mine, step))
        for _ in range(state.longest - 3):
            line = join(line, meet(chain, down(line, step)))
        found = join(found, meet(onto, down(line, step)))
    return found


@kernel
def outflanked(state: State, man: Any, mine: Any, theirs: Any) -> Any:
    """Their men between a man and others of mine."""
    found = nothing()
    for axis in range(4):
        if not (state.flank_axes >> axis) & 1:
            continue
        step = state.step[axis]
        onto = load(state.onto_up, axis)
        chain = meet(theirs, onto)
        line = meet(chain, up(man, step))
        if some(line):  # mostly not: one man is beside few of theirs
            for _ in range(state.longest - 3):
                line = join(line, meet(chain, up(line, step)))
            if some(meet(meet(mine, onto), up(line, step))):
                found = join(found, line)
        onto = load(state.onto_down, axis)
        chain = meet(theirs, onto)
        line = meet(chain, down(man, step))
        if some(line):
            for _ in range(state.longest - 3):
                line = join(line, meet(chain, down(line, step)))
            if some(meet(meet(mine, onto), down(line, step))):
                found = join(found, line)
    return found
