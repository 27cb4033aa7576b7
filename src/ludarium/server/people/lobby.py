"""The lobby: who is there, and at which tables somebody waits or plays, told anew at every change."""

from __future__ import annotations

import asyncio
import json
import logging
from functools import partial
from typing import Any

from starlette.websockets import WebSocket

from ludarium.server.people.identity import Identity
from ludarium.server.sockets.messages import LOBBY
from ludarium.server.sockets.table import NOBODY, Line, converse, refuse
from ludarium.server.tables.audience import text_of
from ludarium.server.tables.held import refused
from ludarium.server.tables.listing import Rows, public_tables, table_info
from ludarium.server.tables.registry import SWEEP, Tables
from ludarium.store import lab
from ludarium.store.faults import StoreError
from ludarium.store.lab import Account

_log = logging.getLogger(__name__)

PAUSE = 0.2
"""Seconds between two tellings at least."""


class Lobby:
    """The people in the lobby: those of this process, and those that other processes tell of."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._lines: set[Line] = set()
        self._elsewhere: dict[int, dict[int, str]] = {}
        """By process: the people there and their names."""
        self._announced = 0
        self._changed = asyncio.Event()
        tables.on_change = self._changed.set
        tables.on_line = self._heard

    def start(self) -> None:
        self._tables.spawn(self._telling())
        if not self._tables.database.is_file:
            self._tables.spawn(self._keeping_up())

    def people(self) -> dict[int, str]:
        """Everybody in the lobby, by number."""
        found = {line.account.id: line.account.name for line in self._lines}
        for others in self._elsewhere.values():
            found |= others
        return found

    async def _telling(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._lines:
                rows = await public_tables(self._tables)
                for line in list(self._lines):
                    line.send(text_of(self._told(rows, line.account)))
            await asyncio.sleep(PAUSE)

    def _told(self, rows: Rows, account: Account) -> dict[str, Any]:
        infos = [table_info(self._tables, row, seats, account) for row, seats in rows]
        return {
            "type": "lobby",
            "tables": [info for info in infos if info is not None],
            "people": [{"id": number, "name": name} for number, name in sorted(self.people().items())],
            "warming": self._tables.warming.now,
        }

    async def join(self, socket: WebSocket, identity: Identity) -> None:
        """Somebody comes into the lobby, until they leave."""
        account = await identity.known(socket)
        if account is None:
            await refuse(socket, NOBODY, "Nobody is known by this cookie: load the page again.")
            return
        await socket.accept()
        line, settings = Line(socket, account), self._tables.settings

        async def answer(message: dict[str, Any]) -> dict[str, Any] | None:
            if message["type"] == "ping":
                return {"type": "pong", "t": message["t"]}
            return await self._challenge(account, message)

        self._lines.add(line)
        self._announce(account)
        line.send(text_of(self._told(await public_tables(self._tables), account)))
        self._changed.set()
        try:
            async with identity.sessions.attached(account, line):
                await converse(socket, line, LOBBY, answer, settings.messages, settings.largest)
        finally:
            self._lines.discard(line)
            self._changed.set()
            if not any(other.account.id == account.id for other in self._lines):
                self._tell_others(f"gone {self._tables.process} {account.id}")

    async def _challenge(self, account: Account, message: dict[str, Any]) -> dict[str, Any]:
        """Ask a person in the lobby to come to a table at which one sits."""
        table = await self._tables.find(message["table"])
        if table is None or table.state.seat_of(account.id) is None or table.state.state != "waiting":
            return refused(message["id"], "Open a table with a free seat first, then ask somebody to come.")
        told = {
            "type": "challenged",
            "by": account.name,
            "game": table.state.game.title or table.state.game.name,
            "link": table.info(account)["link"],
        }
        if not self._deliver(message["person"], told):
            if self._tables.database.is_file:
                return refused(message["id"], "This person has left the lobby.")
            line = f"challenge {message['person']} {json.dumps(told)}"
            await self._tables.write(lambda connection: lab.tell(connection, line))
        return {"type": "ack", "id": message["id"], "number": 0}

    def _deliver(self, person: int, told: dict[str, Any]) -> bool:
        lines = [line for line in self._lines if line.account.id == person]
        for line in lines:
            line.send(text_of(told))
        return bool(lines)

    # --- other processes ----------------------------------------------------------------------------------------------

    def _tell_others(self, line: str) -> None:
        if not self._tables.database.is_file:
            self._tables.spawn(self._tables.write(lambda connection: lab.tell(connection, line)))

    def _announce(self, account: Account) -> None:
        self._tell_others(f"here {self._tables.process} {account.id} {account.name}")

    async def _keeping_up(self) -> None:
        """Make ourselves known under every new number, and forget the people of processes that have died."""
        while True:
            if self._announced != self._tables.process:
                self._announced = self._tables.process
                self._tell_others(f"roll {self._announced}")
                self._announce_all()
            try:
                for process in list(self._elsewhere):
                    if await self._tables.read(partial(lab.is_dead, process=process)):
                        del self._elsewhere[process]
                        self._changed.set()
            except StoreError as error:
                _log.error("%s", error)
            await asyncio.sleep(SWEEP)

    def _announce_all(self) -> None:
        for line in self._lines:
            self._announce(line.account)

    def _heard(self, line: str) -> None:
        """What another process tells: of its people, or to the people here."""
        kind, _, rest = line.partition(" ")
        if kind == "challenge":
            person, _, told = rest.partition(" ")
            self._deliver(int(person), json.loads(told))
            return
        process, _, rest = rest.partition(" ")
        if int(process) == self._tables.process:
            return
        others = self._elsewhere.setdefault(int(process), {})
        if kind == "here":
            person, _, name = rest.partition(" ")
            others[int(person)] = name
        elif kind == "gone":
            others.pop(int(rest), None)
        elif kind == "roll":
            self._announce_all()
        self._changed.set()
