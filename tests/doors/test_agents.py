"""Learnt agents as players."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.doors.agents import Agent, read_once
from ludarium.engine import LudariumError, Match, PlayerError
from ludarium.engine.plugins import load_file
from ludarium.games import load
from ludarium.players import folders, make

FOLDER = Path(__file__).parents[2] / "examples" / "maskable_ppo"


class First(Agent):
    """Takes the first legal action."""

    def act(self, observation: Any, mask: Any) -> int:
        assert observation.shape == self.game.encoding.shape
        return int(mask.argmax())


@pytest.mark.parametrize("name", ["tic-tac-toe", "checkers", "goofspiel"])
def test_an_agent_is_a_player(name: str) -> None:
    game = load(name)
    record = Match(game, [First(), make("random", game)], seed=3).run()
    assert record.result is not None
    assert not any(decision.fault for decision in record.decisions)
    assert record.verify(load).over


def test_whose_moves_have_no_numbers_has_no_agents() -> None:
    game = load("blotto")
    with pytest.raises(LudariumError, match="its moves are no list and have no numbers"):
        First().begin(game, 0, 1)


def test_a_model_is_read_once_and_again_when_it_changes(tmp_path: Path) -> None:
    read: list[str] = []

    @read_once
    def words(path: Path) -> str:
        read.append(path.name)
        return path.read_text()

    model = tmp_path / "model"
    model.write_text("one")
    os.utime(model, ns=(1, 1))
    assert [words(model), words(str(model))] == ["one", "one"]
    assert len(read) == 1
    model.write_text("two")
    os.utime(model, ns=(2, 2))
    assert [words(model), words(model)] == ["two", "two"]
    assert len(read) == 2
    with pytest.raises(PlayerError, match=r"no file .*nowhere: give the path of a model"):
        words(tmp_path / "nowhere")


def test_the_examples_folder_is_a_player_of_its_game_alone() -> None:
    told = folders.find(str(FOLDER))
    assert told is not None
    assert (told.name, told.suits(load("tic-tac-toe"))) == ("Learnt", "")
    assert told.suits(load("reversi")) == "it plays tic-tac-toe only"


@pytest.mark.compiled
@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib is not installed")
def test_maskable_ppo_learns_and_sits_down(tmp_path: Path) -> None:
    """A short course: better than chance already. The example's own takes minutes."""
    model = tmp_path / "short.zip"
    load_file(str(FOLDER / "learn.py")).learn(model, steps=20_000)
    learnt = f"{FOLDER / 'player.py'}:Learnt:model={model}"
    for workers in (1, 2):
        cup = ludarium.tournament(
            "tic-tac-toe", [learnt, "random", "mcts:iterations=50"], rounds=2, seed=1, workers=workers, progress=False
        )
        records = [cup.record(game) for game in range(cup.games)]
        assert len(records) == 12
        assert not [made.fault for record in records for made in record.decisions if made.fault]
    score = ludarium.match("tic-tac-toe", [learnt, "random"], games=60, seed=2, progress=False)
    rows = score.to_arrow().to_pylist()
    wins = sum(row[f"points_{seat}"] == 1.0 for row in rows for seat in (0, 1) if row[f"player_{seat}"] == 0)
    assert wins > 36  # random moves would win some 26
