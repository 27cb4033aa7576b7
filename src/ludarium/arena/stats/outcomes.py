"""Wins, ties and losses by player, and how the players were ranked."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.stats.results import (
    INTERVAL_METHOD,
    LOSS,
    STEADYING,
    WIN,
    Ranks,
    Results,
    Sample,
    Scores,
    few_games,
    outcome,
    sample_of,
    samples,
    variance_inside,
)
from ludarium.arena.stats.statistics import Z_95, Statistic


@dataclass(frozen=True)
class RankShare:
    """How often a player took a rank."""

    rank: int
    count: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class PlayerOutcome:
    """One player's games. A player that holds several seats of a game has as many results in it.

    A tie is a shared first rank and counts as half a win, however many share it. `low` and `high` are the score
    interval of the rate; `wilson_low` and `wilson_high` the plain Wilson interval, which takes ties for half games won.
    """

    player: int
    name: str
    games: int
    wins: int
    ties: int
    losses: int
    rate: float
    low: float
    high: float
    wilson_low: float
    wilson_high: float
    mean_rank: float
    mean_rank_low: float
    mean_rank_high: float
    ranks: tuple[RankShare, ...]


@dataclass(frozen=True, kw_only=True)
class Outcomes(Statistic):
    """The players that have played, in the order of their numbers."""

    players: tuple[PlayerOutcome, ...]


def outcomes(results: Results) -> Outcomes:
    """Rates, rank shares and mean ranks of all players that have played."""
    rows, warnings = [], []
    taken = _ranks_taken(results)
    for player, sample in rates(results).items():
        name = results.players[player]
        rows.append(
            PlayerOutcome(
                player,
                name,
                sample.games,
                *sample.figures,
                *sample.wilson,
                *_mean_rank(taken[player], results.seats),
                tuple(_rank_share(rank, taken[player]) for rank in range(1, results.seats + 1)),
            )
        )
        warnings += few_games(name, sample.games)
    if results.seats == 1:
        warnings.append("one seat: there is nobody to win against, so that rates and ranks say nothing")
    return Outcomes(
        method=f"{INTERVAL_METHOD}; mean rank: normal interval, steadied by {STEADYING:g} virtual games",
        warnings=tuple(warnings),
        players=tuple(rows),
    )


def rates(results: Results) -> dict[int, Sample]:
    """The wins, ties and losses of the players that have played, by their numbers."""
    return dict(sorted(samples(results, _outcomes).items()))


def _outcomes(line_up: LineUp, ranks: Ranks) -> Iterator[tuple[int, Scores]]:
    for player in set(line_up):
        yield player, tuple(outcome(ranks, seat) for seat, other in enumerate(line_up) if other == player)


def _ranks_taken(results: Results) -> dict[int, list[Counter[Ranks]]]:
    """For each player, line-up by line-up: how often its seats took which ranks."""
    found: dict[int, dict[LineUp, Counter[Ranks]]] = defaultdict(lambda: defaultdict(Counter))
    for line_up, ranks, count in results.endings():
        for player in set(line_up):
            own = tuple(rank for rank, other in zip(ranks, line_up, strict=True) if other == player)
            found[player][line_up][own] += count
    return {player: list(strata.values()) for player, strata in found.items()}


def _rank_share(rank: int, strata: Sequence[Mapping[Ranks, int]]) -> RankShare:
    hits = []
    for stratum in strata:
        counts: Counter[Scores] = Counter()
        for taken, count in stratum.items():
            counts[tuple(WIN if own == rank else LOSS for own in taken)] += count
        hits.append(counts)
    sample = sample_of(hits)
    return RankShare(rank, sample.wins, sample.rate, *sample.interval)


def _mean_rank(strata: Sequence[Mapping[Ranks, int]], seats: int) -> tuple[float, float, float]:
    """The mean rank with its interval, which stays within the ranks there are."""
    games = sum(sum(stratum.values()) for stratum in strata)
    number = sum(len(ranks) * count for stratum in strata for ranks, count in stratum.items())
    mean = sum(sum(ranks) * count for stratum in strata for ranks, count in stratum.items()) / number
    inside, freedom = variance_inside(strata)
    # Virtual games, half of them first and half of them last, keep a run of equal ranks from looking certain.
    virtual = STEADYING / 2 * ((mean - 1) ** 2 + (seats - mean) ** 2) * (number / games) ** 2
    variance = (inside * freedom + virtual) / (freedom + STEADYING)
    reach = Z_95 * math.sqrt(variance * games) / number
    return mean, max(1.0, mean - reach), min(float(seats), mean + reach)
