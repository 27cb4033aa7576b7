"""Arguments held to their declared types: what does not fit is refused by name, before anything depends on it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from ludarium.engine.errors import BadParameter

P = ParamSpec("P")
T = TypeVar("T")

_WORDS = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "True or False",
    NoneType: "None",
    Sequence: "a list",
    Mapping: "a mapping",
}


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """The function with its arguments checked. Whole numbers of other kinds, such as NumPy's, become Python's."""
    signature = inspect.signature(function)

    @cache
    def hints() -> dict[str, Any]:
        return get_type_hints(function)

    @wraps(function)
    def call(*args: P.args, **given: P.kwargs) -> T:
        bound = signature.bind(*args, **given)
        for name, value in bound.arguments.items():
            if signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
                continue
            hint = hints()[name]
            if not _fits(value, hint):
                raise BadParameter(f"{name}={value!r}: expected {_words(hint)}")
            if isinstance(value, Integral) and not isinstance(value, bool):
                bound.arguments[name] = int(value)
        return function(*bound.args, **bound.kwargs)

    return call


def _fits(value: object, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in get_args(hint))
    if hint in (int, float):
        return isinstance(value, Integral if hint is int else Real) and not isinstance(value, bool)
    if hint in (Any, object):
        return True
    if origin is tuple:
        parts = get_args(hint)
        return isinstance(value, tuple | list) and len(value) == len(parts) and all(map(_fits, value, parts))
    return isinstance(value, origin or hint)


def _words(hint: Any) -> str:
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(dict.fromkeys(_words(part) for part in get_args(hint) if part is not NoneType))
    if get_origin(hint) is tuple:
        return f"{len(get_args(hint))} values: {', '.join(map(_words, get_args(hint)))}"
    kind = get_origin(hint) or hint
    return _WORDS.get(kind) or f"a {kind.__name__}"
