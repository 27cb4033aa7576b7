"""Random numbers whose state is a field of a record.

The generator is SplitMix64: one 64-bit word, so it fits into a game's state, and streams are split by hashing. All
functions take a record with a field `rng` (a game's state, or a search's own generator) and advance that field.
"""

from __future__ import annotations

import hashlib
import secrets
from functools import cache
from typing import Any

import numpy as np

from ludarium.engine.kernels.jit import kernel

GENERATOR = np.dtype((np.record, [("rng", "u8")]))
"""A record that holds nothing but a random stream: the own generator of a search."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
ALL_BITS = 0xFFFFFFFFFFFFFFFF
_LOW_32 = np.uint64(0xFFFFFFFF)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel
def mix(word: Any) -> Any:
    """Scramble 64 bits one to one: every input bit changes half of the output bits."""
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@kernel
def next_bits(source: Any) -> Any:
    """The next 64 random bits of the stream."""
    source.rng += _GOLDEN
    return mix(source.rng)


@kernel
def below(source: Any, bound: int) -> int:
    """A random integer 0 ≤ r < bound, exactly uniform. The bound lies between 1 and 2³²−1."""
    wide = np.uint64(bound)
    product = (next_bits(source) >> _S32) * wide
    if (product & _LOW_32) < wide:
        # The lowest few products of each bucket are one too many: draw again (Lemire's method).
        excess = (_LOW_32 - wide + np.uint64(1)) % wide
        while (product & _LOW_32) < excess:
            product = (next_bits(source) >> _S32) * wide
    return int(np.int64(product >> _S32))


@kernel
def shuffle(source: Any, items: Any, count: int) -> None:
    """Put the first `count` items into a random order, all orders equally likely."""
    for last in range(count - 1, 0, -1):
        other = below(source, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@kernel
def split(source: Any) -> Any:
    """A seed for an independent stream; advances this one."""
    return mix(next_bits(source) ^ _GOLDEN)


@kernel
def branch(seed: Any, word: Any) -> Any:
    """The seed of one of a seed's many branches, each named by a word; `derive` names them by texts and numbers."""
    return mix(mix(seed ^ _GOLDEN) + word * _MIX_1)


def derive(seed: int, *path: str | int) -> int:
    """The seed of a named stream, e.g. `derive(7, "game", 3, "seat", 0)`, independent of all others of the seed.

    Each step is a `branch`, so that compiled code can derive the very same seeds.
    """
    for step in path:
        seed = _mix(_mix((seed & ALL_BITS) ^ int(_GOLDEN)) + word_of(step) * int(_MIX_1))
    return seed & ALL_BITS


def branches(seed: int, numbers: Any) -> Any:
    """`derive(seed, n)` for many numbers at once: NumPy's 64-bit words wrap around as compiled ones do."""
    with np.errstate(over="ignore"):
        return np.asarray(branch(np.full(len(numbers), np.uint64(seed)), np.asarray(numbers).astype(np.uint64)))


@cache
def _text_word(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def word_of(step: str | int) -> int:
    """The word that stands for a step of a path in `branch`."""
    return _text_word(step) if isinstance(step, str) else step & ALL_BITS


def _mix(word: int) -> int:
    """`mix` on plain integers, for code that is not compiled."""
    word &= ALL_BITS
    word = ((word ^ (word >> 30)) * int(_MIX_1)) & ALL_BITS
    word = ((word ^ (word >> 27)) * int(_MIX_2)) & ALL_BITS
    return word ^ (word >> 31)


class Stream:
    """The numbers that kernels draw from a seed, for players written in Python that also exist compiled."""

    def __init__(self, seed: int) -> None:
        self.rng = seed & ALL_BITS

    def next_bits(self) -> int:
        """As the kernel of this name."""
        self.rng = (self.rng + int(_GOLDEN)) & ALL_BITS
        return _mix(self.rng)

    def below(self, bound: int) -> int:
        """As the kernel of this name."""
        excess = ((1 << 32) - bound) % bound
        while True:
            product = (self.next_bits() >> 32) * bound
            if product & 0xFFFFFFFF >= excess:
                return product >> 32


def fresh_seed() -> int:
    """A seed nobody chose, short enough to be read out and typed in again."""
    return secrets.randbelow(1_000_000_000)


def generator(seed: int) -> Any:
    """An array of one `GENERATOR` record, ready for kernels."""
    source = np.zeros(1, GENERATOR)
    source["rng"] = np.uint64(seed)
    return source
