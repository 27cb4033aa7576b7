"""χ² tests of goodness of fit, and whether two of them, on samples of different size, fit together.

χ² grows with the number of games where chances differ at all, so those of 1,000 and of 100,000 games cannot be compared
as they stand. What they have in common is the size of the effect: χ² follows a noncentral χ² distribution, whose
noncentrality is that size times the number of observations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludarium.arena.stats.statistics import SIGNIFICANT, chi_square_tail
from ludarium.engine.errors import LudariumError

FEWEST_EXPECTED = 5
"""The rule of thumb: with fewer in a class, χ² has too few values to be taken for continuous."""


@dataclass(frozen=True)
class ChiSquare:
    """A test of goodness of fit over so many observations."""

    value: float
    freedom: int
    observations: int
    below: bool = False
    """Whether the first class came out below its expectation, which χ² itself does not tell."""
    least: float = math.inf
    """The smallest count that the assumed chances expect of a class."""

    @property
    def p(self) -> float:
        """The chance of so large a value if the assumed chances were right."""
        return chi_square_tail(self.value, self.freedom)

    @property
    def rejects(self) -> bool:
        """Whether the assumed chances are rejected at 5 %."""
        return self.p <= SIGNIFICANT

    @property
    def enough(self) -> bool:
        """Whether there are observations enough for the distribution of χ² to hold."""
        return self.least >= FEWEST_EXPECTED

    def opposes(self, other: ChiSquare, z: float) -> bool:
        """Whether, of two classes, the two samples favour different ones by more than z deviations of chance."""
        ours, theirs = self._deviation, other._deviation
        ratio = other.observations / self.observations
        return (
            self.freedom == 1 and ours * theirs < 0 and abs(theirs - ours * math.sqrt(ratio)) > z * math.sqrt(1 + ratio)
        )

    @property
    def _deviation(self) -> float:
        """With two classes: by how many standard deviations the first is above its expectation."""
        return -math.sqrt(self.value) if self.below else math.sqrt(self.value)

    def __str__(self) -> str:
        return f"χ²({self.freedom}) = {self.value:,.2f}, p {'< 0.0001' if self.p < 1e-4 else f'= {self.p:.4f}'}"


def goodness_of_fit(counts: Sequence[int], chances: Sequence[float] | None = None) -> ChiSquare:
    """Counts against assumed chances, by default equal ones."""
    total = sum(counts)
    if not total:
        raise LudariumError("nothing was counted: a χ² test needs games")
    assumed = chances or [1 / len(counts)] * len(counts)
    pairs = zip(counts, assumed, strict=True)
    value = math.fsum((count - total * chance) ** 2 / (total * chance) for count, chance in pairs)
    return ChiSquare(value, len(counts) - 1, total, counts[0] < total * assumed[0], total * min(assumed))


def expected_range(found: ChiSquare, observations: int, alpha: float) -> tuple[float, float]:
    """Between which values χ² lies, at the level 1 − alpha, in another sample of so many observations.

    Our uncertainty about the size of the effect counts as well as the other sample's chance: each takes half of alpha.
    """
    tail = alpha / 4
    ratio = observations / found.observations
    smallest, largest = ratio * _size(found, 1 - tail), ratio * _size(found, tail)
    low = _least(lambda value: _below(value, found.freedom, smallest) >= tail)
    high = _least(lambda value: _below(value, found.freedom, largest) >= 1 - tail)
    return low, high


def _size(found: ChiSquare, level: float) -> float:
    """The noncentrality for which a smaller value than the one found has this chance; 0 where all have less."""
    return _least(lambda size: _below(found.value, found.freedom, size) <= level)


def _below(value: float, freedom: int, noncentrality: float) -> float:
    """The chance of a smaller value."""
    from scipy.special import chdtr, chndtr

    return float(chndtr(value, freedom, noncentrality) if noncentrality > 0 else chdtr(freedom, value))


def _least(holds: Callable[[float], bool]) -> float:
    """The least number from 0 on for which something holds that then goes on to hold."""
    if holds(0.0):
        return 0.0
    low, high = 0.0, 1.0
    while not holds(high):
        low, high = high, 2 * high
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
