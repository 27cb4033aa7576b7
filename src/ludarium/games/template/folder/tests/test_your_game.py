"""Does YOUR TITLE keep its promises?"""

from __future__ import annotations

from pathlib import Path

from ludarium.engine import Match
from ludarium.engine.conformance import check_game
from ludarium.games import load
from ludarium.players import make

GAME = str(Path(__file__).parents[1])
"""The folder, so that nothing need be installed."""


def test_the_game_keeps_every_promise() -> None:
    assert check_game(load(GAME)) == []


def test_whoever_takes_the_last_stone_wins() -> None:
    position = load(GAME, stones=4).start()
    assert [move.text for move in position.moves()] == ["1", "2", "3"]
    end = position.play("1").play("3")
    assert end.result().points == (0.0, 1.0)


def test_who_knows_the_trick_wins_from_21() -> None:
    game = load(GAME)
    record = Match(game, [make("counting", game), make("random", game)], seed=1).run()
    assert record.result is not None
    assert record.result.points == (1.0, 0.0)


def test_every_opponent_can_be_met() -> None:
    game = load(GAME)
    for level in game.levels():
        make(level.text, game).close()
