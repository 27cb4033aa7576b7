"""95 % intervals contain the truth in 93 to 97 % of 1,000 trials: `python -m benchmarks.coverage` prints the table."""

from __future__ import annotations

import pytest
from benchmarks.coverage import CASES, HIGHEST, LOWEST, RATES, SPRTS, TRIALS, Case, Decisions, RateCase

from ludarium.arena.stats.statistics import score_interval, wilson

pytestmark = pytest.mark.compiled  # counts and formulas: the same with the compiler off


def test_a_thousand_trials() -> None:
    assert TRIALS == 1_000
    assert (LOWEST, HIGHEST) == (0.93, 0.97)


@pytest.mark.parametrize("case", RATES, ids=lambda case: case.name)
def test_the_score_interval_of_a_rate(case: RateCase) -> None:
    assert LOWEST <= case.simulated(score_interval) <= HIGHEST


@pytest.mark.parametrize("case", [case for case in RATES if case.tie == 0], ids=lambda case: case.name)
def test_wilsons_interval_without_ties(case: RateCase) -> None:
    assert LOWEST <= case.simulated(wilson) <= HIGHEST


def test_why_wilsons_interval_is_not_used_with_many_ties() -> None:
    assert RateCase(0.25, 0.5, 400).simulated(wilson) > 0.99


def test_the_exact_coverage_is_what_the_trials_measure() -> None:
    case = RateCase(0.25, 0.5, 100)
    assert case.exact(score_interval) == pytest.approx(case.simulated(score_interval, 4000), abs=0.015)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_interval_of_a_tournament(case: Case) -> None:
    for share in case.coverage():
        assert LOWEST <= share <= HIGHEST


@pytest.mark.parametrize("decisions", SPRTS, ids=lambda case: f"win {case.win:g} tie {case.tie:g}")
def test_the_sprt_errs_no_more_than_it_may(decisions: Decisions) -> None:
    share, _ = decisions.run()
    wrong = share if decisions.win + decisions.tie / 2 == decisions.rule.score_0 else 1 - share
    assert wrong <= 0.05 + 0.02  # three deviations of a thousand trials
