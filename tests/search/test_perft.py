"""Leaf counts of the game tree beside a plain recursive count, and known values."""

from __future__ import annotations

import pytest

from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.search import perft
from tests.search.twins import leaves, random_positions

# The depths are for compiled kernels; interpreted ones go two plies less deep.
CASES = [
    ("tic-tac-toe", {}, 5),
    ("4x4 reversi most-men", {}, 5),
    ("6x6 reversi most-men", {}, 4),
    ("6x6 checkers no-men", {}, 5),
    ("4x4 drop line-3", {}, 3),
    ("kuhn-poker", {}, 4),
    ("goofspiel", {"cards": 4}, 5),
    ("goofspiel", {"cards": 3, "seats": 3}, 5),
    ("pig", {"goal": 10}, 7),
    ("blotto", {}, 3),
]


@pytest.mark.parametrize(("name", "settings", "depth"), CASES, ids=str)
def test_the_counts_are_those_of_playing_every_move(name: str, settings: dict[str, int], depth: int) -> None:
    game = load(name, **settings)
    depth = depth if JIT_ENABLED else depth - 2
    for position in random_positions(game, 4 if JIT_ENABLED else 2, seed=depth, most_plies=6):
        assert perft(position, depth) == [leaves(position, plies) for plies in range(1, depth + 1)]


def test_the_dice_fall_as_the_position_says() -> None:
    """Positions that differ in nothing but the random stream have different futures, which a count may read."""
    game = load("pig", goal=10)
    starts = [game.start(seed) for seed in range(8)]
    counts = [perft(position, 6) for position in starts]
    assert counts == [[leaves(position, plies) for plies in range(1, 7)] for position in starts]
    assert len({tuple(count) for count in counts}) > 1


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("tic-tac-toe", [9, 72, 504, 3024, 15120, 56160, 154944, 255168, 255168]),
        ("reversi", [4, 12, 56, 244, 1396, 8200, 55092]),
        ("checkers", [7, 49, 302, 1469, 7361, 36768, 179740]),
    ],
)
def test_known_counts(name: str, counts: list[int]) -> None:
    assert perft(load(name).start(), len(counts)) == counts


def test_a_finished_game_is_one_leaf_at_every_depth() -> None:
    position = load("tic-tac-toe").read_position("xxx/oo1/3 o")
    assert position.over
    assert perft(position, 3) == [1, 1, 1]


def test_a_pass_is_a_ply() -> None:
    position = load("4x4 reversi most-men").read_position("xo2/4/4/4 o")
    assert [move.text for move in position.moves()] == ["pass"]
    assert perft(position, 2) == [1, 1]
    assert perft(position.play("pass"), 1) == [1]


def test_no_depth_has_no_counts() -> None:
    assert perft(load("tic-tac-toe").start(), 0) == []
