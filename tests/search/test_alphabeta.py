"""Alpha-beta beside plain minimax: pruning, the table and deepening must not change any value."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ludarium.engine import NotSuited, Position
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.engine.position import View
from ludarium.games import load
from ludarium.search import Budget, alphabeta
from ludarium.search.alphabeta import NO_SWING
from tests.engine.sample_games import Race
from tests.search.search_games import Countdown, HashedSignals, Pick, Trails, countdown_saving
from tests.search.twins import (
    Known,
    by_move,
    findings,
    paranoid,
    quiescent,
    random_positions,
    sampled_worlds,
)

PLENTY = Budget(10**9)
TO_THE_END = 99

GRADED = {
    # Games whose positions tell their ply, so that a value from the table never stems from a deeper search.
    "tic-tac-toe": (5, 4),
    "4x4 reversi most-men": (8, 4),
    "6x6 checkers no-men": (30, 4),
    "4x4 drop line-3": (10, 3),
}


QUIET = [("tic-tac-toe", 0.05, 8), ("4x4 drop line-4", 0.06, 14), ("6x6 checkers no-men", 0.2, 40)]


def assert_same_choice(position: Position, depth: int, *, look_ahead: int | None = None) -> None:
    """The value is minimax's, and the chosen move has it."""
    me = position.movers[0]
    report = alphabeta(position.view(me), PLENTY, 5, depth=look_ahead or depth)
    known: Known = {}
    values = {move: paranoid(later, me, depth - 1, known) for move, later in by_move(position, me).items()}
    assert report.value == pytest.approx(max(values.values()), abs=1e-12)
    assert values[report.best] == pytest.approx(report.value, abs=1e-12)
    # The others' values are upper bounds that do not exceed the best.
    assert [entry.move for entry in report.moves] != []
    for entry in report.moves:
        assert values[entry.move] <= entry.value + 1e-12
        assert entry.value <= report.value


@pytest.mark.parametrize("name", GRADED)
def test_every_depth_has_the_value_of_plain_minimax(name: str, scale: Callable[[int], int]) -> None:
    most_plies, deepest = GRADED[name]
    draw = random.Random(1)
    for position in random_positions(load(name), scale(40), seed=2, most_plies=most_plies):
        assert_same_choice(position, draw.randint(1, deepest if JIT_ENABLED else 2))


@pytest.mark.parametrize(("name", "swing", "most_plies"), QUIET)
def test_lines_go_on_until_they_are_quiet(
    name: str, swing: float, most_plies: int, scale: Callable[[int], int]
) -> None:
    draw, longer = random.Random(3), 0
    for position in random_positions(load(name), scale(40), seed=4, most_plies=most_plies):
        me, depth = position.movers[0], draw.randint(1, 2)
        if len(position.moves()) > 5:
            continue  # the twin would take long
        report = alphabeta(position.view(me), PLENTY, 5, depth=depth, swing=swing)
        values = {
            move: quiescent(later, me, depth - 1, swing, position) for move, later in by_move(position, me).items()
        }
        assert report.value == pytest.approx(max(values.values()), abs=1e-12)
        assert values[report.best] == pytest.approx(report.value, abs=1e-12)
        longer += max(values.values()) != max(
            paranoid(later, me, depth - 1) for later in by_move(position, me).values()
        )
    assert longer or not JIT_ENABLED, "nowhere did it matter"


def test_a_capture_that_is_taken_back_is_seen() -> None:
    """Two plies deep, a man is taken; the third, in which it is taken back, only a search for quiet positions sees."""
    position = load("6x6 checkers no-men").read_position("5o/6/3o2/2x3/6/x5 x")
    me = position.movers[0]
    short, quiet = (alphabeta(position.view(me), PLENTY, 5, depth=1, swing=swing) for swing in (NO_SWING, 0.05))
    assert short.value > quiet.value


def test_quiet_positions_want_an_evaluator() -> None:
    with pytest.raises(NotSuited, match="leave out the swing"):
        alphabeta(load("pig").start(1).view(0), Budget(100), 5, swing=0.1)


@pytest.mark.parametrize("seats", [2, 3])
def test_places_reached_at_different_depths(seats: int, scale: Callable[[int], int]) -> None:
    """The search must not take the end of its own depth for the end of the game: see `cut` in the table's entries."""
    for seed in range(scale(200)):
        position = Trails(seats=seats).start(seed)
        assert_same_choice(position, TO_THE_END, look_ahead=64)


def test_a_hash_that_leaves_out_whose_turn_it_is(scale: Callable[[int], int]) -> None:
    for heap in range(1, 14 if JIT_ENABLED else 8):
        for turn in range(2):
            for misere in range(2):
                assert_same_choice(Countdown(heap=heap, turn=turn, misere=misere).start(), TO_THE_END, look_ahead=64)


def test_the_cautious_value_of_moves_made_at_once() -> None:
    """The others are taken to know the move and to answer it, whichever seat searches.

    The game's own hash does not know of moves that are made but not shown: the table must tell them apart even so.
    """
    for kind in range(3):
        for seat in range(2):
            view = HashedSignals(kind=kind, rounds=2).start().view(seat)
            assert_averages(view, seat, 1)
            assert 9 * alphabeta(view, PLENTY, 1).value == pytest.approx(-2)
    # Showing 0 costs the second seat up to three, showing 1 only one.
    assert alphabeta(HashedSignals(kind=1).start().view(1), PLENTY, 1).best == 1


def test_bidding_at_once() -> None:
    game = load("goofspiel", cards=3)
    for seed in range(3 if JIT_ENABLED else 1):
        for seat in range(2):
            assert_averages(game.start(seed).view(seat), seat, 2)


# --- several worlds ---------------------------------------------------------------------------------------------------


def assert_averages(view: View, seat: int, worlds: int) -> None:
    """Every move's value is its mean over the sampled worlds; in one world, only the best one's need be."""
    report = alphabeta(view, PLENTY, 9, worlds=worlds)
    totals: dict[int, float] = {}
    for world in sampled_worlds(view, 9, worlds):
        for move, later in by_move(world, seat).items():
            totals[move] = totals.get(move, 0.0) + paranoid(later, seat, TO_THE_END)
    means = {move: total / worlds for move, total in totals.items()}
    if worlds > 1:
        assert {entry.move: entry.value for entry in report.moves} == pytest.approx(means)
    assert report.value == pytest.approx(max(means.values()))
    assert means[report.best] == pytest.approx(report.value)
    assert [entry.value for entry in report.moves] == sorted((entry.value for entry in report.moves), reverse=True)
    assert report.best == report.moves[0].move
    assert report.figures["worlds"] == worlds


def test_worlds_that_want_different_moves() -> None:
    """The box that is second best in every world is best on average."""
    view = Pick().start(0).view(0)
    assert_averages(view, 0, 6)
    assert alphabeta(view, PLENTY, 9, worlds=12).best == 3


@pytest.mark.parametrize("text", ["KQ -", "JK p", "QJ b", "QK pb"])
def test_cards_that_are_not_seen(text: str) -> None:
    position = load("kuhn-poker").read_position(text)
    assert_averages(position.view(position.movers[0]), position.movers[0], 5)


def test_dice_that_the_games_own_hash_leaves_out(scale: Callable[[int], int]) -> None:
    """Two ways to one square leave different throws to come; the table must tell them apart."""
    for position in random_positions(Race(goal=16 if JIT_ENABLED else 10), scale(20), seed=4, most_plies=2):
        assert_averages(position.view(position.movers[0]), position.movers[0], 3)


# --- budgets and depths -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tic-tac-toe", "6x6 checkers no-men", "4x4 reversi most-men"])
def test_a_larger_budget_looks_deeper_and_finds_what_that_depth_finds(name: str) -> None:
    for position in random_positions(load(name), 3 if JIT_ENABLED else 1, seed=6, most_plies=4):
        view = position.view(position.movers[0])
        depths = []
        for nodes in (1, 10, 100, 1_000, 10_000, 100_000)[: 6 if JIT_ENABLED else 4]:
            report = alphabeta(view, Budget(nodes), 3)
            assert report.iterations <= nodes
            depths.append(report.figures["depth"])
            if depths[-1]:
                limited = alphabeta(view, PLENTY, 3, depth=depths[-1])
                assert (limited.best, limited.moves) == (report.best, report.moves)
        assert depths == sorted(depths)
        assert depths[0] == 0
        assert depths[-1] > depths[0]


def test_the_depth_is_a_limit() -> None:
    view = load("reversi").start().view(0)
    for depth in range(1, 5 if JIT_ENABLED else 3):
        assert alphabeta(view, PLENTY, 1, depth=depth).figures == {"depth": depth, "worlds": 1}


def test_the_search_ends_when_every_line_was_followed_to_its_end() -> None:
    position = load("tic-tac-toe").read_position("xox/oxo/3 x")
    report = alphabeta(position.view(0), PLENTY, 1)
    assert report.figures["depth"] <= 3
    assert report.value == 1.0


def test_a_budget_that_ends_before_the_first_depth_is_shared_by_all_worlds() -> None:
    report = alphabeta(load("kuhn-poker").start().view(0), Budget(8), 1, worlds=8)
    assert report.figures == {"depth": 0, "worlds": 8}
    assert {entry.value for entry in report.moves} == {0.0}


# --- evaluators -------------------------------------------------------------------------------------------------------


def test_an_injected_evaluator_decides_where_the_depth_ends() -> None:
    game = Countdown(heap=50)
    rules = game.rules.bind(2, evaluate=countdown_saving)
    first = alphabeta(game.start().view(0), PLENTY, 1, depth=1, rules=rules)
    assert {entry.move: entry.value for entry in first.moves} == pytest.approx({1: 0.49, 2: 0.48})
    second = alphabeta(Countdown(heap=50, turn=1).start().view(1), PLENTY, 1, depth=1, rules=rules)
    assert second.best == 3
    assert second.value == pytest.approx(-0.47)
    # Two plies ahead the other seat, which takes up to three, has its say.
    deeper = alphabeta(game.start().view(0), PLENTY, 1, depth=2, rules=rules)
    assert deeper.best == 1
    assert deeper.value == pytest.approx(0.46)


def test_without_an_evaluator_a_play_out_decides_and_the_seed_repeats_it() -> None:
    view = Countdown(heap=40).start().view(0)
    reports = [alphabeta(view, PLENTY, seed, depth=1) for seed in (1, 1, 2, 3, 4, 5)]
    assert findings(reports[0]) == findings(reports[1])
    assert len({report.moves for report in reports}) > 1
