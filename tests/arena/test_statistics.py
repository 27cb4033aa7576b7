"""Intervals, against values computed elsewhere and against what they must do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.arena.statistics import mean_interval, rate, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # statsmodels.stats.proportion.proportion_confint(wins, games, method="wilson")
        (0, 10, 0.0, 0.2775327998628892),
        (5, 10, 0.236593090512564, 0.7634069094874361),
        (81, 263, 0.2552707, 0.3661906),
        (10, 10, 0.7224672001371107, 1.0),
    ],
)
def test_the_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, 0, games) == pytest.approx((low, high), abs=5e-5)


def test_a_tie_is_half_a_win() -> None:
    assert rate(3, 4, 10) == 0.5
    assert wilson(3, 4, 10) == wilson(5, 0, 10)


@given(st.integers(1, 500), st.data())
def test_the_interval_contains_the_rate_and_mirrors(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    ties = data.draw(st.integers(0, games - wins))
    low, high = wilson(wins, ties, games)
    assert 0 <= low <= rate(wins, ties, games) <= high <= 1
    assert wilson(games - wins - ties, ties, games) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize(("wins", "ties", "games"), [(0, 0, 0), (3, 3, 5), (-1, 0, 5)])
def test_what_cannot_have_been_played_is_refused(wins: int, ties: int, games: int) -> None:
    with pytest.raises(ValueError, match="wins and"):
        wilson(wins, ties, games)


def test_the_interval_of_a_mean() -> None:
    assert mean_interval([4.0]) == (4.0, 4.0, 4.0)
    mean, low, high = mean_interval([1.0, 2.0, 3.0, 4.0])
    # the deviation is sqrt(5/3), the half width 1.96 · sqrt(5/3) / 2
    assert (mean, high - mean, mean - low) == pytest.approx((2.5, 1.2651, 1.2651), abs=1e-4)
