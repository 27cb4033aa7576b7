"""The portfolio player: it finds what playing on shows to be better, within its budget, and repeats itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium.engine import Clock, Match, Position, derive
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.lookahead import try_plan
from ludarium.games.boundary.players.portfolio import Portfolio
from ludarium.games.boundary.strategies.names import DEFENSIVE_CAPTURE, GREEDY_TREASURE, NAMES, STRATEGIES
from ludarium.players import make
from tests.conftest import scaled
from tests.games.boundary.drawn import BLUE, RED, drawn, hand_game, memory


def two_rows(states: Any) -> Any:
    """The state, and room to play on."""
    rows = hand_game().bound.states(2)
    rows[0] = states[0]
    return rows


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_a_plan_is_worth_the_lead_it_brings(seat: int) -> None:
    game = hand_game()
    near, far = [[(0.0, 0.0)]], [[(-290.0, -200.0)]]
    blobs = (near, far) if seat == RED else (far, near)
    states = two_rows(drawn(*blobs, [(40, 0, 4), (200, 0, 1)]))
    kept = states[0].tobytes()
    door = game.bound.binder.bind(try_plan)
    away, toward = game.empty_move(), game.empty_move()
    away[:2], toward[:2] = (-2000, 0), (2500, 0)
    own, foe = memory(), memory()
    assert door(states, away, seat, DEFENSIVE_CAPTURE, own, DEFENSIVE_CAPTURE, foe, 1) == 0.0
    assert door(states, toward, seat, DEFENSIVE_CAPTURE, own, DEFENSIVE_CAPTURE, foe, 1) == 4.0
    assert states[1].points[seat] == 4
    assert states[0].tobytes() == kept
    assert not own.any()
    assert not foe.any()


def test_a_game_that_is_won_is_worth_more_than_any_lead() -> None:
    game = hand_game()
    states = two_rows(drawn([[(0, 0)]], [[(-290, -200)]], [(40, 0, 4)]))
    door = game.bound.binder.bind(try_plan)
    plan = game.empty_move()
    plan[:2] = (2500, 0)
    assert door(states, plan, RED, GREEDY_TREASURE, memory(), GREEDY_TREASURE, memory(), 3) == 1004.0


def test_it_takes_the_plan_that_gains_most() -> None:
    """Two pieces, a treasure in reach of each: strategies that group would miss both."""
    game = hand_game()
    treasures = [(40.0, 0.0, 7), (-240.0, 0.0, 7), (0.0, 200.0, 1)]
    states = drawn([[(0, 0)], [(-200, 0)]], [[(290, -200)]], treasures)
    player = Portfolio(iterations=40, ahead=2)
    player.begin(game, RED, 1)
    move = player.choose(Position(game, states).view(RED), Clock())
    assert isinstance(move.value, tuple)
    assert move.value[0] > 1500
    assert move.value[2] < -21500
    assert player.thought is not None
    assert "leads by 14" in player.thought.reason


def test_it_keeps_to_its_iterations() -> None:
    game = hand_game(pieces=3, treasures=4)
    view = game.start(4).view(RED)
    for iterations in (1, 4, 13):
        player = Portfolio(iterations=iterations, ahead=1)
        player.begin(game, RED, 1)
        player.choose(view, Clock())
        assert player.thought is not None
        assert player.thought.figures["tried"] == iterations


def test_the_clock_ends_its_search() -> None:
    game = hand_game(pieces=3, treasures=4)
    player = Portfolio(seconds=1000.0, ahead=1)
    player.begin(game, RED, 1)
    player.choose(game.start(4).view(RED), Clock(seconds=0.0))
    assert player.thought is not None
    assert player.thought.figures["tried"] == 1  # it always has an answer


def test_it_weighs_several_replies_until_one_fits() -> None:
    game = hand_game()
    player = Portfolio(iterations=1)
    player.begin(game, RED, 1)
    state = game.start(4).state
    assert player._foes(state) == list(range(STRATEGIES))
    player._watcher.turns = [np.array([80.0, 60.0, 70.0, 200.0, 200.0, 200.0])]
    assert player._foes(state) == [1, 2, 0]
    player._watcher.turns = [np.array([80.0, 6.0, 70.0, 200.0, 200.0, 200.0])]
    assert player._foes(state) == [1]


def test_its_games_repeat() -> None:
    game = hand_game(max_turns=scaled(10), pieces=3, treasures=4)
    seals = []
    for _ in range(2):
        pair = [Portfolio(iterations=scaled(30), ahead=2), make("greedy-capture", game)]
        record = Match(game, pair, seed=8, strict=True).run()
        assert not any(decision.fault for decision in record.decisions)
        seals.append(record.seal)
    assert seals[0] == seals[1]


@pytest.mark.compiled
def test_it_beats_the_six() -> None:
    game = Boundary()
    won = 0
    for number in range(12):
        seat = number // STRATEGIES
        pair = [Portfolio(iterations=40, ahead=8), make(NAMES[number % STRATEGIES], game)]
        result = Match(game, pair[:: 1 - 2 * seat], seed=derive(6, number), strict=True).run().result
        assert result is not None
        won += result.outcome(seat) == "win"
    assert won >= 9
