"""Many tables at once: scripted clients on loopback, in a process of their own, against a server in another.

    python -m benchmarks.server_load
    python -m benchmarks.server_load --tables 20 --think 0 --moves 14400

The first is an evening at 500 tables: at each of them somebody decides every five seconds or so. The second is an
hour's worth of the moves of 20 tables without the waiting, to see whether the server's memory grows.

People play the games of `--games` in turn; a finished game is followed by a rematch. Measured are the times from
sending a move to its acknowledgement and until everybody at the table has been told, the server's processor time and
its memory. When the server has stopped, what every client was told and what was acknowledged is compared with the
stored events: each must be there exactly once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measuring import cpu_of, free_port, memory_of, shares
from benchmarks.server_log import Log, Seen, compared

GAMES = "tic-tac-toe,tarble,jostle,colonizers,boundary,5x5 drop line-4"
AT_ONCE = 20
"""Tables that are opened at the same time."""


@dataclass
class Course:
    """When the measuring begins, once everybody is connected, and when it ends."""

    moves: int | None
    begin: asyncio.Event = field(default_factory=asyncio.Event)
    enough: asyncio.Event = field(default_factory=asyncio.Event)
    """No more moves are to be made."""
    silent: asyncio.Event = field(default_factory=asyncio.Event)
    """Every move that was made has been answered."""
    waiting: int = 0
    """Moves that are not acknowledged yet, and games that have not begun."""

    def made(self, tally: Tally) -> None:
        if self.moves is not None and len(tally.acknowledged) >= self.moves:
            self.enough.set()


@dataclass
class Tally:
    """What all clients have seen."""

    acknowledged: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    games: int = 0
    cpu: float = 0.0
    seconds: float = 0.0
    memory: list[tuple[float, int, float]] = field(default_factory=list)
    """Seconds, moves so far, megabytes."""


class Person:
    """A guest with a cookie."""

    def __init__(self, client: httpx.AsyncClient, cookie: str, number: int) -> None:
        self._client, self.cookie, self.id = client, cookie, number

    async def post(self, path: str, body: Any = None) -> Any:
        answer = await self._client.post(path, json=body, headers={"Cookie": self.cookie})
        answer.raise_for_status()
        return answer.json()


async def guest(client: httpx.AsyncClient) -> Person:
    answer = await client.get("/api/me")
    client.cookies.clear()  # the next one is somebody else
    return Person(client, answer.headers["set-cookie"].partition(";")[0], answer.json()["id"])


class Client:
    """One person at one table, from the welcome to the end of the game or of the measuring."""

    def __init__(
        self, line: ClientConnection, seen: Seen, tally: Tally, course: Course, think: float, source: random.Random
    ) -> None:
        self._line, self._seen, self._tally, self._course = line, seen, tally, course
        self._think, self._source = think, source
        self._sent: dict[str, float] = {}
        self._decided = -1
        self.began = asyncio.Event()
        """The game has started."""
        self._choosing: asyncio.Task[None] | None = None

    async def play(self, at_table: dict[int, float]) -> bool:
        """Whether the game was over before the measuring. `at_table`: when each decision was sent, by anybody."""
        ending = asyncio.create_task(self._end())
        try:
            while True:
                message = json.loads(await self._line.recv())
                if message["type"] == "pong":
                    self._seen.whole = True
                    return False
                if await self._heard(message, at_table):
                    return True
        finally:
            ending.cancel()

    async def _end(self) -> None:
        """Once nothing is under way any more, the answer to a ping comes after everything that was told before."""
        await self._course.silent.wait()
        await self._line.send(json.dumps({"type": "ping", "t": 0}))

    async def _heard(self, message: dict[str, Any], at_table: dict[int, float]) -> bool:
        """Whether the game is over."""
        match message["type"]:
            case "welcome":
                self._seen.welcomed(message["events"], message["last"])
                mine = message["table"]["seats"][message["you"]]
                if message["table"]["state"] == "negotiating" and not mine["agreed"]:
                    revision = message["table"]["revision"]
                    await self._line.send(json.dumps({"type": "agree", "id": "agree", "revision": revision}))
                return await self._look(message["scene"], at_table)
            case "event":
                event = message["event"]
                self._tally.faults += self._seen.told(event)
                if event["kind"] == "moved" and event["data"]["decision"] in at_table:
                    self._tally.told.append(time.perf_counter() - at_table[event["data"]["decision"]])
            case "ack":
                self._seen.acknowledged(message["id"], message["number"])
                if message["id"] in self._sent:
                    self._tally.acknowledged.append(time.perf_counter() - self._sent.pop(message["id"]))
                    self._course.waiting -= 1
                    self._course.made(self._tally)
            case "refused":
                self._tally.refused.append(message["reason"])
                if self._sent.pop(message["id"], None) is not None:
                    self._course.waiting -= 1
            case "scene":
                return await self._look(message["scene"], at_table)
        return False

    async def _look(self, scene: dict[str, Any] | None, at_table: dict[int, float]) -> bool:
        if scene is None:
            return False
        self.began.set()
        if scene["over"]:
            return True
        decision = scene["turn"]["decision"]
        if scene["you"] in scene["turn"]["movers"] and decision != self._decided and scene["moves"]:
            self._decided = decision
            self._choosing = asyncio.create_task(self._choose(scene, at_table))
        return False

    async def _choose(self, scene: dict[str, Any], at_table: dict[int, float]) -> None:
        await self._course.begin.wait()
        await asyncio.sleep(self._source.uniform(0.5, 1.5) * self._think)
        if self._course.enough.is_set():
            return
        decision = scene["turn"]["decision"]
        moves = [self._source.choice(scene["moves"])["text"]]
        message = {"type": "move", "id": f"{decision}", "decision": decision, "moves": moves}
        self._course.waiting += 1
        self._seen.sent.append(message["id"])
        at_table[decision] = self._sent[message["id"]] = time.perf_counter()
        await self._line.send(json.dumps(message))


async def game(table: str, people: list[Person], options: Any, tally: Tally, course: Course, source: Any) -> bool:
    """People play at a table; whether the game was over in time."""
    path = f"ws://{options.address}/api/tables/{table}/socket"
    async with AsyncExitStack() as stack:
        clients = []
        for person in people:
            line = await stack.enter_async_context(
                connect(
                    path,
                    additional_headers={"Cookie": person.cookie},
                    max_size=None,
                    open_timeout=600,
                    compression=None,
                    ping_interval=None,
                )
            )
            tally.seen.append(Seen(table, person.id))
            own = random.Random(source.random())
            clients.append(Client(line, tally.seen[-1], tally, course, options.think, own))
        at_table: dict[int, float] = {}
        playing = asyncio.gather(*(client.play(at_table) for client in clients))
        for client in clients:
            await client.began.wait()
        course.waiting -= 1
        return all(await playing)


async def evening(table: str, people: list[Person], options: Any, tally: Tally, course: Course, seed: int) -> None:
    """People who play game after game."""
    source = random.Random(seed)
    course.waiting += 1
    while await game(table, people, options, tally, course, source):
        tally.games += 1
        if course.enough.is_set():
            return
        course.waiting += 1
        following = [(await person.post(f"/api/tables/{table}/rematch"))["id"] for person in people]
        assert len(set(following)) == 1
        table = following[0]


async def opened(client: httpx.AsyncClient, name: str) -> tuple[str, list[Person]]:
    """A new table at which everybody sits; they agree when they are connected."""
    card = (await client.get(f"/api/games/{name}")).json()
    client.cookies.clear()
    settings = {"seats": 2} if any(each["name"] == "seats" for each in card["parameters"]) else {}
    seats = 2 if settings else card["seats_high"]
    people = [await guest(client) for _ in range(seats)]
    wish = {"game": name, "settings": settings, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]}
    table = await people[0].post("/api/tables", wish)
    for person in people[1:]:
        await person.post(f"/api/tables/{table['id']}/join", {})
    return table["id"], people


async def watch(process: int, tally: Tally, course: Course, seconds: float | None) -> None:
    """Note the memory every second; end the measuring when its time is up."""
    begun = time.monotonic()
    while not course.enough.is_set():
        passed = time.monotonic() - begun
        tally.memory.append((passed, len(tally.acknowledged), memory_of(process)))
        if seconds is not None and passed >= seconds:
            course.enough.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(course.enough.wait(), 1.0)
    tally.seconds = time.monotonic() - begun
    tally.memory.append((tally.seconds, len(tally.acknowledged), memory_of(process)))


async def silence(course: Course) -> None:
    """Until every move has its answer, and every game that was agreed on has begun."""
    await course.enough.wait()
    while course.waiting:
        await asyncio.sleep(0.1)
    course.silent.set()


async def run(process: int, options: argparse.Namespace) -> Tally:
    tally, course = Tally(), Course(options.moves)
    games = options.games.split(",")
    # Shorter than the server's own patience: a connection that it is just closing cannot be used.
    limits = httpx.Limits(max_connections=AT_ONCE, keepalive_expiry=1.0)
    async with httpx.AsyncClient(base_url=f"http://{options.address}", timeout=600, limits=limits) as client:
        gate = asyncio.Semaphore(AT_ONCE)

        async def seat(number: int) -> tuple[str, list[Person]]:
            async with gate:
                return await opened(client, games[number % len(games)])

        tables = [await seat(number) for number in range(len(games))]  # one by one: games are got ready here
        tables += await asyncio.gather(*(seat(number) for number in range(len(games), options.tables)))
        tables = tables[: options.tables]
        work = [
            asyncio.create_task(evening(table, people, options, tally, course, seed))
            for seed, (table, people) in enumerate(tables)
        ]
        await asyncio.sleep(0)
        while course.waiting:
            await asyncio.sleep(0.1)
        spent = cpu_of(process)
        course.begin.set()
        seconds = options.seconds if options.moves is None else None
        await asyncio.gather(watch(process, tally, course, seconds), silence(course), *work)
    tally.cpu = cpu_of(process) - spent
    return tally


def serve(place: str, port: int) -> None:
    """The server's process, with the limits that are for strangers opened."""
    import uvicorn

    from ludarium.server.app import create_app
    from ludarium.server.http.connections import WAITING, uvicorn_options
    from ludarium.server.settings import OPEN, Settings

    settings = Settings(database=place, warm=False, workers=1, **OPEN)
    uvicorn.run(
        create_app(settings),
        host="127.0.0.1",
        port=port,
        log_level="error",
        timeout_graceful_shutdown=3,
        **uvicorn_options(settings) | {"backlog": WAITING},
    )


def prepared(games: str) -> None:
    """Store the compiled rules of games: a server that finds none interprets them, and would be measured doing so."""
    from ludarium.games import load
    from ludarium.search.warm import warm_rules

    for name in games.split(","):
        for_two = {"seats": 2} if any(each.name == "seats" for each in load(name).parameters) else {}
        warm_rules(load(name, **for_two))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--moves", type=int, help="measure until so many moves are made, instead of a time")
    parser.add_argument("--think", type=float, default=5.0, help="seconds before each decision, on average")
    parser.add_argument("--games", default=GAMES, help="the games of the tables in turn, separated by commas")
    parser.add_argument("--serve", nargs=2, metavar=("PLACE", "PORT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve[0], int(options.serve[1]))
        return
    preparing = multiprocessing.get_context("spawn").Process(target=prepared, args=(options.games,))
    preparing.start()
    preparing.join()
    port = free_port()
    options.address = f"127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "lab.db"
        command = [sys.executable, "-m", "benchmarks.server_load", "--serve", str(place), str(port)]
        server = subprocess.Popen(command)
        try:
            _wait_for(options.address, server)
            tally = asyncio.run(run(server.pid, options))
        finally:
            server.terminate()
            server.wait()
        log = compared(place, tally.seen)
    report(tally, log, options)
    if tally.faults or log.faults or tally.refused:
        sys.exit(1)


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    while server.poll() is None:
        try:
            httpx.get(f"http://{address}/api/status")
            return
        except httpx.TransportError:
            time.sleep(0.1)
    sys.exit("the server did not start")


def report(tally: Tally, log: Log, options: argparse.Namespace) -> None:
    moves = len(tally.acknowledged)
    print(f"{options.tables} tables ({options.games}), load average {os.getloadavg()[0]:.1f}")
    print(
        f"{moves:,} moves in {tally.seconds:.0f} s ({moves / tally.seconds:.0f} a second), {tally.games:,} games ended"
    )
    print(f"  acknowledged: {shares(tally.acknowledged)}")
    print(f"  told to everybody: {shares(tally.told)}")
    print(f"  {1000 * tally.cpu / max(1, moves):.2f} ms of the server's processor time for each move, all told")
    print(f"{log.stored:,} events stored at {log.tables:,} tables, {log.told:,} told; {moves:,} moves acknowledged")
    faults = [*tally.faults, *log.faults]
    print(f"  lost, doubled or out of order: {len(faults)}; refused: {len(tally.refused)}")
    for fault in [*faults[:5], *tally.refused[:5]]:
        print(f"  {fault}")
    print("memory of the server:")
    step = max(1, len(tally.memory) // 8)
    for passed, made, size in [*tally.memory[::step], tally.memory[-1]]:
        print(f"  {passed:5.0f} s {made:8,} moves {size:6.0f} MB")


if __name__ == "__main__":
    main()
