"""Twice the same people: the paired t-test with its effect size, and Wilcoxon's test beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from ludarium.engine.errors import NotSuited
from ludarium.studies.analysis.clustered import quantile, tails

METHOD = (
    "paired t-test with 95 % t interval; effect size d = mean difference / deviation of the differences, its interval "
    "from the noncentral t distribution; Wilcoxon's exact signed-rank test"
)


@dataclass(frozen=True)
class Paired:
    """The second values minus the first, person by person."""

    name: str
    people: int
    first: float
    second: float
    difference: float
    low: float
    high: float
    t: float
    p: float
    d: float
    d_low: float
    d_high: float
    wilcoxon_p: float


def paired(name: str, first: Sequence[float], second: Sequence[float]) -> Paired:
    """Compare two values of each person.

    Raises:
        NotSuited: There are fewer than two people.
    """
    if len(first) != len(second) or len(first) < 2:
        raise NotSuited(f"{name}: a paired test needs two values each of at least two people, there are {len(first)}")
    changes = [b - a for a, b in zip(first, second, strict=True)]
    number, mean, deviation = len(changes), fmean(changes), stdev(changes)
    if deviation < 1e-12 * max(1.0, abs(mean)):  # everybody changed alike: beyond any test, or nothing changed at all
        sure = 0.0 if mean else 1.0
        endless = math.copysign(math.inf, mean) if mean else 0.0
        values = (mean, mean, mean, endless, sure, endless, endless, endless)
    else:
        reach = quantile(number - 1) * deviation / math.sqrt(number)
        t, p = t_test(changes)
        d_low, d_high = (end / math.sqrt(number) for end in noncentrality(t, number - 1))
        values = (mean, mean - reach, mean + reach, t, p, mean / deviation, d_low, d_high)
    return Paired(name, number, fmean(first), fmean(second), *values, wilcoxon(changes))


def t_test(changes: Sequence[float]) -> tuple[float, float]:
    """Student's t of no change, and its two-sided p value; the changes must not be all alike."""
    t = fmean(changes) / stdev(changes) * math.sqrt(len(changes))
    return t, tails(t, len(changes) - 1)


def wilcoxon(changes: Sequence[float]) -> float:
    """The exact two-sided p value of the signed-rank test: every change might as well have had the other sign.

    Equal sizes share their mean rank; zeros are left out."""
    import numpy as np

    moved = sorted((change for change in changes if change), key=abs)
    if not moved:
        return 1.0
    sizes = [abs(change) for change in moved]
    ranks = [sizes.index(size) + 1 + len(sizes) - sizes[::-1].index(size) for size in sizes]  # twice the mean rank
    observed = sum(rank for rank, change in zip(ranks, moved, strict=True) if change > 0)
    chances = np.zeros(sum(ranks) + 1)
    chances[0] = 1.0
    for rank in ranks:
        chances[rank:] = (chances[rank:] + chances[:-rank]) / 2
        chances[:rank] /= 2
    return min(1.0, 2 * float(min(chances[: observed + 1].sum(), chances[observed:].sum())))


def noncentrality(t: float, freedom: int) -> tuple[float, float]:
    """The 95 % interval of the noncentrality of a t distribution that gave `t`."""
    from scipy.optimize import brentq
    from scipy.special import nctdtr

    def ends(share: float) -> float:
        reach = 10.0
        while True:
            try:
                return float(brentq(lambda away: float(nctdtr(freedom, away, t)) - share, t - reach, t + reach))
            except ValueError:  # not between these ends
                reach *= 2
                if reach > 1e4:
                    return math.nan

    return ends(0.975), ends(0.025)
