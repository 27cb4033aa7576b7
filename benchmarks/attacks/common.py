"""What attacks share: a server with its normal limits, honest people beside it, and their figures."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.chaos.places import Place, postgres_place, sqlite_place
from benchmarks.chaos.servers import Server
from benchmarks.measuring import shares, within

KINDS = {
    "request": "GET /api/games",
    "ack": "a move acknowledged",
    "answer": "the opponent has answered",
}


@dataclass
class Attacked:
    """A server under attack, and what honest people waited for meanwhile."""

    server: Server
    place: Place
    waits: list[dict[str, Any]] = field(default_factory=list)
    phases: list[tuple[str, float]] = field(default_factory=list)
    """When each phase began."""
    grown: dict[str, float] = field(default_factory=dict)
    """Megabytes by which the database and the log have grown during the attack."""
    said: str = ""
    """The server's log."""

    def sizes(self) -> dict[str, float]:
        return {"database": self.place.size() / 1e6, "log": self.server.log.stat().st_size / 1e6}

    def phase(self, name: str) -> None:
        self.phases.append((name, time.monotonic()))

    def times(self, phase: str, kind: str) -> list[float]:
        """Seconds that were waited in a phase; what ended later than the phase counts where it was begun."""
        found = []
        for number, (name, begun) in enumerate(self.phases):
            end = self.phases[number + 1][1] if number + 1 < len(self.phases) else float("inf")
            if name == phase:
                found += [
                    each["seconds"]
                    for each in self.waits
                    if each["kind"] == kind and begun <= each["t"] - each["seconds"] < end
                ]
        return found

    def failed(self, phase: str) -> int:
        """Requests that failed in a phase."""
        begun = dict(self.phases).get(phase, 0.0)
        return sum(1 for each in self.waits if each["detail"] and each["t"] >= begun)

    def show(self) -> None:
        for kind, words in KINDS.items():
            for phase in dict(self.phases):
                times = sorted(self.times(phase, kind))
                print(f"  {words:26} {phase:7} {len(times):6,}: {shares(times)}")

    def p95(self, kind: str, phase: str = "during") -> float:
        times = sorted(self.times(phase, kind))
        return within(times, 95) if times else float("nan")


@asynccontextmanager
async def attacked(
    database: str = "sqlite", *, honest: bool = True, calm: float = 5.0, descriptors: int | None = None
) -> AsyncIterator[Attacked]:
    """A server with its normal limits. Honest people come first and have it to themselves for some seconds; what is
    done within the context is the attack."""
    with (
        sqlite_place(own_file_system=False) if database == "sqlite" else postgres_place() as place,
        tempfile.TemporaryDirectory(prefix="ludarium-attack-") as folder,
    ):
        server = Server(place.url, Path(folder), descriptors=descriptors)
        target = Attacked(server, place)
        server.start()
        try:
            await server.ready()
            if not honest:
                yield target
                target.said = server.words(whole=True)
                return
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "benchmarks.attacks.honest", server.address),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            reading = asyncio.create_task(_read(process, target))
            try:
                while not any(each["kind"] == "answer" for each in target.waits) and not reading.done():
                    await asyncio.sleep(0.1)  # whatever is compiled or loaded first is behind us
                target.phase("before")
                await asyncio.sleep(calm)
                target.phase("during")
                before = target.sizes()
                yield target
                target.phase("after")
                target.grown = {name: size - before[name] for name, size in target.sizes().items()}
                target.said = server.words(whole=True)
                await asyncio.sleep(min(3.0, calm))
            finally:
                assert process.stdin is not None
                process.stdin.close()
                with suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), 15.0)
                if process.returncode is None:
                    process.kill()
                    await process.wait()
                await reading
        finally:
            await asyncio.to_thread(server.stop)


async def _read(process: asyncio.subprocess.Process, target: Attacked) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        with suppress(ValueError):
            target.waits.append(json.loads(line))


def visitor(address: str, source: str = "127.0.0.1", timeout: float = 60.0) -> httpx.AsyncClient:
    """An attacker's client, from an address of its own."""
    transport = httpx.AsyncHTTPTransport(local_address=source, limits=httpx.Limits(max_connections=100))
    return httpx.AsyncClient(transport=transport, base_url=f"http://{address}", timeout=timeout, trust_env=False)


def cookie_of(client: httpx.AsyncClient) -> str:
    return "; ".join(f"{each.name}={each.value}" for each in client.cookies.jar)


def verdict(name: str, right: bool, words: str) -> bool:
    print(f"  {'RIGHT' if right else 'WRONG'}: {name}: {words}", flush=True)
    return right
