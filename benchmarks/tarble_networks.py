"""`python -m benchmarks.tarble_networks [NETWORK …]`: how well networks of Tarble foretell who wins.

The first network plays whole turns against itself. What each network says of the positions at the ends of turns is held
against how the games ended: the mean squared error (of a coin: 0.25), and of the first network, in ten classes, the
chance it saw beside the share that was won. A network that is as good as another here judges positions as well.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from ludarium.engine import derive, kernel
from ludarium.engine.kernels.rng import branches
from ludarium.games import load
from ludarium.games.tarble.network import Reader, chance_of, fresh_value
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.research.learning import MOVEMENTS, RED_WINS, TIES, play_and_learn
from ludarium.games.tarble.research.training import BEAM, MOST_TURNS_LEARNT_FROM
from ludarium.games.tarble.turns import doors


@kernel
def judge(reader: Reader, log: Any, chances: Any) -> None:
    for index in range(log.shape[0]):
        entry = log[index]
        red, blue = int(entry.points[0]), int(entry.points[1])
        odds = fresh_value(reader, entry.pieces, red, blue, int(entry.seat), int(entry.gone), int(entry.left))
        chances[index] = chance_of(odds)


def played(network: Network, games: int, seed: int) -> tuple[Any, Any]:
    """The ends of all turns of some games, and for each how its game ended for red."""
    game = load("tarble")
    ends, results = [], []
    for seed_of_game in branches(derive(seed, "networks"), range(games)):
        tally, log = play_and_learn(
            game, network, seed_of_game[None], beam=BEAM, most_turns=MOST_TURNS_LEARNT_FROM, rate=0.0, fade=1.0
        )
        met = log[: int(tally[MOVEMENTS])]
        ends.append(met[met["left"] == 0].copy())
        results.append(np.full(len(ends[-1]), tally[RED_WINS] + tally[TIES] / 2))
    return np.concatenate(ends), np.concatenate(results)


def main() -> None:
    parser = argparse.ArgumentParser(description="How well networks of Tarble foretell who wins.")
    parser.add_argument("networks", nargs="*", default=["champion"], help="shipped ones or files; the first plays")
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    networks = {name: Network.load(name) for name in wanted.networks}
    first = wanted.networks[0]
    say = Console().print
    ends, results = played(networks[first], wanted.games, wanted.seed)
    say(f"{len(ends):,} positions of {wanted.games:,} games of '{first}' against itself, seed {wanted.seed}")
    seen = {}
    for name, network in networks.items():
        chances = np.zeros(len(ends))
        doors().bind(judge)(network.reader(), ends, chances)
        seen[name] = chances
        squares = (chances - results) ** 2
        say(f"  {name}: mean squared error {squares.mean():.4f}")
        if name != first:
            apart = squares - (seen[first] - results) ** 2
            say(f"    {apart.mean():+.5f} beside '{first}', ± {apart.std() / len(apart) ** 0.5:.5f}")
    shown = Table("chance seen", "positions", "on average", "won by red", title=f"'{first}'", title_justify="left")
    classes = np.minimum((seen[first] * 10).astype(int), 9)
    for tenth in range(10):
        among = classes == tenth
        if among.any():
            mean, won = seen[first][among].mean(), results[among].mean()
            shown.add_row(
                f"{10 * tenth}–{10 * tenth + 10} %", f"{among.sum():,}", f"{100 * mean:.1f} %", f"{100 * won:.1f} %"
            )
    say(shown)


if __name__ == "__main__":
    main()
