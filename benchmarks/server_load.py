"""Many tables at once: scripted clients on loopback, in a process of their own, against a server in another.

    python -m benchmarks.server_load --tables 500 --seconds 30

At every table two people play; each decides some time after it is their turn, and a finished game is followed by
another at a new table. Measured are the times from sending a move to its acknowledgement, whether every client was told
every event exactly once and in order, and the server's memory over the time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect


@dataclass
class Course:
    """When the measuring begins, once everybody is connected, and when it ends."""

    begin: asyncio.Event = field(default_factory=asyncio.Event)
    connected: int = 0
    until: float = float("inf")


@dataclass
class Tally:
    """What all clients have seen."""

    acknowledged: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    events: int = 0
    games: int = 0
    cpu: float = 0.0
    memory: list[tuple[float, float]] = field(default_factory=list)


class Person:
    """A guest with a cookie."""

    def __init__(self, client: httpx.AsyncClient, cookie: str, number: int) -> None:
        self._client, self.cookie, self.id = client, cookie, number

    async def post(self, path: str, body: Any) -> Any:
        answer = await self._client.post(path, json=body, headers={"Cookie": self.cookie})
        answer.raise_for_status()
        return answer.json()


async def guest(client: httpx.AsyncClient) -> Person:
    answer = await client.get("/api/me")
    client.cookies.clear()  # the next one is somebody else
    return Person(client, answer.headers["set-cookie"].partition(";")[0], answer.json()["id"])


async def follow(socket: ClientConnection, tally: Tally, think: float, source: random.Random, course: Course) -> bool:
    """Play one seat to the end of a game; whether the game was over before the time was."""
    sent: dict[str, float] = {}
    last, decided, number = 0, -1, 0
    while True:
        left = course.until - time.monotonic()
        if left <= 0:
            return False
        try:
            async with asyncio.timeout(left):
                message = json.loads(await socket.recv())
        except TimeoutError:
            return False
        kind = message["type"]
        if kind == "welcome":
            last = message["last"]
            scene = message["scene"]
        elif kind == "event":
            tally.events += 1
            told = message["event"]["number"]
            if told != last + 1:
                tally.gaps.append(f"event {told} after {last}")
            last = told
            continue
        elif kind == "ack":
            tally.acknowledged.append(time.perf_counter() - sent.pop(message["id"]))
            continue
        elif kind == "refused":
            tally.refused.append(message["reason"])
            continue
        elif kind == "scene":
            scene = message["scene"]
        else:
            continue
        if scene is None:
            continue
        if scene["over"]:
            return True
        decision = scene["turn"]["decision"]
        if scene["you"] in scene["turn"]["movers"] and decision != decided and scene["moves"]:
            decided = decision
            await asyncio.sleep(source.uniform(0.5, 1.5) * think)
            number += 1
            move = {
                "type": "move",
                "id": f"{number}",
                "decision": decision,
                "moves": [source.choice(scene["moves"])["text"]],
            }
            sent[move["id"]] = time.perf_counter()
            await socket.send(json.dumps(move))


async def opened_by(people: tuple[Person, Person], address: str, game: str) -> str:
    """The socket's address of a new table at which both have agreed to play."""
    one, two = people
    opened = await one.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]})
    await two.post(f"/api/tables/{opened['id']}/join", {})
    path = f"ws://{address}/api/tables/{opened['id']}/socket"
    async with connect(path, additional_headers={"Cookie": two.cookie}, max_size=None, compression=None) as socket:
        # A message like any other, but no move: its time is not counted.
        await socket.send(json.dumps({"type": "agree", "id": "agree", "revision": 1}))
        while json.loads(await socket.recv())["type"] != "ack":
            pass
    return path


async def table(
    path: str, people: tuple[Person, Person], address: str, tally: Tally, seed: int, course: Course, options: Any
) -> None:
    """Two people who play game after game."""
    source = random.Random(seed)
    while time.monotonic() < course.until:
        one, two = (
            connect(
                path, additional_headers={"Cookie": person.cookie}, max_size=None, open_timeout=600, compression=None
            )
            for person in people
        )
        async with one as first, two as second:
            course.connected += 1
            await course.begin.wait()
            seats = [
                follow(socket, tally, options.think, random.Random(source.random()), course)
                for socket in (first, second)
            ]
            if all(await asyncio.gather(*seats)):
                tally.games += 1
        if time.monotonic() < course.until:
            path = await opened_by(people, address, options.game)


def memory_of(process: int) -> float:
    """Megabytes that a process holds."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return float("nan")


def cpu_of(process: int) -> float:
    """Seconds of processor time that a process has taken."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return float("nan")


async def watch(process: int, tally: Tally, until: float) -> None:
    begun = time.monotonic()
    while time.monotonic() < until:
        tally.memory.append((time.monotonic() - begun, memory_of(process)))
        await asyncio.sleep(1.0)


async def run(address: str, process: int, options: argparse.Namespace) -> Tally:
    tally = Tally()
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=120, limits=limits) as client:
        people = [(await guest(client), await guest(client)) for _ in range(options.tables)]
        paths = [await opened_by(pair, address, options.game) for pair in people]
        course = Course()
        work = [
            asyncio.create_task(table(path, pair, address, tally, seed, course, options))
            for seed, (path, pair) in enumerate(zip(paths, people, strict=True))
        ]
        while course.connected < len(work):
            await asyncio.sleep(0.1)
        await asyncio.sleep(1.0)  # the last ones are being welcomed
        course.until, spent = time.monotonic() + options.seconds, cpu_of(process)
        course.begin.set()
        await asyncio.gather(watch(process, tally, course.until), *work)
    tally.cpu = cpu_of(process) - spent
    return tally


def serve(place: str, port: int) -> None:
    """The server's process."""
    import uvicorn

    from ludarium.server.app import create_app
    from ludarium.server.settings import Settings

    settings = Settings(database=place, warm=False, requests=1e6, messages=1e6, workers=1, unfinished=1_000_000)
    uvicorn.run(
        create_app(settings), host="127.0.0.1", port=port, log_level="error", backlog=4096, ws_per_message_deflate=False
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=2.0, help="seconds before each decision, on average")
    parser.add_argument("--game", default="tic-tac-toe")
    parser.add_argument("--serve", nargs=2, metavar=("PLACE", "PORT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve[0], int(options.serve[1]))
        return
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.server_load", "--serve", str(Path(folder) / "lab.db"), str(port)]
        server = subprocess.Popen(command, env=dict(os.environ))
        try:
            address = f"127.0.0.1:{port}"
            for _ in range(600):
                try:
                    httpx.get(f"http://{address}/api/status")
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            tally = asyncio.run(run(address, server.pid, options))
        finally:
            server.terminate()
            server.wait()
    report(tally, options)


def report(tally: Tally, options: argparse.Namespace) -> None:
    times = sorted(tally.acknowledged)
    print(f"{options.tables} tables of {options.game}, {options.seconds:g} s, load average {os.getloadavg()[0]:.1f}")
    print(f"{len(times):,} moves acknowledged ({len(times) / options.seconds:.0f} a second), {tally.games:,} games")
    if times:
        for share in (50, 95, 99):
            print(f"  {share} % within {1000 * times[min(len(times) - 1, len(times) * share // 100)]:.1f} ms")
        print(f"  {1000 * tally.cpu / len(times):.1f} ms of the server's processor time for each")
        print(f"  mean {1000 * statistics.fmean(times):.1f} ms")
    print(f"{tally.events:,} events told; lost or doubled: {len(tally.gaps)}; refused: {len(tally.refused)}")
    for fault in [*tally.gaps[:3], *tally.refused[:3]]:
        print(f"  {fault}")
    if tally.memory:
        third = max(1, len(tally.memory) // 3)
        early, late = tally.memory[third][1], tally.memory[-1][1]
        print(f"memory of the server: {early:.0f} MB after a third of the time, {late:.0f} MB at the end")


if __name__ == "__main__":
    main()
