"""Two machine instructions that Numba has no name for, with plain twins for when nothing is compiled."""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.jit import JIT_ENABLED

if JIT_ENABLED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(typing_context: Any, word: Any) -> Any:
        """The number of set bits of a 64-bit word."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest_bit(typing_context: Any, word: Any) -> Any:
        """The index of the lowest set bit; the word must not be zero."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate

else:

    def popcount(word: Any) -> int:
        """The number of set bits of a 64-bit word."""
        return int(word).bit_count()

    def lowest_bit(word: Any) -> int:
        """The index of the lowest set bit; the word must not be zero."""
        number = int(word)
        return (number & -number).bit_length() - 1
