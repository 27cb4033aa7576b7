"""Learnt agents as players: whoever maps an observation and a mask to an action can sit at any table of the lab."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from ludarium.engine.errors import PlayerError
from ludarium.engine.game import Game
from ludarium.engine.move import Move
from ludarium.engine.observing import Actions
from ludarium.engine.player import Clock, Player
from ludarium.engine.position import View

Read = TypeVar("Read")


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


def read_once(read: Callable[[Path], Read]) -> Callable[[str | Path], Read]:
    """Of a function that reads a model from a file: it is called once in a process, and again when the file changes.

    Each seat of each game has a player of its own, which must not read the model anew: that takes longer than the game.
    """
    kept = lru_cache(maxsize=8)(lambda path, changed: read(path))

    def found(path: str | Path) -> Read:
        file = Path(path).expanduser().resolve()
        try:
            changed = file.stat().st_mtime_ns
        except OSError:
            raise PlayerError(f"no file {path}: give the path of a model that was trained") from None
        return kept(file, changed)

    return found
