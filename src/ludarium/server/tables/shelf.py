"""The games that people may ask for, by name and settings, made once and shared."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping

from ludarium.engine.game import Game
from ludarium.engine.position import SPECTATOR
from ludarium.engine.scene import scene_of
from ludarium.games import REGISTRY
from ludarium.games.offered import asked_for, check_name, check_settings

_KEPT = 200


class Shelf:
    """Games that are made, at most some hundred. May be used from several threads."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def game(self, name: str, settings: Mapping[str, object]) -> Game:
        """The game, checked; what is wrong with it is a `LudariumError`."""
        name, chosen = check_name(name), check_settings(settings)
        if name not in REGISTRY.entries:
            chosen = {}  # a short form says it all itself
        key = json.dumps([name, chosen], sort_keys=True)
        with self._lock:
            if key in self._games:
                self._games.move_to_end(key)
                return self._games[key]
        made = asked_for(name, chosen)
        with self._lock:
            self._games[key] = made
            while len(self._games) > _KEPT:
                self._games.popitem(last=False)
        return made

    def prepare(self, game: Game) -> None:
        """Use what a table needs once, so that a game that fails does so before there is a table; and load what has
        been compiled of it meanwhile, which takes a moment the first time."""
        position = game.start(0)
        for _ in range(2):
            if position.over:
                break
            for seat in position.movers:
                position.view(seat).moves()
                position = position.play(position.moves(seat)[0], seat)
        scene_of(position.view(SPECTATOR), 0)
        game.bound.load()
