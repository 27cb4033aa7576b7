"""Jostle learnt on the board."""

from __future__ import annotations

from ludarium.engine.introduction import Step
from ludarium.engine.position import Position

_RED, _GREEN = 0, 1


def _stands(position: Position, seat: int) -> list[int]:
    """Where a seat's pieces stand, as the notation says it."""
    return [int(field) for field in position.text.split()[0].split("/")[seat].split(",")]


def _jostled(before: Position, after: Position) -> bool:
    return _stands(after, _GREEN) != _stands(before, _GREEN)


def _switched(before: Position, after: Position) -> bool:
    return 14 in _stands(after, _RED)


def _home(before: Position, after: Position) -> bool:
    return 28 in _stands(after, _RED)


STEPS = (
    Step(
        "You are Red and have rolled 3. Bring a piece from the stack onto the track: with a 1 it comes to the start, "
        "with a 3 two fields further.",
        "Your piece is on its way. The first of your pieces on the goal fields at the end are worth points.",
        ("0r2",),
        position="-1,-1,-1/-1,-1,-1/-1,-1,-1 r 3",
    ),
    Step(
        "Who lands on an occupied field jostles the piece there: it goes back to the first free field. You have rolled "
        "4: jostle Green's piece.",
        "Green's piece went one field back. Jostling works on your own pieces, too.",
        ("0r9",),
        _jostled,
        "5,-1,-1/9,-1,-1/-1,-1,-1 r 4",
    ),
    Step(
        "A switch takes a piece to its other end. You have rolled 4: use the switch on field 6.",
        "From field 2 to field 14 in one move. Back fields work the other way.",
        ("0r6",),
        _switched,
        "2,-1,-1/-1,-1,-1/-1,-1,-1 r 4",
    ),
    Step(
        "The goal fields are worth 1 to 5 points, and even there a piece can be jostled. You have rolled 4: take the "
        "goal on which Blue stands.",
        "The goal worth 3 is yours, and Blue is left with the one worth 2. When all goals are occupied, the game ends.",
        ("0r28",),
        _home,
        "24,8,-1/-1,-1,-1/28,-1,-1 r 4",
    ),
)
