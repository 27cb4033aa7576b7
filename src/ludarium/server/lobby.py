"""The lobby: who is there, and at which tables somebody waits or plays, told anew at every change."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.websockets import WebSocket

from ludarium.server.audience import text_of
from ludarium.server.identity import Identity
from ludarium.server.listing import Rows, public_tables, table_info
from ludarium.server.match_task import refused
from ludarium.server.socket_messages import LOBBY
from ludarium.server.sockets import NOBODY, Line, converse, refuse
from ludarium.server.tables import Tables
from ludarium.store import lab
from ludarium.store.lab import Account

PAUSE = 0.2
"""Seconds between two tellings at least."""


class Lobby:
    """Those in the lobby of this process."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._lines: set[Line] = set()
        self._changed = asyncio.Event()
        tables.on_change = self._changed.set
        tables.on_line = self._heard

    def start(self) -> None:
        self._tables.spawn(self._telling())

    @property
    def people(self) -> int:
        return len({line.account.id for line in self._lines})

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
        people = {line.account.id: line.account.name for line in self._lines}
        return {
            "type": "lobby",
            "tables": [info for info in infos if info is not None],
            "people": [{"id": number, "name": name} for number, name in sorted(people.items())],
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
        line.send(text_of(self._told(await public_tables(self._tables), account)))
        self._changed.set()
        try:
            await converse(socket, line, LOBBY, answer, settings.messages, settings.largest)
        finally:
            self._lines.discard(line)
            self._changed.set()

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

    def _heard(self, line: str) -> None:
        """What another process tells the people here."""
        kind, _, rest = line.partition(" ")
        if kind == "challenge":
            person, _, told = rest.partition(" ")
            self._deliver(int(person), json.loads(told))
