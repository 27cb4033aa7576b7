"""Order → new state beside the old → stored → swapped in → subscribers told, each on its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, text

from ludarium.server.people.ratings import POOL, Ratings, key_of
from ludarium.server.tables.audience import Order
from ludarium.server.tables.changes import Change
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.registry import Tables
from ludarium.server.work.writer import Writer
from ludarium.store import Database, StoreError, lab
from ludarium.store.lab import Account
from tests.server.test_putting_away import opened, started

pytestmark = pytest.mark.compiled  # no kernels: once is enough

MOVE = {"type": "move", "id": "mine", "decision": 0, "moves": ["b2"]}


class _Listener:
    """Somebody at a table."""

    def __init__(self, account: Account, *, broken: bool = False) -> None:
        self.account, self.heard, self.hung_up, self._broken = account, [], False, broken  # type: ignore[var-annotated]

    def send(self, text: str) -> None:
        if self._broken:
            raise RuntimeError("no more")
        self.heard.append(text)

    def hang_up(self) -> None:
        self.hung_up = True


def _patched(tables: Tables, monkeypatch: pytest.MonkeyPatch, write: Callable[..., Any]) -> None:
    real = tables.write
    monkeypatch.setattr(tables, "write", lambda job: write(real, job))


def test_nobody_sees_what_is_not_stored(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table = await opened(tables, person, "open")
            filled = await table.ask(Order(person, {"type": "start", "id": "s"}))
            assert filled["type"] == "ack"
            looked: list[tuple[int, int]] = []

            async def write(real: Any, job: Any) -> Any:
                looked.append((len(table.state.decisions), table.state.last))
                answer = await real(job)
                looked.append((len(table.state.decisions), table.state.last))
                return answer

            last = table.state.last
            _patched(tables, monkeypatch, write)
            assert (await table.ask(Order(person, MOVE)))["number"] == last + 1
            assert looked[:2] == [(0, last)] * 2
            assert len(table.state.decisions) >= 1

    asyncio.run(run())


def test_what_could_not_be_stored_did_not_happen(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table = await opened(tables, person, "random")
            listener = _Listener(person)
            assert await table.attach(listener, None)
            before, heard = table.state, len(listener.heard)

            async def write(real: Any, job: Any) -> Any:
                raise StoreError("the disk is full")

            with monkeypatch.context() as patch:
                _patched(tables, patch, write)
                answer = await table.ask(Order(person, MOVE))
            assert (answer["type"], answer["reason"]) == ("refused", "This could not be stored: try again in a moment.")
            assert table.state is before
            assert len(listener.heard) == heard
            assert (await table.ask(Order(person, MOVE)))["type"] == "ack"

    asyncio.run(run())


def test_a_change_that_stands_though_we_were_told_otherwise_is_seen(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that breaks off at the very end of a transaction does not say whether it stands."""

    async def run() -> None:
        async with started(place) as (tables, person):
            table = await opened(tables, person, "random")
            listener = _Listener(person)
            await table.attach(listener, None)

            async def write(real: Any, job: Any) -> Any:
                await real(job)
                raise StoreError("the connection was lost")

            with monkeypatch.context() as patch:
                _patched(tables, patch, write)
                assert (await table.ask(Order(person, MOVE)))["type"] == "refused"
            assert len(table.state.decisions) >= 1
            assert any('"kind":"moved"' in heard for heard in listener.heard)
            # The same message again is the same message.
            assert (await table.ask(Order(person, MOVE)))["type"] == "ack"
            assert [event.message for event in table.state.events].count("mine") == 1

    asyncio.run(run())


def test_a_subscriber_that_fails_holds_up_nobody(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            heard: list[Change] = []

            def fails(change: Change) -> None:
                raise RuntimeError("out of order")

            tables.subscribers.add(fails)
            tables.subscribers.add(heard.append)
            table = await opened(tables, person, "random")
            assert (await table.ask(Order(person, {"type": "resign", "id": "r"})))["type"] == "ack"
            while not heard[-1].ends:  # the answer comes first
                await asyncio.sleep(0.01)
            assert table.state.state == "over"

    asyncio.run(run())


def test_a_rematch_is_whole_or_not_at_all(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new table and the event that leads to it are one transaction: a crash between them leaves no orphan."""

    async def run() -> None:
        async with started(place) as (tables, person):
            table = await opened(tables, person, "random")
            await table.ask(Order(person, {"type": "resign", "id": "r"}))

            def count(connection: Connection) -> int:
                return int(connection.scalar(text("SELECT count(*) FROM lab_table")) or 0)

            append = lab.append

            def fails(connection: Connection, table_id: str, *rest: Any) -> None:
                if table_id == table.state.id:
                    raise StoreError("the connection was lost")
                append(connection, table_id, *rest)

            with monkeypatch.context() as patch:
                patch.setattr(lab, "append", fails)
                assert (await table.ask(Order(person, {"type": "rematch"})))["type"] == "refused"
            assert await tables.read(count) == 1
            assert tables.count() == 1
            assert (await table.ask(Order(person, {"type": "rematch"})))["type"] == "ack"
            assert await tables.read(count) == 2
            assert table.state.rematch is not None
            again = tables.here(table.state.rematch)
            assert isinstance(again, HeldTable)
            assert again.state.seats[1].account == person.id

    asyncio.run(run())


def test_a_table_whose_task_dies_is_replaced(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table = await opened(tables, person, "random")
            listener = _Listener(person)
            await table.attach(listener, None)

            async def dies(*_: Any) -> None:
                raise MemoryError

            monkeypatch.setattr(table, "_handle", dies)
            assert (await table.ask(Order(person, MOVE)))["type"] == "refused"
            while not listener.hung_up:
                await asyncio.sleep(0.01)
            again = await tables.find(table.state.id)
            assert again is not table
            assert again is not None
            assert (await again.ask(Order(person, MOVE)))["type"] == "ack"

    asyncio.run(run())


def test_whoever_asks_while_a_table_is_fetched_gets_the_same_one(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table = await opened(tables, person, "random")
            await tables.put_away(table)
            real, tries = tables.read, 0

            async def read(job: Any) -> Any:
                nonlocal tries
                tries += 1
                await asyncio.sleep(0.01)
                if tries == 1:
                    raise StoreError("the connection was lost")
                return await real(job)

            monkeypatch.setattr(tables, "read", read)
            asked = [asyncio.create_task(tables.find(table.state.id)) for _ in range(14)]
            asked[3].cancel()  # somebody who hangs up takes the table from nobody
            first = await asyncio.gather(*asked, return_exceptions=True)
            assert {type(each) for each in first} == {StoreError, asyncio.CancelledError}
            again = await asyncio.gather(*(tables.find(table.state.id) for _ in range(14)))
            assert len({id(each) for each in again}) == 1
            assert again[0] is tables.here(table.state.id)

    asyncio.run(run())


def test_the_writer_outlives_those_who_stop_waiting(place: str) -> None:
    async def run() -> None:
        with Database.open(place) as database:
            writer = Writer(database)
            for _ in range(50):
                waiting = [asyncio.create_task(writer.do(lab.add_process)) for _ in range(4)]
                await asyncio.sleep(0)
                for task in waiting[::2]:
                    task.cancel()
                done = await asyncio.gather(*waiting, return_exceptions=True)
                assert all(isinstance(each, int) for each in done[1::2])
            # Whoever stops waiting takes nothing back.
            assert await writer.do(lab.add_process) == 201
            await asyncio.to_thread(writer.close)

    asyncio.run(run())


def _rated(person: Account) -> Account:
    return Account(person.id, person.name, guest=False)


def test_a_fault_in_the_ratings_is_made_good_later(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, guest):
            person = _rated(guest)
            ratings = Ratings(tables.database)
            table = await opened(tables, person, "random", rated=True)
            abort = "BEFORE INSERT ON rating BEGIN SELECT RAISE(ABORT, 'broken'); END"
            await tables.write(lambda connection: connection.execute(text(f"CREATE TRIGGER broken {abort}")))
            # Nobody at the table notices.
            assert (await table.ask(Order(person, {"type": "resign", "id": "r"})))["type"] == "ack"
            assert table.state.state == "over"
            for _ in range(2):
                await asyncio.to_thread(ratings.catch_up)
            assert tables.database.ratings("tic-tac-toe", POOL) == {}
            await tables.write(lambda connection: connection.execute(text("DROP TRIGGER broken")))
            for _ in range(2):
                await asyncio.to_thread(ratings.catch_up)
            # Once, however often it was tried.
            found = tables.database.ratings("tic-tac-toe", POOL)
            assert {name: rating.games for name, rating in found.items()} == {key_of(person.id): 1, "random": 1}
            assert found["random"].mu > found[key_of(person.id)].mu

    asyncio.run(run())


def test_a_match_that_cannot_be_rated_holds_up_no_other(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, guest):
            person = _rated(guest)
            for player in ("random", "mcts:iterations=2"):
                table = await opened(tables, person, player, rated=True)
                await table.ask(Order(person, {"type": "resign", "id": "r"}))
            abort = "BEFORE INSERT ON rating WHEN NEW.player = 'random' BEGIN SELECT RAISE(ABORT, 'broken'); END"
            await tables.write(lambda connection: connection.execute(text(f"CREATE TRIGGER broken {abort}")))
            await asyncio.to_thread(Ratings(tables.database).catch_up)
            found = tables.database.ratings("tic-tac-toe", POOL)
            assert {name: rating.games for name, rating in found.items()} == {
                key_of(person.id): 1,
                "mcts:iterations=2": 1,
            }

    asyncio.run(run())


def test_a_game_can_be_claimed_from_whoever_has_left(place: str) -> None:
    async def run() -> None:
        async with started(place, claim=0.05) as (tables, one):
            two = await tables.write(lambda connection: lab.add_guest(connection, "another"))
            table = await opened(tables, one, "open")
            await table.ask(Order(two, {"type": "join", "seat": None, "key": None}))
            await table.ask(Order(two, {"type": "agree", "id": "a", "revision": 1}))
            here, there = _Listener(one), _Listener(two)
            for listener in (here, there):
                await table.attach(listener, None)
            claim = {"type": "claim", "id": "c"}
            # It is the first one's own turn: there is nothing to claim, though the other leaves.
            await table.detach(there)
            await asyncio.sleep(0.1)
            assert "Nobody who must decide has left" in (await table.ask(Order(one, claim)))["reason"]
            assert (await table.ask(Order(one, MOVE)))["type"] == "ack"
            assert table.info(one)["seats"][1]["claim_in"] == 0.0
            # Whoever comes back in time has lost nothing.
            await table.attach(there, None)
            assert "Nobody who must decide has left" in (await table.ask(Order(one, claim)))["reason"]
            await table.detach(there)
            assert "Give them a little longer" in (await table.ask(Order(one, claim)))["reason"]
            await asyncio.sleep(0.1)
            assert (await table.ask(Order(one, claim)))["type"] == "ack"
            assert table.state.reason == "another left."
            assert table.state.result is not None
            assert table.state.result.ranks == (1, 2)

    asyncio.run(run())
