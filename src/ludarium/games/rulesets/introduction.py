"""Reversi and checkers learnt on the board."""

from __future__ import annotations

from ludarium.engine.introduction import Step
from ludarium.engine.position import Position


def _men(position: Position, side: str) -> int:
    return position.text.split()[0].lower().count(side)


def _corner(before: Position, after: Position) -> bool:
    return after.text.split()[0].rpartition("/")[2].startswith("x")


def _eight(before: Position, after: Position) -> bool:
    return _men(after, "x") >= _men(before, "x") + 9


def _two_captured(before: Position, after: Position) -> bool:
    return _men(after, "o") == _men(before, "o") - 2


def _captured(before: Position, after: Position) -> bool:
    return _men(after, "o") < _men(before, "o")


def _crowned(before: Position, after: Position) -> bool:
    return "X" in after.text.split()[0]


REVERSI = (
    Step(
        "You are Black. Put a disc so that white discs lie in a line between it and another one of yours: they turn "
        "over. Choose one of the marked cells.",
        "The white disc between yours is black now. Every move must turn over at least one.",
        ("d3",),
        position="8/8/8/3xo3/3ox3/8/8/8 x",
    ),
    Step(
        "Discs turn over in all eight directions at once. Find the move that turns over eight.",
        "Eight discs with one move. How many you have matters only at the end: the lead changes often.",
        ("e4",),
        _eight,
        "2oox3/8/2x1x1x1/3ooo2/2xo1ox1/3ooo2/2x1x1x1/8 x",
    ),
    Step(
        "A disc in a corner can never be turned over again. Take the corner.",
        "It is yours for good. Cells beside an empty corner are dangerous: they let the other side in.",
        ("a1",),
        _corner,
        "8/8/8/3xo3/3ox3/8/8/1oox4 x",
    ),
)

CHECKERS = (
    Step(
        "You are Black and move up the board: a man steps diagonally forward to an empty cell. Choose a man, then "
        "its goal.",
        "Men only go forward.",
        ("c3-d4",),
        position="1o1o1o1o/o1o1o1o1/1o1o1o1o/8/8/x1x1x1x1/1x1x1x1x/x1x1x1x1 x",
    ),
    Step(
        "A man jumps over a piece of the opponent onto the empty cell behind it and captures it. Who can jump must "
        "jump.",
        "Captured. You had no other move: jumping is a duty.",
        ("c3xe5",),
        _captured,
        "8/8/8/2o5/3o4/2x5/8/6x1 x",
    ),
    Step(
        "A piece goes on jumping as long as it can, all in one move. Capture two pieces.",
        "Two pieces in one move.",
        ("c3xe5xg7",),
        _two_captured,
        "8/8/5o2/8/3o4/2x5/8/6x1 x",
    ),
    Step(
        "A man that reaches the far row becomes a king, which goes backward, too. Crown your man.",
        "A king. It steps and jumps in all four directions.",
        ("c7-b8",),
        _crowned,
        "8/2x5/8/8/5o2/8/8/6x1 x",
    ),
)
