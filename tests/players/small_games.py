"""A small game of a fixed length for the tests of players: every seat takes 1, 2 or 3, six times in turn.

Everything about it is known beforehand: twelve decisions, three moves each, points are what was taken.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ludarium.engine import Clock, Game, Move, MoveValue, Parameter, Player, Rules, View, kernel

ROUNDS = 6
WORDS = ("few", "some", "many")


@kernel
def start(state: Any) -> None:
    pass


@kernel
def to_move(state: Any) -> int:
    return state.taken % 2 if state.taken < 2 * ROUNDS else -1


@kernel
def legal(state: Any, seat: int, moves: Any) -> int:
    for move in range(3):
        moves[move] = move
    return 3


@kernel
def apply(state: Any, seat: int, move: int) -> None:
    state.points[seat] += move + 1
    state.taken += 1


@kernel
def result(state: Any, points: Any) -> None:
    for seat in range(2):
        points[seat] = state.points[seat]


class Taking(Game):
    """Take few, some or many, six times each."""

    name = "taking"
    players: ClassVar = {"greedy": "tests.players.small_games:Greedy", "loner": "tests.players.small_games:Loner"}
    rules = Rules.collect(
        "taking", globals(), [("points", "i2", (2,)), ("taken", "i2")], max_moves=3, max_plies=2 * ROUNDS
    )

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
