"""Sets of numbers behave as sets, and are small where numbers lie side by side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.store import NumberSet

pytestmark = pytest.mark.compiled  # no kernels: once is enough

_RANGES = st.lists(st.builds(lambda start, size: range(start, start + size), st.integers(0, 60), st.integers(0, 20)))


@given(_RANGES)
def test_it_is_a_set(ranges: list[range]) -> None:
    plain = {number for piece in ranges for number in piece}
    numbers = NumberSet(ranges)
    assert list(numbers) == sorted(plain)
    assert len(numbers) == len(plain)
    assert [number for number in range(-1, 90) if number in numbers] == sorted(plain)
    assert all(left.stop < right.start for left, right in zip(numbers.ranges, numbers.ranges[1:], strict=False))


@given(_RANGES, st.integers(0, 90))
def test_missing_is_the_rest(ranges: list[range], stop: int) -> None:
    numbers = NumberSet(ranges)
    missing = [number for piece in numbers.missing(stop) for number in piece]
    assert missing == [number for number in range(stop) if number not in numbers]


def test_a_million_numbers_are_one_range() -> None:
    numbers = NumberSet(range(start, start + 1000) for start in range(999_000, -1, -1000))
    assert numbers.ranges == (range(1_000_000),)
    assert repr(NumberSet([range(3), range(7, 9)])) == "NumberSet(0–2, 7–8)"
    assert hash(numbers) == hash(NumberSet([range(1_000_000)]))
