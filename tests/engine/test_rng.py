"""Random numbers: the published generator, exactly uniform draws, streams that stay what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine.conformance.sampling import chi_square_limit
from ludarium.engine.kernels.jit import Binder, kernel
from ludarium.engine.kernels.rng import (
    Stream,
    below,
    branch,
    derive,
    fresh_seed,
    generator,
    mix,
    next_bits,
    shuffle,
    split,
    word_of,
)

SEED = st.integers(0, 2**64 - 1)


@kernel
def draw_bits(source: Any, found: Any) -> None:
    for place in range(len(found)):
        found[place] = next_bits(source[0])


@kernel
def draw_below(source: Any, bound: int, found: Any) -> None:
    for place in range(len(found)):
        found[place] = below(source[0], bound)


@kernel
def draw_order(source: Any, items: Any, count: int) -> None:
    shuffle(source[0], items, count)


@kernel
def draw_split(source: Any) -> Any:
    return split(source[0])


BINDER = Binder("test-rng")
bits: Callable[..., None] = BINDER.bind(draw_bits)
numbers: Callable[..., None] = BINDER.bind(draw_below)
order: Callable[..., None] = BINDER.bind(draw_order)
seeds: Callable[..., Any] = BINDER.bind(draw_split)
mixed: Callable[..., Any] = BINDER.bind(mix)
branched: Callable[..., Any] = BINDER.bind(branch)


def draws(seed: int, bound: int, count: int) -> list[int]:
    found = np.zeros(count, np.int64)
    numbers(generator(seed), bound, found)
    return [int(number) for number in found]


def unmixed(word: int) -> int:
    """The word that `mix` turns into this one."""

    def unshifted(word: int, shift: int) -> int:
        found = word
        for _ in range(64 // shift + 1):
            found = word ^ (found >> shift)
        return found

    word = unshifted(word, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    word = unshifted(word, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return unshifted(word, 30)


def seed_that_draws_first(word: int) -> int:
    """A seed whose first 64 bits are this word."""
    return (unmixed(word) - 0x9E3779B97F4A7C15) % 2**64


def test_the_generator_is_splitmix64() -> None:
    found = np.zeros(5, np.uint64)
    bits(generator(1234567), found)
    assert [int(word) for word in found] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(word=SEED)
def test_mixing_is_one_to_one(word: int) -> None:
    assert unmixed(int(mixed(np.uint64(word)))) == word


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52, 1000, 2**31 + 1, 2**32 - 1])
def test_draws_are_exactly_uniform(bound: int) -> None:
    """Each result stands for the same number of 32-bit words; the few words left over are drawn again.

    Word w gives floor(w · bound / 2³²). A result's first words (2³² mod bound of its products) are left over, so it is
    enough to look at the words at both sides of that edge, for the lowest, middle and highest results.
    """
    left_over = 2**32 % bound
    for result in {0, bound // 2, bound - 1}:
        first = -(-result * 2**32 // bound)  # the lowest word with this result
        for word in {min(word, 2**32 - 1) for word in (first, first + 1, first + 2**32 // bound)}:
            source = generator(seed_that_draws_first(word << 32))
            start = int(source[0].rng)
            found = np.zeros(1, np.int64)
            numbers(source, bound, found)
            drawn_once = (int(source[0].rng) - start) % 2**64 == 0x9E3779B97F4A7C15
            accepted = word * bound % 2**32 >= left_over
            assert drawn_once == accepted
            if accepted:
                assert int(found[0]) == word * bound // 2**32


@given(seed=SEED, bound=st.integers(1, 2**32 - 1))
def test_draws_lie_below_their_bound(seed: int, bound: int) -> None:
    assert all(0 <= number < bound for number in draws(seed, bound, 5))


@pytest.mark.parametrize("bound", [2, 6, 13])
def test_draws_are_spread_evenly(bound: int, scale: Callable[[int], int]) -> None:
    count = scale(20_000)
    counts = Counter(draws(99, bound, count))
    expected = count / bound
    assert sum((counts[n] - expected) ** 2 / expected for n in range(bound)) < chi_square_limit(bound - 1)


def test_all_orders_are_equally_likely(scale: Callable[[int], int]) -> None:
    source, count = generator(5), scale(6000)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(count):
        items = np.arange(4)
        order(source, items, 4)
        counts[tuple(items.tolist())] += 1
    expected = count / 24
    assert set(counts) == set(permutations(range(4)))
    assert sum((counts[o] - expected) ** 2 / expected for o in counts) < chi_square_limit(23)


@given(seed=SEED, size=st.integers(0, 12), data=st.data())
def test_a_shuffle_keeps_the_items_and_leaves_the_rest_alone(seed: int, size: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, size))
    items = np.arange(size)
    order(generator(seed), items, count)
    assert sorted(items[:count].tolist()) == list(range(count))
    assert items[count:].tolist() == list(range(count, size))


def test_split_streams_differ_from_their_source() -> None:
    source = generator(3)
    first, second = int(seeds(source)), int(seeds(source))
    streams = []
    for seed in (3, first, second):
        found = np.zeros(50, np.uint64)
        bits(generator(seed), found)
        streams.append(found.tolist())
    assert not set(streams[0]) & set(streams[1])
    assert not set(streams[0]) & set(streams[2])
    assert not set(streams[1]) & set(streams[2])


def test_derived_seeds_never_change() -> None:
    """Records and published results depend on them."""
    assert derive(0, "game") == 18004721704405491394
    assert derive(7, "game", 3, "seat", 0) == 9303241482470734432
    assert derive(2**63, "x") == 15380322683935222056


def test_derived_seeds_depend_on_every_step() -> None:
    paths: list[tuple[str | int, ...]] = [
        ("a",),
        ("b",),
        ("a", "b"),
        ("b", "a"),
        ("ab",),
        (1,),
        (2,),
        (1, 2),
        (2, 1),
        (12,),
        ("1",),
        (),
    ]
    found = [derive(seed, *path) for seed in (0, 1, 2) for path in paths]
    assert len(set(found)) == len(found)


def test_derived_seeds_are_independent() -> None:
    """Over many seeds, one bit of one stream's seed says nothing about the same bit of another's."""
    count = 4000
    for one, other in [(("a",), ("b",)), (("seat", 0), ("seat", 1)), (("a",), ("a", "a"))]:
        for bit in (0, 31, 63):
            pairs = Counter((derive(n, *one) >> bit & 1, derive(n, *other) >> bit & 1) for n in range(count))
            distance = sum((pairs[a, b] - count / 4) ** 2 / (count / 4) for a in (0, 1) for b in (0, 1))
            assert distance < chi_square_limit(3), (one, other, bit)


@given(seed=SEED, step=st.one_of(st.text(), st.integers(-5, 2**64)))
def test_compiled_code_derives_the_same_seeds(seed: int, step: str | int) -> None:
    assert int(branched(np.uint64(seed), np.uint64(word_of(step)))) == derive(seed, step)


@given(seed=SEED, bound=st.integers(1, 2**32 - 1))
def test_python_draws_the_same_numbers(seed: int, bound: int) -> None:
    stream = Stream(seed)
    assert [stream.below(bound) for _ in range(4)] == draws(seed, bound, 4)


def test_fresh_seeds_are_short_and_differ() -> None:
    found = {fresh_seed() for _ in range(5)}
    assert len(found) > 1
    assert all(0 <= seed < 10**9 for seed in found)
