"""YOUR TITLE, a game in one file. `ludarium play your_game.py` plays it, `ludarium check your_game.py` tests it."""

from __future__ import annotations

from typing import Any

from ludarium.engine import Fields, Game, Parameter, Rules, i1, kernel
from ludarium.engine.slots import Moves, Points, Seat

MOST_STONES = 60
MOST_TAKEN = 3


class State(Fields):
    stones = i1()  # parameter
    left = i1()  # stones that are still there
    seat = i1()  # whose turn it is


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
    state.seat = 1 - seat


@kernel
def result(state: State, points: Points) -> None:
    points[1 - state.seat] = 1.0  # whoever has just moved took the last stone
    points[state.seat] = 0.0


class YourGame(Game):
    """Take the last stone.

    Take one, two or three stones in your turn. Whoever takes the last one wins.
    """

    name = "your-game"
    title = "YOUR TITLE"
    summary = "take one to three stones; the last one wins"
    parameters = (Parameter("stones", 21, "stones at the start", low=1, high=MOST_STONES),)
    seat_names = ("First", "Second")
    points_range = (0.0, 1.0)
    points_sum = 1.0
    rules = Rules.collect("your-game", globals(), State, max_moves=MOST_TAKEN, max_plies=MOST_STONES)

    def draw(self, state: Any, seat: int | None) -> str:
        return "●" * int(state.left) or "no stones"
