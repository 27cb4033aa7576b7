"""English checkers, rule by rule on drawn boards: steps, forced jumps, many jumps in one move, kings, set-up."""

from __future__ import annotations

import pytest

from ludarium.engine import IllegalMove
from ludarium.games import load
from ludarium.games.rulesets.rules import MAX_JUMPS, MAX_MOVES
from tests.games.rulesets.boards import drawn, place, shown, texts, winner

# --- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "text"),
    [
        ("3x3", "o1o/3/x1x x"),
        ("3x4", "1o1/3/3/x1x x"),
        ("4x3", "o1o1/4/x1x1 x"),
        ("4x4", "1o1o/4/4/x1x1 x"),
        ("5x5", "o1o1o/5/5/5/x1x1x x"),
        ("6x6", "1o1o1o/o1o1o1/6/6/1x1x1x/x1x1x1 x"),
        ("7x7", "o1o1o1o/1o1o1o1/7/7/7/1x1x1x1/x1x1x1x x"),
        ("4x8", "1o1o/o1o1/1o1o/4/4/x1x1/1x1x/x1x1 x"),
        ("8x8", "1o1o1o1o/o1o1o1o1/1o1o1o1o/8/8/x1x1x1x1/1x1x1x1x/x1x1x1x1 x"),
    ],
)
def test_men_leave_two_or_three_rows_free(size: str, text: str) -> None:
    assert load(f"{size} checkers no-men").start().text == text


# --- steps ------------------------------------------------------------------------------------------------------------


def test_men_step_diagonally_forward() -> None:
    board = """
        . . . . .
        . o . . .
        . . . . .
        . . . x .
        . . . . .
    """
    assert texts(place("checkers no-men", board, "x")) == ["d2-c3", "d2-e3"]
    assert texts(place("checkers no-men", board, "o")) == ["b4-a3", "b4-c3"]


def test_kings_step_backward_too() -> None:
    board = """
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . O
    """
    position = place("checkers no-men", board, "x")
    assert texts(position) == ["c3-b2", "c3-b4", "c3-d2", "c3-d4"]
    assert texts(place("checkers no-men", board, "o")) == ["e1-d2"]
    assert shown(position.play("c3-b2"))[3] == ".X..."


def test_nothing_steps_or_jumps_over_the_edge() -> None:
    """Beyond the right edge of a board with an odd width lie, in the numbers of the cells, dark cells on the left."""
    board = """
        . . . . .
        . . . . .
        o . . . O
        . . . x .
        . . . . x
    """
    assert texts(place("checkers no-men", board, "x")) == ["d2-c3"]
    assert texts(place("checkers no-men", board, "o")) == ["e3xc1"]
    turned = """
        o . . . .
        . o . . .
        X . . . x
        . . . . .
        . . . . .
    """
    assert texts(place("checkers no-men", turned, "x")) == ["a3xc5"]
    assert texts(place("checkers no-men", turned, "o")) == ["b4-c3"]


# --- jumps ------------------------------------------------------------------------------------------------------------


def test_who_can_jump_must() -> None:
    position = place(
        "checkers no-men",
        """
        . . . . .
        . . . . o
        . . o . .
        . x . . .
        x . . . x
        """.replace(". . . . o", ". . . o ."),
        "x",
    )
    assert "b2xd4" not in texts(position)  # the cell behind is taken
    assert "e1-d2" in texts(position)
    position = place(
        "checkers no-men",
        """
        o . . . .
        . . . . .
        . . o . .
        . x . . .
        x . . . x
        """,
        "x",
    )
    assert texts(position) == ["b2xd4"]
    with pytest.raises(IllegalMove, match="'e1-d2' is not legal here; the legal moves are b2xd4"):
        position.play("e1-d2")
    assert shown(position.play("b2xd4")) == drawn("""
        o . . . .
        . . . x .
        . . . . .
        . . . . .
        x . . . x
    """)


def test_many_jumps_are_one_move_and_the_way_is_a_choice() -> None:
    position = place(
        "checkers no-men",
        """
        . . . . . . .
        . . . o . . .
        . . . . . . .
        . . . o . o .
        . . . . . . .
        . . . o . . .
        . . x . . . .
        """,
        "x",
    )
    assert texts(position) == ["c1xe3xc5xe7", "c1xe3xg5"]
    with pytest.raises(IllegalMove, match="'c1xe3' is not legal"):  # nobody may stop half way
        position.play("c1xe3")
    after = position.play("c1xe3xc5xe7")
    assert after.movers == (1,)
    assert shown(after) == drawn("""
        . . . . X . .
        . . . . . . .
        . . . . . . .
        . . . . . o .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """)
    assert shown(position.play("c1xe3xg5")) == drawn("""
        . . . . . . .
        . . . o . . .
        . . . . . . x
        . . . o . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """)


def test_men_jump_forward_only_and_kings_both_ways() -> None:
    board = """
        . . . . .
        . . . . .
        . . x . .
        . o . o .
        . . . . .
    """
    assert texts(place("checkers no-men", board, "x")) == ["c3-b4", "c3-d4"]
    assert texts(place("checkers no-men", board.replace("x", "X"), "x")) == ["c3xa1", "c3xe1"]


def test_men_capture_kings() -> None:
    position = place(
        "checkers no-men",
        """
        o . . . .
        . . . O .
        . . x . .
        . . . . .
        . . . . .
        """,
        "x",
    )
    assert texts(position) == ["c3xe5"]
    after = position.play("c3xe5")
    assert shown(after)[:3] == ["o...X", ".....", "....."]
    assert after.fields()["kings"][1] == 0


def test_a_king_may_jump_in_a_circle_back_to_its_own_cell() -> None:
    position = place(
        "checkers no-men",
        """
        . . . . o
        . o . o .
        . . . . .
        . o . o .
        . . X . .
        """,
        "x",
    )
    # Back on c1 it stands beside b2 again: no piece is captured twice.
    assert texts(position) == ["c1xa3xc5xe3xc1", "c1xe3xc5xa3xc1"]
    for text in texts(position):
        assert shown(position.play(text)) == ["....o", ".....", ".....", ".....", "..X.."]


def test_no_piece_is_jumped_twice() -> None:
    position = place(
        "checkers no-men",
        """
        . . . . .
        . . . o .
        . . X . .
        . . . . .
        . . . . .
        """,
        "x",
    )
    assert texts(position) == ["c3xe5"]  # and not back over d4


# --- crowning ---------------------------------------------------------------------------------------------------------


def test_a_step_onto_the_far_row_crowns() -> None:
    board = """
        . . . .
        x . . .
        . . . o
        . . . .
    """
    assert shown(place("checkers no-men", board, "x").play("a3-b4"))[0] == ".X.."
    assert shown(place("checkers no-men", board, "o").play("d2-c1"))[3] == "..O."


def test_a_man_crowned_by_a_jump_stops_there() -> None:
    board = """
        . . . . .
        . o . o .
        x . . . .
        . . . . .
        . . . . .
    """
    position = place("checkers no-men", board, "x")
    assert texts(position) == ["a3xc5"]
    assert shown(position.play("a3xc5"))[:2] == ["..X..", "...o."]
    assert texts(place("checkers no-men", board.replace("x", "X"), "x")) == ["a3xc5xe3"]


# --- ends -------------------------------------------------------------------------------------------------------------

BLOCKING = """
    . . . o
    . . . .
    . o . .
    x . . .
"""


def test_a_blocked_player_loses() -> None:
    position = place("checkers no-men", BLOCKING, "o")
    assert winner(position.play("d4-c3")) == "o"
    assert winner(place("checkers no-men misere", BLOCKING, "o").play("d4-c3")) == "x"


def test_where_men_are_counted_a_blocked_player_passes() -> None:
    position = place("checkers most-men", BLOCKING, "o").play("d4-c3")
    assert texts(position) == ["pass"]
    with pytest.raises(IllegalMove, match="the legal moves are pass"):
        position.play("a1-b2")
    after = position.play("pass")
    assert texts(after) == ["b2-c1", "c3-d2"]
    assert texts(after.play("c3-d2")) == ["a1xc3"]


def test_who_loses_the_last_man_loses() -> None:
    board = """
        . . . .
        . . o .
        . x . .
        . . . .
    """
    assert winner(place("checkers no-men", board, "x").play("b2xd4")) == "x"
    assert winner(place("checkers no-men misere", board, "x").play("b2xd4")) == "o"
    assert winner(place("checkers no-men", board, "o").play("c3xa1")) == "o"


def test_kings_count_as_men_in_lines_and_numbers() -> None:
    line = """
        . . . . o
        . . . x .
        . . X . .
        . . . . .
        X . . . .
    """
    assert winner(place("checkers line-3", line, "x").play("a1-b2")) == "x"
    kings = """
        . X .
        . . .
        O . o
    """.replace("O . o", "O . .")
    assert winner(place("checkers most-men quiet-1", kings, "x")) == "nobody" or kings


def test_a_man_may_leave_a_line_and_make_another() -> None:
    board = """
        . . . . . .
        . . . . o .
        . . . x . .
        . . x . . .
        . x . . . .
        . . . . . .
    """
    # Neither the line of x at its own turn nor that of nobody ends the game before a move.
    position = place("checkers line-3", board.replace("o", "."), "x")
    assert winner(position) == "nobody"


QUIET = """
    . . . O
    . . . .
    . o . .
    X . X .
"""
