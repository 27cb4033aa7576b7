"""A small game of a fixed length for the tests of players: every seat takes 1, 2 or 3, six times in turn.

Everything about it is known beforehand: twelve decisions, three moves each, points are what was taken.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ludarium.engine import Clock, Fields, Game, Move, MoveValue, Parameter, Player, Rules, View, i2, kernel

ROUNDS = 6
WORDS = ("few", "some", "many")


class State(Fields):
    points = i2(2)
    taken = i2()


@kernel
def start(state: State) -> None:
    pass


@kernel
def to_move(state: State) -> int:
    return state.taken % 2 if state.taken < 2 * ROUNDS else -1


@kernel
def legal(state: State, seat: int, moves: Any) -> int:
    for move in range(3):
        moves[move] = move
    return 3


@kernel
def apply(state: State, seat: int, move: int) -> None:
    state.points[seat] += move + 1
    state.taken += 1


@kernel
def result(state: State, points: Any) -> None:
    for seat in range(2):
        points[seat] = state.points[seat]


class Taking(Game):
    """Take few, some or many, six times each."""

    name = "taking"
    players: ClassVar = {"greedy": "tests.players.small_games:Greedy", "loner": "tests.players.small_games:Loner"}
    rules = Rules.collect("taking", globals(), State, max_moves=3, max_plies=2 * ROUNDS)

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        return WORDS[value] if isinstance(value, int) else ""

    def looks_like_a_move(self, text: str) -> bool:
        return text == "all"


class Greedy(Player):
    """The game's own player: takes many, or what it is told."""

    name = "greedy"
    summary = "takes what it can"
    parameters = (Parameter("take", 3, "how many to take", low=1, high=3),)

    def choose(self, view: View, clock: Clock) -> Move:
        return view.moves()[int(self.options["take"]) - 1]


class Loner(Player):
    """A player that suits no game."""

    name = "loner"
    summary = "plays with nobody"

    @classmethod
    def suits(cls, game: Game) -> str:
        return "it plays alone"
