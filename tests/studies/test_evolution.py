"""Offspring and generations: what always holds, and cases worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Iterable
from statistics import NormalDist, fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.engine.elements import Elements
from ludarium.studies.refinement import evolution
from ludarium.studies.refinement.evolution import (
    Drift,
    additions,
    drifted,
    first_generation,
    mutated,
    next_generation,
    offspring,
    recombined,
    size_of_generations,
    survivors,
    with_basic,
)
from ludarium.studies.refinement.genome import Strategy
from tests.studies.grammars import GRAMMARS, every_list, grammar, lists_of

SEEDS = st.integers(0, 2**32)
DRIFTS = st.sampled_from(["add", "multiply"])


class Scripted(random.Random):
    """A stream that says what it is told to say."""

    def __init__(self, said: Iterable[float]) -> None:
        super().__init__(0)
        self._said = iter(said)

    def random(self) -> float:
        return next(self._said)

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        return mu + sigma * next(self._said)


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_each_place_comes_from_either_parent() -> None:
    first, second = ("a", "b", "c"), ("d", "e", "f")
    assert recombined(first, second, Scripted([0.1, 0.9, 0.1])) == ("a", "e", "c")
    assert recombined(first, second, Scripted([0.9, 0.9, 0.9])) == ("d", "e", "f")


def test_a_place_stays_empty_where_the_list_has_ended_or_the_element_is_there() -> None:
    assert recombined(("a",), ("b", "c", "d"), Scripted([0.9, 0.1, 0.9])) == ("b", "d")
    assert recombined(("a", "b"), ("c", "a"), Scripted([0.1, 0.9])) == ("a",)


def test_a_strategy_mated_with_itself_stays_as_it_is_without_mutation() -> None:
    one = Strategy(("m0", "B1", "m2"), fitness=0.5)
    child = offspring(one, one, grammar(), "add", Scripted([0.5, *[0.1] * 3, -0.1]))
    assert (child.elements, child.fitness, child.preliminary) == (one.elements, 0.5, True)
    assert child.parents == (one.id, one.id)


def test_a_child_without_a_basic_element_takes_one_of_its_parents() -> None:
    first, second = Strategy(("m0", "B1")), Strategy(("B0", "m1"))
    found = {with_basic(("m0", "m1"), first, second, grammar(), random.Random(seed)) for seed in range(40)}
    assert found == {("B0", "m1"), ("B1", "m1"), ("m0", "B0"), ("m0", "B1")}


def test_the_diversion_drifts_by_a_sum_or_a_product() -> None:
    assert drifted(3, 4, "add", Scripted([0.25])) == 3.75
    assert drifted(3, 4, "multiply", Scripted([-1.0, 1.5, 0.5])) == 1.75  # until the draw lies between 0 and 1


@pytest.mark.parametrize(("drawn", "added"), [(-2.0, 0), (0.0, 0), (0.1, 1), (1.0, 3), (1.01, 4)])
def test_a_normal_draw_rounded_up_is_added_and_nothing_is_taken_away(drawn: float, added: int) -> None:
    assert additions(3.0, Scripted([drawn])) == added


def test_the_number_of_elements_added_is_distributed_as_said() -> None:
    stream = random.Random(1)
    counts = [additions(3.0, stream) for _ in range(20_000)]
    normal = NormalDist(0, 3)
    for count in range(4):  # 0 for all below 0, k for k − 1 < x ≤ k
        expected = normal.cdf(count) - (normal.cdf(count - 1) if count else 0)
        assert sum(c == count for c in counts) / len(counts) == pytest.approx(expected, abs=0.012)


def test_under_the_sum_the_diversion_grows_by_a_half_a_generation_and_under_the_product_it_vanishes() -> None:
    ends: dict[Drift, float] = {}
    drift: Drift
    for drift in ("add", "multiply"):
        stream = random.Random(2)
        pool = [3.0] * 200
        for _ in range(10):
            pool = [drifted(stream.choice(pool), stream.choice(pool), drift, stream) for _ in pool]
        ends[drift] = fmean(pool)
    assert ends["add"] == pytest.approx(8.0, abs=0.3)
    assert ends["multiply"] < 0.01


def test_one_in_seven_survives_and_at_least_one() -> None:
    made = [Strategy(("B0", f"m{n}"), fitness=f) for n, f in enumerate([0.2, 0.9, 0.4, 0.9])]
    assert survivors(made) == [made[1]]
    many = [Strategy((f"B{n}",), fitness=n / 100) for n in range(40)]
    assert [strategy.fitness for strategy in survivors(many)] == [0.39, 0.38, 0.37, 0.36, 0.35]


def test_who_promises_most_is_taken() -> None:
    made_of = grammar()
    population = [strategy.rated(n / 20) for n, strategy in enumerate(first_generation(made_of))]
    found = next_generation(population, population, 20, made_of, brood=4, seed=3)
    kept = survivors(population)
    assert found[: len(kept)] == kept
    promised = [strategy.fitness or 0 for strategy in found[len(kept) :]]
    assert promised == sorted(promised, reverse=True)
    assert fmean(promised) > fmean(strategy.fitness or 0 for strategy in population) + 0.1


# --- what always holds ------------------------------------------------------------------------------------------------


@given(st.data(), GRAMMARS, SEEDS, DRIFTS)
def test_offspring_are_valid_strategies_of_their_parents_and_of_what_was_added(
    data: st.DataObject, made_of: Elements, seed: int, drift: Drift
) -> None:
    first, second = (
        Strategy(data.draw(lists_of(made_of)), data.draw(st.floats(0, 50)), data.draw(st.floats(0, 1))) for _ in "12"
    )
    child = offspring(first, second, made_of, drift, random.Random(seed))
    assert not made_of.fault(child.elements)
    assert child.parents == (first.id, second.id)
    assert child.fitness == (first.fitness + second.fitness) / 2  # type: ignore[operator]
    middle = (first.diversion + second.diversion) / 2
    assert (middle <= child.diversion <= middle + 1) if drift == "add" else 0 <= child.diversion <= middle
    again = offspring(first, second, made_of, drift, random.Random(seed))
    assert again == child


@given(st.data(), GRAMMARS, SEEDS, st.integers(0, 12))
def test_mutation_adds_at_random_places_and_leaves_the_order_of_the_others(
    data: st.DataObject, made_of: Elements, seed: int, count: int
) -> None:
    before = data.draw(lists_of(made_of))
    after = mutated(before, count, made_of, random.Random(seed))
    assert tuple(name for name in after if name in before) == before
    assert len(after) == min(len(before) + count, len(made_of.all) - 1)
    assert not made_of.fault(after)


@settings(deadline=None, max_examples=40)
@given(st.data(), GRAMMARS, SEEDS, DRIFTS, st.integers(1, 3))
def test_a_generation_is_the_fittest_seventh_and_different_offspring(
    data: st.DataObject, made_of: Elements, seed: int, drift: Drift, brood: int
) -> None:
    population = [strategy.rated(data.draw(st.floats(0, 1))) for strategy in first_generation(made_of)]
    size = size_of_generations(made_of)
    found = next_generation(population, population, size, made_of, drift=drift, brood=brood, seed=seed)
    kept = survivors(population)
    assert found[: len(kept)] == kept
    assert len({strategy.id for strategy in found}) == len(found) <= size
    ids = {strategy.id for strategy in population}
    assert all(strategy.how == "offspring" and set(strategy.parents) <= ids for strategy in found[len(kept) :])
    assert not any(made_of.fault(strategy.elements) for strategy in found)
    if drift == "add" and len(made_of.all) > 4:
        assert len(found) == size
    assert found == next_generation(population, population, size, made_of, drift=drift, brood=brood, seed=seed)


def test_a_grammar_with_too_few_lists_gives_smaller_generations() -> None:
    made_of = Elements(("A",), ("b",), " ".join, (("A",),))
    assert every_list(made_of) == [("A",)]
    only = first_generation(made_of)
    assert next_generation(only, only, 2, made_of, seed=1) == only


def test_generations_are_twice_as_large_as_the_first() -> None:
    assert size_of_generations(grammar(2, 2)) == 2 * len(first_generation(grammar(2, 2))) == 12


def test_the_words_of_the_module_about_the_product_are_true() -> None:
    stream = random.Random(4)
    factors = [evolution.drifted(1, 1, "multiply", stream) for _ in range(20_000)]
    assert sum(factor < 0.43 for factor in factors) / len(factors) == pytest.approx(0.5, abs=0.03)
