"""The simplest player there is."""

from __future__ import annotations

from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Player, Thought
from ludarium.engine.position import View


class Random(Player):
    """Draws any legal move; in a game of checked plans, any of the proposed ones."""

    name = "random"
    summary = "any legal move, all equally likely"

    def choose(self, view: View, clock: Clock) -> Move:
        moves = view.moves()
        self.thought = Thought(f"drawn at random from {len(moves)}")
        return self.random.choice(moves)
