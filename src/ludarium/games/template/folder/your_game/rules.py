"""The rules of YOUR TITLE, compiled: numbers, arrays, the state and other kernels only."""

from __future__ import annotations

from ludarium.engine import Fields, Rules, i1, kernel
from ludarium.engine.slots import Moves, Points, Seat

MOST_STONES = 60
MOST_TAKEN = 3


class State(Fields):
    stones = i1()  # parameter
    left = i1()  # stones that are still there
    seat = i1()  # whose turn it is
    taken = i1()  # how many were taken last; 0 at the start


@kernel
def start(state: State) -> None:
    state.left = state.stones  # a state begins with its parameters and zeros


@kernel
def to_move(state: State) -> Seat:
    return int(state.seat) if state.left > 0 else -1


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    count = min(MOST_TAKEN, int(state.left))
    for number in range(count):
        moves[number] = number + 1
    return count


@kernel
def apply(state: State, seat: Seat, move: int) -> None:
    state.left -= move
    state.taken = move
    state.seat = 1 - seat


@kernel
def result(state: State, points: Points) -> None:
    points[1 - state.seat] = 1.0  # whoever has just moved took the last stone
    points[state.seat] = 0.0


RULES = Rules.collect("your-game", globals(), State, max_moves=MOST_TAKEN, max_plies=MOST_STONES)
