"""What searches use beside the rules: play-outs that draw every legal move alike, estimates, keys, declared limits."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludarium.engine import Position
from ludarium.engine.kernels import JIT_ENABLED, kernel
from ludarium.engine.kernels.rng import generator
from ludarium.engine.rules import words_of
from ludarium.engine.slots import evaluate, key, playout_move, to_move
from ludarium.games import load
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import DEFAULT_QUIET, LARGEST, LONGEST_QUIET, SMALLEST, RuleSet
from ludarium.games.rulesets.space import PIECES
from tests.conftest import scaled
from tests.games.rulesets.boards import place
from tests.games.rulesets.reference import Reference
from tests.games.rulesets.reference_board import start_pieces
from tests.games.rulesets.samples import SIZES, rule_sets, thrown, turned_round


@kernel
def draw_moves(states: Any, source: Any, moves: Any, drawn: Any) -> None:
    for index in range(drawn.shape[0]):
        drawn[index] = playout_move(states[0], to_move(states[0]), moves, source[0])


@kernel
def look(states: Any, words: Any, rewards: Any) -> Any:
    """The estimate, and the key that stands for the position in a search's table."""
    evaluate(states[0], rewards)
    return key(states, words, 0)


def states_of(position: Position) -> Any:
    return np.array([position.state], position.game.rules.dtype)


def draws(position: Position, count: int, seed: int) -> list[int]:
    """So many moves of the play-out policy."""
    rules = position.game.bound
    states, drawn = states_of(position), np.zeros(count, np.int64)
    rules.binder.bind(draw_moves)(states, generator(seed), rules.moves(), drawn)
    assert states.tobytes() == states_of(position).tobytes()  # looking for a move changes nothing
    return [int(move) for move in drawn]


def value(position: Position) -> float:
    """The estimate for x; that for o is checked to be its opposite."""
    rewards = np.zeros(4)
    states = states_of(position)
    position.game.bound.binder.bind(look)(states, words_of(states), rewards)
    assert rewards[0] == -rewards[1]
    assert -1.0 < rewards[0] < 1.0
    return float(rewards[0])


def table_key(position: Position) -> int:
    states = states_of(position)
    return int(position.game.bound.binder.bind(look)(states, words_of(states), np.zeros(4)))


# --- play-outs --------------------------------------------------------------------------------------------------------

DRAWS = 20_000 if JIT_ENABLED else 600


def highest_chi_square(freedom: int) -> float:
    """What chance exceeds in one of a thousand tests (Wilson and Hilferty's approximation)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.09 * part**0.5) ** 3)


UNIFORM = {
    "drop": "5x5 drop line-4: 5/1x3/2o2/1xo2/5 x",
    "drop on a large board": "12x12 drop line-5: 12/12/12/12/12/12/12/12/12/12/12/12 x",
    "reversi": "8x8 reversi most-men: 8/8/2xxo3/3xo3/3oxo2/8/8/8 x",
    "reversi on a large board": "10x10 reversi most-men: 10/10/10/10/4xo4/4ox4/10/10/10/10 x",
    "men": "8x8 checkers no-men: 1o1o1o1o/o1o1o1o1/1o1o1o1o/8/8/x1x1x1x1/1x1x1x1x/x1x1x1x1 x",
    "men of o": "8x8 checkers no-men: 1o1o1o1o/o1o1o1o1/1o1o1o1o/8/1x6/2x1x1x1/1x1x1x1x/x1x1x1x1 o",
    "kings and men": "7x7 checkers no-men: 7/1x3X1/X6/7/4X2/1x3x1/O1x3O x",
    "kings of o on a large board": "12x12 checkers no-men: 1O10/8O3/12/12/5O6/12/12/12/12/12/12/X11 o",
    "jumps": "8x8 checkers no-men: 8/2o1o1o1/8/o1o1o3/8/2o1o1o1/5X2/8 x",
    "jumps of men and kings": "9x9 checkers no-men: 9/9/9/1o1o3o1/2x6/1o3o1o1/4X4/9/9 x",
}


def uniform_case(name: str) -> Position:
    form, _, text = UNIFORM[name].partition(": ")
    return load(form).read_position(text)


@pytest.mark.parametrize("name", UNIFORM)
def test_play_outs_draw_all_legal_moves_alike(name: str) -> None:
    position = uniform_case(name)
    legal = [move.value for move in position.moves()]
    assert len(legal) > 1
    seen = Counter(draws(position, DRAWS, seed=7))
    assert set(seen) <= set(legal)
    expected = DRAWS / len(legal)
    chi_square = sum((seen[move] - expected) ** 2 for move in legal if isinstance(move, int)) / expected
    assert chi_square < highest_chi_square(len(legal) - 1)


@given(rule_sets(), st.integers(0, 2**32))
def test_play_outs_draw_legal_moves_only(rules: RuleSet, seed: int) -> None:
    position = RuleSetGame(rules).read_position(thrown(rules, Random(seed)).text)
    if not position.over:
        assert set(draws(position, 20, seed)) <= {move.value for move in position.moves()}


def test_play_outs_pass_where_they_must() -> None:
    reversi = place(
        "reversi most-men",
        """
        . . . .
        . . . .
        . . . .
        x o o .
        """,
        "o",
    )
    checkers = place(
        "checkers most-men",
        """
        . . . .
        . . o .
        . o . .
        x . . .
        """,
        "x",
    )
    for position in (reversi, checkers):
        [only] = position.moves()
        assert only.text == "pass"
        assert set(draws(position, 5, seed=1)) == {only.value}


# --- declared limits --------------------------------------------------------------------------------------------------


def longest_game(rules: RuleSet) -> int:
    """More plies than a game can have, counted from the rules.

    Men are dropped once, with at most a pass between two. In checkers each man goes forward at most to the far row and
    is captured once; fewer than `quiet` plies lie before each such event, and `quiet` after the last.
    """
    if rules.pieces != "checkers":
        return 2 * rules.cells
    men = len(start_pieces(rules))
    return (men * (rules.height - 1) + men) * rules.quiet + rules.quiet


def test_no_game_can_be_longer_than_declared() -> None:
    sides = range(SMALLEST, LARGEST + 1)
    for width, height, pieces in product(sides, sides, PIECES):
        quiet = LONGEST_QUIET if pieces == "checkers" else DEFAULT_QUIET
        rules = RuleSet(width, height, pieces, "most-men", quiet=quiet)
        assert longest_game(rules) <= RuleSetGame(rules).rules.max_plies


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pieces", PIECES)
def test_play_outs_end_in_time(size: str, pieces: str) -> None:
    rule_set = RuleSet.read(f"{size} {pieces} most-men")
    game = RuleSetGame(rule_set)
    rules = game.bound
    states = np.zeros(2, game.rules.dtype)
    states[0] = game.start().state
    for seed in range(scaled(30)):
        plies = rules.playouts(states, generator(seed), rules.moves(), 1)
        assert 1 < plies <= longest_game(rule_set)
        assert Position(game, states[1:]).over


@given(st.integers(0, 2**32))
def test_no_position_lists_more_moves_than_declared(seed: int) -> None:
    """Not even boards full of kings."""
    random = Random(seed)
    rules = RuleSet.read("12x12 checkers no-men")
    position = RuleSetGame(rules).read_position(thrown(rules, random).text)
    if not position.over:
        assert 0 < len(position.moves()) <= position.game.rules.max_moves


# --- estimates --------------------------------------------------------------------------------------------------------


@given(rule_sets(), st.integers(0, 2**32))
def test_the_estimate_is_the_same_seen_from_either_side(rules: RuleSet, seed: int) -> None:
    """Lines, men and corners of o count as those of x do."""
    # A board of checkers with an odd and an even side does not look the same from both sides: dark cells become light.
    assume(rules.pieces != "checkers" or (rules.width + rules.height) % 2 == 0)
    game = RuleSetGame(rules)
    expected = thrown(rules, Random(seed))
    position = game.read_position(expected.text)
    assert value(position) == pytest.approx(-value(game.read_position(turned_round(expected).text)), abs=1e-12)


@given(rule_sets(), st.integers(0, 2**32))
def test_misere_turns_the_estimate_round(rules: RuleSet, seed: int) -> None:
    text = thrown(rules, Random(seed)).text
    plain, misere = (
        RuleSet(rules.width, rules.height, rules.pieces, rules.end, rules.line, misere=turned, quiet=rules.quiet)
        for turned in (False, True)
    )
    assert value(RuleSetGame(plain).read_position(text)) == -value(RuleSetGame(misere).read_position(text))


BETTER = {
    "two in an open row beat two apart": (
        "5x5 drop line-4",
        "5/5/1xx2/5/o3o x",
        "5/5/x3x/5/o3o x",
    ),
    "three beat two": ("6x6 drop line-4", "6/6/1xxx2/6/6/oo4 x", "6/6/1xx3/6/6/oo4 x"),
    "a row without room is worth nothing": ("5x5 drop line-4", "5/5/xx3/5/5 o", "5/5/xxo2/5/5 o"),
    "a corner": ("8x8 reversi most-men", "8/8/8/3xo3/3ox3/8/8/x7 x", "8/8/8/3xo3/3ox3/8/1x6/8 x"),
    "more moves to choose from": ("8x8 reversi most-men", "8/8/8/xo6/8/8/8/8 x", "8/8/8/ox6/8/8/8/8 x"),
    "a man more": ("8x8 checkers no-men", "1o6/8/8/8/8/8/8/x1x5 x", "1o1o4/8/8/8/8/8/8/x1x5 x"),
    "a king is more than a man": ("8x8 checkers no-men", "1o6/8/8/8/8/8/8/X7 x", "1o6/8/8/8/8/8/8/x7 x"),
    "two men are more than a king": ("8x8 checkers no-men", "1O6/8/8/8/8/8/8/x1x5 x", "1O6/8/8/8/8/8/8/x7 x"),
    "more men dropped": ("5x5 drop most-men", "5/5/xxx2/5/5 o", "5/5/xxo2/5/5 o"),
}


@pytest.mark.parametrize("name", BETTER)
def test_what_is_better_for_x_is_estimated_higher(name: str) -> None:
    form, better, worse = BETTER[name]
    game = load(form)
    assert value(game.read_position(better)) > value(game.read_position(worse))


@pytest.mark.parametrize("form", ["tic-tac-toe", "reversi", "checkers", "5x5 checkers line-3", "12x12 drop line-5"])
def test_an_even_start_is_estimated_even(form: str) -> None:
    assert value(load(form).start()) == 0.0


def lines_in_sight(position: Reference, side: str) -> float:
    """What the runs of men of a side are worth: 0.01 for each man that could become part of a line, and four times as
    much for each further man of an unbroken run up to it. Along each axis anew."""
    total = 0.0
    men, length = position.owned(side), position.rules.line
    for right, up in [(1, 0), (-1, 1), (0, 1), (1, 1)]:
        stretches = [[(column + n * right, row + n * up) for n in range(length)] for column, row in position.board]
        free = [
            stretch
            for stretch in stretches
            if all(cell in position.board and (cell in men or cell not in position.pieces) for cell in stretch)
        ]
        hopeful = men.keys() & {cell for stretch in free for cell in stretch}
        for further in range(length - 1):
            runs = [
                (column, row)
                for column, row in hopeful
                if all((column - n * right, row - n * up) in hopeful for n in range(further + 1))
            ]
            total += 0.01 * 4.0**further * len(runs)
    return total


@given(rule_sets(), st.integers(0, 2**32))
def test_the_estimate_of_lines(rules: RuleSet, seed: int) -> None:
    """Counted cell by cell, so never round the edge of the board."""
    assume(rules.end == "line")
    position = thrown(rules, Random(seed))
    lead = lines_in_sight(position, "x") - lines_in_sight(position, "o")
    expected = 0.95 * lead / (1 + abs(lead)) * (-1 if rules.misere else 1)
    assert value(RuleSetGame(rules).read_position(position.text)) == pytest.approx(expected)


# --- keys of positions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form", ["4x4 drop line-3", "6x6 reversi most-men", "6x6 checkers no-men", "9x9 checkers no-men"]
)
def test_different_positions_have_different_keys(form: str) -> None:
    """A search takes positions with one key for one position."""
    rules = RuleSet.read(form)
    game, random = RuleSetGame(rules), Random(form)
    seen: dict[int, str] = {}
    for _ in range(scaled(100)):
        base = thrown(rules, random)
        for side, quiet in product("xo", (0, 1, 2) if rules.pieces == "checkers" else (0,)):
            text = Reference(rules, base.pieces, side, quiet).text
            assert seen.setdefault(table_key(game.read_position(text)), text) == text


def test_kings_have_other_keys_than_men() -> None:
    game = load("checkers")
    texts = [
        "8/8/8/8/3x4/8/1o6/2x5 x",
        "8/8/8/8/3X4/8/1o6/2x5 x",
        "8/8/8/8/3x4/8/1O6/2x5 x",
        "8/8/8/8/3x4/8/1o6/2X5 x",
    ]
    assert len({table_key(game.read_position(text)) for text in texts}) == len(texts)


def test_the_same_position_reached_in_two_ways_has_one_key() -> None:
    start = load("tic-tac-toe").start()
    one = start.play("a1").play("b2").play("c3")
    other = start.play("c3").play("b2").play("a1")
    assert table_key(one) == table_key(other)
