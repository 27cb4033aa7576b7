"""How good a position of a rule-set game looks, for searches that cannot look to the end."""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.bitset64 import count, load, meet, minus, some, up
from ludarium.engine.kernels.jit import kernel
from ludarium.games.rulesets.board import CHECKERS, REVERSI, beside, empty_cells, exposed, outflanking, owned, wide
from ludarium.games.rulesets.ends import CONNECT, LINE, REACH, SURROUND, in_rows
from ludarium.games.rulesets.state import State


@kernel
def evaluate(state: State, rewards: Any) -> None:
    """Men, mobility and corners where men count; open rows where lines do. A guess for alpha-beta, not the truth."""
    lead = worth(state, 0) - worth(state, 1)
    if state.misere:
        lead = -lead
    rewards[0] = 0.95 * lead / (1.0 + abs(lead))
    rewards[1] = -rewards[0]


@kernel
def worth(state: State, seat: int) -> float:
    mine = owned(state, seat)
    if state.end == LINE:
        return line_worth(state, mine, minus(load(state.men, 1 - seat), mine), wide(state.line))
    if state.scoring:
        return line_worth(state, mine, minus(load(state.men, 1 - seat), mine), wide(state.scoring))
    if state.end == REACH:
        return 0.2 * count(mine) + 0.5 * rows_won(state, mine, seat)
    if state.end in (CONNECT, SURROUND):
        return 0.1 * count(meet(empty_cells(state), beside(state, mine, state.links)))
    if state.pieces >= CHECKERS:
        return 0.5 * count(mine) + 0.3 * count(load(state.kings, seat))
    if state.pieces == REVERSI:
        empty = empty_cells(state)
        choice = count(meet(empty, outflanking(state, mine, exposed(state, 1 - seat))))
        return 0.08 * choice + 0.6 * count(meet(mine, load(state.corners, 0))) + 0.01 * count(mine)
    return 0.05 * count(mine)


@kernel
def rows_won(state: State, mine: Any, seat: int) -> int:
    """How near the foremost man is to the far row: the number of rows of the board less those still to go."""
    near = load(state.goal, 2 + seat)
    for rows in range(wide(state.longest)):
        if some(meet(mine, near)):
            return int(wide(state.longest) - rows)
        near = beside(state, near, 0b0111)
    return 0


@kernel
def line_worth(state: State, mine: Any, theirs: Any, length: int) -> float:
    """Unbroken runs of own men that still have room to become a line, longer ones four times as good each man."""
    total = 0.0
    room = minus(load(state.cells, 0), theirs)
    for axis in range(4):
        run = meet(mine, in_rows(state, room, axis, length))
        inside = meet(run, load(state.onto_up, axis))
        weight = 0.01
        for _ in range(length - 1):
            total += weight * count(run)
            run = meet(inside, up(run, state.step[axis]))
            weight *= 4.0
    return total
