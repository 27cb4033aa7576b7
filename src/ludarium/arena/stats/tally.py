"""Who won how often, by player and by seat.

A tally counts how often each line-up ended with each ranking, and how often each player made how many points. Counts do
not depend on the order in which games come in, and take no more room after a million games than after a thousand. How
sure they make us is said elsewhere: by `score` and by `findings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk, Fault
from ludarium.arena.stats.statistics import counted_mean, rate

KEPT_FAULTS = 1_000
_LEADERS = 3
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
        self.points = [Counter[float]() for _ in plan.players]  # of a player, as people read them
        self.fault_counts = [0] * len(plan.players)

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
        if self.plan.tables[self.table or 0].ties_by_fraction:
            points = np.floor(points)  # the ranks have said by now what the fractions say
        line_ups = self.plan.line_up_array(numbers)
        for player, kept in enumerate(self.points):
            kept.update(_counted(points[line_ups == player]))
        self._add_faults(chunk)

    def _add_faults(self, chunk: Chunk) -> None:
        for fault in chunk.faults:
            if self.table in (None, self.plan.table(fault.game)):
                self.fault_count += 1
                self.fault_counts[fault.player] += 1
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
            return f"{counted_mean(self.points[0])[0]:.1f} points"
        by_player, _, _ = self.outcomes()
        return " : ".join(f"{rate(t['win'], t['tie'], t.total()):.1%}" for t in by_player if t.total())

    def first_faults(self, most: int) -> list[Fault]:
        """The faults of the lowest game numbers."""
        return sorted(self.faults, key=lambda fault: (fault.game, fault.seat))[:most]

    def seat_order(self, player: int) -> list[int]:
        """The seats that a player takes in turn, from the first game on, until they repeat."""
        order = []
        for line_up in self.plan.line_ups[: self.plan.games]:
            order += [seat for seat, other in enumerate(line_up) if other == player]
        return order


def _counted(values: Any) -> dict[Any, int]:
    """How often each value stands in an array."""
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def leaders(tallies: Sequence[Tally]) -> str:
    """The score so far in a few words: of many players or settings, who leads."""
    (first, *others) = tallies
    if not others and len(first.plan.players) <= _LEADERS:
        return first.score
    rates: list[float] = []
    for player in range(len(first.plan.players)):
        counted = [tally.outcomes()[0][player] for tally in tallies]
        games = sum(outcomes.total() for outcomes in counted)
        wins, ties = (sum(outcomes[word] for outcomes in counted) for word in ("win", "tie"))
        rates.append(rate(wins, ties, games) if games else 0.0)
    leading = sorted(range(len(rates)), key=lambda player: -rates[player])[:_LEADERS]
    return ", ".join(f"{first.plan.players[player]} {rates[player]:.1%}" for player in leading)
