"""The simplest player there is."""

from __future__ import annotations

from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import Stream, derive
from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Player, Thought
from ludarium.engine.position import View


class Random(Player):
    """Draws any legal move; in a game of checked plans, any of the proposed ones."""

    name = "random"
    summary = "any legal move, all equally likely"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        # Not `self.random`: compiled series draw the same moves from the same seed.
        self._stream = Stream(derive(seed, "player", seat))

    def choose(self, view: View, clock: Clock) -> Move:
        options = view.options()
        self.thought = Thought(f"drawn at random from {len(options)}")
        return view.numbered(options[self._stream.below(len(options))])
