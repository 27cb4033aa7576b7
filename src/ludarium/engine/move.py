"""A move: a value for the rules, a text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from ludarium.engine.position import Position, View

MoveValue = int | tuple[int | float, ...]
"""A whole number in games whose moves are listed; all its numbers in games whose moves are checked."""


class Move(Struct, frozen=True, eq=False, gc=False):
    """A move of one seat, `Move(value, text)`. Two moves are equal when their values are.

    A move out of a list knows the position or the view that it was listed for instead, and finds its text when it is
    asked for: most are never looked at by anybody.
    """

    value: MoveValue
    words: str | Position | View

    @property
    def text(self) -> str:
        return self.words if isinstance(self.words, str) else self.words.move_text(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move(value={self.value!r}, text={self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (self.value, self.text)
