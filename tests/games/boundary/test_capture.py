"""Captures by hand-drawn positions: surrounded pieces, edges and walls, treasures, several at once."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium.engine import Position
from ludarium.games.boundary.game import Boundary
from tests.games.boundary.drawn import hand_game


def after(game: Boundary, text: str, red: str = "stay", blue: str = "stay") -> Position:
    return game.read_position(text).play(red, 0).play(blue, 1)


PINCER = "turn=0 points=0:0 red=1@{left},200/2@{right},200 blue=4@300,200 treasures=1@5,5"


def test_two_pieces_capture_a_lone_one_between_them() -> None:
    """Both 15 px away they close all eight directions but those where the lone piece still holds ground."""
    game = hand_game(pieces=3, treasures=1, merge=0.0)
    text = PINCER.format(left=284, right=316)
    position = after(game, text, "1 to 285,200; 2 to 315,200")
    assert position.text.startswith("turn=1 points=30:0 red=1@285,200/2@315,200 blue=- ")
    assert position.over


def test_from_farther_away_they_do_not() -> None:
    game = hand_game(pieces=3, treasures=1, merge=0.0)
    position = after(game, PINCER.format(left=269, right=331), "1 to 270,200; 2 to 330,200")
    assert "points=0:0" in position.text
    assert not position.over


def test_nothing_is_captured_while_nobody_moves() -> None:
    game = hand_game(pieces=3, treasures=1, merge=0.0)
    assert "points=0:0" in after(game, PINCER.format(left=285, right=315)).text


def test_own_ground_at_the_far_end_protects() -> None:
    """The lone piece of the pincer is saved by allies that hold ground around it, 30 px away."""
    game = hand_game(pieces=5, treasures=1, merge=0.0)
    text = (
        "turn=0 points=0:0 red=1@284,200/2@316,200 blue=6@300,200/7@300,165/8@300,235/9@277,170/10@323,170 "
        "treasures=1@5,5"
    )
    assert "points=0:0" in after(game, text, "1 to 285,200; 2 to 315,200").text


@pytest.mark.parametrize(("walls", "captured"), [("", False), ("250,150,280,290;320,150,350,290", True)])
def test_walls_close_directions(walls: str, captured: bool) -> None:
    """Two enemies 22 px above and below close two directions, walls on both sides three more."""
    game = hand_game(pieces=2, treasures=1, walls=walls, surround=5)
    text = "turn=0 points=0:0 red=1@300,177/2@300,222 blue=3@300,200 treasures=1@5,5"
    position = after(game, text, "1 to 300,178")
    assert ("points=30:0" in position.text) == captured


@pytest.mark.parametrize(("surround", "captured"), [(6, True), (7, False)])
def test_edges_count_three_times_at_most(surround: int, captured: bool) -> None:
    """In a corner five directions meet the edge, of which three count; the enemy closes the other three."""
    game = hand_game(pieces=1, treasures=1, surround=surround)
    text = "turn=0 points=0:0 red=1@11,11 blue=2@0,0 treasures=1@595,445"
    assert ("points=30:0" in after(game, text, "1 to 10,10").text) == captured


def test_pieces_that_capture_each_other_in_one_step_are_both_gone() -> None:
    """A row of four, 15 px apart: each of the two in the middle stands between two enemies."""
    game = hand_game(pieces=2, treasures=1, merge=0.0)
    text = "turn=0 points=0:0 red=1@270,200/2@300,200 blue=3@285,200/4@316,200 treasures=1@5,5"
    position = after(game, text, "stay", "4 to 315,200")
    assert position.text.startswith("turn=1 points=30:30 red=1@270,200 blue=4@315,200 ")


SPOT: dict[str, Any] = {"pieces": 1, "treasures": 2}


def test_a_treasure_goes_to_who_holds_the_ground_around_it() -> None:
    game = hand_game(**SPOT)
    text = "turn=0 points=0:0 red=1@100,100 blue=2@500,400 treasures=7@130,100/1@5,5"
    position = after(game, text, "1 to 110,100")
    assert position.text.startswith("turn=1 points=7:0 red=1@110,100 blue=2@500,400 treasures=-/1@5,5")


def test_a_treasure_half_held_by_both_is_nobodys() -> None:
    game = hand_game(**SPOT)
    text = "turn=0 points=0:0 red=1@118,100 blue=2@142,100 treasures=7@130,100/1@5,5"
    position = after(game, text, "1 to 119,100", "2 to 141,100")
    assert "points=0:0" in position.text


@pytest.mark.parametrize(("treasure", "points"), [("120.46,108.48", 7), ("120.93,108.67", 0)])
def test_six_of_eight_take_a_treasure_whatever_surround_is(treasure: str, points: int) -> None:
    """Red's ground ends within a pixel of the treasure: before two of the eight pixels, or before three."""
    game = hand_game(**SPOT, surround=8)
    text = f"turn=0 points=0:0 red=1@99,100 blue=2@590,440 treasures=7@{treasure}/1@5,5"
    assert f"points={points}:0" in after(game, text, "1 to 100,100").text


def test_a_treasure_is_taken_in_passing() -> None:
    game = hand_game(**SPOT, reach=100.0)
    text = "turn=0 points=0:0 red=1@100,100 blue=2@500,400 treasures=7@150,100/1@5,5"
    position = after(game, text, "1 to 200,100")
    assert "points=7:0" in position.text


def test_a_turn_in_which_the_last_treasure_goes_is_carried_out() -> None:
    game = hand_game(pieces=1, treasures=1, reach=100.0)
    position = after(game, "turn=0 points=0:0 red=1@100,100 blue=2@500,400 treasures=7@125,100", "1 to 200,100")
    assert position.text.startswith("turn=1 points=7:0 red=1@200,100 ")
    assert position.over
