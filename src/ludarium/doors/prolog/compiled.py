"""Clauses as the machine runs them.

A clause's variables are numbered: its terms hold `Slot`s, and what the variables stand for in one use of the clause
stands in a list, the environment. A body is a tuple of `Goal`s; control constructs have bodies of their own, which
share the environment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludarium.doors.prolog.errors import type_error
from ludarium.doors.prolog.program import Clause, Key
from ludarium.doors.prolog.terms import Struct, Term, TooLarge, Var, deref, key_of, parts_of

CALL, DET, NONDET, CUT, CHOOSE, OR, FAIL, CALL_TERM, FINDALL, CATCH, CUT_TO, SOFT_TO, COLLECT, EXIT = range(14)
IS, TEST, UNIFY = 14, 15, 16

TESTS = {"=:=", "=\\=", "<", ">", "=<", ">="}
MOST_GOALS = 100_000
"""So many goals are called at once."""
_NO_ARGS: tuple[Any, ...] = ()


class Slot:
    """A variable of a clause, by its number."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class Cell:
    """A compound term with slots in it."""

    __slots__ = ("args", "name")

    def __init__(self, name: str, args: tuple[Any, ...]) -> None:
        self.name, self.args = name, args


class Goal:
    """One step of a body."""

    __slots__ = ("args", "line", "op", "other", "slot", "then", "what")

    def __init__(self, op: int, what: Any = None, args: tuple[Any, ...] = _NO_ARGS, line: int = 0) -> None:
        self.op, self.what, self.args, self.line = op, what, args, line
        self.slot = 0
        self.then: tuple[Goal, ...] = ()
        self.other: tuple[Goal, ...] = ()


class Code:
    """A clause made ready: what its head looks like, its body, how many slots it has and how many cells it may make."""

    __slots__ = ("first", "goals", "head", "size", "slots")

    def __init__(self, head: tuple[Any, ...], goals: tuple[Goal, ...], slots: int, size: int) -> None:
        self.head, self.goals, self.slots, self.size = head, goals, slots, size
        self.first = first_key(head[0]) if head else None


class Predicate:
    """The clauses of one name and number of arguments. Nobody's are none: what is not defined fails.

    The tuple of clauses is never changed, only replaced: whoever runs through it sees it as it was at the call.
    """

    __slots__ = ("clauses", "index", "key", "others")

    def __init__(self, key: Key) -> None:
        self.key = key
        self.clauses: tuple[Code, ...] = ()
        self.index: dict[Any, tuple[Code, ...]] | None = None
        self.others: tuple[Code, ...] = ()

    def replace(self, clauses: tuple[Code, ...]) -> None:
        self.clauses, self.index = clauses, None

    def matching(self, args: list[Any]) -> tuple[Code, ...]:
        """The clauses whose first argument does not rule them out."""
        if not args or len(self.clauses) < 2:
            return self.clauses
        wanted = first_key(deref(args[0]))
        if wanted is None:
            return self.clauses
        if self.index is None:
            self._make_index()
        assert self.index is not None
        return self.index.get(wanted, self.others)

    def _make_index(self) -> None:
        keys = {code.first for code in self.clauses} - {None}
        self.others = tuple(code for code in self.clauses if code.first is None)
        self.index = {key: tuple(code for code in self.clauses if code.first in (None, key)) for key in keys}


def first_key(term: Any) -> Any:
    """By what a first argument is found; None for one that matches anything."""
    kind = type(term)
    if kind is str or kind is int:
        return term
    if kind is Struct or kind is Cell:
        return term.name, len(term.args)
    return ("float", term) if kind is float else None


class Compiler:
    """Makes bodies of terms. A clause's variables get slots; those of a goal that is called as a term stay."""

    def __init__(
        self, find: Callable[[Key], Predicate], built_in: Callable[[Key], tuple[int, Any] | None], line: int = 0
    ):
        self._find, self._built_in, self._line = find, built_in, line
        self._slots: dict[int, Slot] | None = None
        self.count = 0

    def clause(self, clause: Clause) -> Code:
        self._slots = {}
        head = clause.head.args if isinstance(clause.head, Struct) else ()
        templates = tuple(self.template(argument) for argument in head)
        goals = self.body(clause.body)
        size = 1 + sum(1 for term in (clause.head, clause.body) for _ in parts_of(term))
        return Code(templates, goals, self.count, size)

    def body(self, term: Term) -> tuple[Goal, ...]:
        goals: list[Goal] = []
        waiting, steps = [term], 0
        while waiting:
            part = deref(waiting.pop())
            if isinstance(part, Struct) and part.key == (",", 2):
                steps += 1
                if steps > MOST_GOALS:  # as one that contains itself would have
                    raise TooLarge
                waiting += (part.args[1], part.args[0])
            elif part != "true":
                goals.append(self._goal(part))
        return tuple(goals)

    def _goal(self, term: Term) -> Goal:
        if isinstance(term, Var):
            return self._made(CALL_TERM, None, (term,))
        key = key_of(term)
        if key is None:
            raise type_error("callable", term)
        args = term.args if isinstance(term, Struct) else ()
        control = _CONTROL.get(key)
        if control is not None:
            return control(self, args)
        if key[0] == "call" and args:
            return self._made(CALL_TERM, None, args)
        if len(args) == 2 and key[0] in TESTS:
            return self._made(TEST, key[0], args)
        found = self._built_in(key)
        if found is not None:
            return self._made(found[0], found[1], args)
        return self._made(CALL, self._find(key), args)

    def _made(self, op: int, what: Any, args: Iterable[Term]) -> Goal:
        return Goal(op, what, tuple(self.template(argument) for argument in args), self._line)

    def new_slot(self) -> int:
        self.count += 1
        return self.count - 1

    def template(self, term: Term) -> Any:
        """A term with slots for its variables; the same term where it has none, or where variables stay."""
        if self._slots is None:
            return term
        chain: list[Struct] = []
        term = deref(term)
        while type(term) is Struct:
            chain.append(term)
            term = deref(term.args[-1])
        made: Any = self._slot(term) if type(term) is Var else term
        for struct in reversed(chain):
            args = (*[self.template(argument) for argument in struct.args[:-1]], made)
            holds = any(type(argument) is Slot or type(argument) is Cell for argument in args)
            made = Cell(struct.name, args) if holds else Struct(struct.name, args)
        return made

    def _slot(self, variable: Var) -> Slot:
        assert self._slots is not None
        found = self._slots.get(id(variable))
        if found is None:
            found = self._slots[id(variable)] = Slot(self.new_slot())
        return found

    # --- control constructs -------------------------------------------------------------------------------------------

    def choose(self, condition: Term, then: tuple[Goal, ...], other: tuple[Goal, ...], soft: bool = False) -> Goal:
        """If the condition has a solution, `then` with the first (soft: with each), else `other`."""
        goal = Goal(CHOOSE, self.body(condition), (), self._line)
        goal.slot = self.new_slot()
        after = Goal(SOFT_TO if soft else CUT_TO)
        after.slot = goal.slot
        goal.then, goal.other = (after, *then), other
        return goal

    def either(self, left: Term, right: Term) -> Goal:
        left = deref(left)
        if isinstance(left, Struct) and left.key in (("->", 2), ("*->", 2)):
            return self.choose(left.args[0], self.body(left.args[1]), self.body(right), soft=left.name == "*->")
        goal = Goal(OR, None, (), self._line)
        goal.then, goal.other = self.body(left), self.body(right)
        return goal

    def findall(self, args: tuple[Term, ...]) -> Goal:
        template, result = self.template(args[0]), self.template(args[2])
        goal = Goal(FINDALL, None, (result,), self._line)
        collect = Goal(COLLECT, None, (template,), self._line)
        goal.slot = collect.slot = self.new_slot()
        goal.then = (*self.body(args[1]), collect)
        return goal


_FAIL = (Goal(FAIL),)
_CONTROL: dict[Key, Callable[[Compiler, tuple[Any, ...]], Goal]] = {
    ("!", 0): lambda make, args: Goal(CUT),
    ("fail", 0): lambda make, args: Goal(FAIL),
    ("false", 0): lambda make, args: Goal(FAIL),
    (";", 2): lambda make, args: make.either(*args),
    ("->", 2): lambda make, args: make.choose(args[0], make.body(args[1]), _FAIL),
    ("*->", 2): lambda make, args: make.choose(args[0], make.body(args[1]), _FAIL, soft=True),
    ("\\+", 1): lambda make, args: make.choose(args[0], _FAIL, ()),
    ("not", 1): lambda make, args: make.choose(args[0], _FAIL, ()),
    ("once", 1): lambda make, args: make.choose(args[0], (), _FAIL),
    ("ignore", 1): lambda make, args: make.choose(args[0], (), ()),
    ("forall", 2): lambda make, args: make.choose(Struct(",", (args[0], Struct("\\+", (args[1],)))), _FAIL, ()),
    ("findall", 3): lambda make, args: make.findall(args),
    ("bagof", 3): lambda make, args: make._goal(Struct("$bagof", args)),
    ("setof", 3): lambda make, args: make._goal(Struct("$setof", args)),
    ("catch", 3): lambda make, args: make._made(CATCH, None, args),
    ("^", 2): lambda make, args: make._goal(deref(args[1])),
    ("=", 2): lambda make, args: make._made(UNIFY, None, args),
    ("is", 2): lambda make, args: make._made(IS, None, args),
}
