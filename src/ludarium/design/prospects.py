"""Can a candidate still get in, halfway through its games? What is certain, and what is as good as certain."""

from __future__ import annotations

import math

from ludarium.engine.kernels.jit import kernel

_EVERY = 4
"""Games between two looks at the chances: a look costs less than a game, but not nothing."""


@kernel
def least_lost(first: int, second: int, draws: int, left: int) -> int:
    """The least |A − B| + draws that can come out when `left` games are still to be played."""
    apart = abs(first - second)
    return draws + (apart - left if apart > left else (left - apart) & 1)


@kernel
def log_ways(have: int, more: int) -> float:
    """The logarithm of in how many ways `more` can be chosen out of `have + more`."""
    return math.lgamma(have + more + 1.0) - math.lgamma(have + 1.0) - math.lgamma(more + 1.0)


@kernel
def chance(first: int, second: int, draws: int, left: int, most_lost: int) -> float:
    """How likely |A − B| + draws comes out as `most_lost` or less.

    Before the first game all possible final counts are taken to be equally likely, and every game counts as evidence
    (Pólya's urn: a uniform prior over the three chances). Since that is the chance given the games, it does not matter
    how often one looks.
    """
    certain = log_ways(first + second + draws + 2, left)
    found = 0.0
    for drawn in range(min(left, most_lost - draws) + 1):
        decided, spare = left - drawn, most_lost - draws - drawn
        # The first player's lead in the end, first − second + 2·won − decided, must lie within ± spare.
        middle = decided - first + second
        for won in range(max(0, (middle - spare + 1) // 2), min(decided, (middle + spare) // 2) + 1):
            ways = log_ways(first, won) + log_ways(second, decided - won) + log_ways(draws, drawn)
            found += math.exp(ways - certain)
    return found


@kernel
def is_hopeless(first: int, second: int, draws: int, left: int, most_lost: int, risk: float) -> bool:
    """Whether a candidate cannot come out with `most_lost` or less, or is less likely to than `risk`."""
    if least_lost(first, second, draws, left) > most_lost:
        return True
    games = first + second + draws
    if risk <= 0.0 or games % _EVERY or most_lost >= games + left:
        return False
    # Who does well enough so far is not asked.
    if (abs(first - second) + draws) * (games + left) <= most_lost * games:
        return False
    return bool(chance(first, second, draws, left, most_lost) < risk)
