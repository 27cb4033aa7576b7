"""Finished games as counts, and samples of scores drawn from them.

`Results` counts how often each line-up (players by seat) ended with each ranking (ranks by seat). Everything that is
computed from it is independent of the order in which the games came in, and a million games take no more room than a
thousand. A `Sample` is what a rate and its interval are made of.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.stats.statistics import FEW_GAMES, rate, score_interval, wilson
from ludarium.engine.errors import LudariumError

Ranks = tuple[int, ...]
Ending = tuple[LineUp, Ranks, int]
"""A line-up, the ranking it ended with, and in how many games."""

Key = TypeVar("Key", bound=Hashable)
Scores = tuple[int, ...]
"""What the seats in question made of one game: 2 for a win, 1 for a tie, 0 for a loss."""

WIN, TIE, LOSS = 2, 1, 0

STEADYING = 4.0
"""So many games' worth of independence is mixed into a measured design effect, which may rest on few games itself."""


class Results:
    """How often each line-up ended with each ranking. Players are numbers into `players`, their names."""

    def __init__(self, players: Sequence[str], endings: Iterable[Ending] = ()) -> None:
        self.players = tuple(players)
        self.seats = 0
        """Seats at the table; 0 before the first game."""
        self._counts: Counter[tuple[LineUp, Ranks]] = Counter()
        for line_up, ranks, count in endings:
            self.add(line_up, ranks, count)

    def add(self, line_up: Sequence[int], ranks: Sequence[int], count: int = 1) -> None:
        """Count a game, or several that ended alike."""
        if len(line_up) != len(ranks) or not line_up:
            raise LudariumError(f"{len(line_up)} seats with {len(ranks)} ranks: a game has one rank for each seat")
        if self.seats not in (0, len(line_up)):
            raise LudariumError(f"games of {self.seats} and of {len(line_up)} seats cannot be counted together")
        if not all(0 <= player < len(self.players) for player in line_up):
            raise LudariumError(f"line-up {tuple(line_up)}: players are numbered 0 to {len(self.players) - 1}")
        if 1 not in ranks:
            raise LudariumError(f"ranks {tuple(ranks)}: the best seat has rank 1")
        if count < 0:
            raise LudariumError(f"{count} games: a count cannot be negative")
        if count:
            self.seats = len(line_up)
            self._counts[tuple(line_up), tuple(ranks)] += count

    def merge(self, other: Results) -> None:
        """Count the games of other results, too."""
        if other.players != self.players:
            raise LudariumError("only results of the same players can be merged")
        for line_up, ranks, count in other.endings():
            self.add(line_up, ranks, count)

    @property
    def games(self) -> int:
        return self._counts.total()

    def endings(self) -> Iterator[Ending]:
        """All that was counted, always in the same order."""
        for (line_up, ranks), count in sorted(self._counts.items()):
            yield line_up, ranks, count

    def to_dict(self) -> dict[str, Any]:
        """Plain values, from which `from_dict` makes equal results."""
        return {
            "players": list(self.players),
            "endings": [[list(line_up), list(ranks), count] for line_up, ranks, count in self.endings()],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Results:
        return cls(data["players"], ((tuple(a), tuple(b), count) for a, b, count in data["endings"]))


def outcome(ranks: Ranks, seat: int) -> int:
    """`WIN`, `TIE` (a shared first rank, however many share it) or `LOSS`: as `Result.outcome` says it."""
    if ranks[seat] != 1:
        return LOSS
    return TIE if ranks.count(1) > 1 else WIN


@dataclass(frozen=True)
class Sample:
    """Scores of one player, seat or pair over all its games.

    `effect` is the design effect: how the variance of the rate compares with that of as many independent games of one
    kind. It is below 1 when the line-ups differ in their chances (against a weak and a strong opponent half the games
    are all but decided) and other than 1 when a player holds several seats of a game.
    """

    wins: int
    ties: int
    losses: int
    effect: float = 1.0

    @property
    def games(self) -> int:
        """Scores in the sample: games, times the seats that were held in each."""
        return self.wins + self.ties + self.losses

    @property
    def rate(self) -> float:
        return rate(self.wins, self.ties, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The score interval of the rate, with the design effect taken into account."""
        return score_interval(self.wins / self.effect, self.ties / self.effect, self.games / self.effect)

    @property
    def figures(self) -> tuple[int, int, int, float, float, float]:
        """Wins, ties, losses, the rate and the ends of its interval: what all tables of rates have."""
        return self.wins, self.ties, self.losses, self.rate, *self.interval

    @property
    def wilson(self) -> tuple[float, float]:
        """The plain Wilson interval, a tie counted as half a win."""
        return wilson(self.wins, self.ties, self.games)


INTERVAL_METHOD = (
    "rate = (wins + ties/2) / games; 95 % score interval (Wilson; with ties Tango's form of it), stratified by line-up"
)


def samples(results: Results, scores: Callable[[LineUp, Ranks], Iterable[tuple[Key, Scores]]]) -> dict[Key, Sample]:
    """Samples by key: `scores` says, for an ending, which keys it concerns and what they scored in it."""
    strata: dict[Key, dict[LineUp, Counter[Scores]]] = defaultdict(lambda: defaultdict(Counter))
    for line_up, ranks, count in results.endings():
        for key, made in scores(line_up, ranks):
            strata[key][line_up][made] += count
    return {key: sample_of(list(of_key.values())) for key, of_key in strata.items()}


def sample_of(strata: Sequence[Mapping[Scores, int]]) -> Sample:
    """The sample of scores that were counted line-up by line-up."""
    totals: Counter[int] = Counter()
    for stratum in strata:
        for made, count in stratum.items():
            for score in made:
                totals[score] += count
    return Sample(totals[WIN], totals[TIE], totals[LOSS], _design_effect(strata, totals))


def _design_effect(strata: Sequence[Mapping[Scores, int]], totals: Counter[int]) -> float:
    """The variance of games' scores inside their line-ups, over that of independent scores of one kind."""
    number = totals.total()
    mean = (2 * totals[WIN] + totals[TIE]) / number
    variance = (4 * totals[WIN] + totals[TIE]) / number - mean * mean
    inside, freedom = variance_inside(strata)
    if freedom == 0 or variance <= 0:
        return 1.0
    games = sum(sum(stratum.values()) for stratum in strata)
    independent = variance * number / (number - 1) * number / games  # of a game's sum, had its seats been independent
    measured = (inside / independent * freedom + STEADYING) / (freedom + STEADYING)
    # What has never happened yet may still happen: the wins are never surer than ± one game (two points).
    return max(measured, min(1.0, 4 / (number * variance)))


def variance_inside(strata: Iterable[Mapping[tuple[int, ...], int]]) -> tuple[float, int]:
    """The variance of the sums of games around the mean of their stratum, and its degrees of freedom."""
    inside, measured, freedom = 0.0, 0, 0
    for stratum in strata:
        size = sum(stratum.values())
        if size < 2:
            continue  # one game says nothing about how its line-up varies
        total = sum(sum(made) * count for made, count in stratum.items())
        squares = sum(sum(made) ** 2 * count for made, count in stratum.items()) - total * total / size
        inside += squares * size / (size - 1)
        measured, freedom = measured + size, freedom + size - 1
    return (inside / measured if measured else 0.0), freedom


def uneven(more: int, less: int, total: int, seats: int) -> bool:
    """Whether one thing happened clearly more often than another that should have been as frequent; a run may end in
    the middle of a round."""
    return more - less > max(seats**2, 0.02 * total)


def few_games(name: str, games: int) -> list[str]:
    """The warning that belongs to a figure that rests on so many games, if any."""
    if games >= FEW_GAMES:
        return []
    return [f"{name}: {games} game{'' if games == 1 else 's'} only, fewer than {FEW_GAMES}: a rough figure"]
