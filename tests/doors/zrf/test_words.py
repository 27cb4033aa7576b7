"""What the words of move code and of conditions do, on boards as small as they can be."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from ludarium.doors.zrf.files import load
from ludarium.engine import Game, Position

_NUMBER = itertools.count()


def game(folder: Path, pieces: str, setup: str, more: str = "", board: str = "") -> Game:
    """A game on five by three squares, which is not compiled."""
    order = "" if "turn-order" in more else "(turn-order White Black)"
    end = "" if "condition" in more else "(loss-condition (White Black) stalemated)"
    text = f"""(game (title "Small") (players White Black Grey) {order}
    (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e" (9 0)) ("3/2/1" (0 9)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (sw -1 1))) {board})
    {pieces} (board-setup {setup}) {more} {end})"""
    path = folder / f"small{next(_NUMBER)}.zrf"
    path.write_text(text, encoding="utf-8")
    made = load(str(path))
    made.bound = made.rules.unwaited(made.seats)
    return made


def man(code: str, attributes: str = "") -> str:
    return f"(piece (name Man) {attributes} (moves ({code})))"


def texts(position: Position) -> list[str]:
    return [move.text for move in position.moves()]


ENDLESS = '(option "pass turn" true) (draw-condition (White Black) repetition)'
TWO = "(White (Man a1)) (Black (Man e3))"


@pytest.mark.parametrize(
    ("code", "setup", "expected"),
    [
        ("e add", TWO, ["a1-b1"]),
        ("w add e add", TWO, []),  # the edge of the board ends it
        ("e add w add", TWO, ["a1-b1", "a1-a1"]),
        ("e (while empty? add e)", "(White (Man a1)) (Black (Man d1))", ["a1-b1", "a1-c1"]),
        ("e e (verify enemy?) add", "(White (Man a1)) (Black (Man c1))", ["a1xc1"]),
        ("e (verify enemy?) capture e (verify empty?) add", "(White (Man a1)) (Black (Man b1))", ["a1-c1xb1"]),
        ("mark e e back n add", TWO, ["a1-a2"]),
        ("c2 add", TWO, ["a1-c2"]),
        ("e (if (empty? e) e else n) add", "(White (Man a1)) (Black (Man c1))", ["a1-b2"]),
        ("e to n n add", TWO, ["a1-b1"]),
        ("ne (opposite n) add", TWO, ["a1-b1"]),
        ("e add e add w add", TWO, ["a1-b1", "a1-c1"]),  # the same move twice is one
        ("(verify (not (empty? e))) e add", "(White (Man a1)) (Black (Man b1))", ["a1xb1"]),
        ("(verify (not-on-board? w)) n add", TWO, ["a1-a2"]),
        ("(verify (and (on-board? n) (or friend? enemy?))) n add", TWO, ["a1-a2"]),
        ("(verify adjacent-to-enemy?) n add", "(White (Man a1)) (Black (Man b1))", ["a1-a2"]),
        ("e (verify neutral?) add", "(White (Man a1)) (Black (Man e3)) (Grey (Man b1))", ["a1xb1"]),
        ("e (verify enemy?) add", "(White (Man a1)) (Black (Man e3)) (Grey (Man b1))", []),
        ("e (verify (position? b1)) (verify (position? a1 w)) add", TWO, ["a1-b1"]),
        ("(set-flag far (empty? e)) n (verify (flag? far)) add", TWO, ["a1-a2"]),
        ("(set-position-flag seen true e) e (verify (position-flag? seen)) add", TWO, ["a1-b1"]),
        ("(while (on-board? e) e) add", TWO, ["a1-e1"]),
        ("(while empty? n) e add", TWO, ["a1-b1"]),
        ("e cascade e add", "(White (Man a1)) (Black (Man b1))", ["a1-b1,b1-c1"]),
        ("e (verify not-attacked?) add", "(White (Man a1)) (Black (Man b2))", ["a1-b1"]),
        ("e (verify attacked?) add", "(White (Man a1)) (Black (Man a2 c1))", []),
        ("e (verify not-defended?) add", "(White (Man a1)) (Black (Man e3))", ["a1-b1"]),
    ],
)
def test_moves(code: str, setup: str, expected: list[str], tmp_path: Path) -> None:
    assert texts(game(tmp_path, man(code), setup, ENDLESS).start())[:-1] == expected


def after(folder: Path, code: str, setup: str, move: str, attributes: str = "") -> str:
    """The picture after one move."""
    pieces = man(code, attributes) + "(piece (name King))"
    drawn = game(folder, pieces, setup, ENDLESS).start().play(move).draw()
    return "/".join("".join(line.split()[1:-1]) for line in drawn.splitlines())


@pytest.mark.parametrize(
    ("code", "move", "expected"),
    [
        ("e (verify enemy?) flip e add", "a1-c1", "...../...../.MM.."),
        ("e change-owner e add", "a1-c1", "...../...../.MM.."),
        ("e (change-type King) e add", "a1-c1", "...../...../.kM.."),
        ("e e (add King)", "a1-c1=K", "...../...../.mK.."),
        ("e e add-copy", "c1", "...../...../MmM.."),
        ("e e (create King n) (create Black King s) add", "a1-c1", ""),
        ("n (create King n) (create Black King e) add", "a1-a2", "K..../Mk.../.m..."),
        ("(capture e) n add", "a1-a2xb1", "...../M..../....."),
        ("e cascade e add", "a1-b1,b1-c1", "...../...../.Mm.."),
    ],
)
def test_what_moves_do(code: str, move: str, expected: str, tmp_path: Path) -> None:
    if not expected:
        # Nothing lies south of the lowest row: the move is not there.
        assert texts(game(tmp_path, man(code) + "(piece (name King))", TWO, ENDLESS).start()) == ["pass"]
        return
    assert after(tmp_path, code, "(White (Man a1)) (Black (Man b1))", move) == expected


def test_attributes_go_with_the_piece(tmp_path: Path) -> None:
    pieces = man("(verify fresh?) e (set-attribute fresh? false) add", "(attribute fresh? true)")
    position = game(tmp_path, pieces, "(White (Man a1)) (Black (Man a3))").start()
    position = position.play("a1-b1").play("a3-b3")
    assert position.over  # nobody is fresh any more


def test_a_partial_move_goes_on_with_its_type(tmp_path: Path) -> None:
    pieces = """(piece (name Man) (moves (move-type hop) (e (verify enemy?) capture e (verify empty?) (add-partial hop))
      (move-type walk) (n add)))"""
    made = game(tmp_path, pieces, "(White (Man a1 a2)) (Black (Man b1 d1 e2))", "(move-priorities hop walk)")
    position = made.start()
    assert texts(position) == ["a1-c1xb1"]
    position = position.play("a1-c1xb1")
    assert position.movers == (0,)
    assert texts(position) == ["c1-e1xd1"]
    assert position.play("c1-e1xd1").movers == (1,)


def test_a_partial_move_may_be_stopped_where_the_file_says_so(tmp_path: Path) -> None:
    pieces = "(piece (name Man) (moves (e (verify enemy?) capture e (verify empty?) add-partial) (n add)))"
    made = game(tmp_path, pieces, "(White (Man a1)) (Black (Man b1 d1))", '(option "pass partial" true)')
    position = made.start().play("a1-c1xb1")
    assert texts(position) == ["c1-e1xd1", "c1-c2", "stop"]
    assert position.play("stop").movers == (1,)


def test_the_most_must_be_captured(tmp_path: Path) -> None:
    pieces = "(piece (name Man) (moves (e (verify enemy?) capture e (verify empty?) add-partial)))"
    setup = "(White (Man a1 a3)) (Black (Man b1 d1 b3))"
    assert texts(game(tmp_path, pieces, setup).start()) == ["a3-c3xb3", "a1-c1xb1"]
    most = game(tmp_path, pieces, setup, '(option "maximal captures" true)').start()
    assert texts(most) == ["a1-c1xb1"]
    assert texts(most.play("a1-c1xb1")) == ["c1-e1xd1"]


def test_turns_types_and_other_players_pieces(tmp_path: Path) -> None:
    pieces = "(piece (name Man) (moves (move-type up) (n add) (move-type right) (e add)))"
    order = "(turn-order (White up) repeat (Black White right) (White Black))"
    position = game(tmp_path, pieces, "(White (Man a1)) (Black (Man c1))", order).start()
    assert texts(position) == ["a1-a2"]
    position = position.play("a1-a2")
    assert (position.movers, texts(position)) == ((1,), ["a2-b2"])
    position = position.play("a2-b2")
    assert (position.movers, texts(position)) == ((0,), ["c1-c2", "c1-d1"])
    assert position.play("c1-c2").movers == (1,)


def test_chance_moves_its_player(tmp_path: Path) -> None:
    made = game(tmp_path, man("e add"), "(White (Man a1)) (Black (Man a2))", "(turn-order White Black)").start()
    assert not made.game.chance
    text = (Path(made.game.name)).read_text(encoding="utf-8")
    text = text.replace("(players White Black Grey)", "(players White Black ?Wind)").replace(
        "(turn-order White Black)", "(turn-order White ?Wind Black ?Wind)"
    )
    path = tmp_path / "chance.zrf"
    path.write_text(text.replace("(White (Man a1))", "(White (Man a1)) (?Wind (Man a3 d3))"), encoding="utf-8")
    windy = load(str(path))
    windy.bound = windy.rules.unwaited(2)
    assert windy.chance
    after_one = {windy.start(seed).play("a1-b1").draw() for seed in range(12)}
    assert len(after_one) == 2  # one of the two pieces has moved
    assert all(windy.start(seed).play("a1-b1").movers == (1,) for seed in range(3))


@pytest.mark.parametrize(
    ("goal", "moves", "points"),
    [
        ("(win-condition (White Black) (absolute-config Man (c1)))", 3, (1.0, 0.0)),
        ("(win-condition (White Black) (absolute-config Man (goal)))", 1, (1.0, 0.0)),
        ("(win-condition (White Black) (relative-config Man n Man))", 1, (0.0, 1.0)),
        ("(loss-condition (White Black) (relative-config Man s Man s Man))", 2, None),
        ("(loss-condition (White) (pieces-remaining 1))", 1, (0.0, 1.0)),
        ("(draw-condition (White Black) (total-piece-count 3))", 1, (0.5, 0.5)),
        ("(win-condition (White) (and (pieces-remaining 1 Man) (not (total-piece-count 4))))", 1, (1.0, 0.0)),
        ("(count-condition (total-piece-count 3 Man))", 1, (0.0, 1.0)),
    ],
)
def test_goals(goal: str, moves: int, points: tuple[float, float] | None, tmp_path: Path) -> None:
    zone = "(zone (name goal) (players White) (positions b1 e3)) (zone (name goal) (players Black) (positions a3))"
    made = game(tmp_path, man("e add"), "(White (Man a1)) (Black (Man b2 b3))", goal, zone)
    position = made.start()
    for _ in range(moves):
        if not position.over:
            position = position.play(position.moves()[0])
    assert position.over == (points is not None)
    if points is not None:
        assert position.result().points == points


def test_captured_and_checkmated(tmp_path: Path) -> None:
    pieces = man("e add") + "(piece (name King) (moves (n add) (w add)))"
    setup = "(White (Man a1)) (Black (King b1))"
    captured = game(tmp_path, pieces, setup, "(loss-condition (White Black) (captured King))").start().play("a1xb1")
    assert captured.result().points == (1.0, 0.0)
    # Black's king may not stay beside White's man, and may not be left there.
    setup = "(White (Man a1 b3)) (Black (King c1))"
    mated = game(tmp_path, pieces, setup, "(loss-condition (White Black) (checkmated King))").start()
    position = mated.play("a1-b1")
    assert sorted(texts(position)) == ["c1-c2", "c1xb1"]


def test_who_cannot_move_draws_unless_the_file_says_otherwise(tmp_path: Path) -> None:
    setup = "(White (Man d1)) (Black (Man e3))"
    goal = "(win-condition (White Black) (captured Man))"
    assert game(tmp_path, man("e add"), setup, goal).start().play("d1-e1").result().points == (0.5, 0.5)
    setup, more = "(White (Man c1)) (Black (Man e3))", goal + '(option "pass turn" forced)'
    position = game(tmp_path, man("e add"), setup, more).start().play("c1-d1")
    assert texts(position) == ["pass"]
    assert position.play("pass").play("d1-e1").over


def test_drops_and_what_comes_back(tmp_path: Path) -> None:
    pieces = "(piece (name Man) (drops (row (verify empty?) add)) (moves (e (verify enemy?) add)))"
    zone = "(zone (name row) (positions a1 b1))"
    more = '(option "recycle captures" true)'
    made = game(tmp_path, pieces, "(White (Man off 1)) (Black (Man off 2))", more, zone)
    position = made.start()
    assert texts(position) == ["a1", "b1"]
    position = position.play("a1").play("b1")
    assert texts(position) == ["a1xb1"]  # nothing is left to drop
    assert "Black has off the board: 2 Man" in position.play("a1xb1").draw()


def test_boards_of_links(tmp_path: Path) -> None:
    path = tmp_path / "ring.zrf"
    path.write_text(
        """(game (title "Ring") (players White Black) (turn-order White Black)
        (board (positions (p 0 0 9 9) (q 9 0 18 9) (r 18 0 27 9)) (links on (p q) (q r) (r p)) (dummy limbo)
          (unlink (q r)) (links on (q r)) (kill-positions limbo))
        (piece (name Man) (moves (on (verify empty?) add)))
        (board-setup (White (Man p)) (Black (Man r)))
        (loss-condition (White Black) stalemated))""",
        encoding="utf-8",
    )
    made = load(str(path))
    made.bound = made.rules.unwaited(2)
    assert texts(made.start()) == ["p-q"]
    assert texts(made.start().play("p-q")) == ["r-p"]
