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
from ludarium.games.tarble.turns import doors

_SHARE = 0.8
"""Of the time left on the clock that goes into looking at candidates; the last one may take longer than the others."""


@kernel
def do_value_after_replies(states: Any, movements: Any, reader: Reader, beam: int) -> Any:
    return value_after_replies(states, movements, movements.shape[0], reader, beam)


class Champion(TurnPlayer):
    """Judges every position that the roll can lead to by its network, and the best of these by the opponent's best
    reply to each of the six faces of the die.

    Finished games are judged by their result. Replies are searched completely over the first four movements (more when
    the opponent has few pieces); the fifth and sixth follow only from the `beam` best positions after four.
    """

    name = "champion"
    summary = "whole turns by a network, then the best reply to every face of the die"
    parameters = (
        Parameter("candidates", 16, "turns whose replies are looked at", low=1, high=1000),
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
        found = ranked_turns(view, self._reader, int(self.options["candidates"]))
        self._states[0] = view.state
        judge = doors().bind(do_value_after_replies)
        best, best_chance, looked_at, judged = found.paths[0], -1.0, 0, found.judged
        for path in found.paths:
            if looked_at and limits and time.perf_counter() - begun > min(limits):
                break
            chance, replies = judge(self._states, np.array(path, np.int64), self._reader, int(self.options["beam"]))
            mine = float(chance) if self.seat == 0 else 1 - float(chance)
            looked_at, judged = looked_at + 1, judged + int(replies)
            if mine > best_chance:
                best, best_chance = path, mine
        self.thought = Thought(
            f"sees a chance of {best_chance:.0%} after the best reply to each roll",
            {"chance": round(best_chance, 4), "turns": found.judged, "candidates": looked_at, "positions": judged},
        )
        return best
