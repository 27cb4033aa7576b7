"""Sets of up to 192 cells in three machine words: the functions of `bitset64` for boards up to 12 × 12 and beyond."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.bits import lowest_bit, popcount, spread
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import mix

CELLS = 192
SHAPE: tuple[int, ...] = (3,)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_WORD = np.uint64(64)


@kernel
def load(field: Any, index: int) -> Any:
    return field[index, 0], field[index, 1], field[index, 2]


@kernel
def store(field: Any, index: int, cells: Any) -> None:
    field[index, 0] = cells[0]
    field[index, 1] = cells[1]
    field[index, 2] = cells[2]


@kernel
def nothing() -> Any:
    return _ZERO, _ZERO, _ZERO


@kernel
def single(cell: int) -> Any:
    bit = _ONE << np.uint64(cell & 63)
    word = cell >> 6
    return (bit if word == 0 else _ZERO, bit if word == 1 else _ZERO, bit if word == 2 else _ZERO)


@kernel
def has(cells: Any, cell: int) -> bool:
    word = cell >> 6
    part = cells[0] if word == 0 else (cells[1] if word == 1 else cells[2])
    return bool(((part >> np.uint64(cell & 63)) & _ONE) != _ZERO)


@kernel
def some(cells: Any) -> bool:
    return bool((cells[0] | cells[1] | cells[2]) != _ZERO)


@kernel
def meet(a: Any, b: Any) -> Any:
    return a[0] & b[0], a[1] & b[1], a[2] & b[2]


@kernel
def join(a: Any, b: Any) -> Any:
    return a[0] | b[0], a[1] | b[1], a[2] | b[2]


@kernel
def minus(a: Any, b: Any) -> Any:
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2]


@kernel
def up(cells: Any, step: int) -> Any:
    """Every cell moved to the cell whose number is `step` (1 to 63) higher."""
    left = np.uint64(step)
    carry = _WORD - left
    return (
        cells[0] << left,
        (cells[1] << left) | (cells[0] >> carry),
        (cells[2] << left) | (cells[1] >> carry),
    )


@kernel
def down(cells: Any, step: int) -> Any:
    right = np.uint64(step)
    carry = _WORD - right
    return (
        (cells[0] >> right) | (cells[1] << carry),
        (cells[1] >> right) | (cells[2] << carry),
        cells[2] >> right,
    )


@kernel
def count(cells: Any) -> int:
    return int(popcount(cells[0]) + popcount(cells[1]) + popcount(cells[2]))


@kernel
def lowest(cells: Any) -> int:
    """The lowest cell of a set that is not empty."""
    if cells[0] != _ZERO:
        return int(lowest_bit(cells[0]))
    if cells[1] != _ZERO:
        return int(64 + lowest_bit(cells[1]))
    return int(128 + lowest_bit(cells[2]))


@kernel
def without_lowest(cells: Any) -> Any:
    if cells[0] != _ZERO:
        return cells[0] & (cells[0] - _ONE), cells[1], cells[2]
    if cells[1] != _ZERO:
        return cells[0], cells[1] & (cells[1] - _ONE), cells[2]
    return cells[0], cells[1], cells[2] & (cells[2] - _ONE)


@kernel
def nth(cells: Any, index: int) -> int:
    """The cell with `index` lower ones in the set."""
    for _ in range(index):
        cells = without_lowest(cells)
    return lowest(cells)


@kernel
def fold(cells: Any) -> Any:
    """One word that stands for the set in a hash."""
    return cells[0] ^ mix(cells[1] + _ONE) ^ mix(mix(cells[2] + _ONE))


@kernel
def write_out(cells: Any, count: int, out: Any, first: int) -> None:
    """Write for each of the first cells whether it is in the set, from a place on."""
    spread(cells[0], min(count, 64), out, first)
    spread(cells[1], min(max(count - 64, 0), 64), out, first + 64)
    spread(cells[2], max(count - 128, 0), out, first + 128)
