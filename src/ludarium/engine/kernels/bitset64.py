"""Sets of up to 64 cells in one machine word. `bitset192` has the same functions for larger boards.

Rules are written against the names below and bound to one of the two modules, so that small boards run on single
words. `TYPE` and `SHAPE` describe a field that holds one set.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.bits import lowest_bit, popcount, spread
from ludarium.engine.kernels.jit import kernel

CELLS = 64
SHAPE: tuple[int, ...] = ()

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def load(field: Any, index: int) -> Any:
    """The set at a place of a field that holds several."""
    return field[index]


@kernel
def store(field: Any, index: int, cells: Any) -> None:
    field[index] = cells


@kernel
def nothing() -> Any:
    return _ZERO


@kernel
def single(cell: int) -> Any:
    return _ONE << np.uint64(cell)


@kernel
def has(cells: Any, cell: int) -> bool:
    return bool(((cells >> np.uint64(cell)) & _ONE) != _ZERO)


@kernel
def some(cells: Any) -> bool:
    return bool(cells != _ZERO)


@kernel
def meet(a: Any, b: Any) -> Any:
    return a & b


@kernel
def join(a: Any, b: Any) -> Any:
    return a | b


@kernel
def minus(a: Any, b: Any) -> Any:
    return a & ~b


@kernel
def up(cells: Any, step: int) -> Any:
    """Every cell moved to the cell whose number is `step` higher."""
    return cells << np.uint64(step)


@kernel
def down(cells: Any, step: int) -> Any:
    return cells >> np.uint64(step)


@kernel
def count(cells: Any) -> int:
    return int(popcount(cells))


@kernel
def lowest(cells: Any) -> int:
    """The lowest cell of a set that is not empty."""
    return int(lowest_bit(cells))


@kernel
def without_lowest(cells: Any) -> Any:
    return cells & (cells - _ONE)


@kernel
def nth(cells: Any, index: int) -> int:
    """The cell with `index` lower ones in the set."""
    for _ in range(index):
        cells &= cells - _ONE
    return int(lowest_bit(cells))


@kernel
def fold(cells: Any) -> Any:
    """One word that stands for the set in a hash."""
    return cells


@kernel
def write_out(cells: Any, count: int, out: Any, first: int) -> None:
    """Write for each of the first cells whether it is in the set, from a place on."""
    spread(cells, count, out, first)
