"""Pig: throwing, holding, losing a turn, reaching the goal, playing alone, and that every game ends."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ludarium.engine import (
    BadParameter,
    Clock,
    Game,
    IllegalMove,
    MalformedMove,
    MalformedPosition,
    Match,
    Move,
    Player,
    Position,
    View,
)
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load

SAMPLES = 1200 if JIT_ENABLED else 300


class HoldAt(Player):
    """Holds once the turn is worth this much."""

    def __init__(self, least: int) -> None:
        super().__init__()
        self.least = least

    def choose(self, view: View, clock: Clock) -> Move:
        moves = view.moves()
        return moves[0] if view.fields()["turn_total"] >= self.least else moves[-1]


@pytest.fixture(scope="module")
def game() -> Game:
    return load("pig")


@pytest.fixture(scope="module")
def alone() -> Game:
    return load("pig", seats=1, goal=20)


def throw(position: Position, number: int) -> Position:
    """The position after a throw of this number: samples differ in nothing but the dice to come."""
    for seed in range(1000):
        after = position.view(0).sample(seed).play("roll")
        if after.fields()["die"] == number:
            return after
    raise AssertionError(f"no {number} in 1000 throws")


def test_a_turn_begins_with_a_throw(game: Game) -> None:
    position = game.start()
    assert position.movers == (0,)
    assert [move.text for move in position.moves()] == ["roll"]
    with pytest.raises(IllegalMove, match="'hold' is not legal here; the legal moves are roll"):
        position.play("hold")
    with pytest.raises(MalformedMove, match="'bank' is no move of pig"):
        position.play("bank")


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_a_throw_adds_to_the_turn(game: Game, number: int) -> None:
    position = throw(game.read_position("23:40 2+12"), number)
    assert position.text == f"23:40 2+{12 + number} die={number} throws=1"
    assert [move.text for move in position.moves()] == ["hold", "roll"]


def test_a_one_loses_the_turn(game: Game) -> None:
    position = throw(game.read_position("23:40 2+12"), 1)
    assert position.text == "23:40 1+0 die=1 turns=1 throws=1"


def test_holding_banks_the_turn(game: Game) -> None:
    assert game.read_position("23:40 2+12 die=6 turns=3 throws=9").play("hold").text == "23:52 1+0 turns=4 throws=9"


def test_reaching_the_goal_ends_the_game_at_once(game: Game) -> None:
    position = throw(game.read_position("80:40 1+17"), 3)
    assert position.over
    assert position.text == "100:40 1+0 die=3 turns=1 throws=1"
    assert position.result().points == (100, 40)
    assert position.result().winners == (0,)
    assert not throw(game.read_position("80:40 1+17"), 2).over


def test_the_die_goes_round_four_seats() -> None:
    position = load("pig", seats=4).read_position("0:0:0:0 1+2")
    order = []
    for _ in range(5):
        order.append(position.movers[0])
        position = throw(position, 1)
    assert order == [0, 1, 2, 3, 0]


def test_all_throws_are_equally_likely_and_not_in_a_view(game: Game) -> None:
    view = game.read_position("23:40 2+12").view(1)
    samples = [view.sample(seed) for seed in range(SAMPLES)]
    assert all(sample.view(1).to_bytes() == view.to_bytes() for sample in samples)
    seen = Counter(sample.play("roll").fields()["die"] for sample in samples)
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert sum((count - SAMPLES / 6) ** 2 for count in seen.values()) / (SAMPLES / 6) < 25
    assert game.start(1).view(0).to_bytes() == game.start(2).view(0).to_bytes()


# --- every game ends --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [2, 20, 1000])
@pytest.mark.parametrize("settings", [{"goal": 10, "seats": 4}, {"goal": 30, "seats": 1}, {"goal": 100, "seats": 2}])
def test_every_way_to_play_ends_in_time(settings: dict[str, int], least: int) -> None:
    """Also for those who hold at once (2) and for those who never hold (1000)."""
    game = load("pig", **settings)
    for seed in range(3):
        match = Match(game, [HoldAt(least) for _ in range(game.seats)], seed=seed, strict=True)
        for _ in match.play():
            assert game.read_position(match.position.text).fields() == match.position.fields()
        assert match.position.fields()["throws"] <= 2 * settings["goal"] * game.seats
        assert len(match.record.decisions) <= 4 * settings["goal"] * game.seats <= game.rules.max_plies
        assert match.record.verify(load).to_bytes() == match.position.to_bytes()


def test_the_declared_limit_covers_the_longest_game() -> None:
    """Nobody ever holds on the way to 1000: the die is put away, within the limit."""
    game = load("pig", goal=1000, seats=4)
    position = game.read_position("0:0:0:0 1+0 throws=7999").play("roll")
    assert position.over
    assert game.rules.max_plies >= 2 * 8000  # a throw and a hold, again and again


def test_when_the_die_is_put_away_most_points_win(game: Game) -> None:
    position = game.read_position("60:40 2+50 throws=399").play("roll")
    assert position.over
    assert position.result().points == (60, 40)  # the 50 were not banked
    assert "the die is put away after 400 throws" in position.draw()


# --- alone ------------------------------------------------------------------------------------------------------------


def test_alone_points_are_minus_the_turns(alone: Game) -> None:
    position = throw(alone.read_position("10 1+6 turns=3 throws=5"), 4)
    assert position.over
    assert position.result().points == (-4,)
    assert "reaches 20 in 4 turns" in position.draw()


def test_alone_a_failure_counts_every_throw_as_a_turn(alone: Game) -> None:
    position = alone.read_position("0 1+4 turns=3 throws=39").play("roll")
    assert position.over
    assert position.result().points == (-40,)


@pytest.mark.parametrize(
    ("text", "reward"),
    [("20 1+0 turns=1 throws=4", 0.9), ("20 1+0 turns=20 throws=20", -1.0), ("0 1+0 throws=40", -1.0)],
)
def test_alone_searches_are_rewarded_for_few_turns(alone: Game, text: str, reward: float) -> None:
    rewards = np.zeros(2)
    alone.bound.reward(np.array([alone.read_position(text).state]), 0, rewards)
    assert rewards[0] == pytest.approx(reward)


# --- text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "expected banked points, seat and points of this turn"),
        ("23:40", "expected banked points, seat"),
        ("23:40 2+12 rolls=3", "expected banked points, seat"),
        ("23:40:1 2+12", "banked points of 2 seats, got 3"),
        ("23:40 3+12", "no seat 3, the seats are 1 to 2"),
        ("23:100 1+0", "only the seat whose turn it is can have reached 100"),
        ("23:106 2+0", "with 105 at most"),
        ("23:40 2+1", "0, or at least 2"),
        ("23:90 2+10", "less than 100"),
        ("23:40 2+12 die=7", "a die shows 1 to 6"),
        ("23:40 2+12 throws=401", "a game at most 400"),
        ("23:40 2+12 turns=2 throws=1", "a turn has at least one throw"),
    ],
)
def test_malformed_positions(game: Game, text: str, fault: str) -> None:
    with pytest.raises(MalformedPosition, match=fault):
        game.read_position(text)


def test_parameters_have_ranges() -> None:
    for wrong in ({"goal": 9}, {"goal": 1001}, {"seats": 0}, {"seats": 5}):
        with pytest.raises(BadParameter, match="expected a whole number from"):
            load("pig", **wrong)


def test_the_picture() -> None:
    assert load("pig", goal=10).read_position("5:2 1+3 die=3 throws=4").view(0).draw() == (
        "First (you)   ████████████████████▒▒▒▒▒▒▒▒▒▒▒▒········ 5 + 3 of 10\n"
        "Second        ████████································ 2 of 10\n"
        "\n"
        "⚂ 3 thrown: First may hold 3 or roll again."
    )
