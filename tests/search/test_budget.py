"""Budgets: what they allow, what they refuse, and what every search does with next to nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludarium.engine import BadParameter
from ludarium.games import load
from ludarium.search import Budget
from tests.search.searches import SEARCHES
from tests.search.twins import findings

KINDS = {"turns": "tic-tac-toe", "hidden": "kuhn-poker", "at once": "goofspiel", "plans": "blotto", "chance": "pig"}


@pytest.mark.parametrize(
    ("iterations", "seconds", "fault"),
    [
        (None, None, "needs a budget: iterations or seconds"),
        (0, None, "at least 1 iteration, got 0"),
        (-5, 1.0, "at least 1 iteration, got -5"),
        (None, -1.0, "cannot think for -1.0 seconds"),
        (5, float("nan"), "cannot think for nan seconds"),
    ],
)
def test_what_is_no_budget(iterations: int | None, seconds: float | None, fault: str) -> None:
    with pytest.raises(BadParameter, match=fault):
        Budget(iterations, seconds)


def test_shares_are_equal_and_never_nothing() -> None:
    assert Budget(100, 2.0).share(8) == Budget(12, 0.25)
    assert Budget(3).share(8) == Budget(1)
    assert Budget(seconds=1.0).share(4) == Budget(None, 0.25)


def test_without_a_time_limit_nothing_is_timed() -> None:
    with Budget(10).stop_flag() as stop:
        assert stop[0] == 0


@pytest.mark.parametrize("game_name", KINDS.values())
@pytest.mark.parametrize("name", SEARCHES)
def test_one_iteration_or_no_time_still_give_a_legal_move(name: str, game_name: str) -> None:
    game = load(game_name)
    position = game.start(3)
    if game_name == KINDS["chance"]:
        position = game.read_position("23:40 2+12")
    seat = position.movers[-1]
    view = position.view(seat)
    listed = {move.value for move in view.moves()}
    for budget in (Budget(1), Budget(seconds=0.0), Budget(1, 0.0)):
        report = SEARCHES[name](view, budget, 1)
        assert view.numbered(report.best).value in listed
        assert report.best == report.moves[0].move
        assert len({entry.move for entry in report.moves}) == len(report.moves)


@pytest.mark.parametrize("name", SEARCHES)
def test_time_ends_a_search_that_has_no_other_limit(name: str) -> None:
    """No clock is read here: without the timer this test would not end."""
    view = load("reversi").start().view(0)
    report = SEARCHES[name](view, Budget(seconds=0.1), 1)
    assert report.iterations > 0
    assert report.seconds > 0
    assert report.per_second == pytest.approx(report.iterations / report.seconds)


@pytest.mark.parametrize("game_name", KINDS.values())
@pytest.mark.parametrize("name", SEARCHES)
def test_one_seed_gives_one_report(name: str, game_name: str, scale: Callable[[int], int]) -> None:
    position = load(game_name).start(4)
    view = position.view(position.movers[0])
    search, budget = SEARCHES[name], Budget(scale(300))
    assert findings(search(view, budget, 7)) == findings(search(view, budget, 7))


@pytest.mark.parametrize("name", ["mcts", "ismcts", "mo-ismcts"])
def test_another_seed_gives_another_report(name: str) -> None:
    view = load("goofspiel", cards=6).start(4).view(1)
    reports = [SEARCHES[name](view, Budget(40), seed) for seed in range(5)]
    assert len({report.moves for report in reports}) == 5


@pytest.mark.parametrize("name", ["alphabeta", "maxn"])
def test_another_seed_looks_into_another_world(name: str) -> None:
    """The queen facing a bet: betting wins two chips against the jack and loses two against the king."""
    view = load("kuhn-poker").read_position("KQ b").view(1)
    values = [SEARCHES[name](view, Budget(1_000), seed, worlds=1).value for seed in range(20)]
    assert sorted(set(values)) == [-0.5, 1.0]
