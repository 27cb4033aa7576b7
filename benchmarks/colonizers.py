"""Colonizers on one core: games and decisions a second, and how strong the champion is at equal time.

Run by `python -m benchmarks.colonizers [GAMES]`; GAMES (400 unless told) are those of the two-and-two line-up. Prints a
table. Time is the processor's, so that other work on the machine matters little. The line-up takes the six ways of
sitting in turn; every game has a seed of its own, none of which the champion was tuned with.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table

from ludarium.arena.run.batches import CompiledTable
from ludarium.arena.stats.statistics import wilson
from ludarium.engine import Clock, Player
from ludarium.games import load
from ludarium.players import make

GAME = load("colonizers")
SEED = 20_000
QUICK_GAMES = 20_000
ROUNDS = 3
"""Measurements of a rate; the best counts, since nothing makes a program faster than it is."""
TREES = ("ismcts", "ismcts-pom", "mo-ismcts", "maxn", "champion")
SEATINGS = ((0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 1, 0), (1, 1, 0, 0))


@dataclass
class Times:
    """Decisions and the processor's seconds they took."""

    decisions: int = 0
    seconds: float = 0.0

    @property
    def milliseconds(self) -> float:
        return 1e3 * self.seconds / max(1, self.decisions)


def games_per_second(name: str) -> float:
    table = CompiledTable(GAME, [make(name, GAME)])
    seeds = np.arange(1, QUICK_GAMES + 1).astype(np.uint64)
    line_ups = np.zeros((QUICK_GAMES, 4), np.int64)
    table.play(seeds[:10], line_ups[:10])  # compiles, or loads from the cache
    rates = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        table.play(seeds, line_ups)
        rates.append(QUICK_GAMES / (time.process_time() - begin))
    return max(rates)


def play(names: tuple[str, str, str, str], seed: int, times: dict[str, Times]) -> int:
    """Play one game; returns the seat that won. Only decisions between several moves are counted."""
    players: list[Player] = []
    for seat, name in enumerate(names):
        players.append(make(name, GAME))
        players[-1].begin(GAME, seat, seed)
    position = GAME.start(seed)
    while not position.over:
        seat = position.movers[0]
        view = position.view(seat)
        begin = time.process_time()
        move = players[seat].choose(view, Clock())
        if len(view.moves()) > 1:
            times[names[seat]].seconds += time.process_time() - begin
            times[names[seat]].decisions += 1
        position = position.play(move, seat)
    return position.result().ranks.index(1) if 1 in position.result().ranks else -1


def decision_times(games: int = 4) -> dict[str, Times]:
    """Times of a decision over whole games in which all four seats have the same player."""
    times = {name: Times() for name in TREES}
    for name in TREES:
        play((name, name, name, name), SEED, {name: Times()})
        for number in range(games):
            play((name, name, name, name), SEED + number, times)
    return times


def two_and_two(one: str, other: str, games: int) -> tuple[list[int], dict[str, Times]]:
    """First places of the two kinds of players, and the times of their decisions."""
    times = {one: Times(), other: Times()}
    play((one, other, one, other), SEED, {one: Times(), other: Times()})
    won = [0, 0]
    for number in range(games):
        seating = SEATINGS[number % len(SEATINGS)]
        one_each = (one, other)
        names = (one_each[seating[0]], one_each[seating[1]], one_each[seating[2]], one_each[seating[3]])
        winner = play(names, SEED + 100 + number, times)
        if winner >= 0:
            won[seating[winner]] += 1
    return won, times


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    table = Table(title="Colonizers on one core")
    for column in ("what", "measured", "promised"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for name, promised in (("random", 20_000), ("heuristic", 10_000)):
        table.add_row(f"games of four {name} a second", f"{games_per_second(name):,.0f}", f"≥ {promised:,}")
    for name, spent in decision_times().items():
        promise = "≤ 20" if name == "ismcts" else ""
        table.add_row(f"milliseconds a decision, {name}", f"{spent.milliseconds:.2f}", promise)
    won, times = two_and_two("champion", "ismcts", games)
    low, high = wilson(won[0], 0, games)
    table.add_row(
        f"first places of two champions against two ismcts, {games} games",
        f"{won[0] / games:.1%} ({low:.1%} to {high:.1%})",
        "≥ 60 %",
    )
    for name, spent in times.items():
        table.add_row(f"  milliseconds a decision in it, {name}", f"{spent.milliseconds:.2f}", "equal")
    Console().print(table)


if __name__ == "__main__":
    main()
