"""The opponents that people are offered can be made, are described, and come in the order of their strength."""

from __future__ import annotations

from itertools import combinations

import pytest

from ludarium.engine.levels import usual_levels
from ludarium.games import REGISTRY, load
from ludarium.players import make

GAMES = [*REGISTRY.entries, "5x5 drop line-4", "4x3 drop line-3", "hex-4 step reach jump"]


@pytest.mark.parametrize("name", GAMES)
def test_opponents(name: str) -> None:
    game = load(name)
    levels = game.levels()
    strengths = [level.strength for level in levels]
    assert strengths == sorted(strengths)
    assert strengths[0] == 1
    assert strengths[-1] == 5
    assert len({level.text for level in levels}) == len({level.title for level in levels}) == len(levels) >= 4
    for level in levels:
        assert make(level.text, game).label == level.text
        assert level.character[0].isupper()
        assert level.character.endswith(".")
        assert len(level.character) < 100
        assert 0 <= level.think < 5


def test_a_game_of_its_own_gets_the_usual_ones() -> None:
    assert [level.text.partition(":")[0] for level in usual_levels(load("pig"))] == ["random", *["mcts"] * 4]
    assert usual_levels(load("kuhn-poker"))[1].text == "ismcts:iterations=30"


def test_tiny_boards_have_an_opponent_that_never_errs() -> None:
    assert load("tic-tac-toe").levels()[-1].text == "perfect"
    assert load("reversi").levels()[-1].text.startswith("minimax")


MEASURED = [name for name in REGISTRY.entries if load(name).standings()]


def test_some_games_were_measured() -> None:
    assert MEASURED


@pytest.mark.parametrize("name", MEASURED)
def test_opponents_were_measured_as_they_are(name: str) -> None:
    """`python -m benchmarks.opponents NAME --write` after a change of the levels."""
    game = load(name)
    standings = game.standings()
    assert set(standings) == {level.text for level in game.levels()}
    assert all(told.low < told.elo < told.high and told.games >= 20 and told.seconds > 0 for told in standings.values())


@pytest.mark.parametrize("name", MEASURED)
def test_who_was_measured_to_be_stronger_is_said_to_be(name: str) -> None:
    game = load(name)
    standings = [game.standings()[level.text] for level in game.levels()]
    for weaker, stronger in combinations(standings, 2):
        assert weaker.low <= stronger.high, "beyond chance the weaker one is the stronger one"


def test_with_other_settings_nothing_was_measured() -> None:
    assert load("reversi", size=6).standings() == {}
    assert load("5x5 drop line-4").standings() == {}
