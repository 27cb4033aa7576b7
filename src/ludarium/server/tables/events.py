"""From drafts to stored events: the state that follows, made beside the old one, and the job that stores both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from ludarium.server.tables import deciding
from ludarium.server.tables.changes import PLAY, Change
from ludarium.server.tables.deciding import Draft
from ludarium.server.tables.scenes import result_data
from ludarium.server.tables.state import TableState
from ludarium.store import lab
from ludarium.store.lab import Event, Table
from ludarium.store.memories import LEARNING

RATING = "rating"
"""In the outbox: a match that counts is over."""
_TIMED = frozenset({"started", "moved", "clock", "taken_back"})
"""Events that set clocks."""


def follow(
    state: TableState,
    drafts: Sequence[Draft],
    *,
    uptime: float,
    author: int | None = None,
    message: str | None = None,
) -> Change:
    """What drafts lead to; the state itself stays as it is. `uptime`: how long this process has run."""
    following, now, events = state.copy(), datetime.now(UTC), []

    def apply(drafts: Sequence[Draft], author: int | None, message: str | None) -> None:
        for draft in drafts:
            private = {**draft.private, "up": round(uptime, 3)} if draft.kind in _TIMED else draft.private
            number = following.last + 1
            event = Event(number, now, draft.kind, draft.data, private, author if message else None, message)
            following.apply(event, draft.after)
            events.append(event)
            message = None  # the first event answers for all

    apply(drafts, author, message)
    if following.state == "negotiating":
        apply(deciding.beginning(following), None, None)
    return Change(following, events)


def storing(change: Change, process: int) -> Callable[[Connection], None]:
    """The job that stores a change of a table that this process holds, with all that must follow from it in the end."""
    state, events, kinds = change.state, change.events, change.kinds
    changes: dict[str, Any] = {"decisions": len(state.decisions)} if kinds <= PLAY else _row_changes(state)
    if state.control is not None and state.control.kind == "days":
        changes["waits"] = waits(state)
    seats = list(state.seats) if kinds & {"opened", "joined", "left", "handed"} else None
    counts = "ended" in kinds and state.table.rated and state.result is not None
    teaches = change.ends and bool(state.decisions) and any(sitting.memory is not None for sitting in state.seats)

    def store(connection: Connection) -> None:
        lab.append(connection, state.id, process, events, changes, seats)
        if counts:
            lab.add_to_outbox(connection, RATING, state.id)
        if teaches:
            lab.add_to_outbox(connection, LEARNING, state.id)
        if connection.dialect.name != "sqlite":
            lab.tell(connection, f"events {state.id} {process} {events[-1].number}")

    return store


def opening(change: Change, process: int) -> Callable[[Connection], None]:
    """The job that stores a new table with its first events."""
    table: Table = replace(change.state.table, home=process)
    store = storing(change, process)

    def add(connection: Connection) -> None:
        lab.add_table(connection, table)
        store(connection)

    return add


def waits(state: TableState) -> dict[str, Any] | None:
    """Which seats are waited for, and until when, for lists: such tables are in nobody's memory most of the time."""
    left = [left for seat in state.deciding if (left := state.left(seat)) is not None]
    if not left:
        return None
    return {"seats": list(state.deciding), "until": (datetime.now(UTC) + timedelta(seconds=min(left))).isoformat()}


def _row_changes(state: TableState) -> dict[str, Any]:
    """A table's row as its events have it."""
    changes: dict[str, Any] = {
        "state": state.state,
        "settings": state.settings,
        "seconds": None if state.control is None else state.control.seconds,
        "clock": None if state.control is None else state.control.to_json(),
        "decisions": len(state.decisions),
    }
    if state.table.unmasked is not None:
        changes["unmasked"] = state.table.unmasked
    if state.ended is not None:
        changes |= {"result": result_data(state.result), "reason": state.reason, "ended": state.ended}
        if state.position is not None:
            changes["record"] = state.record().to_json()
    return changes
