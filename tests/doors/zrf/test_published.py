"""What came to light when files that others have published were played, each in a file of our own."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from ludarium.doors.zrf.arguments import flags_asked
from ludarium.doors.zrf.description import read_file
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.files import load, parts_of
from ludarium.doors.zrf.game import ZrfGame
from ludarium.doors.zrf.reader import Node, text_of
from tests.doors.zrf.test_idioms import drawn
from tests.doors.zrf.test_styles import uncompiled
from tests.doors.zrf.test_words import ENDLESS, TWO, game, man, texts

SMALL = """(game (title "Small") (players A B) (turn-order A B)
(board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("2/1" (0 9))) (directions (e 1 0) (n 0 -1))))
(piece (name Man) (moves {}))
(board-setup (A (Man a1)) (B (Man {}))) (loss-condition (A B) stalemated))"""


def written(folder: Path, text: str) -> Path:
    path = folder / "published.zrf"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_macro_within_another_takes_the_arguments_that_are_not_given_to_it(tmp_path: Path) -> None:
    macros = "(define look (verify (empty? $2)))\n(define step ($1 (look) add))\n"
    path = written(tmp_path, macros + SMALL.format("(step e n) (step n e)", "c1"))
    assert texts(uncompiled(str(path)).start()) == ["a1-b1", "a1-a2"]
    (warning,) = read_file(path).warnings
    assert warning == "line 2: the macro look is used without $2: what is given to step around it was taken"
    # East: what lies north of b1 is taken. North: so is what lies east of a2.
    path = written(tmp_path, macros + SMALL.format("(step e n) (step n e)", "b2"))
    assert uncompiled(str(path)).start().over


def test_what_arrives_where_the_move_captures_goes_too(tmp_path: Path) -> None:
    """Exchanges, explosions and pieces that leave the board are written as `capture add`."""
    setup = "(White (Man a1 a3)) (Black (Man b1 e3))"
    exchange = game(tmp_path, man("e (if enemy? capture) add"), setup, ENDLESS).start()
    assert texts(exchange) == ["a3-b3", "a1xb1xb1", "pass"]
    assert drawn(exchange.play("a1xb1xb1")) == "M...m/...../....."
    drop = "(piece (name Man) (drops ((verify friend?) capture add)) (moves (e (verify empty?) add)))"
    full = game(tmp_path, drop, "(White (Man a1 b1 off 1)) (Black (Man e3))", ENDLESS).start()
    assert sorted(texts(full)) == ["a1xa1", "b1-c1", "b1xb1", "pass"]
    assert texts(full.play("b1xb1").play("pass")) == ["a1-b1", "pass"]


def test_what_is_created_where_the_move_captures_stays(tmp_path: Path) -> None:
    pieces = man("(capture e) (create King e) n add") + "(piece (name King))"
    start = game(tmp_path, pieces, "(White (Man a1)) (Black (Man b1))", ENDLESS).start()
    assert drawn(start.play("a1-a2xb1")) == "...../M..../.K..."


def test_a_move_may_note_much(tmp_path: Path) -> None:
    """Four changes on each of fifteen positions, and a capture after all of them."""
    names = ("one?", "two?", "three?", "four?")
    marks = " ".join(f"(set-attribute {name} true)" for name in names)
    attributes = " ".join(f"(attribute {name} false)" for name in names)
    code = f"a3 (while (on-board? next) {marks} next) {marks} (capture e3) b2 (verify (not-one? a3)) add"
    order = [f"{column}{row}" for row in (3, 2, 1) for column in "abcde"]
    links = " ".join(f"({one} {two})" for one, two in itertools.pairwise(order))
    pieces = f"(piece (name Man) {attributes} (moves ({code})))"
    position = game(tmp_path, pieces, TWO, ENDLESS, board=f"(links next {links})").start()
    assert drawn(position.play("a1-b2xe3")) == "...../.M.../....."


def test_variants_may_stand_before_their_game(tmp_path: Path) -> None:
    before = '(variant (title "Two men") (board-setup (A (Man a1 b1)) (B (Man c2))))\n'
    after = '\n(variant (title "The same"))'
    path = written(tmp_path, before + SMALL.format("(n (verify empty?) add)", "c2") + after)
    assert [one.title for one in read_file(path).games] == ["Small", "Two men", "The same"]
    assert texts(uncompiled(f"{path}#2").start()) == ["a1-a2", "b1-b2"]
    with pytest.raises(BadZrf, match="no game that it could vary") as refused:
        load(str(written(tmp_path, before)))
    assert refused.value.line == 1


def test_an_unlink_that_takes_back_what_was_linked_is_refused(tmp_path: Path) -> None:
    links, unlink = "(links far (a1 e3))", "(unlink a1)"
    kept = game(tmp_path, man("far add"), "(White (Man a1)) (Black (Man b3))", ENDLESS, unlink + links).start()
    assert texts(kept) == ["a1-e3", "pass"]
    with pytest.raises(BadZrf, match=r"\(unlink a1\) takes back \(far a1 e3\) of line 3: put the unlink above"):
        game(tmp_path, man("e add"), TWO, ENDLESS, links + unlink)


def test_a_block_does_not_look_through_all_others_for_its_flags(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty kinds of pieces with twenty blocks each took minutes to read."""
    looked: list[Node] = []

    def looking(node: Node, what: str) -> dict[str, int]:
        looked.append(node)
        return flags_asked(node, what)

    monkeypatch.setattr("ludarium.doors.zrf.blocks.flags_asked", looking)
    ways = " ".join(f"({way} (set-flag up true) (verify (flag? up)) add)" for way in ("n", "s", "e", "w"))
    pieces = "".join(f"(piece (name P{number}) (moves {ways}))" for number in range(10))
    game(tmp_path, pieces, "(White (P1 a1)) (Black (P2 e3))", ENDLESS)
    assert 40 <= len(looked) <= 4 * 40


def test_cyrillic_titles_and_western_ones(tmp_path: Path) -> None:
    path = tmp_path / "letters.zrf"
    for text, encoding in (("Волки и Козлёнок, ход 1", "cp1251"), ("Échecs à l'été, Mühle für zwei", "cp1252")):
        path.write_bytes(text.encode(encoding))
        assert text_of(path) == text


@pytest.mark.parametrize("blank", ["\xa0", "\x85", "\u2003", "\x1c", "\r", "\r\n", "\t"])
def test_every_kind_of_blank_is_one(blank: str, tmp_path: Path) -> None:
    """Pages that were copied from the web have blanks of their own; they used to end in an error without words."""
    path = tmp_path / "blanks.zrf"
    text = f"; A comment{blank}\n" + SMALL.format("(e add)", "c2").replace(" ", blank)
    path.write_bytes(text.replace("Small", "Small game").encode())
    assert texts(uncompiled(str(path)).start()) == ["a1-b1"]


def test_a_line_may_end_as_on_old_machines(tmp_path: Path) -> None:
    path = tmp_path / "ends.zrf"
    path.write_bytes(SMALL.format("(e (verify emty?) add)", "c2").replace("\n", "\r").encode())
    with pytest.raises(BadZrf, match="emty") as refused:
        load(str(path))
    assert refused.value.line == 3


def test_sixteen_bits_for_a_letter(tmp_path: Path) -> None:
    path = tmp_path / "wide.zrf"
    path.write_bytes(SMALL.format("(e add)", "c2").encode("utf-16"))
    assert read_file(path).games[0].title == "Small"


def test_players_may_be_named_after_they_are_spoken_of(tmp_path: Path) -> None:
    text = SMALL.format("(e (verify empty?) add)", "c2")
    named = "(players A B)"
    moved = text.replace(named, "").replace("stalemated))", f"stalemated) {named})")
    assert texts(uncompiled(str(written(tmp_path, moved))).start()) == ["a1-b1"]


def test_an_attribute_is_set_elsewhere(tmp_path: Path) -> None:
    """An attribute of a piece beside or somewhere else, not of the one that moves."""
    code = "(verify not-tired?) (set-attribute tired? true e) (set-attribute tired? true a3) n add"
    pieces = man(code, "(attribute tired? false)")
    start = game(tmp_path, pieces, "(White (Man a1 b1 c1 a3)) (Black (Man e3))", ENDLESS).start()
    assert texts(start) == ["a1-a2", "b1-b2", "c1-c2", "pass"]
    assert texts(start.play("a1-a2").play("pass")) == ["a2xa3", "c1-c2", "pass"]


def test_a_series_that_could_go_on_for_ever_ends(tmp_path: Path) -> None:
    hop = "({0} (verify not-empty?) {0} (verify empty?) (add-partial hop))"
    pieces = f"(piece (name Man) (moves (move-type hop) {hop.format('e')} {hop.format('w')})) (piece (name Rock))"
    more = '(option "quiet plies" 30) (loss-condition (White Black) stalemated)'
    position = game(tmp_path, pieces, "(White (Man a1)) (Black (Rock b1))", more).start()
    for _ in range(30):
        assert len(position.moves()) == 1
        position = position.play(position.moves()[0])
    assert position.over


def test_pieces_whose_names_differ_in_one_large_letter(tmp_path: Path) -> None:
    named = (("Y", "n"), ("y", "e"), ("y+", "s"))
    pieces = "".join(f"(piece (name {name}) (moves ({way} add)))" for name, way in named)
    start = game(tmp_path, pieces, "(White (Y a1) (y c2) (y+ e2)) (Black (Y e3))", ENDLESS).start()
    assert sorted(texts(start)) == ["a1-a2", "c2-d2", "e2-e1", "pass"]


def test_titles_may_have_brackets(tmp_path: Path) -> None:
    variant = '(variant (title "Small (wide)") (piece (name Man) (moves (e add) (n add))))'
    path = written(tmp_path, SMALL.format("(e add)", "c2") + variant)
    assert texts(uncompiled(f"{path}#Small (wide)").start()) == ["a1-b1", "a1-a2"]
    added = "(draw-condition (A B) repetition)"
    assert parts_of(f"{path}#small (WIDE) {added}") == (path, "small (WIDE)", added)
    assert parts_of(f"{path}#2 {added}") == (path, "2", added)
    assert parts_of(f"{path} {added}") == (path, "", added)
    with pytest.raises(BadZrf, match=r"there is no game 'Small \(tall\)': the file has 1 Small, 2 Small \(wide\)"):
        load(f"{path}#Small (tall)")


def test_only_what_stands_there_is_told_as_captured(tmp_path: Path) -> None:
    """Blocks often capture all around, whether or not something is there."""
    start = game(tmp_path, man("(capture e) (capture ne) n add"), "(White (Man a1)) (Black (Man b1))", ENDLESS).start()
    assert texts(start) == ["a1-a2xb1", "pass"]


def test_forty_kinds_of_pieces_have_letters_of_their_own(tmp_path: Path) -> None:
    pieces = "".join(f"(piece (name {colour}-{number}) (moves (e add)))" for colour in "RGB" for number in range(20))
    made = game(tmp_path, pieces, "(White (R-0 a1)) (Black (B-9 e3))", ENDLESS)
    assert isinstance(made, ZrfGame)
    letters = [letter for piece in made.pieces.values() for letter in {piece, piece.lower()}]
    assert "?" not in letters
    assert len(set(letters)) == len(letters)


def test_what_lies_off_the_board_cannot_be_marked(tmp_path: Path) -> None:
    code = (
        "(set-position-flag beside true w) (set-position-flag beside true e) e (verify (position-flag? beside)) n add"
    )
    assert texts(game(tmp_path, man(code), TWO, ENDLESS).start()) == ["a1-b2", "pass"]


def test_a_type_without_moves_ends_a_series(tmp_path: Path) -> None:
    """Published draughts name a type of which there is no move, so that who is crowned by a jump jumps no further."""
    jump = "(move-type jump) (e (verify enemy?) capture e (verify empty?) (add-partial {}))"
    setup = "(White (Man a1)) (Black (Man b1 d1))"
    for following, series in (("jump", ["a1-c1xb1", "c1-e1xd1"]), ("ended", ["a1-c1xb1"])):
        pieces = f"(piece (name Man) (moves {jump.format(following)} (move-type ended)))"
        position = game(tmp_path, pieces, setup, ENDLESS + "(move-priorities jump)").start()
        for move in series:
            position = position.play(move)
        assert position.movers[0] == 1, following


def test_zones_may_say_what_they_are_and_nothing_else(tmp_path: Path) -> None:
    zone = '(zone (name edge) (help "The edge") {} (positions e1 e2))'
    code = man("e (verify (not-in-zone? edge)) add")
    setup = "(White (Man d1 a1)) (Black (Man e3))"
    assert texts(game(tmp_path, code, setup, board=zone.format("(players White)")).start()) == ["a1-b1"]
    with pytest.raises(BadZrf, match=r"line 3: \(glow is no part of a zone: expected name, players or positions"):
        game(tmp_path, code, setup, board=zone.format("(glow White)"))
