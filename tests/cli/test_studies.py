"""`ludarium study …`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludarium.studies.plan import builtin
from tests.cli.conftest import Ludarium


def test_the_built_in_studies_are_listed(ludarium: Ludarium) -> None:
    shown = ludarium("study", "list")
    assert shown.code == 0
    assert all(name in shown.out for name in builtin.NAMES)
    listed = json.loads(ludarium("study", "list", "--json").out)
    assert [one["name"] for one in listed] == list(builtin.NAMES)
    learning = next(one for one in listed if one["name"] == "learning")
    assert (learning["games"], len(learning["conditions"])) == (12, 6)


def test_a_copy_is_sound_and_nothing_is_overwritten(
    ludarium: Ludarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ludarium("study", "new", "mine", "--from", "preference").code == 0
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == builtin.text_of("preference")
    assert "mine.toml is sound: 8 stages, 2 conditions." in ludarium("study", "check", "mine.toml").out
    again = ludarium("study", "new", "mine")
    assert again.code == 2
    assert "mine.toml exists already" in again.err
    assert "no name for a study" in ludarium("study", "new", "My study").err
    assert "ends in .toml" in ludarium("study", "new", "other", "other.yaml").err
    assert (
        "no built-in study 'turning'; did you mean 'turing'?" in ludarium("study", "new", "a", "--from", "turning").err
    )


def test_mistakes_are_told_with_their_lines(ludarium: Ludarium, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    text = builtin.text_of("preference").replace('game = "reversi"', 'game = "revresi"')
    file.write_text(text, encoding="utf-8")
    told = ludarium("study", "check", str(file))
    assert told.code == 1
    line = text[: text.index('"revresi"')].count("\n") + 1
    assert f"{file}:{line}: stages[3].game: no game 'revresi': did you mean 'reversi'?" in told.out
    found = json.loads(ludarium("study", "check", str(file), "--json").out)
    assert found["sound"] is False
    assert found["mistakes"][0] == {
        "line": line,
        "path": "stages[3].game",
        "what": "no game 'revresi'",
        "remedy": "did you mean 'reversi'?",
    }
    assert json.loads(ludarium("study", "check", "turing", "--json").out) == {"sound": True, "mistakes": []}
    assert "no file nothing.toml, and no built-in study" in ludarium("study", "check", "nothing.toml").err
    file.write_bytes(b"\xff\xfe")
    assert "no text in UTF-8" in ludarium("study", "show", str(file)).err


def test_the_course_of_a_participant_is_shown(ludarium: Ludarium) -> None:
    shown = ludarium("study", "show", "preference", "--language", "de")
    assert shown.code == 0
    assert "Zwei Gegner: a-first" in shown.out
    assert "Zwei Gegner: b-first" in shown.out
    one = ludarium("study", "show", "preference", "--condition", "b-first").out
    assert "a-first" not in one
    courses = json.loads(ludarium("study", "show", "playtest", "--row", "1", "--json").out)
    others = json.loads(ludarium("study", "show", "playtest", "--row", "2", "--json").out)
    played = [[step["plays"]["game"] for step in found[""] if step["plays"]] for found in (courses, others)]
    assert [len(row) for row in played] == [4, 4]
    assert played[0] != played[1]
    assert "no language of this plan 'fr'" in ludarium("study", "show", "turing", "--language", "fr").err
    assert "no condition 'c'" in ludarium("study", "show", "preference", "--condition", "c").err


def test_the_schema_is_printed(ludarium: Ludarium) -> None:
    assert json.loads(ludarium("study", "schema").out)["title"] == "A study's plan"
