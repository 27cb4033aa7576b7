"""Every rule of moving, jostling and special fields, on small drawn boards.

In each test the first line is the board, the second the pieces before the move, the third the pieces after it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.engine import IllegalMove
from tests.games.jostle.drawn import Track, drawing_of, drawn_position, line, play_piece

PLAIN = "S . . . . . . . . . 1 2"


@pytest.fixture
def plain(tmp_path: Path) -> Track:
    return Track(tmp_path, PLAIN)


def check(folder: Path, board: str, before: str, piece: int, die: str, after: str) -> None:
    assert Track(folder, board).after(before, piece, die) == line(after)


# --- moving -----------------------------------------------------------------------------------------------------------


def test_a_piece_moves_by_the_points(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . . . . . 1 2",
        ". . 0 . . . . . . . . .",
        0,
        "4",
        ". . . . . . 0 . . . . .",
    )


@pytest.mark.parametrize(("die", "field"), [("1", 0), ("2", 1), ("5", 4), ("6+0", 5), ("6+1", 6), ("6+6", 11)])
def test_from_the_stack_a_one_brings_a_piece_to_the_start(plain: Track, die: str, field: int) -> None:
    after = plain.after(". . . . . . . . . . . .", 0, die).split()
    assert after.index("0") == field


def test_a_move_past_the_last_field_is_not_allowed(plain: Track) -> None:
    position = drawn_position(plain.game, ". . . . . . . 0 . 1 . .", 0, "3")
    assert [move.text for move in position.moves()] == ["0r10", "2r2"]
    with pytest.raises(IllegalMove, match="'1r12' is not legal here; the legal moves are 0r10, 2r2"):
        position.play("1r12")


def test_a_piece_on_a_goal_is_not_moved_by_its_owner(plain: Track) -> None:
    position = drawn_position(plain.game, ". . . . . . . 1 . . 0 .", 0, "1")
    assert [move.text for move in position.moves()] == ["1r8", "2r0"]


def test_who_cannot_move_is_passed_over(plain: Track) -> None:
    # Red is on its way into the goals with its last piece; green and blue can move whatever they roll.
    position = drawn_position(plain.game, ". . . . . 3 . . . 2 0 1", 1, "2")
    seen = set()
    for seed in range(60):
        follower = play_piece(position.with_stream(seed), 3)
        while follower.movers == (2,):
            follower = follower.play(follower.moves()[0])
        seen.add(follower.movers)
        if follower.movers == (0,):  # a 1 would jostle red's own piece, a 2 as well: nothing else fits
            assert follower.fields()["die"] in (1, 2)
    assert seen == {(0,), (1,)}


# --- jostling ---------------------------------------------------------------------------------------------------------


def test_a_jostled_piece_goes_back_one_field(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . . . . . 1 2",
        ". 0 . . 3 . . . . . . .",
        0,
        "3",
        ". . . 3 0 . . . . . . .",
    )


def test_a_jostled_piece_goes_back_to_the_first_free_field(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . . . . . 1 2",
        ". 0 . 7 3 . . . . . . .",
        0,
        "3",
        ". . 3 7 0 . . . . . . .",
    )


def test_the_field_that_the_mover_left_is_free(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . . . . . 1 2",
        "4 0 6 3 . . . . . . . .",
        0,
        "2",
        "4 3 6 0 . . . . . . . .",
    )


def test_back_to_the_stack_when_no_field_is_free(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . . . . . 1 2",
        "4 6 7 3 . . . . . . . .",
        0,
        "4",  # from the stack to field 3
        "4 6 7 0 . . . . . . . .",
    )


def test_the_piece_on_the_start_goes_back_to_the_stack(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . . . . . 1 2",
        "8 . . . . . . . . . . .",
        0,
        "1",
        "0 . . . . . . . . . . .",
    )


def test_own_pieces_are_jostled_too(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . . . . . 1 2",
        ". 0 . . 1 . . . . . . .",
        0,
        "3",
        ". . . 1 0 . . . . . . .",
    )


def test_a_piece_is_jostled_out_of_a_goal(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . . . . . 1 2",
        ". . . . . . . 0 . . 3 .",
        0,
        "3",
        ". . . . . . . . . 3 0 .",
    )


def test_out_of_one_goal_into_a_lower_one(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . . . . . 1 2",
        ". . . . . . . 0 . . . 3",
        0,
        "4",
        ". . . . . . . . . . 3 0",
    )


# --- switches ---------------------------------------------------------------------------------------------------------


def test_a_switch_leads_up(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . a . . . a . . 1 2",
        ". 0 . . . . . . . . . .",
        0,
        "2",
        ". . . . . . . 0 . . . .",
    )


def test_a_switch_leads_down(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . a . . . a . . 1 2",
        ". . . . . 0 . . . . . .",
        0,
        "2",
        ". . . 0 . . . . . . . .",
    )


def test_the_piece_at_the_other_end_is_jostled(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . a . . . a . . 1 2",
        ". 0 . . . . . 3 . . . .",
        0,
        "2",
        ". . . . . . 3 0 . . . .",
    )


def test_a_piece_standing_on_the_switch_is_jostled_as_well(tmp_path: Path) -> None:
    # The switch acts on the mover at once; then both who were in the way go back, and pass over the switches.
    check(
        tmp_path,
        "S . . a . . . a . . 1 2",
        ". 0 . 3 . . . 6 . . . .",
        0,
        "2",
        ". . 3 . . . 6 0 . . . .",
    )


def test_a_jostled_piece_that_lands_on_a_switch_goes_to_the_other_end(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . a . . . a . . 1 2",
        ". 0 . . 3 . . . . . . .",
        0,
        "3",
        ". . . . 0 . . 3 . . . .",
    )


def test_a_chain_over_a_switch(tmp_path: Path) -> None:
    # Red jostles green onto the switch, which leads it to where blue stands; blue goes back past the closed switches.
    check(
        tmp_path,
        "S . . a . . b a b . 1 2",
        ". 0 . . 3 . . 6 . . . .",
        0,
        "3",
        ". . . . 0 6 . 3 . . . .",
    )


def test_a_chain_that_ends_on_the_stack(tmp_path: Path) -> None:
    # Green goes by the switch down to blue's piece, which finds the start occupied.
    check(
        tmp_path,
        "S a . . . . a . . . 1 2",
        "4 6 . . . 0 . 3 . . . .",
        0,
        "2",
        "4 3 . . . . . 0 . . . .",
    )


# --- back three -------------------------------------------------------------------------------------------------------


def test_back_three(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . - . . . 1 2",
        ". . 0 . . . . . . . . .",
        0,
        "4",
        ". . . 0 . . . . . . . .",
    )


def test_back_three_onto_an_occupied_field(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . - . . . 1 2",
        ". . 0 3 . . . . . . . .",
        0,
        "4",
        ". . 3 0 . . . . . . . .",
    )


def test_back_three_onto_the_field_the_mover_came_from(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . - . . . 1 2",
        ". . . 0 . . . . . . . .",
        0,
        "3",
        ". . . 0 . . . . . . . .",
    )


def test_jostled_onto_back_three(tmp_path: Path) -> None:
    check(
        tmp_path,
        "S . . . . . - . . . 1 2",
        ". . 0 6 . . . 3 . . . .",
        0,
        "5",
        ". . 6 3 . . . 0 . . . .",
    )


# --- special fields act once a turn -----------------------------------------------------------------------------------


def test_after_one_has_acted_special_fields_count_as_occupied(tmp_path: Path) -> None:
    # The back field has acted: green passes over both ends of switch a and over the other back field.
    check(
        tmp_path,
        "S . a - . . a - . . 1 2",
        ". . . . 3 0 . . . . . .",
        0,
        "2",
        ". 3 . . 0 . . . . . . .",
    )


def test_a_special_field_reached_by_another_does_not_act(tmp_path: Path) -> None:
    # The back field leads onto a switch, where the piece stays.
    check(
        tmp_path,
        "S . . a . . - . a . 1 2",
        ". . . . 0 . . . . . . .",
        0,
        "2",
        ". . . 0 . . . . . . . .",
    )


def test_no_other_special_field_acts_on_the_jostled(tmp_path: Path) -> None:
    # A switch has led red up to green's piece, which passes over the back field and would else have gone back to 3.
    check(
        tmp_path,
        "S . a . . . - a . . 1 2",
        "0 . . . . . . 3 . . . .",
        0,
        "2",
        ". . . . . 3 . 0 . . . .",
    )


def test_special_fields_act_again_in_the_next_turn(tmp_path: Path) -> None:
    track = Track(tmp_path, "S . . a . . . a . . 1 2")
    position = play_piece(drawn_position(track.game, ". 0 . . . . . . . . . .", 0, "2"), 0)
    after = drawn_position(track.game, drawing_of(position), 1, "4")
    assert drawing_of(play_piece(after, 3)) == line(". . . . . . 0 3 . . . .")


def test_start_and_goals_are_never_closed(tmp_path: Path) -> None:
    # The back field has acted; the jostled piece still finds room on the goal below it.
    check(
        tmp_path,
        "S . . . . 1 2 . . - . 3",
        ". . . . . . 3 0 . . . .",
        0,
        "2",
        ". . . . . 3 0 . . . . .",
    )
    check(
        tmp_path,
        "S . . - . . . . . . 1 2",
        "3 0 . . . . . . . . . .",
        0,
        "2",
        "0 . . . . . . . . . . .",
    )
