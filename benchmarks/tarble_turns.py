"""Tarble's turn generator: a roll of 6 from positions met in play, beside trying every sequence of movements.

The positions are those at the beginning of turns in seeded games between the players. CPU time counts, so that a busy
machine does not. Memory is the rise of the process's high-water mark over all positions. Trying every sequence would
take too long to be done: its time is the number of sequences, which is counted, times what one movement takes from the
start position. Prints a table; `--games N` plays more games.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time

import numpy as np
from rich.console import Console
from rich.table import Table

from ludarium.engine import Clock, Game, Position
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.games.tarble.turns import turns_from
from ludarium.players import make
from ludarium.search import perft

PAIRS = (("joey", "sarah"), ("sarah", "brian"), ("brian", "joey"), ("minimax", "minimax"), ("random", "random"))
ROLL = 6
MOST_TURNS = 60
"""Turns of a game that count: random play goes on for much longer, in positions of a kind that players never meet."""
WORST_COUNTED = 5
SEED = 1


def positions_met(game: Game, pair: tuple[str, str], seed: int) -> list[Position]:
    """The positions at the beginning of each turn of a game."""
    players = [make(name, game) for name in pair]
    for seat, player in enumerate(players):
        player.begin(game, seat, seed)
    position, met = game.start(seed), []
    turns = -1
    while not position.over and int(position.state.turns) < MOST_TURNS:
        if int(position.state.turns) != turns:
            turns = int(position.state.turns)
            met.append(position)
        seat = position.movers[0]
        position = position.play(players[seat].choose(position.view(seat), Clock()))
    return met


def high_water() -> float:
    """The most memory that this process has used so far, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def seconds_a_movement(game: Game) -> float:
    """What making a movement and listing those that follow takes: the least that a further sequence costs."""
    start = next(start for start in map(game.start, range(100)) if start.state.roll == ROLL)
    perft(start, 1)  # compiles, or loads from the cache
    begun = time.process_time()
    counts = perft(start, ROLL)
    seconds = time.process_time() - begun
    # Sequences of each length are counted in turn, and their last movements are listed, not made.
    made = sum(sum(counts[: length - 1]) for length in range(1, ROLL + 1))
    return seconds / made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6, metavar="N", help="games of each pair of players")
    games = parser.parse_args().games
    game = load("tarble")
    each = seconds_a_movement(game)
    turns_from(game.start(0), ROLL)
    table = Table(title=f"All turns of a roll of {ROLL}, from positions met in play: CPU time and distinct positions")
    for column in ("players", "positions", "mean ms", "highest ms", "mean turns", "most turns"):
        table.add_column(column, justify="left" if column == "players" else "right")
    found: list[tuple[float, int, Position]] = []
    before = high_water()
    for number, pair in enumerate(PAIRS):
        mine = []
        for index in range(games):
            for position in positions_met(game, pair, derive(SEED, number, index) >> 2):
                begun = time.process_time()
                count = len(turns_from(position, ROLL))
                mine.append((time.process_time() - begun, count, position))
        times, counts = np.array([entry[0] for entry in mine]), np.array([entry[1] for entry in mine])
        table.add_row(
            " – ".join(pair),
            f"{len(mine):,}",
            f"{1000 * times.mean():.1f}",
            f"{1000 * times.max():.1f}",
            f"{counts.mean():,.0f}",
            f"{counts.max():,}",
        )
        found += mine
    rise = high_water() - before
    console = Console()
    console.print(table)
    times = np.array([entry[0] for entry in found])
    console.print(
        f"all {len(found):,} positions: mean {times.mean():.3f} s, highest {times.max():.3f} s of CPU time; "
        f"memory: {rise:,.0f} MB above {before:,.0f} MB at most"
    )
    for seconds, count, position in sorted(found, key=lambda entry: -entry[0])[:WORST_COUNTED]:
        sequences = turns_from(position, ROLL, counting=True).sequences or 0
        console.print(
            f"{seconds:.3f} s for {count:,} turns; its {sequences:,} sequences would take {sequences * each:,.0f} s: "
            f"{sequences * each / seconds:,.0f} times as long"
        )


if __name__ == "__main__":
    main()
