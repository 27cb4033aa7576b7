"""Those who mean no good: a process of its own that does what limits and checks are there for.

    python -m benchmarks.chaos.swarm swarm 127.0.0.1:8000 --seconds 20 --seed 1
    python -m benchmarks.chaos.swarm slow 127.0.0.1:8000 --seconds 20

It comes from a few addresses of its own, and says in the end what it has sent.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import time
from collections import Counter
from contextlib import AsyncExitStack, suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.chaos.grammar import STRANGE, Grammar, socket_schemas

ADDRESSES = ("127.0.0.1", "127.0.0.11", "127.0.0.12", "127.0.0.13")
TROUBLE = (OSError, WebSocketException, TimeoutError, httpx.HTTPError, ValueError, EOFError)
HEADS = (
    b"GET /api/me HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://[\r\nContent-Length: 2\r\n\r\n{}",
    b"GET /%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + b"x=y; " * 3000 + b"\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ludarium_session=\xff\xfe\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n{",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n{",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFF\r\n{",
    b"GET /api/lobby/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\x00" * 4096,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)


class Swarm:
    """Some attackers, who share nothing but a purpose."""

    def __init__(self, address: str, seed: int) -> None:
        self.address, self.sent = address, Counter[str]()
        self._source = random.Random(f"{seed} swarm")
        self._host, _, port = address.partition(":")
        self._port = int(port)
        self._grammar: Grammar | None = None
        self._tables: list[str] = []
        self._cookie = ""

    async def attack(self, seconds: float) -> None:
        """Everything at once, for some time."""
        deadline = time.monotonic() + seconds
        jobs = (self._requests, self._talk, self._heads, self._bodies, self._cookies, self._flood, self._guess)
        running = [asyncio.create_task(self._over_and_over(job, deadline)) for job in jobs]
        await asyncio.gather(*running)

    async def _over_and_over(self, job: Any, deadline: float) -> None:
        while time.monotonic() < deadline:
            with suppress(*TROUBLE):
                async with asyncio.timeout(min(10.0, max(0.1, deadline - time.monotonic()))):
                    await job()
            await asyncio.sleep(self._source.uniform(0.02, 0.3))

    def _client(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=self._source.choice(ADDRESSES))
        return httpx.AsyncClient(transport=transport, base_url=f"http://{self.address}", timeout=10, trust_env=False)

    async def _known(self) -> Grammar:
        if self._grammar is None:
            async with self._client() as client:
                document = (await client.get("/api/openapi.json")).json()
            self._grammar = Grammar(socket_schemas(document), random.Random(self._source.random()))
        return self._grammar

    async def _requests(self) -> None:
        """Requests that are nearly right."""
        grammar = await self._known()
        async with self._client() as client:
            answer = await client.get("/api/tables")
            self._cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            if answer.status_code == 200:
                # Not those that wait: whoever sits down there stops honest people, which nothing can forbid.
                self._tables = [each["id"] for each in answer.json() if each["state"] == "running"]
            for _ in range(30):
                request = grammar.request(self._tables)
                await client.request(request.method, request.target, content=request.body)
                self.sent["requests"] += 1

    async def _socket(self, table: str | None = None, cookie: str | None = None) -> ClientConnection:
        path = "/api/lobby/socket" if table is None else f"/api/tables/{table}/socket"
        return await connect(
            f"ws://{self.address}{path}",
            additional_headers={"Cookie": self._cookie if cookie is None else cookie},
            local_addr=(self._source.choice(ADDRESSES), 0),
            max_size=None, compression=None, ping_interval=None, close_timeout=0.5, open_timeout=5, proxy=None,
        )  # fmt: skip

    async def _talk(self) -> None:
        """Messages that are nearly right, at tables of others."""
        grammar = await self._known()
        table = self._source.choice(self._tables) if self._tables and self._source.random() < 0.8 else None
        line = await self._socket(table)
        async with line:
            listening = asyncio.create_task(_hear(line))
            try:
                for _ in range(60):
                    await line.send(grammar.message("ClientMessage" if table else "LobbyClientMessage"))
                    self.sent["messages"] += 1
                    await asyncio.sleep(0.01)
            finally:
                listening.cancel()

    async def _flood(self) -> None:
        """As fast as it goes."""
        table = self._source.choice(self._tables) if self._tables else None
        async with await self._socket(table) as line:
            listening = asyncio.create_task(_hear(line))
            try:
                for number in range(400):
                    await line.send(json.dumps({"type": "chat", "id": f"f{number}", "text": "flood"}))
                    self.sent["flood"] += 1
            finally:
                listening.cancel()

    async def _heads(self) -> None:
        """Bytes that are no request."""
        reader, writer = await asyncio.open_connection(
            self._host, self._port, local_addr=(self._source.choice(ADDRESSES), 0)
        )
        try:
            head = self._source.choice(HEADS)
            if self._source.random() < 0.3:
                head = bytes(self._source.randrange(256) for _ in range(200))
            writer.write(head)
            self.sent["heads"] += 1
            async with asyncio.timeout(1.0):
                await reader.read(4096)
        finally:
            writer.transport.abort()

    async def _bodies(self) -> None:
        """Bodies that are too large, told or untold."""
        size = self._source.choice((70_000, 500_000, 5_000_000))

        async def parts() -> Any:
            for _ in range(size // 10_000):
                yield b"x" * 10_000

        path = self._source.choice(("/api/tables", "/api/matches", "/api/account/register"))
        async with self._client() as client:
            self.sent["bodies"] += 1
            content = parts() if self._source.random() < 0.5 else b"x" * size
            await client.post(path, content=content)

    async def _cookies(self) -> None:
        """Somebody else's cookies, tried."""
        async with self._client() as client:
            for _ in range(20):
                token = "".join(self._source.choices("abcdefghijklmnopqrstuvwxyz0123456789-_", k=43))
                strange = str(self._source.choice(STRANGE))[:50].encode("ascii", "replace").decode()
                cookie = f"ludarium_session={token if self._source.random() < 0.7 else strange}"
                headers = {"Cookie": cookie.replace("\x00", "").replace("\n", "")}
                await client.get("/api/tables", headers=headers)
                self.sent["cookies"] += 1

    async def _guess(self) -> None:
        """Passwords, tried."""
        async with self._client() as client:
            body = {"name": f"Walker {self._source.randrange(50)}", "password": "password1234"}
            await client.post("/api/account/login", json=body)
            self.sent["passwords"] += 1


async def _hear(line: ClientConnection) -> None:
    with suppress(*TROUBLE):
        async for _ in line:
            pass


async def slow(address: str, seconds: float, count: int = 40) -> int:
    """People who connect and never read again; how many came."""
    host, _, port = address.partition(":")
    transport = httpx.AsyncHTTPTransport(local_address=ADDRESSES[1])
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{address}", timeout=10) as client:
        tables = [each["id"] for each in (await client.get("/api/tables")).json()]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    paths = [f"/api/tables/{table}/socket" for table in tables] or ["/api/lobby/socket"]
    async with AsyncExitStack() as stack:
        opened = 0
        for number in range(count):
            path = paths[number % len(paths)] if number % 4 else "/api/lobby/socket"
            with suppress(OSError):
                line = socket.socket()
                stack.callback(line.close)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                line.bind((ADDRESSES[number % len(ADDRESSES)], 0))
                line.setblocking(False)
                await asyncio.get_running_loop().sock_connect(line, (host, int(port)))
                head = f"GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                head += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                await asyncio.get_running_loop().sock_sendall(line, f"{head}Cookie: {cookie}\r\n\r\n".encode())
                opened += 1
        await asyncio.sleep(seconds)
    return opened


async def _main(options: argparse.Namespace) -> dict[str, int]:
    if options.way == "slow":
        return {"slow readers": await slow(options.address, options.seconds)}
    swarm = Swarm(options.address, options.seed)
    await swarm.attack(options.seconds)
    return dict(swarm.sent)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("way", choices=("swarm", "slow"))
    parser.add_argument("address")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=0)
    print(json.dumps(asyncio.run(_main(parser.parse_args()))))


if __name__ == "__main__":
    main()
