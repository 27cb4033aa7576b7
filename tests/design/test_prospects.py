"""The chance of getting in beside an urn that is drawn from game by game, and what stopping early costs."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.design.prospects import chance, is_hopeless, least_lost

COUNTS = st.integers(0, 7)


@cache
def drawn_from_an_urn(first: int, second: int, draws: int, left: int, most_lost: int) -> Fraction:
    """One ball of each kind, and one more for every game: each game is drawn like a ball."""
    if left == 0:
        return Fraction(abs(first - second) + draws <= most_lost)
    balls = first + second + draws + 3
    rest = left - 1
    return (
        Fraction(first + 1, balls) * drawn_from_an_urn(first + 1, second, draws, rest, most_lost)
        + Fraction(second + 1, balls) * drawn_from_an_urn(first, second + 1, draws, rest, most_lost)
        + Fraction(draws + 1, balls) * drawn_from_an_urn(first, second, draws + 1, rest, most_lost)
    )


@given(COUNTS, COUNTS, COUNTS, COUNTS, st.integers(0, 14))
def test_the_chance_is_that_of_an_urn(first: int, second: int, draws: int, left: int, most_lost: int) -> None:
    expected = drawn_from_an_urn(first, second, draws, left, most_lost)
    assert chance(first, second, draws, left, most_lost) == pytest.approx(float(expected), abs=1e-12)


def test_before_the_first_game_all_final_counts_are_equally_likely() -> None:
    finals = [(a, b, 20 - a - b) for a in range(21) for b in range(21 - a)]
    well = sum(abs(a - b) + draws <= 8 for a, b, draws in finals)
    assert chance(0, 0, 0, 20, 8) == pytest.approx(well / len(finals))


@given(COUNTS, COUNTS, COUNTS, COUNTS, st.integers(-1, 14))
def test_without_risk_only_what_is_certain_is_hopeless(
    first: int, second: int, draws: int, left: int, most_lost: int
) -> None:
    assert is_hopeless(first, second, draws, left, most_lost, 0.0) == (
        least_lost(first, second, draws, left) > most_lost
    )


def test_what_is_hopeless_by_chance_is_so_by_less_than_the_risk() -> None:
    assert is_hopeless(0, 0, 12, 88, 30, 0.001)
    assert chance(0, 0, 12, 88, 30) < 0.001
    assert not is_hopeless(6, 4, 2, 88, 30, 0.001)
    assert not is_hopeless(0, 0, 2, 98, 30, 0.001)  # too few games to tell


def test_stopped_candidates_would_hardly_ever_have_got_in() -> None:
    """Candidates as the prior has them, all their games known: of those stopped, few may be such as would get in."""
    stream = random.Random(3)
    games, most_lost, risk = 100, 35, 0.01
    stopped = wrongly = saved = 0
    for _ in range(300):
        weights = [stream.expovariate(1) for _ in range(3)]
        endings = stream.choices(range(3), weights, k=games)
        counts = [0, 0, 0]
        for number, ending in enumerate(endings):
            if is_hopeless(counts[0], counts[1], counts[2], games - number, most_lost, risk):
                stopped += 1
                saved += games - number
                wrongly += abs(endings.count(0) - endings.count(1)) + endings.count(2) <= most_lost
                break
            counts[ending] += 1
    assert stopped > 100
    assert wrongly <= 3 * risk * stopped
    assert saved > 0.5 * games * stopped
