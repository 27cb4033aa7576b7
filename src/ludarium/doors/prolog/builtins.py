"""The predicates that our machine has by itself, control constructs apart.

Those with at most one solution are functions that answer whether they hold; those with several are generators that bind
what there is to be bound and yield, once for each solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any

from ludarium.doors.prolog.arithmetic import Number, evaluate
from ludarium.doors.prolog.compiled import DET, NONDET
from ludarium.doors.prolog.errors import (
    PrologError,
    domain_error,
    error,
    instantiation_error,
    permission_error,
    type_error,
)
from ludarium.doors.prolog.program import BUILT_IN, Key
from ludarium.doors.prolog.terms import (
    NIL,
    Struct,
    Term,
    Var,
    compare,
    deref,
    items_of,
    key_of,
    list_of,
    number_text,
    parts_of,
    variables,
)
from ludarium.doors.prolog.tokens import RuleBaseError, tokens

if TYPE_CHECKING:
    from ludarium.doors.prolog.machine import Machine

Args = list[Any]
BUILT_INS: dict[Key, tuple[int, Any]] = {}
"""How each is run, and its function."""
_MOST_ARGUMENTS = 1000


def _det(name: str, count: int) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    def register(function: Callable[..., bool]) -> Callable[..., bool]:
        BUILT_INS[name, count] = (DET, function)
        return function

    return register


def _nondet(name: str, count: int) -> Callable[[Callable[..., Iterator[None]]], Callable[..., Iterator[None]]]:
    def register(function: Callable[..., Iterator[None]]) -> Callable[..., Iterator[None]]:
        BUILT_INS[name, count] = (NONDET, function)
        return function

    return register


# --- what is asked of arguments ---------------------------------------------------------------------------------------


def _bound(term: Term) -> Any:
    term = deref(term)
    if isinstance(term, Var):
        raise instantiation_error()
    return term


def _whole(term: Term) -> int:
    term = _bound(term)
    if type(term) is not int:
        raise type_error("integer", term)
    return term


def _items(term: Term) -> list[Term]:
    """The elements of a list that has an end."""
    items, tail = items_of(term)
    if isinstance(tail, Var):
        raise instantiation_error()
    if tail != NIL:
        raise type_error("list", term)
    return items


def _written(term: Term) -> str:
    """An atom or a number as its signs."""
    term = _bound(term)
    if isinstance(term, Struct):
        raise type_error("atomic", term)
    assert isinstance(term, str | int | float)
    return term if isinstance(term, str) else number_text(term)


# --- comparing and kinds ----------------------------------------------------------------------------------------------


def _register_plain() -> None:
    orders: dict[str, Callable[[int], bool]] = {
        "==": lambda order: order == 0,
        "\\==": lambda order: order != 0,
        "@<": lambda order: order < 0,
        "@>": lambda order: order > 0,
        "@=<": lambda order: order <= 0,
        "@>=": lambda order: order >= 0,
    }
    for name, holds in orders.items():
        BUILT_INS[name, 2] = (DET, lambda machine, args, holds=holds: holds(compare(args[0], args[1])))
    kinds: dict[str, Callable[[Term], bool]] = {
        "var": lambda term: isinstance(term, Var),
        "nonvar": lambda term: not isinstance(term, Var),
        "atom": lambda term: isinstance(term, str),
        "number": lambda term: isinstance(term, int | float),
        "integer": lambda term: isinstance(term, int),
        "float": lambda term: isinstance(term, float),
        "atomic": lambda term: not isinstance(term, Var | Struct),
        "compound": lambda term: isinstance(term, Struct),
        "callable": lambda term: isinstance(term, str | Struct),
        "is_list": lambda term: items_of(term)[1] == NIL,
        "ground": lambda term: not any(isinstance(part, Var) for part in parts_of(term)),
    }
    for name, is_so in kinds.items():
        BUILT_INS[name, 1] = (DET, lambda machine, args, is_so=is_so: is_so(deref(args[0])))


_register_plain()


@_det("compare", 3)
def _compare(machine: Machine, args: Args) -> bool:
    order = compare(args[1], args[2])
    return machine.unify(args[0], "<" if order < 0 else ">" if order > 0 else "=")


@_det("\\=", 2)
def _not_unifiable(machine: Machine, args: Args) -> bool:
    mark = len(machine.trail)
    same = machine.unify(args[0], args[1])
    machine._undo(mark)
    return not same


@_det("throw", 1)
def _throw(machine: Machine, args: Args) -> bool:
    raise PrologError(machine.copy(_bound(args[0])))


# --- terms ------------------------------------------------------------------------------------------------------------


@_det("functor", 3)
def _functor(machine: Machine, args: Args) -> bool:
    term = deref(args[0])
    if isinstance(term, Struct):
        return machine.unify(args[1], term.name) and machine.unify(args[2], len(term.args))
    if not isinstance(term, Var):
        return machine.unify(args[1], term) and machine.unify(args[2], 0)
    name, count = _bound(args[1]), _whole(args[2])
    if count == 0:
        return machine.unify(term, name)
    if not isinstance(name, str):
        raise type_error("callable", name)
    if not 0 < count <= _MOST_ARGUMENTS:
        raise domain_error("arity", count)
    machine.charge(count)
    return machine.unify(term, Struct(name, tuple(Var() for _ in range(count))))


@_nondet("arg", 3)
def _arg(machine: Machine, args: Args) -> Iterator[None]:
    term, place = _bound(args[1]), deref(args[0])
    if not isinstance(term, Struct):
        raise type_error("compound", term)
    places = range(1, len(term.args) + 1) if isinstance(place, Var) else [_whole(place)]
    for number in places:
        mark = len(machine.trail)
        if 1 <= number <= len(term.args):
            if machine.unify(place, number) and machine.unify(args[2], term.args[number - 1]):
                yield
            machine._undo(mark)


@_det("=..", 2)
def _univ(machine: Machine, args: Args) -> bool:
    term = deref(args[0])
    if isinstance(term, Struct):
        return machine.unify(args[1], list_of([term.name, *term.args]))
    if not isinstance(term, Var):
        return machine.unify(args[1], list_of([term]))
    items = _items(args[1])
    if not items:
        raise domain_error("non_empty_list", NIL)
    name = _bound(items[0])
    if len(items) == 1:
        return machine.unify(term, name)
    if not isinstance(name, str):
        raise type_error("callable", name)
    if len(items) > _MOST_ARGUMENTS:
        raise domain_error("arity", len(items) - 1)
    return machine.unify(term, Struct(name, tuple(items[1:])))


@_det("copy_term", 2)
def _copy_term(machine: Machine, args: Args) -> bool:
    return machine.unify(args[1], machine.copy(args[0]))


# --- atoms ------------------------------------------------------------------------------------------------------------


def _signs(
    back: Callable[[str], Term], each: Callable[[str], Term], sign: Callable[[Term], str]
) -> Callable[[Machine, Args], bool]:
    """A predicate between an atomic term and the list of its signs."""

    def split(machine: Machine, args: Args) -> bool:
        term = deref(args[0])
        if not isinstance(term, Var):
            written = _written(term)
            machine.charge(2 * len(written))
            return machine.unify(args[1], list_of([each(one) for one in written]))
        return machine.unify(term, back("".join(sign(one) for one in _items(args[1]))))

    return split


def _from_code(term: Term) -> str:
    code = _bound(term)
    if isinstance(code, str) and len(code) == 1:
        return code
    if type(code) is not int:
        raise type_error("character_code", code)
    if not 0 <= code <= 0x10FFFF:
        raise domain_error("character_code", code)
    return chr(code)


def _from_sign(term: Term) -> str:
    sign = _bound(term)
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


@_det("atom_length", 2)
def _atom_length(machine: Machine, args: Args) -> bool:
    return machine.unify(args[1], len(_written(args[0])))


@_det("atom_number", 2)
def _atom_number(machine: Machine, args: Args) -> bool:
    term = deref(args[0])
    if isinstance(term, Var):
        number = _bound(args[1])
        if not isinstance(number, int | float):
            raise type_error("number", number)
        return machine.unify(term, number_text(number))
    if not isinstance(term, str):
        raise type_error("atom", term)
    found = number_in(term)
    return found is not None and machine.unify(args[1], found)


@_det("char_code", 2)
def _char_code(machine: Machine, args: Args) -> bool:
    sign = deref(args[0])
    if isinstance(sign, Var):
        return machine.unify(sign, _from_code(_whole(args[1])))
    return machine.unify(args[1], ord(_from_sign(sign)))


@_nondet("atom_concat", 3)
def _atom_concat(machine: Machine, args: Args) -> Iterator[None]:
    first, second = deref(args[0]), deref(args[1])
    if not isinstance(first, Var) and not isinstance(second, Var):
        joined = _written(first) + _written(second)
        machine.charge(1 + len(joined) // 16)
        if machine.unify(args[2], joined):
            yield
        return
    whole = _written(args[2])
    for place in range(len(whole) + 1):
        mark = len(machine.trail)
        if _is_text(machine, first, whole[:place]) and _is_text(machine, second, whole[place:]):
            yield
        machine._undo(mark)


def _is_text(machine: Machine, term: Term, text: str) -> bool:
    return machine.unify(term, text) if isinstance(deref(term), Var) else _written(term) == text


@_nondet("sub_atom", 5)
def _sub_atom(machine: Machine, args: Args) -> Iterator[None]:
    whole = _written(args[0])
    before, length, after, part = (deref(argument) for argument in args[1:])
    mark = len(machine.trail)
    if isinstance(part, str):
        place = whole.find(part)
        while place >= 0:
            ends = (place, len(part), len(whole) - place - len(part))
            if all(machine.unify(given, value) for given, value in zip(args[1:4], ends, strict=True)):
                yield
            machine._undo(mark)
            place = whole.find(part, place + 1)
        return
    starts = range(len(whole) + 1)
    if not isinstance(before, Var):
        starts = range(_whole(before), min(_whole(before), len(whole)) + 1)
    elif not isinstance(length, Var) and not isinstance(after, Var):
        only = len(whole) - _whole(length) - _whole(after)
        starts = range(only, only + 1) if only >= 0 else range(0)
    for start in starts:
        if not isinstance(length, Var):
            counts = range(_whole(length), _whole(length) + 1)
        elif not isinstance(after, Var):
            counts = range(len(whole) - start - _whole(after), len(whole) - start - _whole(after) + 1)
        else:
            counts = range(len(whole) - start + 1)
        for count in counts:
            if start < 0 or count < 0 or start + count > len(whole):
                continue
            values = (start, count, len(whole) - start - count, whole[start : start + count])
            if all(machine.unify(given, value) for given, value in zip(args[1:], values, strict=True)):
                yield
            machine._undo(mark)


# --- lists ------------------------------------------------------------------------------------------------------------


@_nondet("length", 2)
def _length(machine: Machine, args: Args) -> Iterator[None]:
    items, tail = items_of(args[0])
    wanted = deref(args[1])
    if not isinstance(wanted, Var) and type(wanted) is not int:
        raise type_error("integer", wanted)
    if tail == NIL:
        if machine.unify(wanted, len(items)):
            yield
        return
    if not isinstance(tail, Var):
        raise type_error("list", args[0])
    if not isinstance(wanted, Var):
        assert isinstance(wanted, int)
        if wanted < 0:
            raise domain_error("not_less_than_zero", wanted)
        missing = wanted - len(items)
        if missing >= 0:
            machine.charge(2 * missing)
            machine.unify(tail, list_of([Var() for _ in range(missing)]))
            yield
        return
    count = 0
    while True:
        mark = len(machine.trail)
        machine.charge(2 * count)
        machine.unify(tail, list_of([Var() for _ in range(count)]))
        machine.unify(wanted, len(items) + count)
        yield
        machine._undo(mark)
        count += 1


@_nondet("between", 3)
def _between(machine: Machine, args: Args) -> Iterator[None]:
    low, high, value = _whole(args[0]), _bound(args[1]), deref(args[2])
    last = None if high in ("inf", "infinite") else _whole(high)
    if not isinstance(value, Var):
        if low <= _whole(value) and (last is None or _whole(value) <= last):
            yield
        return
    while last is None or low <= last:
        mark = len(machine.trail)
        machine.unify(value, low)
        yield
        machine._undo(mark)
        low += 1


_order = cmp_to_key(compare)


def sorted_terms(machine: Machine, items: list[Term], key: Callable[[Term], Term] | None = None) -> list[Term]:
    """The terms in the standard order of themselves or of their keys; those that are the same stay as they stand."""
    machine.charge(2 * len(items))
    read = key or (lambda term: term)
    return sorted(items, key=lambda term: _order(read(term)))


def _without_same(items: list[Term], key: Callable[[Term], Term]) -> list[Term]:
    return [item for place, item in enumerate(items) if place == 0 or compare(key(items[place - 1]), key(item)) != 0]


@_det("msort", 2)
def _msort(machine: Machine, args: Args) -> bool:
    return machine.unify(args[1], list_of(sorted_terms(machine, _items(args[0]))))


@_det("sort", 2)
def _sort(machine: Machine, args: Args) -> bool:
    return machine.unify(args[1], list_of(_without_same(sorted_terms(machine, _items(args[0])), deref)))


@_det("sort", 4)
def _sort_by(machine: Machine, args: Args) -> bool:
    place, order, items = _whole(args[0]), _bound(args[1]), _items(args[2])
    if order not in ("@<", "@=<", "@>", "@>="):
        raise domain_error("order", order)

    def key(term: Term) -> Term:
        term = deref(term)
        if place == 0:
            return term
        if not isinstance(term, Struct):
            raise type_error("compound", term)
        if not 1 <= place <= len(term.args):
            raise type_error("compound", term)
        return term.args[place - 1]

    down = order in ("@>", "@>=")
    # Downwards, those that are the same must stay as they stand, too.
    found = sorted_terms(machine, items[::-1] if down else items, key)
    found = found[::-1] if down else found
    return machine.unify(args[3], list_of(_without_same(found, key) if order in ("@<", "@>") else found))


def _pair_key(term: Term) -> Term:
    term = _bound(term)
    if not (isinstance(term, Struct) and term.key == ("-", 2)):
        raise type_error("pair", term)
    return term.args[0]


@_det("keysort", 2)
def _keysort(machine: Machine, args: Args) -> bool:
    return machine.unify(args[1], list_of(sorted_terms(machine, _items(args[0]), _pair_key)))


# --- all solutions, by their free variables ---------------------------------------------------------------------------


@_det("$witness", 4)
def _witness(machine: Machine, args: Args) -> bool:
    """The goal of `bagof/3` without its `^`, and the variables that its answers are grouped by."""
    template, goal = args[0], deref(args[1])
    bound = [template]
    while isinstance(goal, Struct) and goal.key == ("^", 2):
        bound.append(goal.args[0])
        goal = deref(goal.args[1])
    known = {id(variable) for term in bound for variable in variables(term)}
    free = [variable for variable in variables(goal) if id(variable) not in known]
    return machine.unify(args[2], goal) and machine.unify(args[3], list_of(free))


@_nondet("$groups", 3)
def _groups(machine: Machine, args: Args) -> Iterator[None]:
    """From sorted pairs `Witness-Value`, each witness with the list of its values."""
    pairs = [deref(pair) for pair in _items(args[0])]
    while pairs:
        witness = pairs[0].args[0]  # type: ignore[union-attr]
        same = [pair for pair in pairs if _variant(pair.args[0], witness)]  # type: ignore[union-attr]
        pairs = [pair for pair in pairs if not _variant(pair.args[0], witness)]  # type: ignore[union-attr]
        mark = len(machine.trail)
        agree = all(machine.unify(pair.args[0], witness) for pair in same)  # type: ignore[union-attr]
        values = list_of([pair.args[1] for pair in same])  # type: ignore[union-attr]
        if agree and machine.unify(args[1], witness) and machine.unify(args[2], values):
            yield
        machine._undo(mark)


def _variant(left: Term, right: Term) -> bool:
    return compare(left, right) == 0 or (bool(variables(left)) and bool(variables(right)))


# --- the database -----------------------------------------------------------------------------------------------------


def _changeable(term: Term) -> Key:
    """The predicate of a fact that may be added or taken away. Rules cannot be: nobody could say what they will do."""
    term = _bound(term)
    key = key_of(term)
    if key is None:
        raise type_error("callable", term)
    if key == (":-", 2):
        raise permission_error("change", "rule", term)
    if key in BUILT_IN or key[0] == ":":
        raise permission_error("change", "predicate", Struct("/", key))
    return key


def _add(machine: Machine, args: Args, last: bool) -> bool:
    predicate = machine.predicate(_changeable(args[0]))
    code = machine.code_of(machine.copy(deref(args[0])))
    machine.stored += code.size
    machine.charge(0)
    machine.change(predicate, (*predicate.clauses, code) if last else (code, *predicate.clauses))
    return True


for _name in ("assert", "assertz"):
    BUILT_INS[_name, 1] = (DET, lambda machine, args: _add(machine, args, last=True))
BUILT_INS["asserta", 1] = (DET, lambda machine, args: _add(machine, args, last=False))


@_nondet("retract", 1)
def _retract(machine: Machine, args: Args) -> Iterator[None]:
    predicate, term = machine.predicate(_changeable(args[0])), deref(args[0])
    given = term.args if isinstance(term, Struct) else ()
    for code in predicate.clauses:
        mark = len(machine.trail)
        if not code.goals and code in predicate.clauses:
            env: list[Any] = [None] * code.slots
            if all(machine._match(*pair, env) for pair in zip(code.head, given, strict=True)):
                machine.stored -= code.size
                machine.change(predicate, tuple(other for other in predicate.clauses if other is not code))
                yield
        machine._undo(mark)


@_det("retractall", 1)
def _retractall(machine: Machine, args: Args) -> bool:
    predicate, term = machine.predicate(_changeable(args[0])), deref(args[0])
    given = term.args if isinstance(term, Struct) else ()
    kept = []
    for code in predicate.clauses:
        mark, env = len(machine.trail), [None] * code.slots
        fits = all(machine._match(*pair, env) for pair in zip(code.head, given, strict=True))
        machine._undo(mark)
        if fits:
            machine.stored -= code.size
        else:
            kept.append(code)
    if len(kept) < len(predicate.clauses):
        machine.change(predicate, tuple(kept))
    return True


# --- chance -----------------------------------------------------------------------------------------------------------


@_det("rand_int", 2)
def _rand_int(machine: Machine, args: Args) -> bool:
    """A whole number from 0 to below the given one, as the lab's own players draw it from a seed."""
    most = evaluate(args[0])
    if type(most) is not int:
        raise type_error("integer", most)
    if not 1 <= most < 1 << 32:
        raise domain_error("bound", most)
    return machine.unify(args[1], machine.random.below(most))
