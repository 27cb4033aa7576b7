"""The grammar of composed players: which elements a game's strategies are put together from, and how.

A strategy is an ordered list of elements. A *basic* element decides on its own; a *modifier* (a symbiont, in the
source's word) changes what the others decide. A game that has such players declares them once, and whatever breeds or
takes apart strategies works for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludarium.engine.errors import BadRules

Alpha = tuple[str, ...]
"""A strategy's elements in their order; the source calls the list α."""


@dataclass(frozen=True)
class Elements:
    """What a game's composed players are made of. `text` gives the player of a list, another one for every list."""

    basic: tuple[str, ...]
    modifiers: tuple[str, ...]
    text: Callable[[Sequence[str]], str]
    simple: tuple[Alpha, ...]
    """The elemental and the simple combined strategies: what breeding begins with."""

    def __post_init__(self) -> None:
        if len(set(self.all)) < len(self.all):
            raise BadRules(f"the elements {', '.join(self.all)}: each may be named once")
        if not self.basic or len(self.all) < 2:
            raise BadRules("a grammar of composed players needs at least one basic element and one other")
        for alpha in self.simple:
            if fault := self.fault(alpha):
                raise BadRules(f"the simple strategy [{', '.join(alpha)}]: {fault}")
        if not self.simple or len(set(self.simple)) < len(self.simple):
            raise BadRules("a grammar of composed players needs simple strategies, each named once")

    @property
    def all(self) -> Alpha:
        """Every element: Ω in the source."""
        return self.basic + self.modifiers

    def fault(self, alpha: Sequence[str]) -> str:
        """Why a list is no strategy; empty if it is one."""
        if unknown := [name for name in alpha if name not in self.all]:
            return f"there is no element {unknown[0]}; there are {', '.join(self.all)}"
        if len(set(alpha)) < len(alpha):
            return "no element may occur twice"
        if len(alpha) == len(self.all):
            return "at least one element must be left out"
        if not any(name in self.basic for name in alpha):
            return f"it needs a basic element, one of {', '.join(self.basic)}"
        return ""
