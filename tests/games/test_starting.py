"""To begin a game: names that it may have, and what is never overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.engine.errors import BadParameter, LudariumError
from ludarium.games.starting import start_file, start_folder
from tests.cli.conftest import Ludarium, ludarium

__all__ = ["ludarium"]


@pytest.mark.parametrize("name", ["", "Stones", "last stone", "3d", "-x", "x-", "../x", "x" * 41, "l.s"])
def test_a_name_has_a_form(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="is no name for a game"):
        start_folder(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "words"), [("pig", "a game called 'pig' already"), ("random", "in Python"), ("if", "in Python")]
)
def test_a_name_is_not_taken(name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match=words):
        start_file(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    made = start_folder("last-stone", tmp_path)
    (made / "last_stone" / "rules.py").write_text("mine", encoding="utf-8")
    with pytest.raises(LudariumError, match="nothing is overwritten"):
        start_folder("last-stone", tmp_path)
    assert (made / "last_stone" / "rules.py").read_text(encoding="utf-8") == "mine"
    (tmp_path / "test_one_file.py").write_text("mine", encoding="utf-8")
    with pytest.raises(LudariumError, match="nothing is overwritten"):
        start_file("one-file", tmp_path)
    assert not (tmp_path / "one_file.py").exists(), "all or nothing"


def test_no_word_of_the_template_is_left(tmp_path: Path) -> None:
    start_folder("last-stone", tmp_path / "a")
    start_file("last-stone", tmp_path / "b")
    for file in tmp_path.rglob("*"):
        text = file.name + (file.read_text(encoding="utf-8") if file.is_file() else "")
        assert "your" not in text.lower().replace("your turn", "").replace("in your", "")


def test_the_command_says_how_to_go_on(ludarium: Ludarium, tmp_path: Path) -> None:
    made = ludarium("new", "game", "last-stone", "--into", str(tmp_path))
    assert made.code == 0
    assert f"ludarium serve --game {tmp_path / 'last-stone'}" in made.out.replace("\n", "")
    assert ludarium("new", "game", "one-file", "--file", "--into", str(tmp_path)).code == 0
    assert (tmp_path / "one_file.py").is_file()
    assert ludarium("new", "game", "match", "--into", str(tmp_path)).err == (
        "'match' is a command of this program: choose another name\n"
    )
