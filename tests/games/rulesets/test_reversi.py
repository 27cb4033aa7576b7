"""Reversi on drawn boards: set-up, outflanking, flips, passes, the end, and no flips round the edge."""

from __future__ import annotations

import pytest

from ludarium.engine import IllegalMove
from ludarium.games import load
from tests.games.rulesets.boards import drawn, place, shown, texts, winner


@pytest.mark.parametrize(
    ("size", "text"),
    [
        ("4x4", "4/1xo1/1ox1/4 x"),
        ("8x8", "8/8/8/3xo3/3ox3/8/8/8 x"),
        ("3x3", "3/xo1/ox1 x"),
        ("5x5", "5/5/1xo2/1ox2/5 x"),
        ("6x3", "6/2xo2/2ox2 x"),
    ],
)
def test_two_men_each_stand_crosswise_in_the_middle(size: str, text: str) -> None:
    """On odd sides one column to the left, one row down."""
    assert load(f"{size} reversi most-men").start().text == text


def test_a_man_must_outflank() -> None:
    position = load("reversi").start()
    assert texts(position) == ["c4", "d3", "e6", "f5"]
    with pytest.raises(IllegalMove, match="'a1' is not legal here"):
        position.play("a1")
    assert shown(position.play("d3"))[3:6] == ["...xo...", "...xx...", "...x...."]


def test_all_lines_outflanked_flip_and_no_others() -> None:
    position = place(
        "reversi most-men",
        """
        x . . x . . x
        . o . o . o .
        . . o o o . .
        x o o . o o .
        . . o o o . .
        . o . o . o .
        . . . x . . x
        """,
        "x",
    )
    # To the right and to the lower left no man of x stands behind.
    assert shown(position.play("d4")) == drawn("""
        x . . x . . x
        . x . x . x .
        . . x x x . .
        x x x x o o .
        . . o x x . .
        . o . x . x .
        . . . x . . x
    """)


def test_flips_do_not_reach_beyond_the_next_own_man_or_a_gap() -> None:
    position = place(
        "reversi most-men",
        """
        . . . . . . . .
        x o . o x o x .
        . . . . . . . .
        """,
        "x",
    )
    assert texts(position) == ["c2"]
    assert shown(position.play("c2"))[1] == "xxxxxox."


def test_no_man_is_outflanked_round_the_edge() -> None:
    """x on c2 and o on d2 go on, by number of cell, to a3; the diagonals to other cells of the far side."""
    position = place(
        "reversi most-men",
        """
        . o x .
        . . . .
        . . x o
        . . . .
        """,
        "x",
    )
    assert texts(position) == ["a4"]
    corner = place(
        "reversi most-men",
        """
        . . . .
        . . x .
        o . . o
        x . . .
        """,
        "x",
    )
    assert texts(corner) == ["a3"]


def test_who_cannot_outflank_passes_and_the_pass_is_a_ply() -> None:
    position = place(
        "reversi most-men",
        """
        . . . .
        . . . .
        . . . .
        x o o .
        """,
        "o",
    )
    assert texts(position) == ["pass"]
    after = position.play("pass")
    assert after.text == "4/4/4/xoo1 x"
    assert texts(after) == ["d1"]
    assert winner(after.play("d1")) == "x"


def test_nobody_passes_who_can_move() -> None:
    with pytest.raises(IllegalMove, match="'pass' is not legal here; the legal moves are d3"):
        load("reversi").start().play("pass")


def test_the_game_ends_when_neither_can_move() -> None:
    board = """
        x x x .
        x x . .
        . . . .
        . . . o
    """
    for side in "xo":
        assert winner(place("reversi most-men", board, side)) == "x"
        assert winner(place("reversi most-men misere", board, side)) == "o"
        assert winner(place("reversi line-4", board, side)) == "draw"
    assert winner(place("reversi no-men", board, "x")) == "o"
    assert winner(place("reversi no-men", board, "o")) == "x"


def test_equal_numbers_are_a_draw() -> None:
    board = """
        x x o o
        x x o o
        x x o o
        x x o o
    """
    position = place("reversi most-men", board, "x")
    assert winner(position) == "draw"
    assert winner(place("reversi most-men misere", board, "o")) == "draw"


def test_where_men_must_remain_who_cannot_move_loses_at_once() -> None:
    board = """
        . . . .
        . . o .
        . . . .
        x o o .
    """
    assert winner(place("reversi no-men", board, "o")) == "x"
    after = place("reversi no-men", board, "x").play("d1")
    assert winner(after) == "x"  # o has a man, but no move


def test_losing_all_men_loses() -> None:
    board = """
        . . .
        . . .
        x o .
    """
    assert winner(place("reversi no-men", board, "x").play("c1")) == "x"
    assert winner(place("reversi no-men misere", board, "x").play("c1")) == "o"
    # Set up by hand with x to move: o has lost already, though x cannot move either.
    assert winner(place("reversi no-men", board.replace("o", "."), "x")) == "x"
