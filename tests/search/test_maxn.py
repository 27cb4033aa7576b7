"""MaxN beside a plain recursion in which every seat takes the first of its best moves."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ludarium.engine import Position
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.search import Budget, SearchReport, maxn
from tests.search.search_games import PLACES, Countdown, Pick, Trails, countdown_saving
from tests.search.twins import by_move, for_themselves, paranoid, random_positions, sampled_worlds

PLENTY = Budget(10**9)


def values_of(report: SearchReport) -> dict[int, float]:
    return {entry.move: entry.value for entry in report.moves}


def expected(position: Position, seat: int, depth: int) -> dict[int, float]:
    return {move: for_themselves(later, seat, depth - 1)[seat] for move, later in by_move(position, seat).items()}


@pytest.mark.parametrize("seats", [2, 3])
def test_every_move_has_the_value_of_the_plain_search(seats: int, scale: Callable[[int], int]) -> None:
    draw = random.Random(seats)
    for position in random_positions(Trails(seats=seats), scale(100), seed=3, most_plies=3):
        seat, depth = position.movers[0], draw.randint(1, 7)
        report = maxn(position.view(seat), PLENTY, 1, depth=depth, worlds=1)
        assert values_of(report) == pytest.approx(expected(position, seat, depth))
        assert report.value == max(values_of(report).values())
        assert report.figures == {"depth": depth, "worlds": 1}


def test_three_seats_need_not_be_enemies() -> None:
    """Some landscape shows it: the cautious value is lower than what the others, playing for themselves, leave over."""
    gains = []
    for seed in range(20 if JIT_ENABLED else 4):
        position = Trails(seats=3).start(seed)
        seat = position.movers[0]
        report = maxn(position.view(seat), PLENTY, 1, depth=20, worlds=1)
        gains.append(report.value - paranoid(position, seat, 99))
    assert max(gains) > 0.5
    assert min(gains) >= -1e-9


@pytest.mark.parametrize("name", ["tic-tac-toe", "4x4 reversi most-men"])
def test_between_two_it_is_minimax(name: str, scale: Callable[[int], int]) -> None:
    for position in random_positions(load(name), scale(20), seed=4, most_plies=8):
        if len(position.moves()) > (5 if JIT_ENABLED else 3):
            continue
        seat = position.movers[0]
        report = maxn(position.view(seat), PLENTY, 1, depth=4, worlds=1)
        values = {move: paranoid(later, seat, 3) for move, later in by_move(position, seat).items()}
        assert values_of(report) == pytest.approx(values)
        assert report.best in [move for move, value in values.items() if value == pytest.approx(max(values.values()))]


def test_between_two_it_is_minimax_to_the_end(scale: Callable[[int], int]) -> None:
    for position in random_positions(Trails(), scale(40), seed=8, most_plies=2):
        seat = position.movers[0]
        report = maxn(position.view(seat), PLENTY, 1, depth=PLACES, worlds=1)
        assert report.value == pytest.approx(paranoid(position, seat, PLACES))


def test_in_seat_order_the_first_seat_decides_whoever_moves(scale: Callable[[int], int]) -> None:
    apart = 0
    for position in random_positions(Trails(seats=3), scale(60), seed=9, most_plies=3):
        seat = position.movers[0]
        report = maxn(position.view(seat), PLENTY, 1, depth=4, worlds=1, in_seat_order=True)
        vectors = {move: list(for_themselves(later, seat, 3)) for move, later in by_move(position, seat).items()}
        assert report.best == max(vectors, key=lambda move: vectors[move])
        assert [entry.visits for entry in report.moves] == [1, *[0] * (len(vectors) - 1)]
        assert values_of(report) == pytest.approx({move: values[seat] for move, values in vectors.items()})
        apart += report.best != max(vectors, key=lambda move: vectors[move][seat])
    assert apart > 0


# --- several worlds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["KQ -", "JK p", "QJ b", "QK pb"])
def test_votes_and_means_over_worlds(text: str) -> None:
    position = load("kuhn-poker").read_position(text)
    seat = position.movers[0]
    view = position.view(seat)
    report = maxn(view, PLENTY, 5, depth=3, worlds=7)
    votes: dict[int, int] = {0: 0, 1: 0}
    totals: dict[int, float] = {0: 0.0, 1: 0.0}
    for world in sampled_worlds(view, 5, 7):
        values = expected(world, seat, 3)
        for move, value in values.items():
            votes[move] += value == max(values.values())
            totals[move] += value
    assert {entry.move: entry.visits for entry in report.moves} == votes
    assert values_of(report) == pytest.approx({move: total / 7 for move, total in totals.items()})
    assert report.best == max(votes, key=lambda move: (votes[move], totals[move]))


def test_the_move_that_is_best_in_most_worlds_is_chosen() -> None:
    """Each world has its own best box; the box that is best on average is best in none, and MaxN does not take it."""
    report = maxn(Pick().start(0).view(0), PLENTY, 2, depth=2, worlds=9)
    votes = {entry.move: entry.visits for entry in report.moves}
    assert votes[3] == 0
    assert sum(votes.values()) == 9
    assert report.moves[0].visits == max(votes.values())


def test_equals_share_a_worlds_vote() -> None:
    """A move that is never worse than another must not lose for standing second in the list.

    With the king, against an opponent who sees it, passing and betting both win the ante and no more.
    """
    report = maxn(load("kuhn-poker").read_position("KQ -").view(0), PLENTY, 1, depth=3, worlds=6)
    assert [entry.visits for entry in report.moves] == [6, 6]


# --- budgets ----------------------------------------------------------------------------------------------------------


def test_a_budget_reaches_as_deep_as_its_nodes() -> None:
    view = load("reversi").start().view(0)
    # One ply has 4 positions below the root, two plies 4 + 12, three 4 + 12 + 56.
    for nodes, depth in [(4, 0), (5, 1), (20, 1), (21, 2), (92, 2), (93, 3)]:
        report = maxn(view, Budget(nodes), 1, depth=5, worlds=1)
        assert report.figures["depth"] == depth, nodes
        assert report.iterations == nodes
        if depth:
            assert report.moves == maxn(view, PLENTY, 1, depth=depth, worlds=1).moves


def test_worlds_that_were_not_looked_into_do_not_vote() -> None:
    report = maxn(load("kuhn-poker").start().view(0), Budget(10), 1, worlds=10)
    assert report.figures == {"depth": 0, "worlds": 10}
    assert [entry.visits for entry in report.moves] == [0, 0]


def test_an_injected_evaluator_decides_where_the_depth_ends() -> None:
    game = Countdown(heap=50)
    rules = game.rules.bind(2, evaluate=countdown_saving)
    report = maxn(game.start().view(0), PLENTY, 1, depth=2, worlds=1, rules=rules)
    assert values_of(report) == pytest.approx({1: 0.46, 2: 0.45})
