"""Simulated people: what they say follows their known qualities."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from statistics import fmean, median, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.engine.elements import Elements
from ludarium.engine.errors import BadParameter
from ludarium.studies.simulated.judging import (
    HumanLikeness,
    Population,
    SimulatedPerson,
    answer_on_scale,
    judge,
    leaves,
    planted,
    population,
    reading_seconds,
)
from tests.studies.grammars import GRAMMARS, every_list, grammar

SOMEBODY = SimulatedPerson("somebody", 1.0)


def share_right(person: SimulatedPerson, difficulty: float, judged: int = 0, times: int = 2000) -> float:
    said = [judge(person, difficulty, "artificial", seed=seed, judged=judged).said for seed in range(times)]
    return said.count("artificial") / times


@pytest.mark.parametrize("difficulty", [-1.0, 1.0, 2.5])
def test_judgements_follow_rasch(difficulty: float) -> None:
    assert share_right(SOMEBODY, difficulty) == pytest.approx(1 / (1 + math.exp(difficulty - 1)), abs=0.035)


def test_people_are_told_by_the_same_ability() -> None:
    said = [judge(SOMEBODY, 0.0, "human", seed=seed).said for seed in range(2000)]
    assert said.count("human") / 2000 == pytest.approx(1 / (1 + math.exp(-1)), abs=0.035)
    assert "unknown" not in said


def test_fatigue_costs_and_learning_pays() -> None:
    assert share_right(replace(SOMEBODY, fatigue=0.1), 1.0, judged=20) == pytest.approx(1 / (1 + math.e**2), abs=0.035)
    learned = replace(SOMEBODY, learning=0.5)
    assert share_right(learned, 1.0, judged=15) == pytest.approx(1 / (1 + math.exp(-2)), abs=0.035)
    rested = judge(replace(SOMEBODY, fatigue=100.0), 0.0, "artificial", seed=1, judged=20, sitting=0)
    assert rested == judge(SOMEBODY, 0.0, "artificial", seed=1, judged=20, sitting=0)


def test_noise_flattens_what_ability_decides() -> None:
    assert share_right(replace(SOMEBODY, noise=3.0), -2.0) < share_right(SOMEBODY, -2.0) - 0.1


def test_falsifiers_guess_or_say_the_opposite() -> None:
    assert share_right(replace(SOMEBODY, falsifier="random"), -3.0) == pytest.approx(0.5, abs=0.035)
    assert share_right(replace(SOMEBODY, falsifier="inverted"), -3.0) == pytest.approx(1 / (1 + math.exp(4)), abs=0.02)


def test_who_is_unsure_leaves_close_calls_open() -> None:
    person = replace(SOMEBODY, unsure=0.5)
    close = [judge(person, 1.0, "artificial", seed=seed) for seed in range(1000)]
    plain = [judge(person, -6.0, "artificial", seed=seed) for seed in range(1000)]
    assert sum(one.said == "unknown" for one in close) == pytest.approx(500, abs=50)
    assert sum(one.said == "unknown" for one in plain) < 15
    assert all(one.confidence == 0 for one in close if one.said == "unknown")
    assert fmean(one.confidence for one in close) < 0.2
    assert fmean(one.confidence for one in plain) > 0.8
    assert median(one.seconds for one in close) > 1.5 * median(one.seconds for one in plain)
    assert all(0 <= one.confidence <= 1 and one.seconds > 0 for one in close + plain)


def test_the_same_judgement_comes_out_whatever_was_asked_in_between() -> None:
    first = judge(SOMEBODY, 1.0, "artificial", seed=5, judged=7)
    judge(SOMEBODY, 2.0, "human", seed=5, judged=8)
    assert judge(SOMEBODY, 1.0, "artificial", seed=5, judged=7) == first
    others = {judge(SOMEBODY, 1.0, "artificial", seed=5, judged=n).seconds for n in range(20)}
    assert len(others) == 20


# --- what is planted --------------------------------------------------------------------------------------------------


def slowly_in_common(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """The longest common subsequence by its definition."""
    if not first or not second:
        return 0
    if first[0] == second[0]:
        return 1 + slowly_in_common(first[1:], second[1:])
    return max(slowly_in_common(first[1:], second), slowly_in_common(first, second[1:]))


@given(st.lists(st.sampled_from("abcde"), max_size=6), st.lists(st.sampled_from("abcde"), min_size=1, max_size=5))
def test_likeness_is_the_share_of_the_core_in_its_order(elements: list[str], core: list[str]) -> None:
    found = HumanLikeness(tuple(core))(elements)
    assert found == slowly_in_common(tuple(elements), tuple(core)) / len(core)


def test_only_what_has_the_whole_core_is_hard_to_tell() -> None:
    truth = HumanLikeness(("m0", "B1", "m2"))
    assert truth.difficulty(("m0", "m3", "B1", "B0", "m2")) == truth.difficulty(truth.core) == 6
    assert truth.difficulty(("B0",)) == -2
    assert truth.difficulty(("m0", "m2", "B1")) == pytest.approx(-2 + 8 * (2 / 3) ** 3)


@settings(max_examples=20, deadline=None)
@given(GRAMMARS, st.integers(0, 50))
def test_what_is_planted_is_a_strategy_that_has_to_be_found(made_of: Elements, seed: int) -> None:
    for size in range(1, len(made_of.all)):
        core = planted(made_of, size, seed).core
        assert len(core) == size
        assert not made_of.fault(core)
        assert core == planted(made_of, size, seed).core
        assert core not in made_of.simple or all(a in made_of.simple for a in every_list(made_of) if len(a) == size)


def test_a_core_is_no_larger_than_the_grammar_allows() -> None:
    with pytest.raises(BadParameter, match="expected 1 to 6"):
        planted(grammar(), 7, 0)


# --- a population -----------------------------------------------------------------------------------------------------


def test_a_population_is_as_it_is_described() -> None:
    traits = Population(ability=1.0, spread=2.0, falsifiers=0.3, gap=10.0, hazard=0.02)
    people = population(2000, 3, traits)
    assert fmean(person.ability for person in people) == pytest.approx(1.0, abs=0.15)
    assert stdev(person.ability for person in people) == pytest.approx(2.0, abs=0.12)
    liars = [person for person in people if person.falsifier]
    assert len(liars) == pytest.approx(600, abs=70)
    assert sum(person.falsifier == "random" for person in liars) == pytest.approx(len(liars) / 2, abs=50)
    assert fmean(person.hazard for person in people) == pytest.approx(0.02, rel=0.1)
    arrivals = [person.arrival for person in people]
    assert arrivals == sorted(arrivals)
    assert arrivals[-1] == pytest.approx(20_000, rel=0.1)
    assert len({person.name for person in people}) == 2000


def test_more_people_are_the_same_people_and_others() -> None:
    assert population(30, 4)[:10] == population(10, 4)
    assert population(10, 4) != population(10, 5)


def test_reading_takes_longer_for_more_words_and_slower_people() -> None:
    stream = random.Random(1)
    short, long, slow, careless = (
        median(reading_seconds(person, words, stream) for _ in range(500))
        for person, words in (
            (SOMEBODY, 60),
            (SOMEBODY, 600),
            (replace(SOMEBODY, pace=2.0), 60),
            (replace(SOMEBODY, falsifier="random"), 600),
        )
    )
    assert short == pytest.approx(0.8 + 60 * 60 / 230, rel=0.06)
    assert long == pytest.approx(0.8 + 600 * 60 / 230, rel=0.06)
    assert slow == pytest.approx(0.8 + 2 * 60 * 60 / 230, rel=0.06)
    assert careless < 2


def test_who_leaves_does_so_at_a_constant_rate() -> None:
    stream, person = random.Random(2), replace(SOMEBODY, hazard=0.05)
    left = sum(leaves(person, 600.0, stream) for _ in range(5000)) / 5000
    assert left == pytest.approx(1 - math.exp(-0.5), abs=0.025)
    assert not any(leaves(SOMEBODY, 1e9, stream) for _ in range(50))


def test_answers_on_a_scale_lie_on_it_and_near_what_is_felt() -> None:
    stream = random.Random(3)
    felt = [answer_on_scale(SOMEBODY, 4.0, 1, 5, stream) for _ in range(800)]
    lied = [answer_on_scale(replace(SOMEBODY, falsifier="inverted"), 4.0, 1, 5, stream) for _ in range(800)]
    chance = [answer_on_scale(replace(SOMEBODY, falsifier="random"), 4.0, 1, 5, stream) for _ in range(800)]
    assert {*felt, *lied, *chance} <= {1, 2, 3, 4, 5}
    assert fmean(felt) == pytest.approx(4, abs=0.15)
    assert fmean(lied) == pytest.approx(2, abs=0.15)
    assert fmean(chance) == pytest.approx(3, abs=0.2)
