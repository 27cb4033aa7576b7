"""What predicates of our machine have in common: how they are registered, and what they ask of their arguments.

Those with at most one solution are functions that answer whether they hold; those with several are generators that bind
what there is to be bound and yield, once for each solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ludarium.doors.prolog.compiled import DET, NONDET
from ludarium.doors.prolog.errors import instantiation_error, type_error
from ludarium.doors.prolog.program import Key
from ludarium.doors.prolog.terms import NIL, Struct, Term, Var, deref, items_of, number_text

Args = list[Any]
BUILT_INS: dict[Key, tuple[int, Any]] = {}
"""How each is run, and its function."""


def det(name: str, count: int) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    def register(function: Callable[..., bool]) -> Callable[..., bool]:
        BUILT_INS[name, count] = (DET, function)
        return function

    return register


def nondet(name: str, count: int) -> Callable[[Callable[..., Iterator[None]]], Callable[..., Iterator[None]]]:
    def register(function: Callable[..., Iterator[None]]) -> Callable[..., Iterator[None]]:
        BUILT_INS[name, count] = (NONDET, function)
        return function

    return register


# --- what is asked of arguments ---------------------------------------------------------------------------------------


def value_of(term: Term) -> Any:
    term = deref(term)
    if isinstance(term, Var):
        raise instantiation_error()
    return term


def integer_in(term: Term) -> int:
    term = value_of(term)
    if type(term) is not int:
        raise type_error("integer", term)
    return term


def list_in(term: Term) -> list[Term]:
    """The elements of a list that has an end."""
    found, tail = items_of(term)
    if isinstance(tail, Var):
        raise instantiation_error()
    if tail != NIL:
        raise type_error("list", term)
    return found


def text_in(term: Term) -> str:
    """An atom or a number as its signs."""
    term = value_of(term)
    if isinstance(term, Struct):
        raise type_error("atomic", term)
    assert isinstance(term, str | int | float)
    return term if isinstance(term, str) else number_text(term)
