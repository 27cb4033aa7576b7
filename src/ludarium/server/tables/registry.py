"""The tables of this process, and the way to those of others: opened, found, and let go of when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

from sqlalchemy import Connection

from ludarium.engine.game import Game
from ludarium.games.offered import check_name
from ludarium.server.messages import NewTable
from ludarium.server.people import challenges
from ludarium.server.settings import Settings
from ludarium.server.tables import opening
from ludarium.server.tables.audience import Audience
from ludarium.server.tables.changes import Change, Subscribers
from ludarium.server.tables.cluster import Cluster
from ludarium.server.tables.deciding import Refusal
from ludarium.server.tables.events import opening as storing_opening
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.housekeeping import Housekeeping
from ludarium.server.tables.recalling import recalled
from ludarium.server.tables.recovery import continued, spent
from ludarium.server.tables.remote import RemoteTable
from ludarium.server.tables.shelf import Shelf
from ludarium.server.tables.state import TableState
from ludarium.server.work.players import Workers
from ludarium.server.work.preparing import Preparing, Work
from ludarium.server.work.tasks import Tasks
from ludarium.server.work.writer import Writer
from ludarium.store import Database, lab
from ludarium.store import challenges as stored_challenges
from ludarium.store.lab import Account, Table

_log = logging.getLogger(__name__)

READERS = 4
"""Threads in which the database is read; nothing else is done in them."""

REVIVAL = 5.0
"""Seconds until a running match whose task has died is fetched again, if nobody asks for it before."""

AnyTable: TypeAlias = HeldTable | RemoteTable


class Tables:
    """Finds tables and keeps them; what else there is to do about them is done by its parts."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings, self.database = settings, database
        self.shelf = Shelf()
        self.workers = Workers(settings.workers, grace=settings.grace)
        self.writer = Writer(database)
        self.preparing = Preparing(settings.warm, limit=settings.first_time)
        self.tasks = Tasks()
        self.subscribers = Subscribers()
        """Who hears of every change at the tables held here."""
        self.cluster = Cluster(self)
        self.housekeeping = Housekeeping(self)
        self._started = time.monotonic()
        self._tables: dict[str, AnyTable] = {}
        self._fetching: dict[str, asyncio.Task[AnyTable | None]] = {}
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="ludarium-reader")
        self.subscribers.add(self._forget_players)

    # --- the server's life --------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Come to life. Running matches of processes that died are brought back one by one, those asked for first."""
        await self.cluster.start()
        self.preparing.start(await self.read(lab.games_by_use))
        self.housekeeping.start()

    async def stop(self) -> None:
        await self.tasks.stop()
        fetching = list(self._fetching.values())
        for task in fetching:
            task.cancel()
        await asyncio.gather(*fetching, return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in self._tables.values()), return_exceptions=True)
        await self.cluster.stop()
        await self.preparing.stop()
        await asyncio.to_thread(self.workers.close)
        await asyncio.to_thread(self.writer.close)
        self._readers.shutdown()

    @property
    def process(self) -> int:
        """This process's number among all that ever served this lab."""
        return self.cluster.process

    @property
    def uptime(self) -> float:
        """Seconds since this process began to serve, by a clock that nobody sets."""
        return time.monotonic() - self._started

    # --- what tables and others need ----------------------------------------------------------------------------------

    async def write(self, job: Callable[[Connection], Any]) -> Any:
        return await self.writer.do(job)

    async def read(self, job: Callable[[Connection], Any]) -> Any:
        def reading() -> Any:
            with self.database.reading() as connection:
                return job(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, reading)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something beside; its faults are noted."""
        return self.tasks.spawn(work)

    def changed(self, change: Change) -> None:
        self.subscribers.tell(change)

    async def holds(self, table: HeldTable) -> bool:
        """Whether a table is still ours, which on a file it always is."""
        if self.database.is_file:
            return True
        row: Table | None = await self.read(lambda connection: lab.table(connection, table.state.id))
        return row is not None and row.home == self.process

    async def recalled(self, state: TableState, seat: int) -> Mapping[int, str]:
        return await recalled(self.write, state, seat)

    def tell_presence(self, table: Audience) -> None:
        self.cluster.tell_presence(table)

    def compiling(self, state: TableState) -> tuple[bool, Work | None]:
        """Whether the players at a table can think at once, and what is being compiled for them if not. Of a study's
        table nobody is told: people need nothing compiled. Nor of a match that is over, whose players, of a record that
        was brought along, need not even be known here."""
        players = {sitting.player for sitting in state.seats if sitting.kind == "player"}
        if state.masked or state.ended is not None or not players or self.preparing.is_ready(state.game, players):
            return True, None
        return False, self.preparing.work(state.game, players)

    def _forget_players(self, change: Change) -> None:
        if change.ends:
            self.workers.forget(change.state.id)

    # --- opening ------------------------------------------------------------------------------------------------------

    async def create(self, account: Account, wish: NewTable, address: str | None = None) -> HeldTable:
        """A new table as somebody wishes it; what is wrong with the wish is a `LudariumError` or a `Refusal`.

        `address` is where they ask from: on whose account players think at the table.
        """
        name = check_name(wish.game)
        game = await asyncio.to_thread(self._prepared, name, dict(wish.settings))
        seats = await asyncio.to_thread(opening.sittings, game, account, wish)
        opening.check_wish(account, wish, seats)
        invited: Account | None = None
        if wish.challenge is not None:
            name_of = wish.challenge
            invited = await self.read(lambda connection: challenges.asked(connection, account, name_of))
        unfinished = await self.read(lambda connection: lab.unfinished_of(connection, account.id))
        if unfinished >= self.settings.unfinished:
            raise Refusal(f"You sit at {unfinished} tables already: leave one of your games first.")
        await self.cluster.joined()
        opened = opening.wished(account, wish, name, game, seats, invited, self.shelf, self.process, self.uptime)
        store = storing_opening(opened, self.process)

        def job(connection: Connection) -> None:
            if invited is not None:
                challenges.check(connection, account, invited)
            store(connection)
            if invited is not None:
                stored_challenges.add(connection, opened.state.id, account.id, invited.id)

        await self.write(job)
        return self.adopt(opened, address)

    def rematch(self, state: TableState, account: Account) -> Change:
        """A table for another game between the same people, not stored yet."""
        return opening.rematch(state, account, self.shelf, self.process, self.uptime)

    def adopt(self, opened: Change, address: str | None) -> HeldTable:
        """Hold a table that has just been stored as ours."""
        table_id = opened.state.id
        there = self._tables.get(table_id)
        if isinstance(there, HeldTable):
            return there  # somebody was quicker to ask for it than we to hold it
        held = self._held(opened.state, address)
        held.start()
        self._prepare(held)
        self._tables[table_id] = held
        self.changed(opened)
        return held

    def _prepare(self, table: HeldTable) -> None:
        """Begin to compile what the players at a table need, before it is their turn; tell everybody when it is done,
        where it is no secret that there are players."""
        state = table.state
        players = {sitting.player for sitting in state.seats if sitting.kind == "player"}
        if self.preparing.is_ready(state.game, players):
            return

        async def prepare() -> None:
            for player in players:
                await self.preparing.prepared(state.game, player)
            if not table.state.masked:
                table.tell_table()

        self.spawn(prepare())

    def _prepared(self, name: str, settings: dict[str, Any]) -> Game:
        game = self.shelf.game(name, settings)
        self.shelf.prepare(game)
        return game

    def _held(self, state: TableState, address: str | None = None) -> HeldTable:
        return HeldTable(state, self.compiling, services=self, claim=self.settings.claim, address=address)

    # --- finding ------------------------------------------------------------------------------------------------------

    def here(self, table_id: str) -> AnyTable | None:
        """A table that is in this process's memory."""
        return self._tables.get(table_id)

    def count(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[AnyTable]:
        """The tables in this process's memory."""
        return iter(list(self._tables.values()))

    async def find(self, table_id: str) -> AnyTable | None:
        """A table by its id: held here, taken over if its process died, or followed; None if there is none.

        Whoever asks while it is being fetched waits for the same fetch: there is never a second one of a table.
        """
        found = self._tables.get(table_id)
        if found is not None:
            return found
        fetching = self._fetching.get(table_id)
        if fetching is None:
            fetching = asyncio.create_task(self._fetch(table_id), name=f"fetch {table_id}")
            self._fetching[table_id] = fetching
            fetching.add_done_callback(lambda task: self._fetched(table_id, task))
        return await asyncio.shield(fetching)

    def _fetched(self, table_id: str, task: asyncio.Task[AnyTable | None]) -> None:
        self._fetching.pop(table_id, None)
        if not task.cancelled():
            task.exception()  # whoever waits gets it; that nobody does any more is no fault

    async def _fetch(self, table_id: str) -> AnyTable | None:
        process = await self.cluster.joined()
        row: Table | None = await self.read(lambda connection: lab.table(connection, table_id))
        if row is None:
            return None
        ours = row.home == process or await self.write(lambda connection: self._take(connection, row))
        state = await asyncio.to_thread(self._load, table_id)
        if state is None:
            return None
        if not ours:
            return await self._follow(state, process)
        held = self._held(state)
        beat = await self.read(lambda connection: lab.last_beat(connection, row.home))
        if row.home == self.process:
            state.wind(spent(state, None, self.uptime))
        else:
            drafts = continued(state, beat)
            if drafts:
                await held.happen(drafts)
        self.cluster.check_still(process)
        # Seen by others only from here on, when it answers.
        held.start()
        self._tables[table_id] = held
        await self.cluster.answer_waiting(table_id)
        return held

    async def _follow(self, state: TableState, process: int) -> RemoteTable:
        """Follow a table that another process holds."""
        home = state.table.home
        beat = await self.read(lambda connection: lab.last_beat(connection, home))
        state.wind(spent(state, beat, beat.uptime if beat is not None else None))
        self.cluster.check_still(process)
        remote = RemoteTable(state, self.compiling, services=self, claim=self.settings.claim)
        self._tables[state.id] = remote
        await self.cluster.ask_who(state.id)
        return remote

    def _take(self, connection: Connection, row: Table) -> bool:
        """Whether a table that another process held could be made ours."""
        if not self.cluster.dead(connection, {row.home}):
            return False
        return lab.take(connection, row.id, self.process, row.home)

    def _load(self, table_id: str) -> TableState | None:
        """A table from what is stored: its events one after the other."""
        with self.database.reading() as connection:
            row = lab.table(connection, table_id)
            events = lab.events(connection, table_id)
        if row is None:
            return None
        state = TableState(row, self._prepared(row.game, row.settings), self.shelf.game)
        for event in events:
            state.apply(event)
        return state

    async def reread(self, table_id: str) -> TableState:
        """A table that is held here, as it is stored."""
        found = await asyncio.to_thread(self._load, table_id)
        assert found is not None
        found.wind(spent(found, None, self.uptime))
        return found

    # --- letting go ---------------------------------------------------------------------------------------------------

    def retire(self, table: AnyTable) -> None:
        """Forget a table; whoever follows it connects again, and finds it where it is then."""
        table.retired = True
        if self._tables.get(table.state.id) is table:
            del self._tables[table.state.id]
        for listener in list(table.listeners):
            listener.hang_up()
        self.spawn(table.stop())
        if isinstance(table, HeldTable) and table.state.state == "running":
            self.spawn(self._revive(table.state.id))

    async def _revive(self, table_id: str) -> None:
        """A match must go on though nobody asks for it; after a pause, in case it fails again."""
        await asyncio.sleep(REVIVAL)
        await self.find(table_id)

    async def put_away(self, table: AnyTable) -> None:
        """Let a table leave the memory that nobody follows; it comes back when somebody asks for it."""
        table.retired = True
        if self._tables.get(table.state.id) is table:
            del self._tables[table.state.id]
        await table.stop()
