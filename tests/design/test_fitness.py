"""The fitness formula beside the source's tables, and the exactness of stopping early."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.design.fitness import balance, balance_of, lost, most_that_may_be_lost
from ludarium.design.prospects import least_lost

TABLES = [
    # balance, A, B, draws: Table 1, then the descriptions of games A to E (fitness less diversity)
    (94, 50, 47, 3),
    (80, 53, 40, 7),
    (64, 38, 32, 30),
    (58, 29, 70, 1),
    (48, 24, 31, 45),
    (94, 47, 50, 3),
    (90, 45, 47, 8),
    (90, 45, 53, 2),
    (86, 50, 43, 7),
    (62, 34, 31, 35),
    # Table 3, whose samples have diversity 0, and 1 in the last row
    (70, 35, 60, 5),
    (68, 34, 64, 2),
    (66, 33, 64, 3),
    (62, 31, 68, 1),
    (60, 30, 70, 0),
]
"""Reversi 10×10, 8×8, 6×6 and checkers 8×8 stand in the source's Table 1 with 96, 81, 59 and 49: one or two more than
its formula gives with its own counts, which is their fitness, the balance with the diversity added."""


@pytest.mark.parametrize(("expected", "first", "second", "draws"), TABLES)
def test_balance_is_that_of_the_source(expected: int, first: int, second: int, draws: int) -> None:
    assert balance(first, second, draws) == expected


def test_balance_is_in_hundredths_whatever_the_number_of_games() -> None:
    assert balance(5, 5, 0) == 100
    assert balance(10, 0, 0) == balance(0, 0, 7) == 0
    assert balance(12, 6, 2) == 60


def brute_least(first: int, second: int, draws: int, left: int) -> int:
    """By trying every outcome of the games that are left."""
    return min(
        lost(first + a, second + b, draws + left - a - b)
        for a, b in product(range(left + 1), repeat=2)
        if a + b <= left
    )


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_the_least_that_can_be_lost_is_exact(first: int, second: int, draws: int, left: int) -> None:
    assert least_lost(first, second, draws, left) == brute_least(first, second, draws, left)


@given(st.integers(0, 11), st.integers(1, 60), st.floats(-5, 120))
def test_what_may_be_lost_is_the_largest_that_is_still_fitter(diversity: int, games: int, floor: float) -> None:
    most = most_that_may_be_lost(floor, diversity, games)
    for points in range(games + 1):
        assert (balance_of(points, games) + diversity > floor) == (points <= most)
