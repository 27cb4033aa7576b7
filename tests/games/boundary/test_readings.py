"""Readings of the strategies: what each option changes, whole games beside a slow twin, symmetry, and the fit."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import numpy as np
import pytest

from ludarium.cli.app import run
from ludarium.engine import BadParameter, Match, derive
from ludarium.games.boundary import fit
from ludarium.games.boundary.classify import watched_game
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.matchups import Matchups, measure
from ludarium.games.boundary.players.basic import do_plan_by
from ludarium.games.boundary.reproduction import TABLES, TITLES
from ludarium.games.boundary.state import MAX_PIECES, SEATS
from ludarium.games.boundary.strategies.names import (
    DEFENSIVE_CAPTURE,
    DEFENSIVE_TREASURE,
    GREEDY_CAPTURE,
    GREEDY_TREASURE,
    NAMES,
    STRATEGIES,
)
from ludarium.games.boundary.strategies.readings import AS_DECIDED, Reading, described, options_of, reading_of
from ludarium.games.boundary.strategies.targets import ALLY
from ludarium.players import make
from tests.conftest import scaled
from tests.games.boundary.drawn import BLUE, RED, drawn, hand_game, memory, plan
from tests.games.boundary.slow_strategies import Slow
from tests.games.boundary.test_commands import SMALL

READINGS = [
    Reading(*rest, spread)
    for rest, spread in zip(
        product((0, 1, 2), (0, 1), (0, 1), (0, 1, 2)), [0.0, 0.25, 0.5, 0.75, 1.0, 1.5] * 6, strict=True
    )
]


def plan_by(reading: Reading, strategy: int, states: Any, kept: Any | None = None, seat: int = RED) -> Any:
    """A reading's targets for the seat's pieces, in pixels from the middle."""
    game = hand_game()
    written = game.empty_move()
    door = game.bound.binder.bind(do_plan_by)
    door(reading, states, 0, strategy, seat, memory() if kept is None else kept, written)
    return written.reshape(MAX_PIECES, 2) / 100


# --- what the options change ------------------------------------------------------------------------------------------


def test_a_blob_in_formation_keeps_its_shape() -> None:
    states = drawn([[(0, 0), (10, 0), (5, 8)]], [[(-290.0, -200.0)]], [(105, 8 / 3, 1)])
    straight = plan_by(AS_DECIDED, DEFENSIVE_TREASURE, states)[:3]
    marching = plan_by(Reading(formation=1), DEFENSIVE_TREASURE, states)[:3]
    assert np.ptp(straight[:, 1]) < 8 - 1  # they come together
    assert marching.tolist() == [[75, 0], [85, 0], [80, 8]]


def test_a_blob_that_arrives_stands_around_its_target() -> None:
    states = drawn([[(0, 0), (12, 0), (6, 9)]], [[(-290.0, -200.0)]], [(36, 3, 1)])
    assert plan_by(Reading(formation=2), DEFENSIVE_TREASURE, states)[:3].tolist() == [[30, 0], [42, 0], [36, 9]]


def test_attacks_in_formation_do_not_spread() -> None:
    states = drawn([[(0, 60), (0, 40)]], [[(20, 50)]])
    assert plan_by(Reading(formation=1), GREEDY_CAPTURE, states)[:2].tolist() == [[20, 68], [20, 32]]
    assert plan_by(Reading(formation=2), GREEDY_CAPTURE, states)[:2].tolist() == [[20, 60], [20, 40]]


def test_the_spread_of_an_attack_is_a_share_of_the_influence_radius() -> None:
    states = drawn([[(0, 60), (0, 40)]], [[(20, 50)]])
    for spread in (0.0, 0.5, 1.0):
        places = plan_by(Reading(spread=spread), GREEDY_CAPTURE, states)[:2]
        assert places.tolist() == [[20, 50 + 24 * spread], [20, 50 - 24 * spread]]


def test_shared_grouping_lets_defensive_treasure_seek_as_defensive_capture_does() -> None:
    red = [[(0, 0)], [(-60, 0)], [(70, 0)], [(160, 0), (170, 0)]]
    kept, other = memory(), memory()
    plan_by(Reading(shared=1), DEFENSIVE_TREASURE, drawn(red, [[(-290.0, -200.0)]]), kept)
    plan_by(AS_DECIDED, DEFENSIVE_CAPTURE, drawn(red, [[(-290.0, -200.0)]]), other)
    assert kept[:3].tolist() == other[:3].tolist() == [ALLY + 1, ALLY, ALLY]


def test_before_its_last_test_the_source_sought_allies_where_they_stood_but_for_defensive_treasure() -> None:
    states = drawn([[(0, 0)], [(40, 0)]], [[(-290.0, -200.0)]])
    assert plan_by(AS_DECIDED, GREEDY_CAPTURE, states)[:2].tolist() == [[25, 0], [25, 0]]
    assert plan_by(Reading(mixed=1), GREEDY_CAPTURE, states)[:2].tolist() == [[25, 0], [15, 0]]
    assert plan_by(Reading(mixed=1), DEFENSIVE_TREASURE, states)[:2].tolist() == [[25, 0], [25, 0]]


def test_who_overshoots_goes_its_whole_move_radius() -> None:
    states = drawn([[(0, 0)]], [[(-290.0, -200.0)]], [(6, 8, 1)])
    assert plan_by(Reading(overshoot=1), GREEDY_TREASURE, states)[0].tolist() == [15, 20]
    # At the edge the way ends, in the direction that it had.
    states = drawn([[(290, 0)]], [[(-290.0, -200.0)]], [(295, 5, 1)])
    assert plan_by(Reading(overshoot=1), GREEDY_TREASURE, states)[0].tolist() == [300, 10]


def test_blobs_overshoot_only_where_all_do() -> None:
    states = drawn([[(0, 60), (0, 40)]], [[(20, 50)]])
    assert plan_by(Reading(overshoot=1), GREEDY_CAPTURE, states)[0].tolist() == [20, 68]
    x, _ = plan_by(Reading(overshoot=2), GREEDY_CAPTURE, states)[0]
    assert x > 40


def test_the_reading_that_was_decided_is_the_default() -> None:
    assert reading_of({}) == AS_DECIDED
    assert described(AS_DECIDED) == "as decided"
    for reading in READINGS:
        assert reading_of(options_of(reading)) == reading
    with pytest.raises(BadParameter, match="formation=square: expected no, travel, always"):
        make("greedy-capture:formation=square", Boundary())


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number",
    # Uncompiled, turns take long: one reading of each kind is enough to step through.
    [number if number in (0, 17, 32) else pytest.param(number, marks=pytest.mark.compiled) for number in range(36)],
)
def test_plans_are_those_of_the_slow_twin(number: int) -> None:
    reading = READINGS[number]
    options = options_of(reading)
    game = hand_game(max_turns=scaled(40))
    door = game.bound.binder.bind(do_plan_by)
    for first in range(0, STRATEGIES, 1 if scaled(10) > 1 else 4):
        line_up = first, (first + number + 1) % STRATEGIES
        kept = [memory(), memory()]
        slow = [Slow(strategy, seat, **options) for seat, strategy in enumerate(line_up)]
        position = game.start(derive(number, first))
        while not position.over:
            moves = []
            states = np.array([position.state])
            for seat in range(SEATS):
                written = game.empty_move()
                door(reading, states, 0, line_up[seat], seat, kept[seat], written)
                places = slow[seat].plan(states[0])
                for piece, place in places.items():
                    x, y = written.reshape(MAX_PIECES, 2)[piece] / 100
                    assert abs(complex(x, y) - place) < 0.04, (reading, NAMES[line_up[seat]], piece)
                    assert kept[seat][piece] == slow[seat].after[piece]
                moves.append(game.move_text(tuple(written.tolist()), position.state, seat))
            for seat, move in enumerate(moves):
                position = position.play(move, seat)


@pytest.mark.compiled
@pytest.mark.parametrize("axis", [0, 1])
def test_the_mirrored_field_and_swapped_seats_give_the_mirrored_plans(axis: int) -> None:
    for number, reading in enumerate(READINGS):
        line_up = number % STRATEGIES, (number // 2 + 2) % STRATEGIES
        for before in watched_game(hand_game(max_turns=scaled(30)), derive(7, number), line_up)[::6]:
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
                    there = plan_by(reading, strategy, other, seat=1 - seat)
                    there[:, axis] *= -1
                    assert (plan_by(reading, strategy, states, seat=seat) == there).all(), (reading, strategy, seat)


@pytest.mark.compiled
def test_by_the_decided_reading_plans_are_what_they_were() -> None:
    for number in range(scaled(10)):
        for before in watched_game(hand_game(max_turns=scaled(30)), derive(8, number), (number % 6, (number + 3) % 6))[
            ::7
        ]:
            states = np.array([before])
            for strategy, seat in product(range(STRATEGIES), (RED, BLUE)):
                here = plan(strategy, states, seat=seat)
                assert plan_by(AS_DECIDED, strategy, states, seat=seat).tolist() == [list(place) for place in here]


def test_players_take_the_options_and_matrices_count_their_games() -> None:
    game = Boundary(max_turns=scaled(60) // 2, reach=25.0)
    reading = Reading(2, 1, 0, 1, 0.5)
    options = ",".join(f"{name}={value}" for name, value in options_of(reading).items())
    found = measure(game, games=2, seed=3, reading=reading)
    won = [0, 0]
    for number in range(2):
        pair = (0, 2) if number == 0 else (2, 0)
        players = [make(f"{NAMES[strategy]}:{options}", game) for strategy in pair]
        match = Match(game, players, seed=derive(3, "matrix", 0, 2, 0), strict=True)
        points = match.run().result
        assert points is not None
        mine = points.points[pair.index(0)] - points.points[pair.index(2)]
        won[0] += mine > 0
        won[1] += mine < 0
    assert won == [found.wins[0, 2], found.wins[2, 0]]


# --- the fit ----------------------------------------------------------------------------------------------------------


def test_settings_are_drawn_by_the_seed_and_all_different() -> None:
    settings = fit.drawn(60, 5)
    assert len(set(settings)) == 60
    assert settings[:2] == [fit.decided(), fit.AUDITED]
    assert settings == fit.drawn(60, 5)
    assert settings != fit.drawn(60, 6)
    assert all(setting.split > setting.merge and setting.reading.mixed == 0 for setting in settings)


def test_the_rounds_keep_a_quarter_and_play_four_times_as_much() -> None:
    assert fit.plan(96, 320) == [(96, 20), (24, 80), (6, 320)]
    assert fit.plan(2, 16) == [(2, 2), (2, 4), (2, 16)]


def test_a_matrix_that_is_the_table_has_no_distance() -> None:
    class Same:
        games = 100
        turns = np.full((6, 6), 10.0)

        def rate(self, one: int, other: int) -> float:
            _, order, rates = TABLES["Table 4"]
            titles = order.split()
            names = [TITLES[title] for title in titles]
            a, b = names.index(NAMES[one]), names.index(NAMES[other])
            return rates[titles[a]][b - a - 1] / 100

    found = fit.closeness("Table 4", Same())  # type: ignore[arg-type]
    assert found.chi_square == 0
    assert (found.p, found.agreeing, len(found.pairs), found.turns) == (1, 15, 15, 10)


def test_the_distance_of_a_pair_counts_both_samples() -> None:
    pair = fit.Pair("a", "b", 0.5, 100, 0.6, 400)
    assert pair.squared == pytest.approx(0.1**2 / (0.25 / 100 + 0.24 / 400))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[fit.Setting, str]]:
    """What a fit plays, with matrices that are drawn instead of played."""
    asked: list[tuple[fit.Setting, str]] = []

    def quick(setting: fit.Setting, table: str, games: int, seed: int) -> Matchups:
        asked.append((setting, table))
        source = np.random.default_rng(derive(seed, str(setting), table))
        wins = np.triu(source.binomial(games, 0.5, (STRATEGIES, STRATEGIES)), 1)
        wins += np.tril(games - wins.T, -1)
        turns = np.full((STRATEGIES, STRATEGIES), 20.0)
        return Matchups(wins, np.zeros_like(wins), turns, games, seed, {}, setting.reading)

    monkeypatch.setattr(fit, "played", quick)
    return asked


def test_the_fit_never_sees_the_tables_that_it_is_tested_on(
    played: list[tuple[fit.Setting, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever Tables 2 and 3 say, the same setting comes out."""
    first = fit.fit(settings=4, games=16, seed=2)
    fitted = [table for _, table in played[: 4 + 3 + 3]]
    assert set(fitted) == {"Table 4"}
    other = {
        name: (stage, order, {one: tuple(100 - rate for rate in row) for one, row in rows.items()})
        for name, (stage, order, rows) in TABLES.items()
        if name != "Table 4"
    }
    for name, table in other.items():
        monkeypatch.setitem(TABLES, name, table)
    second = fit.fit(settings=4, games=16, seed=2)
    assert [tried.setting for tried in first.tried] == [tried.setting for tried in second.tried]
    assert [test.closeness.table for test in first.tests] == ["Table 4", "Table 3", "Table 3", "Table 2", "Table 2"] * 2
    assert len(first.tried) == 4
    assert json.loads(json.dumps(first.to_json()))["settings"] == 4


def test_the_matrix_takes_a_reading(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["boundary", "matrix", "--games", "2", "--json", "--reading", "formation=travel", *SMALL]) == 0
    assert json.loads(capsys.readouterr().out)["reading"]["formation"] == "travel"
    assert run(["boundary", "matrix", "--games", "2", "--save", "--reading", "formation=travel", *SMALL]) == 2
    assert "leave out --reading" in capsys.readouterr().err


def test_the_command_says_what_fits_and_what_was_held_back(
    played: list[tuple[fit.Setting, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["boundary", "fit", "--settings", "2", "--games", "16", "--seed", "1"]) == 0
    assert len(played) in (2 + 2 + 2 + 4, 2 + 2 + 2 + 8)  # what was decided is tested once where nothing is closer
    shown = capsys.readouterr().out
    assert "2 settings tried, fitted on Table 4, seed 1" in shown
    assert "Table 3 and Table 2 were held back" in shown
    assert shown.count("fitted") == 1 + 5


@pytest.mark.compiled
def test_processes_find_what_one_finds() -> None:
    setting = fit.Setting(12.0, 30.0, 27.0, 36.0, Reading(formation=1))
    jobs: list[fit.Job] = [(setting, "Table 4", 2, 1), (fit.decided(), "Table 2", 2, 1)]
    told: list[int] = []
    with fit._hands(2) as elsewhere, fit._hands(1) as here:
        both = [dict(play(jobs, told.append)) for play in (elsewhere, here)]
    for job in jobs:
        assert both[0][job].to_json() == both[1][job].to_json()
    assert told == [fit.PAIRS * 2] * 4
