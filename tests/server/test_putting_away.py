"""Tables that nobody follows leave the memory and come back, but never while somebody waits for an answer of theirs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Self

import pytest
from sqlalchemy import Connection, text, update

from ludarium.server.messages import NewTable
from ludarium.server.tables import housekeeping
from ludarium.server.tables.audience import Order, Unanswered
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.orders import NOBODY
from ludarium.server.tables.registry import Tables
from ludarium.store import Database, lab
from ludarium.store.lab import Account
from ludarium.store.lab_models import EventRow
from tests.server.serving import QUICK

LONG_AGO = 3600.0


@asynccontextmanager
async def started(place: str, **changes: Any) -> AsyncIterator[tuple[Tables, Account]]:
    """Tables and a person; nothing is swept by itself."""
    with Database.open(place) as database:
        tables = Tables(replace(QUICK, **changes), database)
        tables.cluster.process = await tables.write(lab.add_process)
        person = await tables.write(lambda connection: lab.add_guest(connection, "somebody"))
        try:
            yield tables, person
        finally:
            await tables.stop()


async def opened(tables: Tables, person: Account, *others: str, **wishes: Any) -> HeldTable:
    """A table that nobody has followed for long."""
    seats = [
        {"kind": "me"},
        *({"kind": "open"} if other == "open" else {"kind": "player", "player": other} for other in others),
    ]
    table = await tables.create(person, NewTable.model_validate({"game": "tic-tac-toe", "seats": seats, **wishes}))
    table.quiet_since = time.monotonic() - LONG_AGO
    return table


async def _over(tables: Tables, person: Account) -> HeldTable:
    table = await opened(tables, person, "random")
    assert (await table.ask(Order(person, {"type": "resign", "id": "1"})))["type"] == "ack"
    return table


class _Slow:
    """Writing that takes its time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tables: Tables) -> None:
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self._write = tables.write
        monkeypatch.setattr(tables, "write", self)

    async def __call__(self, job: Callable[[Connection], Any]) -> Any:
        self.begun.set()
        await self.go.wait()
        return await self._write(job)


def test_a_table_that_is_busy_stays(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table = await _over(tables, person)
            slow = _Slow(monkeypatch, tables)
            asked = asyncio.create_task(table.ask(Order(person, {"type": "rematch"})))
            await slow.begun.wait()
            await tables.housekeeping.put_away()
            assert tables.here(table.state.id) is table
            slow.go.set()
            assert (await asked)["type"] == "ack"
            await tables.housekeeping.put_away()
            assert tables.here(table.state.id) is None

    asyncio.run(run())


def test_who_waits_when_a_table_is_stopped_is_answered(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table = await _over(tables, person)
            slow = _Slow(monkeypatch, tables)
            asked = [asyncio.create_task(table.ask(Order(person, {"type": "rematch"}))) for _ in range(2)]
            await slow.begun.wait()
            monkeypatch.setattr("ludarium.server.tables.held.FAREWELL", 0.1)
            await table.stop()
            # What became of the first is not known: it may yet be stored.
            with pytest.raises(Unanswered):
                await asked[0]
            assert (await asked[1])["type"] == "refused"
            slow.go.set()

    asyncio.run(run())


def test_a_running_match_leaves_the_memory_and_comes_back(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table = await opened(tables, person, "random")
            assert (await table.ask(Order(person, {"type": "move", "id": "1", "decision": 0, "moves": ["b2"]})))[
                "number"
            ]
            while table.busy or table.state.deciding != (0,):  # until the player has answered
                await asyncio.sleep(0.01)
            before = table.state
            await tables.housekeeping.put_away()
            assert tables.count() == 0
            again = await tables.find(before.id)
            assert isinstance(again, HeldTable)
            assert again is not table
            assert again.state.events == before.events
            assert again.state.record() == before.record()
            # What was done once is not done again.
            answer = await again.ask(Order(person, {"type": "move", "id": "1", "decision": 0, "moves": ["b2"]}))
            assert answer["type"] == "ack"
            assert again.state.last == before.last

    asyncio.run(run())


@pytest.mark.parametrize(("seconds", "leaves"), [(5.0, False), (3600.0, True)])
def test_a_clock_that_runs_out_soon_keeps_its_table(place: str, seconds: float, leaves: bool) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table = await opened(tables, person, "random", seconds=seconds)
            left = table.state.left(0)
            assert left is not None
            await tables.housekeeping.put_away()
            assert (tables.here(table.state.id) is None) == leaves
            if leaves:
                again = await tables.find(table.state.id)
                assert again is not None
                # The clock has gone on, by the monotonic time of this process.
                going = again.state.left(0)
                assert going is not None
                assert left - 60 < going <= left

    asyncio.run(run())


def test_a_table_with_a_clock_is_back_before_time_is_up(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table = await opened(tables, person, "random", seconds=3600)
            await tables.housekeeping.put_away()
            assert tables.count() == 0
            tables.housekeeping._alarms[table.state.id] = time.monotonic()
            await tables.housekeeping.put_away()
            assert tables.here(table.state.id) is not None

    asyncio.run(run())


def test_what_nobody_comes_back_to_is_given_up(place: str) -> None:
    async def run() -> None:
        async with started(place, unplayed=0.0) as (tables, person):
            waiting = await opened(tables, person, "open")
            running = await opened(tables, person, "random")
            fresh = await opened(tables, person, "open")
            await tables.housekeeping.put_away()
            old = datetime.now(UTC) - timedelta(days=8)

            def age(connection: Connection) -> None:
                aged = EventRow.table_id.in_([waiting.state.id, running.state.id])
                connection.execute(update(EventRow).where(aged).values(at=old))

            await tables.write(age)
            await tables.housekeeping.sweep()
            await tables.housekeeping.sweep()  # what was given up in the first is forgotten in the second

            def states(connection: Connection) -> dict[str, str]:
                return {row.id: row.state for row in connection.execute(text("SELECT id, state FROM lab_table"))}

            # Nobody had moved there: they are forgotten, the others are not.
            assert await tables.read(states) == {fresh.state.id: "waiting"}

    asyncio.run(run())


def test_a_clock_that_jumps_for_a_moment_ends_nothing(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    days = timedelta(days=8)
    right = housekeeping._offset

    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return super().now(tz) + days

    async def run() -> None:
        async with started(place, unplayed=1e9) as (tables, person):
            table = await opened(tables, person, "open")
            await tables.housekeeping.put_away()
            with monkeypatch.context() as jumped:
                jumped.setattr(housekeeping, "datetime", Later)
                jumped.setattr(housekeeping, "_offset", lambda: right() + days.total_seconds())
                await tables.housekeeping.sweep()
                assert await _state(tables, table.state.id) == "waiting"
                await tables.housekeeping.sweep()  # it was no moment: such is the time
                assert await _state(tables, table.state.id) == "abandoned"

    async def _state(tables: Tables, table: str) -> str:
        query = text("SELECT state FROM lab_table WHERE id = :table")
        return str(await tables.read(lambda connection: connection.scalar(query, {"table": table})))

    asyncio.run(run())


def test_a_match_that_counts_is_lost_by_whoever_lets_the_other_wait(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, guest):
            person = Account(guest.id, guest.name, guest=False)
            table = await opened(tables, person, "random", rated=True)
            assert (await table.ask(Order(NOBODY, {"type": "run_out", "reason": "Nobody came."})))["type"] == "ack"
            assert table.state.state == "over"
            assert table.state.result is not None
            assert table.state.result.ranks == (2, 1)

    asyncio.run(run())
