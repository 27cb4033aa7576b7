"""What the clients of `server_load` were told, compared with what the server has stored."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Seen:
    """What one person was told at a table, over one connection."""

    table: str
    person: int
    events: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By number: the kind, and the move where it was shown."""
    sent: list[str] = field(default_factory=list)
    acks: list[tuple[str, int]] = field(default_factory=list)
    last: int = 0
    whole: bool = False
    """Whether everything that happened until the end was waited for; else the match was over and the person left."""

    def welcomed(self, events: Sequence[dict[str, Any]], last: int) -> None:
        for event in events:
            self._take(event)
        self.last = last

    def told(self, event: dict[str, Any]) -> list[str]:
        """Take an event in; what is wrong with its number."""
        number, before = event["number"], self.last
        self._take(event)
        self.last = number
        return [] if number == before + 1 else [f"table {self.table}: event {number} told after {before}"]

    def _take(self, event: dict[str, Any]) -> None:
        self.events[event["number"]] = (event["kind"], event["data"].get("move", ""))

    def acknowledged(self, message: str, number: int) -> None:
        self.acks.append((message, number))


@dataclass
class Log:
    """The stored events, and what differs from them."""

    stored: int = 0
    tables: int = 0
    told: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass
class _Stored:
    kind: str
    move: str
    author: int | None
    message: str | None


def compared(place: Path, seen: Sequence[Seen]) -> Log:
    """Look whether everybody was told every event, and every acknowledged message became one."""
    with sqlite3.connect(place) as connection:
        tables: dict[str, dict[int, _Stored]] = defaultdict(dict)
        rows = connection.execute("SELECT table_id, number, kind, private, author, message FROM lab_event")
        for table, number, kind, private, author, message in rows:
            tables[table][number] = _Stored(kind, json.loads(private).get("move", ""), author, message)
        lasts = dict(connection.execute("SELECT id, last FROM lab_table").fetchall())
    connection.close()
    log = Log(stored=sum(map(len, tables.values())), tables=len(tables), told=sum(len(each.events) for each in seen))
    for table, events in tables.items():
        if sorted(events) != list(range(1, lasts[table] + 1)):
            log.faults.append(f"table {table}: events {sorted(events)} stored, the last is {lasts[table]}")
    for each in seen:
        log.faults += [f"table {each.table}: {fault}" for fault in _differences(each, tables[each.table])]
    return log


def _differences(seen: Seen, events: dict[int, _Stored]) -> list[str]:
    faults = []
    end = max(events) if seen.whole else next((n for n, event in events.items() if event.kind == "ended"), max(events))
    missing = set(range(1, end + 1)) - seen.events.keys()
    if missing:
        faults.append(f"person {seen.person} was not told of events {sorted(missing)}")
    for number, (kind, move) in seen.events.items():
        stored = events.get(number)
        if stored is None or stored.kind != kind or (move and stored.move != move):
            faults.append(f"person {seen.person} was told of {kind} {move} as event {number}, stored is {stored}")
    counts = Counter(message for message, _ in seen.acks)
    faults += [f"message {message} was acknowledged {count} times" for message, count in counts.items() if count > 1]
    unanswered = set(seen.sent) - counts.keys()
    faults += [f"message {message} was not acknowledged" for message in sorted(unanswered)]
    for message, number in seen.acks:
        stored = events.get(number)
        if stored is None or (stored.author, stored.message) != (seen.person, message):
            faults.append(f"message {message} of person {seen.person} is not event {number}")
    own = [event.message for event in events.values() if event.author == seen.person]
    extra = set(own) - counts.keys()
    faults += [f"message {message} of person {seen.person} is stored but not acknowledged" for message in extra]
    return faults
