"""How many people: where the answer is known, it comes out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec import structs

from ludarium.arena.stats.statistics import sign_test
from ludarium.engine.errors import NotSuited
from ludarium.studies.analysis.power import (
    detection,
    learning_slope,
    people_for,
    people_needed,
    power_of,
    preference_share,
    rating_gap,
    simulation_of,
)
from ludarium.studies.plan import builtin
from ludarium.studies.plan.reading import read_plan


def exact_power(people: int, share: float) -> float:
    """Of the sign test: all outcomes with their chances."""
    return sum(
        math.comb(people, k) * share**k * (1 - share) ** (people - k)
        for k in range(people + 1)
        if sign_test(k, people - k) <= 0.05
    )


def test_power_of_the_sign_test_is_as_enumerated() -> None:
    tried = power_of(preference_share(0.7), 40, studies=1500, seed=1)
    assert tried.low - 0.01 <= exact_power(40, 0.7) <= tried.high + 0.01


def test_people_needed_for_a_preference() -> None:
    found = people_needed(preference_share(0.75), studies=400, seed=2)
    assert exact_power(found.people, 0.75) == pytest.approx(0.8, abs=0.07)
    assert found.low <= found.people
    assert found.high is None or found.people <= found.high
    assert found.tried == tuple(sorted(found.tried, key=lambda row: row.people))
    assert found.to_arrow("tried").num_rows == len(found.tried)
    assert f"{found.people} people" in repr(found)


def test_people_needed_for_a_t_test_is_as_the_noncentral_t_says() -> None:
    from scipy.special import nctdtr

    from ludarium.studies.analysis.clustered import quantile
    from ludarium.studies.analysis.paired import paired

    def simulate(people: int, seed: int) -> float:
        return paired("x", [0.0] * people, np.random.default_rng(seed).normal(0.6, 1, people).tolist()).p

    found = people_needed(simulate, studies=150, seed=3)
    exact = 1 - float(nctdtr(found.people - 1, 0.6 * math.sqrt(found.people), quantile(found.people - 1)))
    assert exact == pytest.approx(0.8, abs=0.1)


def test_nothing_is_found_in_one_of_twenty_where_nothing_is() -> None:
    for simulate in (detection(0.5, games=2), learning_slope(0.0, 0.0), preference_share(0.5)):
        assert power_of(simulate, 20, studies=120, seed=4).power <= 0.12


def test_larger_effects_need_fewer_people() -> None:
    large = people_needed(detection(0.15, games=3), studies=60, step=2, seed=5)
    small = people_needed(detection(0.3, games=3), studies=60, step=2, seed=5)
    assert large.people < small.people
    assert large.people % 2 == small.people % 2 == 0
    assert (
        power_of(learning_slope(0.04, -0.06), 40, studies=60).power
        < power_of(learning_slope(0.04, -0.06), 160, studies=60).power
    )


def test_the_same_seed_gives_the_same_number() -> None:
    assert people_needed(preference_share(0.8), studies=60, seed=6) == people_needed(
        preference_share(0.8), studies=60, seed=6
    )


def test_a_machine_alone_is_held_against_guessing() -> None:
    assert power_of(detection(0.5, None, games=4), 20, studies=150, seed=7).power <= 0.12
    assert power_of(detection(0.25, None, games=4), 20, studies=60, seed=7).power > 0.9
    # A correction for many strategies costs power.
    one = power_of(detection(0.35, games=3), 20, studies=100, seed=8)
    many = power_of(detection(0.35, games=3, strategies=20), 20, studies=100, seed=8)
    assert many.power < one.power


@pytest.mark.parametrize(("name", "step"), [("turing", 2), ("turing-alone", 1), ("learning", 1), ("preference", 1)])
def test_how_many_people_a_plan_needs(name: str, step: int) -> None:
    plan = read_plan(builtin.text_of(name), f"{name}.toml")
    large = people_for(plan, 0.45 if name == "preference" else 0.3, studies=40, seed=9)
    assert large.people % step == 0
    assert simulation_of(plan)[1] == step
    assert large.people <= people_for(plan, 0.25, studies=40, seed=9).people


def test_a_plan_without_a_test() -> None:
    with pytest.raises(NotSuited, match="no single test"):
        simulation_of(structs.replace(builtin.plan_of("playtest"), kind="other"))


def test_a_playtest_needs_more_people_for_a_smaller_difference() -> None:
    plan = builtin.plan_of("playtest")
    large, step = simulation_of(plan, 1.0)
    small, _ = simulation_of(plan)
    assert step == 1
    assert power_of(large, 40, studies=60).power > power_of(small, 40, studies=60).power > 0.1
    assert power_of(rating_gap(0.0, games=6, met=4), 40, studies=100).power < 0.12
    with pytest.raises(NotSuited, match="one game only"):
        rating_gap(1.0, games=6, met=1)
    learning = read_plan(builtin.text_of("learning"), "learning.toml")
    short = structs.replace(learning, stages=tuple(stage for stage in learning.stages if stage.name != "adaptive"))
    with pytest.raises(NotSuited, match="no switch"):
        simulation_of(short)


def test_what_cannot_be_had() -> None:
    with pytest.raises(NotSuited, match="too small"):
        people_needed(preference_share(0.5), studies=20, most=60)
    with pytest.raises(NotSuited, match="between 0 and 1"):
        people_needed(preference_share(0.6), power=1.0)
    with pytest.raises(NotSuited, match="share between"):
        detection(1.0)
