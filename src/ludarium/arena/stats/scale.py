"""Ratings as people know them: the one place where strengths are put on a scale.

Strengths are those of openskill's Plackett–Luce model: a newcomer has 25 with an uncertainty of 25/3, and of two whose
strengths are known well one wins with odds of exp(difference / (√2·25/6)). On the scale of Elo 400 points are odds of
ten to one, which makes one unit of strength 29.5 points; a newcomer has 1500 ± 491.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

MIDDLE, NEWCOMER = 25.0, 1500.0
POINTS = 400 / (log(10) * sqrt(2) * 25 / 6)
"""Points of a unit of strength."""
EXPLAINED = "The true strength lies within the number after ± in 95 of 100 cases; every game makes it smaller."


@dataclass(frozen=True)
class Shown:
    """A rating, and twice its uncertainty: 95 of 100 true strengths lie that near."""

    points: int
    margin: int

    @property
    def at_least(self) -> int:
        """What is almost certain: lists are ordered by it, so that nobody leads after one lucky game."""
        return self.points - self.margin

    def __str__(self) -> str:
        return f"{self.points} ± {self.margin}"


def shown(mu: float, sigma: float) -> Shown:
    """A strength on the scale that people know."""
    return Shown(round(NEWCOMER + POINTS * (mu - MIDDLE)), round(2 * POINTS * sigma))
