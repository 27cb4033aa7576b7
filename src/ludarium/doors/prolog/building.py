"""Terms as the machine makes them: from parts of clauses, as copies, and how much of them is in use."""

from __future__ import annotations

from typing import Any

from ludarium.doors.prolog.compiled import Cell, Slot
from ludarium.doors.prolog.errors import ResourceLimit, instantiation_error, type_error
from ludarium.doors.prolog.terms import Struct, Term, Var, deref


def in_use(roots: list[Any], most: int) -> int:
    """How many parts of terms can be reached."""
    seen: set[int] = set()
    waiting, count = roots, 0
    while waiting and count <= most:
        found = waiting.pop()
        kind = type(found)
        if kind is Struct or kind is Var or kind is tuple or kind is list:
            if id(found) in seen:
                continue
            seen.add(id(found))
            count += 1
            if kind is Var:
                waiting.append(found.ref)
            else:
                waiting.extend(found.args if kind is Struct else found)
    return count


def build(template: Any, env: list[Any]) -> Any:
    """The term that a part of a clause stands for."""
    kind = type(template)
    if kind is Slot:
        known = env[template.index]
        if known is None:
            known = env[template.index] = Var()
        return known
    if kind is not Cell:
        return template
    chain = [template]
    last = template.args[-1]
    while type(last) is Cell:
        chain.append(last)
        last = last.args[-1]
    # From left to right: that is the order in which its variables come to be.
    before = [[build(argument, env) for argument in cell.args[:-1]] for cell in chain]
    made = build(last, env)
    for cell, arguments in zip(reversed(chain), reversed(before), strict=True):
        made = Struct(cell.name, (*arguments, made))
    return made


def with_arguments(given: list[Any]) -> Term:
    """What `call/N` calls: a term with further arguments."""
    term = deref(given[0])
    if type(term) is Var:
        raise instantiation_error()
    if len(given) == 1:
        return term
    if type(term) is str:
        return Struct(term, tuple(given[1:]))
    if type(term) is not Struct:
        raise type_error("callable", term)
    return Struct(term.name, (*term.args, *given[1:]))


class Copier:
    """Copies a term, and counts what it makes."""

    def __init__(self) -> None:
        self.cells = 0
        self._fresh: dict[int, Var] = {}
        self._kept: list[Var] = []

    def copy(self, term: Term, room: int) -> Term:
        chain: list[Struct] = []
        term = deref(term)
        while type(term) is Struct:
            chain.append(term)
            self.cells += len(term.args) + 1
            if self.cells > room:
                raise ResourceLimit("needed more memory than it may have")
            term = deref(term.args[-1])
        made: Term = term
        if type(term) is Var:
            made = self._fresh.get(id(term)) or self._new(term)
        for struct in reversed(chain):
            made = Struct(struct.name, (*[self.copy(argument, room) for argument in struct.args[:-1]], made))
        return made

    def _new(self, variable: Var) -> Var:
        fresh = self._fresh[id(variable)] = Var()
        self._kept.append(variable)  # its id is taken as long as it lives
        return fresh
