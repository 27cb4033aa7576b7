"""Errors for people: what was expected, what came, what to do. The command line prints them as one line.

They speak the same to everybody: to the command line, to a page, to a notebook. What each of them would do about it in
its own way, an option or a link, it adds itself, by the error's `remedy`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

_LISTED = 20


class LudariumError(Exception):
    """Anything a user can mend: a wrong name, parameter, move, position, file or program.

    `remedy` names what would mend it where every face of Ludarium has a way of its own: `database`, `settings`,
    `workers` and so on, or `command …` for a game's own command.
    """

    def __init__(self, message: str = "", *, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy

    def __reduce__(self) -> tuple[Any, ...]:
        # Between processes, too: whatever an error's own arguments are, its words and what it knows come along.
        return _again, (type(self), self.args, dict(self.__dict__))


def _again(kind: type[LudariumError], words: tuple[Any, ...], known: dict[str, Any]) -> LudariumError:
    error = kind.__new__(kind, *words)
    error.__dict__.update(known)
    return error


class UnknownName(LudariumError):
    """A game, player or other named thing that does not exist."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, hint: str = "", remedy: str = "") -> None:
        self.kind, self.name = kind, name
        names = list(known)
        close = difflib.get_close_matches(str(name).lower(), names, n=1, cutoff=0.6)
        if close:
            hint = f"did you mean '{close[0]}'?"
        elif not hint and names:
            hint = f"there are {', '.join(names[:_LISTED])}{' and others' if len(names) > _LISTED else ''}"
        super().__init__(f"no {kind} '{name}'" + (f"; {hint}" if hint else ""), remedy="" if close else remedy)


class BadParameter(LudariumError):
    """A parameter that does not exist or lies outside its range."""


class BadRules(LudariumError):
    """A game's description that is incomplete or contradicts itself."""


class MalformedMove(LudariumError):
    """Text that is no move of this game at all."""


class IllegalMove(LudariumError):
    """A move of this game that may not be made now."""


class MalformedPosition(LudariumError):
    """Text or bytes that describe no position of this game."""


class RecordError(LudariumError):
    """A record that is damaged, changed, or of other rules."""


class PlayerError(LudariumError):
    """A player that cannot be made, or that failed to decide."""


class NotSuited(LudariumError):
    """A search or command that this kind of game does not allow."""


class RulesChanged(LudariumError):
    """Games that were played by another version of a game's rules."""
