"""Our own engine: the machine with a rule base in it, asked within limits."""

from __future__ import annotations

from functools import cache

from ludarium.doors.prolog import atoms, builtins  # noqa: F401 (they register what the machine knows)
from ludarium.doors.prolog.engine import Limits, RuleBaseFault, fact_terms, whole_goal
from ludarium.doors.prolog.errors import PrologError, ResourceLimit, in_words
from ludarium.doors.prolog.machine import Machine
from ludarium.doors.prolog.program import Program, read_program
from ludarium.doors.prolog.terms import TooLarge, Var, deref, to_plain
from ludarium.engine.kernels.rng import Stream
from ludarium.engine.rulebases import Facts, Plain, Question

_ALL_SOLUTIONS = """
'$bagof'(Template, Goal, Bag) :-
    '$witness'(Template, Goal, Inner, Free),
    (   Free == []
    ->  findall(Template, Inner, Bag), Bag \\== []
    ;   findall(Free - Template, Inner, Pairs), keysort(Pairs, Sorted), '$groups'(Sorted, Free, Bag)
    ).
'$setof'(Template, Goal, Set) :- '$bagof'(Template, Goal, Bag), sort(Bag, Set).
"""


@cache
def _prelude() -> Program:
    return read_program(_ALL_SOLUTIONS, "the engine")


class Own:
    """A rule base in our own machine."""

    def __init__(self, program: Program, limits: Limits) -> None:
        self._limits = limits
        self._machine = Machine(memory=limits.memory)
        self._machine.load(_prelude())
        self._machine.load(program)

    def tell(self, facts: Facts) -> None:
        for key, terms in fact_terms(facts).items():
            self._machine.replace_facts(key, terms)
        self._machine.keep_changes()

    def ask(self, question: Question, source: Stream, *, seconds: float) -> Plain | None:
        machine, answer = self._machine, Var()
        self.tell(question.facts)
        machine.random = Stream(source.rng)
        keep, stored = False, machine.stored
        try:
            shown = machine.solve(whole_goal(question, answer), inferences=self._limits.inferences, seconds=seconds)
            value = _value(answer) if shown else None
            keep = shown and question.keep
            source.rng = machine.random.rng
            return value
        except PrologError as error:
            raise RuleBaseFault(f"{in_words(error.ball)}{self._where()}") from None
        except ResourceLimit as error:
            raise RuleBaseFault(f"{error}{self._where()}") from None
        finally:
            if keep:
                machine.keep_changes()
            else:
                machine.undo_changes()
                machine.stored = stored

    def _where(self) -> str:
        return f" (line {self._machine.line})" if self._machine.line else ""

    def close(self) -> None:
        """There is nothing to be ended."""


def _value(answer: Var) -> Plain:
    if isinstance(deref(answer), Var):
        return "true"
    try:
        return to_plain(answer)
    except (TooLarge, RecursionError):
        raise RuleBaseFault("answered with a term that is too large, or that contains itself") from None
