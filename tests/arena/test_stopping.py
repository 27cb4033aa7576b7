"""Stopping when it is clear enough, at the same game however the games come in."""

from __future__ import annotations

import json
import math
import random
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest

from ludarium.arena.plan.stopping import (
    BIAS,
    LEAST,
    Rule,
    Sprt,
    UntilWidth,
    Watch,
    rule_from,
    score_of_elo,
    until_width,
)
from ludarium.arena.stats.results import Results
from ludarium.arena.stats.statistics import outcome_chances
from ludarium.engine.errors import BadParameter, LudariumError

Game = tuple[int, tuple[int, ...], tuple[int, ...]]


def some_games(count: int, chance: float, seed: int, ties: float = 0.0) -> list[Game]:
    """Player 0 against player 1 on alternating seats."""
    source = random.Random(seed)
    games: list[Game] = []
    for number in range(count):
        line_up = (0, 1) if number % 2 == 0 else (1, 0)
        if source.random() < ties:
            ranks = (1, 1)
        else:
            ranks = (1, 2) if (source.random() < chance) == (line_up[0] == 0) else (2, 1)
        games.append((number, line_up, ranks))
    return games


def out_of_order(games: list[Game], window: int, seed: int) -> list[Game]:
    """As several workers would finish them."""
    source = random.Random(seed)
    return sorted(games, key=lambda game: game[0] + source.uniform(0, window))


def stopped_after(rule: Rule, games: list[Game]) -> Watch:
    watch = Watch(rule, ["a", "b"], round_length=2)
    for game in games:
        if watch.add(*game):
            break
    return watch


@pytest.mark.parametrize("rule", [until_width(0.1), Sprt(0.5, 0.6)])
def test_workers_do_not_change_when_a_run_stops(rule: Rule) -> None:
    games = some_games(1000, 0.6, seed=1, ties=0.1)
    watches = [stopped_after(rule, games)]
    watches += [stopped_after(rule, out_of_order(games, window, seed=window)) for window in (2, 10, 60)]
    assert watches[0].stopped
    assert 20 < watches[0].results.games < 1000
    for watch in watches[1:]:
        assert watch.verdict == watches[0].verdict
        assert watch.results.to_dict() == watches[0].results.to_dict()


def test_games_after_the_stop_do_not_count() -> None:
    games = some_games(1000, 0.6, seed=2)
    watch = stopped_after(until_width(0.15), games)
    counted = watch.results.games
    assert watch.add(*games[-1])
    assert watch.results.games == counted


def test_a_game_counts_once() -> None:
    watch = Watch(until_width(0.1), ["a", "b"], 2)
    watch.add(0, (0, 1), (1, 2))
    with pytest.raises(LudariumError, match="game 0 was counted before"):
        watch.add(0, (0, 1), (1, 2))


def test_the_width_is_reached_and_not_long_before() -> None:
    watch = stopped_after(until_width(0.1), some_games(1000, 0.6, seed=3))
    assert watch.verdict is not None
    assert watch.verdict.figures["widest"] <= 0.1
    # at 0.6 some 365 games make ± 5 %
    assert 300 < watch.results.games < 420


def test_widths_are_looked_at_after_whole_rounds_that_grow() -> None:
    points = list(islice(UntilWidth(0.1).checkpoints(6), 60))
    assert points[0] >= LEAST
    assert all(point % 6 == 0 for point in points)
    assert all(one < other <= max(one + 6, 1.05 * one) for one, other in pairwise(points))
    assert points[-1] > points[0] + 60 * 6  # they do grow
    assert list(islice(Sprt(0.5, 0.6).checkpoints(2), 3)) == [2, 4, 6]


def test_chosen_players_only() -> None:
    results = Results("abc", [((0, 1), (1, 2), 500), ((0, 1), (2, 1), 500), ((0, 2), (1, 2), 3), ((0, 2), (2, 1), 2)])
    assert not until_width(0.1).verdict(results).stop
    assert until_width(0.1, [0, 1]).verdict(results).stop
    assert not until_width(0.1, [0, 1]).verdict(Results("ab")).stop
    missing = until_width(0.1, [0, 2]).verdict(Results("abc", [((0, 1), (1, 2), 1000)]))
    assert (missing.stop, missing.reason) == (False, "not all have played yet")


@pytest.mark.parametrize("width", [0.0, 1.0, -0.1, 2.0])
def test_impossible_widths_are_refused(width: float) -> None:
    with pytest.raises(BadParameter, match="choose one between 0 and 1"):
        until_width(width)


def test_the_bounds_are_walds() -> None:
    assert Sprt(0.5, 0.55).bounds == pytest.approx((-math.log(19), math.log(19)))
    lower, upper = Sprt(0.5, 0.55, alpha=0.01, beta=0.1).bounds
    assert (lower, upper) == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_without_ties_the_ratio_is_that_of_two_binomials() -> None:
    expected = 60 * math.log(0.55 / 0.5) + 40 * math.log(0.45 / 0.5)
    assert Sprt(0.5, 0.55).log_ratio(60, 0, 40) == pytest.approx(expected)


def test_with_ties_the_ratio_is_that_of_the_likeliest_chances() -> None:
    rule = Sprt(0.5, 0.55)
    zero, one = (outcome_chances(30, 20, 100, 2 * score - 1) for score in (0.5, 0.55))
    expected = sum(n * math.log(b / a) for n, a, b in zip((30, 50, 20), zero, one, strict=True))
    assert rule.log_ratio(30, 50, 20) == pytest.approx(expected)
    # near the hypotheses it is the normal approximation: n (s1 − s0)(2 s − s0 − s1) / (2 σ²)
    variance = 0.3 + 0.5 / 4 - 0.55**2
    assert rule.log_ratio(30, 50, 20) == pytest.approx(100 * 0.05 * (2 * 0.55 - 1.05) / (2 * variance), rel=0.05)
    assert rule.log_ratio(0, 0, 0) == 0


@pytest.mark.parametrize("counts", [(40, 0, 0), (0, 40, 0), (0, 0, 40), (20, 20, 0), (0, 20, 20)])
def test_outcomes_that_never_came_do_no_harm(counts: tuple[int, int, int]) -> None:
    ratio = Sprt(0.5, 0.55).log_ratio(*counts)
    assert math.isfinite(ratio)
    assert (ratio > 0) == (counts[0] > counts[2])


def test_both_decisions() -> None:
    better = stopped_after(Sprt(0.5, 0.6), some_games(2000, 0.62, seed=4)).verdict
    equal = stopped_after(Sprt(0.5, 0.6), some_games(2000, 0.48, seed=5)).verdict
    assert better is not None
    assert equal is not None
    assert (better.decision, equal.decision) == ("score_1", "score_0")
    assert "a scores 0.6 against b or more" in better.reason
    assert better.figures["log_ratio"] >= better.figures["upper"]
    assert better.warnings == (BIAS,)
    assert json.loads(json.dumps(better.to_dict())) == better.to_dict()


def test_undecided_says_how_far() -> None:
    verdict = Sprt(0.5, 0.6).verdict(Results("ab", [((0, 1), (1, 2), 5), ((1, 0), (1, 2), 5)]))
    assert (verdict.stop, verdict.decision, verdict.warnings) == (False, "go on", ())
    assert "between -2.94 and 2.94" in verdict.reason


def test_the_test_can_be_asked_from_the_other_side() -> None:
    results = Results("abc", [((0, 2), (1, 2), 70), ((0, 2), (2, 1), 30)])
    assert Sprt(0.5, 0.6, players=(0, 2)).verdict(results).decision == "score_1"
    assert Sprt(0.4, 0.5, players=(2, 0)).verdict(results).decision == "score_0"
    assert not Sprt(0.5, 0.6, players=(0, 1)).verdict(results).stop


def test_elo() -> None:
    assert score_of_elo(0) == 0.5
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert Sprt.of_elo(0, 35, alpha=0.01).score_1 == pytest.approx(0.5502, abs=1e-4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"score_0": 0.6, "score_1": 0.5}, "the lower first"),
        ({"score_0": 0.5, "score_1": 1.0}, "between 0 and 1"),
        ({"score_0": 0.5, "score_1": 0.6, "alpha": 0.0}, "error rates"),
        ({"score_0": 0.5, "score_1": 0.6, "beta": 0.7}, "error rates"),
    ],
)
def test_impossible_hypotheses_are_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(BadParameter, match=message):
        Sprt(**options)  # type: ignore[arg-type]


def test_the_bias_that_is_warned_of_is_there() -> None:
    source = np.random.default_rng(6)
    rates = []
    for _ in range(200):
        wins = games = 0
        rule = Sprt(0.5, 0.6)
        while rule.bounds[0] < rule.log_ratio(wins, 0, games - wins) < rule.bounds[1]:
            wins, games = wins + int(source.random() < 0.6), games + 1
        if rule.log_ratio(wins, 0, games - wins) >= rule.bounds[1]:
            rates.append(wins / games)
    assert sum(rates) / len(rates) > 0.62


@pytest.mark.parametrize(
    ("rule", "data"),
    [
        (until_width(0.02), {"until_width": 0.02}),
        (until_width(0.02, [1]), {"until_width": 0.02, "players": [1]}),
        (Sprt.of_elo(0, 20), {"sprt": [0.0, 20.0], "alpha": 0.05, "beta": 0.05}),
        (
            Sprt.of_elo(-5.5, 5.5, alpha=0.1, players=(1, 0)),
            {"sprt": [-5.5, 5.5], "alpha": 0.1, "beta": 0.05, "players": [1, 0]},
        ),
    ],
)
def test_a_rule_as_plain_values_and_back(rule: Sprt, data: dict[str, Any]) -> None:
    assert json.dumps(rule.to_dict()) == json.dumps(data)
    assert rule_from(json.loads(json.dumps(data))) == rule


def test_a_rule_made_of_scores_has_elo_differences_too() -> None:
    rule = Sprt(0.5, score_of_elo(35))
    assert rule.to_dict()["sprt"] == pytest.approx([0.0, 35.0])


def test_no_rule_and_none_of_ours() -> None:
    assert rule_from(None) is None
    assert rule_from({}) is None
    with pytest.raises(LudariumError, match="is no rule of stopping"):
        rule_from({"until_noon": True})
