"""Monte Carlo tree search where everything is known: what it finds, what it proves, what it counts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib import import_module

import numpy as np
import pytest

from ludarium.engine import Game, Match, Position
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.players import make
from ludarium.search import Budget, SearchReport, mcts
from ludarium.search.solver import Solver
from tests.search.search_games import Countdown, Trails, WonTrails, countdown_greedy
from tests.search.twins import Oracle, by_move, findings, random_positions, rewards_of

mcts_module = import_module("ludarium.search.mcts")

VERDICTS = {1: "win", 0: "draw", -1: "loss"}


def search(position: Position, iterations: int, seed: int = 1, **options: object) -> SearchReport:
    return mcts(position.view(position.movers[0]), Budget(iterations), seed, **options)  # type: ignore[arg-type]


def text_of(position: Position, report: SearchReport) -> str:
    return position.view(position.movers[0]).numbered(report.best).text


@pytest.mark.parametrize("proving", [True, False])
@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("xx1/oo1/3 x", "c3"),  # wins at once
        ("xx1/oo1/x2 o", "c2"),
        ("xx1/o2/3 o", "c3"),  # must block
        ("x1o/1x1/3 o", "c1"),
    ],
)
def test_it_wins_in_one_and_blocks(text: str, best: str, proving: bool) -> None:
    position = load("tic-tac-toe").read_position(text)
    assert text_of(position, search(position, 400, proving=proving)) == best


# --- proofs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("xx1/oo1/3 x", "win"),
        ("x1x/1o1/x1o o", "loss"),
        ("xox/1o1/1x1 o", "draw"),
        ("x1x/1x1/o1o o", "win"),
    ],
)
def test_it_says_what_it_proved(text: str, verdict: str) -> None:
    report = search(load("tic-tac-toe").read_position(text), 3_000)
    assert report.figures["proved"] == verdict
    assert report.iterations < 3_000
    assert report.value == {"win": 1.0, "draw": 0.0, "loss": -1.0}[verdict]


def test_a_decisive_move_is_seen_before_anything_is_simulated() -> None:
    report = search(load("tic-tac-toe").read_position("xx1/oo1/3 x"), 1_000)
    assert report.iterations == 1
    assert report.figures == {"nodes": 6, "proved": "win"}


@pytest.mark.parametrize(
    ("name", "plies", "count"),
    [
        ("tic-tac-toe", 6, 200),
        ("3x3 drop line-3 misere", 6, 100),
        ("4x4 reversi most-men", 10, 150),
        ("4x4 drop line-3", 8, 100),
        ("4x4 checkers no-men quiet-6", 6, 50),
    ],
)
def test_what_is_proved_is_true(name: str, plies: int, count: int, scale: Callable[[int], int]) -> None:
    game = load(name)
    solver = Solver(game)
    proved = 0
    for number, position in enumerate(random_positions(game, scale(count), seed=3, most_plies=plies)):
        report = search(position, 1_000 if JIT_ENABLED else 100, seed=number)
        if "proved" not in report.figures:
            continue
        proved += 1
        value = solver.solve(position).value
        assert value is not None
        assert report.figures["proved"] == VERDICTS[value]
        # The move that is chosen keeps that value.
        later = by_move(position, position.movers[0])[report.best]
        after = solver.solve(later)
        assert after.value is not None
        assert (after.value if after.seat == position.movers[0] else -after.value) == value
    assert proved >= scale(count) // 3


def test_seats_that_move_twice_in_a_row(scale: Callable[[int], int]) -> None:
    proved = 0
    for seed in range(scale(150)):
        position = WonTrails().start(seed)
        report = search(position, 2_000 if JIT_ENABLED else 300, seed=seed)
        if "proved" in report.figures:
            proved += 1
            assert report.figures["proved"] == VERDICTS[Oracle().for_mover(position)]
    assert proved > scale(150) // 2


def test_a_move_that_loses_at_once_is_never_simulated() -> None:
    """In misere play the first seat must not complete its row with c3."""
    position = load("3x3 drop line-3 misere").read_position("xx1/1o1/2o x")
    for seed in range(10):
        report = search(position, 100, seed=seed)
        assert position.view(0).numbered(report.moves[-1].move).text == "c3"
        assert (report.moves[-1].visits, report.moves[-1].value) == (0, -1.0)


def test_a_move_that_is_refuted_is_left_alone() -> None:
    """Whatever does not block loses to c3: its first visit simulates, its second sees that, and there is no third."""
    position = load("tic-tac-toe").read_position("xx1/o2/3 o")
    for iterations in (100, 400):
        report = search(position, iterations)
        assert text_of(position, report) == "c3"
        assert [entry.value for entry in report.moves[1:]] == [-1.0] * 5
        assert max(entry.visits for entry in report.moves[1:]) <= 2


def test_what_cannot_be_proved() -> None:
    """Three seats, or points that count: a proof of who wins would not say what to do."""
    for game in (Trails(), Trails(seats=3)):
        position = game.start(3)
        report = search(position, 500)
        assert "proved" not in report.figures
        assert report.iterations == 500


# --- counts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "c"),
    [("tic-tac-toe", 0.0), ("tic-tac-toe", 0.3), ("tic-tac-toe", 100.0), ("reversi", 1.0), ("checkers", 0.7)],
)
def test_every_iteration_visits_one_move(name: str, c: float, scale: Callable[[int], int]) -> None:
    iterations = scale(1_000) if name == "tic-tac-toe" else scale(200)
    report = search(load(name).start(), iterations, c=c, proving=False)
    assert report.iterations == iterations == sum(entry.visits for entry in report.moves)
    assert "proved" not in report.figures
    assert all(-1.0 <= entry.value <= 1.0 for entry in report.moves)
    visits = [entry.visits for entry in report.moves]
    assert visits == sorted(visits, reverse=True)


def test_exploration_spreads_the_visits() -> None:
    position = load("tic-tac-toe").start()
    spread = [search(position, 500, c=c, proving=False).moves[-1].visits for c in (0.0, 1.0, 100.0)]
    assert spread[0] < spread[1] < spread[2]
    assert spread[2] >= 500 // 9 - 5


def test_a_whole_number_for_c_is_as_good() -> None:
    position = load("tic-tac-toe").start()
    assert findings(search(position, 50, c=1)) == findings(search(position, 50, c=1.0))


@pytest.mark.parametrize("proving", [True, False])
def test_how_much_room_the_tree_has_makes_no_difference(
    proving: bool, monkeypatch: pytest.MonkeyPatch, scale: Callable[[int], int]
) -> None:
    position = Countdown(heap=60).start()
    reports = []
    monkeypatch.setattr("ludarium.search.frame._kept", threading.local())
    for room in (1, 1 << 17):
        monkeypatch.setattr(mcts_module, "FIRST_NODES", room)
        reports.append(search(position, scale(2_000), proving=proving))
    assert findings(reports[0]) == findings(reports[1])
    assert reports[0].figures["nodes"] > 8 * position.game.rules.max_moves


@pytest.mark.compiled
@pytest.mark.parametrize("proving", [True, False])
def test_the_values_converge(proving: bool) -> None:
    """Tic-tac-toe is a draw; play-outs favour who moves first, and the tree corrects them."""
    values = [search(load("tic-tac-toe").start(), count, proving=proving).value for count in (1_000, 30_000, 600_000)]
    assert values[0] > values[1] > values[2] > 0
    assert values[2] < 0.05


# --- play-out policies ------------------------------------------------------------------------------------------------


def greedy_end(position: Position) -> float:
    """How it ends for the first seat when both take as many as allowed."""
    while not position.over:
        position = position.play(position.moves()[-1])
    return rewards_of(position)[0]


def test_an_injected_policy_plays_the_games_out() -> None:
    """With one visit to each move, the value is the end of the one game that the policy plays."""
    values = []
    for heap in range(20, 60):
        game: Game = Countdown(heap=heap)
        position = game.start()
        rules = game.rules.bind(2, playout_move=countdown_greedy)
        report = search(position, 2, proving=False, rules=rules)
        assert [entry.visits for entry in report.moves] == [1, 1]
        assert {entry.move: entry.value for entry in report.moves} == {
            move: greedy_end(later) for move, later in by_move(position, 0).items()
        }
        values += [entry.value for entry in report.moves]
    assert np.unique(values).tolist() == [-1.0, 1.0]


# --- must show --------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_with_a_thousand_iterations_it_never_loses_to_perfect_play() -> None:
    game = load("tic-tac-toe")
    for seed in range(200):
        seat = seed % 2
        texts = ["perfect", "perfect"]
        texts[seat] = "mcts:iterations=1000"
        result = Match(game, [make(text, game) for text in texts], seed=seed, strict=True).run().result
        assert result is not None
        assert result.outcome(seat) == "tie"
