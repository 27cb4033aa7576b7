"""A strategy that evolves: its ordered elements α, its diversion σ, and its fitness ρ once judges have spoken."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ludarium.engine.elements import Alpha, Elements
from ludarium.engine.errors import LudariumError, NotSuited
from ludarium.engine.game import Game

DIVERSION = 3.0
"""The diversion that the first strategies have."""


class BadStrategy(LudariumError):
    """A list of elements that is no strategy; says why."""


@dataclass(frozen=True)
class Strategy:
    """One strategy of a refinement. Two with the same elements are the same strategy, whatever their diversion."""

    elements: Alpha
    diversion: float = DIVERSION
    fitness: float | None = None
    """How believable it is, 0 to 1: from the judges, or the mean of its parents' while `preliminary`."""
    preliminary: bool = False
    parents: tuple[str, ...] = ()
    """The ids of those it was made from: none, one or two, of which both may be the same."""
    how: str = "simple"
    """`simple`, `offspring` or `reduced`."""

    @property
    def id(self) -> str:
        return id_of(self.elements)

    def rated(self, fitness: float | None) -> Strategy:
        """The same with the fitness that judges have given it; a preliminary one stays where they have said nothing."""
        return self if fitness is None else replace(self, fitness=fitness, preliminary=False)

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "elements": list(self.elements), "parents": list(self.parents)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Strategy:
        return cls(**{**data, "elements": tuple(data["elements"]), "parents": tuple(data["parents"])})


def id_of(elements: Sequence[str]) -> str:
    """A digest of a list of elements: the same wherever and whenever the list comes up."""
    return hashlib.blake2b("\n".join(elements).encode(), digest_size=8).hexdigest()


def checked(elements: Sequence[str], grammar: Elements) -> Alpha:
    """The elements, if they are a strategy."""
    if fault := grammar.fault(elements):
        raise BadStrategy(f"[{', '.join(elements)}] is no strategy: {fault}")
    return tuple(elements)


def grammar_of(game: Game) -> Elements:
    """What a game's strategies are made of."""
    grammar = game.elements()
    if grammar is None:
        raise NotSuited(
            f"{game.name} declares no elements of strategies, so there is nothing to breed; "
            "its entry can name them by `elements`"
        )
    return grammar
