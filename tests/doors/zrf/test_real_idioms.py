"""Idioms of rules files that people have published, in files of our own: groups and connections found by loops over all
positions, sowing by flags that count, hands beside the board, and chess as others have counted it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from ludarium.doors.zrf.files import load
from ludarium.engine import Game, Position
from tests.doors.zrf.chess_positions import POSITIONS, chess_file

# All cells of a board, one after the other; a loop over them is repeated until it finds nothing more.
BOARD = """
(board
  (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d" (10 0)) ("4/3/2/1" (0 10)))
    (directions (n 0 -1) (e 1 0) (s 0 1) (w -1 0) (ne 1 -1) (sw -1 1) (next 0 -1)))
  (dummy before)
  (links next (before a1) (a4 b1) (b4 c1) (c4 d1))
  (zone (name bottom) (players White Black) (positions a1 b1 c1 d1))
  (zone (name top) (players White Black) (positions a4 b4 c4 d4))
  (zone (name left) (players White Black) (positions a1 a2 a3 a4))
  (zone (name right) (players White Black) (positions d1 d2 d3 d4)))
"""
CAPTURING = f"""
(define free-beside
  (if (or (and (empty? $1) (not-position-flag? put $1)) (and (enemy? $1) (position-flag? alive $1)))
    (set-position-flag alive true) (set-flag more true)))
(define capture-what-has-no-liberty
  (set-flag more true)
  (while (flag? more)
    (set-flag more false)
    before
    (while (on-board? next)
      next
      (if (and enemy? (not-position-flag? alive))
        (free-beside n) (free-beside e) (free-beside s) (free-beside w))))
  before
  (while (on-board? next) next (if (and enemy? (not-position-flag? alive)) capture)))
(define put-stone (
  (verify (not-position? before)) (verify empty?) (set-position-flag put true) mark
  (capture-what-has-no-liberty)
  back add))
(game (title "Capturing") (players White Black) (turn-order White Black) {BOARD}
  (piece (name Stone) (drops (put-stone)))
  (board-setup (White (Stone off 40)) (Black (Stone off 40)))
  (count-condition (White Black) stalemated) (option "quiet plies" 60))
"""
CONNECTING = f"""
(define joins (if (and friend? (position-flag? reached $1)) (set-position-flag reached true) (set-flag more true)))
(define connect
  (set-flag more true)
  (while (flag? more)
    (set-flag more false)
    before
    (while (on-board? next)
      next
      (if (and (or friend? (position-flag? put)) (not-position-flag? reached))
        (if (in-zone? $1) (set-position-flag reached true) (set-flag more true)
         else (if (or (position-flag? reached n) (position-flag? reached e) (position-flag? reached s)
                      (position-flag? reached w) (position-flag? reached ne) (position-flag? reached sw))
                (set-position-flag reached true) (set-flag more true))))))
  before
  (while (on-board? next)
    next (if (and (in-zone? $2) (position-flag? reached)) (set-flag connected true))))
(define put-stone (
  (verify empty?) (verify (not-position? before)) (set-position-flag put true) mark
  (set-flag connected false)
  (if (flag? connected) (joins n))
  (connect $1 $2)
  back
  (if (flag? connected) (create Bridge before))
  add))
(game (title "Connecting") (players White Black) (turn-order White Black) {BOARD}
  (piece (name Bottom-top) (drops (put-stone bottom top)))
  (piece (name Left-right) (drops (put-stone left right)))
  (piece (name Bridge))
  (board-setup (White (Bottom-top off 16)) (Black (Left-right off 16)))
  (win-condition (White Black) (absolute-config Bridge (before))))
"""


def game_of(text: str, tmp_path: Path) -> Game:
    path = tmp_path / "game.zrf"
    path.write_text(text, encoding="utf-8")
    game = load(str(path))
    game.bound = game.rules.unwaited(game.seats)
    return game


def stones(position: Position) -> dict[tuple[int, int], str]:
    """What stands where, by column and row, in the picture's letters."""
    found: dict[tuple[int, int], str] = {}
    for line in position.draw().splitlines():
        shown = re.fullmatch(r"\s*[a-d](\d)\s+(.)\s(.)\s(.)\s(.)\s.*", line + " ")
        if shown:
            found |= {(column, int(shown[1])): letter for column, letter in enumerate(shown.groups()[1:])}
    assert len(found) == 16, position.draw()
    return {cell: letter for cell, letter in found.items() if letter != "."}


def beside(cell: tuple[int, int], *, hexagons: bool = False) -> list[tuple[int, int]]:
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0), *([(1, 1), (-1, -1)] if hexagons else [])]
    cells = [(cell[0] + x, cell[1] + y) for x, y in steps]
    return [(x, y) for x, y in cells if 0 <= x < 4 and 1 <= y <= 4]


def captured(before: dict[tuple[int, int], str], put: tuple[int, int], letter: str) -> dict[tuple[int, int], str]:
    """The stones after one was put: others without a liberty are gone."""
    after = {**before, put: letter}
    alive = {
        cell for cell, each in after.items() if each != letter and any(other not in after for other in beside(cell))
    }
    while more := {
        cell
        for cell, each in after.items()
        if each != letter and cell not in alive and any(other in alive for other in beside(cell))
    }:
        alive |= more
    return {cell: each for cell, each in after.items() if each == letter or cell in alive}


def cell_of(text: str) -> tuple[int, int]:
    return "abcd".index(text[0]), int(text[1])


def test_groups_without_liberties_are_captured(tmp_path: Path) -> None:
    game = game_of(CAPTURING, tmp_path)
    taken = 0
    for seed in range(3):
        source = random.Random(seed)
        position, expected = game.start(seed), dict[tuple[int, int], str]()
        for ply in range(30):
            move = source.choice([move.text for move in position.moves()])
            before = len(expected)
            expected = captured(expected, cell_of(move), "Ss"[ply % 2])
            taken += len(expected) <= before
            position = position.play(move)
            assert stones(position) == expected
            if position.over:
                break
    assert taken > 3


def connected(board: dict[tuple[int, int], str], letter: str, index: int) -> bool:
    """Whether a player's stones connect the first and the last row, counted by `index`."""
    low, high = (0, 3) if index == 0 else (1, 4)
    reached = {cell for cell, each in board.items() if each == letter and cell[index] == low}
    while more := {
        cell
        for cell, each in board.items()
        if each == letter and cell not in reached and any(o in reached for o in beside(cell, hexagons=True))
    }:
        reached |= more
    return any(cell[index] == high for cell in reached)


def test_who_connects_two_sides_has_won(tmp_path: Path) -> None:
    game = game_of(CONNECTING, tmp_path)
    won = set()
    for seed in range(8):
        source = random.Random(seed)
        position, board = game.start(seed), dict[tuple[int, int], str]()
        for ply in range(16):
            move = source.choice([move.text for move in position.moves()])
            board[cell_of(move.partition("@")[2] or move)] = "Bl"[ply % 2]
            position = position.play(move)
            both = connected(board, "B", 1), connected(board, "l", 0)
            assert position.over == any(both), position.draw()
            if position.over:
                assert position.result().points == tuple(map(float, both))
                won.add(both)
                break
    assert len(won) == 2


@pytest.mark.parametrize("name", POSITIONS)
def test_chess_as_others_have_counted_it(name: str, tmp_path: Path) -> None:
    position = POSITIONS[name]  # deeper: python -m benchmarks.zrf --chess
    start = game_of(chess_file(position.board), tmp_path).start()
    moves = start.moves()
    assert len(moves) == position.counts[0]
    if name == "en passant":
        assert sum(len(start.play(move).moves()) for move in moves) == position.counts[1]
