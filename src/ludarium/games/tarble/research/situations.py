"""Six situations that the source put to people, each a single turn of red.

The source describes them in words and in drawings, of which the words are left: these positions are ours, built so that
everything holds that the words say. The tests check it with the turn generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.engine import Game, Position, UnknownName


@dataclass(frozen=True)
class Situation:
    """A position with a question."""

    number: int
    name: str
    title: str
    position: str
    look_for: str
    people: str = "not told"
    """What the source tells of people's answers."""


SITUATIONS: Sequence[Situation] = (
    Situation(
        1,
        "start",
        "The start with a roll of 6",
        "r(-4,-5)(-3,-5)(-2,-5)(-1,-5)(-3,-4)(-2,-4)(-1,-4) b(1,4)(2,4)(3,4)(1,5)(2,5)(3,5)(4,5) 0:0 r 6",
        "Is the neutral piece captured, does the capturer come back to safety, and to which side? Over 90 % of the"
        " people did so with a single piece, and all of them went to the right.",
        "over 90 % capture it, come back and move one piece only; all of these go to the right",
    ),
    Situation(
        2,
        "far-behind",
        "Far behind, with material",
        "r(-3,-4)(-1,-4)(-2,-3)(0,-3)(1,-2)(-3,-1) b(0,3)(1,3)(3,3)(2,5) 3:7 r 4",
        "Red is 4 points behind but has six pieces against four: to capture them all would win, by the pieces "
        "left. Does red take more risks than it would at equal points?",
    ),
    Situation(
        3,
        "last-chance",
        "The opponent is about to win by sacrifice",
        "r(-2,-4)(2,2) b(5,2) 5:6 r 1",
        "Blue wins next turn with a 2 or more: its piece goes into the corner. Only if blue rolls a 1 there is "
        "another turn for red, and to capture the last piece would win. To go towards it, (2,2) (3,2), leaves 1/6 "
        "· 4/6 = 1/9 for that; every other movement 1/12 at most. It looks dangerous, and none of the people did it. "
        "But whoever takes the neutral piece then is level, and blue must stay: by the tables of endings (2,2) (1,1) "
        "is worth 0.132 and a step of the other piece up the board 0.12, more than 1/9.",
        "nobody found it; most often the other piece went towards the centre",
    ),
    Situation(
        4,
        "sacrifice",
        "Ahead by one point, with a chance to sacrifice",
        "r(-2,-4)(-4,-1)(2,0) b(-1,3)(1,3)(3,4) 7:6 r 5",
        "Two of red's three pieces can be sacrificed in this turn, (-4,-1) and (-2,-4), which brings the end near "
        "while red leads. Does red begin to, with so small a lead?",
    ),
    Situation(
        5,
        "two-captures",
        "Two captures, but which two?",
        "r(0,-2)(0,1) b(-4,-4)(-2,2)(1,4) 5:5 r 6",
        "Red can take the neutral piece and any one of blue's, or blue's two pieces in the upper half with (0,1), "
        "which has to change its direction for it. Only one of the people saw that; most ended exactly 4 away from"
        " blue.",
        "1 took both blue pieces, 1 only the neutral one, all others the neutral one and a blue one; most ended 4 away",
    ),
    Situation(
        6,
        "stalemate",
        "Nothing to take but the neutral piece",
        "r(-3,-5)(-2,-5)(-3,-4) b(3,4)(2,5)(3,5) 6:6 r 4",
        "Neither player can capture a piece of the other with any roll, only the neutral one with a 4 or more. "
        "What does red do when there is nothing to gain?",
    ),
)


def situation(name: str) -> Situation:
    """The situation with a name or number; an error says what is known."""
    wanted = name.strip().lower()
    for entry in SITUATIONS:
        if wanted in (entry.name, str(entry.number)):
            return entry
    names = [entry.name for entry in SITUATIONS]
    raise UnknownName("situation", name, names, hint=f"they are 1 to {len(names)}: {', '.join(names)}")


def position_named(game: Game, text: str) -> Position:
    """The position that a text means, or that of a situation: no name has a bracket, and every position has."""
    return game.read_position(text if "(" in text else situation(text).position)
