"""What the servers have stored, read from the database itself."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from benchmarks.chaos.places import Place

PEOPLE = "lab"
"""The pool of ratings that matches at tables count for."""


@dataclass(frozen=True)
class StoredEvent:
    number: int
    kind: str
    data: dict[str, Any]
    private: dict[str, Any]
    author: int | None
    message: str | None


@dataclass
class StoredTable:
    id: str
    game: str
    settings: dict[str, Any]
    seed: int
    rated: bool
    state: str
    last: int
    decisions: int
    result: dict[str, Any] | None
    rematch_of: str | None
    events: list[StoredEvent] = field(default_factory=list)
    accounts: list[int | None] = field(default_factory=list)
    """By seat."""

    @property
    def moves(self) -> list[StoredEvent]:
        return [event for event in self.events if event.kind == "moved"]


@dataclass
class Store:
    tables: dict[str, StoredTable]
    ratings: dict[tuple[str, str], int]
    """By game and player of the people's ladder: how many games were counted."""


def read(place: Place, only: Collection[str] | None = None) -> Store:
    """All tables, or only some."""
    if only is not None and not only:
        return Store({}, {})
    chosen = "" if only is None else "({})".format(", ".join(f"'{each}'" for each in only))
    where = f" WHERE id IN {chosen}" if chosen else ""
    of_table = f" WHERE table_id IN {chosen}" if chosen else ""
    columns = "id, game, settings, seed, rated, state, last, decisions, result, rematch_of"
    # The events first: what is added between two readings must not look as if it were missing.
    seats = place.rows(f"SELECT table_id, seat, account_id FROM lab_seat{of_table} ORDER BY table_id, seat")
    events = place.rows(
        f"SELECT table_id, number, kind, data, private, author, message FROM lab_event{of_table} "
        "ORDER BY table_id, number"
    )
    tables = {
        name: StoredTable(
            name, game, _json(settings), int(seed), bool(rated), state, last, decisions, _json(result), rematch_of
        )
        for name, game, settings, seed, rated, state, last, decisions, result, rematch_of in place.rows(
            f"SELECT {columns} FROM lab_table{where}"
        )
    }
    for table, number, kind, data, private, author, message in events:
        if table in tables:
            tables[table].events.append(StoredEvent(number, kind, _json(data), _json(private), author, message))
    for table, _, account in seats:
        if table in tables:
            tables[table].accounts.append(account)
    counted = place.rows(f"SELECT game, player, games FROM rating WHERE pool = '{PEOPLE}'")
    return Store(tables, {(game, player): games for game, player, games in counted})


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def owed(store: Store) -> Counter[tuple[str, str]]:
    """How many games each registered person must have been rated for, by game and player."""
    counted: Counter[tuple[str, str]] = Counter()
    for table in store.tables.values():
        people = [account for account in table.accounts if account is not None]
        ended = table.state == "over" and table.result is not None
        if table.rated and ended and len(people) == len(table.accounts) == len(set(people)) > 1:
            counted.update((table.game, f"account {account}") for account in people)
    return counted


def by_message(store: Store) -> dict[tuple[str, int, str], list[int]]:
    """The numbers of the events that each message of a person became."""
    found: dict[tuple[str, int, str], list[int]] = defaultdict(list)
    for table in store.tables.values():
        for event in table.events:
            if event.author is not None and event.message is not None:
                found[table.id, event.author, event.message].append(event.number)
    return found
