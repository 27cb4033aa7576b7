"""What runs a rule base: the two engines seen from outside, and the limits that both keep."""

from __future__ import annotations

import logging
import shutil
from dataclasses import dataclass
from typing import Protocol

from ludarium.doors.prolog.program import Program
from ludarium.doors.prolog.terms import Struct, Term, Var, from_plain
from ludarium.engine.errors import PlayerError
from ludarium.engine.kernels.rng import Stream
from ludarium.engine.rulebases import ANSWER, Facts, Plain, Question

SWIPL = "swipl"
_log = logging.getLogger(__name__)


class RuleBaseFault(PlayerError):
    """What a rule base did wrong when it was asked. It costs the decision."""


@dataclass(frozen=True)
class Limits:
    """What one question may cost."""

    seconds: float
    inferences: int
    memory: int
    """In MB."""


class Engine(Protocol):
    """A database for one seat and one game."""

    def tell(self, facts: Facts) -> None:
        """Facts that stay."""

    def ask(self, question: Question, source: Stream, *, seconds: float) -> Plain | None:
        """The first answer, `true` where none was asked for; None where the goal cannot be shown.

        `rand_int/2` draws on the source. Whatever goes wrong is a `RuleBaseFault`; then what the rule base remembers
        and the source are as they were before.
        """

    def close(self) -> None: ...


def engine_for(name: str, program: Program, limits: Limits) -> Engine:
    """The engine of a name: `own`, `swipl`, or `auto` for SWI-Prolog where it is installed."""
    from ludarium.doors.prolog.own import Own
    from ludarium.doors.prolog.swi import Swi

    if name == "swipl":
        return Swi(program, limits)
    if name == "auto" and has_swipl():
        try:
            return Swi(program, limits)
        except PlayerError as error:
            _log.warning("%s; Ludarium's own engine is used", error)

    return Own(program, limits)


def has_swipl() -> bool:
    from ludarium.players import process

    return shutil.which(SWIPL) is not None and process.SUPPORTED


def goal_term(goal: tuple[object, ...], answer: Term) -> Term:
    """A question's goal as a term."""
    name, *given = goal
    args = tuple(answer if argument is ANSWER else from_plain(argument) for argument in given)  # type: ignore[arg-type]
    return Struct(str(name), args) if args else str(name)


def whole_goal(question: Question, answer: Var) -> Term:
    """All that is to be shown, as one goal."""
    goal = goal_term(question.goal, answer)
    for before in reversed(question.before):
        goal = Struct(",", (goal_term(before, answer), goal))
    return goal


def fact_terms(facts: Facts) -> dict[tuple[str, int], list[Term]]:
    return {(name, count): [goal_term((name, *args), "") for args in given] for (name, count), given in facts.items()}
