"""Rates against the same field, side by side."""

from __future__ import annotations

import pytest

from ludarium.arena.stats.differences import differences
from ludarium.arena.stats.results import Results

WON, LOST = (1, 2), (2, 1)


def gauntlet(*scores: tuple[int, int]) -> Results:
    """Players 1, 2, … against player 0, 100 games on either seat, with these wins."""
    results = Results([f"p{player}" for player in range(len(scores) + 1)])
    for player, (before, after) in enumerate(scores, 1):
        results.add((player, 0), WON, before)
        results.add((player, 0), LOST, 100 - before)
        results.add((0, player), LOST, after)
        results.add((0, player), WON, 100 - after)
    return results


def test_the_difference_against_a_common_opponent() -> None:
    (pair,) = differences(gauntlet((70, 60), (50, 40))).pairs
    assert (pair.first, pair.second, pair.games) == (1, 2, (200, 200))
    assert pair.rates == pytest.approx((0.65, 0.45))
    assert pair.difference == pytest.approx(0.2)
    # the deviation of a difference of two rates of 200 games each is 0.048
    assert (pair.low, pair.high) == pytest.approx((0.2 - 0.095, 0.2 + 0.095), abs=0.004)
    assert pair.significant


def test_the_test_is_cochran_mantel_and_haenszels() -> None:
    (pair,) = differences(gauntlet((70, 60), (62, 45))).pairs
    # statsmodels: StratifiedTable([[[70, 30], [62, 38]], [[60, 40], [45, 55]]]).test_null_odds(correction=False)
    assert pair.p == pytest.approx(0.018428975673430714)


def test_holms_correction_over_all_pairs() -> None:
    found = differences(gauntlet((70, 60), (50, 40), (60, 50))).pairs
    assert len(found) == 3
    lowest = min(found, key=lambda pair: pair.p)
    assert lowest.p_holm == pytest.approx(3 * lowest.p)
    assert all(pair.p_holm >= pair.p for pair in found)


def test_different_opponents_are_not_mixed_up() -> None:
    # p2 beats a weak opponent, p3 loses to a strong one; both do the same against p0, their only common one.
    results = Results(["p0", "weak", "p2", "p3", "strong"])
    for player, other, wins in ((2, 0, 50), (3, 0, 50), (2, 1, 95), (3, 4, 5)):
        results.add((player, other), WON, wins)
        results.add((player, other), LOST, 100 - wins)
    pairs = {(pair.first, pair.second): pair for pair in differences(results).pairs}
    assert pairs[2, 3].difference == 0
    assert pairs[2, 3].p == 1
    assert pairs[2, 3].games == (100, 100)


def test_the_seat_is_part_of_the_field() -> None:
    # One played only first, the other only second: nothing in common.
    results = Results("abc", [((1, 0), WON, 90), ((1, 0), LOST, 10), ((0, 2), WON, 90), ((0, 2), LOST, 10)])
    found = differences(results)
    assert found.pairs == ()
    assert "no two players met a common field" in found.warnings[0]


def test_scores_that_were_all_alike_are_not_certain() -> None:
    (pair,) = differences(gauntlet((100, 100), (100, 100))).pairs
    assert (pair.difference, pair.p) == (0, 1)
    assert -0.02 < pair.low < -0.0005
    assert pair.high == pytest.approx(-pair.low)


def test_few_games_are_warned_of() -> None:
    found = differences(Results("abc", [((1, 0), WON, 10), ((2, 0), LOST, 50)]))
    assert any("b and c against their common field: 10 games" in warning for warning in found.warnings)
