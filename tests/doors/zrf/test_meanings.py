"""What could mean two things, or is said twice in two ways, is refused: to take either would be a guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.files import load
from tests.doors.zrf.test_styles import uncompiled
from tests.doors.zrf.test_words import ENDLESS, TWO, game, man, texts

ROW = """(game (title "Row") (players A B) (turn-order A B)
(board (grid (start-rectangle 0 0 9 9) (dimensions ("{names}" (9 0))) (directions (e 1) (w -1))))
(piece (name Man) (moves (e (verify empty?) add)))
(board-setup (A (Man a)) (B (Man d))) (loss-condition (A B) stalemated))"""


def test_a_position_named_as_a_direction(tmp_path: Path) -> None:
    """`e` on a row from a to e was the position: every man could jump there."""
    path = tmp_path / "row.zrf"
    path.write_text(ROW.format(names="a/b/c/d/e"), encoding="utf-8")
    with pytest.raises(BadZrf, match="e is a position and a direction: which is meant") as refused:
        load(str(path))
    assert refused.value.line == 3
    path.write_text(ROW.format(names="a/b/c/d"), encoding="utf-8")
    assert texts(uncompiled(str(path)).start()) == ["a-b"]


MEN = "(piece (name Man) (moves {})) (piece (name King)) (piece (name White))"


@pytest.mark.parametrize(
    ("pieces", "more", "word"),
    [
        (MEN.format("(e (create White) n add)"), ENDLESS, "White is a player and a piece"),
        (MEN.format("(e (create White n) n add)"), ENDLESS, "White is a player and a piece"),
        (MEN.format("(move-type King) (e (add-partial King))"), ENDLESS, "King is a piece and a type of move"),
        (man("e add"), "(win-condition (White Black) (absolute-config Man (b1)))", "b1 is a position and a zone"),
        (man("e add"), "(win-condition (White Black) (pieces-remaining -1 Man))", "there are never so few pieces"),
        (man("e add") + man("n add"), ENDLESS, r"\(piece \(name Man\) stands in line 4 already"),
        ("(piece (name Man) (name King) (moves (e add)))", ENDLESS, "the piece has two names"),
        (man("e add", "(attribute up? true) (attribute up? false)"), ENDLESS, "up\\? is given twice, as true and as f"),
        (man("e (verify empty?) add", "(attribute empty? true)"), ENDLESS, "empty\\? has the name of a condition"),
        (man("e add", "(attribute up?)"), ENDLESS, r"\(attribute up\?\): expected \(attribute moved\? false\)"),
        (man("e add"), ENDLESS + '(option "pass turn" false)', 'pass turn" is true in line 4, and false here'),
        ("(piece (name Man) (drops (add-partial)))", ENDLESS, "go on with the dropped piece, which has no moves"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(pieces: str, more: str, word: str, tmp_path: Path) -> None:
    with pytest.raises(BadZrf, match=word) as refused:
        game(tmp_path, pieces, TWO, more, "(zone (name b1) (positions c1))")
    assert refused.value.line == 4


def test_what_can_be_read_in_one_way_only_is_not(tmp_path: Path) -> None:
    """Both words are there, or the same is said again."""
    pieces = MEN.format("(e (create Black White) n add)").replace(
        "(moves", "(attribute up? true) (attribute up? true) (moves"
    )
    start = game(tmp_path, pieces, TWO, ENDLESS + '(option "pass turn" true) (option "show hints" true)').start()
    assert texts(start) == ["a1-b2", "pass"]
    assert ". w . . ." in start.play("a1-b2").draw()


def test_a_direction_is_given_once_in_a_grid(tmp_path: Path) -> None:
    path = tmp_path / "row.zrf"
    path.write_text(ROW.format(names="a/b/c/d").replace("(w -1)", "(e -1)"), encoding="utf-8")
    with pytest.raises(BadZrf, match="the direction e is given twice"):
        load(str(path))
