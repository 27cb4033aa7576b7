"""The faults: each harms servers, ways or the database for some seconds, and leaves them whole."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import httpx

from benchmarks.chaos import checks, stored
from benchmarks.chaos.evening import Lab, glance
from benchmarks.chaos.people import Person
from benchmarks.chaos.places import SqlitePlace
from benchmarks.chaos.stage import Stage, Watched

KINDS = ("kill", "cut", "full", "locked", "readonly", "pause", "clock", "slow", "swarm")
LASTING = frozenset({"slow", "swarm"})
"""Those that go on beside the others, in processes of their own."""
JUMPS = (3600.0, -3600.0, 90.0, -90.0, 86_400.0, -86_400.0)
"""Seconds by which a server's time of day jumps."""
PATIENCE = 35.0
"""Longer than a server waits for a database that is locked."""


@dataclass
class Injector:
    """Draws faults one after the other, all kinds before any comes again."""

    stage: Stage
    lab: Lab
    onlooker: Person
    kinds: tuple[str, ...]

    def __post_init__(self) -> None:
        self._source: random.Random = self.stage.source
        self._bag: list[str] = []
        self._lasting: list[asyncio.Task[None]] = []
        self._ways: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
            "kill": self._kill,
            "cut": self._cut,
            "full": self._full,
            "locked": self._locked,
            "readonly": self._read_only,
            "pause": self._pause,
            "clock": self._clock,
            "slow": lambda: self._beside("slow"),
            "swarm": lambda: self._beside("swarm"),
        }

    async def run(self, deadline: float, pause: tuple[float, float], most: int | None = None) -> None:
        """Inject until the deadline, or so many; whatever still lasts then is waited for."""
        count = 0
        while time.monotonic() < deadline and count != most:
            await asyncio.sleep(self._source.uniform(*pause))
            await self.inject(self._drawn())
            count += 1
        await asyncio.gather(*self._lasting)

    def _drawn(self) -> str:
        if not self._bag:
            # Kills and cuts are what everything else is measured by: they come twice as often.
            often = [kind for kind in self.kinds if kind in ("kill", "cut")]
            self._bag = [*self.kinds, *often]
            self._source.shuffle(self._bag)
        return self._bag.pop()

    async def inject(self, kind: str) -> None:
        if kind in LASTING:
            self._lasting = [task for task in self._lasting if not task.done()]
            if len(self._lasting) < 2:
                self._lasting.append(asyncio.create_task(self._ways[kind]()))
            return
        with self.stage.trouble(kind):
            await self._ways[kind]()

    def _server(self) -> Watched:
        return self._source.choice(self.stage.servers)

    def _seconds(self, low: float, high: float) -> float:
        return self._source.uniform(low, high)

    # --- servers ------------------------------------------------------------------------------------------------------

    async def _kill(self) -> None:
        way = self._source.choice(("whole", "serving", "unstored"))
        self.stage.notes.counts[f"kills: {way}"] += 1
        if way == "unstored":
            await self._kill_while_locked()
        elif way == "serving":
            await self._kill_serving(self._server())
        else:
            count = len(self.stage.servers) if self._source.random() < 0.2 else 1
            chosen = self._source.sample(self.stage.servers, count)
            await asyncio.gather(*(self._restart(each) for each in chosen))

    async def _restart(self, watched: Watched) -> None:
        async with watched.in_hand:
            with watched.harmed():
                watched.server.kill()
                await asyncio.sleep(self._seconds(0.0, 1.0))
            await self.stage.start(watched)

    async def _kill_serving(self, watched: Watched) -> None:
        """Only what serves: whoever supervises it is to start it again."""
        async with watched.in_hand:
            with watched.harmed():
                supervised = watched.server.kill_serving()
                if supervised and await self.stage.comes_up(watched.server):
                    watched.answered = time.monotonic()
                    return
                watched.server.kill()
            await self.stage.start(watched)

    async def _kill_while_locked(self) -> None:
        """Nothing can be stored, people move, others look: what they see must be stored, then and after the kill."""
        async with AsyncExitStack() as stack:
            for watched in self.stage.servers:
                await stack.enter_async_context(watched.in_hand)
            async with _lasting(self.stage.place.locked()):
                await asyncio.sleep(self._seconds(1.0, 2.0))
                await self._look_closely()
                for watched in self.stage.servers:
                    stack.enter_context(watched.harmed())
                    watched.server.kill()
            await asyncio.gather(*(self.stage.start(watched) for watched in self.stage.servers))

    async def _look_closely(self) -> None:
        """What tables, matches and replays show now is stored now."""
        tables = self._source.sample(self.lab.live(), min(8, len(self.lab.live())))

        async def look(table: str, way: int) -> None:
            with suppress(httpx.HTTPError, TimeoutError):
                async with asyncio.timeout(3.0):
                    await glance(self.stage.notes, self.onlooker, table, way)

        await asyncio.gather(*(look(table, way) for table in tables for way in range(3)))
        known = await asyncio.to_thread(stored.read, self.stage.place, tables)
        checks.told(self.stage.notes, known, tables)

    async def _pause(self) -> None:
        watched = self._server()
        async with watched.in_hand:
            with watched.harmed():
                watched.server.pause()
                try:
                    await asyncio.sleep(self._seconds(1.0, 8.0))
                finally:
                    watched.server.resume()

    async def _clock(self) -> None:
        """The time of day jumps, and later back: that is a jump, too."""
        watched = self._server()
        watched.clock.set(self._source.choice(JUMPS))
        await asyncio.sleep(self._seconds(1.0, 6.0))
        watched.clock.set(0.0)
        self.stage.notes.counts["jumps"] += 2
        await asyncio.sleep(self._seconds(0.0, 2.0))

    # --- ways and databases -------------------------------------------------------------------------------------------

    async def _cut(self) -> None:
        share = self._source.choice((0.3, 1.0))
        if self._source.random() < 0.7:
            for watched in self.stage.servers:
                self.stage.notes.counts["connections cut"] += watched.proxy.cut(share, self._source)
        for _ in range(self._source.choice((1, 3))):
            ended = await asyncio.to_thread(self.stage.place.cut)
            self.stage.notes.counts["connections to the database cut"] += ended
            await asyncio.sleep(self._seconds(0.0, 0.5))

    async def _locked(self) -> None:
        seconds = PATIENCE if self._source.random() < 0.1 else self._seconds(1.0, 8.0)
        async with _lasting(self.stage.place.locked()):
            await asyncio.sleep(min(1.0, seconds))
            await self._look_closely()
            await asyncio.sleep(seconds)

    async def _full(self) -> None:
        def processes() -> list[int]:
            return [each for watched in self.stage.servers for each in watched.server.processes()]

        async with _lasting(self.stage.place.full(processes)):
            await asyncio.sleep(self._seconds(1.0, 6.0))

    async def _read_only(self) -> None:
        place = self.stage.place
        if isinstance(place, SqlitePlace) and place.mounted and self._source.random() < 0.4:
            await self._start_read_only(place)
            return
        async with _lasting(place.read_only()):
            await asyncio.sleep(self._seconds(1.0, 6.0))

    async def _start_read_only(self, place: SqlitePlace) -> None:
        """A server that finds its file read-only says so in a line, and comes up once it is not."""
        (watched,) = self.stage.servers
        async with watched.in_hand:
            with watched.harmed():
                watched.server.kill()
                await asyncio.sleep(0.5)
                async with _lasting(place.remounted()):
                    watched.server.start()
                    await asyncio.sleep(self._seconds(3.0, 6.0))
                    if "Traceback" in watched.server.words():
                        self.stage.notes.fault(
                            "tracebacks", f"on a read-only file system: {watched.server.last_words()}"
                        )
                    watched.server.kill()
                    await asyncio.sleep(0.2)
            await self.stage.start(watched)

    # --- those who mean no good ---------------------------------------------------------------------------------------

    async def _beside(self, kind: str) -> None:
        """A process of its own, for longer than other faults."""
        address = self._server().server.address
        seconds, seed = self._seconds(15.0, 40.0), self._source.getrandbits(32)
        command = [sys.executable, "-m", "benchmarks.chaos.swarm", kind, address]
        command += ["--seconds", f"{seconds:.0f}", "--seed", str(seed)]
        with self.stage.trouble(kind):
            process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            try:
                said, _ = await asyncio.wait_for(process.communicate(), seconds + 60.0)
                self._count(said.decode())
            except TimeoutError:
                pass
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    def _count(self, said: str) -> None:
        with suppress(ValueError):
            for what, count in json.loads(said).items():
                self.stage.notes.counts[f"hostile {what}"] += count


@asynccontextmanager
async def _lasting(context: AbstractContextManager[None]) -> AsyncIterator[None]:
    """A fault's context, entered and left in threads: both may have to wait for the server."""
    await asyncio.to_thread(context.__enter__)
    try:
        yield
    finally:
        await asyncio.to_thread(context.__exit__, None, None, None)
