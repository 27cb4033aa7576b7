"""Files as people write them: other encodings and line ends, sounds and pictures, includes, variants that override,
macros within macros. What is not a rule is left out, what is not supported is refused by name and line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludarium.doors.zrf.description import read_file
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.files import load
from ludarium.engine import Game

DRESSED = r"""
; *** A file with everything around the rules ***
(version "2.0")
(translate "Stone" "Pierre" "Black" "Noir")
(define add-to-empty ((verify empty?) add))
(define step ($1 (verify empty?) add))
(define both (step $1) (step $2))
(define all-ways (both $1 $2) (both $3 $4))
(define name-of "$1")
(game
  (default)
  (title "Café (small)")
  (description "Put stones (three each), then move them. \
Three in a row win; see http://example.org/rules (or ask).")
  (history "Old; `very` old (they say).")
  (strategy "None.")
  (option "animate captures" false)
  (option "animate drops" false)
  (option "show moves list" true)
  (option "smart moves" true)
  (option "prevent flipping" 2)
  (option "selection screen" true)
  (option "highlight goals" true)
  (win-sound "Audio\Win.wav") (loss-sound "Audio\Lose.wav") (draw-sound "") (click-sound "Audio\Pick.wav")
  (release-sound "Audio\Put.wav") (drop-sound "Audio\Drop.wav") (capture-sound "Audio\Cap.wav")
  (change-sound "Audio\Turn.wav") (move-sound "Audio\Go.wav") (opening-sound "Audio\Open.wav")
  (music "Audio\Tune.mid")
  (solution "Solutions\one.zsg")
  (players Black White)
  (turn-order (Black drop-it) (White drop-it) (Black drop-it) (White drop-it) (Black drop-it) (White drop-it)
    repeat (Black walk) (White walk))
  (board
    (image "Images\Board.bmp" "Images\Board2.bmp")
    (grid
      (start-rectangle 5 5 45 45)
      (dimensions ("a/b/c" (50 0)) ("3/2/1" (0 50)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1))
    )
    (symmetry White (n s) (s n))
  )
  (piece
    (name Stone)
    (image Black "Images\B.bmp" "Images\B2.bmp" White "Images\W.bmp")
    (help "Stone: drops, then steps")
    (description "Stone\It goes one step.")
    (notation "S")
    (open "Images\B.bmp")
    (drops (move-type drop-it) (add-to-empty))
    (moves (move-type walk) (all-ways n s e w))
  )
  (board-setup (Black (Stone off 3)) (White (Stone off 3)))
  (win-condition (Black White) (or
    (relative-config Stone n Stone n Stone) (relative-config Stone e Stone e Stone)
    (relative-config Stone ne Stone ne Stone) (relative-config Stone nw Stone nw Stone)))
  (draw-condition (Black White) stalemated)
)
(variant (title "-"))
(variant
  (title "Café, already there")
  (description "All stones stand on the board from the start.")
  (turn-order Black White)
  (board-setup (Black (Stone a1 b1 c2)) (White (Stone a3 b3 c1)))
)
(variant
  (title "Café, losing")
  (loss-condition (Black White) (or (relative-config Stone n Stone n Stone) (relative-config Stone e Stone e Stone)))
  (draw-condition (Black White) stalemated)
)
"""


def written(folder: Path, text: str, name: str = "styles.zrf", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def uncompiled(reference: str) -> Game:
    game = load(reference)
    game.bound = game.rules.unwaited(game.seats)
    return game


def play_out(game: Game, seed: int, most: int = 2_000) -> bool:
    """A random game; whether it came to its end."""
    position, source = game.start(seed), random.Random(seed)
    for _ in range(most):
        if position.over:
            break
        position = position.play(source.choice(position.moves()))
    return position.over


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_encodings_and_line_ends(encoding: str, line_end: str, tmp_path: Path) -> None:
    path = written(tmp_path, DRESSED.replace("\n", line_end) + "\x1a", encoding=encoding)
    file = read_file(path)
    assert [game.title for game in file.games] == ["Café (small)", "Café, already there", "Café, losing"]
    assert file.warnings == []


def test_variants_override_what_they_say_and_keep_the_rest(tmp_path: Path) -> None:
    path = written(tmp_path, DRESSED)
    assert len(uncompiled(f"{path}").start().moves()) == 9
    there = uncompiled(f"{path}#2")
    assert all("-" in move.text for move in there.start().moves())
    for which in ("1", "2", "3"):
        game = uncompiled(f"{path}#{which}")
        assert all(play_out(game, seed) for seed in range(3)), which


def test_an_included_file_brings_macros_and_boards(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    written(
        tmp_path,
        """(define The-Board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("3/2/1" (0 9)))
        (directions (n 0 -1) (e 1 0))))
        (define put ((verify empty?) add))""",
        "parts/common.zrf",
    )
    path = written(
        tmp_path,
        r"""(include "parts\common.zrf")
        (game (title "Included") (players A B) (turn-order A B) (board (The-Board)) (piece (name M) (drops (put)))
        (board-setup (A (M off 5)) (B (M off 4)))
        (win-condition (A B) (relative-config M e M e M)) (draw-condition (A B) stalemated))""",
    )
    game = uncompiled(str(path))
    assert all(play_out(game, seed) for seed in range(3))


SMALL = """(game (title "Small")
(players {players})
(turn-order {players})
(board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("2/1" (0 9))) (directions (n 0 -1) (e 1 0))))
(piece (name Man) (moves {moves}))
(board-setup (A (Man a1)))
{more}
(loss-condition (A) stalemated))
"""


@pytest.mark.parametrize(
    ("players", "moves", "more", "line", "word"),
    [
        ("A B C D E F", "(n add)", "", 1, "6 players"),
        ("A B", "(n add)", '(engine "mancala.dll")', 7, "engine"),
        ("A B", "(n (sow 3) add)", "", 5, "sow"),
        ("A B", "(n (verify (seeds-in 4)) add)", "", 5, "seeds-in"),
        ("A B", "(n add)", '(option "recycle promotions" true)', 1, "recycle promotions"),
        ("A B", "(n add)", '(option "unknown thing" true)', 7, "unknown thing"),
        ("A B", "(n (verify goal-position?) add)", "", 5, "goal-position?"),
        ("A B", "(n add)", '(strings "Hello")', 7, "strings"),
        ("A B", "(n add)", "(move-priorities first)", 1, "first"),
        ("A B", "(n add)", '(option "extra turn" Ghost)', 1, "Ghost"),
        ("A B", "(n add)", '(option "take back" undoing)', 1, "undoing"),
        ("A B", "(n add)", '(option "score rows" none)', 7, "score rows"),
    ],
)
def test_what_is_not_supported_is_refused_by_name_and_line(
    players: str, moves: str, more: str, line: int, word: str, tmp_path: Path
) -> None:
    path = written(tmp_path, SMALL.format(players=players, moves=moves, more=more))
    with pytest.raises(BadZrf, match=word) as refused:
        load(str(path))
    assert refused.value.line == line


EXAMPLES = Path(__file__).parents[3] / "examples" / "zrf"


@pytest.mark.parametrize("name", ["alquerque", "amazons", "fox", "morris", "race"])
def test_small_games_are_played_to_their_ends(name: str) -> None:
    game = uncompiled(str(EXAMPLES / f"{name}.zrf"))
    assert play_out(game, seed=1)


def test_a_mill_takes_a_man_in_the_same_turn() -> None:
    game = uncompiled(str(EXAMPLES / "morris.zrf"))
    position = game.start()
    for move in ("a7", "a1", "d7", "d1", "g7"):
        position = position.play(move)
    assert position.movers == (0,)
    assert {move.text for move in position.moves()} == {"g7-g7xa1", "g7-g7xd1"}
    assert position.play("g7-g7xa1").movers == (1,)


def test_two_men_are_too_few_only_when_all_have_been_put() -> None:
    game = uncompiled(str(EXAMPLES / "morris.zrf"))
    position = game.start()
    for move in ("a7", "a1", "d7", "b6", "d5"):
        position = position.play(move)
    assert not position.over
    plies = 5
    while not position.over:
        position, plies = position.play(position.moves()[-1]), plies + 1
    assert plies > 18
