"""Records whose fields Python reads quickly, for states that are never handed to the compiler.

`np.record` looks each name up in Python, which takes some two microseconds a field: more than most moves of a game.
Here each field is a property of a class made for the layout, and takes a quarter of one.
"""

from __future__ import annotations

import copyreg
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np


class _Layout(type):
    """The class of such records, by which they are pickled: a class that is made has no name to be found by."""

    layout: np.dtype[Any]


def _property(name: str) -> property:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), put)


@lru_cache(maxsize=256)
def record_of(layout: np.dtype[Any]) -> type:
    """The class of records of a layout."""
    assert layout.names is not None
    made: _Layout = _Layout("Record", (np.void,), {name: _property(name) for name in layout.names})
    made.layout = layout
    return made


def quick_dtype(layout: np.dtype[Any]) -> np.dtype[Any]:
    """A structured type whose scalars have their fields as attributes; equal to the one with `np.record`."""
    return np.dtype((record_of(layout), layout))


def _reduced(made: _Layout) -> tuple[Any, ...]:
    return record_of, (made.layout,)


copyreg.pickle(_Layout, _reduced)
