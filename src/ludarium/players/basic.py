"""The simplest player there is."""

from __future__ import annotations

from typing import Any

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import Stream, below, derive
from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Player, Thought
from ludarium.engine.position import View
from ludarium.engine.slots import legal


@kernel
def any_move(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    """A uniformly random legal move."""
    return int(moves[below(source, legal(state, seat, moves))])


class Random(Player):
    """Draws any legal move; where moves are checked, any of the proposed ones."""

    name = "random"
    summary = "any legal move, all equally likely"
    policy = any_move

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        # Not `self.random`: compiled series draw the same moves from the same seed.
        self._stream = Stream(derive(seed, "player", seat))

    def choose(self, view: View, clock: Clock) -> Move:
        options = view.options()
        self.thought = Thought(f"drawn at random from {len(options)}")
        return view.numbered(options[self._stream.below(len(options))])
