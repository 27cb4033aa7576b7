"""The score of a match: by player and by seat, with the uncertainty of it.

Rates and their intervals are those of `results`, as everywhere: a match and a tournament of the same games say the
same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludarium.arena.stats.outcomes import rates
from ludarium.arena.stats.results import INTERVAL_METHOD, Results, few_games
from ludarium.arena.stats.statistics import POINTS_METHOD, Statistic, counted_mean
from ludarium.arena.stats.tally import Tally

SHOWN_FAULTS = 20


@dataclass(frozen=True)
class PlayerScore:
    """A player's games. Alone at the table there is nobody to win against: `rate` and its interval are None."""

    name: str
    seat_order: tuple[int, ...]
    """The seats that it takes in turn, from the first game on, until they repeat."""
    wins: int
    ties: int
    losses: int
    rate: float | None
    low: float | None
    high: float | None
    mean_rank: float
    mean_points: float
    points_low: float
    points_high: float
    faults: int


@dataclass(frozen=True)
class SeatScore:
    """What the players made of a seat."""

    seat: int
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True)
class FaultyAnswer:
    """An answer that could not be used."""

    game: int
    player: str
    seat: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Score(Statistic):
    """Who won how often. Games and seats count from 0; `faults` are the first of them."""

    game: str
    games: int
    seed: int
    seconds: float
    settings: Mapping[str, Any]
    players: tuple[PlayerScore, ...]
    seats: tuple[SeatScore, ...]
    faults: tuple[FaultyAnswer, ...]

    @property
    def fault_count(self) -> int:
        """All answers that could not be used."""
        return sum(player.faults for player in self.players)


def match_score(tally: Tally, seconds: float) -> Score:
    """What a tally of games says, of the players that have played."""
    plan, game = tally.plan, tally.plan.tables[tally.table or 0]
    _, by_seat, rank_sums = tally.outcomes()
    alone = plan.seats == 1  # nobody to win against: only the points say something
    players = []
    for player, sample in rates(Results(plan.players, tally.endings())).items():
        low, high = sample.interval
        mean, points_low, points_high = counted_mean(tally.points[player])
        players.append(
            PlayerScore(
                name=plan.players[player],
                seat_order=tuple(tally.seat_order(player)),
                wins=sample.wins,
                ties=sample.ties,
                losses=sample.losses,
                rate=None if alone else sample.rate,
                low=None if alone else low,
                high=None if alone else high,
                mean_rank=rank_sums[player] / sample.games,
                mean_points=mean,
                points_low=points_low,
                points_high=points_high,
                faults=tally.fault_counts[player],
            )
        )
    return Score(
        method=POINTS_METHOD if alone else f"{INTERVAL_METHOD}; {POINTS_METHOD}",
        warnings=tuple(few_games("everything here", tally.games)),
        game=game.name,
        games=tally.games,
        seed=plan.seed,
        seconds=round(seconds, 3),
        settings=dict(game.settings),
        players=tuple(players),
        seats=tuple(SeatScore(seat, won["win"], won["tie"], won["loss"]) for seat, won in enumerate(by_seat)),
        faults=tuple(
            FaultyAnswer(fault.game, plan.players[fault.player], fault.seat, fault.text)
            for fault in tally.first_faults(SHOWN_FAULTS)
        ),
    )
