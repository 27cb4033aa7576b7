"""The eight extras, each by hand on small boards."""

from __future__ import annotations

import pytest

from ludarium.engine import IllegalMove, Position
from ludarium.games import load
from tests.games.rulesets.boards import texts, winner


def played(form: str, moves: str, position: str = "") -> Position:
    """The position after a list of moves, separated by commas."""
    game = load(form)
    current = game.read_position(position) if position else game.start()
    for move in moves.split(","):
        current = current.play(move.strip())
    return current


# --- recalls ----------------------------------------------------------------------------------------------------------


def test_the_last_move_is_taken_back_and_another_must_be_made() -> None:
    position = played("3x3 drop line-3 recall-last", "a1, b2, recall")
    assert position.text == "3/3/x2 o x:- o:L again:b2"
    assert position.movers == (1,)
    assert "b2" not in texts(position)
    assert "recall" not in texts(position)
    after = position.play("c3")
    assert after.text == "2o/3/x2 x x:- o:L"
    assert "recall" not in texts(after)
    assert "recall" in texts(after.play("b2"))


def test_a_recalled_move_of_reversi_turns_the_men_back() -> None:
    position = played("4x4 reversi most-men recall-last", "a2")
    before = load("4x4 reversi most-men recall-last").start()
    again = position.play("recall")
    assert again.text.split()[0] == before.text.split()[0]
    assert texts(again) == [move for move in texts(before) if move != "a2"]


def test_a_recalled_capture_is_undone() -> None:
    position = played("4x4 checkers no-men recall-last", "a1xc3, recall", "3o/4/1o2/x3 x")
    assert position.text == "3o/4/1o2/x3 x x:L o:- again:a1:c3"
    assert texts(position) == ["pass"]  # the only move is barred


def test_a_won_game_is_not_recalled() -> None:
    position = played("3x3 drop line-3 recall-last", "a1, b2, a2, b3, a3")
    assert winner(position) == "x"


def test_any_man_dropped_can_be_taken_off() -> None:
    position = played("3x3 drop line-3 recall-any", "a1, b2, c3, b1")
    assert [move for move in texts(position) if "recall" in move] == ["recall b1", "recall b2"]
    after = position.play("recall b2")
    assert after.text == "2x/3/xo1 o x:- o:A again:b2"
    assert texts(after) == ["a2", "a3", "b3", "c1", "c2"]


def test_game_a_saves_itself_once() -> None:
    """x has two in a row with both ends open; o takes one of them away, and x must go elsewhere."""
    position = played("5x5 drop line-3 recall-any", "c3, a1, c2, recall c3")
    assert position.text == "5/5/5/2x2/o4 x x:A o:- again:c3"


def test_reversi_recalls_only_men_that_were_put_and_kept_their_colour() -> None:
    position = played("4x4 reversi most-men recall-any", "a2, a1")
    assert [move for move in texts(position) if "recall" in move] == ["recall a1"]
    assert "recall" not in " ".join(texts(load("4x4 reversi most-men recall-any").start()))


def test_a_piece_of_checkers_goes_back_where_it_came_from() -> None:
    position = played("6x6 checkers no-men recall-any", "a1-b2, f6-e5, b2-c3", "5o/6/6/6/6/x5 x")
    assert [move for move in texts(position) if "recall" in move] == ["recall c3"]
    assert position.play("recall c3").text == "6/4o1/6/6/1x4/6 x x:A o:- again:b2:c3"


# --- announced moves --------------------------------------------------------------------------------------------------


def test_two_moves_in_succession() -> None:
    position = played("3x3 drop line-3 double-move", "a1, b2, double")
    assert position.text == "3/1o1/x2 x x:- o:D two-moves"
    after = position.play("a2")
    assert after.movers == (0,)
    assert after.text == "3/xo1/x2 x x:- o:D one-more"
    assert winner(after.play("a3")) == "x"


def test_a_first_move_that_wins_ends_the_game() -> None:
    assert winner(played("3x3 drop line-3 double-move", "a1, b2, a2, b3, double, a3")) == "x"


def test_a_double_move_ends_where_there_is_no_second_one() -> None:
    position = played("3x3 drop most-men double-move", "a1,a2,a3,b1,b2,b3,c1,c2,double,c3")
    assert winner(position) == "x"


def test_a_move_for_the_opponent() -> None:
    position = played("3x3 drop line-3 move-for-you", "a1, c3, move-for-you, a2")
    assert position.text == "2o/x2/x2 o x:- o:F for-you"
    assert position.movers == (0,)
    after = position.play("c1")
    assert after.text == "2o/x2/x1o x x:- o:F"
    assert winner(after.play("a3")) == "x"


# --- scoring ----------------------------------------------------------------------------------------------------------


def test_rows_score_their_length_when_the_board_is_full() -> None:
    position = played("3x3 drop line-3 scoring", "a1, b1, a2, b2, a3, c1, c2, c3")
    assert not position.over
    assert winner(position.play("b3")) == "x"
    assert winner(played("3x3 drop line-3 scoring misere", "a1,b1,a2,b2,a3,c1,c2,c3,b3")) == "o"


def test_a_longer_row_scores_more_than_two_shorter_ones() -> None:
    # x has one row of five, o two rows of three on the last board but one cell.
    form = "5x5 drop most-men scoring"
    assert winner(load(form).read_position("xxxxx/ooo1o/xxoxx/ooxoo/xxoxx x").play("d4")) == "x"


# --- special disks ----------------------------------------------------------------------------------------------------


def test_a_hybrid_disk_counts_for_both() -> None:
    position = played("3x3 drop line-3 hybrid-disk", "b2+, a1, c1, b1+, a3")
    assert position.text == "x2/1x+1/oo+x o x:- o:-"
    assert winner(position) == "x"
    assert winner(played("3x3 drop line-3 hybrid-disk", "b2+, a1, a2, c3+")) == "o"


def test_without_the_hybrid_disk_nobody_wins() -> None:
    position = played("3x3 drop line-3 hybrid-disk", "a1, b1, a2, b2, a3")
    assert not position.over
    assert winner(position.play("c1").play("c3+")) == "x"


def test_a_player_with_a_hybrid_disk_in_hand_draws_at_best() -> None:
    assert winner(played("3x3 drop most-men hybrid-disk", "a1,a2,a3,b1,b2,b3,c1,c2,c3")) == "draw"
    # A hybrid disk of x counts for o, too: five against five.
    assert winner(played("3x3 drop most-men hybrid-disk", "a1+,a2,a3,b1,b2,b3,c1,c2,c3")) == "draw"
    assert winner(played("3x3 drop most-men hybrid-disk", "a1+,a2+,a3,b1,b2,b3,c1,c2,c3")) == "x"


def test_the_first_man_of_each_is_hybrid() -> None:
    position = played("3x3 drop line-3 first-hybrid", "a1, b1, c3")
    assert position.text == "2x/3/x+o+1 o x:- o:-"
    assert winner(position.play("c1")) == "o"


def test_hybrid_disks_in_checkers_are_not_captured() -> None:
    position = played("6x6 checkers no-men hybrid-disk", "a1-b2+", "6/6/6/2o3/6/x5 x")
    assert texts(position) == ["c3-d2", "c3-d2+"]


def test_a_non_flipping_disk_stops_the_line() -> None:
    position = played("4x4 reversi most-men non-flipping", "a2=")
    assert position.text == "4/1xo1/x=xx1/4 o x:- o:N"
    # From a1 the line to c3 runs over b2; a line over a2 would not.
    after = position.play("a1")
    assert after.text.startswith("4/1xo1/x=ox1/o3")


def test_two_disks_each() -> None:
    position = played("8x8 reversi line-5 non-flipping non-flipping", "d3=")
    assert position.text.split()[2:] == ["x:N", "o:NN"]


@pytest.mark.parametrize(
    ("form", "move"),
    [("tic-tac-toe", "double"), ("reversi", "recall"), ("checkers", "recall a1"), ("tic-tac-toe", "b2+")],
)
def test_extras_that_a_game_does_not_have_are_illegal(form: str, move: str) -> None:
    with pytest.raises(IllegalMove, match="is not legal here"):
        load(form).start().play(move)
