"""A move: a value for the rules, a text for people."""

from __future__ import annotations

from dataclasses import dataclass

MoveValue = int | tuple[int | float, ...]
"""A whole number in games whose moves are listed; all its numbers in games whose moves are checked."""


@dataclass(frozen=True)
class Move:
    """A move of one seat. Two moves are equal when their values are."""

    value: MoveValue
    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __str__(self) -> str:
        return self.text
