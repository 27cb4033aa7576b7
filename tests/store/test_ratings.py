"""Ladders: ratings come back, ladders do not mix, and changes made at once do not get lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from ludarium.store import Database, Rating

pytestmark = pytest.mark.compiled  # no kernels: once is enough


def test_ratings_come_back(database: Database) -> None:
    moment = datetime(2024, 2, 29, 23, 59, 58, 123456, UTC)
    first = Rating("mcts", 25.5, 8.25, 3, moment)
    assert database.ratings("reversi") == {}
    assert database.change_ratings("reversi", lambda before: [first]) == {"mcts": first}
    assert database.ratings("reversi") == {"mcts": first}
    assert database.ratings("reversi", "beginners") == {}
    assert database.ratings("checkers") == {}


def test_only_what_is_returned_changes(database: Database) -> None:
    database.change_ratings("pig", lambda before: [Rating("a", 1, 1, 1), Rating("b", 2, 1, 1)], "x")
    database.change_ratings("pig", lambda before: [Rating("b", 9, 1, 1)], "y")
    after = database.change_ratings("pig", lambda before: [Rating("b", before["b"].mu + 1, 0.5, 2)], "x")
    assert {name: rating.mu for name, rating in after.items()} == {"a": 1, "b": 3}
    assert database.ratings("pig", "x") == after
    assert database.ratings("pig", "y")["b"].mu == 9
    assert database.change_ratings("pig", lambda before: [], "x") == after


def test_a_change_that_fails_changes_nothing(database: Database) -> None:
    def fail(before: dict[str, Rating]) -> list[Rating]:
        raise KeyError("no such player")

    with pytest.raises(KeyError):
        database.change_ratings("pig", fail)
    assert database.ratings("pig") == {}


def test_changes_at_once_are_made_one_after_the_other(database: Database) -> None:
    def one_more(before: dict[str, Rating]) -> list[Rating]:
        return [Rating("a", 0.0, 1.0, before["a"].games + 1 if before else 1)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: database.change_ratings("pig", one_more), range(20)))
    assert database.ratings("pig")["a"].games == 20
