"""Two methods beside each other: runs with the same settings and seed in pairs, and how sure their difference is.

A single pair of runs says little, since the fittest of many candidates are the luckiest too. Over several seeds the
differences are independent, and their mean has an interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludarium.arena.report.shown import Shown
from ludarium.arena.stats.statistics import sign_test
from ludarium.design.report.told import METHOD_TITLES, Told
from ludarium.engine.errors import LudariumError

FIGURES = {
    "fittest": "the five fittest",
    "fresh": "the same in fresh games",
    "population": "the whole population",
}
"""What is compared: means of fitness."""
_LEAST_PAIRS = 3


def figures_of(told: Told) -> dict[str, float]:
    """The means of a run that are compared; without fresh games where there are none."""
    best = told.best()
    found = {"fittest": _mean([line["fitness"] for line in best])}
    fresh = [told.fresh(line["game"]) for line in best]
    if all(fresh):
        found["fresh"] = _mean([float(balance) + line["diversity"] for balance, line in zip(fresh, best, strict=True)])
    means = told.search.method.means()
    return {**found, "population": means[0]} if means else found


@dataclass(frozen=True)
class Difference:
    """By how much the first method is ahead, pair by pair."""

    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return _mean(self.values)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean by Student's distribution; none for fewer than three pairs."""
        count = len(self.values)
        if count < _LEAST_PAIRS:
            return None
        from scipy.special import stdtrit

        variance = math.fsum((value - self.mean) ** 2 for value in self.values) / (count - 1)
        reach = float(stdtrit(count - 1, 0.975)) * math.sqrt(variance / count)
        return self.mean - reach, self.mean + reach

    @property
    def ahead(self) -> int:
        return sum(value > 0 for value in self.values)

    @property
    def chance(self) -> float:
        """How likely so uneven a count of pairs ahead and behind is, were the methods alike (sign test)."""
        return sign_test(self.ahead, sum(value < 0 for value in self.values))

    @property
    def verdict(self) -> str:
        if self.interval is None:
            return "too few pairs to say"
        low, high = self.interval
        return "ahead beyond chance" if low > 0 else "behind beyond chance" if high < 0 else "not told apart"

    def to_dict(self) -> dict[str, Any]:
        return {
            "values": list(self.values),
            "mean": self.mean,
            "interval": self.interval,
            "ahead": self.ahead,
            "sign_test": self.chance,
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Comparison:
    """Runs of two methods, in pairs."""

    methods: tuple[str, str]
    pairs: tuple[tuple[Told, Told], ...]

    @classmethod
    def of(cls, runs: Sequence[Told]) -> Comparison:
        """Pair the runs; the method of the first one comes first."""
        methods = list(dict.fromkeys(told.settings.method for told in runs))
        if len(methods) != 2 or "map-elites" in methods:
            raise LudariumError(
                f"runs of {' and '.join(methods)}: expected runs of ga and of random, whose games are judged alike"
            )
        for told in runs:
            if not told.finished:
                raise LudariumError(f"{told.path} is not finished: resume it first", remedy="resume")
        by_seed: dict[int, dict[str, Told]] = {}
        for told in runs:
            found = by_seed.setdefault(told.settings.seed, {})
            if told.settings.method in found:
                earlier = found[told.settings.method].path
                raise LudariumError(
                    f"{earlier} and {told.path} are both {told.settings.method} with one seed: give one"
                )
            found[told.settings.method] = told
        for seed, found in by_seed.items():
            if len(found) < 2:
                (alone,) = found.values()
                other = next(method for method in methods if method not in found)
                raise LudariumError(f"{alone.path} has no partner: a run of {other} with seed {seed} is missing")
        pairs = tuple((found[methods[0]], found[methods[1]]) for _, found in sorted(by_seed.items()))
        like = replace(pairs[0][0].settings, method="ga", seed=0)
        for told in (told for pair in pairs for told in pair):
            if replace(told.settings, method="ga", seed=0) != like:
                raise LudariumError(
                    f"{told.path} has other settings than {pairs[0][0].path}: only method and seed may differ"
                )
        return cls((methods[0], methods[1]), pairs)

    @property
    def differences(self) -> dict[str, Difference]:
        """By figure, where all runs have it."""
        found = [(figures_of(one), figures_of(other)) for one, other in self.pairs]
        return {
            name: Difference(tuple(one[name] - other[name] for one, other in found))
            for name in FIGURES
            if all(name in one and name in other for one, other in found)
        }

    @property
    def shown(self) -> Shown:
        """The figures, pair by pair."""
        one, other = self.methods
        differences = self.differences
        columns = ["seed", *(f"{FIGURES[name]}: {method}" for name in differences for method in (one, other))]
        rows = [
            (
                str(first.settings.seed),
                *(f"{figures_of(told)[name]:.1f}" for name in differences for told in (first, second)),
            )
            for first, second in self.pairs
        ]
        return Shown("Mean fitness, pair by pair", tuple(columns), tuple(rows), names=1)

    @property
    def sentences(self) -> list[str]:
        """What the differences say."""
        told = []
        for name, found in self.differences.items():
            within = f" (95 %: {found.interval[0]:+.2f} to {found.interval[1]:+.2f})" if found.interval else ""
            told.append(
                f"{FIGURES[name].capitalize()}: {METHOD_TITLES[self.methods[0]].lower()} {found.mean:+.2f}{within}, "
                f"ahead in {found.ahead} of {len(found.values)} pairs (sign test {found.chance:.3f}): {found.verdict}."
            )
        return told

    def to_dict(self) -> dict[str, Any]:
        return {
            "methods": list(self.methods),
            "seeds": [one.settings.seed for one, _ in self.pairs],
            "runs": [[figures_of(told) for told in pair] for pair in self.pairs],
            "differences": {name: found.to_dict() for name, found in self.differences.items()},
        }


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
