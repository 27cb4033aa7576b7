"""Sockets: one for each table somebody follows, one for the lobby. Nobody who reads slowly holds anybody else up."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludarium.engine.errors import LudariumError
from ludarium.server.limits import Bucket
from ludarium.server.people.identity import Identity
from ludarium.server.sockets.messages import CLIENT
from ludarium.server.tables.audience import Order, text_of
from ludarium.server.tables.deciding import PRIVATE
from ludarium.server.tables.held import refused
from ludarium.server.tables.registry import AnyTable, Tables
from ludarium.store.lab import Account

_log = logging.getLogger(__name__)

QUEUE = 1000
"""Messages that wait for somebody at most; who falls further behind is disconnected, and can come again."""
FAULTS = 20
"""Messages that nobody understands, or that come too fast, before the socket is closed."""
REFUSED, RESTART, SLOW = 1008, 1012, 1013
NOBODY, UNINVITED, NOWHERE = 4401, 4403, 4404
"""Codes with which sockets are closed; after those from 4400 on it makes no sense to try again."""


class Line:
    """One connected socket: what is sent waits in a queue of its own."""

    def __init__(self, socket: WebSocket, account: Account) -> None:
        self.account = account
        self._socket = socket
        self._queue: asyncio.Queue[str | int] = asyncio.Queue(QUEUE)
        self._closing = False

    def send(self, text: str) -> None:
        if not self._closing:
            try:
                self._queue.put_nowait(text)
            except asyncio.QueueFull:
                _log.warning("%s reads too slowly and is disconnected", self.account.name)
                self._finish(SLOW)

    def hang_up(self, code: int = RESTART) -> None:
        """Close the socket after what is waiting."""
        if not self._closing:
            self._finish(code)

    def _finish(self, code: int) -> None:
        self._closing = True
        if self._queue.full():
            while not self._queue.empty():
                self._queue.get_nowait()
        self._queue.put_nowait(code)

    async def write(self) -> None:
        """Send what is queued, until the end."""
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                with suppress(RuntimeError):  # closed by the other side meanwhile
                    await self._socket.close(item)
                return
            await self._socket.send_text(item)


async def converse(
    socket: WebSocket,
    line: Line,
    read: TypeAdapter[Any],
    answer: Callable[[dict[str, Any]], Awaitable[dict[str, Any] | None]],
    rate: float,
    largest: int,
) -> None:
    """Read messages and answer each, until one side hangs up."""
    writing = asyncio.create_task(line.write())
    reading = asyncio.create_task(_read(socket, line, read, answer, rate, largest))
    try:
        await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (writing, reading):
            task.cancel()
        for outcome in await asyncio.gather(writing, reading, return_exceptions=True):
            if isinstance(outcome, Exception) and not isinstance(outcome, WebSocketDisconnect | RuntimeError):
                _log.error("a fault on a socket", exc_info=outcome)


async def _read(
    socket: WebSocket,
    line: Line,
    read: TypeAdapter[Any],
    answer: Callable[[dict[str, Any]], Awaitable[dict[str, Any] | None]],
    rate: float,
    largest: int,
) -> None:
    bucket, faults = Bucket(rate, 4 * rate), 0
    while True:
        packet = await socket.receive()
        if packet["type"] == "websocket.disconnect":
            return
        text = packet.get("text")
        reply: dict[str, Any] | None
        if not bucket.take():
            faults += 1
            reply = refused(_id_in(text), "Too many messages: wait a moment.")
        elif text is None or len(text) > largest:
            faults += 1
            reply = refused("", "This is no message: expected a text of moderate size.")
        else:
            try:
                message = read.validate_json(text)
            except ValidationError as error:
                faults += 1
                reply = refused(_id_in(text), _fault(error))
            else:
                reply = await answer(message.model_dump())
        if faults >= FAULTS:
            _log.warning("%s sends what cannot be used and is disconnected", line.account.name)
            line.hang_up(REFUSED)
            return
        if reply is not None:
            line.send(text_of(reply))


def _id_in(text: str | None) -> str:
    """The id of a message that cannot be used otherwise, where it has one."""
    with suppress(ValueError, TypeError, LookupError, RecursionError):
        found = json.loads(text or "")["id"]
        if isinstance(found, str) and len(found) <= 64:
            return found
    return ""


def _fault(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"This message cannot be read: {where or 'it'}: {first['msg']}."[:300]


async def table_socket(
    socket: WebSocket, tables: Tables, identity: Identity, table_id: str, after: int | None, key: str | None
) -> None:
    """Follow a table, and speak to it. `key` is what the link of a private one holds."""
    account = await identity.known(socket)
    if account is None:
        await refuse(socket, NOBODY, "Nobody is known by this cookie: load the page again.")
        return
    await socket.accept()  # before the table is fetched, which may take a while after a restart
    line = Line(socket, account)
    found = await _find(tables, table_id)
    if found is not None and not found.state.admits(account.id, key):
        await socket.close(UNINVITED, PRIVATE)
        return
    # A table that nobody followed may be put away at this very moment: then it is fetched again.
    while found is not None and not await found.attach(line, after):
        found = await _find(tables, table_id)
    if found is None:
        await socket.close(NOWHERE, "There is no such table.")
        return
    table = found

    async def answer(message: dict[str, Any]) -> dict[str, Any] | None:
        match message["type"]:
            case "ping":
                return {"type": "pong", "t": message["t"]}
            case "seen":
                return None
        return await table.ask(Order(account, message))

    try:
        async with identity.sessions.attached(account, line):
            await converse(socket, line, CLIENT, answer, tables.settings.messages, tables.settings.largest)
    finally:
        await table.detach(line)


async def _find(tables: Tables, table_id: str) -> AnyTable | None:
    try:
        return await tables.find(table_id)
    except LudariumError as error:
        _log.error("table %s: %s", table_id, error)
        return None


async def refuse(socket: WebSocket, code: int, reason: str) -> None:
    """Close with a reason; only after accepting can a browser read it."""
    await socket.accept()
    await socket.close(code, reason)
