"""The rules of Pig, a race with one die."""

from __future__ import annotations

from ludarium.engine import Fields, Rules, below, i1, i2, kernel
from ludarium.engine.rules import reward_by_rank
from ludarium.engine.slots import SEATS, Moves, Points, Seat

MAX_SEATS = 4
MIN_GOAL, MAX_GOAL = 10, 1000
HOLD, ROLL = 0, 1
THROWS_PER_POINT = 2
"""The die is put away after this many throws for each point of the goal and each seat.

Sensible play needs about half a throw a point, so that only those who never hold (or never roll twice and are very
unlucky) ever come near it.
"""


class State(Fields):
    goal = i2()  # parameter
    score = i2(MAX_SEATS)  # banked points
    seat = i1()  # whose turn it is
    turn_total = i2()  # points of this turn, not banked yet; 0 until the first throw
    die = i1()  # the last throw, for all to see; 0 after a hold
    turns = i2()  # turns finished by all seats together
    throws = i2()  # throws of all seats together


@kernel
def start(state: State) -> None:
    pass


@kernel
def to_move(state: State) -> Seat:
    if state.score[state.seat] >= state.goal or state.throws >= most_throws(state):
        return -1
    return int(state.seat)


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    """A turn begins with a throw: there is nothing to hold before it."""
    if state.turn_total == 0:
        moves[0] = ROLL
        return 1
    moves[0] = HOLD
    moves[1] = ROLL
    return 2


@kernel
def apply(state: State, seat: Seat, move: int) -> None:
    if move == HOLD:
        state.die = 0
        bank(state, seat)
        pass_the_die(state, seat)
        return
    state.throws += 1
    state.die = 1 + below(state, 6)
    if state.die == 1:
        state.turn_total = 0
        pass_the_die(state, seat)
        return
    state.turn_total += state.die
    if state.score[seat] + state.turn_total >= state.goal:
        bank(state, seat)
        state.turns += 1


@kernel
def result(state: State, points: Points) -> None:
    """The banked points; for one player alone, minus the turns that were needed."""
    for seat in range(SEATS):
        points[seat] = state.score[seat]
    if SEATS == 1:
        points[0] = -state.turns if state.score[0] >= state.goal else -most_throws(state)


@kernel
def reward(state: State, rewards: Points) -> None:
    """Against others only the rank counts; alone, every turn does, as many as the goal has points at worst."""
    if SEATS == 1:
        reached = state.score[0] >= state.goal
        rewards[0] = 1.0 - 2.0 * min(1.0, state.turns / state.goal) if reached else -1.0
    else:
        reward_by_rank(state, rewards)


# --- helpers ----------------------------------------------------------------------------------------------------------


@kernel
def bank(state: State, seat: Seat) -> None:
    state.score[seat] += state.turn_total
    state.turn_total = 0


@kernel
def pass_the_die(state: State, seat: Seat) -> None:
    state.turns += 1
    state.seat = (seat + 1) % SEATS


@kernel
def most_throws(state: State) -> int:
    # As a plain int: a product of 16-bit numbers would wrap around when nothing is compiled.
    return int(state.goal) * THROWS_PER_POINT * int(SEATS)


RULES = Rules.collect(
    "pig",
    globals(),
    State,
    max_moves=2,
    # Every turn begins with a throw and has at most one hold.
    max_plies=2 * THROWS_PER_POINT * MAX_GOAL * MAX_SEATS,
)
