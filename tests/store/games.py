"""Made-up games for tests that need no rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludarium.store import StoredGame, pack

PLAN: dict[str, Any] = {
    "kind": "tournament",
    "game": "tic-tac-toe",
    "rules": "1",
    "settings": {"size": 3},
    "players": ["random", "mcts:iterations=50"],
    "seed": 2**64 - 1,
    "games": 1000,
    "schedule": "round-robin",
}


def made_up(number: int) -> StoredGame:
    """A game that depends on its number alone, and differs from its neighbours."""
    length = 5 + number % 5
    points = (1.0, -1.0) if number % 3 else (0.5, 0.5)
    return StoredGame(
        number=number,
        line_up=(number % 2, 1 - number % 2),
        seed=number * 0x9E3779B97F4A7C15 % 2**64,
        points=points,
        ranks=(1, 2) if number % 3 else (1, 1),
        length=length,
        seconds=number / 1024,
        moves=pack([place % 2 for place in range(length)], [(number + place) % 9 for place in range(length)]),
        faults=((2, f"program: game {number} went wrong — «why?»"),) if number % 7 == 0 else (),
        settings={"size": 4} if number % 5 == 0 else {},
        seal=f"{number:064x}" if number % 2 else None,
    )


def several(numbers: Iterable[int]) -> list[StoredGame]:
    return [made_up(number) for number in numbers]


def without_ids(games: Iterable[StoredGame]) -> list[StoredGame]:
    """Games as they were before the database numbered them."""
    return [game._replace(id=0) for game in games]
