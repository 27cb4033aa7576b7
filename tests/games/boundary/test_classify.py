"""The simulation method names strategies; the figures of a turn are what really happened in it."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium.engine import derive
from ludarium.games.boundary.classify import FEATURES, Watcher, accuracy, classify, features, line_up_of, watched_game
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.strategies.names import (
    BEST_TREASURE,
    DEFENSIVE_TREASURE,
    GREEDY_TREASURE,
    STRATEGIES,
)
from tests.conftest import scaled
from tests.games.boundary.drawn import BLUE, RED, drawn

TURNS = 5


def test_the_strategy_that_is_played_is_met_exactly() -> None:
    game = Boundary(max_turns=TURNS)
    for number in range(scaled(36)):
        line_up = line_up_of(number)
        states = watched_game(game, derive(11, number), line_up)
        for seat, strategy in enumerate(line_up):
            watcher = Watcher(game, seat)
            for state in states:
                watcher.see(state)
            assert len(watcher.turns) == len(states) - 1
            assert max(turn[strategy] for turn in watcher.turns) < 0.01
            assert min(watcher.turns[0]) == watcher.turns[0][strategy]


def test_nobody_is_named_wrongly_who_can_be_told_apart() -> None:
    """Greedy and Defensive Capture do the same until a pair has formed: the rest is up to the draw of the start."""
    games = scaled(72)
    found = accuracy(Boundary(max_turns=TURNS), games=games, seed=3, turns=4)
    assert found.seen == [2 * games] * 4
    for right, alike, seen in zip(found.right, found.alike, found.seen, strict=True):
        assert right + alike >= seen


@pytest.mark.compiled
def test_nine_of_ten_are_named_rightly_after_three_turns() -> None:
    found = accuracy(Boundary(max_turns=TURNS), games=144, seed=4, turns=3)
    assert found.rates[2] >= 0.9


def test_of_equally_close_strategies_the_one_closest_in_all_turns_is_named() -> None:
    game = Boundary()
    watcher = Watcher(game, RED)
    watcher.turns = [np.array([5.0, 0.0, 9, 9, 9, 9]), np.array([0.0, 0.0, 9, 9, 9, 9])]
    assert watcher.ranking()[:2] == [BEST_TREASURE, GREEDY_TREASURE]
    assert watcher.likeliest() == BEST_TREASURE


def test_players_with_large_blobs_are_not_said_to_play_single_pieces() -> None:
    game = Boundary()
    watcher = Watcher(game, RED)
    watcher.see(drawn([[(0, 0), (5, 0)], [(50, 0)]])[0])  # 1.5 pieces a blob
    watcher.turns = [np.array([0.0, 1.0, 9, 9, 2.0, 9])]
    assert watcher.ranking(single_pieces=False)[0] == DEFENSIVE_TREASURE
    assert watcher.ranking()[0] == GREEDY_TREASURE
    watcher.see(drawn([[(0, 0), (5, 0)], [(50, 0)], [(90, 0)], [(0, 90)]])[0])  # 1.25
    watcher.turns = [np.array([0.0, 1.0, 9, 9, 2.0, 9])]
    assert watcher.ranking(single_pieces=False)[0] == GREEDY_TREASURE


def test_pieces_that_were_captured_do_not_count() -> None:
    game = Boundary()
    before = drawn([[(0, 0)], [(100, 100)]], [[(-200, 0)]], [(10, 0, 1), (100, 110, 1)])
    after = before.copy()
    after[0].place[RED, 0] = (10, 0)
    after[0].blob[RED, 1] = -1
    watcher = Watcher(game, RED)
    watcher.see(before[0])
    watcher.see(after[0])
    assert watcher.turns[0][GREEDY_TREASURE] == 0.0


def test_features_of_a_turn() -> None:
    before = drawn([[(0, 0)], [(40, 0)]], [[(0, 100)], [(0, 200)]], [(10, 0, 4), (0, 95, 5), (200, 0, 5)])
    after = before.copy()
    state = after[0]
    state.place[RED] = state.place[RED] + np.array([10.0, 0.0])
    state.blob[RED, 1] = 0  # one blob now
    state.blob[BLUE, 1] = -1
    state.worth[:2] = 0
    state.points[RED] = 30 + 4
    state.points[BLUE] = 5
    found = dict(zip(FEATURES, features([before[0], after[0]], RED)[0], strict=True))
    assert found["treasures"] == 1
    assert found["treasure points"] == 4
    assert found["captures"] == 1
    assert found["pieces lost"] == 0
    assert found["mean blob size"] == 2.0
    assert found["distance to allies"] == 0.0
    here = (np.hypot(0, 100) + np.hypot(0, 200) + np.hypot(40, 100) + np.hypot(40, 200)) / 4
    there = (np.hypot(10, 100) + np.hypot(50, 100)) / 2
    assert found["distance to enemies"] == pytest.approx(there - here)
    theirs = dict(zip(FEATURES, features([before[0], after[0]], BLUE)[0], strict=True))
    assert (theirs["treasures"], theirs["treasure points"], theirs["pieces lost"]) == (1, 5, 1)


def test_the_treasures_taken_are_those_that_are_worth_what_was_gained() -> None:
    before = drawn([[(0, 0)]], [[(200, 0)]], [(10, 0, 2), (0, 10, 3), (190, 0, 5)])
    after = before.copy()
    after[0].worth[:] = 0
    after[0].points[:] = 5
    assert features([before[0], after[0]], RED)[0][0] == 2
    assert features([before[0], after[0]], BLUE)[0][0] == 1


def test_a_game_is_classified_turn_by_turn() -> None:
    game = Boundary(max_turns=TURNS)
    line_up = DEFENSIVE_TREASURE, BEST_TREASURE
    states = watched_game(game, 4, line_up)
    guesses = classify(game, states, BLUE)
    assert len(guesses) == len(states) - 1 == TURNS
    assert guesses[-1] == BEST_TREASURE
    assert all(0 <= guess < STRATEGIES for guess in guesses)
