"""Texts that begin with a dash, as most positions of Jostle do, are no options."""

from __future__ import annotations

import json

import pytest

from ludarium.cli.texts import told_apart
from ludarium.engine.position import Position
from ludarium.games import load
from tests.cli.conftest import Ludarium


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["jostle", "-1,-1 r 3"], ["--", "jostle", "-1,-1 r 3"]),
        (["-1", "--json", "x"], ["--json", "--", "-1", "x"]),
        (["--position", "-1,2", "--json"], ["--position", "-1,2", "--json"]),
        (["--position=-1,2", "a"], ["--position=-1,2", "--", "a"]),
        (["a", "--jsno"], ["--jsno", "--", "a"]),
        (["a", "-x"], ["-x", "--", "a"]),
        (["--/--", "-", "--x/-x"], ["--", "--/--", "-", "--x/-x"]),
        (["a", "--", "--json", "-h"], ["--", "a", "--json", "-h"]),
        (["--position"], ["--position"]),
    ],
)
def test_options_are_told_from_texts(words: list[str], expected: list[str]) -> None:
    assert told_apart(words, {"--position"}) == expected


def some_positions() -> list[Position]:
    """Positions of a game of Jostle, each with its own text."""
    position = load("jostle").start(3)
    found: dict[str, Position] = {}
    while not position.over and len(found) < 12:
        found[position.text] = position
        position = position.play(position.moves()[-1])
    return [position for text, position in found.items() if text.startswith("-")]


def test_positions_of_jostle_are_typed_as_they_are(ludarium: Ludarium) -> None:
    positions = some_positions()
    assert len(positions) > 5
    for position in positions:
        shown = ludarium("show", "jostle", position.text)
        assert (shown.code, shown.err) == (0, "")
        assert f"position  {position.text}\n" in shown.out


def test_every_command_that_takes_a_position_takes_it(ludarium: Ludarium) -> None:
    position = some_positions()[-1]
    for words in (["--json", position.text], [position.text, "--json"], ["--json", "--", position.text]):
        asked = ludarium("ask", "jostle", "RANDOMIZER", *words)
        assert asked.code == 0, asked.err
        assert json.loads(asked.out)["position"] == position.text
    counted = ludarium("perft", "jostle", "1", "--position", position.text, "--json")
    assert json.loads(counted.out)["counts"] == [len(position.moves())]
    refused = ludarium("solve", "jostle", "--position", position.text)
    assert (refused.code, refused.out) == (2, "")
    assert "jostle cannot be solved" in refused.err


def test_what_is_misspelt_is_still_refused(ludarium: Ludarium) -> None:
    text = some_positions()[0].text
    for words, error in (
        (["show", "jostle", text, "--sead", "1"], "no such option: --sead"),
        (["show", "jostle", "-x", text], "no such option: -x"),
        (["show", "jostle", text, "-2"], "unexpected extra argument"),
        (["show", "jostle", "-1,-1/-1"], "'-1,-1/-1'"),
    ):
        outcome = ludarium(*words)
        assert (outcome.code, outcome.out) == (2, "")
        assert error in outcome.err
