"""The predicates on atoms and their signs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ludarium.doors.prolog.arithmetic import Number
from ludarium.doors.prolog.compiled import DET
from ludarium.doors.prolog.errors import domain_error, error, type_error
from ludarium.doors.prolog.predicates import BUILT_INS, Args, det, integer_in, list_in, nondet, text_in, value_of
from ludarium.doors.prolog.terms import Struct, Term, Var, deref, list_of, number_text
from ludarium.doors.prolog.tokens import RuleBaseError, tokens

if TYPE_CHECKING:
    from ludarium.doors.prolog.machine import Machine


def _signs(
    back: Callable[[str], Term], each: Callable[[str], Term], sign: Callable[[Term], str]
) -> Callable[[Machine, Args], bool]:
    """A predicate between an atomic term and the list of its signs."""

    def split(machine: Machine, args: Args) -> bool:
        term = deref(args[0])
        if not isinstance(term, Var):
            written = text_in(term)
            machine.charge(2 * len(written))
            return machine.unify(args[1], list_of([each(one) for one in written]))
        return machine.unify(term, back("".join(sign(one) for one in list_in(args[1]))))

    return split


def _from_code(term: Term) -> str:
    code = value_of(term)
    if isinstance(code, str) and len(code) == 1:
        return code
    if type(code) is not int:
        raise type_error("character_code", code)
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise domain_error("character_code", code)
    return chr(code)


def _from_sign(term: Term) -> str:
    sign = value_of(term)
    if type(sign) is int:
        return str(sign) if 0 <= sign <= 9 else _from_code(sign)
    if not (isinstance(sign, str) and len(sign) == 1):
        raise type_error("character", sign)
    return sign


def number_in(text: str) -> Number | None:
    """The number that a text is, as Prolog reads it; None for any other."""
    stripped = text.lstrip()
    sign = -1 if stripped.startswith("-") else 1
    try:
        found = list(tokens(stripped[1:] if stripped[:1] in ("-", "+") else stripped))
    except RuleBaseError:
        return None
    if len(found) != 2 or found[0].kind != "number" or (text and text[-1].isspace()):
        return None
    assert not isinstance(found[0].value, str)
    return sign * found[0].value


def _to_number(text: str) -> Term:
    number = number_in(text)
    if number is None:
        raise error(Struct("syntax_error", ("illegal_number",)))
    return number


BUILT_INS["atom_chars", 2] = (DET, _signs(str, str, _from_sign))
BUILT_INS["atom_codes", 2] = (DET, _signs(str, ord, _from_code))
BUILT_INS["number_chars", 2] = (DET, _signs(_to_number, str, _from_sign))
BUILT_INS["number_codes", 2] = (DET, _signs(_to_number, ord, _from_code))


@det("atom_length", 2)
def _atom_length(machine: Machine, args: Args) -> bool:
    return machine.unify(args[1], len(text_in(args[0])))


@det("atom_number", 2)
def _atom_number(machine: Machine, args: Args) -> bool:
    term = deref(args[0])
    if isinstance(term, Var):
        number = value_of(args[1])
        if not isinstance(number, int | float):
            raise type_error("number", number)
        return machine.unify(term, number_text(number))
    if not isinstance(term, str):
        raise type_error("atom", term)
    found = number_in(term) if not any(sign.isspace() for sign in term) else None
    return found is not None and machine.unify(args[1], found)


@det("char_code", 2)
def _char_code(machine: Machine, args: Args) -> bool:
    sign = deref(args[0])
    if isinstance(sign, Var):
        return machine.unify(sign, _from_code(integer_in(args[1])))
    return machine.unify(args[1], ord(_from_sign(sign)))


@nondet("atom_concat", 3)
def _atom_concat(machine: Machine, args: Args) -> Iterator[None]:
    first, second = deref(args[0]), deref(args[1])
    if not isinstance(first, Var) and not isinstance(second, Var):
        joined = text_in(first) + text_in(second)
        machine.charge(1 + len(joined) // 16)
        if machine.unify(args[2], joined):
            yield
        return
    whole = text_in(args[2])
    for place in range(len(whole) + 1):
        machine.step(1 + len(whole) // 1000)
        mark = len(machine.trail)
        if _is_text(machine, first, whole[:place]) and _is_text(machine, second, whole[place:]):
            yield
        machine._undo(mark)


def _is_text(machine: Machine, term: Term, text: str) -> bool:
    return machine.unify(term, text) if isinstance(deref(term), Var) else text_in(term) == text


@nondet("sub_atom", 5)
def _sub_atom(machine: Machine, args: Args) -> Iterator[None]:
    whole = text_in(args[0])
    before, length, after, part = (deref(argument) for argument in args[1:])
    for given in (before, length, after):
        if not isinstance(given, Var) and integer_in(given) < 0:
            raise domain_error("not_less_than_zero", given)
    mark = len(machine.trail)
    if isinstance(part, str):
        place = whole.find(part)
        while place >= 0:
            machine.step()
            ends = (place, len(part), len(whole) - place - len(part))
            if all(machine.unify(given, value) for given, value in zip(args[1:4], ends, strict=True)):
                yield
            machine._undo(mark)
            place = whole.find(part, place + 1)
        return
    starts = range(len(whole) + 1)
    if not isinstance(before, Var):
        starts = range(integer_in(before), min(integer_in(before), len(whole)) + 1)
    elif not isinstance(length, Var) and not isinstance(after, Var):
        only = len(whole) - integer_in(length) - integer_in(after)
        starts = range(only, only + 1) if only >= 0 else range(0)
    for start in starts:
        if not isinstance(length, Var):
            counts = range(integer_in(length), integer_in(length) + 1)
        elif not isinstance(after, Var):
            counts = range(len(whole) - start - integer_in(after), len(whole) - start - integer_in(after) + 1)
        else:
            counts = range(len(whole) - start + 1)
        for count in counts:
            machine.step(1 + count // 1000)
            if start < 0 or count < 0 or start + count > len(whole):
                continue
            values = (start, count, len(whole) - start - count, whole[start : start + count])
            if all(machine.unify(given, value) for given, value in zip(args[1:], values, strict=True)):
                yield
            machine._undo(mark)
