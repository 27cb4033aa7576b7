"""Both kinds of bit sets against Python's own sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine.kernels import bitset64, bitset192
from ludarium.engine.kernels.jit import Binder, is_kernel

NAMES = [
    *("load", "store", "nothing", "single", "has", "some", "meet", "join", "minus"),
    *("up", "down", "count", "lowest", "without_lowest", "nth", "fold", "write_out"),
]


class Bitset:
    """One of the two modules, bound, with Python sets in and out."""

    def __init__(self, module: ModuleType) -> None:
        self.cells: int = module.CELLS
        self.shape: tuple[int, ...] = module.SHAPE
        binder = Binder(f"test-bitset{self.cells}")
        self.functions: dict[str, Callable[..., Any]] = {name: binder.bind(getattr(module, name)) for name in NAMES}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return self.functions[name]

    def pack(self, cells: Iterable[int]) -> Any:
        number = sum(1 << cell for cell in cells)
        words = tuple(np.uint64(number >> shift & (2**64 - 1)) for shift in range(0, self.cells, 64))
        return words if self.shape else words[0]

    def unpack(self, packed: Any) -> set[int]:
        words = packed if self.shape else (packed,)
        number = sum(int(word) << 64 * place for place, word in enumerate(words))
        return {cell for cell in range(self.cells) if number >> cell & 1}


BITSETS = {64: Bitset(bitset64), 192: Bitset(bitset192)}


@pytest.fixture(params=BITSETS)
def bitset(request: pytest.FixtureRequest) -> Bitset:
    return BITSETS[request.param]


@st.composite
def packed(draw: st.DrawFn) -> tuple[Bitset, set[int], set[int], int]:
    """A kind of bit set, two sets for it, and a cell."""
    chosen = BITSETS[draw(st.sampled_from(sorted(BITSETS)))]
    cell = st.integers(0, chosen.cells - 1)
    return chosen, draw(st.sets(cell)), draw(st.sets(cell)), draw(cell)


def test_both_have_the_same_functions_with_the_same_arguments() -> None:
    found = [
        {
            name: value.__code__.co_varnames[: value.__code__.co_argcount]
            for name, value in vars(module).items()
            if is_kernel(value) and value.__module__ == module.__name__
        }
        for module in (bitset64, bitset192)
    ]
    assert found[0] == found[1]
    assert sorted(found[0]) == sorted(NAMES)


@given(packed())
def test_sets_of_two(example: tuple[Bitset, set[int], set[int], int]) -> None:
    bitset, a, b, _ = example
    one, other = bitset.pack(a), bitset.pack(b)
    assert bitset.unpack(bitset.meet(one, other)) == a & b
    assert bitset.unpack(bitset.join(one, other)) == a | b
    assert bitset.unpack(bitset.minus(one, other)) == a - b


@given(packed())
def test_questions(example: tuple[Bitset, set[int], set[int], int]) -> None:
    bitset, a, _, cell = example
    cells = bitset.pack(a)
    assert bool(bitset.has(cells, cell)) == (cell in a)
    assert bool(bitset.some(cells)) == bool(a)
    assert bitset.count(cells) == len(a)


@given(packed())
def test_the_lowest_cells(example: tuple[Bitset, set[int], set[int], int]) -> None:
    bitset, a, _, cell = example
    a = a | {cell}
    cells = bitset.pack(a)
    assert bitset.lowest(cells) == min(a)
    assert bitset.unpack(bitset.without_lowest(cells)) == a - {min(a)}
    assert [bitset.nth(cells, index) for index in range(len(a))] == sorted(a)


@given(packed(), st.integers(1, 63))
def test_moving_all_cells(example: tuple[Bitset, set[int], set[int], int], step: int) -> None:
    bitset, a, _, _ = example
    assert bitset.unpack(bitset.up(bitset.pack(a), step)) == {cell + step for cell in a if cell + step < bitset.cells}
    assert bitset.unpack(bitset.down(bitset.pack(a), step)) == {cell - step for cell in a if cell >= step}


@given(packed())
def test_fields_hold_sets(example: tuple[Bitset, set[int], set[int], int]) -> None:
    bitset, a, b, _ = example
    field = np.zeros((2, *bitset.shape), np.uint64)
    bitset.store(field, 1, bitset.pack(a))
    bitset.store(field, 0, bitset.pack(b))
    assert bitset.unpack(bitset.load(field, 1)) == a
    assert bitset.unpack(bitset.load(field, 0)) == b


@given(packed())
def test_sets_are_written_out(example: tuple[Bitset, set[int], set[int], int]) -> None:
    bitset, a, _, count = example
    out = np.full(bitset.cells + 3, 7, np.int8)
    bitset.write_out(bitset.pack(a), count, out, 2)
    assert out.tolist() == [7, 7, *(int(cell in a) for cell in range(count)), *[7] * (bitset.cells + 1 - count)]


@given(packed())
def test_folding_tells_sets_apart(example: tuple[Bitset, set[int], set[int], int]) -> None:
    bitset, a, b, _ = example
    assert (int(bitset.fold(bitset.pack(a))) == int(bitset.fold(bitset.pack(b)))) == (a == b)


def test_single_cells(bitset: Bitset) -> None:
    assert bitset.unpack(bitset.nothing()) == set()
    for cell in range(bitset.cells):
        assert bitset.unpack(bitset.single(cell)) == {cell}
