"""Learnt agents as players, and doors without the packages they need."""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.doors.agents import Agent
from ludarium.engine import LudariumError, Match
from ludarium.engine.extras import MissingExtra
from ludarium.games import load
from ludarium.players import make

EXAMPLE = Path(__file__).parents[2] / "examples" / "maskable_ppo.py"


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


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo"])
def test_a_missing_package_is_named_with_its_command(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    needed = [f'{name}>=1; extra == "{name}"' for name in ("gymnasium", "pettingzoo")]
    monkeypatch.setattr("ludarium.engine.extras.requires", lambda name: needed)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"ludarium.doors.{package}", raising=False)
    with pytest.raises(MissingExtra, match=rf"pip install 'ludarium\[{package}\]'"):
        importlib.import_module(f"ludarium.doors.{package}")


def _of_file(name: str) -> Any:
    spec = spec_from_file_location("maskable_ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


@pytest.mark.compiled
@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib is not installed")
def test_maskable_ppo_learns_and_sits_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short course: better than chance already. The example's own takes minutes."""
    monkeypatch.chdir(tmp_path)
    learn = _of_file("learn")
    learn("short.zip", steps=20_000)
    players = [f"{EXAMPLE}:Learnt:model=short.zip", "random"]
    cup = ludarium.tournament("tic-tac-toe", [*players, "mcts:iterations=50"], rounds=1, seed=1)
    assert len(cup.to_arrow("players")) == 3
    game, won = load("tic-tac-toe"), 0
    for seed in range(40):
        seats = [make(text, game) for text in players]
        result = Match(game, seats if seed % 2 else seats[::-1], seed=seed).run().result
        assert result is not None
        won += result.outcome(0 if seed % 2 else 1) == "win"
    assert won > 24  # random moves would win some 17
