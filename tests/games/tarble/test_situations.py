"""The six situations are what the source says of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from ludarium.engine import Position, UnknownName
from ludarium.games.tarble.board import CELL, CENTRE, CORNERS, DEADLY, DISTANCE, NEIGHBOUR, PLACES
from ludarium.games.tarble.notation import with_roll
from ludarium.games.tarble.research.situations import SITUATIONS, position_named, situation
from ludarium.games.tarble.turns import turns_from
from tests.games.tarble.positions import GAME, board_of_key
from tests.games.tarble.reference import Board, Place


def start(name: str) -> Position:
    return position_named(GAME, name)


def boards(given: Position, roll: int | None = None) -> Iterator[Board]:
    """Where the turns of a position end, before the clearing-up."""
    for key in turns_from(given, roll).keys:
        yield board_of_key(given, int(key))


def captures(given: Position, roll: int | None = None) -> set[frozenset[Place]]:
    """What can be captured together."""
    enemies = frozenset(PLACES[int(cell)] for cell in given.state.pieces[1 - int(given.state.seat)] if cell < 91)
    return {enemies - end.others | (frozenset() if end.neutral else {(0, 0)}) for end in boards(given, roll)}


def other_to_move(given: Position) -> Position:
    red, blue, points, seat, die = given.text.split()
    return GAME.read_position(f"{red} {blue} {points} {'b' if seat == 'r' else 'r'} {die}")


def test_there_are_six_and_each_is_red_to_move() -> None:
    assert [entry.number for entry in SITUATIONS] == [1, 2, 3, 4, 5, 6]
    for entry in SITUATIONS:
        given = start(entry.name)
        assert given.text == entry.position
        assert given.movers == (0,)
        assert given.state.left == given.state.roll
        assert start(str(entry.number)) == given
    with pytest.raises(UnknownName, match="no situation 'stalemat'; did you mean 'stalemate'"):
        situation("stalemat")
    assert position_named(GAME, "r(1,1) b(2,2) 0:0 r 2").text == "r(1,1) b(2,2) 0:0 r 2"


def test_1_is_the_start_with_a_roll_of_6() -> None:
    fields = start("start").fields()
    assert fields["roll"] == 6
    assert {**fields, "roll": 0, "left": 0} == {**GAME.start().fields(), "roll": 0, "left": 0}


def test_2_is_far_behind_with_material_to_make_up_for_it() -> None:
    state = start("far-behind").state
    assert state.points[1] - state.points[0] >= 3
    assert state.count[0] > state.count[1]
    # To capture everything would make the points equal, and red still has pieces.
    assert state.points[0] + state.count[1] == state.points[1]
    assert any(taken - {(0, 0)} for taken in captures(start("far-behind"), 4))


@pytest.mark.compiled
def test_3_the_opponent_wins_with_2_or_more_and_one_move_is_best() -> None:
    given = start("last-chance")
    assert given.state.points[1] - given.state.points[0] == 1
    assert min(DISTANCE[given.state.pieces[1, 0]][corner] for corner in CORNERS) == 2
    chances = {move.text: chance_next_turn(given.play(move)) for move in given.moves()}
    best = "(2,2) (3,2)"
    assert chances.pop(best) == Fraction(1, 9)
    assert max(chances.values()) == Fraction(1, 12)
    blue = PLACES[int(given.state.pieces[1, 0])]
    assert [DISTANCE[CELL[place]][CELL[blue]] for place in ((2, 2), (3, 2))] == [3, 2]
    # What people did instead: bring the other piece within 3 of the centre.
    others = [PLACES[int(cell)] for cell in NEIGHBOUR[CELL[-2, -4]] if DISTANCE[cell][CENTRE] == 3]
    assert DISTANCE[CELL[-2, -4]][CENTRE] == 4
    assert any(f"(-2,-4) ({x},{y})" in chances for x, y in others)


def chance_next_turn(given: Position) -> Fraction:
    """The chance that red wins on its next turn, if blue, which is to move and leads with one piece, plays well."""
    chances = []
    for roll in range(1, 7):
        rolled = with_roll(given, roll)
        ends_it = any(CELL[place] in CORNERS for end in boards(rolled) for place in end.own)
        assert ends_it == (roll >= 2)
        chances.append(Fraction(0) if ends_it else min(red_wins(rolled.play(move)) for move in rolled.moves()))
    return sum(chances, Fraction(0)) / 6


def red_wins(given: Position) -> Fraction:
    """The chance that red's roll lets it capture the last piece, which makes the points equal."""
    assert given.movers == (0,)
    lowest = next((roll for roll in range(1, 7) if any(not end.others for end in boards(given, roll))), 7)
    return Fraction(7 - lowest, 6)


def test_4_is_a_small_lead_with_pieces_to_sacrifice_but_not_all() -> None:
    given = start("sacrifice")
    assert given.state.points[0] - given.state.points[1] == 1
    lost = {sum(bool(DEADLY[CELL[place]]) for place in end.own) for end in boards(given)}
    assert lost == {0, 1, 2}
    assert given.state.count[0] == 3
    both = [end.own for end in boards(given) if {(2, 0)} == {place for place in end.own if not DEADLY[CELL[place]]}]
    assert both, "those that the text names"


@pytest.mark.compiled
def test_5_has_two_captures_in_four_ways() -> None:
    given = start("two-captures")
    upper, lower, neutral = {(-2, 2), (1, 4)}, (-4, -4), (0, 0)
    found = captures(given)
    assert max(map(len, found)) == 2
    assert {frozenset(taken) for taken in found if len(taken) == 2} == {
        frozenset(upper),
        *(frozenset({neutral, blue}) for blue in (*upper, lower)),
    }
    assert all(y > 0 for _, y in upper)
    assert any(DISTANCE[cell][CENTRE] == 1 for cell in given.state.pieces[0][:2])
    # One piece does it alone, and never in one direction.
    alone = GAME.read_position(given.text.replace("r(0,-2)(0,1)", "r(0,1)"))
    assert frozenset(upper) in captures(alone)
    turns = turns_from(given)
    for turn, key in enumerate(turns.keys):
        if board_of_key(given, int(key)).others == {lower}:
            assert len(directions_of_jumps(given, turns.path(turn))) == 2
    # Both pieces exactly 4 from blue, with two captured, as the people liked it.
    assert any(
        end.points == 2
        and not end.neutral
        and [min(DISTANCE[CELL[own]][CELL[other]] for other in end.others) for own in end.own] == [4, 4]
        for end in boards(given)
    )


def directions_of_jumps(given: Position, movements: list[int]) -> set[int]:
    directions = set()
    for move in movements:
        following = given.play(GAME.move_text(move, given.state, 0))
        if following.state.points[0] > given.state.points[0]:
            directions.add(move % 6)
        given = following
    return directions


@pytest.mark.compiled
@pytest.mark.parametrize("roll", range(1, 7))
def test_6_neither_can_take_anything_but_the_neutral_piece(roll: int) -> None:
    given = start("stalemate")
    assert given.state.points[0] == given.state.points[1]
    nothing, neutral = frozenset[Place](), frozenset({(0, 0)})
    for side in (given, other_to_move(given)):
        assert captures(side, roll) == ({nothing, neutral} if roll >= 4 else {nothing})
