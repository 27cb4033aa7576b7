"""The trust check on games whose truth is known."""

from __future__ import annotations

import pytest

from ludarium.design.timing import budget_for
from ludarium.design.trust import Level, Trust, check
from ludarium.engine.errors import LudariumError
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.space import GAMES
from tests.conftest import scaled


def trust_of(*levels: tuple[int, int, int, int], proof: str = "") -> Trust:
    return Trust("some game", 0, tuple(Level(f, 10 * f, a, b, d) for f, a, b, d in levels), proof, 99)


def test_a_game_that_stays_balanced_is_trusted() -> None:
    trust = trust_of((1, 40, 55, 5), (64, 45, 50, 5))
    assert trust.trusted
    assert trust.verdict == "trusted: still balanced, 45 : 50, 5 drawn of 100 at 64×; not proved within 99 positions"


def test_the_highest_budget_decides() -> None:
    trust = trust_of((1, 50, 50, 0), (64, 56, 44, 0))
    assert not trust.trusted
    assert trust.verdict.startswith("unmasked: not balanced with more thinking although it looked balanced at 1×")
    assert not trust_of((1, 47, 42, 11)).trusted
    assert trust_of((1, 55, 45, 0)).trusted
    assert trust_of((1, 50, 40, 10)).trusted


@pytest.mark.parametrize("proof", ["first", "second", "draw"])
def test_what_is_proved_is_not_trusted(proof: str) -> None:
    trust = trust_of((1, 50, 50, 0), proof=proof)
    assert not trust.trusted
    assert trust.verdict.startswith("exposed: ")


def test_tic_tac_toe_and_the_first_players_game_are_exposed() -> None:
    for text, proof in (("3x3 drop line-3", "draw"), ("4x4 drop line-3", "first"), ("3x3 drop line-3 misere", "draw")):
        found = check(RuleSet.read(text), budget=2, games=2, seed=1, factors=(1,), workers=1)
        assert (found.proof, found.trusted) == (proof, False)


@pytest.mark.compiled  # half a million positions
def test_game_a_is_exposed() -> None:
    found = check(RuleSet.read(GAMES["A"]), budget=40, games=40, seed=1, factors=(1, 16), workers=2)
    assert found.proof == "first"
    assert "the first player wins with perfect play" in found.verdict
    assert found.levels[-1].first > found.levels[-1].second


def test_the_levels_do_not_depend_on_the_workers() -> None:
    rules = RuleSet.read("4x4 reversi most-men")
    one, two = (check(rules, budget=3, games=scaled(30), factors=(1, 2), limit=0, workers=number) for number in (1, 2))
    assert one == two
    assert one.searched == 0
    assert [level.budget for level in one.levels] == [3, 6]
    assert all(level.games == scaled(30) for level in one.levels)


def test_a_check_survives_its_file() -> None:
    trust = trust_of((1, 50, 50, 0), (4, 30, 60, 10), proof="second")
    assert Trust.from_dict(trust.to_dict()) == trust


@pytest.mark.parametrize("factors", [(), (0, 1), (4, 1), (2, 2)])
def test_factors_must_grow(factors: tuple[int, ...]) -> None:
    with pytest.raises(LudariumError, match="growing whole numbers"):
        check(RuleSet.read("3x3 drop line-3"), budget=1, factors=factors)


def test_a_time_is_turned_into_a_budget() -> None:
    little, more = (budget_for(seconds, rules=RuleSet.read("3x3 drop line-3")) for seconds in (0.001, 1.0))
    assert 1 <= little < more / 50


@pytest.mark.parametrize("seconds", [0, -1, 3601, float("nan")])
def test_times_that_are_none(seconds: float) -> None:
    with pytest.raises(LudariumError, match="expected more than 0"):
        budget_for(seconds)


def test_a_judge_that_looks_for_quiet_positions_exposes_what_a_plain_one_does_not() -> None:
    """The first player has won it in three moves, whatever the other does."""
    rules, games = RuleSet.read("5x5 drop line-3"), scaled(40)
    plain, quiet = (
        check(rules, budget=40, player=player, games=games, factors=(4,), limit=0).levels[0]
        for player in ("minimax", "quiescence")
    )
    assert quiet.first >= 0.9 * games
    assert quiet.first > plain.first
