"""Who takes part in which way."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.studies.plan.assignment import latin_square, next_condition, next_row
from ludarium.studies.plan.model import Condition


def conditions(*weights: float, quota: int | None = None) -> list[Condition]:
    return [Condition(name=f"c{number}", weight=weight, quota=quota) for number, weight in enumerate(weights)]


@given(st.integers(1, 7), st.integers(0, 60), st.integers(0, 2**32))
def test_people_who_arrive_together_are_spread_within_one(number: int, people: int, seed: int) -> None:
    offered, active = conditions(*[1.0] * number), Counter[str]()
    for person in range(people):
        chosen = next_condition(offered, {}, active, seed + person)
        assert chosen is not None
        active[chosen] += 1
    counts = [active[one.name] for one in offered]
    assert sum(counts) == people
    assert max(counts) - min(counts) <= 1


@given(st.lists(st.sampled_from([1.0, 2.0, 3.0, 5.0]), min_size=1, max_size=5), st.integers(0, 60))
def test_shares_follow_the_weights_within_one_and_a_half_people(weights: list[float], people: int) -> None:
    offered, active = conditions(*weights), Counter[str]()
    for person in range(people):
        active[next_condition(offered, {}, active, person) or ""] += 1
    for one in offered:
        assert abs(active[one.name] - people * one.weight / sum(weights)) <= 1.5


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=30))
def test_who_drops_out_is_replaced_so_that_completions_are_balanced(fates: list[tuple[bool, bool]]) -> None:
    """Several are on the way at once; from the first condition more drop out than from the others."""
    offered = conditions(1, 1, 1)
    completed, active = Counter[str](), Counter[str]()
    for person, (leaves, completes) in enumerate(fates):
        active[next_condition(offered, completed, active, person) or ""] += 1
        if leaves:
            first = min(+active)
            active[first] -= 1
            completed[first] += int(completes or first != "c0")
    completed += active
    for person in range(100, 200):  # then one after the other, and from c0 every second drops out
        chosen = next_condition(offered, completed, {}, person)
        assert chosen is not None
        completed[chosen] += int(chosen != "c0" or person % 2)
    assert max(completed.values()) - min(completed[one.name] for one in offered) <= 1


def test_quotas_are_never_exceeded_and_places_come_free_again() -> None:
    offered = conditions(1, 1, quota=2)
    assert next_condition(offered, {"c0": 2}, {"c1": 1}, 1) == "c1"
    assert next_condition(offered, {"c0": 2}, {"c1": 2}, 1) is None
    assert next_condition(offered, {"c0": 1}, {"c1": 2}, 1) == "c0"


def test_equal_claims_are_settled_by_the_seed() -> None:
    offered = conditions(1, 1)
    chosen = Counter(next_condition(offered, {}, {}, seed) for seed in range(400))
    assert 150 < chosen["c0"] < 250
    assert [next_condition(offered, {}, {}, seed) for seed in range(9)] == [
        next_condition(offered, {}, {}, seed) for seed in range(9)
    ]


def test_rows_of_people_who_dropped_out_are_used_again() -> None:
    assert next_row([]) == 0
    assert next_row([0, 1, 2]) == 3
    assert next_row([0, 2, 3]) == 1


@pytest.mark.parametrize("size", range(1, 13))
def test_a_latin_square_is_balanced_for_places_and_for_what_comes_before(size: int) -> None:
    square = latin_square(size)
    assert len(square) == (size if size % 2 == 0 or size == 1 else 2 * size)
    for row in square:
        assert sorted(row) == list(range(size))
    times = len(square) // size
    for place in range(size):
        assert Counter(row[place] for row in square) == dict.fromkeys(range(size), times)
    followed = Counter(pair for row in square for pair in pairwise(row))
    assert followed == {(a, b): times for a in range(size) for b in range(size) if a != b}
