"""A way between people and a server that can be cut at any moment."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress

from benchmarks.measuring import free_port

GAP = 0.2
"""Seconds between two connections that are let in slowly."""


class Proxy:
    """Passes bytes on to a server. Where somebody comes from is kept: the server sees the same address; or, with
    `strangers`, another one for each connection."""

    def __init__(self, target: int, *, strangers: bool = False) -> None:
        self._target, self._strangers, self._count = target, strangers, 0
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._slow_until = self._next = 0.0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", self.port, backlog=1024)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()
        await asyncio.sleep(0)

    def cut(self, share: float = 1.0, source: random.Random | None = None) -> int:
        """End some of the connections, without a word to either side; how many."""
        chosen = [each for each in self._open if share >= 1.0 or (source or random).random() < share]
        for each in chosen:
            each.transport.abort()
        return len(chosen)

    def let_in_slowly(self, seconds: float) -> None:
        """For some time let one in after the other, and send the rest away: for a server that could not stand them all
        at once, so that something else can be tried on it yet."""
        self._slow_until = time.monotonic() + seconds

    def _stranger(self) -> str:
        self._count += 1
        return f"127.{80 + self._count // 62_500 % 100}.{self._count // 250 % 250}.{self._count % 250 + 1}"

    def _waits(self) -> bool:
        now = time.monotonic()
        if now < self._slow_until and now < self._next:
            return True
        self._next = now + GAP
        return False

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):  # everything ends: nobody waits for us
            await self._passed(reader, writer)

    async def _passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        source = self._stranger() if self._strangers else writer.get_extra_info("peername")[0]
        if self._waits():
            writer.transport.abort()
            return
        try:
            far_reader, far = await asyncio.open_connection("127.0.0.1", self._target, local_addr=(source, 0))
        except OSError:
            writer.transport.abort()
            return
        self._open.add(writer)
        try:
            await asyncio.gather(_pump(reader, far), _pump(far_reader, writer))
        finally:
            self._open.discard(writer)
            writer.transport.abort()
            far.transport.abort()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()  # one side has gone: so has the other
