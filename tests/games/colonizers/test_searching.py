"""The searches of Colonizers: the source's numbers, the right form of tree, what they maximise."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from ludarium.arena.metrics.trace import trace
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk
from ludarium.arena.stats.score import match_score
from ludarium.arena.stats.tally import Tally
from ludarium.engine import Clock, Player, Position, View, kernel
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.engine.match import Match
from ludarium.engine.result import Result
from ludarium.engine.scene import result_data
from ludarium.engine.sentences import result_words
from ludarium.games import load
from ludarium.games.colonizers.players import searching
from ludarium.games.colonizers.players.heuristic import heuristic_move
from ludarium.games.colonizers.players.searching import colony_value, program_value
from ludarium.games.colonizers.rules import DRAW_REWARD, RANK_REWARDS
from ludarium.players import make
from ludarium.search import Budget, SearchReport, infoset_search, maxn, open_search, partial_search
from tests.search.twins import findings, random_positions, rewards_of

GAME = load("colonizers")
TREES: dict[str, Callable[..., SearchReport]] = {
    "ismcts": open_search,
    "ismcts-pom": partial_search,
    "mo-ismcts": lambda *given, **options: infoset_search(*given, multiple=True, **options),
}
SOURCE_REWARDS = (1.0, 0.2, 0.1, 0.0)


def begun(text: str, seat: int, seed: int) -> Player:
    player = make(text, GAME)
    player.begin(GAME, seat, seed)
    return player


def views(count: int, seed: int) -> Iterator[View]:
    """Views of movers who have a choice."""
    for position in random_positions(GAME, 3 * count, seed, most_plies=80):
        view = position.view(position.movers[0])
        if len(view.moves()) > 1:
            yield view
            count -= 1
        if count == 0:
            return


@pytest.mark.parametrize("name", TREES)
def test_they_are_these_searches_with_heuristic_play_outs(name: str, scale: Callable[[int], int]) -> None:
    rules = GAME.rules.bind(4, playout_move=heuristic_move)
    for view in views(scale(10), 1):
        player = begun(f"{name}:iterations=30", view.seat, 1)
        assert isinstance(player, searching.Ismcts)
        assert findings(player.search(view, Budget(30), 7)) == findings(
            TREES[name](view, Budget(30), 7, c=0.7, rules=rules)
        )


@pytest.mark.parametrize("name", TREES)
def test_their_numbers_are_those_of_the_source(name: str) -> None:
    options = make(name, GAME).options
    assert (options["iterations"], options["c"], options["seconds"]) == (200, 0.7, 0.0)


def test_maxn_looks_seven_plies_ahead_in_ten_worlds() -> None:
    options = make("maxn", GAME).options
    assert (options["depth"], options["worlds"]) == (7, 10)


@pytest.mark.compiled
def test_the_budget_of_maxn_is_enough_for_seven_plies() -> None:
    for view in views(12, 2):
        player = begun("maxn", view.seat, 1)
        player.choose(view, Clock())
        assert player.thought is not None
        assert (player.thought.figures["depth"], player.thought.figures["worlds"]) == (7, 10)


def test_the_form_of_the_tree_makes_a_difference() -> None:
    """Three names for one search would be a poor choice."""
    kinds = {name: [] for name in TREES}  # type: dict[str, list[Any]]
    for view in views(3, 3):
        for name in TREES:
            player = begun(name, view.seat, 1)
            assert isinstance(player, searching.Ismcts)
            kinds[name].append(findings(player.search(view, Budget(12), 1)))
    assert len({str(found) for found in kinds.values()}) == 3


# --- what they maximise -----------------------------------------------------------------------------------------------


def finished(count: int, seed: int) -> Iterator[Position]:
    for begun_game in random_positions(GAME, count, seed, most_plies=20):
        position = begun_game
        while not position.over:
            seat = position.movers[0]
            position = position.play(position.moves(seat)[-1], seat)
        yield position


def test_rewards_are_the_sources_stretched(scale: Callable[[int], int]) -> None:
    assert pytest.approx([2 * reward - 1 for reward in SOURCE_REWARDS]) == RANK_REWARDS
    assert pytest.approx(2 * sum(SOURCE_REWARDS) / 4 - 1) == DRAW_REWARD
    for position in finished(scale(30), 4):
        ranks = position.result().ranks
        expected = [DRAW_REWARD] * 4 if position.state.spent else [RANK_REWARDS[rank - 1] for rank in ranks]
        assert rewards_of(position) == pytest.approx(expected)


def test_stretched_rewards_choose_the_same_arms() -> None:
    """UCB1 with rewards r and weight c orders arms as it does with 2r - 1 and 2c, which is what the searches add up."""
    draw = np.random.default_rng(1)
    for _ in range(200):
        rewards, tried = draw.choice(SOURCE_REWARDS, 5), draw.integers(1, 50, 5)
        spread = [math.sqrt(math.log(200) / number) for number in tried]
        plain = [reward + 0.7 * width for reward, width in zip(rewards, spread, strict=True)]
        stretched = [2 * reward - 1 + 2 * 0.7 * width for reward, width in zip(rewards, spread, strict=True)]
        assert stretched == pytest.approx([2 * bound - 1 for bound in plain])


@kernel
def evaluate_row(states: Any, rewards: Any) -> None:
    colony_value(states[0], rewards)


def test_maxn_maximises_the_colony(scale: Callable[[int], int]) -> None:
    """At the end of a game the estimate is the points, stretched to -1 … 1."""
    for position in finished(scale(30), 5):
        if position.state.spent:
            continue
        states, rewards = GAME.bound.states(1), np.zeros(8)
        states[0] = position.state
        GAME.bound.binder.bind(evaluate_row)(states, rewards)
        points = [math.floor(entry) for entry in position.result().points]
        assert rewards[:4].tolist() == pytest.approx([2 * entry / 82 - 1 for entry in points])


# --- strength ---------------------------------------------------------------------------------------------------------


def first_places(strong: str, weak: str, games: int) -> float:
    """The share of games that one of two `strong` players wins against two `weak` ones, all ways of sitting in turn."""
    seatings = ("ssww", "swsw", "swws", "wssw", "wsws", "wwss")
    won = 0
    for number in range(games):
        seating = seatings[number % 6]
        position = GAME.start(1 + number // 6)
        players = [begun(strong if kind == "s" else weak, seat, number) for seat, kind in enumerate(seating)]
        while not position.over:
            seat = position.movers[0]
            position = position.play(players[seat].choose(position.view(seat), Clock()), seat)
        won += seating[position.result().ranks.index(1)] == "s"
    return won / games


@pytest.mark.compiled
@pytest.mark.parametrize("name", TREES)
def test_searching_beats_the_heuristic(name: str) -> None:
    """In the source 90 % against 10 %. By chance alone three quarters of 24 would come once in 90 times."""
    assert first_places(f"{name}:iterations=60", "heuristic", 24) >= 0.75


def test_the_sources_maxn_values_cards_and_omnium_and_looks_at_the_first_seat(scale: Callable[[int], int]) -> None:
    rules = GAME.rules.bind(4, evaluate=program_value, reward=program_value)
    for view in views(scale(5), 3):
        player = begun("maxn:depth=2,worlds=2,root=printed,value=program", view.seat, 1)
        assert isinstance(player, searching.MaxN)
        report = player.search(view, Budget(10**6), 7)
        again = maxn(view, Budget(10**6), 7, depth=2, worlds=2, in_seat_order=True, rules=rules)
        assert findings(report) == findings(again)


def test_what_the_sources_program_takes_a_position_for(scale: Callable[[int], int]) -> None:
    for position in random_positions(GAME, scale(20), 4, most_plies=80):
        rewards, fields = np.zeros(8), position.view(position.movers[0]).fields()
        program_value(position.state, rewards)
        for seat in range(4):
            worth = fields["score"][seat] + 0.6 * fields["cards"][seat] + 0.3 * fields["omnium"][seat]
            worth += 4 if fields["built"][seat] == 8 else 0
            assert (rewards[seat] + 1) * 41 == pytest.approx(worth)


def test_people_are_shown_whole_points() -> None:
    result = Result((24.3, 24.2, 30.1, 10.0), (2, 3, 1, 4))
    assert GAME.shown_points(result) == (24, 24, 30, 10)
    assert not {"24.3", "30.1"} & set(result_words(GAME, result).replace(",", " ").split())
    assert result_data(result, GAME)["points"] == [24, 24, 30, 10]
    assert result_data(result)["points"] == [24.3, 24.2, 30.1, 10.0]


def test_a_score_counts_whole_points() -> None:
    """Tenths break ties of records; a mean of 24.15 would say that they are points."""
    plan = Plan("colonizers", ("heuristic", "random"), 2, 1, "two-and-two")
    points = np.array([[24.3, 24.2, 30.1, 10.0], [33.3, 20.2, 20.1, 9.0]])
    ranks = np.array([[2, 3, 1, 4], [1, 2, 3, 4]], np.int8)
    tally = Tally(plan)
    tally.add(Chunk(0, points, ranks, np.array([90, 95], np.int32), 1.0))
    assert sum(tally.points, Counter()) == {24: 2, 30: 1, 10: 1, 33: 1, 20: 2, 9: 1}
    assert [player.mean_points % 0.25 for player in match_score(tally, 1.0).players] == [0, 0]


@pytest.mark.skipif(not JIT_ENABLED, reason="to judge each position takes minutes with the compiler off")
def test_a_trace_counts_whole_points() -> None:
    record = Match(GAME, [make("random", GAME) for _ in range(4)], seed=1).run()
    assert record.result is not None
    traced = trace(GAME, record).result
    assert traced.points == GAME.shown_points(record.result)
    assert traced.ranks == record.result.ranks
