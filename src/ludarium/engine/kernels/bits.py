"""Single bits of words: three machine instructions that Numba has no name for, with plain twins for when nothing is
compiled, and bits written out one by one."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludarium.engine.kernels.jit import kernel, native


@cache
def _ctpop() -> Any:
    from numba import types
    from numba.extending import intrinsic

    def popcount(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    return intrinsic(popcount)


@cache
def _cttz() -> Any:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def lowest_bit(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate

    return intrinsic(lowest_bit)


@cache
def _ctlz() -> Any:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def leading_zeros(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), generate

    return intrinsic(leading_zeros)


@native(_ctpop)
@kernel
def popcount(word: Any) -> int:
    """The number of set bits of a 64-bit word."""
    return int(word).bit_count()


@native(_cttz)
@kernel
def lowest_bit(word: Any) -> int:
    """The index of the lowest set bit; the word must not be zero."""
    number = int(word)
    return (number & -number).bit_length() - 1


@native(_ctlz)
@kernel
def leading_zeros(word: Any) -> int:
    """How many bits above the highest set one are not set: 64 where none is."""
    return 64 - int(word).bit_length()


_SPREAD = np.array([sum((byte >> bit & 1) << 8 * bit for bit in range(8)) for byte in range(256)], np.uint64)
"""The bits of each byte as the bytes of a word: written out eight at a time, which takes one store."""


@kernel
def spread(word: Any, count: int, out: Any, first: int) -> None:
    """Write the lowest bits of a 64-bit word, so many of them, as small whole numbers from a place on."""
    for byte in range(count >> 3):
        bits = _SPREAD[(word >> np.uint64(8 * byte)) & np.uint64(255)]
        place = np.uint64(first + 8 * byte)  # unsigned, since negative places are counted from the end
        for bit in range(8):
            out[place + np.uint64(bit)] = np.int8(bits >> np.uint64(8 * bit))
    for bit in range(count & ~7, count):
        out[np.uint64(first + bit)] = np.int8(word >> np.uint64(bit) & np.uint64(1))
