"""A person taken out of a table that is stored: names, account, talk. The moves stay, and the record still replays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select, update

from ludarium.store import lab, memories
from ludarium.store.lab_models import EventRow, SeatRow, TableRow

SOMEBODY = "somebody"
"""What an erased person is called."""


def erase(connection: Connection, table_id: str, account: int) -> bool:
    """Take a person out of a table's events, seats and record, and out of what players remember that met them there;
    whether they were in any of it."""
    memories.forget_at(connection, table_id, account)
    events = lab.events(connection, table_id)
    names = _names(events, account)
    known = bool(names) or any(event.author == account for event in events)
    if not known:
        return False
    seats = _seats(events, account)
    for event in events:
        data, private = _without(event.data, names, account), _without(event.private, names, account)
        if event.kind in ("moved", "committed") and event.data["seat"] in seats:
            private = {name: part for name, part in private.items() if name not in ("hidden", "idle")}
        if event.kind == "chat" and event.private.get("account") == account:
            data = {**data, "text": "", "who": SOMEBODY}
        ours = event.author == account
        changed = {"data": data, "private": private}
        if ours:
            changed |= {"author": None, "message": None}
        if ours or (data, private) != (event.data, event.private):
            same = (EventRow.table_id == table_id) & (EventRow.number == event.number)
            connection.execute(update(EventRow).where(same).values(changed))
    for seat, sitting in enumerate(lab.seats_of(connection, [table_id]).get(table_id, [])):
        values: dict[str, Any] = {"label": _renamed(sitting.label, names)}
        if sitting.account == account:
            values["account_id"] = None
        connection.execute(update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.seat == seat).values(values))
    _rewrite_row(connection, table_id, names)
    if connection.dialect.name != "sqlite":
        lab.tell(connection, f"erased {table_id}")
    return True


def _names(events: list[lab.Event], account: int) -> set[str]:
    """What the person was called at the table."""
    found = set()
    for event in events:
        sittings = [*event.private.get("seats", []), event.private.get("sitting", {})]
        found |= {sitting["label"] for sitting in sittings if sitting.get("account") == account}
        if event.private.get("account") == account and "who" in event.data:
            found.add(event.data["who"])
    return found - {""}


def _seats(events: list[lab.Event], account: int) -> set[int]:
    """Where the person sat: whether they looked away over a move is theirs, unlike the move."""
    found = set()
    for event in events:
        sittings = [
            *enumerate(event.private.get("seats", [])),
            (event.data.get("seat"), event.private.get("sitting", {})),
        ]
        found |= {seat for seat, sitting in sittings if sitting.get("account") == account and seat is not None}
    return found


def _without(value: Any, names: set[str], account: int) -> Any:
    """A part of an event without the person. What holds an account says so under `account` or `owner`."""
    if isinstance(value, Mapping):
        return {
            key: None if key in ("account", "owner") and part == account else _without_at(key, part, names, account)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [_without(part, names, account) for part in value]
    return value


def _without_at(key: str, part: Any, names: set[str], account: int) -> Any:
    # Moves and their words are the game's, and may hold a word that is also somebody's name.
    return _renamed(part, names) if key in ("label", "who", "reason", "why") else _without(part, names, account)


def _renamed(text: Any, names: set[str]) -> Any:
    """Names stand alone, or at one end of a sentence of ours: `X resigned.`, `Random for X`."""
    if not isinstance(text, str):
        return text
    for name in sorted(names, key=len, reverse=True):
        if text == name:
            return SOMEBODY
        if text.startswith(f"{name} "):
            text = SOMEBODY + text[len(name) :]
        if text.endswith(f" for {name}"):
            text = text[: -len(name)] + SOMEBODY
    return text


def _rewrite_row(connection: Connection, table_id: str, names: set[str]) -> None:
    row = connection.execute(select(TableRow.reason, TableRow.record).where(TableRow.id == table_id)).one()
    values: dict[str, Any] = {"reason": _renamed(row.reason, names)}
    if row.record is not None:
        lines = row.record.splitlines(keepends=True)
        values["record"] = "".join(_players_line(line, names) for line in lines)
    connection.execute(update(TableRow).where(TableRow.id == table_id).values(values))


def _players_line(line: str, names: set[str]) -> str:
    """A record has a line for each of its parts; nothing but that of the players changes."""
    if not line.startswith('  "players": '):
        return line
    players = json.loads("{" + line.strip().removesuffix(",") + "}")["players"]
    return f'  "players": {json.dumps([_renamed(player, names) for player in players])},\n'
