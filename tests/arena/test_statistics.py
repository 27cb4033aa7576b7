"""Intervals, against values computed elsewhere and against what they must do."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.arena.stats.statistics import (
    Z_95,
    Statistic,
    chi_square_tail,
    holm,
    mean_interval,
    normal_tails,
    outcome_chances,
    rate,
    score_interval,
    side_of_half,
    sign_test,
    wilson,
)


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


def test_without_ties_the_score_interval_is_wilsons() -> None:
    assert score_interval(81, 0, 263) == wilson(81, 0, 263)
    # and it gets there without a step
    assert score_interval(81, 1e-9, 263) == pytest.approx(wilson(81, 0, 263), abs=1e-8)


def test_ties_make_the_score_interval_narrower() -> None:
    widths = [high - low for ties in (0, 20, 40, 60, 80) for low, high in [score_interval(50 - ties / 2, ties, 100)]]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.55 * widths[0]


def test_nothing_but_ties_is_not_certainty() -> None:
    low, high = score_interval(0, 20, 20)
    assert 0.40 < low < 0.45
    assert 0.55 < high < 0.60
    assert low + high == pytest.approx(1)


@given(st.integers(1, 300), st.data())
def test_the_score_interval_contains_the_rate_and_mirrors(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    ties = data.draw(st.integers(0, games - wins))
    low, high = score_interval(wins, ties, games)
    assert 0 <= low <= rate(wins, ties, games) + 1e-12
    assert rate(wins, ties, games) - 1e-12 <= high <= 1
    assert score_interval(games - wins - ties, ties, games) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def likelihood(counts: tuple[int, int, int], lead: float, lost: float) -> float:
    chances = (lost + lead, 1 - lead - 2 * lost, lost)
    if min(chances) < -1e-12 or any(n and p <= 0 for n, p in zip(counts, chances, strict=True)):
        return -math.inf
    return sum(n * math.log(p) for n, p in zip(counts, chances, strict=True) if n)


@pytest.mark.parametrize("counts", [(30, 50, 20), (5, 3, 12), (0, 7, 3), (9, 1, 0)])
@pytest.mark.parametrize("lead", [-0.7, -0.1, 0.0, 0.3, 0.8])
def test_the_chances_under_a_given_lead_are_the_most_likely(counts: tuple[int, int, int], lead: float) -> None:
    wins, ties, losses = counts
    won, tied, lost = outcome_chances(wins, losses, wins + ties + losses, lead)
    assert won - lost == pytest.approx(lead)
    assert won + tied + lost == pytest.approx(1)
    grid = [max(0.0, -lead) + step * (1 - abs(lead)) / 2 / 4000 for step in range(4001)]
    best = max(likelihood(counts, lead, other) for other in grid)
    assert likelihood(counts, lead, lost) >= best - 1e-9


@pytest.mark.parametrize(("wins", "ties", "games"), [(30, 50, 100), (2, 10, 13), (70, 5, 75)])
def test_the_ends_of_the_score_interval_are_just_accepted(wins: int, ties: int, games: int) -> None:
    losses = games - wins - ties
    for end in score_interval(wins, ties, games):
        lead = 2 * end - 1
        won, _, lost = outcome_chances(wins, losses, games, lead)
        deviation = math.sqrt((won + lost - lead**2) / games)
        assert abs((wins - losses) / games - lead) / deviation == pytest.approx(Z_95, rel=1e-6)


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (5, 0), (7, 3), (50, 50), (530, 470), (6, 14)])
def test_the_sign_test(wins: int, losses: int) -> None:
    from scipy.stats import binomtest

    expected = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert sign_test(wins, losses) == pytest.approx(expected)


def test_tails() -> None:
    from scipy.stats import chi2, norm

    assert chi_square_tail(7.3, 3) == pytest.approx(chi2.sf(7.3, 3))
    assert normal_tails(-2.1) == pytest.approx(2 * norm.sf(2.1))


def test_holms_correction() -> None:
    # statsmodels.stats.multitest.multipletests(…, method="holm")
    assert holm([0.01, 0.04, 0.03, 0.005, 0.5]) == pytest.approx([0.04, 0.09, 0.09, 0.025, 0.5])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(0.001, 0.5))
def test_holms_correction_rejects_what_his_procedure_rejects(p_values: list[float], level: float) -> None:
    rejected = set()
    for place, index in enumerate(sorted(range(len(p_values)), key=lambda index: p_values[index])):
        if p_values[index] * (len(p_values) - place) > level:
            break
        rejected.add(index)
    assert {index for index, p in enumerate(holm(p_values)) if p <= level} == rejected


def test_statistics_become_plain_values() -> None:
    @dataclass(frozen=True)
    class Row:
        pair: tuple[int, int]

    @dataclass(frozen=True, kw_only=True)
    class Rows(Statistic):
        rows: tuple[Row, ...]

    made = Rows(method="by hand", warnings=("few",), rows=(Row((1, 2)),)).to_dict()
    assert made == {"method": "by hand", "warnings": ["few"], "rows": [{"pair": [1, 2]}]}
    assert json.loads(json.dumps(made)) == made


def test_intervals_load_nothing_heavy() -> None:
    # `ludarium match` counts and prints intervals, and must start at once.
    code = (
        "import sys, ludarium.arena.plan.stopping, ludarium.arena.stats.seats;"
        "import ludarium.arena.stats.ratings, ludarium.arena.stats.ladder;"
        "print({'scipy', 'statsmodels', 'choix', 'openskill'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(
    ("wins", "ties", "games", "side"),
    [(4, 0, 4, 0), (0, 0, 5, 0), (6, 0, 6, 1), (0, 0, 6, -1), (110, 0, 200, 0), (120, 0, 200, 1), (80, 0, 200, -1)],
)
def test_which_side_of_one_half_games_show(wins: int, ties: int, games: int, side: int) -> None:
    assert side_of_half(wins, ties, games) == side
