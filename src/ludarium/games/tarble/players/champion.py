"""Champion: every turn of the roll judged by a network, the best of them by what may follow."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.engine import Clock, Parameter, Thought, View, kernel
from ludarium.engine.game import Game
from ludarium.games.tarble.network import Reader
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.players.td import network_option, ranked_turns
from ludarium.games.tarble.players.whole_turns import TurnPlayer
from ludarium.games.tarble.replies import rows_for, value_after_replies
from ludarium.games.tarble.turns import doors

_SHARE = 0.8
"""Of the time left on the clock that goes into looking ahead; the last turn looked at may take longer than others."""


@kernel
def do_value_after_replies(states: Any, movements: Any, reader: Reader, beam: int, deep: bool) -> float:
    return value_after_replies(states, movements, movements.shape[0], reader, beam, deep)


class Champion(TurnPlayer):
    """Judges every position that the roll can lead to by its network, the best `candidates` of these by the opponent's
    best reply to each face of the die, and the best `finalists` of those by its own best turn after each reply as well.

    Finished games are judged by their result. What follows is searched by a beam over movements.
    """

    name = "champion"
    summary = "whole turns by a network, then the best reply to every face of the die"
    parameters = (
        Parameter("candidates", 60, "turns whose replies are looked at", low=1, high=100_000),
        Parameter("finalists", 20, "turns that are looked at one turn further", low=0, high=1000),
        Parameter("beam", 12, "beginnings of a reply that are gone on from", low=1, high=10_000),
        Parameter("seconds", 0.0, "look at no further turn after this time; 0: no limit", low=0.0),
        network_option("champion"),
    )

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._reader = Network.load(str(self.options["network"])).reader()
        self._states = game.bound.states(rows_for(int(self.options["beam"])))

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        begun = time.perf_counter()
        limits = [float(self.options["seconds"])] if self.options["seconds"] else []
        if clock.left is not None:
            limits.append(_SHARE * clock.left)
        found = ranked_turns(view, self._reader, int(self.options["candidates"]))
        self._states[-1] = view.state
        # At most half of the time is for the first look.
        chances = self._judge(found.paths, begun, [limit / 2 for limit in limits], deep=False)
        looked_at = len(chances)
        order = sorted(range(len(chances)), key=lambda turn: -chances[turn])
        paths, chances = [found.paths[turn] for turn in order], [chances[turn] for turn in order]
        finalists = int(self.options["finalists"])
        if finalists > 1 and len(paths) > 1:
            chances = self._judge(paths[:finalists], begun, limits, deep=True)
        best = max(range(len(chances)), key=lambda turn: chances[turn])
        self.thought = Thought(
            f"sees a chance of {chances[best]:.0%} after the best reply to each roll",
            {"chance": round(chances[best], 4), "turns": found.judged, "candidates": looked_at},
        )
        return paths[best]

    def _judge(
        self, paths: Sequence[Sequence[int]], begun: float, limits: Sequence[float], *, deep: bool
    ) -> list[float]:
        """My chance after each turn; of the first turns only if time is up."""
        judge = doors().bind(do_value_after_replies)
        chances: list[float] = []
        for path in paths:
            if chances and limits and time.perf_counter() - begun > min(limits):
                break
            movements = np.array(path, np.int64)
            chance = judge(self._states, movements, self._reader, int(self.options["beam"]), deep)
            chances.append(float(chance) if self.seat == 0 else 1 - float(chance))
        return chances
