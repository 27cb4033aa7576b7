"""Estimates: a figure with its 95 % interval, the method that gave it, and how many games it rests on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Any

from ludarium.arena.stats.results import Sample
from ludarium.arena.stats.statistics import FEW_GAMES, Z_95, mean_interval, score_interval, wilson

Bounds = tuple[float, float]
UNBOUNDED = (-math.inf, math.inf)

MEAN = "mean over games, normal interval"
RATIO = "share of all decisions, normal interval of a ratio with games as units"
WILSON = "Wilson interval"
SCORE = "score interval (Wilson; with ties Tango's form of it)"


@dataclass(frozen=True)
class Estimate:
    """A figure. `value` is None where it cannot be had, and `reason` says why; a single game has no interval."""

    value: float | None
    low: float | None
    high: float | None
    method: str
    games: int
    reason: str = ""
    spread: float | None = None
    """The standard deviation of what the mean was taken of."""
    least: float | None = None
    most: float | None = None
    warnings: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"value": self.value, "low": self.low, "high": self.high}
        extra = {"spread": self.spread, "min": self.least, "max": self.most}
        shown |= {name: value for name, value in extra.items() if value is not None}
        shown |= {"games": self.games, "method": self.method}
        words = {"reason": self.reason, "warnings": list(self.warnings)}
        return shown | {name: value for name, value in words.items() if value}


def warning_of(games: int) -> tuple[str, ...]:
    """What to say of figures that rest on few games."""
    return (f"{games} games are few: with fewer than {FEW_GAMES} the intervals are rough",) if games < FEW_GAMES else ()


def unavailable(reason: str, method: str = "") -> Estimate:
    return Estimate(None, None, None, method, 0, reason)


def mean_of(values: Sequence[float | None], *, bounds: Bounds = UNBOUNDED, reason: str = "") -> Estimate:
    """The mean of what is there, with an interval inside the bounds; `reason` says why nothing may be there."""
    known = [value for value in values if value is not None]
    if not known:
        return unavailable(reason, MEAN)
    mean, low, high = mean_interval(known)
    if len(known) == 1:
        return Estimate(mean, None, None, MEAN, 1, spread=None, least=mean, most=mean)
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in known) / (len(known) - 1))
    return Estimate(
        mean,
        max(bounds[0], low),
        min(bounds[1], high),
        MEAN,
        len(known),
        spread=spread,
        least=min(known),
        most=max(known),
    )


def ratio_of(
    parts: Sequence[int], wholes: Sequence[int], *, bounds: Bounds, reason: str, method: str = RATIO
) -> Estimate:
    """Σ parts ÷ Σ wholes over games. Decisions of one game are alike, so its interval counts games, not decisions."""
    total, games = sum(wholes), len(wholes)
    if not total:
        return unavailable(reason, method)
    ratio = sum(parts) / total
    if games == 1:
        return Estimate(ratio, None, None, method, 1)
    residuals = math.fsum((part - ratio * whole) ** 2 for part, whole in zip(parts, wholes, strict=True))
    reach = Z_95 * math.sqrt(residuals / (games * (games - 1))) / (total / games)
    return Estimate(ratio, max(bounds[0], ratio - reach), min(bounds[1], ratio + reach), method, games)


def share_of(count: int, games: int) -> Estimate:
    """The share of games that have something."""
    return Estimate(count / games, *wilson(count, 0, games), WILSON, games)


def rate_of(sample: Sample) -> Estimate:
    """The share of games won, a tie counted as half, with the interval that rates have everywhere."""
    return Estimate(sample.rate, *sample.interval, SCORE, sample.games)


def score_of(score: float, games: int) -> Estimate:
    """The mean of scores between 0 and 1, given their sum, where there are more than wins, ties and losses. None vary
    more than wins and losses do, so that Wilson's interval of those is never too narrow."""
    return Estimate(score / games, *wilson(score, 0, games), WILSON, games)


def balance_of(scores: Sequence[float], games: int, ties: int = 0) -> Estimate:
    """1 − the largest difference between two seats' rates, given each seat's sum of scores.

    A difference D between two rates lies between −1 and 1; (1 + D) ÷ 2 is taken for a rate and given its interval, at a
    level that holds for all pairs of seats together (Bonferroni). Between two seats that is the rate of the first, and
    `ties` are the games that neither won.
    """
    pairs = list(combinations(scores, 2))
    z = NormalDist().inv_cdf(1 - 0.025 / len(pairs))
    found = [_distance(one - other, games, ties, z) for one, other in pairs]
    value, low, high = (max(entry[part] for entry in found) for part in range(3))
    together = f"s of all {len(pairs)} differences together (Bonferroni)" if len(pairs) > 1 else " of the difference"
    return Estimate(1 - value, 1 - high, 1 - low, f"{SCORE if len(pairs) == 1 else WILSON}{together}", games)


def _ends(score: float, games: int, ties: int, z: float = Z_95) -> tuple[float, float]:
    """The ends of a difference, given that of the seats' sums of scores."""
    low, high = score_interval((games + score - ties) / 2, ties, games, z)
    return 2 * low - 1, 2 * high - 1


def _distance(score: float, games: int, ties: int, z: float) -> tuple[float, float, float]:
    """|D| with its ends."""
    low, high = _ends(score, games, ties, z)
    nearest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return abs(score / games), nearest, max(abs(low), abs(high))


def advantage_of_first(scores: Sequence[float], games: int, ties: int = 0) -> Estimate:
    """The first seat's rate less the mean rate of the others; `ties` as in `balance_of`."""
    score = scores[0] - math.fsum(scores[1:]) / (len(scores) - 1)
    method = f"{SCORE if len(scores) == 2 else WILSON} of the difference"
    return Estimate(score / games, *_ends(score, games, ties), method, games)
