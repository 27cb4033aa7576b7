"""Fair shares: how long an honest person waits while a visitor asks for as much as they can.

    python -m benchmarks.server_shares
    python -m benchmarks.server_shares --only tables --addresses 8

Two measurements against a server in a process of its own, the visitor and the honest person at different addresses of
this machine (127.0.0.2 and on; Linux has them all):

- **tables**: the visitor opens heavy tables, half of them with players alone, dropping the cookie whenever the limit
  for one guest is reached. Meanwhile somebody plays one game after the other against a quick player: measured is the
  time from their move to the player's.
- **replays**: the visitor uploads long matches and asks for all replays at once. Meanwhile somebody asks for the replay
  of a short match, again and again.

All the while the honest person asks for the server's status twenty times a second: whatever holds up the serving
process shows there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from benchmarks.server_load import shares

HEAVY = ("mcts:seconds={:.2f}", "mcts:iterations=100000,seconds={:.2f}", "minimax:seconds={:.2f}")
QUICK = "mcts:iterations=400"
EACH = 30
"""Unfinished tables of one guest: then a new one is made."""


class Person:
    """A guest at an address of this machine."""

    def __init__(self, server: str, address: str) -> None:
        self.server, self.address = server, address
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=20))
        self.http = httpx.AsyncClient(base_url=f"http://{server}/api", transport=transport, timeout=600)

    async def open(self, game: str, seats: list[str]) -> httpx.Response:
        taken = [{"kind": "me"} if seat == "me" else {"kind": "player", "player": seat} for seat in seats]
        return await self.http.post("/tables", json={"game": game, "seats": taken})

    def follow(self, table: str) -> Any:
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.http.cookies.jar)
        return connect(
            f"ws://{self.server}/api/tables/{table}/socket",
            additional_headers={"Cookie": cookie},
            max_size=None,
            open_timeout=600,
            local_addr=(self.address, 0),
        )


# --- tables -----------------------------------------------------------------------------------------------------------


async def flood(server: str, address: str, numbers: range) -> int:
    """Open heavy tables, half of them without a person; gives how many could be opened."""
    visitor, opened = Person(server, address), 0
    for number in numbers:
        if opened % EACH == 0:
            visitor = Person(server, address)
            await visitor.http.get("/me")
        # No two are alike: what was learnt of one kind of player tells nothing of the next.
        heavy = HEAVY[number // 2 % len(HEAVY)].format(10 - number / 100)
        answer = await visitor.open("reversi", [heavy, "me" if number % 2 else heavy])
        opened += answer.status_code == 201
    return opened


async def play(person: Person, game: str, until: float, times: list[float]) -> None:
    """Play games against a quick player, and note how long it takes to answer."""
    while time.monotonic() < until:
        table = (await person.open(game, ["me", QUICK])).raise_for_status().json()["id"]
        async with person.follow(table) as line:
            scene = json.loads(await line.recv())["scene"]
            while not scene["over"] and time.monotonic() < until:
                sent, decision = time.monotonic(), scene["turn"]["decision"]
                move = {"type": "move", "id": str(decision), "decision": decision, "moves": [scene["moves"][0]["text"]]}
                await line.send(json.dumps(move))
                while not scene["over"] and (scene["turn"]["decision"] == decision or not scene["moves"]):
                    message = json.loads(await line.recv())
                    scene = message["scene"] if message["type"] == "scene" else scene
                times.append(time.monotonic() - sent)
            await line.send(json.dumps({"type": "resign", "id": "resign"}))


async def tables(server: str, options: argparse.Namespace) -> None:
    honest = Person(server, "127.0.0.1")
    for heavy in (QUICK, "random"):  # the game is got ready before anything is measured
        await honest.open("reversi", ["me", heavy])
    quiet: list[float] = []
    await play(honest, "reversi", time.monotonic() + 5, quiet)
    print(f"a quick player, nobody else there: {shares(quiet)}")
    parts = [range(place, options.tables, options.addresses) for place in range(options.addresses)]
    opened = await asyncio.gather(*(flood(server, f"127.0.0.{2 + place}", part) for place, part in enumerate(parts)))
    busy: list[float] = []
    pulse: list[float] = []
    await beside(honest, pulse, lambda: play(honest, "reversi", time.monotonic() + options.seconds, busy))
    print(f"  beside {sum(opened)} heavy tables from {options.addresses} addresses: {shares(busy)}")
    print(f"  the server's status meanwhile: {shares(pulse)}")


# --- replays ----------------------------------------------------------------------------------------------------------


def played(game: str, seed: int, **settings: Any) -> str:
    from ludarium.engine import Match
    from ludarium.games import load
    from ludarium.players import make

    loaded = load(game, **settings)
    return Match(loaded, [make("random", loaded) for _ in range(loaded.seats)], seed=seed).run().to_json()


async def replays(server: str, options: argparse.Namespace) -> None:
    honest, visitor = Person(server, "127.0.0.1"), Person(server, "127.0.0.2")

    async def upload(person: Person, record: str) -> str:
        answer = (await person.http.post("/matches", content=record)).raise_for_status()
        return str(answer.json()["id"])

    small = [await upload(honest, played("tic-tac-toe", seed)) for seed in range(options.small)]
    large_settings = {"max_turns": 1000, "pieces": 12, "treasures": 30, "width": 2000, "height": 2000}
    begun = time.monotonic()
    large = [await upload(visitor, played("boundary", seed, **large_settings)) for seed in range(options.replays)]
    print(f"{len(large)} long matches played and uploaded in {time.monotonic() - begun:.1f} s")
    answers: list[int] = []
    small_times: list[float] = []
    pulse: list[float] = []

    async def heavy(match: str) -> None:
        for _ in range(20):
            answers.append((await visitor.http.get(f"/matches/{match}/replay")).status_code)
            if answers[-1] == 200:
                return
            await asyncio.sleep(1.0)

    async def ask() -> None:
        await honest.http.get(f"/matches/{small[0]}")
        begun = time.monotonic()
        asked = [asyncio.create_task(heavy(match)) for match in large]
        await asyncio.sleep(0.3)
        for match in small[1:]:
            sent = time.monotonic()
            (await honest.http.get(f"/matches/{match}/replay")).raise_for_status()
            small_times.append(time.monotonic() - sent)
        await asyncio.gather(*asked)
        counted = ", ".join(f"{answers.count(status)} × {status}" for status in sorted(set(answers)))
        print(f"{len(large)} long replays in {time.monotonic() - begun:.1f} s ({counted})")

    await beside(honest, pulse, ask)
    print(f"  a short replay meanwhile: {shares(small_times)}")
    print(f"  the server's status meanwhile: {shares(pulse)}")


async def beside(person: Person, pulse: list[float], work: Callable[[], Awaitable[None]]) -> None:
    """Do something while the server's pulse is taken."""

    async def take() -> None:
        while True:
            sent = time.monotonic()
            await person.http.get("/status")
            pulse.append(time.monotonic() - sent)
            await asyncio.sleep(0.05)

    taking = asyncio.create_task(take())
    try:
        await work()
    finally:
        taking.cancel()
        with suppress(asyncio.CancelledError):
            await taking


# --- the server -------------------------------------------------------------------------------------------------------


def serve(place: str, port: int) -> None:
    import uvicorn

    from ludarium.server.app import create_app
    from ludarium.server.http.connections import uvicorn_options
    from ludarium.server.settings import Settings

    settings = Settings(database=place, warm=False, fastest=0.0, slowest=0.0)
    uvicorn.run(
        create_app(settings),
        host="127.0.0.1",
        port=port,
        log_level="error",
        timeout_graceful_shutdown=1,
        **uvicorn_options(settings),
    )


async def measure(server: str, options: argparse.Namespace) -> None:
    for name, work in (("replays", replays), ("tables", tables)):
        if options.only in (None, name):
            await work(server, options)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=["tables", "replays"])
    parser.add_argument("--tables", type=int, default=40, help="heavy tables, half of them with players alone")
    parser.add_argument("--addresses", type=int, default=1, help="from so many addresses together")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long the honest person plays beside them")
    parser.add_argument("--replays", type=int, default=8, help="long replays at once")
    parser.add_argument("--small", type=int, default=6, help="short replays, one after the other")
    parser.add_argument("--serve", nargs=2, metavar=("PLACE", "PORT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve[0], int(options.serve[1]))
        return
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.server_shares"]
        server = subprocess.Popen([*command, "--serve", str(Path(folder) / "lab.db"), str(port)])
        try:
            while server.poll() is None:
                with suppress(httpx.TransportError):
                    httpx.get(f"http://127.0.0.1:{port}/api/status")
                    break
                time.sleep(0.1)
            asyncio.run(measure(f"127.0.0.1:{port}", options))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
