"""Golden games: a recorded game of every registered game still replays, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.engine import Record
from ludarium.games import REGISTRY, load
from tests.golden import make

RECORDS = sorted(make.FOLDER.glob("*.json"))


def test_no_golden_game_is_missing() -> None:
    assert not make.missing(), f"write them with: python -m tests.golden.make {' '.join(make.missing())}"


def test_no_golden_game_is_left_over() -> None:
    left_over = [path.name for path in RECORDS if path.stem not in REGISTRY.entries]
    assert not left_over, f"no game has these records: delete {', '.join(left_over)} from tests/golden"


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_golden_game_replays(path: Path) -> None:
    record = Record.load(path)
    assert record.game == path.stem
    assert record.verify(load).over
    # Somebody who edits the file by hand should not get away with another layout either.
    assert record.to_json() == path.read_text(encoding="utf-8")


EARLIER = sorted((make.FOLDER / "earlier").glob("*.json"))


@pytest.mark.parametrize("path", EARLIER, ids=[path.stem for path in EARLIER])
def test_a_golden_game_of_an_earlier_version_replays_by_the_rules_of_then(path: Path) -> None:
    record = Record.load(path)
    assert path.stem == f"{record.game}-{record.rules}"
    assert record.rules != load(record.game).version
    assert record.verify(load).over


def test_the_maker_refuses_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert make.main(["revesi"]) == 2
    assert "did you mean 'reversi'?" in capsys.readouterr().err


def test_the_maker_writes_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "FOLDER", tmp_path)
    for name in REGISTRY.entries:
        if name != "kuhn-poker":
            make.path_of(name).touch()
    assert make.missing() == ["kuhn-poker"]
    assert make.main([]) == 0
    assert Record.load(tmp_path / "kuhn-poker.json").verify(load).over
    assert make.missing() == []
