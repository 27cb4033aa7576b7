"""Keys of whole states."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine.kernels.hashing import combine, hash_words
from ludarium.engine.kernels.jit import Binder

BINDER = Binder("test-hashing")
key: Callable[..., int] = BINDER.bind(hash_words)
folded: Callable[..., int] = BINDER.bind(combine)

WORD = st.integers(0, 2**64 - 1)


def key_of(words: list[int]) -> int:
    return int(key(np.array([words], np.uint64), 0))


@given(st.lists(WORD, min_size=1, max_size=6), st.data())
def test_one_bit_changes_the_key(words: list[int], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(words) - 1))
    changed = [*words]
    changed[place] ^= 1 << data.draw(st.integers(0, 63))
    assert key_of(changed) != key_of(words)


@given(st.lists(WORD, min_size=2, max_size=6, unique=True))
def test_the_order_of_words_matters(words: list[int]) -> None:
    assert key_of(words[::-1]) != key_of(words)


@given(st.lists(WORD, min_size=1, max_size=6), WORD)
def test_only_the_given_row_matters(words: list[int], other: int) -> None:
    rows = np.array([[other] * len(words), words], np.uint64)
    assert int(key(rows, 1)) == key_of(words)


def test_keys_are_spread_over_all_bits() -> None:
    """Flipping one input bit flips each output bit about half the time, so that any bits of a key can index a table."""
    flips = np.zeros(64)
    for number in range(400):
        before, after = key_of([number, 5]), key_of([number ^ 1, 5])
        flips += [(before ^ after) >> bit & 1 for bit in range(64)]
    assert flips.min() > 120
    assert flips.max() < 280


def test_longer_states_have_other_keys() -> None:
    assert len({key_of([0] * count) for count in range(1, 20)}) == 19


def test_combining_is_the_step_of_hashing() -> None:
    assert int(folded(np.uint64(key_of([1, 2])), np.uint64(3))) == key_of([1, 2, 3])
