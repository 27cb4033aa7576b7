"""Turns of speech of files that people have written: castling, hands beside the board, counters, captures at the end of
a series, repetition that loses, and words of the language's first version."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.files import load
from ludarium.engine import Position
from tests.doors.zrf.test_styles import EXAMPLES, uncompiled
from tests.doors.zrf.test_words import ENDLESS, TWO, game, man, texts

KINGS = "(piece (name King) (moves ({}))) (piece (name Rook) (moves (n add)))"


def drawn(position: Position) -> str:
    """The board of a picture, row by row."""
    return "/".join("".join(line.split()[1:-1]) for line in position.draw().splitlines())


def test_what_moves_along_stays_what_it_is(tmp_path: Path) -> None:
    """The last piece that a block moves may be of another kind than the one that the block belongs to."""
    pushing = game(tmp_path, KINGS.format("e cascade e add"), "(White (King a1) (Rook b1)) (Black (King e3))", ENDLESS)
    assert drawn(pushing.start().play("a1-b1,b1-c1")) == "....k/...../.KR.."
    code = "e (verify empty?) e (verify empty?) cascade e (verify (piece? Rook)) from back e to e add"
    castling = game(tmp_path, KINGS.format(code), "(White (King a1) (Rook d1)) (Black (King e3))", ENDLESS)
    assert texts(castling.start()) == ["a1-c1,d1-b1", "d1-d2", "pass"]
    assert drawn(castling.start().play("a1-c1,d1-b1")) == "....k/...../.RK.."


def test_castling_in_chess_leaves_one_king() -> None:
    position = uncompiled(str(EXAMPLES / "chess.zrf")).start()
    for move in ("e2-e4", "e7-e5", "g1-f3", "g8-f6", "f1-c4", "f8-c5", "e1-g1,h1-f1", "e8-g8,h8-f8"):
        position = position.play(move)
    rows = drawn(position).split("/")
    assert (rows[0], rows[7]) == ("rnbq.rk.", "RNBQ.RK.")


HANDS = """(dummy START END) (positions (h1 99 0 108 9) (h2 99 9 108 18) (g1 199 0 208 9) (g2 199 9 208 18))
(links hand (START h1) (h1 h2) (h2 END)) (links other (START g1) (g1 g2) (g2 END))
(symmetry Black (n s) (s n) (hand other) (other hand))
(zone (name field) (players White Black) (positions a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3))"""
CHICKS = """(piece (name Chick) (moves
  ((verify (in-zone? field)) n (verify not-friend?)
    (if empty? add else
      (set-flag tame (or (piece? Chick) (piece? Hen)))
      mark cascade START hand
      (while (and (not-position? END) not-empty?) hand)
      (verify (not-position? END))
      (if (flag? tame) change-owner (change-type Chick))
      add back))
  ((verify (not (in-zone? field))) e2 (verify empty?) add)))
(piece (name Hen) (moves (n add)))"""


def test_what_is_captured_is_held_in_hand_and_comes_back(tmp_path: Path) -> None:
    made = game(tmp_path, CHICKS, "(White (Chick b1)) (Black (Hen b2) (Chick d3))", ENDLESS, HANDS)
    position = made.start()
    assert texts(position) == ["b1-b2,b2-h1", "pass"]
    position = position.play("b1-b2,b2-h1")
    assert texts(position.play("pass")) == ["b2-b3", "h1-e2", "pass"]  # Black's hen is White's chick now
    position = position.play("pass").play("h1-e2").play("pass")
    assert texts(position) == ["b2-b3", "e2-e3", "pass"]


def test_who_repeats_a_position_loses_by_it(tmp_path: Path) -> None:
    walk = "(piece (name Man) (moves (e (verify empty?) add) (w (verify empty?) add)))"
    goal = "(loss-condition (White Black) repetition)"
    position = game(tmp_path, walk, "(White (Man a1)) (Black (Man a3))", goal).start()
    for move in ["a1-b1", "a3-b3", "b1-a1", "b3-a3"] * 2:
        assert not position.over
        position = position.play(move)
    assert position.result().points == (1.0, 0.0)  # Black's last move brought the start back for the third time


def test_counters_beside_the_board(tmp_path: Path) -> None:
    code = """e (if (piece? Zero low) (change-type One low) else (change-type Zero low)
      (if (piece? Zero high) (change-type One high) else (change-type Zero high))) add"""
    pieces = man(code) + "(piece (name Zero)) (piece (name One))"
    goal = "(win-condition (White Black) (and (absolute-config (any-owner One) (low high))))"
    setup = "(White (Man a1) (Zero low high)) (Black (Man a3))"
    position = game(tmp_path, pieces, setup, goal, "(dummy low high)").start()
    for move in ("a1-b1", "a3-b3", "b1-c1"):
        assert not position.over
        position = position.play(move)
    assert position.result().points == (1.0, 0.0)  # one and one: three


def test_captures_at_the_end_of_a_series(tmp_path: Path) -> None:
    """Men that were jumped stay, marked, until the series is over, as in draughts on a hundred squares."""
    code = """e (verify enemy?) (verify (not taken?)) (set-attribute taken? true) e (verify empty?)
      mark (set-flag more false) (if (enemy? e) (set-flag more true))
      (if (not-flag? more) w capture a1 (while (on-board? next) (if taken? capture) next) back)
      (if (flag? more) add-partial else add)"""
    board = "(links next (a1 b1) (b1 c1) (c1 d1) (d1 e1) (e1 a2))"
    made = game(tmp_path, man(code, "(attribute taken? false)"), "(White (Man a1)) (Black (Man b1 d1))", ENDLESS, board)
    position = made.start().play("a1-c1")
    assert drawn(position) == "...../...../.mMm."
    assert texts(position) == ["c1-e1xd1xb1"]
    assert drawn(position.play("c1-e1xd1xb1")) == "...../...../....M"


def test_prisoners_are_put_back_by_a_loop_over_positions(tmp_path: Path) -> None:
    code = "a1 (while (on-board? e) (if empty? flip (add King)) e)"
    position = game(tmp_path, man(code) + "(piece (name King))", "(White (Man a3)) (Black (Man e3))", ENDLESS).start()
    assert texts(position) == ["a3-a1=K", "a3-b1=K", "a3-c1=K", "a3-d1=K", "pass"]
    assert drawn(position.play("a3-c1=K")) == "....m/...../..k.."


def test_turns_of_four_that_do_not_all_repeat(tmp_path: Path) -> None:
    text = """(game (title "Four") (players A B C D) (turn-order A B repeat C D)
    (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("4/3/2/1" (0 9))) (directions (e 1 0))))
    (piece (name Man) (moves (e (verify empty?) add)))
    (board-setup (A (Man a1)) (B (Man a2)) (C (Man a3)) (D (Man a4)))
    (pass-turn false) (allow-flipping true) (animate-captures false) (animate-drops false)
    (loss-condition (A B C D) stalemated))"""
    path = tmp_path / "four.zrf"
    path.write_text(text, encoding="utf-8")
    position = uncompiled(str(path)).start()
    movers: list[int] = []
    while not position.over:
        movers += position.movers
        position = position.play(position.moves()[0])
    assert movers == [0, 1, 2, 3, 2, 3]
    assert position.result().points == (1 / 3, 1 / 3, 0.0, 1 / 3)


def test_a_flag_that_nobody_asks_for_is_harmless_only_where_none_is_asked_for(tmp_path: Path) -> None:
    pieces = "(piece (name Man) (moves (e {} add) (n (set-flag up true) (verify (flag? up)) add)))"
    harmless = game(tmp_path, pieces.format("(set-flag left-over true)"), TWO, ENDLESS)
    assert texts(harmless.start()) == ["a1-b1", "a1-a2", "pass"]
    code = "(set-flag up false) (if (empty? e) (set-flag upp true)) (verify (not-flag? up))"
    with pytest.raises(BadZrf, match="upp is set, but no move asks for it"):
        game(tmp_path, pieces.format(code), TWO, ENDLESS)


@pytest.mark.parametrize("option", ["discard cascades", "include off-pieces"])
def test_options_of_which_too_little_is_known_are_refused(option: str, tmp_path: Path) -> None:
    assert texts(game(tmp_path, man("e add"), TWO, f'(option "{option}" false)' + ENDLESS).start())
    with pytest.raises(BadZrf, match=f'the option "{option}" is not supported') as refused:
        game(tmp_path, man("e add"), TWO, f'(option "{option}" true)' + ENDLESS)
    assert refused.value.line == 4


def test_a_use_of_a_macro_may_say_more_than_it_needs_but_not_less(tmp_path: Path) -> None:
    text = """(define step ($1 (verify empty?) add))
    (define nothing)
    (game (title "Macros") (players A B) (turn-order A B)
    (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("1" (0 9))) (directions (e 1 0))))
    (piece (name Man) (moves (nothing) (step {})))
    (board-setup (A (Man a1)) (B (Man c1))) (loss-condition (A B) stalemated))"""
    path = tmp_path / "macros.zrf"
    path.write_text(text.format("e unused"), encoding="utf-8")
    assert texts(uncompiled(str(path)).start()) == ["a1-b1"]
    path.write_text(text.format(""), encoding="utf-8")
    with pytest.raises(BadZrf, match=r"the macro step needs \$1") as refused:
        load(str(path))
    assert refused.value.line == 5
