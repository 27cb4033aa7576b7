"""Chance: dice that are yet to fall are drawn by the search itself, never read from the position."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from ludarium.engine import Position
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.search import Budget, infoset_search, mcts
from tests.engine.sample_games import Race
from tests.search.test_budget import SEARCHES
from tests.search.twins import findings

GOAL = 10
MOST_THROWS = 4 * GOAL
HOLD, ROLL = 0, 1


@cache
def chance_to_win(mine: int, theirs: int, turn: int, throws: int) -> float:
    """Of the player whose turn it is in Pig to 10, when both play perfectly (half for a tie)."""
    if throws >= MOST_THROWS:
        return 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))
    return max(after_roll(mine, theirs, turn, throws), after_hold(mine, theirs, turn, throws) if turn else 0.0)


@cache
def after_roll(mine: int, theirs: int, turn: int, throws: int) -> float:
    total = 1 - chance_to_win(theirs, mine, 0, throws + 1)
    for face in range(2, 7):
        won = mine + turn + face >= GOAL
        total += 1.0 if won else chance_to_win(mine, theirs, turn + face, throws + 1)
    return total / 6


def after_hold(mine: int, theirs: int, turn: int, throws: int) -> float:
    return 1 - chance_to_win(theirs, mine + turn, 0, throws)


def test_the_twin_agrees_with_common_sense() -> None:
    assert after_roll(8, 8, 0, 0) > 5 / 6
    assert after_hold(5, 0, 4, 0) > after_hold(5, 8, 4, 0)
    assert chance_to_win(0, 0, 0, MOST_THROWS) == 0.5


@pytest.mark.parametrize("name", ["mcts", "ismcts", "mo-ismcts"])
def test_clear_decisions_in_pig_are_right(name: str) -> None:
    """Wherever the better move wins clearly more often, the search finds it."""
    game = load("pig", goal=GOAL)
    decided = []
    for mine in range(GOAL):
        for theirs in range(0, GOAL, 1 if JIT_ENABLED else 9):
            for turn in range(2, GOAL - mine, 1 if JIT_ENABLED else 4):
                gain = after_roll(mine, theirs, turn, 0) - after_hold(mine, theirs, turn, 0)
                if abs(gain) < 0.12:
                    continue
                view = game.read_position(f"{mine}:{theirs} 1+{turn}").view(0)
                report = SEARCHES[name](view, Budget(3_000 if JIT_ENABLED else 200), 1)
                decided.append(ROLL if gain > 0 else HOLD)
                assert report.best == decided[-1], (mine, theirs, turn, gain)
    assert set(decided) == {ROLL} or set(decided) == {HOLD, ROLL}


def test_values_come_near_the_chance_to_win() -> None:
    game = load("pig", goal=GOAL)
    for text, chance in [("8:8 1+0", after_roll(8, 8, 0, 0)), ("0:9 1+6", after_roll(0, 9, 6, 0))]:
        position = game.read_position(text)
        for search in (mcts, infoset_search):
            report = search(position.view(0), Budget(6_000 if JIT_ENABLED else 600), 1)
            value = {entry.move: entry.value for entry in report.moves}[ROLL]
            assert value == pytest.approx(2 * chance - 1, abs=0.1)


# --- the same view, whatever the position hides -----------------------------------------------------------------------


def with_other_dice(position: Position) -> list[Position]:
    """The same position three times, with different dice to come."""
    found = []
    for stream in (1, 2, 3):
        twin = position.clone()
        twin.state.rng = stream
        found.append(twin)
    assert len(set(found)) == 3
    return found


@pytest.mark.parametrize("name", SEARCHES)
def test_future_dice_change_nothing(name: str, scale: Callable[[int], int]) -> None:
    positions = [
        load("pig").read_position("23:40 2+12"),
        load("pig", goal=10, seats=3).read_position("5:0:2 1+2"),
        load("goofspiel").start(1),
        Race().start(1),
    ]
    for position in positions:
        seat = position.movers[0]
        reports = [
            findings(SEARCHES[name](twin.view(seat), Budget(scale(300)), 5)) for twin in with_other_dice(position)
        ]
        assert reports[0] == reports[1] == reports[2]


@pytest.mark.parametrize("name", SEARCHES)
def test_hidden_cards_change_nothing(name: str, scale: Callable[[int], int]) -> None:
    game = load("kuhn-poker")
    for said, seat in [("-", 0), ("p", 1), ("b", 1), ("pb", 0)]:
        for card in "JQK":
            others = [other for other in "JQK" if other != card]
            deals = [card + other if seat == 0 else other + card for other in others]
            views = [game.read_position(f"{deal} {said}").view(seat) for deal in deals]
            reports = [findings(SEARCHES[name](view, Budget(scale(300)), 5)) for view in views]
            assert reports[0] == reports[1]


def test_every_iteration_draws_its_own_dice() -> None:
    """A search that threw the same dice each time would be certain of a win or a loss."""
    view = load("pig").read_position("94:94 1+0").view(0)
    report = mcts(view, Budget(600), 1)
    # One throw wins with 6 only; everything else goes on or passes the die.
    assert -0.9 < report.value < 0.9
