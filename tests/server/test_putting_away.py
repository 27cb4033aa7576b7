"""Tables that nobody follows leave the memory, but never while somebody waits for an answer of theirs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from ludarium.server.messages import NewTable
from ludarium.server.tables.audience import Order
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.registry import Tables
from ludarium.server.tables.state import TableState
from ludarium.store import Database, lab
from ludarium.store.lab import Account
from tests.server.serving import QUICK


@asynccontextmanager
async def _over(place: str) -> AsyncIterator[tuple[Tables, HeldTable, Account]]:
    """A table whose match is over and that nobody has followed for long."""
    with Database.open(place) as database:
        tables = Tables(QUICK, database)
        tables.process = await tables.write(lab.add_process)
        person = await tables.write(lambda connection: lab.add_guest(connection, "somebody"))
        wish = NewTable.model_validate(
            {"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "player", "player": "random"}]}
        )
        table = await tables.create(person, wish)
        assert isinstance(table, HeldTable)
        assert (await table.ask(Order(person, {"type": "resign", "id": "1"})))["type"] == "ack"
        table.quiet_since = datetime.now(UTC) - timedelta(hours=1)
        try:
            yield tables, table, person
        finally:
            await tables.stop()


class _Slow:
    """A rematch that takes its time to open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tables: Tables) -> None:
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self._rematch = tables.rematch
        monkeypatch.setattr(tables, "rematch", self)

    async def __call__(self, state: TableState, account: Account) -> str:
        self.begun.set()
        await self.go.wait()
        return await self._rematch(state, account)


def test_a_table_that_is_busy_stays(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with _over(place) as (tables, table, person):
            slow = _Slow(monkeypatch, tables)
            asked = asyncio.create_task(table.ask(Order(person, {"type": "rematch"})))
            await slow.begun.wait()
            await tables.put_away()
            assert tables.here(table.state.id) is table
            slow.go.set()
            assert (await asked)["type"] == "ack"
            await tables.put_away()
            assert tables.here(table.state.id) is None

    asyncio.run(run())


def test_who_waits_when_a_table_is_stopped_is_answered(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with _over(place) as (tables, table, person):
            slow = _Slow(monkeypatch, tables)
            asked = [asyncio.create_task(table.ask(Order(person, {"type": "rematch"}))) for _ in range(2)]
            await slow.begun.wait()
            await table.stop()
            assert [(await each)["type"] for each in asked] == ["refused"] * 2

    asyncio.run(run())
