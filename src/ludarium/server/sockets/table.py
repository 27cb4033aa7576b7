"""Sockets: one for each table somebody follows, one for the lobby. Nobody who reads slowly holds anybody else up."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludarium.engine.errors import LudariumError
from ludarium.server.limits import TooMuch, address_of
from ludarium.server.logs import printable
from ludarium.server.people.identity import Identity
from ludarium.server.quotas import Quotas
from ludarium.server.settings import Settings
from ludarium.server.sockets.messages import CLIENT
from ludarium.server.tables.audience import Order, Unanswered, text_of
from ludarium.server.tables.deciding import PRIVATE
from ludarium.server.tables.inbox import refused
from ludarium.server.tables.registry import AnyTable, Tables
from ludarium.store.faults import StoreError
from ludarium.store.lab import Account

_log = logging.getLogger(__name__)

QUEUE = 1000
"""Messages that wait for somebody at most; who falls further behind is disconnected, and can come again."""
FAULTS = 20
"""Messages that nobody understands, or that come too fast, before the socket is closed."""
LONGEST_ID = 64
REFUSED, FAILED, RESTART, SLOW = 1008, 1011, 1012, 1013
PAUSES = (0.0, 0.05, 0.2, 0.5, 1.0)
"""Seconds before each try to attach somebody to a table that is just being moved."""
NOBODY, UNINVITED, NOWHERE = 4401, 4403, 4404
"""Codes with which sockets are closed; after those from 4400 on it makes no sense to try again."""
REASONS = {
    REFUSED: "Too much of what was sent could not be used.",
    FAILED: "The server has failed at this: it has been noted.",
    RESTART: "Connect again.",
    SLOW: "Too much is waiting to be read: connect again.",
    NOBODY: "Your session has ended: load the page again.",
}
NO_STORE = "The lab's database could not do this: try again in a moment."
_FAREWELL = 5.0
"""Seconds for the last words on a socket."""

Known = Callable[[HTTPConnection], Awaitable[Account | None]]
"""Tells who somebody is, by what their browser sends along."""


class Line:
    """One connected socket: what is sent waits in a queue of its own, bounded in number and size."""

    def __init__(self, socket: WebSocket, account: Account, settings: Settings) -> None:
        self.account = account
        self._socket, self._settings = socket, settings
        self._queue: deque[str] = deque()
        self._size = 0
        self._code: int | None = None
        """With which the socket is to be closed after what waits."""
        self._wake = asyncio.Event()

    def send(self, text: str) -> None:
        if self._code is not None:
            return
        if len(self._queue) >= QUEUE or (self._size + len(text) > self._settings.backlog and self._queue):
            _log.warning("account %d reads too slowly and is disconnected", self.account.id)
            self._queue.clear()
            self.hang_up(SLOW)
            return
        self._queue.append(text)
        self._size += len(text)
        self._wake.set()

    def hang_up(self, code: int = RESTART) -> None:
        """Close the socket after what is waiting."""
        if self._code is None:
            self._code = code
            self._wake.set()

    @property
    def closing(self) -> bool:
        """Whether the socket is to be closed after what is waiting."""
        return self._code is not None

    async def write(self) -> None:
        """Send what is queued, until the end; whoever does not read it in time is left."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    text = self._queue.popleft()
                    self._size -= len(text)
                    async with asyncio.timeout(self._settings.stalled):
                        await self._socket.send_text(text)
                if self._code is not None:
                    with suppress(RuntimeError):  # closed by the other side meanwhile
                        async with asyncio.timeout(self._settings.stalled):
                            await self._socket.close(self._code, REASONS.get(self._code, ""))
                    return
        except TimeoutError:
            _log.warning("account %d reads nothing and is disconnected", self.account.id)


async def converse(
    socket: WebSocket,
    line: Line,
    read: TypeAdapter[Any],
    answer: Callable[[dict[str, Any]], Awaitable[dict[str, Any] | None]],
    allowed: Callable[[], bool],
    largest: int,
) -> None:
    """Read messages and answer each, until one side hangs up. `allowed` says of each whether it may come now."""
    writing = asyncio.create_task(line.write())
    reading = asyncio.create_task(_read(socket, line, read, answer, allowed, largest))
    try:
        done, _ = await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
        fault = next((task.exception() for task in done if task.exception() is not None), None)
        if fault is not None and not isinstance(fault, WebSocketDisconnect | RuntimeError | OSError):
            _log.error("a fault on a socket", exc_info=fault)
            line.hang_up(FAILED)
        if reading in done and line.closing:
            await asyncio.wait({writing}, timeout=_FAREWELL)  # what is on its way, such as the reason for the end
    finally:
        for task in (writing, reading):
            task.cancel()
        await asyncio.gather(writing, reading, return_exceptions=True)


async def _read(
    socket: WebSocket,
    line: Line,
    read: TypeAdapter[Any],
    answer: Callable[[dict[str, Any]], Awaitable[dict[str, Any] | None]],
    allowed: Callable[[], bool],
    largest: int,
) -> None:
    faults = 0
    while True:
        packet = await socket.receive()
        if packet["type"] == "websocket.disconnect":
            return
        text = packet.get("text")
        reply: dict[str, Any] | None
        if not allowed():
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
                reply = await _answered(answer, message.model_dump())
        if faults >= FAULTS:
            _log.warning("account %d sends what cannot be used and is disconnected", line.account.id)
            line.hang_up(REFUSED)
            return
        if reply is not None:
            line.send(text_of(reply))


async def _answered(
    answer: Callable[[dict[str, Any]], Awaitable[dict[str, Any] | None]], message: dict[str, Any]
) -> dict[str, Any] | None:
    """The answer to a message; a database that fails is one that says so, and nothing else."""
    try:
        return await answer(message)
    except StoreError as error:
        _log.error("%s", error)
        return refused(message.get("id", ""), NO_STORE)


def _id_in(text: str | None) -> str:
    """The id of a message that cannot be used otherwise, where it has one."""
    with suppress(ValueError, TypeError, LookupError, RecursionError):
        found = json.loads(text or "")["id"]
        if isinstance(found, str) and len(found) <= 64:
            found.encode()  # half a character cannot be sent back
            return found
    return ""


def _fault(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return printable(f"This message cannot be read: {where or 'it'}: {first['msg']}.", 300)


async def table_socket(
    socket: WebSocket,
    tables: Tables,
    identity: Identity,
    quotas: Quotas,
    table_id: str,
    after: int | None,
    key: str | None,
) -> None:
    """Follow a table, and speak to it. `key` is what the link of a private one holds."""

    async def stay(account: Account, allowed: Callable[[], bool]) -> None:
        await _follow(socket, tables, identity, account, allowed, table_id, after, key)

    await admit(socket, identity.known, quotas, stay)


async def participant_socket(
    socket: WebSocket, tables: Tables, known: Known, quotas: Quotas, table_id: str, after: int | None
) -> None:
    """Follow a table of a study, for somebody who takes part in it."""

    async def stay(account: Account, allowed: Callable[[], bool]) -> None:
        await _follow(socket, tables, None, account, allowed, table_id, after, None)

    await admit(socket, known, quotas, stay)


async def admit(
    socket: WebSocket,
    known: Known,
    quotas: Quotas,
    stay: Callable[[Account, Callable[[], bool]], Awaitable[None]],
    *,
    lobby: bool = False,
) -> None:
    """Let somebody in who is known and has no more sockets than others, for as long as `stay` takes; it is given who it
    is, and what says of each message whether it may come now. Otherwise the socket is closed with the reason."""
    try:
        account = await known(socket)
    except StoreError as error:
        _log.error("%s", error)
        await refuse(socket, RESTART, NO_STORE)
        return
    if account is None:
        await refuse(socket, NOBODY, "Nobody is known by this cookie: load the page again.")
        return
    await socket.accept()  # before anything is fetched, which may take a while after a restart
    try:
        with quotas.socket(account.id, address_of(socket), lobby=lobby):
            await stay(account, quotas.speaker(account.id, address_of(socket)))
    except TooMuch as refusal:
        await socket.close(SLOW, str(refusal))


async def _follow(
    socket: WebSocket,
    tables: Tables,
    identity: Identity | None,
    account: Account,
    allowed: Callable[[], bool],
    table_id: str,
    after: int | None,
    key: str | None,
) -> None:
    line = Line(socket, account, tables.settings)
    table = await _attached(socket, line, tables, table_id, after, key)
    if table is None:
        return

    async def answer(message: dict[str, Any]) -> dict[str, Any] | None:
        match message["type"]:
            case "ping":
                return {"type": "pong", "t": message["t"]}
            case "seen":
                return None
        try:
            return await table.ask(Order(account, message))
        except Unanswered:
            line.hang_up()  # whoever connects again sends it again, and is told what became of it
            return None

    try:
        # Who takes part in a study has no session that could end meanwhile.
        async with identity.sessions.attached(account, line) if identity is not None else nullcontext():
            await converse(socket, line, CLIENT, answer, allowed, tables.settings.largest)
    finally:
        await table.detach(line)


async def _attached(
    socket: WebSocket, line: Line, tables: Tables, table_id: str, after: int | None, key: str | None
) -> AnyTable | None:
    """The table, once the line is attached to it; otherwise the socket is closed with the reason.

    A table may be put away or moved to another process between being found and being attached to: then it is looked for
    again, each time after a longer pause. Whoever had no luck is asked to come again.
    """
    try:
        for pause in PAUSES:
            await asyncio.sleep(pause)
            found = await tables.find(table_id) if len(table_id) <= LONGEST_ID else None
            if found is None:
                await socket.close(NOWHERE, "There is no such table.")
                return None
            if not found.state.admits(line.account.id, key):
                study = found.state.table.study is not None  # which is there for those alone who may see it
                await socket.close(*((NOWHERE, "There is no such table.") if study else (UNINVITED, PRIVATE)))
                return None
            if await found.attach(line, after):
                return found
    except StoreError as error:  # it may be there all the same: whoever asks is told to try again
        _log.error("table %s: %s", table_id, error)
        await socket.close(RESTART, NO_STORE)
        return None
    except LudariumError as error:
        _log.error("table %s: %s", table_id, error)
        await socket.close(NOWHERE, "The game of this table is not here any more.")
        return None
    await socket.close(RESTART, "The table is being moved: try again in a moment.")
    return None


async def refuse(socket: WebSocket, code: int, reason: str) -> None:
    """Close with a reason; only after accepting can a browser read it."""
    await socket.accept()
    await socket.close(code, reason)
