"""Habits: counted by hand in small games, and reported by the command."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ludarium.engine import Match, Move, Position
from ludarium.engine.record import Record
from ludarium.games.tarble import published
from ludarium.games.tarble.board import CELL, between
from ludarium.games.tarble.notation import Turn, turns_of, write_game
from ludarium.games.tarble.research.habits import Habits, Share, count_game, do_could_be_safe, to_the_right
from ludarium.games.tarble.turns import doors, states_of
from ludarium.players import make
from tests.cli.conftest import Ludarium, ludarium  # noqa: F401 - a fixture
from tests.conftest import scaled
from tests.games.tarble.positions import GAME, board_of, position, random_position
from tests.games.tarble.reference import cleared, ends


def turn(text: str, *moves: str) -> Turn:
    """A turn from a position, its movements as `(x,y) (x,y)`."""
    begun = at = position(text)
    made = []
    for move in moves:
        read = GAME.read_move(move, at.state, at.seat_to_move())
        assert isinstance(read.value, int)
        made.append(read.value)
        at = at.play(Move(read.value, ""))
    return Turn(begun, tuple(made))


def habits_of(*turns: Turn, seats: tuple[int, ...] = (0, 1), ordered: bool = True) -> Habits:
    habits = Habits()
    count_game(habits, turns, seats, ordered=ordered)
    return habits


def test_same_piece() -> None:
    same = turn("r(0,-3)(3,0) b(0,4) 0:0 r 2", "(0,-3) (0,-2)", "(0,-2) (0,-1)")
    other = turn("r(0,-3)(3,0) b(0,4) 0:0 r 2", "(0,-3) (0,-2)", "(3,0) (3,1)")
    single = turn("r(0,-3)(3,0) b(0,4) 0:0 r 1", "(0,-3) (0,-2)")
    assert habits_of(same, other, same, single).same_piece == Share(2, 3)
    assert habits_of(same, ordered=False).same_piece == Share(0, 0)
    assert habits_of(same, seats=(1,)).turns == 0


def test_safe_distance_counts_only_where_it_was_possible() -> None:
    near = "r(0,-2)(-4,-4) b(0,2) 0:0 r 1"
    assert habits_of(turn(near, "(-4,-4) (-3,-4)")).safe == Share(1, 1)
    assert habits_of(turn(near, "(0,-2) (0,-1)")).safe == Share(0, 1)
    hopeless = turn("r(0,-2)(-4,-4) b(0,-4)(2,0) 0:0 r 1", "(-4,-4) (-4,-3)")
    assert habits_of(hopeless).safe == Share(0, 0)


def test_centre() -> None:
    habits = habits_of(turn("r(0,-3)(3,0) b(0,4) 0:0 r 1", "(0,-3) (0,-2)"))
    assert habits.centre == [2.5]


def test_right_of_the_opening_capture() -> None:
    right = turn("r(-1,-1) b(0,4) 0:0 r 2", "(-1,-1) (1,1)", "(1,1) (2,1)")
    left = turn("r(-1,-1) b(0,4) 0:0 r 2", "(-1,-1) (1,1)", "(1,1) (0,1)")
    stays = turn("r(-1,-1) b(0,4) 0:0 r 1", "(-1,-1) (1,1)")
    assert habits_of(right).right == Share(1, 1)
    assert habits_of(left).right == Share(0, 1)
    assert habits_of(stays).right == Share(0, 0)
    assert habits_of(right, left).right == Share(1, 1), "only the first capture of a game counts"
    blue = turn("r(0,-4) b(1,1) 0:0 b 2", "(1,1) (-1,-1)", "(-1,-1) (-2,-1)")
    assert habits_of(blue).right == Share(1, 1), "blue looks from the other side"
    assert to_the_right(CELL[1, 0], 0) == -to_the_right(CELL[1, 0], 1) > 0


def safe_by_hand(given: Position) -> bool:
    boards = (cleared(board) for board in ends(board_of(given), int(given.state.left)))
    return any(
        board.own and board.others and all(between(own, other) >= 4 for own in board.own for other in board.others)
        for board in boards
    )


def test_what_could_have_been_safe() -> None:
    source = random.Random(2)
    found = set()
    for _ in range(scaled(80)):
        given = random_position(source, roll=source.randint(1, 2), most=4, within=False)
        could = bool(doors().bind(do_could_be_safe)(states_of(given)))
        assert could == safe_by_hand(given), given.text
        found.add(could)
    assert found == {True, False}


def test_a_game_that_was_broken_off_lacks_its_last_turn() -> None:
    begun = position("r(0,-3)(3,0) b(0,4) 0:0 r 3")
    assert habits_of(turn(begun.text, "(0,-3) (0,-2)")).turns == 0


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    match = Match(GAME, [make("joey", GAME), make("random", GAME)], seed=3, strict=True)
    record = match.run()
    record.save(tmp_path / "game.json")
    (tmp_path / "game.txt").write_text(write_game(record, GAME), encoding="utf-8")
    assert sum(1 for _ in turns_of(record, GAME)) > 5
    return tmp_path / "game.json"


@pytest.mark.compiled
def test_report_of_files(game_file: Path, ludarium: Ludarium) -> None:  # noqa: F811
    answer = json.loads(ludarium("tarble", "habits", "joey", "--file", str(game_file), "--json").out)
    assert answer["games"] == 1
    assert answer["turns"] > 3
    same, safe = answer["habits"]["same_piece"], answer["habits"]["safe"]
    assert same["value"] == same["done"] / same["of"]
    assert same["low"] <= same["value"] <= same["high"]
    assert (same["people"], safe["people"]) == (0.88, 0.55)
    record = Record.load(game_file)
    assert published.habits_of([(record, [record.players.index("joey")])]) == answer["habits"], "as studies ask for it"
    notation = str(game_file.with_suffix(".txt"))
    written = json.loads(ludarium("tarble", "habits", "joey", "--file", notation, "--json").out)
    assert written["habits"]["safe"] == safe
    assert written["habits"]["centre"] == answer["habits"]["centre"]
    assert written["habits"]["same_piece"]["value"] is None
    shown = ludarium("tarble", "habits", "joey", "--file", notation).out
    assert "first two movements with the same piece" in shown
    assert "–" in shown


@pytest.mark.compiled
def test_report_of_a_run_and_of_games_to_be_played(ludarium: Ludarium) -> None:  # noqa: F811
    ludarium("tournament", "tarble", "joey", "random", "--games", "2", "--seed", "1", "--workers", "1")
    (run,) = json.loads(ludarium("runs", "--json").out)
    of_run = json.loads(ludarium("tarble", "habits", "joey", "--run", run["run"], "--json").out)
    assert of_run["games"] == 2
    line = ("tarble", "habits", "joey", "--against", "random", "--games", "1", "--seed", "7", "--json")
    assert ludarium(*line).out == ludarium(*line).out
    assert json.loads(ludarium(*line).out)["games"] == 1


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ((), "whose habits? give a PLAYER, or games by --run or --file"),
        (("joe", "--games", "1"), "no player 'joe'"),
        (("joey", "--against", "random", "--run", "abc"), "--against is for games to be played"),
        (("joey", "--file", "nowhere.json"), "nowhere.json"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(line: tuple[str, ...], fault: str, ludarium: Ludarium) -> None:  # noqa: F811
    outcome = ludarium("tarble", "habits", *line)
    assert outcome.code == 2
    assert fault in outcome.err


def test_a_file_of_somebody_else(game_file: Path, ludarium: Ludarium) -> None:  # noqa: F811
    outcome = ludarium("tarble", "habits", "ann", "--file", str(game_file))
    assert outcome.code == 2
    assert "no turns of ann in" in outcome.err
