"""Does YOUR TITLE keep its promises? Run it with `python -m pytest test_your_game.py`."""

from __future__ import annotations

from pathlib import Path

from ludarium.engine.conformance import check_game
from ludarium.games import load

GAME = str(Path(__file__).with_name("your_game.py"))


def test_the_game_keeps_every_promise() -> None:
    assert check_game(load(GAME)) == []


def test_whoever_takes_the_last_stone_wins() -> None:
    position = load(GAME, stones=4).start()
    assert [move.text for move in position.moves()] == ["1", "2", "3"]
    end = position.play("1").play("3")
    assert end.result().points == (0.0, 1.0)
