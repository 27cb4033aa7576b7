"""How good a position of a rule-set game looks, for searches that cannot look to the end."""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.bitset64 import count, down, join, load, meet, minus, up
from ludarium.engine.kernels.jit import kernel
from ludarium.games.rulesets.rules import CHECKERS, LINE, REVERSI, empty_cells, outflanking


@kernel
def evaluate(state: Any, rewards: Any) -> None:
    """Men, mobility and corners where men count; open rows where lines do. A guess for alpha-beta, not the truth."""
    lead = worth(state, 0) - worth(state, 1)
    if state.misere:
        lead = -lead
    rewards[0] = 0.95 * lead / (1.0 + abs(lead))
    rewards[1] = -rewards[0]


@kernel
def worth(state: Any, seat: int) -> float:
    mine = load(state.men, seat)
    if state.end == LINE:
        return line_worth(state, mine, load(state.men, 1 - seat))
    if state.pieces == CHECKERS:
        return 0.5 * count(mine) + 0.3 * count(load(state.kings, seat))
    if state.pieces == REVERSI:
        theirs = load(state.men, 1 - seat)
        empty = empty_cells(state)
        choice = count(meet(empty, outflanking(state, mine, theirs)))
        return 0.08 * choice + 0.6 * count(meet(mine, load(state.corners, 0))) + 0.01 * count(mine)
    return 0.05 * count(mine)


@kernel
def line_worth(state: Any, mine: Any, theirs: Any) -> float:
    """Unbroken runs of own men that still have room to become a line, longer ones four times as good each man."""
    total = 0.0
    room = minus(load(state.cells, 0), theirs)
    for axis in range(4):
        step = state.step[axis]
        onto = load(state.onto_up, axis)
        free = meet(room, onto)
        ends = room
        for _ in range(state.line - 1):
            ends = meet(free, up(ends, step))
        # Every cell of a stretch that is long enough, found by walking back from the ends: all of it is on the board.
        open_cells = ends
        for _ in range(state.line - 1):
            open_cells = join(open_cells, down(open_cells, step))
        run = meet(mine, open_cells)
        inside = meet(run, onto)
        weight = 0.01
        for _ in range(state.line - 1):
            total += weight * count(run)
            run = meet(inside, up(run, step))
            weight *= 4.0
    return total
