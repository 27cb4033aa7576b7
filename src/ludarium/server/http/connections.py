"""Connections, before anything is asked on them: how many there may be, and how long one may keep others waiting.

uvicorn counts requests. Connections on which nothing is asked, or nothing is read, cost a descriptor each all the same,
and when none is left nobody gets in: so they are counted here, by address, and looked at once a second.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludarium.server.addresses import NOBODY, Proxies, counted
from ludarium.server.settings import Settings

if sys.platform != "win32":
    import resource

_log = logging.getLogger(__name__)

DESCRIPTORS = 65_536
"""Open files that a server asks the system for, at most."""
RESERVED = 128
"""Of them kept for everything that is not a connection: the database, players' processes, files of the client."""
AT_ONCE = 64
"""Connections that are accepted before those that have come are looked at."""
WAITING = 2048
"""Connections that the system keeps waiting for us."""
_LOOK = 1.0
"""Seconds between two looks at all connections."""
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Held:
    """One connection: whose it is, and since when it is in which phase."""

    __slots__ = ("address", "mark", "phase", "protocol", "since", "transport")

    def __init__(self, protocol: Any, transport: asyncio.Transport, address: str, now: float) -> None:
        self.protocol, self.transport, self.address = protocol, transport, address
        self.phase, self.since = "head", now
        self.mark: Any = None

    def look(self, now: float) -> None:
        """Note the phase: `head` and `body` of a request, `answer`, `socket`; `unread` and `closing` while the other
        side reads nothing of what was sent."""
        phase, mark = self._phase()
        if phase == self.phase == "unread" and mark >= self.mark:
            return  # nothing was read; more may have been added
        if phase != self.phase or mark != self.mark:
            self.phase, self.mark, self.since = phase, mark, now

    def _phase(self) -> tuple[str, Any]:
        unsent = self.transport.get_write_buffer_size()
        if self.transport.is_closing():
            return "closing", None
        if isinstance(self.protocol, WebSocketsSansIOProtocol):
            if self.protocol.close_sent:
                return "closing", None
            return ("socket", None) if self.protocol.writable.is_set() else ("unread", unsent)
        if self.protocol.flow.write_paused:
            return "unread", unsent
        cycle = self.protocol.cycle
        if cycle is None or cycle.response_complete:
            return "head", cycle
        return ("body" if self.protocol.conn.their_state is h11.SEND_BODY else "answer"), cycle


class Doors:
    """All connections of a server."""

    def __init__(self, settings: Settings) -> None:
        self._proxies = Proxies(settings.proxies, settings.proxy_header)
        self._limits = {
            "head": settings.head_seconds,
            "body": settings.body_seconds,
            "unread": settings.stalled,
            "closing": settings.stalled,
        }
        self._most = max(1, min(settings.connections, open_files() - RESERVED))
        self._each = min(settings.address_connections, max(1, self._most // 2))
        self._held: dict[asyncio.BaseTransport, Held] = {}
        self._of: dict[str, dict[asyncio.BaseTransport, Held]] = {}
        """By address, the oldest first."""
        self._looking: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._held)

    def count(self, address: str) -> int:
        return len(self._of.get(address, ()))

    def come(self, protocol: Any, transport: asyncio.Transport) -> bool:
        """A new connection; False if there is no room for it, not even by closing an idle one."""
        loop = asyncio.get_running_loop()
        peer = (transport.get_extra_info("peername") or (NOBODY,))[0]
        address, exempt = counted(str(peer)), self._proxies.trust(str(peer))
        if not exempt and self.count(address) >= self._each and not self._make_room(address):
            _log.warning("too many connections from %s: one is refused", address)
            return False
        if len(self._held) >= self._most and not self._make_room(self._largest(address)):
            _log.warning("too many connections: one from %s is refused", address)
            return False
        held = self._held[transport] = Held(protocol, transport, address, loop.time())
        self._of.setdefault(address, {})[transport] = held
        if self._looking is None:
            self._looking = loop.call_later(_LOOK, self._look)
        return True

    def turn(self, protocol: Any, transport: asyncio.BaseTransport) -> None:
        """A connection has become a socket."""
        if transport in self._held:
            self._held[transport].protocol = protocol

    def go(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        held = self._held.pop(transport, None)
        if held is not None:
            others = self._of[held.address]
            del others[transport]
            if not others:
                del self._of[held.address]

    def _largest(self, newcomer: str) -> str | None:
        """Whoever has most connections, if that is more than the newcomer has."""
        address = max(self._of, key=self.count)
        return address if self.count(address) > self.count(newcomer) + 1 else None

    def _make_room(self, address: str | None) -> bool:
        """Close an idle connection of an address, one of the oldest; False if it has none."""
        now = asyncio.get_running_loop().time()
        for held in list(self._of.get(address or "", {}).values()):
            held.look(now)
            if held.phase in ("head", "closing"):
                self.go(held.transport)
                held.transport.abort()
                return True
        return False

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now, self._looking = loop.time(), None
        for held in list(self._held.values()):
            held.look(now)
            limit = self._limits.get(held.phase)
            if limit is not None and now - held.since > limit:
                held.transport.abort()
                self.go(held.transport)
        if self._held:
            self._looking = loop.call_later(_LOOK, self._look)


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn is to serve, wherever the application runs."""
    raise_open_files()
    doors = Doors(settings)

    class Http(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if not doors.come(self, transport):
                transport.write(_FULL)
                transport.close()

        def data_received(self, data: bytes) -> None:
            if not self.transport.is_closing():
                super().data_received(data)

        def connection_lost(self, exc: Exception | None) -> None:
            doors.go(self.transport)
            super().connection_lost(exc)

    class Sockets(WebSocketsSansIOProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            doors.turn(self, transport)

        def connection_lost(self, exc: Exception | None) -> None:
            doors.go(self.transport)
            super().connection_lost(exc)

    return {
        "http": Http,
        "ws": Sockets,
        "ws_max_size": settings.largest,
        "timeout_keep_alive": settings.keep_alive,
        "backlog": AT_ONCE,
        "proxy_headers": False,  # `Proxies` reads them, for those who are believed
        "server_header": False,
        "ws_per_message_deflate": False,  # takes more time than it saves, and sizes would tell of what was compressed
        "ws_ping_interval": settings.ping,
        "ws_ping_timeout": 1.5 * settings.ping,
    }


class Listening(socket.socket):
    """A socket that listens. When no descriptor is left, it turns newcomers away instead of failing again and again:
    asyncio writes some thousand lines a second about that."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._spare: int | None = None

    def listen(self, backlog: int = WAITING, /) -> None:
        """Listen; asyncio's own number is that of connections accepted at once, not of those that may wait."""
        super().listen(max(backlog, WAITING))
        if self._spare is None:
            self._spare = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)

    def accept(self) -> tuple[socket.socket, Any]:
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE):
                raise
        _log.warning("no descriptor is left: a connection is refused; allow more open files (ulimit -n)")
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None
        with suppress(OSError):
            super().accept()[0].close()
        with suppress(OSError):
            self._spare = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        raise BlockingIOError(errno.EAGAIN, "one connection was refused")

    def close(self) -> None:
        super().close()
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None


def open_files() -> int:
    """How many files and connections this process may have open."""
    if sys.platform == "win32":
        return DESCRIPTORS
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def raise_open_files() -> None:
    """Use what the system allows; what it gives at first is meant for programs that do not listen."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
