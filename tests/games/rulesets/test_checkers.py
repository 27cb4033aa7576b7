"""English checkers, rule by rule on drawn boards: steps, forced jumps, many jumps in one move, kings, set-up."""

from __future__ import annotations

import pytest

from ludarium.engine import IllegalMove
from ludarium.games import load
from ludarium.games.rulesets.codes import MAX_JUMPS
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.walking import MAX_WALKS
from tests.games.rulesets.boards import drawn, place, shown, texts, winner
from tests.games.rulesets.reference import Reference

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
        . . . o .
        . . o . .
        . x . . .
        x . . . x
        """,
        "x",
    )
    assert texts(position) == ["b2-a3", "e1-d2"]  # the cell behind c3 is taken
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


def test_nobody_can_move() -> None:
    board = """
        . o . .
        o . o .
        . o . x
        x . x .
    """
    assert winner(place("checkers most-men", board, "x")) == "o"
    assert winner(place("checkers most-men misere", board, "x")) == "x"
    assert winner(place("checkers line-4", board, "x")) == "draw"
    assert winner(place("checkers no-men", board, "x")) == "o"
    assert winner(place("checkers no-men", board, "o")) == "x"


def test_kings_count_as_men() -> None:
    board = """
        . . . . o
        . . . x .
        . . X . .
        . . . . .
        X . . . .
    """
    assert winner(place("checkers line-3", board, "x").play("a1-b2")) == "x"
    assert winner(place("checkers most-men quiet-5", board, "x", quiet=5)) == "x"


# --- lines that stand from the start ----------------------------------------------------------------------------------


def test_a_line_counts_after_a_move_of_its_owner() -> None:
    """In a narrow game each side begins with one line of four, a1 to d4 and d10 to a7."""
    game = load("4x10 checkers line-4")
    start = game.start()
    assert winner(start) == "nobody"
    assert winner(start.play("b4-a5")) == "x"
    broken = start.play("d4-c5")
    assert winner(broken) == "nobody"
    assert winner(game.read_position(broken.text)) == "nobody"
    assert winner(broken.play("c7-d6")) == "o"
    assert winner(broken.play("a7-b6")) == "nobody"


def test_a_start_with_lines_reads_back_as_the_start() -> None:
    for form in ("8x8 checkers line-3", "4x10 checkers line-4"):
        start = load(form).start()
        assert load(form).read_position(start.text) == start


# --- quiet plies ------------------------------------------------------------------------------------------------------

TWO_KINGS = """
    . . . . O
    . . . . .
    x . . . .
    . . . . .
    X . . . .
"""


def test_quiet_plies_end_the_game() -> None:
    position = place("checkers no-men quiet-4", TWO_KINGS, "x", quiet=2).play("a1-b2")
    assert position.text.endswith(" o 3")
    assert winner(position) == "nobody"
    position = position.play("e5-d4")
    assert position.text.endswith(" x 4")
    assert winner(position) == "draw"


def test_men_are_counted_at_a_quiet_end() -> None:
    assert winner(place("checkers most-men quiet-4", TWO_KINGS, "x", quiet=3).play("a1-b2")) == "x"
    assert winner(place("checkers most-men misere quiet-4", TWO_KINGS, "x", quiet=3).play("a1-b2")) == "o"
    assert winner(place("checkers line-3 quiet-4", TWO_KINGS, "x", quiet=3).play("a1-b2")) == "draw"


def test_a_mans_step_and_a_capture_are_not_quiet() -> None:
    assert place("checkers no-men", TWO_KINGS, "x", quiet=79).play("a3-b4").text.endswith(" o")
    capture = """
        . . . . o
        . . . o .
        . . X . .
        . o . . .
        . . . . .
    """
    assert place("checkers no-men", capture, "x", quiet=79).play("c3xa1").text.endswith(" o")


def test_a_pass_is_a_quiet_ply() -> None:
    blocked = """
        . . . .
        . . O .
        . o . .
        x . . .
    """
    position = place("checkers most-men quiet-9", blocked, "x", quiet=7).play("pass")
    assert position.text.endswith(" o 8")
    assert winner(place("checkers most-men quiet-9", blocked, "x", quiet=8).play("pass")) == "o"


# --- the engine's limits ----------------------------------------------------------------------------------------------


def test_a_move_has_at_most_sixteen_jumps() -> None:
    """More are possible from 11 × 11 on, by a king among men that stand as they never do in play."""
    game = load("12x12 checkers no-men")
    text = "12/12/1o1o5o2/12/1o3o3o2/12/1o3o3o2/12/1o1o5o2/12/1o1o1o1o1o2/X11 x"
    position, rules = game.read_position(text), RuleSet.read("12x12 checkers no-men")
    unlimited = list(Reference.read(rules, text).moves)
    assert max(move.count("x") for move in unlimited) == 17
    assert texts(position) == sorted("x".join(move.split("x")[: MAX_JUMPS + 1]) for move in unlimited)
    longest = max(position.moves(), key=lambda move: len(move.text))
    assert winner(position.play(longest)) == "nobody"  # one man is left


def test_a_list_of_jumps_is_cut_at_the_declared_number() -> None:
    """A king among 25 men has 4,681 ways to jump."""
    game = load("12x12 checkers no-men")
    men = "1o1o1o1o1o2/12"
    position = game.read_position(f"12/12/{'/'.join([men] * 4)}/1o1o1o1o1o2/X11 x")
    moves = position.moves()
    assert len(moves) == MAX_WALKS < game.rules.max_moves
    assert len({move.text for move in moves}) == MAX_WALKS
    values = [move.value for move in moves if isinstance(move.value, int)]
    assert values == sorted(values)
    assert all(position.play(move).text.count("o") == 1 + 25 - move.text.count("x") for move in moves[::300])
