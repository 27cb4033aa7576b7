"""`python -m benchmarks.tarble_choice`: what is left to gain in Champion's choice of a turn at Tarble against Brian.

Positions of games against Brian; in each the best turns by the network. Some ways to choose among them are compared by
the chance after the turn that they choose: Brian himself answers every face of the die, and what he leaves is searched
two turns further. Whoever chose by that chance itself would have the last line.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from ludarium.arena.stats.statistics import mean_interval
from ludarium.engine import Clock, Match, View, derive
from ludarium.games import load
from ludarium.games.tarble.players.brian import FEWEST
from ludarium.games.tarble.players.champion import Champion
from ludarium.games.tarble.players.td import ranked_turns
from ludarium.games.tarble.rules import FACES
from ludarium.players import make

WIDER = (20, 60, 200)
"""Turns, the best by the network, among which the best by replies is looked for."""
ASKED = 10
"""Turns, the best by replies, to which Brian is asked."""
FURTHER = 5


class Looking(Champion):
    """Plays by the network and the replies, and writes down what other ways of choosing would come to."""

    def __init__(self, every: int, found: dict[str, list[float]]) -> None:
        super().__init__(candidates=20, favourites=0, contempt=0)
        self._every, self._met, self._found = every, 0, found

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        self._met += 1
        if self._met % self._every == 0 and max(view.state.count) > FEWEST:
            self._look(view)
        return super().plan(view, clock)

    def _look(self, view: View) -> None:
        paths = ranked_turns(view, self._reader, max(WIDER)).paths
        self._states[-1] = view.state

        def after_brian(path: Any, *, deep: bool) -> float:
            return float(np.mean([self._after_brian(path, face, deep=deep)[0] for face in range(1, FACES + 1)]))

        replies = [self._after_replies(path, deep=False).chance for path in paths]
        best = sorted(range(len(paths)), key=lambda place: -replies[place])
        further = {place: self._after_replies(paths[place], deep=True).chance for place in best[:FURTHER]}
        asked = dict.fromkeys([0, *best[:ASKED]])
        brian = {place: after_brian(paths[place], deep=False) for place in asked}
        truth = {place: after_brian(paths[place], deep=True) for place in asked}
        told = {
            "the network": truth[0],
            "replies": truth[best[0]],
            f"one turn further, {FURTHER}": truth[max(further, key=further.__getitem__)],
        }
        for few in (2, 3, 4, 6, ASKED):
            told[f"Brian's replies to {few}"] = truth[max(best[:few], key=brian.__getitem__)]
        told["the chance itself"] = max(truth.values())
        for wide in WIDER:
            told[f"by replies among {wide}"] = max(replies[:wide])
        for name, chance in told.items():
            self._found.setdefault(name, []).append(chance)


def main() -> None:
    parser = argparse.ArgumentParser(description="What is left to gain in Champion's choice of a turn.")
    parser.add_argument("--positions", type=int, default=60, help="to look at, some 6 s each")
    parser.add_argument("--every", type=int, default=3, help="look at one turn of so many")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    say = Console().print
    game, number = load("tarble"), 0
    found: dict[str, list[float]] = {}
    while len(found.get("replies", ())) < wanted.positions:
        players: list[Any] = [Looking(wanted.every, found), make("brian", game)]
        players = players if number % 2 == 0 else players[::-1]
        Match(game, players, seed=derive(wanted.seed, "choice", number), strict=True).run()
        number += 1
        say(f"{number} games, {len(found.get('replies', ()))} positions")
    shown(found, say)


def shown(found: dict[str, list[float]], say: Any) -> None:
    base, last = np.array(found["replies"]), np.array(found[f"by replies among {WIDER[0]}"])
    table = Table("chosen by", "chance after it", "more than by replies", "95 %", title=f"{len(base)} positions")
    for name, chances in found.items():
        mean, low, high = mean_interval(
            (np.array(chances) - (last if name.startswith("by replies") else base)).tolist()
        )
        table.add_row(name, f"{np.mean(chances):.4f}", f"{mean:+.4f}", f"{low:+.4f} to {high:+.4f}")
    say(table)
    say(f"by replies among …: the chance after the best reply, and how much more than among {WIDER[0]}", soft_wrap=True)


if __name__ == "__main__":
    main()
