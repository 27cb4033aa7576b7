"""`boundary matrix` and `boundary classify`: what they count, print and keep."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ludarium.cli.app import run
from ludarium.games.boundary import matchups
from ludarium.games.boundary.strategies.names import NAMES, STRATEGIES

SETTINGS = ("pieces=3", "treasures=3", "max_turns=1", "width=200", "height=150")
SMALL = [*(f"--set={setting}" for setting in SETTINGS), "--seed=1"]


def test_the_matrix_counts_the_games_of_every_pair(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["boundary", "matrix", "--games", "2", "--json", *SMALL]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["strategies"] == list(NAMES)
    assert found["settings"]["max_turns"] == 1
    for own in range(STRATEGIES):
        for other in range(STRATEGIES):
            counted = found["wins"][own][other] + found["wins"][other][own] + found["ties"][own][other]
            assert counted == (0 if own == other else 2)


def test_the_matrix_is_a_table_with_intervals_and_replies(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["boundary", "matrix", "--games", "2", *SMALL]) == 0
    shown = capsys.readouterr().out
    assert "2 games of each pair, seed 1" in shown
    rows = [line for line in shown.splitlines() if line.strip().startswith(NAMES)]
    assert len(rows) == STRATEGIES
    assert all(row.count("±") == STRATEGIES - 1 and row.split()[-1] in NAMES for row in rows)


def test_only_a_saved_matrix_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / matchups.FILE
    shutil.copy(matchups.stored_path(), file)
    before = file.read_text(encoding="utf-8")
    monkeypatch.setattr(matchups, "stored_path", lambda: file)
    assert run(["boundary", "matrix", "--games", "2", *SMALL]) == 0
    assert file.read_text(encoding="utf-8") == before
    assert run(["boundary", "matrix", "--games", "2", "--save", *SMALL]) == 0
    kept = matchups.Matchups.from_json(json.loads(file.read_text(encoding="utf-8")), file.name)
    assert (kept.games, kept.seed, kept.settings["pieces"]) == (2, 1, 3)
    assert f"settings {kept.digest}" in capsys.readouterr().out


def test_the_kept_matrix_is_that_of_the_defaults() -> None:
    from ludarium.games.boundary.game import Boundary

    assert matchups.stored().settings == Boundary().settings
    assert matchups.stored().games >= 1000


def test_classify_tells_right_seen_and_alike_by_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["boundary", "classify", "--games", "6", "--turns", "1", "--json", *SMALL]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["turn"] for row in found["turns"]] == [1]
    for row in found["turns"]:
        assert row["seen"] == 12
        assert row["right"] + row["alike"] >= row["seen"]
        assert row["low"] <= row["rate"] == row["right"] / row["seen"] <= row["high"]
    assert "fingerprints" not in found


def test_classify_draws_the_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "curve.svg"
    assert run(["boundary", "classify", "--games", "2", "--turns", "1", "--chart", str(chart), *SMALL]) == 0
    assert "both players of 2 games, seed 1" in capsys.readouterr().out
    assert "named rightly" in chart.read_text(encoding="utf-8")


def test_too_few_games_for_fingerprints_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["boundary", "classify", "--games", "6", "--fingerprints", *SMALL]) == 2
    error = capsys.readouterr().err
    assert "fingerprints need at least 36 games" in error
    assert error.count("\n") == 1
