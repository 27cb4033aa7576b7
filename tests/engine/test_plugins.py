"""Games and players from a user's own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.engine import Game, LudariumError, Player
from ludarium.engine.plugins import find_class, import_object, is_file_reference, load_file, split_reference

PLAYERS = """
from ludarium.engine import Player

class Eager(Player):
    def choose(self, view, clock):
        return view.moves()[-1]
"""


def write(folder: Path, text: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("text", "path", "name"),
    [
        ("a/b.py", "a/b.py", ""),
        ("a/b.py:Class", "a/b.py", "Class"),
        ("./my.pyramid/game.py:Class", "./my.pyramid/game.py", "Class"),
        ("pig", "pig", ""),
        ("8x8 reversi most-men", "8x8 reversi most-men", ""),
        (".py", ".py", ""),
    ],
)
def test_references(text: str, path: str, name: str) -> None:
    assert split_reference(text) == (path, name)


def test_what_is_a_file() -> None:
    assert is_file_reference("games/pig.py")
    assert is_file_reference("games/pig.py:Pig")
    assert not is_file_reference("pig")


def test_the_only_class_need_not_be_named(tmp_path: Path) -> None:
    path = write(tmp_path, PLAYERS)
    eager = find_class(path, "", Player)
    assert eager.__name__ == "Eager"
    assert find_class(path, "Eager", Player) is eager, "a file is loaded once"


def test_two_files_of_one_name_are_two_modules(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one = load_file(write(tmp_path, PLAYERS))
    other = load_file(write(tmp_path / "other", PLAYERS))
    assert one is not other


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(LudariumError, match=r"no file nowhere/at-all\.py: give the path of a Python file"):
        load_file("nowhere/at-all.py")


def test_a_class_that_is_not_there(tmp_path: Path) -> None:
    path = write(tmp_path, PLAYERS)
    with pytest.raises(LudariumError, match="has no Player class 'Lazy'; it defines Eager"):
        find_class(path, "Lazy", Player)
    with pytest.raises(LudariumError, match=r"defines no Game class: write .*:CLASS"):
        find_class(path, "", Game)


def test_several_classes_must_be_told_apart(tmp_path: Path) -> None:
    path = write(tmp_path, PLAYERS + "\nclass Lazy(Eager):\n    pass\n")
    with pytest.raises(LudariumError, match=r"defines Eager, Lazy: write .*mine\.py:CLASS to choose one"):
        find_class(path, "", Player)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\ny = 2\nclass Broken(:\n", "line 3 failed to load: SyntaxError"),
        ("x = 1\n\n\ny = x / 0\n", "line 4 failed to load: ZeroDivisionError: division by zero"),
        ("def f():\n    return missing\n\nf()\n", "line 2 failed to load: NameError: name 'missing' is not defined"),
        ("import no_such_library\n", "line 1 failed to load: ModuleNotFoundError"),
    ],
)
def test_a_file_that_fails_names_the_line(tmp_path: Path, text: str, words: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(LudariumError) as error:
        load_file(path)
    assert f"{path}, {words}" in str(error.value)


def test_a_mended_file_loads_at_the_second_attempt(tmp_path: Path) -> None:
    path = write(tmp_path, "1 / 0\n")
    with pytest.raises(LudariumError):
        load_file(path)
    write(tmp_path, PLAYERS)
    assert find_class(path, "Eager", Player)


def test_installed_objects() -> None:
    assert import_object("ludarium.engine.player:Player") is Player
