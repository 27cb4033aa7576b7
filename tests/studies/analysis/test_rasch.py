"""Rasch's model: against enumeration, against other people's program, and against planted truths."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from benchmarks.rasch_coverage import coverage, meetings, simulate
from numpy.typing import NDArray

from ludarium.engine.errors import NotSuited
from ludarium.studies.analysis.rasch import (
    Conditional,
    Responses,
    ability,
    andersen,
    estimable,
    fit,
    trials,
)

Floats = NDArray[np.float64]


def made_up(people: int, items: int, seed: int, missing: float = 0.0) -> Floats:
    rng = np.random.default_rng(seed)
    answers = simulate(rng.normal(size=people), np.linspace(-1.5, 1.5, items), rng)
    answers[rng.random(answers.shape) < missing] = np.nan
    return answers


# --- twins ------------------------------------------------------------------------------------------------------------


def slow_log_likelihood(responses: Responses, beta: Floats) -> float:
    """ln P(which were right | how many), summed over people: every way to be right is listed."""
    total = 0.0
    for met, right in zip(responses.met, responses.right, strict=True):
        own = np.repeat(beta, met)
        ways = sum(
            math.exp(-float(np.dot(way, own))) for way in product((0, 1), repeat=len(own)) if sum(way) == right.sum()
        )
        total += -float(right @ beta) - math.log(ways)
    return total


def repeated(seed: int) -> Responses:
    """People who met each of three items zero to three times."""
    rng = np.random.default_rng(seed)
    met = rng.integers(0, 4, (12, 3))
    right = rng.binomial(met, 0.6)
    return Responses(tuple(f"p{n}" for n in range(12)), ("a", "b", "c"), met, right)


@pytest.mark.parametrize(
    "responses",
    [Responses.of_matrix(made_up(15, 6, 1)), Responses.of_matrix(made_up(15, 6, 2, missing=0.3)), repeated(3)],
    ids=["whole", "missing", "repeated"],
)
def test_likelihood_and_derivatives_agree_with_enumeration(responses: Responses) -> None:
    beta = np.linspace(-1, 1.3, len(responses.items))
    likelihood = Conditional(responses)
    assert likelihood.log_likelihood(beta) == pytest.approx(slow_log_likelihood(responses, beta), abs=1e-10)
    gradient, information = likelihood.derivatives(beta)
    h = 1e-4
    for i in range(len(beta)):
        e = np.eye(len(beta))[i] * h
        slope = (slow_log_likelihood(responses, beta + e) - slow_log_likelihood(responses, beta - e)) / (2 * h)
        assert gradient[i] == pytest.approx(slope, abs=1e-5)
        bend = (likelihood.derivatives(beta + e)[0] - likelihood.derivatives(beta - e)[0]) / (2 * h)
        assert information[i] == pytest.approx(-bend, abs=1e-5)


def test_trials_against_enumeration() -> None:
    chances = np.array([[0.1, 0.5, 0.93, 0.0], [0.4, 0.4, 0.2, 1.0]])
    for row, made in zip(chances, trials(chances), strict=True):
        counted = np.zeros(5)
        for way in product((0, 1), repeat=4):
            counted[sum(way)] += math.prod(p if won else 1 - p for p, won in zip(row, way, strict=True))
        assert made == pytest.approx(counted, abs=1e-15)


def test_symmetric_functions_stay_exact_where_terms_differ_by_many_powers() -> None:
    # Two kinds of items: γ is a sum of products of binomials, which Python's whole numbers give exactly.
    easy, hard, each = -6.0, 6.0, 40
    beta = np.array([easy] * each + [hard] * each)
    responses = Responses.of_matrix(np.array([[1.0] * 30 + [0.0] * 50]))
    exact = math.log(
        math.fsum(
            math.comb(each, k) * math.comb(each, 30 - k) * math.exp(-easy * k - hard * (30 - k)) for k in range(31)
        )
    )
    assert Conditional(responses).log_likelihood(beta) == pytest.approx(-30 * easy - exact, rel=1e-12)


# --- the oracle -------------------------------------------------------------------------------------------------------


def test_difficulties_of_100_people_and_30_items_agree_with_girth() -> None:
    from girth import rasch_conditional

    answers = made_up(100, 30, 4)
    theirs = rasch_conditional(answers.T.astype(int))["Difficulty"]
    ours = np.array([item.difficulty for item in fit(Responses.of_matrix(answers)).items])
    assert ours == pytest.approx(theirs - theirs.mean(), abs=0.001)


# --- planted truths ---------------------------------------------------------------------------------------------------


def test_difficulties_and_abilities_are_recovered() -> None:
    rng = np.random.default_rng(5)
    theta, beta = rng.normal(0, 1.5, 400), np.linspace(-2, 2, 25)
    found = fit(Responses.of_matrix(simulate(theta, beta, rng)))
    assert [item.difficulty for item in found.items] == pytest.approx(beta, abs=0.45)
    assert np.corrcoef([person.ability for person in found.people], theta)[0, 1] > 0.92
    assert found.reliability == pytest.approx(1.5**2 / (1.5**2 + np.mean([p.error**2 for p in found.people])), abs=0.05)


def test_missing_answers_do_not_bias() -> None:
    # The able meet the hard items only: means of right answers would be badly wrong.
    rng = np.random.default_rng(6)
    theta, beta = np.repeat([-1.0, 1.0], 500), np.linspace(-1.5, 1.5, 8)
    answers = simulate(theta, beta, rng)
    answers[:500, 5:] = np.nan
    answers[500:, :3] = np.nan
    found = fit(Responses.of_matrix(answers))
    assert [item.difficulty for item in found.items] == pytest.approx(beta, abs=0.3)


def test_items_that_are_met_again_share_their_difficulty() -> None:
    rng = np.random.default_rng(7)
    theta, beta = rng.normal(size=150), np.array([-1.0, 0.0, 1.0])
    chance = 1 / (1 + np.exp(beta[None, :] - theta[:, None]))
    met = rng.integers(4, 9, (150, 3))
    found = fit(Responses(tuple(map(str, range(150))), ("a", "b", "c"), met, rng.binomial(met, chance)))
    assert list(found.difficulties.values()) == pytest.approx(beta, abs=0.2)
    assert np.corrcoef(list(found.abilities.values()), theta)[0, 1] > 0.8


def test_intervals_cover_in_95_of_100_studies() -> None:
    found = coverage(studies=60, people=60, items=10, seed=8)  # 600 intervals; 1,000 studies by `benchmarks`
    assert 0.92 <= found.items <= 0.98
    assert 0.90 <= found.people <= 0.99


def test_intervals_cover_where_items_are_met_again() -> None:
    rng = np.random.default_rng(9)
    assert (meetings(7, 4, 10, rng).sum(1) == 10).all()
    found = coverage(studies=12, people=24, items=5, answers=12, seed=9)
    assert found.items >= 0.83  # of 60 intervals


# --- abilities --------------------------------------------------------------------------------------------------------


def test_weighted_likelihood_is_finite_and_maximum_likelihood_is_not() -> None:
    beta = np.linspace(-1, 1, 5)
    found = [ability(right, beta) for right in range(6)]
    values = [value for value, _, _ in found]
    assert values == sorted(values)
    assert values[0] == pytest.approx(-values[5], abs=1e-9), "symmetric difficulties"
    assert [likeliest is None for _, _, likeliest in found] == [True, False, False, False, False, True]
    # Maximum likelihood expects exactly the score that came.
    assert sum(1 / (1 + math.exp(b - (found[2][2] or 0.0))) for b in beta) == pytest.approx(2, abs=1e-9)


def test_weighted_likelihood_is_where_its_likelihood_is_greatest() -> None:
    # Warm's estimate maximises the likelihood times the root of the information; here by trying many θ.
    beta = np.array([-0.7, 0.1, 0.4, 1.9])
    for right in range(5):
        grid = np.arange(-8, 8, 0.001)
        p = 1 / (1 + np.exp(beta[None, :] - grid[:, None]))
        target = right * grid - np.log1p(np.exp(grid[:, None] - beta[None, :])).sum(1)
        target += 0.5 * np.log((p * (1 - p)).sum(1))
        assert ability(right, beta)[0] == pytest.approx(grid[target.argmax()], abs=0.001)


# --- fit --------------------------------------------------------------------------------------------------------------


def test_who_answers_by_chance_or_by_turns_is_seen() -> None:
    rng = np.random.default_rng(9)
    beta = np.linspace(-2.5, 2.5, 24)
    answers = simulate(rng.normal(size=200), beta, rng)
    answers[0] = (beta > 0).astype(float)  # the hard ones right, the easy ones wrong
    found = fit(Responses.of_matrix(answers))
    z = [person.outfit_z for person in found.people]
    assert int(np.argmax(z)) == 0
    assert z[0] > 5
    assert np.std(z[1:]) == pytest.approx(1, abs=0.25)
    assert np.mean([item.infit for item in found.items]) == pytest.approx(1, abs=0.05)


def test_andersens_test_keeps_its_level_and_finds_difference() -> None:
    rng = np.random.default_rng(10)
    beta = np.linspace(-1, 1, 6)
    p = [andersen(Responses.of_matrix(simulate(rng.normal(size=150), beta, rng))).p for _ in range(60)]
    assert 0.3 < np.mean(p) < 0.7
    assert np.mean(np.array(p) < 0.05) < 0.15
    theta = rng.normal(size=300)
    steep = 1 / (1 + np.exp(-np.linspace(0.2, 3, 6)[None, :] * (theta[:, None] - beta[None, :])))
    found = andersen(Responses.of_matrix((rng.random((300, 6)) < steep).astype(float)))
    assert found.p < 0.01
    assert found.freedom == 5
    assert sum(found.sizes) == 300


def test_andersens_test_by_given_groups_is_twice_the_gain_of_likelihood() -> None:
    answers = made_up(80, 5, 11)
    groups = [n % 2 for n in range(80)]
    whole = Responses.of_matrix(answers)
    halves = [fit(Responses.of_matrix(answers[half::2])) for half in (0, 1)]
    gain = 2 * (sum(half.log_likelihood for half in halves) - fit(whole).log_likelihood)
    assert andersen(whole, groups).value == pytest.approx(gain, abs=1e-8)


# --- limits -----------------------------------------------------------------------------------------------------------


def test_items_without_an_estimate_are_left_out_and_named() -> None:
    answers = made_up(40, 5, 12)
    answers[:, 0] = 1.0
    answers[:, 4] = 0.0
    responses = Responses.of_matrix(answers)
    assert estimable(responses) == [1, 2, 3]
    found = fit(responses)
    assert found.left_out == ("item 1", "item 5")
    assert "item 1, item 5" in found.warnings[0]
    others = fit(Responses.of_matrix(answers[:, 1:4]))
    assert list(found.difficulties.values()) == pytest.approx(list(others.difficulties.values()))


def test_nothing_to_compare() -> None:
    with pytest.raises(NotSuited, match="ask more people"):
        fit(Responses.of_matrix([[1, 0], [1, 0]]))
    with pytest.raises(NotSuited, match="two groups"):
        andersen(Responses.of_matrix([[1, 0], [0, 1], [1, 1]]))
    with pytest.raises(NotSuited, match="matrix of 1"):
        Responses.of_matrix([[2.0]])
    with pytest.raises(NotSuited, match="more often"):
        Responses(("p",), ("i",), np.array([[1]]), np.array([[2]]))


def test_who_answered_nothing_has_no_ability() -> None:
    answers = made_up(30, 4, 13)
    answers[3] = np.nan
    assert "person 4" not in fit(Responses.of_matrix(answers)).abilities


def test_tables_have_a_row_for_each() -> None:
    found = fit(Responses.of_matrix(made_up(30, 4, 14)))
    assert found.to_arrow("items").num_rows == 4
    assert found.to_arrow("people").num_rows == 30
    assert repr(found).startswith("Rasch model of 4 items and 30 people")
