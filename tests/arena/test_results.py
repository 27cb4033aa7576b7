"""Counting games, and how much a sample of them says."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.arena.stats.results import LOSS, TIE, WIN, Results, Sample, outcome, sample_of, samples
from ludarium.arena.stats.statistics import score_interval
from ludarium.engine.errors import LudariumError
from ludarium.engine.result import Result


def some_games(count: int, seed: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    source = random.Random(seed)
    games = []
    for _ in range(count):
        line_up = tuple(source.sample(range(4), 3))
        games.append((line_up, Result.from_points([source.randrange(3) for _ in line_up]).ranks))
    return games


def test_the_order_of_the_games_does_not_matter() -> None:
    games = some_games(200, seed=1)
    one, other = Results("abcd"), Results("abcd")
    for line_up, ranks in games:
        one.add(line_up, ranks)
    for line_up, ranks in sorted(games, reverse=True):
        other.add(line_up, ranks)
    assert list(one.endings()) == list(other.endings())
    assert one.games == 200
    assert one.seats == 3


def test_parts_merge_into_the_whole() -> None:
    games = some_games(100, seed=2)
    whole, left, right = (Results("abcd", ((*game, 1) for game in part)) for part in (games, games[:30], games[30:]))
    left.merge(right)
    assert left.to_dict() == whole.to_dict()
    assert Results.from_dict(whole.to_dict()).to_dict() == whole.to_dict()


def test_a_million_games_take_no_more_room_than_a_thousand() -> None:
    results = Results("ab")
    for _ in range(1000):
        results.add((0, 1), (1, 2), 600)
        results.add((1, 0), (1, 1), 400)
    assert results.games == 1_000_000
    assert len(list(results.endings())) == 2


@pytest.mark.parametrize(
    ("line_up", "ranks", "count", "message"),
    [
        ((0, 1), (1, 2, 3), 1, "one rank for each seat"),
        ((), (), 1, "one rank for each seat"),
        ((0, 1, 2), (1, 2, 3), 1, "games of 2 and of 3 seats"),
        ((0, 7), (1, 2), 1, "numbered 0 to 2"),
        ((0, 1), (2, 3), 1, "the best seat has rank 1"),
        ((0, 1), (1, 2), -1, "cannot be negative"),
    ],
)
def test_what_cannot_be_counted_is_refused(
    line_up: tuple[int, ...], ranks: tuple[int, ...], count: int, message: str
) -> None:
    results = Results("abc", [((0, 1), (1, 2), 1)])
    with pytest.raises(LudariumError, match=message):
        results.add(line_up, ranks, count)


def test_results_of_others_are_not_merged() -> None:
    with pytest.raises(LudariumError, match="same players"):
        Results("ab").merge(Results("ac"))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4))
def test_win_tie_and_loss_are_the_engines(points: list[int]) -> None:
    result = Result.from_points(points)
    words = {WIN: "win", TIE: "tie", LOSS: "loss"}
    for seat in range(len(points)):
        assert words[outcome(result.ranks, seat)] == result.outcome(seat)


def test_one_kind_of_game_has_no_design_effect() -> None:
    sample = sample_of([{(WIN,): 30, (TIE,): 10, (LOSS,): 20}])
    assert sample.effect == pytest.approx(1)
    assert sample.interval == pytest.approx(score_interval(30, 10, 60))
    assert sample.wilson[0] < sample.interval[0] < sample.rate < sample.interval[1] < sample.wilson[1]


def test_decided_line_ups_vary_less() -> None:
    # All won against one opponent and all lost to another: the rate of one half is not that of 100 coins.
    sample = sample_of([{(WIN,): 50}, {(LOSS,): 50}])
    assert sample.rate == 0.5
    # Inside the line-ups nothing varies; a deviation of one game in 100, a fifth of that of 100 coins, remains.
    assert sample.effect == pytest.approx((1 / 5) ** 2)
    assert sample.interval == pytest.approx((0.48, 0.52), abs=0.001)


def test_what_has_not_happened_yet_may_still_happen() -> None:
    # Won all as the first and tied all as the second: a loss is not out of the question.
    sample = sample_of([{(WIN,): 58}, {(TIE,): 42}])
    low, high = sample.interval
    assert 0.015 < sample.rate - low < 0.04
    assert 0.01 < high - sample.rate < 0.03


def test_seats_of_one_game_depend_on_each_other() -> None:
    against_itself = sample_of([{(WIN, LOSS): 60, (LOSS, WIN): 40}])
    assert (against_itself.wins, against_itself.losses, against_itself.rate) == (100, 100, 0.5)
    assert against_itself.effect == pytest.approx(4 / 103)
    # Two seats that win and lose together are no more than one.
    together = sample_of([{(WIN, WIN): 500, (LOSS, LOSS): 500}])
    assert together.effect == pytest.approx(2, rel=0.01)
    assert together.interval == pytest.approx(score_interval(500, 0, 1000), abs=1e-3)


def test_games_that_all_ended_alike_or_stand_alone_keep_their_interval() -> None:
    assert sample_of([{(WIN,): 9}]) == Sample(9, 0, 0, 1.0)
    assert sample_of([{(WIN,): 1}, {(LOSS,): 1}]) == Sample(1, 0, 1, 1.0)


def test_samples_by_key() -> None:
    results = Results("ab", [((0, 1), (1, 2), 3), ((1, 0), (1, 1), 2)])
    found = samples(results, lambda line_up, ranks: [(line_up[0], (outcome(ranks, 0),))])
    assert (found[0].wins, found[0].ties) == (3, 0)
    assert (found[1].wins, found[1].ties) == (0, 2)
