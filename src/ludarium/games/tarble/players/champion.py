"""Champion: every turn of the roll judged by a network, and the best of them by the reply to every face of the die."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.engine import Clock, Parameter, Thought, View, kernel
from ludarium.engine.game import Game
from ludarium.games.tarble.lookahead import value_after_replies
from ludarium.games.tarble.network import Reader
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.players.td import network_option, ranked_turns
from ludarium.games.tarble.players.whole_turns import TurnPlayer
from ludarium.games.tarble.rules import FACES
from ludarium.games.tarble.turns import doors

_LOW = 3
"""Replies to rolls up to this one are cheap, and show most of what a turn leaves open."""
_SHARE = 0.8
"""Of the time left on the clock that goes into looking at candidates; the last one may take longer than the others."""


@kernel
def do_value_after_replies(states: Any, movements: Any, reader: Reader, faces: int, beam: int) -> Any:
    return value_after_replies(states, movements, movements.shape[0], reader, faces, beam)


class Champion(TurnPlayer):
    """Judges every position that the roll can lead to by its network, the best `wide` of these by the opponent's best
    replies to the low faces of the die, and the best `candidates` of those by the best replies to all six.

    Finished games are judged by their result. Replies are searched completely over the first four movements (more when
    the opponent has few pieces); the fifth and sixth follow only from the `beam` best positions after four.
    """

    name = "champion"
    summary = "whole turns by a network, then the best reply to every face of the die"
    parameters = (
        Parameter("wide", 150, "turns whose replies to a 1, 2 and 3 are looked at", low=1, high=100_000),
        Parameter("candidates", 12, "turns whose replies to all six faces are looked at", low=1, high=1000),
        Parameter("beam", 40, "beginnings from which long replies are gone on with", low=1, high=10000),
        Parameter("seconds", 0.0, "look at no further candidate after this time in a turn; 0: no limit", low=0.0),
        network_option("champion"),
    )

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._reader = Network.load(str(self.options["network"])).reader()
        self._states = game.bound.states(3)

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        begun = time.perf_counter()
        limits = [float(self.options["seconds"])] if self.options["seconds"] else []
        if clock.left is not None:
            limits.append(_SHARE * clock.left)
        few = int(self.options["candidates"])
        found = ranked_turns(view, self._reader, max(few, int(self.options["wide"])))
        self._states[0] = view.state
        self._judged = found.judged
        paths = found.paths
        if len(paths) > few:
            # At most half of the time is for this.
            chances = self._judge(paths, _LOW, begun, [limit / 2 for limit in limits])
            order = sorted(range(len(chances)), key=lambda turn: -chances[turn])
            paths = [paths[turn] for turn in order][:few]
        chances = self._judge(paths, FACES, begun, limits)
        best = max(range(len(chances)), key=lambda turn: chances[turn])
        self.thought = Thought(
            f"sees a chance of {chances[best]:.0%} after the best reply to each roll",
            {
                "chance": round(chances[best], 4),
                "turns": found.judged,
                "candidates": len(chances),
                "positions": self._judged,
            },
        )
        return paths[best]

    def _judge(self, paths: Sequence[Sequence[int]], faces: int, begun: float, limits: Sequence[float]) -> list[float]:
        """My chance after each turn and the best replies to the first faces; of the first turns only if time is up."""
        judge = doors().bind(do_value_after_replies)
        chances: list[float] = []
        for path in paths:
            if chances and limits and time.perf_counter() - begun > min(limits):
                break
            movements = np.array(path, np.int64)
            chance, judged = judge(self._states, movements, self._reader, faces, int(self.options["beam"]))
            self._judged += int(judged)
            chances.append(float(chance) if self.seat == 0 else 1 - float(chance))
        return chances
