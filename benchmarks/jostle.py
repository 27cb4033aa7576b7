"""Jostle's composed strategies: games a second on one core, with such strategies in all three seats.

Plays whole games in compiled batches, as matches and tournaments do, one thread, and counts CPU time, so that a busy
machine does not count. Prints a line for each round and the median; `--games N` plays more games a round.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

from ludarium.arena.run.batches import CompiledTable
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.players import make

STRATEGIES = (
    "Aggressive Observing ADVANCER",
    "Revenging Observing PALS",
    "Aggressive Lingering(EQUALIZER→Observing ADVANCER)",
)
ROUNDS = 5
SEED = 1
WANTED = 20_000
"""Games a second that must be reached."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=9_000, metavar="N", help="games of each round")
    games = parser.parse_args().games
    game = load("jostle")
    table = CompiledTable(game, [make(name, game) for name in STRATEGIES])
    seats = np.arange(game.seats)
    line_ups = (seats[None, :] - np.arange(games)[:, None]) % game.seats
    table.play(np.array([SEED], np.uint64), line_ups[:1])  # compiles, or loads from the cache
    print(" – ".join(STRATEGIES))
    rates = []
    for number in range(ROUNDS):
        seeds = np.array([derive(SEED, number, index) for index in range(games)], np.uint64)
        begun = time.process_time()
        batch = table.play(seeds, line_ups)
        seconds = time.process_time() - begun
        rates.append(games / seconds)
        print(
            f"{games:,} games in {seconds:.2f} s of CPU time: {rates[-1]:,.0f} games a second, "
            f"{batch.lengths.mean():.1f} decisions a game"
        )
    median = statistics.median(rates)
    print(f"median {median:,.0f} games a second, {median / WANTED:.1f} times the {WANTED:,} wanted")


if __name__ == "__main__":
    main()
