"""What goes wrong while a rule base runs: errors that it may catch itself, and limits that it may not."""

from __future__ import annotations

from ludarium.doors.prolog.terms import Struct, Term, Var, deref, text_of

_SHOWN = 100


class PrologError(Exception):
    """A term that was thrown, by `throw/1` or by a predicate that was asked for what it cannot do."""

    def __init__(self, ball: Term) -> None:
        super().__init__(text_of(ball, _SHOWN))
        self.ball = ball


class ResourceLimit(Exception):
    """More time, steps or memory than a decision may take. No `catch/3` sees it."""


def error(formal: Term) -> PrologError:
    return PrologError(Struct("error", (formal, Var())))


def instantiation_error() -> PrologError:
    return error("instantiation_error")


def type_error(wanted: str, culprit: Term) -> PrologError:
    return error(Struct("type_error", (wanted, culprit)))


def domain_error(wanted: str, culprit: Term) -> PrologError:
    return error(Struct("domain_error", (wanted, culprit)))


def permission_error(action: str, kind: str, culprit: Term) -> PrologError:
    return error(Struct("permission_error", (action, kind, culprit)))


def evaluation_error(what: str) -> PrologError:
    return error(Struct("evaluation_error", (what,)))


def in_words(ball: Term) -> str:
    """A thrown term for people."""
    ball = deref(ball)
    if isinstance(ball, Struct) and ball.key == ("error", 2):
        formal = deref(ball.args[0])
        if formal == "instantiation_error":
            return "a variable has no value where one is needed"
        if isinstance(formal, Struct):
            last = text_of(formal.args[-1], _SHOWN)
            if formal.name == "type_error" and len(formal.args) == 2:
                return f"expected {_article(text_of(formal.args[0]))}, got {last}"
            if formal.name == "evaluation_error":
                return f"cannot be computed: {last.replace('_', ' ')}"
            if formal.name == "permission_error" and len(formal.args) == 3:
                return f"may not {text_of(formal.args[0])} {text_of(formal.args[1]).replace('_', ' ')} {last}"
        return text_of(formal, _SHOWN)
    return f"threw {text_of(ball, _SHOWN)}"


def _article(kind: str) -> str:
    if kind == "evaluable":
        return "a number or an arithmetic function"
    return f"a{'n' if kind[0] in 'aeiou' else ''} {kind.replace('_', ' ')}"
