"""The solver beside plain exhaustive search, known verdicts, and what it refuses."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Game, NotSuited, Position, Rules
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.search import Solution, solve
from ludarium.search.solver import LONGEST, PROGRESS, Solver, find, grow, store
from tests.players.small_games import Taking, apply, legal, result, start, to_move
from tests.search.search_games import Countdown, Trails, WonTrails
from tests.search.twins import Oracle, following, random_positions

solver_module = import_module("ludarium.search.solver")

SMALL = {
    # How many plies to play at random before an interpreted run looks at everything that can follow.
    "tic-tac-toe": 5,
    "3x3 drop line-3 misere": 5,
    "4x4 reversi most-men": 8,
    "4x4 checkers no-men quiet-6": 10,
    "4x5 checkers most-men quiet-4": 10,
}


def roots(name: str) -> list[Position]:
    game = load(name)
    if JIT_ENABLED:
        return [game.start()]
    draw = random.Random(1)
    found: list[Position] = []
    while len(found) < 3:
        position = game.start()
        for _ in range(SMALL[name]):
            if not position.over:
                position = position.play(draw.choice(position.moves()))
        if not position.over:
            found.append(position)
    return found


@pytest.mark.parametrize("name", SMALL)
def test_every_position_has_the_value_of_exhaustive_search(name: str) -> None:
    """One solver proves many positions of both seats, and what it remembers never misleads it."""
    oracle, draw = Oracle(), random.Random(2)
    for root in roots(name):
        expected = oracle.for_mover(root)
        assert solve(root).value == expected
        solver = Solver(root.game)
        for _ in range(40 if JIT_ENABLED else 10):
            position = root
            while not position.over:
                solution = solver.solve(position)
                assert solution.value == oracle.for_mover(position)
                assert solution.seat == position.movers[0]
                position = draw.choice(following(position))
            assert solver.solve(position).value == oracle.value(position)


@pytest.mark.compiled
def test_a_board_that_is_no_square() -> None:
    """Against a twin that has a board of its own: 4×3, three in a row."""
    width, height = 4, 3
    cells = [(column, row) for row in range(height) for column in range(width)]
    lines = [
        {(column + step * across, row + step * up) for step in range(3)}
        for column, row in cells
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        if 0 <= column + 2 * across < width and 0 <= row + 2 * up < height
    ]

    @cache
    def value(mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]]) -> int:
        if any(line <= theirs for line in lines):
            return -1
        free = [cell for cell in cells if cell not in mine and cell not in theirs]
        return max((-value(theirs, mine | {cell}) for cell in free), default=0)

    assert value(frozenset(), frozenset()) == 1
    game = load("4x3 drop line-3")
    assert solve(game.start()).verdict == "first player wins"
    for column, row in product(range(width), range(height)):
        later = game.start().play(f"{'abcd'[column]}{row + 1}")
        assert solve(later).value == value(frozenset(), frozenset({(column, row)}))


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("tic-tac-toe", "draw"),
        ("3x3 drop line-3 misere", "draw"),
        ("4x4 drop line-3", "first player wins"),
        ("4x4 drop line-4", "draw"),
        ("5x5 drop line-4", "draw"),
        ("4x4 reversi most-men", "second player wins"),
    ],
)
@pytest.mark.compiled
def test_known_verdicts(name: str, verdict: str) -> None:
    solution = solve(load(name).start())
    assert solution.verdict == verdict
    assert solution.positions > 1
    assert solution.seconds > 0


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("xx1/oo1/x2 o", 1, "second player wins"),
        ("xx1/oo1/3 x", 1, "first player wins"),
        ("xox/1o1/1x1 o", 0, "draw"),
        ("x1x/1x1/o1o o", 1, "second player wins"),
        ("x1x/1o1/x1o o", -1, "first player wins"),
        ("xxx/oo1/3 o", 1, "first player wins"),
        ("xox/xox/oxo x", 0, "draw"),
    ],
)
def test_positions_of_either_seat_and_finished_ones(text: str, value: int, verdict: str) -> None:
    solution = solve(load("tic-tac-toe").read_position(text))
    assert (solution.value, solution.verdict) == (value, verdict)


# --- hashes of the game's own -----------------------------------------------------------------------------------------


def test_a_hash_that_tells_positions_apart_in_its_lowest_bits_only(scale: Callable[[int], int]) -> None:
    for seed in range(scale(80)):
        position = WonTrails().start(seed)
        assert solve(position).value == Oracle().for_mover(position)


@pytest.mark.parametrize("misere", [0, 1])
@pytest.mark.parametrize("turn", [0, 1])
def test_a_hash_that_leaves_out_whose_turn_it_is(turn: int, misere: int) -> None:
    oracle = Oracle()
    for heap in range(1, 25):
        position = Countdown(heap=heap, turn=turn, misere=misere).start()
        assert solve(position).value == oracle.for_mover(position)


def test_who_gets_more_has_won_whatever_the_points_are() -> None:
    """Where points count and both get less than the middle of the range, somebody has won all the same."""
    kernels: dict[str, Any] = {"start": start, "to_move": to_move, "legal": legal, "apply": apply, "result": result}

    class PointsTaking(Taking):
        rules = Rules(
            "points-taking",
            Taking.rules.fields,
            kernels,
            max_moves=3,
            max_plies=12,
            payoff="points",
            lowest=0,
            highest=100,
        )

    position = PointsTaking().start()
    for _ in range(8):
        position = position.play("some")
    assert solve(position).verdict == "draw"
    assert solve(position.play("few")).verdict == "second player wins"
    assert solve(position.play("many").play("some")).verdict == "first player wins"
    assert solve(Trails().start(1)).value == Oracle().for_mover(Trails().start(1))


# --- limits -----------------------------------------------------------------------------------------------------------


def test_a_limit_that_is_reached_is_no_verdict() -> None:
    solution = solve(load("reversi").start(), limit=1_000)
    assert solution.value is None
    assert solution.positions == 1_000
    assert solution.verdict == "not proved: gave up after 1,000 positions"


def test_the_limit_is_for_each_position() -> None:
    solver = Solver(load("tic-tac-toe"), limit=30)
    position = solver.game.read_position("3/1x1/3 o")
    assert solver.solve(position).value is None
    # What was proved on the way is not lost.
    attempts = 1
    while solver.solve(position).value is None:
        attempts += 1
    assert 1 < attempts < 100
    assert solver.solve(position).positions < 10


def test_a_line_that_is_too_long() -> None:
    """A heap of 511 has lines of 511 plies, the longest that are followed; a far larger one needs longer ones."""
    assert solve(Countdown(heap=LONGEST - 1).start()).value is not None
    solution = solve(Countdown(heap=3 * LONGEST).start())
    assert solution.value is None
    assert solution.verdict == f"not proved: a line of play is longer than {LONGEST - 1} plies"


@pytest.mark.parametrize("size", [8, 32, 1 << 16])
def test_the_tables_size_makes_no_difference(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_module, "_FIRST_TABLE", size)
    game = load("3x3 drop line-3 misere")
    position = game.start() if JIT_ENABLED else game.read_position("x2/1o1/3 x")
    told: list[int] = []
    solution = solve(position, progress=told.append)
    assert solution.value == Oracle().for_mover(position)
    # Each time the table is full the search begins again, and says so.
    assert bool(told) == (size < 1 << 16)
    assert told == sorted(told)


def test_nothing_is_forgotten_when_the_table_grows() -> None:
    binder = Countdown().bound.binder
    find_place, store_code, move_over = binder.bind(find), binder.bind(store), binder.bind(grow)
    small, large = np.zeros(64, np.uint64), np.zeros(256, np.uint64)
    progress = np.zeros(1, PROGRESS)
    draw = random.Random(1)
    codes = {draw.getrandbits(64) & ~7: draw.randint(1, 5) for _ in range(40)}
    for key, code in codes.items():
        store_code(small, progress[0], np.uint64(key), code)
    assert progress[0].filled == 40
    move_over(small, large)
    assert np.count_nonzero(large) == 40
    for table, key in product((small, large), codes):
        assert int(table[find_place(table, np.uint64(key))]) == key | codes[key]
    assert large[find_place(large, np.uint64(8))] == 0


def test_a_table_that_may_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_module, "_FIRST_TABLE", 8)
    monkeypatch.setattr(solver_module, "_LARGEST_TABLE", 128)
    solution = solve(load("3x3 drop line-3 misere").read_position("x2/3/3 o"))
    assert solution.value is None
    assert solution.verdict == "not proved: the table of 97 proved positions is full"


@pytest.mark.compiled
def test_progress_is_told_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_module, "_SLICE", 5_000)
    told: list[int] = []
    position = load("5x4 drop line-4").start()
    quiet, watched = solve(position, limit=5_000_000), solve(position, limit=5_000_000, progress=told.append)
    assert (quiet.value, quiet.positions) == (watched.value, watched.positions)
    assert told
    assert told == sorted(told)


# --- what it refuses, and how it says what it found -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (load("kuhn-poker"), "something is hidden"),
        (load("pig"), "chance decides"),
        (load("blotto"), "both decide at once"),
        (Trails(seats=3), "it has 3 seats, not 2"),
        (load("pig", seats=1), "it has 1 seats, not 2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_games_that_do_not_suit(game: Game, reason: str) -> None:
    with pytest.raises(NotSuited, match=f"{game.name} cannot be solved by this solver: {reason}"):
        solve(game.start())


@pytest.mark.parametrize(
    ("value", "seat", "why", "verdict"),
    [
        (1, 0, "", "first player wins"),
        (1, 1, "", "second player wins"),
        (-1, 0, "", "second player wins"),
        (-1, 1, "", "first player wins"),
        (0, 1, "", "draw"),
        (None, 0, "reasons", "not proved: reasons"),
    ],
)
def test_verdicts(value: int | None, seat: int, why: str, verdict: str) -> None:
    assert Solution(value, 1, 0.0, seat, why).verdict == verdict


def test_random_positions_of_larger_boards(scale: Callable[[int], int]) -> None:
    """Late positions of boards too large to look at whole."""
    game, oracle = load("6x6 reversi most-men"), Oracle()
    late = [position for position in random_positions(game, 300, seed=5, most_plies=30) if few_empty(position)]
    assert len(late) > 20
    for position in late[: scale(30)]:
        assert solve(position).value == oracle.for_mover(position)


def few_empty(position: Position) -> bool:
    men = position.text.split()[0]
    return sum(letter in "xo" for letter in men) >= 31
