"""Jostle's scenes: the track, what moves do, what the last one did, and all of it in words."""

from __future__ import annotations

import random

import pytest

from ludarium.engine import SPECTATOR, IllegalMove
from ludarium.games.jostle.game import Jostle
from tests.conftest import scaled
from tests.games.scenes import scene_of

GAME = Jostle()


def test_the_track_has_its_special_fields() -> None:
    track = scene_of(GAME.start(1).view(0))["board_data"]["track"]
    assert len(track) == 31
    assert [field["kind"] for field in track[:7]] == ["start", *["plain"] * 5, "switch"]
    assert (track[6]["leads_to"], track[14]["leads_to"], track[10]["leads_to"]) == (14, 6, 7)
    assert [field["worth"] for field in track[26:]] == [1, 2, 3, 4, 5]


def test_a_move_tells_where_it_leads_and_whom_it_jostles() -> None:
    view = GAME.read_position("2,-1,-1/14,5,-1/3,-1,-1 r 4").view(0)
    switch = next(move for move in scene_of(view)["moves"] if move["text"] == "0r6")
    assert (switch["from"], switch["to"], switch["ends"]) == (2, 6, 14)
    assert switch["jostles"] == [{"piece": 3, "seat": 1, "from": 14, "to": 12}]
    assert switch["words"] == (
        "piece 1 to field 6 (switch with 14) and on to field 14 (switch with 6), jostling Green’s piece 1 to field 12"
    )


def test_a_six_asks_first() -> None:
    scene = scene_of(GAME.read_position("2,-1,-1/14,5,-1/3,-1,-1 r 6").view(0))
    assert scene["board_data"]["asking"]
    assert [move["kind"] for move in scene["moves"]] == ["keep", "roll"]
    assert "You have rolled a six and may roll once more." in scene["text"]


def test_the_last_move_is_told_as_it_was_announced() -> None:
    for seed in range(scaled(10)):
        chooser, position = random.Random(seed), GAME.start(seed)
        for _ in range(60):
            if position.over:
                break
            seat = position.movers[0]
            move = chooser.choice(scene_of(position.view(seat))["moves"])
            following = position.play(move["text"])
            last = GAME.scene(following.view(SPECTATOR), [position.view(SPECTATOR)])["last"]
            if move["kind"] == "move":
                if last[0]["piece"] != move["piece"]:
                    # Two pieces could have been moved to the same effect, as when a back field leads both back.
                    assert last[0]["from"] == last[0]["to"]
                    assert move["from"] == move["ends"]
                    break
                assert (last[0]["piece"], last[0]["from"], last[0]["to"]) == (move["piece"], move["from"], move["ends"])
                assert last[0]["via"] == (move["to"] if move["to"] != move["ends"] else None)
                told = [{key: push[key] for key in ("piece", "seat", "from", "to")} for push in last[1:]]
                assert told == move["jostles"]
            else:
                assert last == []
            position = following


def test_the_words_name_every_piece() -> None:
    scene = scene_of(GAME.read_position("29,2,-1/26,27,4/30,5,10 g 3").view(1))
    assert scene["points"] == [4, 3, 5]
    assert scene["text"] == (
        "You are Green. Red, 4 points: 1 piece on the stack, piece 1 on field 29 (goal 4) and piece 2 on field 2. "
        "Green, 3 points: piece 1 on field 26 (goal 1), piece 2 on field 27 (goal 2) and piece 3 on field 4. "
        "Blue, 5 points: piece 1 on field 30 (goal 5), piece 2 on field 5 and piece 3 on field 10 (back 3). "
        "You have rolled 3. It is your turn."
    )


def test_each_players_pieces_count_from_1_for_people_and_typed_words_are_read() -> None:
    position = GAME.read_position("2,-1,-1/14,5,-1/3,-1,-1 g 4")
    data = scene_of(position.view(1))["board_data"]
    assert [piece["number"] for piece in data["pieces"]] == [1, 2, 3, 1, 2, 3, 1, 2, 3]
    assert [piece["piece"] for piece in data["pieces"]] == list(range(9))
    for said in ("4g9", "piece 2 to field 9", "Piece 2 to 9", "piece 2"):
        assert position.view(1).move(said).text == "4g9"
    start = GAME.read_position("-1,-1,-1/14,5,-1/3,-1,-1 r 1")
    assert start.view(0).move("piece 1 to the start").text == "0r0"
    for wrong in ("piece 4 to field 9", "piece 0", "piece 2 to field 8"):
        with pytest.raises(IllegalMove, match=f"'{wrong}' is not legal here"):
            position.view(1).move(wrong)
