"""A game in which a move itself is hidden: one seat hides a coin in a hand, the other guesses which."""

from __future__ import annotations

from typing import Any

from ludarium.engine import Fields, Game, Rules, below, i1, kernel
from ludarium.engine.player import Clock, Player, Thought
from ludarium.engine.position import View


class State(Fields):
    coin = i1()
    guess = i1()
    hidden = i1()


LEFT = 1
HANDS = ("left", "right")


@kernel
def start(state: State) -> None:
    pass


@kernel
def to_move(state: State) -> int:
    if state.guess != 0:
        return -1
    return int(state.hidden)


@kernel
def legal(state: State, seat: int, moves: Any) -> int:
    moves[0], moves[1] = 1, 2
    return 2


@kernel
def apply(state: State, seat: int, move: int) -> None:
    if seat == 0:
        state.coin = move
        state.hidden = 1
    else:
        state.guess = move


@kernel
def result(state: State, points: Any) -> None:
    points[0] = 0.0 if state.guess == state.coin else 1.0
    points[1] = 1.0 - points[0]


@kernel
def hide(state: State, seat: int) -> None:
    if seat != 0 and state.guess == 0:
        state.coin = 0


@kernel
def determinize(state: State, seat: int) -> None:
    if state.hidden == 1 and state.coin == 0:
        state.coin = 1 + below(state, 2)


class WhichHand(Game):
    """One hides a coin in the left or right hand, the other guesses."""

    name = "which-hand"
    seat_names = ("Hider", "Guesser")
    rules = Rules.collect("which-hand", globals(), State, max_moves=2, max_plies=2)

    def move_text(self, value: Any, state: Any, seat: int) -> str:
        return HANDS[value - 1]

    def draw(self, state: Any, seat: int | None) -> str:
        coin = ("?", *HANDS)[state.coin]
        return f"coin: {coin}" if state.hidden else "no coin yet"


class Left(Player):
    """Always the left hand, and says so."""

    name = "left"

    def choose(self, view: View, clock: Clock) -> Any:
        self.thought = Thought("the left one feels lucky")
        return view.moves()[0]


class Peeking(Player):
    """Says what it sees."""

    name = "peeking"

    def choose(self, view: View, clock: Clock) -> Any:
        self.thought = Thought(view.draw())
        return view.moves()[0]


class Faulty(Player):
    """Fails at every decision."""

    name = "faulty"

    def choose(self, view: View, clock: Clock) -> Any:
        raise ValueError("out of order")


class Speechless(Player):
    """Answers with something that is no move."""

    name = "speechless"

    def choose(self, view: View, clock: Clock) -> Any:
        return None
