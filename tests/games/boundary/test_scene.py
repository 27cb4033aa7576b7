"""Boundary's scenes: places in pixels, plans, what a turn did, and the field in words."""

from __future__ import annotations

import re

import pytest

from ludarium.engine import SPECTATOR
from ludarium.games.boundary.game import Boundary

GAME = Boundary(
    width=120, height=100, pieces=3, treasures=3, influence=12, reach=10, merge=30, split=45, walls="50,0,60,40"
)
OPEN = Boundary(width=400, height=400, pieces=4, treasures=2, influence=12, reach=10, merge=10, split=45)
MIDDLE = "turn=2 points=5:30 red=1@20,88+2@30,80/3@20,30 blue=4@100,50/5@80,90+6@90,82 treasures=5@10,20/-/3@110,7"


def test_places_are_those_that_plans_name() -> None:
    data = GAME.scene(GAME.read_position(MIDDLE).view(0))
    assert [(piece["piece"], piece["x"], piece["y"]) for piece in data["pieces"]] == [
        (1, 20, 88),
        (2, 30, 80),
        (3, 20, 30),
        (4, 100, 50),
        (5, 80, 90),
        (6, 90, 82),
    ]
    first = data["pieces"][0]
    assert (first["blob"], first["size"], first["reach"], first["influence"]) == (1, 2, 20, 24)
    assert data["pieces"][1]["blob"] == 1
    assert data["walls"] == [{"left": 50, "top": 0, "right": 60, "bottom": 40}]
    assert [treasure["worth"] for treasure in data["treasures"]] == [5, 3]


def test_proposals_say_what_they_are_about() -> None:
    view = GAME.read_position(MIDDLE).view(1)
    words = {GAME.move_scene(move, view)["words"]: move for move in view.moves()}
    assert words["everybody stays"].text == "stay"
    assert GAME.move_scene(words["all right"], view)["orders"][0] == {"piece": 4, "to": [110, 50]}
    typed = view.move("4 to 105,50")
    assert GAME.move_scene(typed, view) == {
        "words": "1 piece away from the enemy; 2 stay",
        "orders": [{"piece": 4, "to": [105, 50]}],
    }


FIELD = (
    "turn=0 points=0:0 red=1@100,100+2@110,100+3@105,110/4@300,300 blue=5@200,100/6@300,200/7@310,200/8@390,390 "
    "treasures=5@300,340/3@20,20"
)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("stay", "everybody stays"),
        ("4 to 300,305", "1 piece toward a treasure worth 5; 3 stay"),
        ("4 to 300,295", "1 piece toward a single piece of Blue; 3 stay"),
        ("1 to 110,100; 2 to 120,100", "2 pieces toward a single piece of Blue; 2 stay"),
        ("1 to 93,93; 2 to 103,93; 3 to 98,103; 4 to 305,300", "3 pieces toward a treasure worth 3; 1 piece right"),
        ("1 to 100,110; 2 to 110,110; 3 to 105,120", "3 pieces down; 1 stays"),
        ("1 to 90,100; 2 to 100,100; 3 to 95,110", "3 pieces away from the enemy; 1 stays"),
        ("4 to 293,293", "1 piece toward their own; 3 stay"),
    ],
)
def test_a_plan_is_told_in_words_of_the_game(plan: str, words: str) -> None:
    view = OPEN.read_position(FIELD).view(0)
    told = OPEN.move_scene(view.move(plan), view)["words"]
    assert told == words
    assert not re.search(r"\d,\d", told)


def test_a_plan_shows_to_who_made_it_alone() -> None:
    position = GAME.read_position(MIDDLE)
    after = position.play("1 to 25,88", 0)
    own = GAME.scene(after.view(0))
    assert (own["committed"], own["plan"], after.view(0).moves()) == (True, "1 to 25,88", [])
    assert GAME.describe_view(after.view(0)).endswith("Your plan is made; the other side is still planning.")
    for seat in (SPECTATOR, 1):
        assert GAME.scene(after.view(seat)) == GAME.scene(position.view(seat))
        assert GAME.describe_view(after.view(seat)) == GAME.describe_view(position.view(seat))


def test_a_turn_can_be_seen_again() -> None:
    position = GAME.read_position(
        "turn=2 points=5:30 red=1@20,88/2@30,50/3@20,30 blue=4@100,50/5@80,90/6@90,82 treasures=5@21,36/-/3@110,7"
    )
    after = position.play("2 to 38,54", 0).play("stay", 1)
    turn = GAME.scene(after.view(0), [position.view(0)])["last_turn"]
    assert turn is not None
    moved = {entry["piece"]: entry for entry in turn["moved"]}
    assert (moved[2]["from"], moved[2]["to"], moved[2]["aim"]) == ([30, 50], [38, 54], [38, 54])
    assert moved[4]["from"] == moved[4]["to"] == [100, 50]
    taken = [treasure["worth"] for treasure in turn["taken"]]
    assert turn["points"] == [sum(taken), 0]
    alone = GAME.scene(after.view(0))["last_turn"]
    assert alone is not None
    assert alone["points"] is None
    assert GAME.scene(GAME.start(1).view(0))["last_turn"] is None


def test_the_picture_has_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "\033" not in GAME.picture(GAME.read_position(MIDDLE).view(0))


def test_the_field_in_words() -> None:
    assert GAME.describe_view(GAME.read_position(MIDDLE).view(0)) == (
        "You are Red. 2 turns played. The field is 120 × 100 pixels. Red has 5 points and 3 pieces: a blob of 2, "
        "reach 20: 1 at 20,88 and 2 at 30,80; alone, reach 10: 3 at 20,30. Blue has 30 points and 3 pieces: alone, "
        "reach 10: 4 at 100,50; a blob of 2, reach 20: 5 at 80,90 and 6 at 90,82. Treasures: 5 at 10,20 and 3 at "
        "110,7. A wall from 50,0 to 60,40. Make your plan."
    )
