"""What a search found at its root."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class MoveReport:
    """One move at the root: how often it was tried, and its value for the mover between -1 and 1."""

    move: int
    visits: int
    value: float


@dataclass(frozen=True)
class SearchReport:
    """The chosen move and the figures behind it; moves best first."""

    best: int
    moves: tuple[MoveReport, ...]
    iterations: int
    seconds: float
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """The chosen move's value for the mover."""
        return self.moves[0].value

    @property
    def per_second(self) -> float:
        return self.iterations / self.seconds if self.seconds > 0 else 0.0
