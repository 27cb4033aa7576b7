"""Players for the engine's tests: two that play, and several that fail in their own ways."""

from __future__ import annotations

from typing import Any, ClassVar

from ludarium.engine import Clock, Game, Move, Player, Quit, Result, Thought, View


class First(Player):
    """Takes the first move, and remembers what was done to it."""

    name = "first"

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self.calls: list[str] = []

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self.calls.append(f"begin {game.name} as {seat}")

    def choose(self, view: View, clock: Clock) -> Move:
        self.thought = Thought("it came first")
        self.calls.append("choose")
        return view.moves()[0]

    def end(self, result: Result) -> None:
        self.calls.append(f"end {result}")

    def close(self) -> None:
        self.calls.append("close")


class Drawing(Player):
    """Draws from its own stream."""

    name = "drawing"

    def choose(self, view: View, clock: Clock) -> Move:
        return self.random.choice(view.moves())


class Crashing(First):
    name = "crashing"

    def choose(self, view: View, clock: Clock) -> Move:
        super().choose(view, clock)
        raise ZeroDivisionError("division by zero")


class Answering(First):
    """Gives whatever it was told to."""

    name = "answering"
    answer: ClassVar[Any] = None

    def choose(self, view: View, clock: Clock) -> Move:
        return self.answer  # type: ignore[no-any-return]


def answering(answer: Any) -> Answering:
    player = Answering()
    player.answer = answer  # type: ignore[misc]
    return player


class Leaving(First):
    name = "leaving"

    def choose(self, view: View, clock: Clock) -> Move:
        raise Quit


class Unsuited(First):
    name = "unsuited"

    @classmethod
    def suits(cls, game: Game) -> str:
        return "it has too few cards"
