"""Game play books: the source's examples are read, ours replay exactly, wrong lines are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.engine import Match
from ludarium.games import load
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.playbook import BookError, read_book, replay_book, write_book
from ludarium.players import make
from tests.conftest import scaled
from tests.games.jostle.drawn import drawn_game

EXAMPLE_A3 = """
1         0r4
2         3g1
3         6b3
4         ——
5         1r1
6         3g1
7         6b5
8         ——
9         2r1
10        3g4
11        6b9
12        ——
13        0r8
14        ...
"""


@pytest.fixture(scope="module")
def game() -> Jostle:
    made = load("jostle")
    assert isinstance(made, Jostle)
    return made


def replayed(game: Jostle, text: str) -> list[str]:
    """The fields of all pieces after each line."""
    return [position.text.split()[0] for _, position in replay_book(game, read_book(text))]


def test_the_sources_opening_is_replayed(game: Jostle) -> None:
    assert replayed(game, EXAMPLE_A3) == [
        "4,-1,-1/-1,-1,-1/-1,-1,-1",
        "4,-1,-1/1,-1,-1/-1,-1,-1",
        "4,-1,-1/1,-1,-1/3,-1,-1",
        "4,1,-1/0,-1,-1/3,-1,-1",  # green is jostled to the start
        "4,0,-1/1,-1,-1/3,-1,-1",  # and jostles red there in turn
        "4,0,-1/1,-1,-1/5,-1,-1",
        "4,0,1/-1,-1,-1/5,-1,-1",  # back to the stack: red's own piece is on the start
        "3,0,1/4,-1,-1/5,-1,-1",
        "3,0,1/4,-1,-1/9,-1,-1",
        "8,0,1/4,-1,-1/9,-1,-1",
    ]


def test_the_sources_first_example_has_a_misprint(game: Jostle) -> None:
    # Its text says that piece three enters at the start; its book says piece four, which the switch has led to 14.
    book = "0r4\n4g6\n6b2\n—\n0r8\n4g0\n6b4\n—\n"
    with pytest.raises(BookError, match="line 6: '4g0': piece 4 stands on 14 and would need -14 points"):
        replayed(game, book)
    assert replayed(game, book.replace("4g0", "3g0"))[-1] == "8,-1,-1/0,14,-1/4,-1,-1"


def test_rolls_may_be_written(game: Jostle) -> None:
    plain, ours = "0r4\n3g8\n6b5\n---\n0r10", "0r4 5\n3g8 6+3\n6b5 6\n---\n0r10 6+0  # and back three"
    assert replayed(game, plain) == replayed(game, ours)
    assert replayed(game, ours)[-1] == "7,-1,-1/8,-1,-1/5,-1,-1"


def test_a_player_without_a_line_was_passed_over(game: Jostle) -> None:
    turns = [int(position.state.turns) for _, position in replay_book(game, read_book("0r4\n6b2\n---\n0r5\n---\n3g4"))]
    assert turns == [1, 3, 4, 8]


FIELD = ["Aggressive Observing ADVANCER", "Revenging RANDOMIZER", "Lingering(EQUALIZER→PALS)"]


def test_a_written_book_replays_to_the_same_positions(game: Jostle) -> None:
    passed = 0
    for seed in range(scaled(20)):
        match = Match(game, [make(text, game) for text in FIELD], seed=seed)
        book = write_book(match.run(), game)
        rounds = read_book(book)
        positions = [position for _, position in replay_book(game, rounds)]
        assert positions[-1].fields() == match.position.fields()
        turns = [turn for turns in rounds for turn in turns]
        assert len(turns) == match.position.fields()["turns"]
        assert all(turn.rolls for turn in turns)
        passed += sum(turn.piece is None for turn in turns)
    assert passed  # or the lines of passed turns were not tried


def test_a_book_of_another_board(tmp_path: Path) -> None:
    game = drawn_game(tmp_path, "S . . a . - . a . 1 2", seats=2, pieces=2)
    match = Match(game, [make("ADVANCER", game), make("PALS", game)], seed=3)
    rounds = read_book(write_book(match.run(), game))
    assert [position for _, position in replay_book(game, rounds)][-1].fields() == match.position.fields()


@pytest.mark.parametrize(
    ("book", "fault"),
    [
        ("0r4\nhello", "line 2: 'hello' is no line of a game play book; expected a move such as 0r4"),
        ("0x4", "line 1: no player 'x', the players are r, g, b, y"),
        ("9y4", "line 1: no player 'y' in a game of 3"),
        ("3r4", "line 1: '3r4': piece 3 is not red's"),
        ("0r4 3", "line 1: '0r4 3': piece 0 stands on -1 and would need 5 points, but 3 were rolled"),
        ("0r8 3+6", "line 1: '0r8 3+6' has a second roll after a 3; only a six allows one"),
        ("0r12", "would need 13 points, but rolls give 1 to 12"),
        ("r 3", "line 1: 'r 3': red can move and may not pass"),
        ("3g4\n0r4", "line 2: '0r4': red has had its turn of this round; a line of dashes ends a round"),
    ],
)
def test_a_wrong_line_is_named(game: Jostle, book: str, fault: str) -> None:
    with pytest.raises(BookError) as error:
        replayed(game, book)
    assert fault in str(error.value)


def test_a_piece_on_a_goal_is_not_moved(tmp_path: Path) -> None:
    game = drawn_game(tmp_path, "S . . . . 1 2 3", pieces=1)
    with pytest.raises(BookError, match="line 3: '0r6': piece 0 is on a goal, or would leave the track"):
        replayed(game, "0r5\n---\n0r6")


def test_nothing_comes_after_the_end(tmp_path: Path) -> None:
    game = drawn_game(tmp_path, "S . . . . 1 2", pieces=1)
    # Green fills the goals; blue has one more turn, red and green cannot move.
    book = "0r5\n1g6\n2b3\n---\nr 2\ng 1"
    assert len(replayed(game, book)) == 5
    with pytest.raises(BookError, match="line 7: '2b4' comes after the end of the game"):
        replayed(game, book + "\n2b4")
