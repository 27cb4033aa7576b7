"""Leaf counts: published ones, and those of many rule sets found by two engines (`tests/data/rulesets_perft.txt`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from ludarium.engine import Game, Position
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.search import perft
from tests.games.rulesets.reference import Reference
from tests.games.rulesets.samples import Wide

TABLE = Path(__file__).parents[2] / "data" / "rulesets_perft.txt"

# How many leaves each engine is made to count.
COMPILED = 4_000_000
INTERPRETED = 300
BY_REFERENCE = 2_000
ENGINE = COMPILED if JIT_ENABLED else INTERPRETED


def slow_perft(start: Reference, depth: int) -> list[int]:
    """Leaf counts for 1, 2, … `depth` plies; a finished game is one leaf. Remembers positions it has met."""
    seen: dict[str, Reference] = {}
    counts: dict[tuple[str, int], int] = {}

    def leaves(position: Reference, plies: int) -> int:
        if plies == 0:
            return 1
        key = position.key
        position = seen.setdefault(key, position)
        if position.over:
            return 1
        if (key, plies) not in counts:
            counts[key, plies] = sum(leaves(following, plies - 1) for following in position.moves.values())
        return counts[key, plies]

    return [leaves(start, plies) for plies in range(1, depth + 1)]


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    rules: RuleSet
    position: str
    counts: list[int]

    def up_to(self, leaves: int) -> list[int]:
        return [count for count in self.counts if count <= leaves]

    def set_up(self, game: Game) -> Position:
        return game.read_position(self.position) if self.position else game.start()


def read_table() -> dict[str, Row]:
    rows = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, counts = line.partition(":")
            form, _, position = name.partition(" @ ")
            rows[name] = Row(RuleSet.read(form), position, [int(count) for count in counts.split()])
    return rows


ROWS = read_table()


@pytest.mark.parametrize("name", ROWS)
def test_leaf_counts(name: str) -> None:
    row = ROWS[name]
    counts = row.up_to(ENGINE)
    assert perft(row.set_up(RuleSetGame(row.rules)), len(counts)) == counts


@pytest.mark.parametrize("name", ROWS)
def test_the_reference_engine_counts_the_same(name: str) -> None:
    row = ROWS[name]
    counts = row.up_to(BY_REFERENCE)
    start = Reference.read(row.rules, row.position) if row.position else Reference.start(row.rules)
    assert slow_perft(start, len(counts)) == counts


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.rules.cells <= 64])
def test_wide_sets_count_the_same_on_small_boards(name: str) -> None:
    row = ROWS[name]
    counts = row.up_to(ENGINE // 4)
    assert perft(row.set_up(Wide(row.rules)), len(counts)) == counts


def test_all_games_of_tic_tac_toe() -> None:
    """The known number of ways to play tic-tac-toe to its end, and the reference engine on every row above it."""
    counts = slow_perft(Reference.start(RuleSet.read("3x3 drop line-3")), 9)
    assert counts[-1] == 255168
    assert counts == ROWS["3x3 drop line-3"].counts[:9]


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("tic-tac-toe", [9, 72, 504, 3024]),
        ("reversi", [4, 12, 56, 244, 1396]),
        ("checkers", [7, 49, 302, 1469]),
    ],
)
def test_the_classics_by_name(name: str, counts: list[int]) -> None:
    assert perft(load(name).start(), len(counts)) == counts
