"""The rules of Tarble, one by one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from ludarium.engine import IllegalMove, Position
from ludarium.games.tarble.board import CELL, CENTRE, DISTANCE, NEIGHBOUR, PLACES, TURNED, between, turned
from ludarium.games.tarble.rules import EMPTY, NEUTRAL, NOWHERE
from ludarium.games.tarble.wording import read_places
from tests.conftest import scaled
from tests.games.tarble import reference
from tests.games.tarble.positions import AT_ONCE, GAME, after, board_of, position, positions, random_position, unchecked

START = "r(-4,-5)(-3,-5)(-2,-5)(-1,-5)(-3,-4)(-2,-4)(-1,-4) b(1,4)(2,4)(3,4)(1,5)(2,5)(3,5)(4,5) 0:0 r"


def goals(start: str, place: str) -> set[str]:
    """Where the piece on a place can go."""
    return {move.text.split()[1] for move in position(start).moves() if move.text.startswith(f"{place} ")}


def standing(reached: Position) -> str:
    """Pieces, points and whose turn it is, without the die, which is random once a turn is over."""
    return " ".join(reached.text.split()[:4])


# --- the board --------------------------------------------------------------------------------------------------------


def test_the_board_is_a_hexagon_of_side_6() -> None:
    assert len(PLACES) == 91
    assert {
        place for place in PLACES if sum(int(cell) < 0 for cell in NEIGHBOUR[CELL[place]]) == 3
    } == reference.CORNERS
    assert max(DISTANCE[CENTRE]) == 5


def test_distance_is_the_number_of_steps() -> None:
    """By walking outwards from some places, not by the formula."""
    for first in ((0, 0), (5, 5), (-3, 1), (2, -2)):
        steps, frontier = {first: 0}, [first]
        while frontier:
            frontier = [
                there
                for here in frontier
                for dx, dy in reference.STEPS
                if reference.on_board(there := (here[0] + dx, here[1] + dy))
                and steps.setdefault(there, steps[here] + 1) == steps[here] + 1
            ]
            frontier = list(dict.fromkeys(frontier))
        assert {place: between(first, place) for place in PLACES} == steps


def test_turning_the_board_six_times_brings_everything_back() -> None:
    for place in PLACES:
        assert turned(place, 6) == place
        assert turned(place, 3) == (-place[0], -place[1])
        assert PLACES[TURNED[1, CELL[place]]] == turned(place)


def test_the_start() -> None:
    for seed in range(20):
        start = GAME.start(seed)
        assert start.text == f"{START} {start.state.roll}"
        assert start.state.left == start.state.roll
    assert {int(GAME.start(seed).state.roll) for seed in range(60)} == {1, 2, 3, 4, 5, 6}


# --- movements --------------------------------------------------------------------------------------------------------


def test_a_piece_steps_to_its_six_neighbours() -> None:
    around = {"(3,1)", "(3,2)", "(2,2)", "(1,1)", "(1,0)", "(2,0)"}
    assert goals("r(2,1) b(-4,-4) 0:0 r 1", "(2,1)") == around


def test_not_onto_another_piece_and_not_off_the_board() -> None:
    assert goals("r(4,5)(3,4) b(-4,-4) 0:0 r 1", "(4,5)") == {"(3,5)", "(5,5)", "(4,4)"}


def test_a_jump_over_an_enemy_takes_it_and_scores() -> None:
    reached = after("r(1,1) b(2,2)(-4,-4) 2:3 r 2", "(1,1) (3,3)")
    assert reached.text == "r(3,3) b(-4,-4) 3:3 r 1/2"


def test_a_jump_over_the_neutral_piece_takes_it_and_scores() -> None:
    reached = after("r(0,-1) b(4,4) 0:0 r 3", "(0,-1) (0,1)")
    assert reached.text == "r(0,1) b(4,4) 1:0 r 2/3 neutral=gone"


def test_no_jump_over_own_pieces() -> None:
    assert "(3,3)" not in goals("r(1,1)(2,2) b(-4,-4) 0:0 r 1", "(1,1)")


@pytest.mark.parametrize("blocker", ["r(0,-1)(0,1) b(4,4)", "r(0,-1) b(0,1)"])
def test_no_jump_onto_a_piece(blocker: str) -> None:
    assert "(0,1)" not in goals(f"{blocker} 0:0 r 1", "(0,-1)")
    with pytest.raises(IllegalMove, match=r"the piece on \(0,-1\) cannot go to \(0,1\) in one movement; it can go to"):
        after(f"{blocker} 0:0 r 1", "(0,-1) (0,1)")


def test_no_jump_off_the_board() -> None:
    assert goals("r(3,4) b(3,5)(4,5) 0:0 r 1", "(3,4)") == {"(4,4)", "(2,4)", "(2,3)", "(3,3)"}


def test_what_is_captured_is_off_the_board_at_once() -> None:
    """The second jump lands where the first one has taken a piece."""
    reached = after("r(1,1)(4,2) b(2,2)(3,2)(-4,-4) 0:0 r 3", "(1,1) (3,3)", "(4,2) (2,2)")
    assert reached.text == "r(2,2)(3,3) b(-4,-4) 2:0 r 1/3"


def test_a_turn_has_as_many_movements_as_the_die_shows() -> None:
    reached = position("r(2,1) b(-4,-4) 0:0 r 4")
    for left, move in zip((3, 2, 1), ("(2,1) (2,2)", "(2,2) (2,1)", "(2,1) (2,2)"), strict=True):
        reached = reached.play(move)
        assert reached.text == f"r{move.split()[1]} b(-4,-4) 0:0 r {left}/4"
    reached = reached.play("(2,2) (2,3)")
    assert standing(reached) == "r(2,3) b(-4,-4) 0:0 b"
    assert reached.state.left == reached.state.roll
    assert reached.state.turns == 1


# --- the end of a turn ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("corner", sorted(reference.CORNERS))
def test_who_ends_a_turn_on_a_corner_is_removed_for_nothing(corner: tuple[int, int]) -> None:
    x, y = corner
    beside = f"({x - (x > 0) + (x < 0)},{y - (y > 0) + (y < 0)})"
    start = position(f"r{beside}(1,1) b(2,-2) 0:0 r 1")
    assert standing(start.play(f"{beside} ({x},{y})")) == "r(1,1) b(2,-2) 0:0 b"


def test_who_only_passes_a_corner_stays() -> None:
    reached = after("r(4,5) b(2,-2) 0:0 r 2", "(4,5) (5,5)")
    assert reached.text == "r(5,5) b(2,-2) 0:0 r 1/2"
    assert standing(reached.play("(5,5) (5,4)")) == "r(5,4) b(2,-2) 0:0 b"


def test_who_ends_a_turn_on_the_centre_is_removed_and_the_neutral_piece_is_back() -> None:
    reached = after("r(0,-1)(3,3) b(2,-2) 0:0 r 2", "(0,-1) (0,1)", "(0,1) (0,0)")
    assert standing(reached) == "r(3,3) b(2,-2) 1:0 b"
    assert reached.state.board[CENTRE] == NEUTRAL


def test_the_neutral_piece_comes_back_only_when_the_turn_is_over() -> None:
    within = after("r(0,-1) b(4,4) 0:0 r 2", "(0,-1) (0,1)")
    assert within.state.board[CENTRE] == EMPTY
    with pytest.raises(IllegalMove):
        within.play("(0,1) (0,-1)")
    assert within.play("(0,1) (0,2)").state.board[CENTRE] == NEUTRAL


def test_the_other_players_turn_removes_nothing_of_mine() -> None:
    reached = after("r(4,5)(1,1) b(3,3) 0:0 b 1", "(3,3) (4,4)")
    assert standing(reached) == "r(1,1)(4,5) b(4,4) 0:0 r"


# --- the end of the game ----------------------------------------------------------------------------------------------


def test_the_end_of_the_game_is_looked_for_after_the_turn() -> None:
    """Red takes blue's last piece, goes on to the neutral one, and wins what was lost before."""
    reached = after("r(1,2)(0,-1) b(2,3) 3:5 r 2", "(1,2) (3,4)")
    assert not reached.over
    assert reached.text == "r(0,-1)(3,4) b- 4:5 r 1/2"
    assert reached.movers == (0,)
    over = reached.play("(0,-1) (0,1)")
    assert over.over
    assert standing(over) == "r(0,1)(3,4) b- 5:5 b"
    assert over.result().points == (5.5, 5)
    assert over.result().winners == (0,)


def test_both_sides_empty_at_equal_points_is_a_tie() -> None:
    reached = after("r(3,3) b(4,4) 4:5 r 1", "(3,3) (5,5)")
    assert reached.over
    assert standing(reached) == "r- b- 5:5 b"
    assert reached.result().is_tie
    assert reached.result().points == (5, 5)


@pytest.mark.parametrize(("points", "winner"), [("5:5", 0), ("3:5", 1)])
def test_both_sides_empty_and_points_decide(points: str, winner: int) -> None:
    assert after(f"r(3,3) b(4,4) {points} r 1", "(3,3) (5,5)").result().winners == (winner,)


def test_in_version_1_capturing_the_last_piece_ends_the_game_within_the_turn() -> None:
    reached = after(position("r(1,1) b(2,2) 2:2 r 5", AT_ONCE), "(1,1) (3,3)")
    assert reached.over
    assert reached.text == "r(3,3) b- 3:2 r 4/5"
    assert reached.result().points == (3, 2)
    assert reached.result().winners == (0,)


def test_in_version_1_who_captures_the_last_piece_onto_a_corner_keeps_the_capturer() -> None:
    reached = after(position("r(3,3) b(4,4) 1:2 r 1", AT_ONCE), "(3,3) (5,5)")
    assert reached.text == "r(5,5) b- 2:2 r 0/1"
    assert reached.result().winners == (0,)


@pytest.mark.parametrize(("points", "winner"), [("3:2", 0), ("2:3", 1), ("2:2", 1)])
def test_a_sacrifice_of_the_last_piece_ends_the_game_and_points_decide(points: str, winner: int) -> None:
    """At equal points the player who still has pieces wins."""
    reached = after(f"r(4,5) b(2,-2) {points} r 1", "(4,5) (5,5)")
    assert reached.over
    assert standing(reached) == f"r- b(2,-2) {points} b"
    assert reached.result().winners == (winner,)


def test_equal_points_are_half_a_point_apart() -> None:
    assert after("r(4,5) b(2,-2) 2:2 r 1", "(4,5) (5,5)").result().points == (2, 2.5)
    assert after("r(1,1) b(2,2) 2:3 r 1", "(1,1) (3,3)").result().points == (3.5, 3)


def test_equal_points_and_nobody_has_pieces_is_a_tie() -> None:
    nobody = unchecked([], [])
    assert nobody.over
    assert nobody.result().is_tie


def test_a_thousand_turns_are_a_tie() -> None:
    before = position("r(1,1) b(3,3) 5:2 r 1 turns=999")
    assert not before.over
    reached = before.play("(1,1) (1,0)")
    assert reached.over
    assert reached.state.turns == 1000
    assert reached.result().is_tie
    assert reached.result().points == (0, 0)


# --- who cannot move --------------------------------------------------------------------------------------------------


def test_who_cannot_move_at_all_passes() -> None:
    """Red is shut in on a corner, where no turn of a real game leaves it: blue's turn is followed by blue's."""
    shut_in = unchecked([(5, 5)], [(4, 5), (5, 4), (4, 4), (3, 5), (5, 3), (2, 2)], seat=1)
    reached = shut_in.play("(2,2) (3,3)")
    assert reached.movers == (1,)
    assert reached.state.turns == 2
    assert reached.state.left == reached.state.roll


@given(positions())
def test_whoever_has_moved_can_move_on(start: Position) -> None:
    """A step leaves its cell empty and a jump the cell between: so a turn never ends early."""
    seat = int(start.state.seat)
    for move in start.moves()[:12]:
        reached = start.play(move)
        if start.state.left > 1 and not reached.over:
            assert reached.movers == (seat,)
            assert reached.moves()


# --- all of it --------------------------------------------------------------------------------------------------------


@given(positions())
def test_movements_are_those_of_the_rules_in_words(start: Position) -> None:
    wanted = {f"({a},{b}) ({c},{d})": board for (a, b), (c, d), board in reference.movements(board_of(start))}
    assert {move.text for move in start.moves()} == wanted.keys()
    if start.state.left > 1:
        for text, board in wanted.items():
            reached = start.play(text)
            scored = int(reached.state.points[int(start.state.seat)] - start.state.points[int(start.state.seat)])
            assert board_of(reached)._replace(points=scored) == board


def test_the_state_stays_consistent_in_random_games() -> None:
    source = random.Random(4)
    for seed in range(scaled(4)):
        reached = GAME.start(seed)
        while not reached.over:
            reached = reached.play(source.choice(reached.moves()))
            state = reached.state
            for seat in range(2):
                cells = [int(cell) for cell in state.pieces[seat]]
                count = int(state.count[seat])
                assert cells[:count] == [cell for cell in range(91) if state.board[cell] == seat + 1]
                assert cells[count:] == [NOWHERE] * (7 - count)
            assert [cell for cell in range(91) if state.board[cell] == NEUTRAL] in ([], [CENTRE])


def test_the_sides_are_alike() -> None:
    """Turned by half a circle with the colours changed, a position has as many movements as before."""
    source = random.Random(6)
    for _ in range(scaled(100)):
        start = random_position(source, roll=2, within=False)
        red, blue, points, _, die = start.text.split()
        other = "rb"[1 - int(start.state.seat)]
        swapped = f"r{_turned(blue)} b{_turned(red)} {points} {other} {die}"
        assert len(position(swapped).moves()) == len(start.moves())


def _turned(places: str) -> str:
    return "".join(f"({-x},{-y})" for x, y in read_places(places))
