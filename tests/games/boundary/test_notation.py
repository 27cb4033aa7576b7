"""Plans and positions as text: what is written is read again, what is wrong is named."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine import BadParameter, LudariumError, MalformedPosition, Move
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.notation import place_text
from tests.conftest import scaled
from tests.games.boundary.drawn import hand_game
from tests.games.boundary.test_rules import VARIANTS, random_plan

GOOD = "turn=0 points=0:0 red=1@100,100+2@120,100 blue=3@500,100/4@500,400 treasures=5@20,440/-"


def small() -> Boundary:
    return hand_game(pieces=2, treasures=2, max_turns=5, walls="200,100,220,300")


@pytest.mark.parametrize("variant", VARIANTS)
def test_positions_are_read_as_they_were_written(variant: str) -> None:
    game = hand_game(**VARIANTS[variant])
    position = game.start(3)
    chooser = random.Random(3)
    for _ in range(scaled(20) // 2):
        assert game.read_position(position.text).fields() == position.fields()
        if position.over:
            break
        for seat in (0, 1):
            position = position.play(Move(random_plan(position, seat, chooser), ""), seat)
            assert game.read_position(position.text).fields() == position.fields()


def test_a_position_reads_as_it_looks() -> None:
    position = small().read_position(GOOD)
    assert position.text == GOOD
    state = position.state
    assert state.place[0, 0].tolist() == [-200.0, -125.0]
    assert state.blob[0].tolist()[:3] == [0, 0, -1]
    assert state.blob[1].tolist()[:3] == [0, 1, -1]
    assert state.worth.tolist()[:2] == [5, 0]


def test_a_waiting_plan_is_part_of_the_position() -> None:
    position = small().read_position(GOOD)
    assert position.play("stay", 0).text == f"{GOOD} red-plan=stay"
    waiting = position.play("4 to 490,395.5", 1)
    assert waiting.text == f"{GOOD} blue-plan=4@490,395.5"
    assert waiting.movers == (0,)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("turn=0", "turn=6", "turn: '6', expected a whole number from 0 to 5"),
        ("turn=0", "", "the position lacks turn="),
        ("turn=0", "turn=0 turn=1", "'turn=1' is no part of a position"),
        ("turn=0", "when=0", "'when=0' is no part of a position"),
        ("points=0:0", "points=7", "expected the points of both"),
        ("points=0:0", "points=-1:0", "points: '-1', expected a whole number"),
        ("1@100,100", "3@100,100", "piece 3 belongs elsewhere or is twice"),
        ("1@100,100", "2@100,100", "piece 2 belongs elsewhere or is twice"),
        ("1@100,100", "9@100,100", "'9@100,100': expected a piece from 1 to 4"),
        ("1@100,100", "1@100", "'1@100': expected a piece from 1 to 4 and a place"),
        ("1@100,100", "1@100,100.555", "expected a piece from 1 to 4 and a place"),
        ("1@100,100", "1@601,100", "1@601,100 stands outside the field or in a wall"),
        ("1@100,100", "1@210,200", "1@210,200 stands outside the field or in a wall"),
        ("5@20,440/-", "5@20,440", "1 treasures, expected 2"),
        ("5@20,440", "0@20,440", "expected a worth and a place"),
        ("5@20,440", "101@20,440", "expected a whole number from 0 to 100"),
        ("5@20,440", "5@20,451", "5@20,451 lies outside the field or in a wall"),
        ("/-", "/- moved=9@1,1", "expected a piece from 1 to 4"),
        ("/-", "/- aimed=1@1,1/1@2,2", "names a piece that is not on the field, or twice"),
        ("/-", "/- red-plan=3@1,1", "piece 3 is the other's"),
        ("/-", "/- red-plan=1@300,100", "piece 1 is 200.00 px away"),
        ("/-", "/- red-plan=stay blue-plan=stay", "expected the plan of one who waits"),
        ("5@20,440/-", "-/- red-plan=stay", "expected the plan of one who waits"),
    ],
)
def test_what_is_wrong_with_a_position_is_named(old: str, new: str, why: str) -> None:
    with pytest.raises(MalformedPosition) as caught:
        small().read_position(GOOD.replace(old, new, 1))
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="turn=0points123:@,/+-red blue.plan;", max_size=80))
def test_nonsense_is_refused_in_words(text: str) -> None:
    game = small()
    with pytest.raises(MalformedPosition):
        game.read_position(text)
    with pytest.raises(LudariumError):
        game.read_move(text + "?", game.read_position(GOOD).state, 0)


@given(st.integers(-4000, 64000), st.integers(-4000, 49000))
def test_places_are_exact_to_the_hundredth(across: int, down: int) -> None:
    state = small().read_position(GOOD).state
    text = place_text(state, across / 100 - 300, down / 100 - 225)
    x, y = (round(100 * float(word)) for word in text.split(","))
    assert (x, y) == (across, down)


@pytest.mark.parametrize(
    ("walls", "why"),
    [
        ("1,2,3", "'1,2,3' is no wall"),
        ("a,b,c,d", "is no wall"),
        ("10,10,10,20", "expected left < right"),
        ("10,10,601,20", "expected left < right ≤ 600"),
        (";".join(["1,1,2,2"] * 9), "9 walls, expected at most 8"),
        ("0,0,600,225", "more than half of the field"),
    ],
)
def test_walls_that_cannot_be_are_refused(walls: str, why: str) -> None:
    with pytest.raises(BadParameter) as caught:
        hand_game(walls=walls)
    assert why in str(caught.value)


def test_a_plan_may_be_written_with_blanks_and_capitals() -> None:
    game = small()
    state = game.read_position(GOOD).state
    move = game.read_move("  1 TO 105 , 100.5 ;  2  to 121,100;", state, 0)
    assert move.text == "1 to 105,100.5; 2 to 121,100"
    assert game.read_move("Stay", state, 1).text == "stay"
    assert game.read_move("1 to 100,100", state, 0).text == "stay"
