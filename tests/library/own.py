"""A player and a game that no registry knows, as a notebook would define them."""

from __future__ import annotations

import threading
from typing import Any, ClassVar

from ludarium import Clock, Game, Move, Parameter, Player, View
from ludarium.games.pig.game import Pig


class Eager(Player):
    """The first move it sees, or a later one."""

    name = "eager"
    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("least", 0, "how many moves to leave out", low=0, high=9),)

    @classmethod
    def suits(cls, game: Game) -> str:
        return "" if game.name != "pig" else "only two can play with it"

    def choose(self, view: View, clock: Clock) -> Move:
        moves = view.moves()
        return moves[min(int(self.options["least"]), len(moves) - 1)]

    def holding(self) -> Eager:
        """The same, with something that cannot be copied."""
        self.held: Any = threading.Lock()
        return self


class Swine(Pig):
    """A game of a notebook's own."""

    name = "swine"
