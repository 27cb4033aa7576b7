"""Scenes of any game: what they hold, whole positions, previews, and words about results."""

from __future__ import annotations

import json

from ludarium.engine import SPECTATOR, Result
from ludarium.engine.scene import open_view, preview_of, scene_of
from ludarium.engine.sentences import counted, listed, result_words
from tests.engine.sample_games import HighCard, OddOneOut


def test_a_scene_says_who_sees_what() -> None:
    position = HighCard(cards=4).start(1)
    scene = scene_of(position.view(0), 7)
    assert scene["turn"] == {"decision": 7, "movers": [0], "seat_names": ["First", "Second"]}
    assert (scene["you"], scene["over"], scene["result"], scene["board"]) == (0, False, None, "plain")
    assert [move["text"] for move in scene["moves"]] == [move.text for move in position.moves()]
    watching = scene_of(position.view(SPECTATOR))
    assert (watching["you"], watching["moves"]) == (None, [])


def test_an_open_view_shows_everything_but_the_dice() -> None:
    position = HighCard().start(3)
    view = open_view(position)
    assert view.whole
    assert view.state.hand.tolist() == position.state.hand.tolist()
    assert position.view(SPECTATOR).state.hand.tolist() == [0, 0]
    assert view.state.rng == 0
    assert position.state.rng != 0


def test_everybody_learns_the_result_even_if_not_why() -> None:
    position = HighCard().start(1).play("1").play("1")
    for seat in range(SPECTATOR, 2):
        view = position.view(seat)
        assert view.result == position.result()
        assert scene_of(view)["result"] == {
            "points": list(position.result().points),
            "ranks": list(position.result().ranks),
        }
    assert HighCard().start(1).view(0).result is None


def test_a_game_of_single_moves_has_no_previews() -> None:
    assert preview_of(HighCard().start(1).view(0), ["1"]) == {"scene": None, "over": False, "fault": ""}


def test_a_commitment_shows_to_nobody_else() -> None:
    position = OddOneOut().start(1)
    after = position.play(position.moves(0)[0], 0)
    for seat in (SPECTATOR, 1):
        assert json.dumps(scene_of(after.view(seat))) == json.dumps(scene_of(position.view(seat)))


def test_words() -> None:
    assert [counted(0, "piece"), counted(1, "man", "men"), counted(2, "man", "men")] == ["no pieces", "1 man", "2 men"]
    assert [listed([]), listed(["a"]), listed(["a", "b"])] == ["", "a", "a and b"]
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    game = HighCard()
    assert result_words(game, Result((9.0, 6.0), (1, 2))) == "First wins, 9 to 6."
    assert result_words(game, Result((6.0, 9.0), (2, 1)), ["you", "joey"]) == "Second (joey) wins, 9 to 6."
    assert result_words(game, Result((1.0, 0.0), (1, 2)), ["you", "joey"]) == "You win."
    assert result_words(game, Result((0.5, 0.5), (1, 1))) == "A draw."
