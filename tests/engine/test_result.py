"""Points, ranks, winners and ties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine import Result

POINTS = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=4)


@given(POINTS)
def test_ranks_follow_points(points: list[float]) -> None:
    result = Result.from_points(points)
    assert result.points == tuple(points)
    for own, rank in zip(points, result.ranks, strict=True):
        assert rank == 1 + sum(other > own for other in points)
    assert result.winners == tuple(seat for seat, own in enumerate(points) if own == max(points))
    assert result.is_tie == (points.count(max(points)) > 1)


@given(POINTS)
def test_outcomes_fit_the_ranks(points: list[float]) -> None:
    result = Result.from_points(points)
    outcomes = [result.outcome(seat) for seat in range(len(points))]
    assert (outcomes.count("win") == 1) != result.is_tie
    assert all((outcome == "loss") == (rank > 1) for outcome, rank in zip(outcomes, result.ranks, strict=True))


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((3.0,), "3 points"),
        ((1.0, -1.0), "seat 1 wins (1, -1)"),
        ((0.5, 0.5), "seat 1 and seat 2 tie (0.5, 0.5)"),
        ((1.0, 4.0, 4.0), "seat 2 and seat 3 tie (1, 4, 4)"),
    ],
)
def test_in_words(points: tuple[float, ...], words: str) -> None:
    assert str(Result.from_points(points)) == words
