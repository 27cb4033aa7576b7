"""The turn generator against the rules in words, and its paths against the engine."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ludarium.engine import Game, Position
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games.tarble.board import PLACES, between
from ludarium.games.tarble.notation import with_roll
from ludarium.games.tarble.research.counts import distinct, distinct_cleared
from ludarium.games.tarble.turns import turns_from
from tests.conftest import scaled
from tests.games.tarble.positions import AT_ONCE, GAME, board_of, board_of_key, position, random_position
from tests.games.tarble.reference import Board, cleared, ends

FROM_THE_START = {
    # roll: sequences, positions
    1: (12, 12),
    2: (198, 105),
    3: (3_652, 599),
    4: (73_870, 2_686),
    5: (1_594_006, 9_924),
    6: (36_241_240, 31_634),
}
MOST_PIECES = {1: 7, 2: 7, 3: 5, 4: 3, 5: 2, 6: 2}
"""With so many of the mover's pieces the reference takes a few hundredths of a second."""
POSITIONS = {1: 60, 2: 60, 3: 40, 4: 40, 5: 40, 6: 20}
PATHS = 12


def agree(start: Position, roll: int) -> None:
    """Both ways of generating give exactly the reference's positions and its number of sequences."""
    at_once = start.game is AT_ONCE
    wanted = ends(board_of(start), roll, at_once=at_once)
    for counting in (False, True):
        turns = turns_from(start, roll, counting=counting)
        found = [board_of_key(start, int(key)) for key in turns.keys]
        assert set(found) == set(wanted), start.text
        assert distinct(turns) == len(wanted)
        assert len(set(map(int, turns.keys))) == len(turns)
        assert turns.sequences == (wanted.total() if counting else None)
    assert distinct_cleared(turns, start) == len({cleared(board, at_once=at_once) for board in wanted})


@pytest.mark.parametrize("roll", FROM_THE_START)
def test_counts_from_the_start(roll: int) -> None:
    if not JIT_ENABLED and roll > 4:
        pytest.skip("takes long with the compiler off")
    turns = turns_from(GAME.start(), roll, counting=True)
    assert (turns.sequences, len(turns)) == FROM_THE_START[roll]
    assert len(turns_from(GAME.start(), roll)) == len(turns)


@pytest.mark.parametrize("roll", range(1, 7 if JIT_ENABLED else 4))
def test_the_reference_counts_the_same_from_the_start(roll: int) -> None:
    agree(GAME.start(), roll)


@pytest.mark.parametrize("game", [GAME, AT_ONCE], ids=["finish", "at once"])
@pytest.mark.parametrize("roll", MOST_PIECES)
def test_turns_are_those_of_the_rules_in_words(roll: int, game: Game) -> None:
    source = random.Random(roll)
    for _ in range(scaled(POSITIONS[roll])):
        agree(random_position(source, roll=roll, most=MOST_PIECES[roll], game=game), roll)


@pytest.mark.parametrize("game", [GAME, AT_ONCE], ids=["finish", "at once"])
@pytest.mark.parametrize("roll", [2, 4, 6])
def test_turns_that_take_the_last_piece_are_those_of_the_rules_in_words(roll: int, game: Game) -> None:
    """One enemy and two pieces close together, and the neutral piece near."""
    source = random.Random(50 + roll)
    for _ in range(scaled(20)):
        places = source.sample([place for place in PLACES if between(place, (0, 0)) in (1, 2)], 3)
        own, enemy = "".join(f"({x},{y})" for x, y in places[:2]), "({},{})".format(*places[2])
        agree(position(f"r{own} b{enemy} 3:4 r {roll}", game), roll)


@pytest.mark.parametrize("game", [GAME, AT_ONCE], ids=["finish", "at once"])
@pytest.mark.parametrize("roll", MOST_PIECES)
def test_every_path_leads_where_it_says(roll: int, game: Game) -> None:
    """Played movement by movement in the engine, up to the clearing-up and the points."""
    source = random.Random(100 + roll)
    for _ in range(scaled(30)):
        start = random_position(source, roll=roll, most=MOST_PIECES[roll], game=game)
        turns = turns_from(start)
        for turn in source.sample(range(len(turns)), min(PATHS, len(turns))):
            reached = start
            for move in turns.path(turn):
                assert not reached.over
                assert reached.state.turns == start.state.turns
                reached = reached.play(GAME.move_text(move, reached.state, int(start.state.seat)))
            check_reached(start, reached, board_of_key(start, int(turns.keys[turn])))


def check_reached(start: Position, reached: Position, claimed: Board) -> None:
    """The engine's position is the claimed one, cleared up; and the turn is over."""
    seat = int(start.state.seat)
    board = board_of(reached)
    at_once = start.game is AT_ONCE
    if claimed.others or not at_once:
        assert int(reached.state.turns) == int(start.state.turns) + 1
        board = Board(board.others, board.own, board.neutral, 0)  # the other is to move
    assert reached.over or (board.own and board.others)
    scored = int(reached.state.points[seat]) - int(start.state.points[seat])
    assert board._replace(points=scored) == cleared(claimed, at_once=at_once)


def test_a_turn_of_fewer_or_more_movements_than_the_die_shows() -> None:
    start = position("r(0,1)(2,2) b(3,3) 0:0 r 2/6")
    assert len(turns_from(start)) == len(turns_from(start, 2)) < len(turns_from(start, 4))
    assert len(turns_from(with_roll(start, 4))) == len(turns_from(start, 4))


def test_a_game_that_ends_within_the_turn_counts_each_position_once() -> None:
    """Red takes the last piece with one movement of three, or with two, or three: the same position is one position."""
    start = position("r(1,1) b(2,2) 0:0 r 3", AT_ONCE)
    turns = turns_from(start)
    boards = [board_of_key(start, int(key)) for key in turns.keys]
    assert len(set(boards)) == distinct(turns) < len(turns)


def test_a_view_has_the_same_turns_as_its_position() -> None:
    start = position("r(0,1)(2,2) b(3,3)(-1,-1) 0:0 b 3")
    assert np.array_equal(turns_from(start.view(0)).keys, turns_from(start).keys)
