"""Learnt agents as players: whoever maps an observation and a mask to an action can sit at any table of the lab."""

from __future__ import annotations

from typing import Any

from ludarium.engine.game import Game
from ludarium.engine.move import Move
from ludarium.engine.observing import Actions
from ludarium.engine.player import Clock, Player
from ludarium.engine.position import View


class Agent(Player):
    """A player that sees what a learner sees and answers as a learner does. A subclass implements `act`."""

    @classmethod
    def suits(cls, game: Game) -> str:
        return "" if game.rules.checked is None else "its moves are no list and have no numbers"

    def act(self, observation: Any, mask: Any) -> int:
        """The action for an observation; `mask` says which are legal."""
        raise NotImplementedError

    def choose(self, view: View, clock: Clock) -> Move:
        actions = Actions(view.game)
        return actions.move(view, view.seat, int(self.act(view.observation(), actions.mask(view, view.seat))))
