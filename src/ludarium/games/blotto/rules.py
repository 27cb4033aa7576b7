"""The rules of Colonel Blotto, a game of checked moves, which its players call plans.

A plan says how many troops go to each battlefield. There are too many plans to list (12 troops on 3 fields: 91; 120 on
6: 234 million), so any plan is *checked*, and `legal` lists numbers of *proposals*, plans for those who want to choose
from a list. A proposal is a set of fields to attack in one of two styles:

    style 0   all troops spread evenly over the attacked fields
    style 1   one picket on every other field, the rest spread evenly over the attacked ones, at least three on each

Its number is 2 × (bit mask of the attacked fields) + style. No two listed proposals are the same plan: style 0 leaves
exactly the other fields empty; style 1 leaves exactly the other fields with one, and no even spread holds ones and
threes together.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine import Fields, Rules, i1, i2, i4, kernel
from ludarium.engine.kernels import constant
from ludarium.engine.slots import Moves, Points, Seat

SEATS = 2
MAX_ROUNDS = 9
MIN_BATTLEFIELDS, MAX_BATTLEFIELDS = 3, 6
BATTLEFIELDS = constant("BATTLEFIELDS")

NEGATIVE, TOO_MANY, TOO_FEW = 1, 2, 3
"""What may be wrong with a plan."""


class State(Fields):
    troops = i2()  # parameter
    rounds = i1()  # parameter
    played = i1()  # rounds that have been played
    points = i2(SEATS)  # fields taken in all rounds
    last = i4(SEATS, BATTLEFIELDS)  # the plans of the last round, for all to see


@kernel
def start(state: State) -> None:
    pass


@kernel
def movers(state: State) -> int:
    return 0 if state.played == state.rounds else 0b11


@kernel
def check(state: State, seat: Seat, plan: Any) -> int:
    total = 0
    for field in range(BATTLEFIELDS):
        if plan[field] < 0:
            return NEGATIVE
        if plan[field] > state.troops:
            return TOO_MANY
        total += plan[field]
    if total > state.troops:
        return TOO_MANY
    return TOO_FEW if total < state.troops else 0


@kernel
def resolve(state: State, plans: Any) -> None:
    """The larger army takes the field; equal armies leave it to nobody."""
    for field in range(BATTLEFIELDS):
        if plans[0, field] > plans[1, field]:
            state.points[0] += 1
        elif plans[0, field] < plans[1, field]:
            state.points[1] += 1
        for seat in range(SEATS):
            state.last[seat, field] = plans[seat, field]
    state.played += 1


@kernel
def result(state: State, points: Points) -> None:
    for seat in range(SEATS):
        points[seat] = state.points[seat]


# --- proposals --------------------------------------------------------------------------------------------------------


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    count = 0
    for attacked in range(1, 1 << BATTLEFIELDS):
        size = fields_in(attacked)
        others = BATTLEFIELDS - size
        if size <= state.troops:
            moves[count] = 2 * attacked
            count += 1
        if others > 0 and state.troops - others >= 3 * size:
            moves[count] = 2 * attacked + 1
            count += 1
    return count


@kernel
def propose(state: State, seat: Seat, option: int, plan: Any) -> None:
    attacked = option >> 1
    pickets = option & 1
    size = fields_in(attacked)
    troops = state.troops - pickets * (BATTLEFIELDS - size)
    remainder = troops % size  # goes to the first of the attacked fields, one each
    for field in range(BATTLEFIELDS):
        if attacked >> field & 1:
            plan[field] = troops // size + (1 if remainder > 0 else 0)
            remainder -= 1
        else:
            plan[field] = pickets


@kernel
def fields_in(attacked: int) -> int:
    size = 0
    for field in range(BATTLEFIELDS):
        size += attacked >> field & 1
    return size


def rules_for(fields: int) -> Rules:
    """The rules for a number of battlefields: it is the length of a plan, hence compiled in."""
    return Rules.collect(
        f"blotto-{fields}",
        globals(),
        State,
        max_moves=2 * (1 << fields),
        max_plies=SEATS * MAX_ROUNDS,
        checked=("i4", fields),
        replacements={BATTLEFIELDS: fields},
    )


RULES = {fields: rules_for(fields) for fields in range(MIN_BATTLEFIELDS, MAX_BATTLEFIELDS + 1)}
