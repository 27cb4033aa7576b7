"""What a number of games allows to say."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z_95 = 1.959963984540054
"""A normal variable lies within ± this many deviations in 95 of 100 cases."""


def rate(wins: int, ties: int, games: int) -> float:
    """The share of games won, a tie counted as half a win."""
    return (wins + ties / 2) / games


def wilson(wins: int, ties: int, games: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of a rate, by default at 95 %.

    A tie counts as half a win and the interval is that of as many games without ties at the same rate. Ties vary less
    than wins and losses do, so with many ties the interval is wider than it had to be, never narrower.
    """
    if not 0 < games >= wins + ties >= wins >= 0:
        raise ValueError(f"{wins} wins and {ties} ties in {games} games")
    share, spread = rate(wins, ties, games), z * z / games
    centre = (share + spread / 2) / (1 + spread)
    reach = z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, centre - reach), min(1.0, centre + reach)


def mean_interval(values: Sequence[float], z: float = Z_95) -> tuple[float, float, float]:
    """The mean with the ends of its normal interval; with a single value all three are that value."""
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return mean, mean, mean
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = z * math.sqrt(variance / len(values))
    return mean, mean - reach, mean + reach
