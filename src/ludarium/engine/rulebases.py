"""How a rule base is asked in a game: what it is told as facts, which goal it has to show, and what its answer means.

A game that its source's authors wrote rule bases for says so here, in a module of its own folder that its entry names
as `rule_bases`; all other games are told to rule bases in one common form. Which language they are written in and what
runs them is not the game's concern.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from ludarium.engine.errors import PlayerError

if TYPE_CHECKING:
    from ludarium.engine.game import Game
    from ludarium.engine.move import Move
    from ludarium.engine.position import View

Plain: TypeAlias = "int | float | str | Sequence[Plain]"
"""What is told and answered: numbers, names as texts, lists."""
Facts = Mapping[tuple[str, int], Sequence[tuple[Plain, ...]]]
"""By name and number of arguments, the arguments of each fact. They take the place of all such facts before."""
ANSWER: Any = object()
"""Stands in a goal where the rule base is to answer."""


@dataclass(frozen=True)
class Question:
    """What a rule base is asked once."""

    goal: tuple[Any, ...]
    """The name and the arguments of what is to be shown, one of which may be `ANSWER`."""
    facts: Facts = field(default_factory=dict)
    before: Sequence[tuple[Any, ...]] = ()
    """Goals that are shown first."""
    keep: bool = True
    """Whether what the rule base remembers while it is asked stays: not where it is only asked what it would do."""


class RuleBases:
    """How rule bases play a game."""

    shared: str = ""
    """The predicates that every rule base of the game has, in Prolog. It may define any of them anew."""
    wanted: tuple[tuple[str, int], ...] = ()
    """Of these a rule base must define one."""

    def constants(self, game: Game, seat: int) -> Facts:
        """What is true throughout a game."""
        return {}

    def question(self, view: View) -> Question:
        raise NotImplementedError

    def move(self, view: View, answer: Plain | None) -> Move:
        """The move that an answer means; None where the goal could not be shown. What means none is a `PlayerError`."""
        raise NotImplementedError


def no_answer(goal: str) -> PlayerError:
    return PlayerError(f"answered nothing: {goal} fails in this position")
