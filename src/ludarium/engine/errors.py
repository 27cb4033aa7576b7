"""Errors for people: what was expected, what came, what to do. The command line prints them as one line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class LudariumError(Exception):
    """Anything a user can mend: a wrong name, parameter, move, position, file or program."""


class UnknownName(LudariumError):
    """A game, player or other named thing that does not exist."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, hint: str = "") -> None:
        self.kind, self.name = kind, name
        close = difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=0.6)
        advice = f"did you mean '{close[0]}'?" if close else hint
        super().__init__(f"no {kind} '{name}'" + (f"; {advice}" if advice else ""))


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
