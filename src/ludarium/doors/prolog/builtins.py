"""The predicates that our machine has by itself, those on atoms and control constructs apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any

from ludarium.doors.prolog.arithmetic import evaluate
from ludarium.doors.prolog.compiled import DET
from ludarium.doors.prolog.errors import (
    PrologError,
    domain_error,
    permission_error,
    type_error,
)
from ludarium.doors.prolog.predicates import BUILT_INS, Args, det, integer_in, list_in, nondet, value_of
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
    parts_of,
    variables,
)

if TYPE_CHECKING:
    from ludarium.doors.prolog.machine import Machine

_MOST_ARGUMENTS = 1000


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
        "atom": lambda term: isinstance(term, str) and term != NIL,  # as in SWI-Prolog
        "number": lambda term: isinstance(term, int | float),
        "integer": lambda term: isinstance(term, int),
        "float": lambda term: isinstance(term, float),
        "atomic": lambda term: not isinstance(term, Var | Struct),
        "compound": lambda term: isinstance(term, Struct),
        "callable": lambda term: isinstance(term, str | Struct) and term != NIL,
        "is_list": lambda term: items_of(term)[1] == NIL,
        "ground": lambda term: not any(isinstance(part, Var) for part in parts_of(term)),
    }
    for name, is_so in kinds.items():
        BUILT_INS[name, 1] = (DET, lambda machine, args, is_so=is_so: is_so(deref(args[0])))


_register_plain()


@det("compare", 3)
def _compare(machine: Machine, args: Args) -> bool:
    given = deref(args[0])
    if not isinstance(given, Var | str):
        raise type_error("atom", given)
    if isinstance(given, str) and given not in ("<", ">", "="):
        raise domain_error("order", given)
    order = compare(args[1], args[2])
    return machine.unify(args[0], "<" if order < 0 else ">" if order > 0 else "=")


@det("\\=", 2)
def _not_unifiable(machine: Machine, args: Args) -> bool:
    mark = len(machine.trail)
    same = machine.unify(args[0], args[1])
    machine._undo(mark)
    return not same


@det("throw", 1)
def _throw(machine: Machine, args: Args) -> bool:
    raise PrologError(machine.copy(value_of(args[0])))


# --- terms ------------------------------------------------------------------------------------------------------------


@det("functor", 3)
def _functor(machine: Machine, args: Args) -> bool:
    term = deref(args[0])
    if isinstance(term, Struct):
        return machine.unify(args[1], term.name) and machine.unify(args[2], len(term.args))
    if not isinstance(term, Var):
        return machine.unify(args[1], term) and machine.unify(args[2], 0)
    name, count = value_of(args[1]), integer_in(args[2])
    if count == 0:
        return machine.unify(term, name)
    if not isinstance(name, str):
        raise type_error("callable", name)
    if not 0 < count <= _MOST_ARGUMENTS:
        raise domain_error("arity", count)
    machine.charge(count)
    return machine.unify(term, Struct(name, tuple(Var() for _ in range(count))))


@nondet("arg", 3)
def _arg(machine: Machine, args: Args) -> Iterator[None]:
    term, place = value_of(args[1]), deref(args[0])
    if not isinstance(term, Struct):
        raise type_error("compound", term)
    places = range(1, len(term.args) + 1) if isinstance(place, Var) else [integer_in(place)]
    for number in places:
        mark = len(machine.trail)
        if 1 <= number <= len(term.args):
            if machine.unify(place, number) and machine.unify(args[2], term.args[number - 1]):
                yield
            machine._undo(mark)


@det("=..", 2)
def _univ(machine: Machine, args: Args) -> bool:
    term = deref(args[0])
    if not isinstance(term, Var):
        tail = items_of(args[1])[1]
        if tail != NIL and not isinstance(tail, Var):
            raise type_error("list", args[1])
        parts = [term.name, *term.args] if isinstance(term, Struct) else [term]
        return machine.unify(args[1], list_of(parts))
    items = list_in(args[1])
    if not items:
        raise domain_error("non_empty_list", NIL)
    name = value_of(items[0])
    if len(items) == 1:
        return machine.unify(term, name)
    if not isinstance(name, str):
        raise type_error("callable", name)
    if len(items) > _MOST_ARGUMENTS:
        raise domain_error("arity", len(items) - 1)
    return machine.unify(term, Struct(name, tuple(items[1:])))


@det("copy_term", 2)
def _copy_term(machine: Machine, args: Args) -> bool:
    return machine.unify(args[1], machine.copy(args[0]))


# --- lists ------------------------------------------------------------------------------------------------------------


@nondet("length", 2)
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
    if tail is wanted:
        return  # no list is as long as itself
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


@nondet("between", 3)
def _between(machine: Machine, args: Args) -> Iterator[None]:
    low, high, value = integer_in(args[0]), value_of(args[1]), deref(args[2])
    last = None if high in ("inf", "infinite") else integer_in(high)
    if not isinstance(value, Var):
        if low <= integer_in(value) and (last is None or integer_in(value) <= last):
            yield
        return
    while last is None or low <= last:
        mark = len(machine.trail)
        machine.unify(value, low)
        yield
        machine._undo(mark)
        low += 1


def sorted_terms(machine: Machine, items: list[Term], key: Callable[[Term], Term] | None = None) -> list[Term]:
    """The terms in the standard order of themselves or of their keys; those that are the same stay as they stand."""
    machine.charge(2 * len(items))
    read = key or deref

    def order(left: Term, right: Term) -> int:
        machine.step()
        return compare(read(left), read(right))

    return sorted(items, key=cmp_to_key(order))


def _without_same(items: list[Term], key: Callable[[Term], Term]) -> list[Term]:
    return [item for place, item in enumerate(items) if place == 0 or compare(key(items[place - 1]), key(item)) != 0]


@det("msort", 2)
def _msort(machine: Machine, args: Args) -> bool:
    return machine.unify(args[1], list_of(sorted_terms(machine, list_in(args[0]))))


@det("sort", 2)
def _sort(machine: Machine, args: Args) -> bool:
    return machine.unify(args[1], list_of(_without_same(sorted_terms(machine, list_in(args[0])), deref)))


@det("sort", 4)
def _sort_by(machine: Machine, args: Args) -> bool:
    place, order, items = integer_in(args[0]), value_of(args[1]), list_in(args[2])
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
    term = value_of(term)
    if not (isinstance(term, Struct) and term.key == ("-", 2)):
        raise type_error("pair", term)
    return term.args[0]


@det("keysort", 2)
def _keysort(machine: Machine, args: Args) -> bool:
    pairs = list_in(args[0])
    for pair in pairs:  # a list of one is not compared with anything
        _pair_key(pair)
    return machine.unify(args[1], list_of(sorted_terms(machine, pairs, _pair_key)))


# --- all solutions, by their free variables ---------------------------------------------------------------------------


@det("$witness", 4)
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


@nondet("$groups", 3)
def _groups(machine: Machine, args: Args) -> Iterator[None]:
    """From sorted pairs `Witness-Value`, each witness with the list of its values."""
    pairs = [deref(pair) for pair in list_in(args[0])]
    while pairs:
        machine.step(len(pairs))
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
    term = value_of(term)
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


@nondet("retract", 1)
def _retract(machine: Machine, args: Args) -> Iterator[None]:
    predicate, term = machine.predicate(_changeable(args[0])), deref(args[0])
    given = term.args if isinstance(term, Struct) else ()
    for code in predicate.clauses:
        machine.step()
        mark = len(machine.trail)
        if not code.goals and code in predicate.clauses:
            env: list[Any] = [None] * code.slots
            if all(machine._match(*pair, env) for pair in zip(code.head, given, strict=True)):
                machine.stored -= code.size
                machine.change(predicate, tuple(other for other in predicate.clauses if other is not code))
                yield
        machine._undo(mark)


@det("retractall", 1)
def _retractall(machine: Machine, args: Args) -> bool:
    predicate, term = machine.predicate(_changeable(args[0])), deref(args[0])
    given = term.args if isinstance(term, Struct) else ()
    kept = []
    for code in predicate.clauses:
        machine.step()
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


@det("rand_int", 2)
def _rand_int(machine: Machine, args: Args) -> bool:
    """A whole number from 0 to below the given one, as the lab's own players draw it from a seed."""
    most = evaluate(args[0])
    if type(most) is not int:
        raise type_error("integer", most)
    if not 1 <= most < 1 << 32:
        raise domain_error("bound", most)
    return machine.unify(args[1], machine.random.below(most))
