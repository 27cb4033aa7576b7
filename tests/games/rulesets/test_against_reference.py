"""The compiled engine beside the obvious one: the same moves, boards and results at every ply of random games."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.engine import Position
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.space import PIECES, all_games
from tests.conftest import scaled
from tests.games.rulesets.reference import Reference
from tests.games.rulesets.samples import CLASSIC_ENDS, SIZES, Wide, anything, rule_sets, thrown

MOST_PLIES = scaled(200)
"""Where two kings chase each other, this much of the chase is enough."""


def check_same(position: Position, expected: Reference) -> None:
    assert position.text == expected.text
    assert position.over == expected.over, expected.text
    if expected.over:
        winners = position.result().winners
        assert winners == {"x": (0,), "o": (1,), None: (0, 1)}[expected.winner], expected.text
    else:
        assert position.movers == ("xo".index(expected.decider),)
        assert sorted(move.text for move in position.moves()) == sorted(expected.moves), expected.text


def play_along(position: Position, expected: Reference, random: Random, plies: int = MOST_PLIES) -> Position:
    """Play the same random moves on both and compare at every ply."""
    check_same(position, expected)
    for _ in range(plies):
        if expected.over:
            break
        text = random.choice(sorted(expected.moves))
        position, expected = position.play(text), expected.moves[text]
        check_same(position, expected)
    return position


COMBINATIONS = [f"{pieces} {end}" for pieces, end in product(PIECES, CLASSIC_ENDS)]


@pytest.mark.parametrize("combination", COMBINATIONS)
@pytest.mark.parametrize("size", SIZES)
def test_random_games(size: str, combination: str) -> None:
    plain = RuleSet.read(f"{size} {combination}")
    for number in range(scaled(2)):
        rules = RuleSet.read(f"{size} {combination} misere") if number % 2 else plain
        play_along(RuleSetGame(rules).start(), Reference.start(rules), Random(f"{rules.short_form} {number}"))


@settings(max_examples=scaled(100))
@given(rule_sets(), st.integers(0, 2**32))
def test_random_games_of_any_rule_set(rules: RuleSet, seed: int) -> None:
    play_along(RuleSetGame(rules).start(), Reference.start(rules), Random(seed))


@settings(max_examples=scaled(100))
@given(rule_sets(), st.integers(0, 2**32))
def test_games_from_thrown_positions(rules: RuleSet, seed: int) -> None:
    """Reaches what play from the start seldom does: many kings, lone men, lines and full boards to begin with."""
    random = Random(seed)
    expected = thrown(rules, random)
    play_along(RuleSetGame(rules).read_position(expected.text), expected, random, plies=10)


@pytest.mark.parametrize("size", SIZES)
def test_checkers_with_many_kings(size: str) -> None:
    rules = RuleSet.read(f"{size} checkers no-men")
    game, random = RuleSetGame(rules), Random(size)
    for _ in range(scaled(40)):
        expected = thrown(rules, random)
        play_along(game.read_position(expected.text), expected, random, plies=3)


@pytest.mark.parametrize("combination", COMBINATIONS)
@pytest.mark.parametrize("size", ["3x3", "4x7", "8x8"])
def test_small_boards_on_wide_sets(size: str, combination: str) -> None:
    rules = RuleSet.read(f"{size} {combination}")
    play_along(Wide(rules).start(), Reference.start(rules), Random(f"wide {size} {combination}"))


@cache
def whole_space() -> list[RuleSet]:
    return all_games()


SAMPLE = 12
"""Parts of the samples below, so that a failure names a small one."""


@pytest.mark.parametrize("part", range(SAMPLE))
def test_games_of_the_whole_space(part: int) -> None:
    """Hundreds of the source's 5,616 games, most of them with extras, drawn from a seed."""
    random = Random(part)
    for rules in random.sample(whole_space(), scaled(20)):
        play_along(RuleSetGame(rules).start(), Reference.start(rules), random, plies=scaled(100))


@pytest.mark.parametrize("part", range(SAMPLE))
def test_games_beyond_the_source(part: int) -> None:
    """Hexagonal boards, missing cells, pieces made of parts and further ends, with extras."""
    random = Random(f"beyond {part}")
    for _ in range(scaled(20)):
        rules = anything(random, largest=8)
        play_along(RuleSetGame(rules).start(), Reference.start(rules), random, plies=scaled(100))


@pytest.mark.parametrize("part", range(SAMPLE))
def test_thrown_positions_beyond_the_source(part: int) -> None:
    random = Random(f"thrown {part}")
    for _ in range(scaled(20)):
        rules = anything(random)
        expected = thrown(rules, random)
        position = RuleSetGame(rules).read_position(expected.text)
        play_along(position, expected, random, plies=8)
