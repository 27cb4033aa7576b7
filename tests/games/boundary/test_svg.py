"""Drawings: well-formed, complete, small, and right about the ground."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from ludarium.cli.app import run
from ludarium.games.boundary.svg import SAMPLE, svg_of
from tests.games.boundary.drawn import hand_game
from tests.games.boundary.reference import Field

SVG = "{http://www.w3.org/2000/svg}"


def test_a_drawing_shows_and_tells_everything() -> None:
    game = hand_game(width=180, height=140, walls="80,40,90,100")
    position = game.start(5)
    plans = {seat: position.moves(seat)[9].value for seat in range(2)}
    root = ElementTree.fromstring(svg_of(game, position.state, plans))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert sorted(texts[-14:], key=lambda text: int(text or 0)) == [str(number) for number in range(1, 15)]
    assert [int(text or 0) for text in texts[:-14]] == [int(worth) for worth in position.state.worth if worth]
    description = root.findtext(f"{SVG}desc")
    assert description is not None
    assert "Red has 0 points and 7 pieces: 1 at " in description
    assert root.findtext(f"{SVG}title") == "Boundary after turn 0"
    assert len(list(root.iter(f"{SVG}line"))) == len(game.move_text(plans[0], position.state, 0).split(";")) + len(
        game.move_text(plans[1], position.state, 1).split(";")
    )


def test_the_ground_is_that_of_the_reference() -> None:
    """Every run of the two paths, filled in, gives the colours of the top left pixels of all squares."""
    game = hand_game(width=151, height=121)
    state = game.start(2).state
    root = ElementTree.fromstring(svg_of(game, state))
    paths = root.findall(f"{SVG}path")
    columns, rows = 76, 61
    painted = np.full((rows, columns), -1)
    for seat, path in enumerate(paths):
        for left, top, right in re.findall(r"M(\d+) (\d+)H(\d+)", path.get("d", "")):
            painted[int(top) // SAMPLE, int(left) // SAMPLE : -(-int(right) // SAMPLE)] = seat
    x, y = np.meshgrid(SAMPLE * np.arange(columns) - 75.5, SAMPLE * np.arange(rows) - 60.5)
    np.testing.assert_array_equal(painted, Field.of(state, game.settings).colours(x, y))


@pytest.mark.compiled
def test_drawings_stay_small() -> None:
    game = hand_game()
    assert all(len(svg_of(game, game.start(seed).state)) < 40_000 for seed in range(3))


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "field.svg"
    small = ["--set", "width=150", "--set", "height=120", "--seed", "3"]
    assert run(["boundary", "svg", *small, "--out", str(file)]) == 0
    assert ElementTree.parse(file).getroot().tag == f"{SVG}svg"
    assert run(["boundary", "svg", *small]) == 0
    assert capsys.readouterr().out.endswith(file.read_text())


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--out", "field.png"], "expected a file that ends in .svg"),
        (["--plan", "1 to 5,5"], "its move radius is"),
        (["--plan", "stay", "--plan", "stay", "--plan", "stay"], "there are 2 sides"),
        (["turn=0"], "the position lacks points="),
    ],
)
def test_the_command_refuses_in_one_line(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["boundary", "svg", *words]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
