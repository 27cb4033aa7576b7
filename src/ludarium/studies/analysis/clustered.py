"""Shares and their differences where answers come in clusters: two judges at one table saw the same machine, one person
rated several games. Answers of a cluster are alike, so that they count less than as many of different clusters.

Variances are those of linearised sums over the clusters (the sandwich estimator), intervals and tests use Student's t
with one degree of freedom less than there are clusters.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from ludarium.arena.stats.statistics import wilson

Answers = Sequence[tuple[Hashable, float]]
"""Values between 0 and 1, each with the cluster it belongs to."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval and, for a difference, the two-sided p value of no difference."""

    value: float
    low: float
    high: float
    p: float | None = None


def quantile(freedom: int, share: float = 0.975) -> float:
    """Of Student's t."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))


def tails(t: float, freedom: int) -> float:
    """The chance of a t at least as far from 0, on either side."""
    from scipy.special import stdtr

    return min(1.0, 2 * float(stdtr(freedom, -abs(t))))


def mean(answers: Answers) -> float:
    return math.fsum(value for _, value in answers) / len(answers)


def variance(parts: Iterable[tuple[Answers, float]]) -> tuple[float, int]:
    """The variance of Σ factor · mean over some samples that may share clusters, and the number of clusters."""
    sums: dict[Hashable, float] = defaultdict(float)
    for answers, factor in parts:
        centre = mean(answers)
        for cluster, value in answers:
            sums[cluster] += factor * (value - centre) / len(answers)
    number = len(sums)
    if number < 2:
        return math.inf, number
    return number / (number - 1) * math.fsum(part * part for part in sums.values()), number


def share(answers: Answers) -> Estimate:
    """The mean of the answers with a Wilson interval of the effective number of answers: their number over the design
    effect, which is at least 1. Where all answers are alike, a cluster counts as one answer."""
    value, spread = mean(answers), 0.0
    found, clusters = variance([(answers, 1.0)])
    if clusters < 2:
        return Estimate(value, 0.0, 1.0)
    spread = value * (1 - value) / len(answers)
    effective = float(clusters) if spread < 1e-15 else len(answers) / max(1.0, found / spread)
    low, high = wilson(value * effective, 0.0, effective, quantile(clusters - 1))
    return Estimate(value, low, high)


def difference(first: Answers, second: Answers) -> Estimate:
    """The mean of the first minus the mean of the second; they may share clusters."""
    value = mean(first) - mean(second)
    found, clusters = variance([(first, 1.0), (second, -1.0)])
    if clusters < 2:
        return Estimate(value, -1.0, 1.0, 1.0)
    # With a virtual answer of each kind on either side: shares that were all alike so far need not stay so.
    steady = sum(_steadied(answers) for answers in (first, second))
    deviation = math.sqrt(max(found, steady))
    reach = quantile(clusters - 1) * deviation
    return Estimate(value, max(-1.0, value - reach), min(1.0, value + reach), _p_value(value, deviation, clusters))


def against(answers: Answers, value: float) -> Estimate:
    """The mean of the answers minus a value that is known, such as that of guessing."""
    apart = mean(answers) - value
    found, clusters = variance([(answers, 1.0)])
    if clusters < 2:
        return Estimate(apart, -1.0, 1.0, 1.0)
    deviation = math.sqrt(max(found, _steadied(answers)))
    reach = quantile(clusters - 1) * deviation
    return Estimate(apart, apart - reach, apart + reach, _p_value(apart, deviation, clusters))


def _p_value(value: float, deviation: float, clusters: int) -> float:
    # Where nothing varies (the same answers on both sides), nothing differs.
    return tails(value / deviation, clusters - 1) if deviation > 0 else 1.0


def _steadied(answers: Answers) -> float:
    """The variance of a share that is 0 or 1, as if there were one more of each; 0 for all others."""
    centre, size = mean(answers), len(answers)
    if 0 < centre < 1:
        return 0.0
    nearer = (centre * size + 1) / (size + 2)
    return nearer * (1 - nearer) / size


# --- signal detection -------------------------------------------------------------------------------------------------


def normal_quantile(share: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(share))


def _density(z: float) -> float:
    return math.exp(-z * z / 2) / math.sqrt(2 * math.pi)


def corrected(answers: Answers) -> float:
    """The share with half an answer of each kind added: never 0 or 1 (the log-linear correction)."""
    return (mean(answers) * len(answers) + 0.5) / (len(answers) + 1)


def d_prime(signal: Answers, noise: Answers) -> Estimate:
    """How far signal and noise are apart for an observer who says yes or no: z(hits) − z(false alarms)."""
    hits, alarms = normal_quantile(corrected(signal)), normal_quantile(corrected(noise))
    value = hits - alarms
    found, clusters = variance([(signal, 1 / _density(hits)), (noise, -1 / _density(alarms))])
    steady = _steadied(signal) / _density(hits) ** 2 + _steadied(noise) / _density(alarms) ** 2
    if clusters < 2:
        return Estimate(value, -math.inf, math.inf, 1.0)
    deviation = math.sqrt(max(found, steady))
    reach = quantile(clusters - 1) * deviation
    return Estimate(value, value - reach, value + reach, _p_value(value, deviation, clusters))


def forced_choice(right: Answers) -> Estimate:
    """The same for an observer who sees one of each and says which is which: √2 z(right)."""
    ends = share(right)
    half = 0.5 / (len(right) + 1)

    def apart(part: float) -> float:
        return math.sqrt(2) * normal_quantile(min(1 - half, max(half, part)))

    return Estimate(math.sqrt(2) * normal_quantile(corrected(right)), apart(ends.low), apart(ends.high))
