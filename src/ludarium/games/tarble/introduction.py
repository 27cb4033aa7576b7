"""Tarble learnt on the board."""

from __future__ import annotations

from ludarium.engine.introduction import Step
from ludarium.engine.position import Position

_RED = 0


def _one_point(before: Position, after: Position) -> bool:
    return bool(after.state.points[_RED] > before.state.points[_RED])


def _two_points(before: Position, after: Position) -> bool:
    return bool(after.state.points[_RED] >= before.state.points[_RED] + 2)


def _fewer(before: Position, after: Position) -> bool:
    return bool(after.state.count[_RED] < before.state.count[_RED])


STEPS = (
    Step(
        "You are Red and have rolled 3: make exactly three movements, each to a neighbouring cell, with one piece or "
        "with several. Then end the turn.",
        "Three movements, no more and no fewer.",
        ("(-3,-4) (-3,-3)", "(-3,-3) (-2,-2)", "(-2,-2) (-2,-1)"),
        position="r(-4,-5)(-3,-5)(-2,-5)(-1,-5)(-3,-4)(-2,-4)(-1,-4) b(1,4)(2,4)(3,4)(1,5)(2,5)(3,5)(4,5) 0:0 r 3",
    ),
    Step(
        "A jump over a piece of the opponent, onto the empty cell behind it, captures it for one point. You have "
        "rolled 1: capture.",
        "Captured: one point, and Blue has a piece less.",
        ("(-1,-2) (1,0)",),
        _one_point,
        "r(-2,-4)(-1,-2) b(0,-1)(3,5) 0:0 r 1",
    ),
    Step(
        "A jump is one movement, wherever it leads. You have rolled 2: capture both pieces in one turn.",
        "Two jumps with one piece: two points.",
        ("(-2,-3) (0,-1)", "(0,-1) (2,1)"),
        _two_points,
        "r(-3,-4)(-2,-3) b(-1,-2)(1,0)(3,5) 0:0 r 2",
    ),
    Step(
        "A piece that ends your turn on a corner or on the centre is removed, for no points. That can be meant: who "
        "has more points wins as soon as one side has no pieces. You lead 1 to 0 and have rolled 1: sacrifice your "
        "last piece.",
        "The game is over, and you have won with 1 to 0.",
        ("(-4,-5) (-5,-5)",),
        _fewer,
        "r(-4,-5) b(1,3)(3,5) 1:0 r 1",
    ),
)
