"""`ludarium jostle …`, and the other commands with Jostle's strategies."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludarium.cli.app import run

STRATEGY = "Aggressive Observing ADVANCER"


def test_strategies_meet_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "jostle", "Aggressive ADVANCER", "PALS", "RANDOMIZER", "--games", "3", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Aggressive ADVANCER" in shown
    assert "RANDOMIZER" in shown


def test_a_wrong_word_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "jostle", "Agressive ADVANCER", "PALS", "RANDOMIZER"]) == 2
    assert "'Agressive' is no element of a strategy; did you mean Aggressive?" in capsys.readouterr().err


def test_the_picture_as_bars(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jostle", "picture", STRATEGY, "--against", "PALS", "--games", "4", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{STRATEGY}: ")
    assert lines[0].endswith("choices in 4 games against PALS, seed 1")
    assert [line.split("  ")[0] for line in lines[3:]] == [
        "Aggressive",
        "Observing",
        "ADVANCER",
        "list order",
        "only move",
    ]
    assert any("█" in line for line in lines)


def test_the_picture_for_programs_and_as_a_drawing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.svg"
    assert run(["jostle", "picture", STRATEGY, "--games", "4", "--seed", "1", "--json", "--out", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["strategy"] == found["against"] == STRATEGY
    assert sum(entry["count"] for entry in found["decided"]) == found["choices"]
    texts = [element.text for element in ElementTree.parse(file).iter() if element.tag.endswith("text")]
    assert STRATEGY in texts
    assert "1. Aggressive" in texts
    assert run(["jostle", "picture", STRATEGY, "--games", "4", "--out", str(tmp_path / "picture.png")]) == 2
    assert "expected a file that ends in .svg" in capsys.readouterr().err


def test_a_record_becomes_a_book_and_the_book_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "games"
    assert (
        run(["match", "jostle", "PALS", "ADVANCER", STRATEGY, "--games", "1", "--seed", "1", "--save", str(folder)])
        == 0
    )
    capsys.readouterr()
    (record,) = folder.iterdir()
    assert run(["jostle", "book", str(record)]) == 0
    book = tmp_path / "book.txt"
    book.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["jostle", "book", str(book)]) == 0
    shown = capsys.readouterr().out
    turns = sum(not line.startswith("-") for line in book.read_text(encoding="utf-8").splitlines())
    assert shown.rstrip().endswith(f"The book is sound: {turns} lines.")


def test_files_that_are_no_books(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    golden = Path(__file__).parents[2] / "golden" / "pig.json"
    assert run(["jostle", "book", str(golden)]) == 2
    assert "is a game of pig: game play books are for jostle" in capsys.readouterr().err
    file = tmp_path / "book.txt"
    file.write_bytes(b"\xff\xfe")
    assert run(["jostle", "book", str(file)]) == 2
    assert "is no text" in capsys.readouterr().err
    file.write_text("0r99", encoding="utf-8")
    assert run(["jostle", "book", str(file)]) == 2
    assert "line 1: '0r99'" in capsys.readouterr().err


def test_the_table_by_the_order_of_the_source(capsys: pytest.CaptureFixture[str]) -> None:
    found = {}
    for order in ("key", "field"):
        assert run(["jostle", "table", "--games", "6", "--seed", "1", "--order", order, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["order"] == order
        found[order] = {row["strategy"]: row for row in told["strategies"]}
    same = [name for name in found["key"] if found["key"][name] == found["field"][name]]
    assert {"RANDOMIZER", "EQUALIZER", "ADVANCER"} <= set(same)  # no walk, or one that comes to the same
    assert "Observing PALS" not in same
