"""Two hundred thousand messages that are nearly right, over sockets and HTTP, and schemathesis over the interface."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.attacks.common import Attacked, attacked, cookie_of, verdict, visitor
from benchmarks.chaos.grammar import Grammar, socket_schemas
from benchmarks.chaos.notes import DISCLOSED
from benchmarks.chaos.proxy import Proxy
from benchmarks.chaos.swarm import HEADS, TROUBLE

EACH = 150
"""Messages from one address: fewer than its limits allow at once."""
AT_ONCE = 6


@dataclass
class Tally:
    sent: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    disclosed: list[str] = field(default_factory=list)
    limited: int = 0

    def answer(self, asked: str, status: int, text: str) -> None:
        self.statuses[status] += 1
        self.limited += status == 429
        if status >= 500 and status != 503:
            self.failed.append(f"{status} for {asked[:300]!r}")
        self.look(asked, text)

    def look(self, asked: str, text: str) -> None:
        for found in DISCLOSED.finditer(text):
            if found.group() not in asked:
                self.disclosed.append(f"{found.group()!r} in {text[:200]!r} for {asked[:200]!r}")
                return

    @property
    def total(self) -> int:
        return self.sent.total()


class Fuzzer:
    """Sends until it is enough, from ever new addresses."""

    def __init__(self, target: Attacked, document: dict[str, object], count: int) -> None:
        self._address, self._count = target.server.address, count
        self._document, self.tally = document, Tally()
        self._visits = 0

    async def run(self) -> None:
        await asyncio.gather(*(self._work(number) for number in range(AT_ONCE)))

    async def _work(self, number: int) -> None:
        source = random.Random(f"fuzz {number}")
        grammar = Grammar(self._document, source)
        quiet = 0
        while self.tally.total < self._count and quiet < 60:
            before = self.tally.total
            self._visits += 1
            place = f"127.{40 + self._visits // 62_500}.{self._visits // 250 % 250}.{self._visits % 250 + 1}"
            with suppress(*TROUBLE):
                async with visitor(self._address, place, 30.0) as client:
                    await (self._requests if source.random() < 0.4 else self._messages)(client, place, grammar, source)
            if source.random() < 0.2:
                with suppress(*TROUBLE):
                    await self._heads(place, source)
            quiet = 0 if self.tally.total > before else quiet + 1
            if quiet:
                await asyncio.sleep(0.5)

    async def _requests(self, client: httpx.AsyncClient, _: str, grammar: Grammar, source: random.Random) -> None:
        answer = await client.get("/api/tables")
        names = [each["id"] for each in answer.json()] if answer.status_code == 200 else []
        for _number in range(EACH):
            request = grammar.request([*names, "tic-tac-toe", "kuhn-poker"])
            body = (request.body or b"").decode("utf-8", "replace")
            answer = await client.request(request.method, request.target, content=request.body)
            self.tally.sent["requests"] += 1
            self.tally.answer(f"{request.method} {request.target} {body}", answer.status_code, _words(answer))
            if answer.status_code == 429:
                return

    async def _messages(self, client: httpx.AsyncClient, place: str, grammar: Grammar, source: random.Random) -> None:
        """At a table of one's own, where most can be done, or in the lobby."""
        opponent = {"kind": "player", "player": "random"}
        seats = [{"kind": "me"}, opponent if source.random() < 0.7 else {"kind": "open"}]
        game = source.choice(("tic-tac-toe", "kuhn-poker", "goofspiel", "blotto"))
        answer = await client.post("/api/tables", json={"game": game, "seats": seats})
        if answer.status_code != 201:
            self.tally.limited += 1
            return
        in_lobby = source.random() < 0.2
        path = "/api/lobby/socket" if in_lobby else f"/api/tables/{answer.json()['id']}/socket"
        name = "LobbyClientMessage" if in_lobby else "ClientMessage"
        left = EACH
        while left > 0:
            async with connect(
                f"ws://{self._address}{path}", additional_headers={"Cookie": cookie_of(client)}, local_addr=(place, 0),
                compression=None, ping_interval=None, open_timeout=10, close_timeout=0.2, proxy=None, max_size=None,
            ) as line:  # fmt: skip
                sent: list[str] = []
                reading = asyncio.create_task(self._read(line, sent))
                try:
                    for _ in range(18):  # a socket is closed at twenty messages that nobody understands
                        text = grammar.message(name)
                        sent.append(text)
                        await line.send(text if source.random() < 0.99 else text.encode())
                        self.tally.sent["messages"] += 1
                        left -= 1
                    await asyncio.sleep(0.02)
                finally:
                    reading.cancel()

    async def _read(self, line: object, sent: list[str]) -> None:
        with suppress(OSError, WebSocketException):
            async for text in line:  # type: ignore[attr-defined]
                if isinstance(text, str) and '"refused"' in text[:40]:
                    self.tally.look(" ".join([*sent, *map(_meant, sent)]), text)
                    if "The server has failed" in text:
                        self.tally.failed.append(f"{text[:200]} for one of {sent[-3:]}")

    async def _heads(self, place: str, source: random.Random) -> None:
        host, _, port = self._address.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(place, 0))
        try:
            head = source.choice(HEADS)
            writer.write(head)
            self.tally.sent["heads"] += 1
            async with asyncio.timeout(0.5):
                answer = (await reader.read(4096)).decode("latin-1")
            found = re.match(r"HTTP/1.1 (\d+)", answer)
            self.tally.answer(head.decode("latin-1"), int(found.group(1)) if found else 0, answer)
        finally:
            writer.transport.abort()


def _meant(text: str) -> str:
    """A message as whoever reads it has it: letters that were sent as codes are letters."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError:
        return ""


def _words(answer: httpx.Response) -> str:
    """What an answer says; pages of the client and pictures are no messages."""
    kind = answer.headers.get("content-type", "")
    return answer.text[:20_000] if kind.startswith("application/json") and answer.status_code >= 400 else ""


async def fuzz(quick: bool) -> bool:
    """Count faults, traces in the log, and whatever should not be told, on both databases."""
    right = True
    for database in ("sqlite", "postgres"):
        async with attacked(database, honest=not quick, calm=3.0) as target:
            async with visitor(target.server.address) as client:
                document = socket_schemas((await client.get("/api/openapi.json")).json())
            fuzzer = Fuzzer(target, document, 2000 if quick else 100_000)
            begun = time.monotonic()
            await fuzzer.run()
            took = time.monotonic() - begun
        traces = target.said.count("Traceback (most recent call last)")
        right &= _judged(database, fuzzer.tally, took, traces, target)
    return right


def _judged(database: str, tally: Tally, took: float, traces: int, target: Attacked) -> bool:
    print(f"  {database}: {tally.total:,} messages in {took:.0f} s {dict(tally.sent)}, {tally.limited:,} limited")
    print(f"  statuses {dict(sorted(tally.statuses.items()))}")
    if target.phases:
        target.show()
    for example in [*tally.failed[:5], *tally.disclosed[:5]]:
        print(f"    {example}")
    words = f"{database}: {len(tally.failed)} faults, {traces} tracebacks, {len(tally.disclosed)} disclosures"
    return verdict("fuzz", not tally.failed and not traces and not tally.disclosed, words)


async def openapi(quick: bool) -> bool:
    """Schemathesis over the whole document, where it is installed; else our own grammar over the same."""
    right = True
    for database in ("sqlite", "postgres"):
        async with attacked(database, honest=False) as target:
            if importlib.util.find_spec("schemathesis") is None:
                print("  schemathesis is not installed (pip install 'ludarium[attacks]'): requests of our own instead")
                async with visitor(target.server.address) as client:
                    document = (await client.get("/api/openapi.json")).json()
                fuzzer = Fuzzer(target, socket_schemas(document), 1000 if quick else 20_000)
                await fuzzer.run()
                good, words = not fuzzer.tally.failed, f"{fuzzer.tally.total:,} requests of our own"
            else:
                # From an address of its own for each request, so that limits do not hide what is behind them.
                proxy = Proxy(target.server.port, strangers=True)
                await proxy.start()
                good, words = await asyncio.to_thread(_schemathesis, proxy.address, quick)
                await proxy.stop()
        traces = target.said.count("Traceback (most recent call last)")
        right &= verdict("openapi", good and not traces, f"{database}: {words}, {traces} tracebacks")
    return right


def _schemathesis(address: str, quick: bool) -> tuple[bool, str]:
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"http://{address}/api/openapi.json"),
        *("--checks", "not_a_server_error", "--max-examples", "10" if quick else "200", "--seed", "1"),
        *(
            "--header",
            "Connection: close",
            "--request-timeout",
            "30",
            "--continue-on-failure",
            "--generation-database",
            "none",
        ),
    ]
    with tempfile.TemporaryDirectory(prefix="ludarium-attack-") as folder:  # it writes where it stands
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3600, cwd=folder)
    shown = 25 if done.returncode == 0 else 100
    print("\n".join(f"    {line}" for line in done.stdout.splitlines()[-shown:]))
    words = "schemathesis found no server error" if done.returncode == 0 else "schemathesis found faults, see above"
    return done.returncode == 0, words
