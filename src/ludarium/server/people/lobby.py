"""The lobby: who is there, and at which tables somebody waits or plays. Told whole to whoever comes, then by what
changes; made once for everybody, since nearly everybody sees the same."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from typing import Any

from starlette.websockets import WebSocket

from ludarium.server.people.identity import Identity
from ludarium.server.quotas import Quotas
from ludarium.server.sockets.messages import LOBBY
from ludarium.server.sockets.table import Line, admit, converse
from ludarium.server.tables.audience import text_of
from ludarium.server.tables.changes import Change
from ludarium.server.tables.cluster import SWEEP
from ludarium.server.tables.inbox import refused
from ludarium.server.tables.listing import PublicTables, Rows, table_info
from ludarium.server.tables.registry import Tables
from ludarium.store import lab
from ludarium.store.faults import StoreError
from ludarium.store.lab import Account

_log = logging.getLogger(__name__)

PAUSE, PAUSE_EACH = 0.25, 0.001
"""Seconds between two tellings at least, and more for everybody who is told."""
SLICE = 50
"""People who are told before others get a turn."""
NAMED = 200
"""People who are listed by name; the others are only counted."""


@dataclass(frozen=True)
class View:
    """The lobby as everybody sees it at one moment."""

    number: int = 0
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    people: dict[int, str] = field(default_factory=dict)
    present: int = 0
    warming: str | None = None
    sitting: dict[int, dict[str, tuple[int, bool]]] = field(default_factory=dict)
    """By person: their seats at these tables, and whether they opened them."""

    @cached_property
    def text(self) -> str:
        """The whole lobby as a message."""
        return text_of(
            {
                "type": "lobby",
                "number": self.number,
                "tables": list(self.tables.values()),
                "people": _named(self.people.items()),
                "present": self.present,
                "warming": self.warming,
            }
        )

    def since(self, before: View) -> dict[str, Any] | None:
        """What is different, as a message; None if nothing is."""
        changes = {
            "tables": [info for name, info in self.tables.items() if before.tables.get(name) != info],
            "removed": [name for name in before.tables if name not in self.tables],
            "joined": _named(self.people.items() - before.people.items()),
            "left": sorted(before.people.keys() - self.people.keys()),
        }
        same = (before.present, before.warming) == (self.present, self.warming)
        if same and not any(changes.values()):
            return None
        head = {"type": "lobby_changes", "number": self.number}
        return head | changes | {"present": self.present, "warming": self.warming}

    def yours(self, person: int) -> dict[str, tuple[int, bool]]:
        """Where a person sits."""
        return self.sitting.get(person, {})


def _named(people: Iterable[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"id": number, "name": name} for number, name in sorted(people)]


class Lobby:
    """The people in the lobby: those of this process, and those that other processes tell of."""

    def __init__(self, tables: Tables, quotas: Quotas) -> None:
        self._tables, self._quotas = tables, quotas
        self.public = PublicTables(tables)
        self._view = View()
        self._lines: dict[Line, dict[str, tuple[int, bool]]] = {}
        """Whoever is there, and what they were told of their own seats."""
        self._elsewhere: dict[int, dict[int, str]] = {}
        """By process: the people there and their names."""
        self._announced = 0
        self._changed = asyncio.Event()
        self._looking = asyncio.Lock()
        tables.subscribers.add(self._table_changed)
        tables.cluster.on_foreign_change.append(self._on_change)
        tables.cluster.on_line.append(self._heard)

    def start(self) -> None:
        self._tables.spawn(self._telling())
        if not self._tables.database.is_file:
            self._tables.spawn(self._keeping_up())

    def _table_changed(self, change: Change) -> None:
        if change.shows:
            self._on_change()

    def people(self) -> dict[int, str]:
        """Everybody in the lobby, by number."""
        found = {line.account.id: line.account.name for line in self._lines}
        for others in self._elsewhere.values():
            found |= others
        return found

    # --- telling ------------------------------------------------------------------------------------------------------

    def _on_change(self) -> None:
        self.public.changed()
        self._changed.set()

    async def _telling(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._lines:
                try:
                    await self._look()
                except StoreError as error:
                    _log.error("%s", error)
            await asyncio.sleep(PAUSE + PAUSE_EACH * len(self._lines))

    async def _look(self) -> None:
        """See what is different, and tell everybody who is there."""
        async with self._looking:
            rows = await self.public.rows()
            before, now = self._view, self._seen(rows)
            changes = now.since(before)
            if changes is None and now.sitting == before.sitting:
                return
            # Nothing comes between these two: whoever joins later sees the new view, and is not told what changed.
            self._view = now if changes is not None else replace(now, number=before.number)
            lines = list(self._lines)
            text = None if changes is None else text_of(changes)
            for first in range(0, len(lines), SLICE):
                for line in lines[first : first + SLICE]:
                    self._tell(line, text)
                await asyncio.sleep(0)

    def _tell(self, line: Line, text: str | None) -> None:
        if line not in self._lines:
            return
        if text is not None:
            line.send(text)
        yours = self._view.yours(line.account.id)
        if yours != self._lines[line]:
            self._lines[line] = yours
            line.send(_yours(yours))

    def _seen(self, rows: Rows) -> View:
        infos, sitting = {}, dict[int, dict[str, tuple[int, bool]]]()
        for row, seats in rows:
            info = table_info(self._tables, row, seats, None)
            if info is None or info["state"] not in lab.UNFINISHED:
                continue
            infos[row.id] = info
            here = self._tables.here(row.id)
            owner = here.state.owner if here is not None else None
            for seat, sitting_there in enumerate(here.state.seats if here is not None else seats):
                if sitting_there.account is not None:
                    yours = sitting.setdefault(sitting_there.account, {})
                    yours[row.id] = (seat, owner == sitting_there.account)
        people = self.people()
        named = dict(islice(sorted(people.items()), NAMED))
        return View(self._view.number + 1, infos, named, len(people), self._tables.preparing.now, sitting)

    # --- those who are there ------------------------------------------------------------------------------------------

    async def join(self, socket: WebSocket, identity: Identity) -> None:
        """Somebody comes into the lobby, until they leave."""

        async def stay(account: Account, allowed: Callable[[], bool]) -> None:
            await self._stay(Line(socket, account, self._tables.settings), socket, identity, allowed)

        await admit(socket, identity.known, self._quotas, stay, lobby=True)

    async def _stay(self, line: Line, socket: WebSocket, identity: Identity, allowed: Callable[[], bool]) -> None:
        account = line.account

        async def answer(message: dict[str, Any]) -> dict[str, Any] | None:
            match message["type"]:
                case "ping":
                    return {"type": "pong", "t": message["t"]}
                case "look":
                    self._welcome(line)
                    return None
            return await self._challenge(account, message)

        if not self._lines:
            await self._look()  # nobody was there to keep it up for
        self._welcome(line)
        self._announce(account)
        self._changed.set()
        try:
            async with identity.sessions.attached(account, line):
                await converse(socket, line, LOBBY, answer, allowed, self._tables.settings.largest)
        finally:
            self._lines.pop(line, None)
            self._changed.set()
            if not any(other.account.id == account.id for other in self._lines):
                self._tell_others(f"gone {self._tables.process} {account.id}")

    def _welcome(self, line: Line) -> None:
        """Tell somebody the whole lobby, and from now on what changes."""
        line.send(self._view.text)
        self._lines[line] = self._view.yours(line.account.id)
        line.send(_yours(self._lines[line]))

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
        if kind not in ("here", "gone", "roll"):
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


def _yours(tables: dict[str, tuple[int, bool]]) -> str:
    """Where somebody sits, as a message."""
    told = [{"id": name, "you": seat, "owner": owner} for name, (seat, owner) in tables.items()]
    return text_of({"type": "yours", "tables": told})
