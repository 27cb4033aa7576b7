"""Moves and positions as text, the errors for wrong ones, and the pictures."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine import IllegalMove, MalformedMove, MalformedPosition
from ludarium.games import load
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from tests.conftest import scaled
from tests.games.rulesets.boards import texts
from tests.games.rulesets.samples import SIZES, rule_sets, thrown

# --- positions --------------------------------------------------------------------------------------------------------


@given(rule_sets(), st.integers(0, 2**32))
def test_a_position_text_reads_back(rules: RuleSet, seed: int) -> None:
    game = RuleSetGame(rules)
    text = thrown(rules, Random(seed)).text
    position = game.read_position(text)
    assert position.text == text
    assert game.read_position(f"  {text.replace(' ', '   ')}\n") == position


@given(rule_sets(), st.integers(0, 2**32))
def test_positions_of_play_read_back_whole(rules: RuleSet, seed: int) -> None:
    """The board, the turn, the count of quiet plies, the prepared moves and the result: everything but the stream."""
    random = Random(seed)
    position = RuleSetGame(rules).start()
    for ply in range(scaled(150)):
        if ply % 3 == 0 or position.over:
            assert position.game.read_position(position.text).fields() == position.fields()
        if position.over:
            break
        position = position.play(random.choice(position.moves()))


@pytest.mark.parametrize(
    ("form", "text", "fault"),
    [
        ("tic-tac-toe", "", "'': expected ROWS SIDE with SIDE x or o, such as '3/3/3 x'"),
        ("tic-tac-toe", "3/3/3", "'3/3/3': expected ROWS SIDE"),
        ("tic-tac-toe", "3/3/3 X", "expected ROWS SIDE with SIDE x or o"),
        ("tic-tac-toe", "3/3/3 x 1 2", "'1': there are no quiet plies to count in 3x3 drop line-3"),
        ("checkers", "8/8/8/8/8/8/8/x7 x 1 2", "'2': nothing of the kind can be announced in 8x8 checkers no-men"),
        ("4x3 drop line-3", "4/4/4 z", "such as '4/4/4 x'"),
        ("tic-tac-toe", "3/3 x", "'3/3' has 2 rows, the board has 3"),
        ("tic-tac-toe", "3/3/3/3 x", "has 4 rows, the board has 3"),
        ("tic-tac-toe", "3/xxoo/3 x", "row 'xxoo' has 4 cells, the board has 3"),
        ("tic-tac-toe", "3/1x/3 x", "row '1x' has 2 cells, the board has 3"),
        ("tic-tac-toe", "3//3 x", "row '' has 0 cells, the board has 3"),
        ("tic-tac-toe", "3/1b1/3 x", "row '1b1': 'b' is neither x, o, X, O nor a number of empty cells"),
        ("tic-tac-toe", "3/0xxx/3 x", "row '0xxx': '0' is neither"),
        ("tic-tac-toe", "3/-3/3 x", "row '-3': '-' is neither"),
        ("tic-tac-toe", "3/1X1/3 x", "there are no kings in 3x3 drop line-3: write x and o"),
        ("reversi", "8/8/8/3Oo3/8/8/8/8 x", "there are no kings in 8x8 reversi most-men"),
        ("tic-tac-toe", "3/3/3 x 4", "'4': there are no quiet plies to count in 3x3 drop line-3"),
        ("4x4 checkers no-men", "4/4/4/1x2 x", "x on b1: pieces stand on dark cells only"),
        ("4x4 checkers no-men", "4/4/2O1/4 x", "O on c2: pieces stand on dark cells only"),
        ("4x4 checkers no-men", "1x2/4/4/4 x", "x on b4: a man there is a king, write X"),
        ("4x4 checkers no-men", "4/4/4/2o1 x", "o on c1: a man there is a king, write O"),
        ("4x4 checkers no-men", "4/4/4/x3 x many", "'many': expected the number of quiet plies, at most 80"),
        ("4x4 checkers no-men", "4/4/4/x3 x -1", "'-1': expected the number of quiet plies"),
        ("4x4 checkers no-men quiet-7", "4/4/4/x3 x 8", "'8': expected the number of quiet plies, at most 7"),
    ],
)
def test_malformed_positions(form: str, text: str, fault: str) -> None:
    with pytest.raises(MalformedPosition) as raised:
        load(form).read_position(text)
    assert fault in str(raised.value)
    assert "\n" not in str(raised.value)


# --- moves ------------------------------------------------------------------------------------------------------------


@given(rule_sets(), st.integers(0, 2**32))
def test_move_texts_are_unique_and_read_back(rules: RuleSet, seed: int) -> None:
    position = RuleSetGame(rules).read_position(thrown(rules, Random(seed)).text)
    if position.over:
        return
    moves = position.moves()
    assert len({move.text for move in moves}) == len(moves)
    seat = position.movers[0]
    for move in moves[:: 1 + len(moves) // 10]:
        for text in (move.text, f" {move.text.upper()} "):
            read = position.game.read_move(text, position.state, seat)
            assert (read.value, read.text) == (move.value, move.text)


@pytest.mark.parametrize("size", SIZES)
def test_cells_are_named_as_on_a_chess_board(size: str) -> None:
    game = load(f"{size} drop most-men")
    width, height = (int(side) for side in size.split("x"))
    names = [f"{'abcdefghijkl'[column]}{row + 1}" for row in range(height) for column in range(width)]
    assert [move.text for move in game.start().moves()] == names
    top_right = game.start().play(names[-1])
    assert top_right.text.split("/")[0] == f"{width - 1}x"
    bottom_left = game.start().play("a1")
    assert bottom_left.text.split("/")[-1] == f"x{width - 1} o"


def test_longest_names() -> None:
    position = load("12x12 checkers no-men").read_position("12/10O1/9x2/12/12/12/12/12/12/12/12/x11 o")
    assert texts(position) == ["k11xi9"]
    assert texts(load("12x12 reversi most-men").read_position("11o/11x/12/12/12/12/12/12/12/12/12/12 o")) == ["l10"]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("tic-tac-toe", "b9"),
        ("tic-tac-toe", "l12"),
        ("tic-tac-toe", "pass"),
        ("reversi", "A1"),
        ("reversi", "pass"),
        ("checkers", "a1-b2"),
        ("checkers", "c3xe5"),
        ("checkers", " c3xe5xg7 "),
    ],
)
def test_what_has_the_form_of_a_move_is_illegal(form: str, text: str) -> None:
    with pytest.raises(IllegalMove, match=f"'{text.strip()}' is not legal here; the legal moves are "):
        load(form).start().play(text)


@pytest.mark.parametrize("text", ["", "b", "2b", "b0", "b13", "m1", "b2-", "-", "b2--c3", "resign", "c3 d4"])
def test_what_has_not_is_malformed(text: str) -> None:
    for form in ("tic-tac-toe", "reversi", "checkers"):
        with pytest.raises(MalformedMove, match=f"'{text}' is no move of {form}; the legal moves are "):
            load(form).start().play(text)


# --- pictures ---------------------------------------------------------------------------------------------------------


def test_a_picture_of_tic_tac_toe() -> None:
    position = load("tic-tac-toe").start().play("b2").play("c1")
    assert position.draw().splitlines() == [
        " 3  · · ·",
        " 2  · x ·",
        " 1  · · o",
        "    a b c",
        "    x to move",
    ]


def test_a_picture_of_reversi() -> None:
    assert load("reversi", size=4).start().draw().splitlines() == [
        " 4  · · · ·",
        " 3  · ● ○ ·",
        " 2  · ○ ● ·",
        " 1  · · · ·",
        "    a b c d",
        "    ● to move",
    ]


def test_a_picture_shows_kings() -> None:
    position = load("5x4 checkers no-men").read_position("1O3/5/5/2X1x o")
    assert position.draw().splitlines() == [
        " 4  · ◇ · · ·",
        " 3  · · · · ·",
        " 2  · · · · ·",
        " 1  · · ◆ · ●",
        "    a b c d e",
        "    ○ to move",
    ]


@pytest.mark.parametrize(
    ("form", "text", "caption"),
    [
        ("tic-tac-toe", "xxx/oo1/3 o", "x has won"),
        ("3x3 drop line-3 misere", "xxx/oo1/3 o", "o has won"),
        ("tic-tac-toe", "xox/xoo/oxx o", "draw"),
        ("reversi", "8/8/8/8/8/8/8/oooooooo x", "○ has won"),
        ("4x4 checkers no-men", "4/4/4/x3 o", "● has won"),
    ],
)
def test_a_picture_tells_who_has_won(form: str, text: str, caption: str) -> None:
    assert load(form).read_position(text).draw().splitlines()[-1] == f"    {caption}"


def test_rows_and_columns_of_large_boards_stand_below_each_other() -> None:
    lines = load("12x12 drop line-5").start().play("l12").draw().splitlines()
    assert lines[0] == "12  " + "· " * 11 + "x"
    assert lines[11] == " 1  " + " ".join("·" * 12)
    assert lines[12] == "    " + " ".join("abcdefghijkl")
