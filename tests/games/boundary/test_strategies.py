"""The six strategies, clause by clause, on hand-drawn positions; and that nothing in them knows seats or directions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium.engine import Clock, Match, derive
from ludarium.games.boundary.classify import watched_game
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.players import basic
from ludarium.games.boundary.state import SEATS
from ludarium.games.boundary.strategies.names import (
    BEST_TREASURE,
    DEFENSIVE_CAPTURE,
    DEFENSIVE_TREASURE,
    GREEDY_CAPTURE,
    GREEDY_TREASURE,
    HYBRID_CAPTURE,
    NAMES,
    STRATEGIES,
)
from ludarium.games.boundary.strategies.targets import ALLY, ENEMY, TREASURE
from ludarium.players import make
from tests.conftest import scaled
from tests.games.boundary.drawn import BLUE, RED, drawn, memory, plan

# A lone piece goes 25 pixels, a pair 50, three 75.
FAR = [[(-290.0, -200.0)]]
PLAYERS = (
    basic.GreedyTreasure,
    basic.BestTreasure,
    basic.GreedyCapture,
    basic.HybridCapture,
    basic.DefensiveTreasure,
    basic.DefensiveCapture,
)


def clear(place: Any, *points: tuple[float, float]) -> None:
    assert place == [pytest.approx(point, abs=0.011) for point in points] + place[len(points) :]


# --- treasure ---------------------------------------------------------------------------------------------------------


def test_greedy_treasure_goes_straight_to_the_nearest_treasure_as_far_as_it_may() -> None:
    states = drawn([[(0, 0)]], FAR, [(30, 40, 1), (100, 0, 7)])
    clear(plan(GREEDY_TREASURE, states), (15, 20))


def test_a_treasure_within_reach_is_the_target_itself() -> None:
    states = drawn([[(0, 0)]], FAR, [(6, 8, 1)])
    clear(plan(GREEDY_TREASURE, states), (6, 8))


def test_best_treasure_weighs_worth_against_distance() -> None:
    states = drawn([[(0, 0)]], FAR, [(30, 0, 1), (-100, 0, 7)])
    clear(plan(BEST_TREASURE, states), (-25, 0))
    states = drawn([[(0, 0)]], FAR, [(30, 0, 3), (-100, 0, 7)])
    clear(plan(BEST_TREASURE, states), (25, 0))


def test_a_treasure_that_no_ally_is_after_is_preferred() -> None:
    states = drawn([[(0, 0)], [(0, 10)]], FAR, [(50, 0, 1), (-200, 10, 1)])
    kept = memory()
    clear(plan(GREEDY_TREASURE, states, kept), (25, 0), (-25, 10))
    assert kept[:2].tolist() == [TREASURE + 0, TREASURE + 1]


def test_with_more_pieces_than_treasures_some_share_one() -> None:
    kept = memory()
    plan(GREEDY_TREASURE, drawn([[(0, 0)], [(0, 60)], [(0, -60)]], FAR, [(50, 0, 1), (-200, 10, 1)]), kept)
    assert kept[:3].tolist() == [TREASURE + 0, TREASURE + 1, TREASURE + 0]


def test_a_treasure_stays_the_target_until_it_is_gone() -> None:
    states = drawn([[(0, 0)]], FAR, [(100, 0, 1), (-110, 0, 1)])
    kept = memory()
    plan(GREEDY_TREASURE, states, kept)
    states[0].place[RED, 0] = (-50, 0)  # the other one is nearer now
    clear(plan(GREEDY_TREASURE, states, kept), (-25, 0))
    states[0].worth[0] = 0
    clear(plan(GREEDY_TREASURE, states, kept), (-75, 0))


def test_single_pieces_go_their_own_ways_even_when_they_stand_together() -> None:
    states = drawn([[(0, 0), (0, 10)]], FAR, [(100, 0, 1), (-120, 10, 1)])
    clear(plan(GREEDY_TREASURE, states), (50, 0), (-50, 10))


@pytest.mark.parametrize("strategy", [GREEDY_TREASURE, BEST_TREASURE])
def test_of_pieces_without_a_target_the_one_that_finds_the_best_chooses_first(strategy: int) -> None:
    kept = memory()
    plan(strategy, drawn([[(0, 0)], [(10, 0)]], FAR, [(20, 0, 5), (-100, 0, 5)]), kept)
    assert kept[:2].tolist() == [TREASURE + 1, TREASURE + 0]
    # Whoever has one keeps it, although another comes nearer to it.
    plan(strategy, drawn([[(0, 0)], [(10, 0)], [(-95, 0)]], FAR, [(20, 0, 5), (-100, 0, 5), (0, 150, 5)]), kept)
    assert kept[:3].tolist() == [TREASURE + 1, TREASURE + 0, TREASURE + 2]


# --- grouping ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", [GREEDY_CAPTURE, DEFENSIVE_CAPTURE, DEFENSIVE_TREASURE])
def test_a_lone_piece_seeks_the_nearest_ally(strategy: int) -> None:
    kept = memory()
    plan(strategy, drawn([[(0, 0)], [(100, 0)], [(0, -90)]], FAR, [(0, 5, 7)]), kept)
    assert kept[0] == ALLY + 2


def test_lone_allies_come_before_nearer_ones_that_are_grouped() -> None:
    kept = memory()
    plan(GREEDY_CAPTURE, drawn([[(0, 0)], [(60, 0), (70, 0)], [(0, -150)]], FAR), kept)
    assert kept[0] == ALLY + 3


def test_defensive_treasure_gathers_in_the_middle_of_the_team() -> None:
    # The middle is at 68, 0: piece 2 is nearest to it, and after it piece 0.
    red = [[(0, 0)], [(-60, 0)], [(70, 0)], [(160, 0), (170, 0)]]
    for strategy, allies in ((DEFENSIVE_CAPTURE, [1, 0, 0]), (DEFENSIVE_TREASURE, [2, 2, 0])):
        kept = memory()
        plan(strategy, drawn(red, FAR), kept)
        assert kept[:3].tolist() == [ALLY + ally for ally in allies]
    # Whether an ally is alone means nothing to it.
    kept = memory()
    plan(DEFENSIVE_TREASURE, drawn([[(0, 0)], [(60, 0), (70, 0)], [(0, -150)]], FAR), kept)
    assert kept[0] == ALLY + 1


def test_without_lone_allies_a_group_is_joined() -> None:
    kept = memory()
    plan(GREEDY_CAPTURE, drawn([[(0, 0)], [(60, 0), (70, 0)]], FAR), kept)
    assert kept[0] == ALLY + 1


def test_who_seeks_an_ally_heads_for_where_it_plans_to_be() -> None:
    # Piece 0 plans first and goes 25 toward piece 1, which then comes the other 15 and meets it there.
    clear(plan(GREEDY_CAPTURE, drawn([[(0, 0)], [(40, 0)]], FAR)), (25, 0), (25, 0))
    # The group 1, 2 hunts, and plans before piece 0 that comes behind it: 0 heads for where 1 will be.
    states = drawn([[(0, 0)], [(40, 0), (40, 10)]], [[(240, 5)]])
    places = plan(GREEDY_CAPTURE, states)
    x, y = places[1]
    assert x > 85
    clear(places, (25 * x / np.hypot(x, y), 25 * y / np.hypot(x, y)))


def test_a_target_that_joined_the_own_blob_is_no_target_any_more() -> None:
    states = drawn([[(0, 0)], [(40, 0)]], [[(200, 0)]])
    kept = memory()
    plan(GREEDY_CAPTURE, states, kept)
    assert kept[:2].tolist() == [ALLY + 1, ALLY + 0]
    states[0].blob[RED, 1] = 0
    plan(GREEDY_CAPTURE, states, kept)
    assert kept[:2].tolist() == [ENEMY + 0, ENEMY + 0]


def test_defensive_strategies_group_to_three() -> None:
    pairs = drawn([[(0, 0), (10, 0)], [(100, 0)]], [[(0, 100)]], [(0, -20, 5)])
    threes = drawn([[(0, 0), (10, 0), (5, 8)], [(100, 0)]], [[(0, 100)]], [(0, -20, 5)])
    for strategy, hunted in ((DEFENSIVE_TREASURE, TREASURE + 0), (DEFENSIVE_CAPTURE, ENEMY + 0)):
        kept = memory()
        plan(strategy, pairs, kept)
        assert kept[:3].tolist() == [ALLY + 2, ALLY + 2, ALLY + 1]
        kept = memory()
        plan(strategy, threes, kept)
        assert kept[:4].tolist() == [hunted, hunted, hunted, ALLY + 1]


def test_the_last_blob_hunts_whatever_its_size() -> None:
    kept = memory()
    plan(DEFENSIVE_CAPTURE, drawn([[(0, 0)]], FAR), kept)
    assert kept[0] == ENEMY + 0


def test_blobs_after_treasure_choose_together_and_prefer_what_no_other_blob_is_after() -> None:
    blobs = [[(0, 0), (10, 0), (5, 8)], [(0, 40), (10, 40), (5, 48)]]
    kept = memory()
    plan(DEFENSIVE_TREASURE, drawn(blobs, FAR, [(5, 20, 1), (200, 0, 1)]), kept)
    assert kept[:6].tolist() == [TREASURE + 0] * 3 + [TREASURE + 1] * 3


# --- capture ----------------------------------------------------------------------------------------------------------


def test_a_group_seeks_the_nearest_enemy_piece() -> None:
    kept = memory()
    plan(GREEDY_CAPTURE, drawn([[(0, 0), (10, 0)]], [[(-150, 0)], [(100, 0)]], [(5, 5, 7)]), kept)
    assert kept[:2].tolist() == [ENEMY + 1] * 2


def test_an_enemy_stays_the_target_until_it_is_gone_or_the_pieces_disagree() -> None:
    states = drawn([[(0, 0), (10, 0)]], [[(-150, 0)], [(100, 0)]])
    kept = memory()
    plan(GREEDY_CAPTURE, states, kept)
    states[0].place[BLUE, 0] = (-50, 0)  # the other one is nearer now
    plan(GREEDY_CAPTURE, states, kept)
    assert kept[:2].tolist() == [ENEMY + 1] * 2
    kept[1] = ENEMY + 0
    plan(GREEDY_CAPTURE, states, kept)
    assert kept[:2].tolist() == [ENEMY + 0] * 2
    states[0].blob[BLUE, 0] = -1
    plan(GREEDY_CAPTURE, states, kept)
    assert kept[:2].tolist() == [ENEMY + 1] * 2


def test_two_pieces_pass_one_on_each_side_of_the_target() -> None:
    states = drawn([[(0, 60), (0, 40)]], [[(20, 50)]])
    clear(plan(GREEDY_CAPTURE, states), (20, 68), (20, 32))


def test_the_third_goes_straight_and_further_ones_to_the_sides() -> None:
    states = drawn([[(0, 70), (0, 50), (0, 30)]], [[(20, 50)]])
    clear(plan(GREEDY_CAPTURE, states), (20, 68), (20, 50), (20, 32))
    states = drawn([[(0, 80), (0, 60), (0, 40), (0, 20)]], [[(20, 50)]])
    sides = [y - 50 for _, y in plan(GREEDY_CAPTURE, states)[:4]]
    assert sorted(sides) in ([-18, 0, 18, 18], [-18, -18, 0, 18])


def test_pieces_on_one_spot_spread_all_the_same() -> None:
    states = drawn([[(0, 50), (0, 50)]], [[(20, 50)]])
    places = plan(GREEDY_CAPTURE, states)[:2]
    assert sorted(places) == [pytest.approx((20, 32)), pytest.approx((20, 68))]


def test_an_enemy_is_expected_to_repeat_its_last_displacement() -> None:
    states = drawn([[(0, 60), (0, 40)]], [[(20, 50)]])
    states[0].last[BLUE, 0] = (10, 0)
    clear(plan(GREEDY_CAPTURE, states), (30, 68), (30, 32))


def test_an_enemy_is_not_expected_beyond_the_edge() -> None:
    states = drawn([[(280, 60), (280, 40)]], [[(295, 50)]])
    states[0].last[BLUE, 0] = (20, 0)
    clear(plan(GREEDY_CAPTURE, states), (300, 68), (300, 32))


# --- hybrid -----------------------------------------------------------------------------------------------------------


def test_hybrid_capture_takes_a_treasure_that_is_nearer_than_its_first_choice() -> None:
    near, far = (30.0, 0.0, 1), (150.0, 0.0, 7)
    kept = memory()
    plan(HYBRID_CAPTURE, drawn([[(0, 0)], [(-60, 0)]], FAR, [near, far]), kept)
    assert kept[:2].tolist() == [TREASURE + 0, ALLY + 0]
    kept = memory()
    plan(HYBRID_CAPTURE, drawn([[(0, 0), (0, 10)]], [[(-100, 0)]], [far]), kept)
    assert kept[:2].tolist() == [ENEMY + 0] * 2
    kept = memory()
    plan(HYBRID_CAPTURE, drawn([[(0, 0), (0, 10)]], [[(-100, 0)]], [near]), kept)
    assert kept[:2].tolist() == [TREASURE + 0] * 2


# --- all of them ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", range(STRATEGIES))
def test_plans_are_legal_through_whole_games(strategy: int) -> None:
    game = Boundary(walls="200,100,240,300;400,0,420,200", max_turns=scaled(40))
    for number in range(scaled(6)):
        pair = [make(NAMES[strategy], game), make(NAMES[(strategy + number) % STRATEGIES], game)]
        record = Match(game, pair, seed=derive(3, number), strict=True).run()
        assert all(not decision.fault for decision in record.decisions)


@pytest.mark.parametrize("axis", [0, 1])
def test_the_mirrored_field_and_swapped_seats_give_the_mirrored_plans(axis: int) -> None:
    for number in range(scaled(12)):
        line_up = number % STRATEGIES, (number // 2 + 2) % STRATEGIES
        for before in watched_game(Boundary(max_turns=scaled(40)), derive(7, number), line_up)[::5]:
            states = np.array([before])
            other = states.copy()
            for name in ("place", "last", "aim"):
                other[name][0] = states[name][0][::-1]
                other[name][..., axis] *= -1
            other["blob"][0] = states["blob"][0][::-1]
            other["points"][0] = states["points"][0][::-1]
            other["treasure"][..., axis] *= -1
            for strategy in range(STRATEGIES):
                for seat in range(SEATS):
                    here = np.array(plan(strategy, states, seat=seat))
                    there = np.array(plan(strategy, other, seat=1 - seat))
                    there[:, axis] *= -1
                    assert (here == there).all(), (strategy, seat)


def test_players_give_the_plans_of_their_strategies_and_say_why() -> None:
    game = Boundary()
    for strategy, kind in enumerate(PLAYERS):
        assert kind.strategy == strategy
        assert kind.name == NAMES[strategy]
        player = make(NAMES[strategy], game)
        player.begin(game, RED, 1)
        position = game.start(5)
        states = np.array([position.state])
        move = player.choose(position.view(RED), Clock())
        expected = [round(100 * coordinate) for place in plan(strategy, states) for coordinate in place]
        assert move.value == tuple(expected)
        assert player.thought is not None
        assert "piece" in player.thought.reason


def test_a_compiled_game_is_the_game_that_players_play() -> None:
    game = Boundary(max_turns=scaled(200) // 4)
    for number in range(scaled(10)):
        line_up = number % STRATEGIES, (number + 2) % STRATEGIES
        match = Match(game, [make(NAMES[strategy], game) for strategy in line_up], seed=number, strict=True)
        match.run()
        assert match.position.state.tobytes() == watched_game(game, number, line_up)[-1].tobytes()
