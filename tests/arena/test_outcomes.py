"""Rates and ranks by player, and what the seats are worth."""

from __future__ import annotations

import json

import pytest

from ludarium.arena.stats.outcomes import outcomes
from ludarium.arena.stats.results import Results
from ludarium.arena.stats.seats import seat_advantage
from ludarium.arena.stats.statistics import sign_test, wilson

SKEWED = Results("ab", [((0, 1), (1, 2), 60), ((0, 1), (2, 1), 30), ((0, 1), (1, 1), 10)])


def test_wins_ties_and_losses() -> None:
    first, second = outcomes(SKEWED).players
    assert (first.name, first.games, first.wins, first.ties, first.losses) == ("a", 100, 60, 10, 30)
    assert (second.wins, second.ties, second.losses) == (30, 10, 60)
    assert first.rate == 0.65
    assert (first.wilson_low, first.wilson_high) == wilson(60, 10, 100)
    assert first.wilson_low < first.low < 0.65 < first.high < first.wilson_high
    assert (second.low, second.high) == pytest.approx((1 - first.high, 1 - first.low))


def test_ranks() -> None:
    results = Results("abc", [((0, 1, 2), (1, 2, 3), 50), ((2, 0, 1), (1, 1, 3), 50)])
    first, second, third = outcomes(results).players
    assert [share.count for share in first.ranks] == [100, 0, 0]
    assert [share.count for share in second.ranks] == [0, 50, 50]
    assert [share.count for share in third.ranks] == [50, 0, 50]
    assert (first.mean_rank, second.mean_rank, third.mean_rank) == (1.0, 2.5, 2.0)
    # a rank that was always taken is not certain for that
    assert first.mean_rank_low == 1.0
    assert 1.0 < first.mean_rank_high < 1.1
    assert 0.9 < first.ranks[0].low < first.ranks[0].high == 1.0
    assert (first.wins, first.ties) == (50, 50)


def test_ties_of_three_count_half_as_well() -> None:
    (first, *_) = outcomes(Results("abc", [((0, 1, 2), (1, 1, 1), 40)])).players
    assert (first.ties, first.rate) == (40, 0.5)


def test_players_that_did_not_play_are_left_out() -> None:
    assert [row.name for row in outcomes(Results("abc", [((0, 2), (1, 2), 40)])).players] == ["a", "c"]


def test_few_games_are_warned_of() -> None:
    assert outcomes(SKEWED).warnings == ()
    warnings = outcomes(Results("ab", [((0, 1), (1, 2), 29)])).warnings
    assert [warning.partition(":")[0] for warning in warnings] == ["a", "b"]
    assert "29 games only, fewer than 30" in warnings[0]
    assert any("nobody to win against" in warning for warning in outcomes(Results("a", [((0,), (1,), 50)])).warnings)


def test_seats_against_scipy() -> None:
    from scipy.stats import chisquare

    results = Results(
        "abc",
        [((0, 1, 2), (1, 2, 3), 40), ((1, 2, 0), (2, 1, 3), 25), ((2, 0, 1), (3, 2, 1), 25), ((2, 0, 1), (1, 1, 1), 9)],
    )
    found = seat_advantage(results)
    expected = chisquare([40, 25, 25])
    assert found.decisive == 90
    assert found.chi_square == pytest.approx(expected.statistic)
    assert found.p == pytest.approx(expected.pvalue)
    assert found.cramers_v == pytest.approx((expected.statistic / (90 * 2)) ** 0.5)
    assert [(seat.wins, seat.ties, seat.losses) for seat in found.seats] == [(40, 9, 50), (25, 9, 65), (25, 9, 65)]
    assert found.first is None


def test_one_seat_that_always_wins() -> None:
    found = seat_advantage(Results("ab", [((0, 1), (1, 2), 50), ((1, 0), (1, 2), 50)]))
    assert found.cramers_v == pytest.approx(1)
    assert (found.first, found.first_p) == (0.5, sign_test(100, 0))
    assert found.first_high == 0.5
    assert found.warnings == ()


def test_the_first_seats_advantage() -> None:
    found = seat_advantage(Results("ab", [(pair, (1, 2), 60) for pair in ((0, 1), (1, 0))] + [((0, 1), (2, 1), 80)]))
    assert found.first == pytest.approx(0.1)
    assert found.first_low is not None
    assert found.first_high is not None
    assert found.first_low < 0.1 < found.first_high


def test_seats_that_are_not_shared_fairly_are_warned_of() -> None:
    (warning,) = seat_advantage(SKEWED).warnings
    assert "a sat 100 times on one seat and 0 times on another" in warning


def test_seats_with_few_winners_are_warned_of() -> None:
    (warning,) = seat_advantage(Results("ab", [((0, 1), (1, 1), 50), ((1, 0), (1, 1), 50)])).warnings
    assert "0 games with one winner" in warning


def test_without_a_winner_there_is_nothing_to_test() -> None:
    found = seat_advantage(Results("ab", [((0, 1), (1, 1), 50)]))
    assert (found.chi_square, found.p, found.cramers_v, found.first_p) == (None, None, None, 1.0)


def test_everything_is_plain_and_names_its_method() -> None:
    for made in (outcomes(SKEWED).to_dict(), seat_advantage(SKEWED).to_dict()):
        assert json.loads(json.dumps(made)) == made
        assert "interval" in made["method"]
