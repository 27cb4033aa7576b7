"""Who won how often: by player, by seat, with the uncertainty of it.

A tally counts how often each line-up ended with each ranking, and how often each player made how many points. Counts do
not depend on the order in which games come in, and take no more room after a million games than after a thousand.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk, Fault
from ludarium.arena.stats.statistics import Z_95, rate, wilson

SHOWN_FAULTS = 20
KEPT_FAULTS = 1_000
_BASE = 8  # more than there are ranks

Ranks = tuple[int, ...]


class Tally:
    """The running score of a plan, or of one of its sweep's settings."""

    def __init__(self, plan: Plan, table: int | None = None) -> None:
        self.plan, self.table = plan, table
        self.games = 0
        self.lengths: Counter[int] = Counter()  # decisions of a game
        self.fault_count = 0
        self.faults: list[Fault] = []
        self._endings: Counter[tuple[int, int]] = Counter()  # by number of the line-up, and ranks as one number
        self._points = [Counter[float]() for _ in plan.players]
        self._fault_counts = [0] * len(plan.players)

    def add(self, chunk: Chunk) -> None:
        """Count the games of a chunk."""
        numbers = np.arange(chunk.first, chunk.first + chunk.count)
        ranks, points, lengths = chunk.ranks, chunk.points, chunk.lengths
        cells = len(self.plan.line_ups)
        if self.table is not None:
            chosen = numbers // cells % len(self.plan.sweep) == self.table
            numbers, ranks, points, lengths = numbers[chosen], ranks[chosen], points[chosen], lengths[chosen]
        if not len(numbers):
            return
        self.games += len(numbers)
        self.lengths.update(_counted(lengths))
        seats = self.plan.seats
        codes = numbers % cells
        for seat in reversed(range(seats)):  # seat by seat: quicker than a product of small whole numbers
            codes = codes * _BASE + ranks[:, seat]
        for ending, count in _counted(codes).items():
            self._endings[divmod(ending, _BASE**seats)] += count
        line_ups = self.plan.line_up_array(numbers)
        for player, kept in enumerate(self._points):
            kept.update(_counted(points[line_ups == player]))
        self._add_faults(chunk)

    def _add_faults(self, chunk: Chunk) -> None:
        for fault in chunk.faults:
            if self.table in (None, self.plan.table(fault.game)):
                self.fault_count += 1
                self._fault_counts[fault.player] += 1
                self.faults.append(fault)
        if len(self.faults) > KEPT_FAULTS:
            # The lowest numbers, whatever order they came in.
            self.faults = sorted(self.faults, key=lambda fault: (fault.game, fault.seat))[:KEPT_FAULTS]

    def endings(self) -> Iterator[tuple[LineUp, Ranks, int]]:
        """How often each line-up (players by seat) ended with each ranking (ranks by seat)."""
        for (cell, code), count in sorted(self._endings.items()):
            ranks = tuple(code // _BASE**seat % _BASE for seat in range(self.plan.seats))
            yield self.plan.line_ups[cell], ranks, count

    def outcomes(self) -> tuple[list[Counter[str]], list[Counter[str]], list[int]]:
        """Wins, ties and losses by player and by seat, and each player's summed ranks."""
        by_player = [Counter[str]() for _ in self.plan.players]
        by_seat = [Counter[str]() for _ in range(self.plan.seats)]
        rank_sums = [0] * len(self.plan.players)
        for line_up, ranks, count in self.endings():
            for seat, player in enumerate(line_up):
                outcome = "loss" if ranks[seat] != 1 else ("tie" if ranks.count(1) > 1 else "win")
                by_player[player][outcome] += count
                by_seat[seat][outcome] += count
                rank_sums[player] += count * ranks[seat]
        return by_player, by_seat, rank_sums

    @property
    def score(self) -> str:
        """The score so far in one line: the rates of the players, or the mean points of a single one."""
        if not self.games:
            return ""
        if self.plan.seats == 1:
            return f"{_mean(self._points[0])[0]:.1f} points"
        by_player, _, _ = self.outcomes()
        return " : ".join(f"{rate(t['win'], t['tie'], t.total()):.1%}" for t in by_player if t.total())

    def summary(self, seconds: float) -> dict[str, Any]:
        """Everything as plain values, as `ludarium match --json` prints it. Players and seats count from 0."""
        by_player, by_seat, rank_sums = self.outcomes()
        game = self.plan.tables[self.table or 0]
        return {
            "game": game.name,
            "games": self.games,
            "seed": self.plan.seed,
            "seconds": round(seconds, 3),
            "settings": dict(game.settings),
            "players": [
                self._player(index, outcomes, rank_sums[index])
                for index, outcomes in enumerate(by_player)
                if outcomes.total()
            ],
            "seats": [{"seat": seat, **_outcomes(outcomes)} for seat, outcomes in enumerate(by_seat)],
            "faults": [
                {
                    "game": fault.game,
                    "player": self.plan.players[fault.player],
                    "seat": fault.seat,
                    "text": fault.text,
                }
                for fault in self.first_faults(SHOWN_FAULTS)
            ],
        }

    def first_faults(self, most: int) -> list[Fault]:
        """The faults of the lowest game numbers."""
        return sorted(self.faults, key=lambda fault: (fault.game, fault.seat))[:most]

    def seat_order(self, player: int) -> list[int]:
        """The seats that a player takes in turn, from the first game on, until they repeat."""
        order = []
        for line_up in self.plan.line_ups[: self.plan.games]:
            order += [seat for seat, other in enumerate(line_up) if other == player]
        return order

    def _player(self, index: int, outcomes: Counter[str], rank_sum: int) -> dict[str, Any]:
        games = outcomes.total()
        low, high = wilson(outcomes["win"], outcomes["tie"], games)
        mean, points_low, points_high = _mean(self._points[index])
        alone = self.plan.seats == 1  # nobody to win against: only the points say something
        return {
            "name": self.plan.players[index],
            "seat_order": self.seat_order(index),
            **_outcomes(outcomes),
            "rate": None if alone else rate(outcomes["win"], outcomes["tie"], games),
            "low": None if alone else low,
            "high": None if alone else high,
            "mean_rank": rank_sum / games,
            "mean_points": mean,
            "points_low": points_low,
            "points_high": points_high,
            "faults": self._fault_counts[index],
        }


def _counted(values: Any) -> dict[Any, int]:
    """How often each value stands in an array."""
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _mean(counts: Counter[float], z: float = Z_95) -> tuple[float, float, float]:
    """The mean of counted values with the ends of its normal interval, the same in whatever order they were counted."""
    number = counts.total()
    values = sorted(counts.items())
    mean = math.fsum(value * count for value, count in values) / number
    if number == 1:
        return mean, mean, mean
    variance = math.fsum(count * (value - mean) ** 2 for value, count in values) / (number - 1)
    reach = z * math.sqrt(variance / number)
    return mean, mean - reach, mean + reach


def _outcomes(outcomes: Counter[str]) -> dict[str, int]:
    return {"wins": outcomes["win"], "ties": outcomes["tie"], "losses": outcomes["loss"]}
