"""Two machine instructions that Numba has no name for, with plain twins for when nothing is compiled."""

from __future__ import annotations

from functools import cache
from typing import Any

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
