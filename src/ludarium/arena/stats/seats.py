"""Is a seat worth more than the others?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.stats.results import Ranks, Results, Scores, few_games, outcome, samples, uneven
from ludarium.arena.stats.statistics import FEW_EXPECTED, Statistic, chi_square_tail, sign_test


@dataclass(frozen=True)
class SeatOutcome:
    """What was made of a seat, whoever sat there. Seats count from 0."""

    seat: int
    wins: int
    ties: int
    losses: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class SeatAdvantage(Statistic):
    """Wins by seat against an equal chance of all seats, over the games that one seat won alone.

    `cramers_v` lies between 0 (all seats win equally often) and 1 (one seat wins all). With two seats `first` is the
    rate of the first seat minus one half, with its interval, and `first_p` the exact p value of it.
    """

    games: int
    decisive: int
    seats: tuple[SeatOutcome, ...]
    chi_square: float | None
    freedom: int
    p: float | None
    cramers_v: float | None
    first: float | None
    first_low: float | None
    first_high: float | None
    first_p: float | None


def seat_advantage(results: Results) -> SeatAdvantage:
    """How much the seats differ."""
    by_seat = samples(results, _outcomes)
    count = results.seats
    wins = [by_seat[seat].wins for seat in range(count)]
    decisive = sum(wins)
    warnings = few_games("seats", results.games) + _unbalanced(results)
    chi_square = p = cramers_v = None
    if decisive and count > 1:
        expected = decisive / count
        chi_square = sum((won - expected) ** 2 for won in wins) / expected
        p = chi_square_tail(chi_square, count - 1)
        cramers_v = math.sqrt(chi_square / (decisive * (count - 1)))
    if count > 1 and decisive < FEW_EXPECTED * count:
        warnings.append(
            f"seats: {decisive} games with one winner, less than {FEW_EXPECTED:g} expected a seat: "
            "the χ² test is not to be trusted"
        )
    first = first_low = first_high = first_p = None
    if count == 2:
        low, high = by_seat[0].interval
        first, first_low, first_high = by_seat[0].rate - 0.5, low - 0.5, high - 0.5
        first_p = sign_test(by_seat[0].wins, by_seat[0].losses)
    return SeatAdvantage(
        method=(
            "χ² goodness of fit of wins by seat to equal chances, shared first ranks left out; "
            "Cramér's V = √(χ² / (n (seats − 1))); 95 % score intervals of the rates"
            + ("; first seat: rate − ½, exact sign test" if count == 2 else "")
        ),
        warnings=tuple(warnings),
        games=results.games,
        decisive=decisive,
        seats=tuple(SeatOutcome(seat, *sample.figures) for seat, sample in sorted(by_seat.items())),
        chi_square=chi_square,
        freedom=max(0, count - 1),
        p=p,
        cramers_v=cramers_v,
        first=first,
        first_low=first_low,
        first_high=first_high,
        first_p=first_p,
    )


def _outcomes(line_up: LineUp, ranks: Ranks) -> Iterator[tuple[int, Scores]]:
    for seat in range(len(line_up)):
        yield seat, (outcome(ranks, seat),)


def _unbalanced(results: Results) -> list[str]:
    """A seat that is held by other players than the next one also wins by their strength."""
    held: list[Counter[int]] = [Counter() for _ in range(results.seats)]
    for line_up, _, count in results.endings():
        for seat, player in enumerate(line_up):
            held[seat][player] += count
    for player, name in enumerate(results.players):
        times = [seat[player] for seat in held]
        if times and uneven(max(times), min(times), sum(times), results.seats):
            return [
                f"{name} sat {max(times)} times on one seat and {min(times)} times on another: "
                "what looks like the advantage of a seat may be the strength of the players"
            ]
    return []
