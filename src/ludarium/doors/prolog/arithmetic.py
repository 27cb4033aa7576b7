"""What `is` and the comparisons of numbers compute. Numbers are kept to a size that cannot fill the memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ludarium.doors.prolog.compiled import Slot
from ludarium.doors.prolog.errors import ResourceLimit, evaluation_error, instantiation_error, type_error
from ludarium.doors.prolog.terms import Struct, Var, deref

MOST_BITS = 14_000
"""Python writes no number of more digits than these have."""
Number = int | float


def evaluate(term: Any, env: Sequence[Any] = ()) -> Number:
    """The value of an expression: a term, or part of a clause with what its variables stand for."""
    kind = type(term)
    if kind is int or kind is float:
        return term  # type: ignore[no-any-return]
    if kind is Slot:
        term = env[term.index]
        kind = type(term)
        if kind is int or kind is float:
            return term  # type: ignore[no-any-return]
        if term is None:
            raise instantiation_error()
    if kind is Var:
        term = deref(term)
        kind = type(term)
        if kind is int or kind is float:
            return term  # type: ignore[no-any-return]
        if kind is Var:
            raise instantiation_error()
    if kind is str:
        value = _CONSTANTS.get(term)
        if value is None:
            raise type_error("evaluable", Struct("/", (term, 0)))
        return value
    name, args = term.name, term.args
    if len(args) == 2:
        two = _TWO.get(name)
        if two is not None:
            return _checked(two(evaluate(args[0], env), evaluate(args[1], env)))
    elif len(args) == 1:
        one = _ONE.get(name)
        if one is not None:
            return _checked(one(evaluate(args[0], env)))
    if name == "." and len(args) == 2 and args[1] == "[]":
        return evaluate(args[0], env)
    raise type_error("evaluable", Struct("/", (name, len(args))))


def _checked(value: Number) -> Number:
    if type(value) is int:
        if value.bit_length() > MOST_BITS:
            raise ResourceLimit("a number grew too large")
    elif not math.isfinite(value):
        raise evaluation_error("undefined" if math.isnan(value) else "float_overflow")
    return value


def _whole(*values: Number) -> None:
    for value in values:
        if type(value) is not int:
            raise type_error("integer", value)


def _one_whole(value: Any) -> int:
    _whole(value)
    number: int = value
    return number


def _divide(a: Number, b: Number) -> Number:
    if b == 0:
        raise evaluation_error("undefined" if type(b) is float and a == 0 else "zero_divisor")
    if type(a) is int and type(b) is int and a % b == 0:
        return a // b
    return a / b


def _power(a: Number, b: Number) -> Number:
    """As SWI-Prolog computes it: whole numbers stay whole where they can, and whatever is raised to 0 is 1."""
    if b == 0:
        return 1
    if a == 0 and b < 0:
        raise evaluation_error("zero_divisor")
    if type(a) is int and type(b) is int:
        if b > 0:
            if a.bit_length() * b > MOST_BITS and abs(a) > 1:
                raise ResourceLimit("a number grew too large")
            raised: int = a**b
            return raised
        if abs(a) == 1:
            return a if b % 2 else 1
    return _real(lambda: math.pow(a, b))


def _real(compute: Callable[[], float]) -> float:
    try:
        return compute()
    except OverflowError:
        raise evaluation_error("float_overflow") from None
    except ValueError:
        raise evaluation_error("undefined") from None


def _real_of(compute: Callable[[float], float]) -> Callable[[Any], float]:
    return lambda a: _real(lambda: compute(a))


def _of_whole(compute: Callable[[int, int], int], divides: bool = False) -> Callable[[Any, Any], Number]:
    def apply(a: Any, b: Any) -> Number:
        _whole(a, b)
        if divides and b == 0:
            raise evaluation_error("zero_divisor")
        return compute(a, b)

    return apply


def _shift(a: int, b: int) -> int:
    if abs(b) > MOST_BITS:
        raise ResourceLimit("a number grew too large")
    return a << b if b >= 0 else a >> -b


def _toward_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _rounded(compute: Callable[[float], int]) -> Callable[[Any], int]:
    return lambda a: a if type(a) is int else int(_real(lambda: compute(a)))


def _times(a: Any, b: Any) -> Number:
    if type(a) is int and type(b) is int and a.bit_length() + b.bit_length() > 2 * MOST_BITS:
        raise ResourceLimit("a number grew too large")
    product: Number = _mixed(lambda: a * b)
    return product


def _either(a: Any, b: Any, first: bool) -> Number:
    """One of two numbers; of two that are equal, the one that is no whole number."""
    if a == b:
        first = type(a) is float
    chosen: Number = a if first else b
    return chosen


def _mixed(compute: Callable[[], Any]) -> Any:
    """Whole numbers that are too large for a float are an error, not a crash."""
    try:
        return compute()
    except OverflowError:
        raise evaluation_error("float_overflow") from None


_TWO: dict[str, Callable[[Any, Any], Number]] = {
    "+": lambda a, b: a + b if type(a) is type(b) else _mixed(lambda: a + b),
    "-": lambda a, b: a - b if type(a) is type(b) else _mixed(lambda: a - b),
    "*": _times,
    "/": lambda a, b: _mixed(lambda: _divide(a, b)),
    "//": _of_whole(_toward_zero, divides=True),
    "div": _of_whole(lambda a, b: a // b, divides=True),
    "mod": _of_whole(lambda a, b: a % b, divides=True),
    "rem": _of_whole(lambda a, b: a - b * _toward_zero(a, b), divides=True),
    "min": lambda a, b: _either(a, b, a < b),
    "max": lambda a, b: _either(a, b, a > b),
    "**": _power,
    "^": _power,
    ">>": _of_whole(lambda a, b: _shift(a, -b)),
    "<<": _of_whole(_shift),
    "/\\": _of_whole(lambda a, b: a & b),
    "\\/": _of_whole(lambda a, b: a | b),
    "xor": _of_whole(lambda a, b: a ^ b),
}
_ONE: dict[str, Callable[[Any], Number]] = {
    "-": lambda a: -a,
    "+": lambda a: a,
    "\\": lambda a: ~_one_whole(a),
    "abs": abs,
    "sign": lambda a: (a > 0) - (a < 0) if type(a) is int else math.copysign(1.0, a) if a else 0.0,
    "sqrt": _real_of(math.sqrt),
    "float": _real_of(float),
    "integer": _rounded(lambda a: math.floor(a + 0.5) if a >= 0 else math.ceil(a - 0.5)),
    "truncate": _rounded(math.trunc),
    "round": _rounded(lambda a: math.floor(a + 0.5) if a >= 0 else math.ceil(a - 0.5)),
    "ceiling": _rounded(math.ceil),
    "floor": _rounded(math.floor),
    "exp": _real_of(math.exp),
    "log": _real_of(math.log),
    "sin": _real_of(math.sin),
    "cos": _real_of(math.cos),
    "atan": _real_of(math.atan),
}
_CONSTANTS: dict[str, Number] = {"pi": math.pi, "e": math.e, "inf": math.inf}


def is_evaluable(name: str, count: int) -> bool:
    """Whether a term of this name and number of arguments can be computed."""
    if count == 0:
        return name in _CONSTANTS
    return name in (_ONE if count == 1 else _TWO if count == 2 else ())
