"""The notation of turns and games: written, read back, and refused where no turn fits."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine import LudariumError, Match, Position, Record
from ludarium.engine.conformance import random_record
from ludarium.games import load
from ludarium.games.tarble.notation import (
    BadNotation,
    read_game,
    read_line,
    read_turn,
    turns_of,
    with_roll,
    write_game,
    write_turn,
)
from ludarium.games.tarble.turns import turns_from
from ludarium.players.basic import Random
from tests.games.tarble.positions import AT_ONCE, GAME, after, position, random_position

EXAMPLE = "3 | [(0,1),(0,-1)], [(2,1),(3,2)] | (0,0)"
"""The source's own example of a turn."""


def made(start: Position, *texts: str) -> list[int]:
    """Movements as moves of the game."""
    values = []
    for text in texts:
        value = start.game.read_move(text, start.state, int(start.state.seat)).value
        assert isinstance(value, int)
        values.append(value)
        start = start.play(text)
    return values


def played(start: Position, movements: list[int]) -> Position:
    seat = int(start.state.seat)
    for move in movements:
        start = start.play(GAME.move_text(move, start.state, seat))
    return start


# --- one turn ---------------------------------------------------------------------------------------------------------


def test_the_sources_example() -> None:
    start = position("r(0,1)(2,1) b(4,4) 0:0 r 3")
    path = read_turn(start, EXAMPLE)
    assert len(path) == 3
    assert played(start, path).text.startswith("r(0,-1)(3,2) b(4,4) 1:0 b")
    movements = made(start, "(0,1) (0,-1)", "(2,1) (3,1)", "(3,1) (3,2)")
    assert write_turn(start, movements) == EXAMPLE


@pytest.mark.parametrize(
    "line",
    ["3|[(0,1),(0,-1)],[(2,1),(3,2)]|(0,0)", " 3 |  [( 0,1 ) , (0,−1)] [(2,1),(3,2)]  | (0,0) ", EXAMPLE.upper()],
)
def test_blanks_do_not_matter(line: str) -> None:
    assert str(read_line(line)) == EXAMPLE


def test_any_pairing_of_the_same_cells_is_the_same_turn() -> None:
    start = position("r(0,1)(2,1) b(4,4) 0:0 r 4")
    one = played(start, read_turn(start, "4 | [(0,1),(1,3)], [(2,1),(3,3)] | -"))
    other = played(start, read_turn(start, "4 | [(0,1),(3,3)], [(2,1),(1,3)] |"))
    assert one == other


def test_a_piece_that_takes_anothers_cell() -> None:
    start = position("r(1,1)(2,1) b(4,4) 0:0 r 2")
    line = write_turn(start, made(start, "(2,1) (3,1)", "(1,1) (2,1)"))
    assert line == "2 | [(2,1),(3,1)], [(1,1),(2,1)] | -"
    assert played(start, read_turn(start, line)) == played(start, read_turn(start, "2 | [(1,1),(3,1)] | -"))


def test_a_piece_that_comes_back_leaves_no_trace() -> None:
    start = position("r(2,1) b(4,4) 0:0 r 2")
    line = write_turn(start, made(start, "(2,1) (3,1)", "(3,1) (2,1)"))
    assert line == "2 | - | -"
    assert played(start, read_turn(start, line)).text.startswith("r(2,1) b(4,4) 0:0 b")
    with pytest.raises(BadNotation, match="no 1 movement of red lead there; with a roll of 2 or 3 or 4 or 5 or 6 they"):
        read_turn(with_roll(start, 1), "1 | - | -")


def test_a_piece_that_is_removed_is_written_with_its_corner() -> None:
    start = position("r(4,5)(1,1) b(-4,-4) 0:0 r 1")
    line = write_turn(start, made(start, "(4,5) (5,5)"))
    assert line == "1 | [(4,5),(5,5)] | -"
    assert played(start, read_turn(start, line)).text.startswith("r(1,1) b(-4,-4) 0:0 b")


def test_where_a_game_ends_at_once_its_last_turn_may_have_fewer_movements_than_its_roll() -> None:
    start = position("r(1,1) b(2,2) 0:0 r 5", AT_ONCE)
    line = write_turn(start, made(start, "(1,1) (3,3)"))
    assert line == "5 | [(1,1),(3,3)] | (2,2)"
    assert played(start, read_turn(start, line)).over


@given(st.integers(0, 2**32), st.integers(1, 6))
def test_every_turn_reads_back_to_its_position(number: int, roll: int) -> None:
    source = random.Random(number)
    start = random_position(source, roll=roll, most=3 if roll < 5 else 2, within=False)
    turns = turns_from(start)
    movements = turns.path(source.randrange(len(turns)))
    reached, again = (
        played(start, path).fields() for path in (movements, read_turn(start, write_turn(start, movements)))
    )
    if not reached["count"][1 - start.movers[0]]:
        # The game ends within the turn: how many movements were left, a line does not say.
        assert again["left"] >= reached["left"]
        again["left"] = reached["left"]
    assert again == reached


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "has 1 parts between bars instead of 3; expected ROLL"),
        ("3 | [(0,1),(0,-1)]", "has 2 parts between bars instead of 3"),
        ("x | - | -", "the roll 'x' is no number"),
        ("7 | - | -", "a roll of 7: a die shows 1 to 6"),
        ("3 | (0,1),(0,-1) | -", "does not say which pieces moved; expected ROLL"),
        ("3 | [(0,1),(0,z)] | -", r"'\[\(0,1\),\(0,z\)\]' is no pair of places"),
        ("3 | [(0,1),(0,-1)] | 0,0", "'0,0' does not say which pieces were captured"),
        ("3 | [(0,1),(0,9)] | -", r"\(0,9\) is not on the board"),
        ("3 | - | (7,7)", r"\(7,7\) is not on the board"),
    ],
)
def test_malformed_lines_say_what_is_wrong(line: str, fault: str) -> None:
    with pytest.raises(BadNotation, match=fault):
        read_line(line)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("2 | [(0,1),(0,3)] | -", "is a turn with a roll of 2, but the die shows 3"),
        ("3 | [(1,1),(0,3)] | -", r"red has no piece on \(1,1\)"),
        ("3 | [(4,4),(4,3)] | -", r"red has no piece on \(4,4\)"),
        ("3 | [(0,1),(0,3)], [(0,1),(0,2)] | -", r"moves twice from \(0,1\)"),
        ("3 | [(0,1),(0,3)], [(2,1),(0,3)] | -", r"moves two pieces to \(0,3\)"),
        ("3 | [(0,1),(2,1)] | -", r"on \(2,1\) there is a piece of red that does not move"),
        ("3 | [(0,1),(0,-1)] | (0,0), (0,0)", r"captures twice on \(0,0\)"),
        ("3 | [(0,1),(0,3)] | (1,1)", r"there is nothing to capture on \(1,1\)"),
        ("3 | [(0,1),(4,1)] | -", "no 3 movements of red lead there; with a roll of 4 or 5 or 6 they could"),
        ("3 | [(0,1),(0,2)] | (4,4)", "no 3 movements of red lead there; with no roll they could"),
        ("3 | [(0,1),(0,-5)], [(2,1),(-5,-5)] | -", "no 3 movements of red lead there; with no roll they could"),
    ],
)
def test_turns_that_cannot_be_made_say_why(line: str, fault: str) -> None:
    with pytest.raises(BadNotation, match=fault):
        read_turn(position("r(0,1)(2,1) b(4,4)(-4,-4) 0:0 r 3"), line)


def test_a_line_is_a_whole_turn_of_a_game_that_goes_on() -> None:
    with pytest.raises(BadNotation, match="movements of this turn have been made already"):
        read_turn(position("r(0,1)(2,1) b(4,4) 0:0 r 3/4"), EXAMPLE)
    with pytest.raises(BadNotation, match="the game is over"):
        read_turn(after("r(1,1) b(2,2) 0:0 r 1", "(1,1) (3,3)"), EXAMPLE)


# --- whole games ------------------------------------------------------------------------------------------------------


@cache
def a_game() -> Record:
    """A short random game from a late position, so that it takes no time without the compiler either."""
    start = position("r(1,-3)(-2,-2) b(2,3)(-1,2) 3:2 b 2 turns=40")
    return Match(GAME, [Random(), Random()], seed=3, start=start).run()


def without_seed(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("Seed"))


def test_a_game_becomes_notation_and_a_record_again() -> None:
    record = a_game()
    text = write_game(record, GAME)
    read = read_game(text, GAME)
    assert read.players == record.players
    again = read.record()
    assert again.verify(load) == record.verify(load)
    assert (again.seal, again.result, again.start) == (record.seal, record.result, record.start)
    assert write_game(again, GAME).count("\n") == text.count("\n")


@pytest.mark.compiled
def test_a_whole_random_game_reads_back() -> None:
    record = random_record(GAME, 5)
    read = read_game(write_game(record, GAME), GAME)
    assert read.record().verify(load).to_bytes() == record.verify(load).to_bytes()
    assert len(read.turns) == int(record.verify(load).state.turns)


def test_a_game_without_a_seed_has_the_dice_of_its_lines() -> None:
    record = a_game()
    text = write_game(record, GAME)
    read = read_game(without_seed(text), GAME)
    assert [int(turn.position.state.roll) for turn in read.turns] == [
        int(turn.position.state.roll) for turn in turns_of(record, GAME)
    ]
    assert read.end is not None
    assert read.end.result() == record.result
    with pytest.raises(BadNotation, match="without a seed has dice of its own"):
        read.record()


def test_turns_alone_are_enough() -> None:
    read = read_game("2 | [(-1,-4),(0,-2)] |\n\n# a remark\n1 | [(1,4),(1,3)] | -", GAME)
    assert [turn.seat for turn in read.turns] == [0, 1]
    assert read.players == ["?", "?"]
    assert read.end is not None
    assert read.end.state.turns == 2
    assert not read.end.over


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "Start: r(1,1) b(3,2) 0:0 r 2\n2 | [(1,1),(1,3)] |\n1 | [(3,2),(3,4)] | -",
            r"line 3: '1 \| .*': no 1 movement of blue lead there; with a roll of 2",
        ),
        ("1 blue: 1 | [(1,4),(1,3)] | -", "line 1: .* is a turn of blue, but it is red's turn"),
        ("nonsense", "line 1: 'nonsense' has 1 parts"),
        ("Seed: seven\n", "'Seed: seven': expected a whole number"),
        ("Start: r(1,1) b(1,1) 0:0 r 2", "2 pieces on"),
        ("Start: r(1,1) b(2,2) 0:0 r 2\nResult: 1:0", "but the game is not over after the last line"),
        ("Start: r(1,1) b(2,2) 0:0 r 1\n1 | [(1,1),(3,3)] | (2,2)\nResult: 0:1", "but the game ends 1:0"),
        ("Start: r(1,1) b(2,2) 0:0 r 1\n1 | [(1,1),(3,3)] | (2,2)\n1 | - | -", "line 3: .* the game is over"),
        ("Seed: 1\nStart: r(1,1) b(2,2) 0:0 r 2\n3 | [(1,1),(3,3)] | (2,2)", "with seed 1 the die shows 2"),
    ],
)
def test_the_first_wrong_line_of_a_game_is_named(text: str, fault: str) -> None:
    with pytest.raises(LudariumError, match=fault):
        read_game(text, GAME)


def test_a_game_that_was_broken_off_within_a_turn_cannot_be_written() -> None:
    record = a_game()
    cut = Record(**{**vars(record), "decisions": record.decisions[:1], "result": None, "seal": ""})
    with pytest.raises(BadNotation, match="turn 1 of the game is not whole"):
        write_game(cut, GAME)
