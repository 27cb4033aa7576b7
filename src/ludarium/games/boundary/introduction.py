"""Boundary learnt on the board."""

from __future__ import annotations

from ludarium.engine.introduction import Step
from ludarium.engine.position import Position

_FIELD = {
    "width": 300,
    "height": 225,
    "pieces": 3,
    "treasures": 2,
    "influence": 22.0,
    "reach": 35.0,
    "merge": 30.0,
    "split": 110.0,
    "max_turns": 30,  # as people play it
}
_RED = 0


def _treasure_taken(before: Position, after: Position) -> bool:
    return bool(after.state.points[_RED] > before.state.points[_RED])


def _together(before: Position, after: Position) -> bool:
    return bool(after.state.blob[_RED][0] == after.state.blob[_RED][1])


def _captured(before: Position, after: Position) -> bool:
    return bool(after.state.points[_RED] >= before.state.points[_RED] + before.state.piece_value)


STEPS = (
    Step(
        "You are Red. The coloured ground around your pieces is yours, and a treasure on your ground is taken. Send a "
        "piece to the treasure worth 5, then send the plan.",
        "Your ground closed around the treasure while the piece was on its way: 5 points.",
        ("1 to 86,100",),
        _treasure_taken,
        "turn=0 points=0:0 red=1@60,100/2@60,190 blue=4@260,40 treasures=5@90,100/3@220,170",
        settings=_FIELD,
        others="stay",
    ),
    Step(
        "Pieces that stand together are a blob: it holds more ground, and its pieces go farther. Send your two pieces "
        "close to each other.",
        "One blob of two: its ground is wider, and from now on both go twice as far in a turn.",
        ("1 to 60,110; 2 to 60,130",),
        _together,
        "turn=0 points=0:0 red=1@60,80/2@60,160 blue=4@260,40 treasures=5@150,110/3@250,190",
        settings=_FIELD,
        others="stay",
    ),
    Step(
        "A piece with enemy ground, or the edge, on most sides is captured: 30 points. Send your three pieces around "
        "the blue one, one on each side.",
        "Surrounded, and captured. Both sides plan at once, so a real opponent may have moved away meanwhile.",
        ("1 to 190,90; 2 to 190,135; 3 to 150,112",),
        _captured,
        "turn=0 points=0:0 red=1@100,100+2@100,125+3@120,112 blue=4@170,112 treasures=5@20,20/3@20,200",
        settings=_FIELD,
        others="stay",
    ),
)
