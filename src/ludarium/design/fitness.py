"""The source's fitness: balance + diversity.

    balance = 100 − (|A − B| + draws), in hundredths of the games
    diversity = elements in which a game differs from the nearest one in the population, 0 to 11

The source prints "− Draws" inside the brackets; its tables have the sum, as here.
"""

from __future__ import annotations

from collections.abc import Callable


def lost(first: int, second: int, draws: int) -> int:
    """What a perfectly balanced game would not have lost: |A − B| + draws."""
    return abs(first - second) + draws


def balance(first: int, second: int, draws: int) -> float:
    """From 0 (one side wins all, or all are drawn) to 100."""
    games = first + second + draws
    return balance_of(lost(first, second, draws), games)


def balance_of(points_lost: int, games: int) -> float:
    """The balance of so many games that lost so many points."""
    return 100.0 - 100.0 * points_lost / games


def most_that_may_be_lost(
    floor: float, diversity: int, games: int, worth: Callable[[float], float] = lambda balance: balance
) -> int:
    """The most points that a game may lose and still be fitter than `floor`; −1 when even none are too many.

    Asked with the highest diversity that is possible, it tells exactly who can no longer get in: a game that is
    stopped by it would not have got in with all its games played. `worth` is what a balance counts for; it never falls
    when the balance rises.
    """
    return max(
        (points for points in range(games + 1) if worth(balance_of(points, games)) + diversity > floor), default=-1
    )
