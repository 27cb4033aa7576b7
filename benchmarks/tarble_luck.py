"""`python -m benchmarks.tarble_luck [PLAYER] [OPPONENT]`: how good they are at Tarble, the luck of the dice taken out.

Before each throw Champion's network and search say for every face how red stands after the best turn with it. The face
that falls is worth so much more or less than the mean of the six; that is luck, and on average it is nothing, whatever
the network thinks. A game's result less all its luck therefore has the same mean as the result itself, but scatters far
less: a few dozen games tell what hundreds would.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from rich.console import Console

from ludarium.arena.stats.statistics import mean_interval
from ludarium.engine import Clock, Match, View, derive, kernel
from ludarium.games import load
from ludarium.games.tarble.network import Reader, forget_sums
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.players.whole_turns import TurnPlayer
from ludarium.games.tarble.replies import judge_further, rows_for
from ludarium.games.tarble.rules import FACES
from ludarium.games.tarble.turns import doors
from ludarium.players import make

BEAM = 12


@kernel
def chances_by_face(states: Any, reader: Reader, beam: int, chances: Any) -> None:
    """Red's chance after the best turn with each face, and after what may follow it; the position stands in row 0."""
    forget_sums(reader)
    judge_further(states, reader, beam, chances)


class Luck:
    """The luck of one game, from red's side; players are listened to when they plan a turn."""

    def __init__(self, network: Network) -> None:
        self.game = load("tarble")
        self.total, self.seconds, self.turns = 0.0, 0.0, 0
        self._reader, self._states = network.reader(), self.game.bound.states(rows_for(BEAM))

    def listen(self, player: TurnPlayer, *, timed: bool) -> None:
        plan = player.plan

        def heard(view: View, clock: Clock) -> Any:
            face = int(view.state.left)
            if face == int(view.state.roll):  # a plan that is made anew within a turn meets no new throw
                self._states[0] = view.state
                self._states[0].left = 0
                chances = np.zeros(FACES + 1)
                doors().bind(chances_by_face)(self._states, self._reader, BEAM, chances)
                self.total += chances[face] - chances[1:].mean()
            begun = time.process_time()
            planned = plan(view, clock)
            if timed:
                self.seconds += time.process_time() - begun
                self.turns += 1
            return planned

        player.plan = heard  # type: ignore[method-assign]


def main() -> None:
    parser = argparse.ArgumentParser(description="How good a player of Tarble is, the luck of the dice taken out.")
    parser.add_argument("player", nargs="?", default="champion", help="one that plans whole turns")
    parser.add_argument("opponent", nargs="?", default="brian", help="another one")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    say = Console().print
    network = Network.load("champion")
    results, adjusted = [], []
    seconds, turns = 0.0, 0
    for number in range(wanted.games):
        luck = Luck(network)
        seat = number % 2
        player, opponent = make(wanted.player, luck.game), make(wanted.opponent, luck.game)
        for each in (player, opponent):
            if not isinstance(each, TurnPlayer):
                parser.error(f"{each.name} does not plan whole turns: its dice cannot be followed")
            luck.listen(each, timed=each is player)
        players = (player, opponent) if seat == 0 else (opponent, player)
        result = Match(luck.game, players, seed=derive(wanted.seed, "luck", number), strict=True).run().result
        assert result is not None
        mine, other = result.points[seat], result.points[1 - seat]
        results.append(1.0 if mine > other else 0.5 if mine == other else 0.0)
        adjusted.append(results[-1] - (luck.total if seat == 0 else -luck.total))
        if number:  # the first game may compile
            seconds, turns = seconds + luck.seconds, turns + luck.turns
        if (number + 1) % 10 == 0 or number + 1 == wanted.games:
            told = []
            for values in (results, adjusted):
                mean, low, high = mean_interval(values)
                told.append(f"{100 * mean:.1f} % ({100 * low:.1f} to {100 * high:.1f})")
            pace = f"{seconds / turns:.2f} s of the processor a turn" if turns else ""
            say(f"{number + 1} games: won {told[0]}, luck taken out {told[1]}; {pace}", soft_wrap=True)


if __name__ == "__main__":
    main()
