"""What the faults are injected into: a database, its servers with the ways to them, and who watches over them."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.chaos.notes import Notes
from benchmarks.chaos.places import Place
from benchmarks.chaos.proxy import Proxy
from benchmarks.chaos.servers import STARTING, DidNotStart, Server, answers, asking
from benchmarks.chaos.wall_clock import WallClock

HUNG = 20.0
"""Seconds without an answer after which a server that nobody has harmed counts as hung."""
TRIES = 4
"""Starts of a server that fail one after the other before everything is given up."""


@dataclass(eq=False)
class Watched:
    """A server, the way to it, and whether it is harmed at the moment."""

    server: Server
    proxy: Proxy
    clock: WallClock
    harms: int = 0
    whole_since: float = field(default_factory=time.monotonic)
    answered: float = field(default_factory=time.monotonic)
    in_hand: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by whoever kills, pauses or starts it: one at a time."""

    @contextmanager
    def harmed(self) -> Iterator[None]:
        """While this lasts, the server need not answer."""
        self.harms += 1
        try:
            yield
        finally:
            self.harms -= 1
            self.whole_since = time.monotonic()

    @property
    def silent(self) -> float:
        """Seconds for which it could have answered and did not."""
        if self.harms:
            return 0.0
        return time.monotonic() - max(self.answered, self.whole_since)


@dataclass
class Trouble:
    """A fault that was injected, by monotonic time."""

    kind: str
    begun: float
    ended: float | None = None


class Stage:
    """Servers on a database, and everything that was done to them."""

    def __init__(self, place: Place, notes: Notes, seed: int) -> None:
        self.place, self.notes = place, notes
        self.source = random.Random(f"{seed} faults")
        self.servers: list[Watched] = []
        self.troubles: list[Trouble] = []
        self._where = random.Random(f"{seed} ways")

    def where(self) -> str:
        """Where somebody finds the lab: any of the servers, as a proxy before them would choose."""
        return self._where.choice(self.servers).proxy.address

    @contextmanager
    def trouble(self, kind: str) -> Iterator[None]:
        made = Trouble(kind, time.monotonic())
        self.troubles.append(made)
        self.notes.counts[f"injected {kind}"] += 1
        try:
            yield
        finally:
            made.ended = time.monotonic()

    async def start(self, watched: Watched) -> None:
        """Start a server that is not running, and wait until it answers. One that does not is counted as hung, killed
        and started again. The caller has it in hand."""
        for number in range(TRIES):
            if number:
                watched.proxy.let_in_slowly(30.0)
            with watched.harmed():
                watched.server.start()
                if await self.comes_up(watched.server):
                    watched.answered = time.monotonic()
                    return
            watched.server.kill()
        raise DidNotStart(watched.server.last_words())

    async def comes_up(self, server: Server) -> bool:
        begun, opened = time.monotonic(), None
        async with asking(2.0) as client:
            while True:
                if await answers(client, server.address):
                    return True
                now = time.monotonic()
                if server.ended:
                    self.notes.fault("crashed", f"{server.name} ended at its start: {server.last_words()}")
                    return False
                if opened is None and server.is_open:
                    opened = now
                if now - begun > STARTING or (opened is not None and now - opened > HUNG):
                    self.notes.fault("hung", f"{server.name} does not answer {now - begun:.0f} s after its start")
                    return False
                await asyncio.sleep(0.1)

    async def watch(self) -> None:
        """Notice servers that hang or have ended by themselves, and start them again."""
        async with asking(5.0) as client:
            while True:
                await asyncio.sleep(1.0)
                for watched in self.servers:
                    if await answers(client, watched.server.address):
                        watched.answered = time.monotonic()
                    elif not watched.harms and not watched.in_hand.locked():
                        async with watched.in_hand:
                            await self._rescue(watched)

    async def _rescue(self, watched: Watched) -> None:
        server = watched.server
        if server.ended:
            self.notes.fault("crashed", f"{server.name} has ended by itself: {server.last_words()}")
        elif watched.silent > HUNG:
            self.notes.fault("hung", f"{server.name} has not answered for {watched.silent:.0f} s")
        else:
            return
        server.kill()
        watched.proxy.let_in_slowly(30.0)
        await self.start(watched)


@asynccontextmanager
async def staged(place: Place, folder: Path, notes: Notes, seed: int, *, clocks: bool) -> AsyncIterator[Stage]:
    """Servers on a database, started; nothing of them is left in the end."""
    stage = Stage(place, notes, seed)
    try:
        for number in range(place.servers):
            own = folder / f"server-{number}"
            own.mkdir()
            clock = WallClock(own)
            server = Server(place.url, own, name=f"server {number + 1}", clock=clock if clocks else None)
            proxy = Proxy(server.port)
            await proxy.start()
            watched = Watched(server, proxy, clock)
            stage.servers.append(watched)
            async with watched.in_hand:
                await stage.start(watched)
        yield stage
    finally:
        await asyncio.gather(*(asyncio.to_thread(watched.server.stop) for watched in stage.servers))
        for watched in stage.servers:
            await watched.proxy.stop()
