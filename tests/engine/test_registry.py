"""The registry: names, suggestions, files and short forms."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from ludarium.engine import BadParameter, Game, LudariumError, Record, UnknownName
from ludarium.engine.conformance import random_record
from ludarium.engine.entry import Entry, Family
from ludarium.engine.registry import Registry
from tests.engine.sample_games import HighCard, Race


def described(text: str) -> Game:
    return HighCard(cards=3)


REGISTRY = Registry(
    [
        Entry("race", "tests.engine.sample_games:Race", "2", "a race with dice", place=1),
        Entry(
            "high-card",
            "tests.engine.sample_games:HighCard",
            "2",
            "the higher card wins",
            home=__name__,
            family=Family("three (cards)", "tests.engine.test_registry:described", "three cards"),
        ),
    ],
)

OWN_GAME = """
from tests.engine.sample_games import Race

class Sprint(Race):
    name = "sprint"
"""


def test_games_by_name() -> None:
    assert isinstance(REGISTRY.load("race"), Race)
    assert REGISTRY.load("race", goal=50).settings == {"goal": 50}
    assert isinstance(REGISTRY.load(" Race "), Race)


def test_entries_are_listed_by_place_ours_first_and_without_one_last_by_name() -> None:
    assert REGISTRY.entries["race"].origin == "ludarium"
    game = "tests.engine.sample_games:Race"
    placed = {"zebra": 1.0, "ant": 2.0, "cat": inf, "bee": inf}
    ours = [Entry(name, game, "2", "a race", place=place) for name, place in placed.items()]
    others = [Entry(name, game, "2", "a race", origin="theirs", place=p) for name, p in (("auk", inf), ("yak", 0))]
    listed = Registry([*others, *ours]).entries
    shown = [name for name, entry in listed.items() if entry.game == game]
    assert shown == ["zebra", "ant", "bee", "cat", "yak", "auk"]


def test_an_unknown_name_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName, match=r"^no game 'higcard'; did you mean 'high-card'\?$"):
        REGISTRY.load("higcard")
    with pytest.raises(UnknownName, match=r"^no game 'chess'; there are race, high-card"):
        REGISTRY.load("chess")


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(BadParameter, match="goal=0: expected a whole number from 1 to 100"):
        REGISTRY.load("race", goal=0)


def test_a_short_form_describes_a_game() -> None:
    assert REGISTRY.load("three cards").settings == {"cards": 3}
    with pytest.raises(BadParameter, match="'three cards' says it all itself: it takes no settings, got cards"):
        REGISTRY.load("three cards", cards=4)


def test_a_registry_without_short_forms() -> None:
    with pytest.raises(UnknownName):
        Registry([]).load("three cards")


def test_a_file_is_a_game_and_its_record_finds_it_again(tmp_path: Path) -> None:
    path = tmp_path / "sprint.py"
    path.write_text(OWN_GAME, encoding="utf-8")
    game = REGISTRY.load(f"{path}:Sprint", goal=8)
    assert game.name == f"{path}:Sprint"
    record = random_record(game, 3)
    assert Record.from_json(record.to_json()).verify(REGISTRY.load).over


def test_a_file_without_a_game(tmp_path: Path) -> None:
    path = tmp_path / "empty.py"
    path.write_text("", encoding="utf-8")
    with pytest.raises(LudariumError, match="defines no Game class"):
        REGISTRY.load(str(path))
