"""Compiled self-play beside the ordinary search, and what stops it."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import pytest

from ludarium.arena.metrics.measure import measure
from ludarium.arena.metrics.trace import trace_moves
from ludarium.design.selfplay import DRAW, FIRST, SECOND, Interrupted, Played, Stop, game_seeds, play
from ludarium.design.tracing import replay, traces
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.search import Budget
from ludarium.search.mcts import mcts
from tests.conftest import scaled

GAMES = (
    "3x3 drop line-3",
    "5x5 drop line-3 recall-any",
    "4x4 reversi most-men non-flipping",
    "5x5 checkers no-men double-move",
    "4x4 drop line-4 move-for-you scoring",
)


def the_game(text: str) -> RuleSetGame:
    return RuleSetGame(RuleSet.read(text))


@pytest.mark.parametrize("text", GAMES)
def test_every_decision_is_one_that_the_ordinary_search_ranks_first(text: str) -> None:
    game, budget = the_game(text), max(3, scaled(12))
    seeds = game_seeds(3, 2)
    played = play(game, seeds, budget)
    for number in range(2):
        seed = int(seeds[number])
        position = game.start(seed)
        for ply, move in enumerate(played.game(number)):
            (seat,) = position.movers
            if len(position.moves(seat)) > 1:
                report = mcts(position.view(seat), Budget(iterations=budget), derive(seed, "move", ply))
                chosen = next(entry for entry in report.moves if entry.move == move)
                assert (chosen.visits, chosen.value) == (report.moves[0].visits, report.moves[0].value)
            position = position.play(Move(move, str(move)), seat)
        assert position.over
        points = position.result().points
        ending = FIRST if points[0] > points[1] else SECOND if points[1] > points[0] else DRAW
        assert played.endings[number] == ending


def test_games_do_not_depend_on_what_is_played_with_them() -> None:
    game, seeds = the_game("4x4 drop line-3"), game_seeds(9, 12)
    together = play(game, seeds, 8)
    for number in (0, 5, 11):
        alone = play(game, seeds[number : number + 1], 8)
        assert alone.game(0) == together.game(number)
        assert alone.endings[0] == together.endings[number]


def test_a_small_tree_and_a_small_log_only_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seeds = the_game("4x4 drop line-3"), game_seeds(2, max(1, scaled(3)))
    expected = play(game, seeds, scaled(400))
    monkeypatch.setattr("ludarium.design.selfplay._FIRST_LOG", 3)
    monkeypatch.setattr("ludarium.design.selfplay._FIRST_TREE", game.rules.max_moves + 2)
    monkeypatch.setattr("ludarium.design.selfplay._rooms", threading.local())
    found = play(game, seeds, scaled(400))
    assert found.moves.tolist() == expected.moves.tolist()
    assert found.lengths.tolist() == expected.lengths.tolist()


def test_more_thinking_beats_random_play_from_either_seat() -> None:
    played = play(the_game("4x4 drop line-3"), game_seeds(1, scaled(200)), (max(12, scaled(30)), 0))
    thinker = np.arange(played.games) % 2
    assert (played.endings == thinker).mean() > 0.85
    assert (played.endings[::2] == FIRST).mean() > 0.85


def can_come_out(endings: Sequence[int], total: int, most: int) -> bool:
    """Whether |A − B| + draws can still be `most` or less, by trying every outcome of the games that are left."""
    first, second, draws = (endings.count(ending) for ending in (FIRST, SECOND, DRAW))
    left = total - len(endings)
    return any(
        abs(first + a - second - b) + draws + left - a - b <= most for a in range(left + 1) for b in range(left + 1 - a)
    )


def test_play_stops_when_it_cannot_come_out_well_any_more_and_not_before() -> None:
    game, seeds, budget = the_game("3x3 drop line-3"), game_seeds(4, 30), scaled(8)
    whole = play(game, seeds, budget).endings.tolist()
    for most in (0, 5, 12):
        cut = play(game, seeds, budget, most_lost=most)
        assert cut.endings.tolist() == whole[: cut.games]
        assert all(can_come_out(whole[:games], 30, most) for games in range(cut.games))
        assert cut.stopped == (not can_come_out(whole[: cut.games], 30, most))


def test_play_can_be_ended_from_outside() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Interrupted):
        play(the_game("3x3 drop line-3"), game_seeds(1, 3), 5, stop=stop)


@pytest.mark.parametrize("text", GAMES)
def test_compiled_traces_are_those_of_a_replay_position_by_position(text: str) -> None:
    game = the_game(text)
    seeds = game_seeds(8, scaled(10))
    played = play(game, seeds, scaled(6))
    seats, _, _ = replay(game, played, seeds)
    plain, begin = [], 0
    for number, length in enumerate(played.lengths.tolist()):
        movers = seats[begin : begin + length].tolist()
        plain.append(trace_moves(game, int(seeds[number]), movers, played.game(number)))
        begin += length
    quick = list(traces(game, played, seeds))
    for one, other in zip(quick, plain, strict=True):
        assert one.turns == other.turns
        assert one.result == other.result
        assert np.allclose(one.leads, other.leads, rtol=0, atol=1e-12)
    assert measure(quick).coverage.value == pytest.approx(measure(plain).coverage.value)


def test_games_are_found_by_their_number() -> None:
    played = Played(
        3, np.array([0, 1], np.int8), np.array([2, 1], np.int32), np.array([7, 8, 9]), np.array([1, 1, 1], np.int16)
    )
    assert (played.game(0), played.game(1)) == ([7, 8], [9])
    assert played.stopped
    assert played.counts == (1, 1, 0)
