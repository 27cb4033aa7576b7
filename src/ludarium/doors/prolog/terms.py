"""Prolog's terms as Python values, and what can be done with any term without running a program.

An atom is a `str`, a number an `int` or a `float`; a variable is a `Var`, all else a `Struct`. A list is made of cells
`'.'(Head, Tail)` and the atom `[]`. Nothing here recurses over a whole term: a list may be longer than Python's stack
is deep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeAlias, Union

from ludarium.engine.rulebases import Plain

NIL = "[]"
CELL = "."
MOST_STEPS = 2_000_000
"""So many parts of terms are looked at in one comparison: a term that contains itself has no end."""

Term: TypeAlias = Union[int, float, str, "Var", "Struct"]


class TooLarge(Exception):
    """A term that is larger than any that can be worked with, or that contains itself."""


_next_age = count().__next__


class Var:
    """A variable; `ref` is what it is bound to, None while it is free. Of two variables the older comes first: their
    places in memory would be another order in each run."""

    __slots__ = ("age", "ref")

    def __init__(self) -> None:
        self.ref: Term | None = None
        self.age = _next_age()


class Struct:
    """A compound term: its name and its arguments."""

    __slots__ = ("args", "name")

    def __init__(self, name: str, args: tuple[Term, ...]) -> None:
        self.name, self.args = name, args

    @property
    def key(self) -> tuple[str, int]:
        return self.name, len(self.args)

    def __repr__(self) -> str:
        return text_of(self)


def deref(term: Term) -> Term:
    """What a term stands for: the end of a chain of bound variables."""
    while type(term) is Var:
        if term.ref is None:
            return term
        term = term.ref
    return term


def list_of(items: Sequence[Term], tail: Term = NIL) -> Term:
    for item in reversed(items):
        tail = Struct(CELL, (item, tail))
    return tail


def items_of(term: Term) -> tuple[list[Term], Term]:
    """The elements of a list and what it ends in: `[]` for a proper list."""
    items: list[Term] = []
    term = deref(term)
    while type(term) is Struct and term.name == CELL and len(term.args) == 2:
        items.append(term.args[0])
        if len(items) > MOST_STEPS:
            raise TooLarge
        term = deref(term.args[1])
    return items, term


def key_of(term: Term) -> tuple[str, int] | None:
    """The name and number of arguments of what can be called; None for what cannot."""
    if type(term) is Struct:
        return term.name, len(term.args)
    return (term, 0) if type(term) is str else None


def variables(term: Term) -> list[Var]:
    """The free variables of a term, each once, from left to right."""
    found: dict[int, Var] = {}
    for part in parts_of(term):
        if type(part) is Var:
            found.setdefault(id(part), part)
    return list(found.values())


def parts_of(term: Term) -> Iterator[Term]:
    """A term and all its parts, from left to right."""
    waiting, steps = [term], 0
    while waiting:
        part = deref(waiting.pop())
        yield part
        if type(part) is Struct:
            steps += len(part.args)
            if steps > MOST_STEPS:
                raise TooLarge
            waiting.extend(reversed(part.args))


# --- the standard order -----------------------------------------------------------------------------------------------


def compare(left: Term, right: Term) -> int:
    """Below 0, 0 or above: variables come before numbers, numbers before atoms, atoms before compound terms."""
    waiting, steps = [(left, right)], 0
    while waiting:
        left, right = waiting.pop()
        left, right = deref(left), deref(right)
        if left is right:
            continue
        ranks = _rank(left), _rank(right)
        if ranks[0] != ranks[1]:
            return ranks[0] - ranks[1]
        if isinstance(left, Struct) and isinstance(right, Struct):
            ours, theirs = (len(left.args), left.name), (len(right.args), right.name)
            if ours != theirs:
                return -1 if ours < theirs else 1
            steps += len(left.args)
            if steps > MOST_STEPS:
                raise TooLarge
            waiting.extend(zip(reversed(left.args), reversed(right.args), strict=True))
        elif isinstance(left, Var) and isinstance(right, Var):
            return -1 if left.age < right.age else 1
        elif left != right:
            return -1 if left < right else 1  # type: ignore[operator]  # of one rank: both numbers or both atoms
        elif type(left) is not type(right):
            return -1 if type(left) is float else 1
    return 0


def _rank(term: Term) -> int:
    kind = type(term)
    return 3 if kind is Struct else 2 if kind is str else 0 if kind is Var else 1


# --- as text ----------------------------------------------------------------------------------------------------------

_PLAIN_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*|\[\]|\{\}|!", re.ASCII)
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def atom_text(atom: str) -> str:
    """An atom as any Prolog reads it, in quotes where it needs them."""
    if _PLAIN_ATOM.fullmatch(atom):
        return atom
    return "'" + "".join(_ESCAPES.get(sign) or (sign if sign >= " " else f"\\x{ord(sign):x}\\") for sign in atom) + "'"


def number_text(number: float) -> str:
    if isinstance(number, int):
        return str(number)
    written = repr(number)
    if "e" in written:
        mantissa, _, exponent = written.partition("e")
        return f"{mantissa if '.' in mantissa else f'{mantissa}.0'}e{int(exponent):{'+' if int(exponent) > 0 else ''}d}"
    return written


def text_of(term: Term, longest: int | None = None) -> str:
    """A term in the plain form without operators, which any Prolog reads; cut off where it is longer than wanted."""
    written: list[str] = []
    names: dict[int, str] = {}
    waiting: list[Term | _Raw] = [term]
    length = 0
    while waiting:
        part = waiting.pop()
        if isinstance(part, _Raw):
            said = part.text
        else:
            part = deref(part)
            if isinstance(part, Struct):
                said = _open(part, waiting)
            elif isinstance(part, Var):
                said = names.setdefault(id(part), f"_{len(names) + 1}")
            else:
                said = atom_text(part) if isinstance(part, str) else number_text(part)
        written.append(said)
        length += len(said)
        if longest is not None and length > longest:
            return "".join(written)[:longest] + " …"
        if length > 4 * MOST_STEPS:
            raise TooLarge
    return "".join(written)


class _Raw:
    """Text between terms."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


_COMMA, _CLOSE, _END, _BAR = _Raw(","), _Raw(")"), _Raw("]"), _Raw("|")


def _open(term: Struct, waiting: list[Term | _Raw]) -> str:
    """The beginning of a compound term; the rest goes on the pile."""
    if term.name == CELL and len(term.args) == 2:
        items, tail = items_of(term)
        waiting.append(_END)
        if tail != NIL:
            waiting += (tail, _BAR)
        _pile(items, waiting)
        return "["
    waiting.append(_CLOSE)
    _pile(term.args, waiting)
    return f"{atom_text(term.name)}("


def _pile(items: Sequence[Term], waiting: list[Term | _Raw]) -> None:
    for place in range(len(items) - 1, -1, -1):
        waiting.append(items[place])
        if place:
            waiting.append(_COMMA)


# --- between Python and Prolog ----------------------------------------------------------------------------------------


def from_plain(value: Plain) -> Term:
    """Numbers, texts (atoms) and sequences (lists) as terms."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | str):
        return value
    return list_of([from_plain(item) for item in value])


def to_plain(term: Term) -> Plain:
    """The value of a term without variables; a compound term that is no list is its text."""
    term = deref(term)
    if isinstance(term, Var):
        return "_"
    if not isinstance(term, Struct):
        return term if term != NIL else []
    items, tail = items_of(term)
    if tail != NIL:
        return text_of(term, 200)
    return [to_plain(item) for item in items]
