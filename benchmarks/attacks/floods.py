"""Too much of something: connections, sockets, registrations, uploads, replays, log lines, thinking."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import time
from collections import Counter
from contextlib import AsyncExitStack, suppress
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.attacks.common import Attacked, attacked, cookie_of, verdict, visitor
from ludarium.engine.match import Match
from ludarium.engine.record import Record
from ludarium.games import load
from ludarium.players import make

LIMIT = 0.3
"""Seconds within which an honest request must be answered, whatever is attacked."""
ANSWER = 3.0
"""Seconds within which an honest person's opponent must answer."""
GROWTH = 30.0
"""Megabytes that a flood may add to the disk."""


def _judged(target: Attacked, name: str, *, grows: bool = False, **limits: float) -> bool:
    """Show what honest people waited for, and whether it is within the limits (by default of requests)."""
    target.show()
    right = True
    for kind, limit in (limits or {"request": LIMIT}).items():
        p95, slowest = target.p95(kind), max(target.times("during", kind), default=float("nan"))
        words = f"95 % of {kind}s within {1000 * p95:.0f} ms, all within {1000 * slowest:.0f} ms ({limit:g} s allowed)"
        right &= verdict(name, slowest <= limit, words)
    if grows:
        grown = target.grown
        words = f"the database has grown by {grown['database']:.1f} MB, the log by {grown['log']:.1f} MB"
        right &= verdict(name, sum(grown.values()) < GROWTH, words)
    return right


async def thinking(quick: bool) -> bool:
    """One visitor with forty tables at which players think hard; every other request comes without its cookie."""
    async with attacked() as target:
        answers: Counter[int] = Counter()
        async with visitor(target.server.address) as client:
            for number in range(40):
                hard = {"kind": "player", "player": "mcts:seconds=10"}
                seats = [hard, {"kind": "me"} if number % 2 else hard]
                if number % 4 == 0:
                    client.cookies.clear()
                with suppress(httpx.HTTPError):
                    answer = await client.post("/api/tables", json={"game": "reversi", "seats": seats})
                    answers[answer.status_code] += 1
            await asyncio.sleep(10 if quick else 60)
    print(f"  forty heavy tables asked for: answers by status {dict(answers)}")
    return _judged(target, "thinking", request=LIMIT, answer=ANSWER)


async def idle(quick: bool) -> bool:
    """Connections that say nothing, more than the server may have open."""
    async with attacked(descriptors=1024) as target:
        opened = []
        host, _, port = target.server.address.partition(":")
        for _ in range(1100):
            with suppress(OSError):
                line = socket.socket()
                line.settimeout(1.0)
                line.bind(("127.0.0.1", 0))
                line.connect((host, int(port)))
                opened.append(line)
        await asyncio.sleep(10 if quick else 60)
        for line in opened:
            line.close()
    print(f"  {len(opened):,} idle connections")
    return _judged(target, "idle", grows=True)


async def lobby(quick: bool) -> bool:
    """Eight hundred sockets in the lobby, from several addresses, while tables come and go."""
    wanted = 100 if quick else 800
    async with attacked() as target, AsyncExitStack() as stack:
        address, opened, refused = target.server.address, 0, 0
        reading: list[asyncio.Task[None]] = []
        for number in range(wanted):
            source = f"127.0.1.{number % 16 + 1}"
            try:
                async with visitor(address, source, 10.0) as client:
                    await client.get("/api/me")
                    line = await connect(
                        f"ws://{address}/api/lobby/socket", additional_headers={"Cookie": cookie_of(client)},
                        local_addr=(source, 0), compression=None, ping_interval=None, open_timeout=10, proxy=None,
                        close_timeout=0.2, max_size=None,
                    )  # fmt: skip
                stack.callback(line.transport.abort)
                reading.append(asyncio.create_task(_drain(line)))
                opened += 1
            except (OSError, WebSocketException, TimeoutError, httpx.HTTPError):
                refused += 1
        changes = 0
        async with visitor(address, "127.0.0.1") as client:
            deadline = time.monotonic() + (8 if quick else 60)
            while time.monotonic() < deadline:
                wish = {"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "open"}]}
                with suppress(httpx.HTTPError, ValueError, KeyError):
                    table = (await client.post("/api/tables", json=wish)).json()["id"]
                    await client.post(f"/api/tables/{table}/leave")
                    changes += 2
                await asyncio.sleep(0.2)
        left = sum(not task.done() for task in reading)
        for task in reading:
            task.cancel()
    print(f"  {opened:,} lobby sockets ({refused:,} refused, {left:,} open to the end), {changes:,} changes")
    return _judged(target, "lobby", request=LIMIT, ack=LIMIT)


async def _drain(line: Any) -> None:
    with suppress(OSError, WebSocketException):
        async for _ in line:
            pass


async def registrations(quick: bool) -> bool:
    """Forty people who register at once, from one address."""
    async with attacked() as target:
        answers: Counter[str] = Counter()

        async def register(number: int) -> None:
            async with visitor(target.server.address) as client:
                try:
                    body = {"name": f"Mallory {number} q", "password": f"a rather long one {number}"}
                    answers[str((await client.post("/api/account/register", json=body)).status_code)] += 1
                except httpx.HTTPError as error:
                    answers[type(error).__name__] += 1

        for _ in range(1 if quick else 3):
            await asyncio.gather(*(register(number) for number in range(40)))
            await asyncio.sleep(1.0)
    print(f"  registrations: answers {dict(answers)}")
    return _judged(target, "registrations")


def finished_record(game: str, seed: int, **settings: Any) -> Record:
    """The record of a game that was played at random."""
    playing = load(game, **settings)
    return Match(playing, [make("random", playing) for _ in range(playing.seats)], seed=seed).run()


async def uploads(quick: bool) -> bool:
    """Twenty records of four megabytes from one guest."""
    async with attacked() as target:
        answers = Counter[str]()
        record = json.loads(finished_record("tic-tac-toe", 3).to_json())
        record["decisions"][0]["reason"] = "why " * 950_000
        async with visitor(target.server.address) as client:
            for _ in range(5 if quick else 20):
                try:
                    answers[str((await client.post("/api/matches", json=record)).status_code)] += 1
                except httpx.HTTPError as error:
                    answers[type(error).__name__] += 1
        await asyncio.sleep(1.0)
    print(f"  uploads of {len(json.dumps(record)) / 1e6:.1f} MB: answers {dict(answers)}")
    return _judged(target, "uploads", grows=True)


async def replays(quick: bool) -> bool:
    """Eight heavy replays at once, and a small one that somebody else asks for."""
    async with attacked() as target:
        address, heavy = target.server.address, []
        for seed in range(8):
            record = finished_record("reversi" if quick else "colonizers", seed)
            async with visitor(address, f"127.0.0.{30 + seed}") as client:
                answer = await client.post("/api/matches", content=record.to_json().encode())
                if answer.status_code == 201:
                    heavy.append(answer.json()["id"])
        async with visitor(address, "127.0.0.40") as client:
            answer = await client.post("/api/matches", content=finished_record("tic-tac-toe", 1).to_json().encode())
            small = answer.json()["id"]
        print(f"  {len(heavy)} heavy replays")

        async def ask(table: str, source: str) -> float:
            begun = time.monotonic()
            async with visitor(address, source, 120.0) as client:
                with suppress(httpx.HTTPError):
                    await client.get(f"/api/matches/{table}/replay")
            return time.monotonic() - begun

        asked = [asyncio.create_task(ask(each, "127.0.0.1")) for each in heavy]
        await asyncio.sleep(0.1)
        took = await ask(small, "127.0.0.40")
        heavies = await asyncio.gather(*asked)
    right = _judged(target, "replays")
    words = f"the small replay took {took:.1f} s beside heavy ones of up to {max(heavies, default=0):.1f} s"
    return verdict("replays", took <= ANSWER, words) and right


async def logflood(quick: bool) -> bool:
    """Requests that are refused, and each worth a line in the log."""
    async with attacked() as target:
        sent = 0
        host, _, port = target.server.address.partition(":")
        source = random.Random(5)
        deadline = time.monotonic() + (5 if quick else 30)
        while time.monotonic() < deadline:
            with suppress(OSError, TimeoutError):
                address = f"127.0.2.{source.randrange(1, 50)}"
                reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
                path = "%0a%1b[31m" + "x" * 2000
                head = f"GET /api/{path} HTTP/1.1\r\nHost: elsewhere.example\r\nUser-Agent: {'y' * 500}\r\n\r\n"
                for _ in range(20):
                    writer.write(head.encode())
                    sent += 1
                async with asyncio.timeout(5.0):
                    await writer.drain()
                    await reader.read(100)
                writer.transport.abort()
    print(f"  {sent:,} requests worth a line")
    clean = "\x1b" not in target.said
    return _judged(target, "logflood", grows=True) and verdict("logflood", clean, "nothing raw stands in the log")
