"""The sample scenes of the browser's boards are what the games make of the recorded games today."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from ludarium.engine import Position
from ludarium.engine.entry import OURS
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import REGISTRY
from ludarium.games.offered import offered
from tests.scenes import arena, sentences
from tests.scenes.make import GROUND, MOMENTS, PLAYS, RECORDS, SAMPLES, positions_of, sample, text_of

AGAIN = "write them again: python -m tests.scenes.make"


@cache
def positions(record: str) -> list[Position]:
    if not JIT_ENABLED and record.startswith("boundary"):
        pytest.skip("a game of Boundary takes minutes without the compiler")
    return positions_of(record)


@pytest.mark.parametrize("name", [*MOMENTS, GROUND])
def test_a_sample_is_current(name: str) -> None:
    record = MOMENTS[name].record if name in MOMENTS else "boundary"
    written = (SAMPLES / f"{name}.json").read_text(encoding="utf-8")
    assert written == text_of(sample(name, positions(record))), AGAIN


def test_there_are_no_other_samples_and_no_other_records() -> None:
    assert {path.stem for path in SAMPLES.glob("*.json")} == {*MOMENTS, GROUND}, AGAIN
    assert {path.stem for path in RECORDS.glob("*.json")} == set(PLAYS)
    assert {moment.record for moment in MOMENTS.values()} == set(PLAYS)


def test_every_board_has_samples_of_a_start_or_middle_and_an_end() -> None:
    scenes: dict[str, list[dict[str, Any]]] = {}
    for name in MOMENTS:
        scene = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
        scenes.setdefault(scene["board"], []).append(scene)
    assert set(scenes) == {"plain", *(entry.board for entry in REGISTRY.entries.values() if entry.origin == OURS)}
    for board, found in scenes.items():
        assert len(found) >= 4, board
        assert any(scene["moves"] for scene in found), board
        assert any(scene["over"] for scene in found), board


def test_what_games_say_in_studies_is_current() -> None:
    if not JIT_ENABLED:
        pytest.skip("a game of Boundary takes minutes without the compiler")
    assert sentences.FILE.read_text(encoding="utf-8") == sentences.text_of(), (
        "write them again: python -m tests.scenes.sentences"
    )


@pytest.mark.compiled  # two of the runs are Jostle's
def test_what_pages_of_runs_say_is_current() -> None:
    assert arena.FILE.read_text(encoding="utf-8") == arena.text_of(), "write them again: python -m tests.scenes.arena"


def test_what_games_say_on_the_first_page_and_at_tables_is_current() -> None:
    if not JIT_ENABLED:
        pytest.skip("a game of Boundary takes minutes without the compiler")
    assert sentences.GAMES_FILE.read_text(encoding="utf-8") == sentences.games_text(), (
        "write them again: python -m tests.scenes.sentences"
    )


@pytest.mark.parametrize("name", offered())
def test_rules_say_values_and_name_no_parameter(name: str) -> None:
    for game in sentences.changed(name):
        text = game.rules_text()
        assert not [one.name for one in game.parameters if f"`{one.name}" in text], game.describe()
        assert "parameter" not in text, game.describe()
        assert "{" not in text, game.describe()
