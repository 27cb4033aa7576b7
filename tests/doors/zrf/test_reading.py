"""What a file may say and what it may not: slips that are mended, and refusals by name and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.doors.zrf.description import read_text
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.files import load, parts_of, python_of
from ludarium.doors.zrf.translate import translate
from ludarium.engine import LudariumError
from ludarium.games import load as load_by_name
from ludarium.games.offered import check_name

SLIPS = """
(players White Black)
(turn-order White Black)
(board
  (image "somewhere\\board.bmp")
  (grid (start-rectangle 1 1 9 9) (dimensions ("a/b/c" (9 0)) ("3/2/1" (0 9))) ; three by three
    (directions (n 0 -1) (e 1 0) (ne 1 -1) (nw -1 -1))))
(board-setup
  (White (disk off 10)))
  (Black (disk off 10)))
(piece (name disk) (drops (put-on-empty)))
(define put-on-empty ((verify empty?) add))
(draw-condition (White Black) stalemated)
(win-condition (White Black) (or
  (relative-config disk n disk n disk) (relative-config disk e disk e disk)
  (relative-config disk ne disk ne disk) (relative-config disk nw disk nw disk)))
"""
"""The three slips of the tic-tac-toe that the source printed: a bracket too many, no game around, a macro too late."""

GAME = """(game (title "Small") (players White Black) (turn-order White Black)
(board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("2/1" (0 9))) (directions (n 0 -1) (e 1 0))))
(piece (name Man) (moves ({code})))
(board-setup (White (Man a1)) (Black (Man b2)))
{more}
)
"""
END = "(loss-condition (White Black) stalemated)"


def small(code: str = "n add", more: str = END) -> str:
    return GAME.format(code=code, more=more)


def translated(text: str) -> str:
    return translate(read_text(text).game())


def test_the_three_slips_are_mended_and_named(tmp_path: Path) -> None:
    file = read_text(SLIPS)
    assert [warning.partition(":")[0] for warning in file.warnings] == ["line 10", "line 2", "line 11"]
    assert "bracket too many" in file.warnings[0]
    assert "(game …)" in file.warnings[1]
    assert "above its definition" in file.warnings[2]
    path = tmp_path / "printed.zrf"
    path.write_text(SLIPS, encoding="utf-8")
    game = load(str(path))
    game.bound = game.rules.unwaited(2)
    position = game.start()
    for move in ("a1", "a2", "b1", "b2", "c1"):
        position = position.play(move)
    assert position.result().points == (1.0, 0.0)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (small("n (verify empty?) ad"), 3, "'ad'"),
        (small("n (verify emty?) add"), 3, "did you mean empty?"),
        (small("north add"), 3, "'north'"),
        (small("n (verify (in-zone? far)) add"), 3, "zone 'far'"),
        (small("n (verify (piece? King)) add"), 3, "piece 'King'"),
        (small("n (verify goal-position?) add"), 3, "goal-position?"),
        (small("n (add King)"), 3, "piece 'King'"),
        (small("n (if (flag? seen) add)"), 3, "flag seen"),
        (small("n"), 3, "makes no move"),
        (small("n (set-attribute fresh? true) add"), 3, "attribute 'fresh?'"),
        (small(more=""), 1, "no condition ends the game"),
        (small(more="(win-condition (White Black) (surrounded Man))"), 5, "'surrounded'"),
        (small(more="(win-condition (White Black) (captured Kng))"), 5, "'Kng'"),
        (small(more="(win-condition (White Black) (absolute-config Man (c9)))"), 5, "'c9'"),
        (small(more='(engine "rules.dll")' + END), 5, "engine"),
        (small(more='(option "mirror moves" true)' + END), 5, "mirror moves"),
        (small(more='(option "pass turn" perhaps)' + END), 5, "perhaps"),
        (small(more='(option "recycle promotions" true)' + END), 1, "recycle promotions"),
        (small(more="(weather fine)" + END), 5, "weather"),
        (small(more="(piece (name King) (moves (step n)))" + END), 5, "'step'"),
        ("(define step ($1 add))\n" + small("n add", "(piece (name K) (moves (step)))" + END), 6, "$1"),
        ("(define a (b))\n(define b (a))\n" + small("(a)"), 2, "uses itself"),
        (small()[:-3], 1, "never closed"),
        (small().replace("White Black)", "White Black) (turn-order Grey)", 1), 1, "Grey"),
        (small().replace("(White (Man a1))", "(White (Man z9))"), 4, "'z9'"),
        (small().replace('"Small"', '"Small'), 2, "quotation mark"),
        ('(include "../secret.zrf")\n' + small(), 1, "secret.zrf"),
        ("(variant (title 1))", 1, "no game that it could vary"),
        ("just words", 1, "outside of all brackets"),
        ("", 1, "no game"),
    ],
)
def test_refusals_name_the_word_and_the_line(text: str, line: int, words: str) -> None:
    with pytest.raises(BadZrf) as refused:
        translated(text)
    assert refused.value.line == line, refused.value
    assert words in str(refused.value)


def test_more_than_four_players_are_refused() -> None:
    names = "A B C D E"
    text = small().replace("White Black", names).replace("White", "A").replace("Black", "B")
    with pytest.raises(BadZrf, match="5 players"):
        translated(text)


def test_a_condition_can_be_added(tmp_path: Path) -> None:
    path = tmp_path / "endless.zrf"
    path.write_text(small(more=""), encoding="utf-8")
    with pytest.raises(BadZrf, match=rf"{path.name}, line 1: no condition ends the game"):
        load_by_name(str(path))
    game = load_by_name(f"{path} {END}")
    assert game.name == f"{path} {END}"


def test_a_file_may_include_another(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "macros.zrf").write_text("(define step ($1 (verify empty?) add))", encoding="utf-8")
    path = tmp_path / "game.zrf"
    path.write_text('(include "parts\\macros.zrf")\n' + small().replace("((n add))", "((step n))"), encoding="utf-8")
    path.write_text(path.read_text().replace("(moves (n add))", "(moves (step n))"), encoding="utf-8")
    assert "Line 1: (n (verify empty?) add)" in python_of(str(path))


def test_references() -> None:
    assert parts_of("a/b.zrf#2 (x)") == (Path("a/b.zrf"), "2", "(x)")
    assert parts_of("a/b.ZRF#Some title") == (Path("a/b.ZRF"), "Some title", "")
    with pytest.raises(BadZrf, match=r"a\.toml"):
        parts_of("a.toml")


def test_files_are_nothing_for_the_network(tmp_path: Path) -> None:
    path = tmp_path / "game.zrf"
    path.write_text(small(), encoding="utf-8")
    with pytest.raises(LudariumError, match="no game"):
        check_name(str(path))
