"""The processes of a lab: who lives, who holds which table, and what they tell each other.

On a file there is one process alone. On PostgreSQL each holds a lock while it lives, so that others see when it has
died and take its matches over; lines on a channel say what happened, orders for tables of others go through the
database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from ludarium.engine.errors import LudariumError
from ludarium.server.tables.audience import Audience, Order
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.remote import RemoteTable
from ludarium.store import lab
from ludarium.store.faults import StoreError

if TYPE_CHECKING:
    from ludarium.server.tables.bus import Bus
    from ludarium.server.tables.registry import Tables

_log = logging.getLogger(__name__)

HEARTBEAT = 1.0
"""Seconds between two heartbeats; a crash costs clocks no more than that."""
PATIENCE = 10.0
"""Seconds that somebody waits at most while this process is cut off from the others."""
SWEEP = 5.0
"""Seconds between two looks for tables of processes that died."""


class Cluster:
    """This process among the others."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.process = 0
        self.answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        """By number of the order: who waits here for another process's answer."""
        self.on_foreign_change: list[Callable[[], None]] = []
        """Called when a table that another process holds has changed."""
        self.on_line: list[Callable[[str], None]] = []
        """Called with lines of other processes that are not about tables."""
        self._executing: set[int] = set()
        self._member = asyncio.Event()
        """Set while this process is one of the lab's; it is not while its lock is lost."""
        self._member.set()
        self._bus: Bus | None = None

    @property
    def alone(self) -> bool:
        """Whether no other process can share this database."""
        return self._tables.database.is_file

    async def start(self) -> None:
        self.process = await self._tables.write(lab.add_process)
        if not self.alone:
            self._bus = await self._listening()
        self._tables.tasks.repeat(HEARTBEAT, self._beat)
        self._tables.tasks.repeat(SWEEP, self.sweep)

    async def stop(self) -> None:
        if self._bus is not None:
            await asyncio.to_thread(self._bus.close)

    async def _beat(self) -> None:
        uptime = self._tables.uptime
        await self._tables.write(lambda connection: lab.beat(connection, self.process, uptime))

    # --- those that died ----------------------------------------------------------------------------------------------

    def dead(self, connection: Connection, processes: set[int | None]) -> set[int | None]:
        """Which of some processes have ended."""
        # One process alone may use a file: whoever had it is dead.
        others = processes - {self.process}
        return {each for each in others if self.alone or lab.is_dead(connection, each)}

    async def sweep(self) -> None:
        """Take over the running matches of processes that died, and forget who followed tables there."""
        tables = self._tables
        elsewhere = await tables.read(lambda connection: lab.running_elsewhere(connection, self.process))
        strangers = [(table_id, home) for table_id, home in elsewhere if tables.here(table_id) is None]
        homes = {home for _, home in strangers} | {process for table in tables for process in table.elsewhere}
        dead = await tables.read(lambda connection: self.dead(connection, homes)) if homes else set()
        for table in tables:
            for process in dead & table.elsewhere.keys():
                await table.set_elsewhere(process, set())
        for table_id, home in strangers:
            if home in dead:
                try:
                    await tables.find(table_id)
                except LudariumError as error:
                    _log.error("table %s cannot be brought back: %s", table_id, error)
        remotes = {table.state.id: table for table in tables if isinstance(table, RemoteTable)}
        lasts = await tables.read(lambda connection: lab.lasts(connection, remotes)) if remotes else {}
        for table_id, remote in remotes.items():
            await self.doubt(remote)
            if lasts.get(table_id, 0) > remote.state.last:  # a line was missed
                tables.spawn(remote.keep_up())
        if not self.alone:
            old = datetime.now(UTC) - timedelta(minutes=1)
            await tables.write(lambda connection: lab.drop_old_commands(connection, old))

    async def doubt(self, table: RemoteTable) -> None:
        """Look whether the process that holds a table lives, and forget the table if it does not."""
        table_id = table.state.id

        def gone(connection: Connection) -> bool:
            row = lab.table(connection, table_id)
            return row is None or row.home == self.process or lab.is_dead(connection, row.home)

        if await self._tables.read(gone):
            self._tables.retire(table)

    # --- what is told -------------------------------------------------------------------------------------------------

    def tell(self, line: str) -> None:
        """Tell the other processes something, soon."""
        if not self.alone:
            self._tables.spawn(self._tables.write(lambda connection: lab.tell(connection, line)))

    def tell_presence(self, table: Audience) -> None:
        """Somebody came to a table or went."""
        self.tell(f"present {table.state.id} {self.process} {','.join(map(str, sorted(table.here())))}")

    async def ask_who(self, table_id: str) -> None:
        """Ask who follows a table elsewhere."""
        await self._tables.write(lambda connection: lab.tell(connection, f"who {table_id} {self.process}"))

    async def _listening(self) -> Bus:
        from ludarium.server.tables.bus import Bus  # its driver need not be installed for labs on a file

        loop, url = asyncio.get_running_loop(), self._tables.database.url
        return await asyncio.to_thread(Bus, loop, url, self.process, self._heard, self._bus_lost)

    def _heard(self, line: str) -> None:
        kind, _, rest = line.partition(" ")
        if kind == "events":
            table_id, process, _last = rest.split()
            table = self._tables.here(table_id)
            if isinstance(table, RemoteTable):
                self._tables.spawn(table.keep_up())
            if int(process) != self.process:
                for hear in self.on_foreign_change:
                    hear()
        elif kind == "command":
            table_id, number = rest.split()
            self._tables.spawn(self._execute(table_id, int(number)))
        elif kind == "answer":
            if int(rest) in self.answers:
                self._tables.spawn(self._deliver(int(rest)))
        elif kind == "present":
            table_id, process, *people = rest.split()
            table = self._tables.here(table_id)
            if table is not None and int(process) != self.process:
                followers = {int(person) for person in people[0].split(",")} if people else set()
                self._tables.spawn(table.set_elsewhere(int(process), followers))
        elif kind == "erased":
            table = self._tables.here(rest)
            if isinstance(table, RemoteTable):  # it remembers what is not stored any more
                self._tables.retire(table)
        elif kind == "who":
            table_id, process = rest.split()
            table = self._tables.here(table_id)
            if table is not None and int(process) != self.process and table.listeners:
                self.tell_presence(table)
        else:
            for hear_line in self.on_line:
                hear_line(line)

    # --- orders of others ---------------------------------------------------------------------------------------------

    async def _execute(self, table_id: str, number: int) -> None:
        """Do what another process asks of a table, if it is held here; it may have left the memory."""
        if number in self._executing:
            return
        self._executing.add(number)
        try:
            table = self._tables.here(table_id)
            if table is None:
                row = await self._tables.read(lambda connection: lab.table(connection, table_id))
                table = await self._tables.find(table_id) if row is not None and row.home == self.process else None
            if not isinstance(table, HeldTable):
                return
            body = await self._tables.write(lambda connection: lab.claim_command(connection, number))
            if body is None:
                return  # it was answered, or withdrawn
            answer = await table.ask(Order.from_json(body))

            def store(connection: Connection) -> None:
                lab.answer(connection, number, answer)
                lab.tell(connection, f"answer {number}")

            await self._tables.write(store)
        finally:
            self._executing.discard(number)

    async def answer_waiting(self, table_id: str) -> None:
        """Orders that came while nobody held the table."""
        if not self.alone:
            for number in await self._tables.read(lambda connection: lab.open_commands(connection, table_id)):
                self._tables.spawn(self._execute(table_id, number))

    async def _deliver(self, number: int) -> None:
        found = await self._tables.read(lambda connection: lab.command(connection, number))
        waiting = self.answers.get(number)
        if found is None or found[2] in (None, lab.CLAIMED) or waiting is None or waiting.done():
            return
        waiting.set_result(found[2])

    # --- losing and finding the others --------------------------------------------------------------------------------

    async def joined(self) -> int:
        """This process's number, once it has one: without its lock it may hold no table."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._member.wait()
        except TimeoutError:
            raise StoreError("this process is cut off from the others: the database cannot be reached") from None
        return self.process

    def check_still(self, process: int) -> None:
        """Whether this process has been `process` all the time; otherwise others may have what it fetched meanwhile."""
        if self.process != process or not self._member.is_set():
            raise StoreError("this process was cut off from the others meanwhile")

    def _bus_lost(self) -> None:
        """Without the lock others may take our tables: give them up, and begin again as somebody new."""
        self._member.clear()
        for table in self._tables:
            self._tables.retire(table)
        self._tables.spawn(self._reborn())

    async def _reborn(self) -> None:
        pause = 0.5
        while True:
            try:
                self.process = await self._tables.write(lab.add_process)
                self._bus = await self._listening()
                self._member.set()
                return
            except Exception as error:
                _log.error("the database cannot be reached: %s", error)
                await asyncio.sleep(pause)
                pause = min(5.0, 2 * pause)
