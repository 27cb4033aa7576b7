"""The fields of a game's state, declared once.

    class State(Fields):
        score = i2(4)  # by seat
        turn_total = i2()

gives both the record that holds a state (`score` is an array of four 16-bit numbers, `turn_total` one number) and what
a type checker knows of it: a kernel that is written `def apply(state: State, …)` and reads `state.scroe` is an error in
`mypy`, long before anything is compiled or played. The class describes; the states themselves are NumPy records.

The kinds of numbers have NumPy's names, with their size in bytes: `i1` to `i8` are whole numbers, `u1` to `u8` whole
numbers from 0 up, `f4` and `f8` fractions. Called without sizes they declare one number, with sizes an array of up to
three dimensions. A size may be a `constant` that the rules replace, where the same kernels serve several sizes.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, SupportsIndex, TypeAlias, TypeVar, cast, overload

import numpy as np

from ludarium.engine.errors import BadRules
from ludarium.engine.kernels.jit import Constant

Number = TypeVar("Number", int, float)
Kept = TypeVar("Kept")
Place: TypeAlias = SupportsIndex
"""An index: any whole number, NumPy's own included."""

# --- what a type checker knows of arrays ------------------------------------------------------------------------------
# NumPy's own array types have elements such as `int8`, which a type checker does not take for an `int`. In a kernel
# they are numbers.


class Row(Protocol[Number]):
    """An array of one dimension."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def copy(self) -> Row[Number]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Number]: ...
    @overload
    def __getitem__(self, place: Place, /) -> Number: ...
    @overload
    def __getitem__(self, places: slice, /) -> Row[Number]: ...
    @overload
    def __setitem__(self, place: Place, value: Number, /) -> None: ...
    @overload
    def __setitem__(self, places: slice, values: Number | Row[Number] | Sequence[Number], /) -> None: ...


class Grid(Protocol[Number]):
    """An array of two dimensions."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def copy(self) -> Grid[Number]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Row[Number]]: ...
    @overload
    def __getitem__(self, place: tuple[Place, Place], /) -> Number: ...
    @overload
    def __getitem__(self, row: Place | tuple[Place, slice] | tuple[slice, Place], /) -> Row[Number]: ...
    @overload
    def __getitem__(self, rows: slice, /) -> Grid[Number]: ...
    @overload
    def __setitem__(self, place: tuple[Place, Place], value: Number, /) -> None: ...
    @overload
    def __setitem__(
        self, row: Place | tuple[Place, slice] | tuple[slice, Place], values: Number | Row[Number], /
    ) -> None: ...
    @overload
    def __setitem__(self, rows: slice, values: Number | Grid[Number], /) -> None: ...


class Block(Protocol[Number]):
    """An array of three dimensions."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def copy(self) -> Block[Number]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Grid[Number]]: ...
    @overload
    def __getitem__(self, place: tuple[Place, Place, Place], /) -> Number: ...
    @overload
    def __getitem__(self, row: tuple[Place, Place], /) -> Row[Number]: ...
    @overload
    def __getitem__(self, grid: Place, /) -> Grid[Number]: ...
    @overload
    def __setitem__(self, place: tuple[Place, Place, Place], value: Number, /) -> None: ...
    @overload
    def __setitem__(self, row: tuple[Place, Place], values: Number | Row[Number], /) -> None: ...
    @overload
    def __setitem__(self, grid: Place, values: Number | Grid[Number], /) -> None: ...


class States(Protocol[Kept]):
    """An array of states, or of other records."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Kept]: ...
    @overload
    def __getitem__(self, row: Place, /) -> Kept: ...
    @overload
    def __getitem__(self, rows: slice, /) -> States[Kept]: ...
    def __setitem__(self, row: Place, state: Kept, /) -> None: ...


# --- the kinds of numbers ---------------------------------------------------------------------------------------------


class _Field:
    """What a declaration is while the program runs."""

    def __init__(self, code: Any, sizes: tuple[Any, ...] = ()) -> None:
        self.code, self.sizes = code, sizes


class Kind(Generic[Number]):
    """A kind of number; called, it declares a field of them."""

    def __init__(self, code: str) -> None:
        self.code = code

    @overload
    def __call__(self) -> Number: ...
    @overload
    def __call__(self, length: int, /) -> Row[Number]: ...
    @overload
    def __call__(self, rows: int, columns: int, /) -> Grid[Number]: ...
    @overload
    def __call__(self, grids: int, rows: int, columns: int, /) -> Block[Number]: ...
    def __call__(self, *sizes: int) -> Any:
        return _Field(self.code, sizes)


i1, i2, i4, i8 = Kind[int]("i1"), Kind[int]("i2"), Kind[int]("i4"), Kind[int]("i8")
u1, u2, u4, u8 = Kind[int]("u1"), Kind[int]("u2"), Kind[int]("u4"), Kind[int]("u8")
f4, f8 = Kind[float]("f4"), Kind[float]("f8")


# --- declarations -----------------------------------------------------------------------------------------------------


class Struct:
    """The base of any record: of what kernels keep beside the state."""


class Fields(Struct):
    """The base of a game's state."""

    rng: np.uint64
    """The engine's: the random stream of the game. Hidden from everybody; kernels draw on it with `below(state, 6)`."""


class FieldsAtOnce(Fields):
    """The base of a state in which several seats decide at once and somebody looks at what they have committed."""

    committed: int
    """The engine's: the set of seats that have decided, as a bit mask."""
    pending: Any
    """The engine's: what they decided, by seat."""


_OWN = (object, Struct, Fields, FieldsAtOnce)
"""Classes that declare nothing to lay out."""

Declared: TypeAlias = type[Fields] | Sequence[tuple[Any, ...]]
"""A state's fields: a class, or NumPy's own list such as `[("score", "i2", (4,)), …]`, which no type checker reads."""


def record_of(struct: type[Struct]) -> np.dtype[Any]:
    """The dtype of a record with these fields and no others, in the order of their declaration, packed."""
    return np.dtype((np.record, layout(struct, {})))


def part(struct: type[Kept]) -> Kept:
    """Declares a field that is a record itself."""
    return cast(Kept, _Field(record_of(cast(type[Struct], struct))))


def layout(fields: type[Struct] | Declared, filled: Mapping[Any, Any]) -> list[tuple[Any, ...]]:
    """The fields as NumPy lists them, in the order of their declaration; constants among the sizes are filled in."""
    if not isinstance(fields, type):
        return list(fields)
    found: list[tuple[Any, ...]] = []
    for owner in reversed(fields.__mro__):
        if owner in _OWN:
            continue
        for name, declared in ({**inspect.get_annotations(owner), **vars(owner)}).items():
            if isinstance(declared, _Field):
                shape = tuple(size for given in declared.sizes for size in _sizes(name, given, filled))
                found.append((name, declared.code, shape) if shape else (name, declared.code))
            elif not name.startswith("__"):
                raise BadRules(f"{name} of {owner.__name__} is no field: write `{name} = i2()`, or `{name} = i2(4)`")
    if not found:
        raise BadRules(f"{fields.__name__} declares no fields: write them as in `score = i2(4)`")
    return found


def _sizes(name: str, given: Any, filled: Mapping[Any, Any]) -> tuple[int, ...]:
    """A size, or those that stand for a constant: none, one or several."""
    value = filled.get(given, given) if isinstance(given, Constant) else given
    sizes = value if isinstance(value, tuple) else (value,)
    for size in sizes:
        if not isinstance(size, SupportsIndex) or int(size) < 1:
            said = f"{size.name}, which nothing replaces" if isinstance(size, Constant) else repr(size)
            raise BadRules(f"the field {name} has the size {said}: expected a whole number from 1 up")
    return sizes
