"""Restarts with people who come back at once: 20 tables with 40 people, and bursts to matches that are over."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx
from websockets.exceptions import WebSocketException

from benchmarks.attacks.common import verdict
from benchmarks.chaos.evening import KINDS, PERSON, Lab, Party
from benchmarks.chaos.notes import Notes
from benchmarks.chaos.people import Person
from benchmarks.chaos.places import postgres_place, sqlite_place
from benchmarks.chaos.servers import DidNotStart, answers, asking
from benchmarks.chaos.stage import HUNG, Stage, Watched, staged

BACK = 60.0
"""Seconds in which everybody must be back at their table."""
SPREAD = 0.3
"""Seconds within which the sockets of a burst come."""
ENOUGH = 10
"""Restarts that hang before the rest is spared."""


@asynccontextmanager
async def _stage(database: str, notes: Notes) -> AsyncIterator[Stage]:
    with (
        sqlite_place(own_file_system=False) if database == "sqlite" else postgres_place() as place,
        tempfile.TemporaryDirectory(prefix="ludarium-attack-") as folder,
    ):
        async with staged(place, Path(folder), notes, 1, clocks=False) as stage:
            yield stage


async def restarts(quick: bool) -> bool:
    """Kill and start the server again and again, while everybody comes back within a second."""
    right = True
    for database in ("sqlite", "postgres"):
        hung, slow, count = await hung_restarts(database, 5 if quick else 50, 6 if quick else 20)
        words = f"{database}: {hung} of {count} restarts hung, {slow} brought people back late"
        right &= verdict("restarts", hung == 0 and slow == 0, words)
    return right


async def hung_restarts(database: str, count: int, tables: int, enough: int = ENOUGH) -> tuple[int, int, int]:
    """How many of some restarts hung, after how many not everybody was back in time, and how many there were."""
    notes = Notes()
    slow = done = 0
    async with _stage(database, notes) as stage, AsyncExitStack() as leaving:
        lab = Lab(stage.where, notes, 1, think=(0.1, 0.5))
        kinds = [kind for kind in KINDS if kind.opponent == PERSON and not kind.rated]
        playing = []
        for number in range(tables):
            party = Party(lab, kinds[number % len(kinds)], f"party {number}")
            await party.arrive()
            lab.parties.append(party)
            leaving.push_async_callback(party.leave)
            playing.append(asyncio.create_task(party.play()))
        with suppress(DidNotStart):
            for _ in range(count):
                await asyncio.sleep(1.0)
                await asyncio.gather(*(_restarted(stage, watched) for watched in stage.servers))
                done += 1
                slow += not await _everybody_is_back(stage, lab)
                if notes.counts["hung"] >= enough:
                    break
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return notes.counts["hung"], slow, done


async def _restarted(stage: Stage, watched: Watched) -> None:
    async with watched.in_hand:
        watched.server.kill()
        await stage.start(watched)


async def _everybody_is_back(stage: Stage, lab: Lab) -> bool:
    """Whether all people are connected again in time, and have been for a moment; a server that hangs is noticed,
    counted and started again."""
    begun = time.monotonic()
    async with asking(3.0) as client:
        silent = dict.fromkeys(range(len(stage.servers)), begun)
        while time.monotonic() - begun < BACK:
            await asyncio.sleep(0.2)
            for number, watched in enumerate(stage.servers):
                now = time.monotonic()
                if await answers(client, watched.server.address):
                    silent[number] = time.monotonic()
                elif now - silent[number] > HUNG:
                    stage.notes.fault("hung", f"{watched.server.name} does not answer after a restart")
                    async with watched.in_hand:
                        watched.server.kill()
                        watched.proxy.let_in_slowly(30.0)
                        await stage.start(watched)
                    return True  # counted as hung, not as slow, too
            followers = lab.followers()
            if followers and all(each.welcomed is not None for each in followers):
                return True
    return False


async def finished(quick: bool) -> bool:
    """After a restart, forty sockets at once to matches that are over."""
    right = True
    for database in ("sqlite", "postgres"):
        hung, rounds, unwelcome = await hung_bursts(database, 2 if quick else 10, 40)
        words = f"{database}: {hung} of {rounds} bursts hung the server, {unwelcome} sockets were not welcomed"
        right &= verdict("finished", hung == 0 and unwelcome == 0, words)
    return right


async def hung_bursts(database: str, rounds: int, sockets: int, enough: int = ENOUGH) -> tuple[int, int, int]:
    """How many bursts hung the server, of how many, and how many sockets were not welcomed."""
    notes = Notes()
    unwelcome = 0
    async with _stage(database, notes) as stage, AsyncExitStack() as leaving:
        people = [Person(lambda: stage.servers[0].server.address, f"127.0.3.{n + 1}", notes) for n in range(sockets)]
        for person in people:
            leaving.push_async_callback(person.leave)
            await person.arrive()
        tables = [await _over(person) for person in people[: sockets // 4]]
        source = random.Random(1)
        watched = stage.servers[0]
        for _ in range(rounds):
            async with watched.in_hand:
                watched.server.kill()
                await stage.start(watched)
            # Not all in the same moment: those who come while others are just being served find it half done.
            burst = [
                _welcomed(person, tables[number % len(tables)], source.uniform(0.0, SPREAD))
                for number, person in enumerate(people)
            ]
            unwelcome += (await asyncio.gather(*burst)).count(False)
            if not await _alive(watched):
                notes.fault("hung", "a burst to finished matches")
                if notes.counts["hung"] >= enough:
                    break
    return notes.counts["hung"], rounds, unwelcome


async def _over(person: Person) -> str:
    """A match that is over: given up at its first move."""
    wish = {"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "player", "player": "random"}]}
    table = str((await person.ask("POST", "/api/tables", wish))["id"])
    line = await person.connect(f"/api/tables/{table}/socket")
    async with asyncio.timeout(60.0), line:
        await line.send('{"type":"resign","id":"over"}')
        while '"ack"' not in str(await line.recv()):
            pass
    return table


async def _welcomed(person: Person, table: str, wait: float) -> bool:
    await asyncio.sleep(wait)
    with suppress(OSError, WebSocketException, TimeoutError):
        async with asyncio.timeout(HUNG), await person.connect(f"/api/tables/{table}/socket") as line:
            return '"welcome"' in str(await line.recv())
    return False


async def _alive(watched: Watched) -> bool:
    begun = time.monotonic()
    async with asking(5.0) as client:
        while time.monotonic() - begun < HUNG:
            with suppress(httpx.HTTPError):
                if await answers(client, watched.server.address):
                    return True
            await asyncio.sleep(0.2)
    return False
