"""Chance: dice that are yet to fall are drawn by the search itself, never read from the position."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from ludarium.engine import Position
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.search import Budget, infoset_search, mcts
from tests.engine.sample_games import Race
from tests.search.searches import SEARCHES
from tests.search.twins import findings

GOAL = 40
MOST_THROWS = 4 * GOAL
HOLD, ROLL = 0, 1


@cache
def chance_to_win(mine: int, theirs: int, turn: int, throws: int) -> float:
    """Of the player whose turn it is in Pig to 40, when both play perfectly (half for a tie)."""
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


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["mcts", "ismcts", "mo-ismcts"])
def test_clear_decisions_at_the_end_of_pig_are_right(name: str) -> None:
    """With a few throws left, wherever the better move wins clearly more often, the search finds it."""
    game, draw = load("pig", goal=GOAL), random.Random(1)
    decided = []
    for _ in range(150):
        mine, theirs, throws = draw.randrange(36), draw.randrange(36), MOST_THROWS - draw.randint(1, 4)
        turn = draw.randrange(2, min(25, GOAL - mine))
        gain = after_roll(mine, theirs, turn, throws) - after_hold(mine, theirs, turn, throws)
        if abs(gain) > 0.12:
            view = game.read_position(f"{mine}:{theirs} 1+{turn} throws={throws}").view(0)
            report = SEARCHES[name](view, Budget(3_000), 1)
            decided.append(ROLL if gain > 0 else HOLD)
            assert report.best == decided[-1], (mine, theirs, turn, throws, gain)
    assert decided.count(HOLD) >= len(decided) // 8
    assert decided.count(ROLL) >= len(decided) // 8


def test_values_come_near_the_chance_to_win() -> None:
    """One throw decides: what a search says of it is how often it wins."""
    game = load("pig", goal=GOAL)
    last = MOST_THROWS - 1
    for text, chance in [
        (f"34:39 1+0 throws={last}", 1 / 6),  # only a 6 wins
        (f"30:39 1+8 throws={last}", 5 / 6),  # whatever is no 1 wins
    ]:
        position = game.read_position(text)
        for search in (mcts, infoset_search):
            report = search(position.view(0), Budget(4_000 if JIT_ENABLED else 600), 1)
            value = {entry.move: entry.value for entry in report.moves}[ROLL]
            assert value == pytest.approx(2 * chance - 1, abs=0.05 if JIT_ENABLED else 0.15)


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
