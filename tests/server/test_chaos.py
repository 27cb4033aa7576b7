"""Faults, in a short form: `make chaos` and `python -m benchmarks.attacks` are the long ones (docs/chaos.md).

Servers are started as `ludarium serve` does it, in processes of their own.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from benchmarks.attacks.restarts import hung_bursts, hung_restarts
from benchmarks.chaos import report
from benchmarks.chaos.notes import Notes
from benchmarks.chaos.people import Follower, Person
from benchmarks.chaos.run import Wishes, run
from benchmarks.chaos.servers import Server
from benchmarks.chaos.wall_clock import WallClock

from tests.store.postgres import NoServer, programs

pytestmark = pytest.mark.compiled  # no kernels: once is enough
PATIENCE = 60.0


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    if request.param == "postgres":
        try:
            programs()
        except NoServer as error:
            pytest.skip(str(error))
    return str(request.param)


def test_people_who_come_back_at_once_do_not_hang_a_restart(database: str) -> None:
    hung, slow, done = asyncio.run(hung_restarts(database, 2, 5, enough=1))
    assert (hung, slow, done) == (0, 0, 2)


def test_a_burst_to_finished_matches_does_not_hang_a_restart(database: str) -> None:
    hung, done, unwelcome = asyncio.run(hung_bursts(database, 1, 24, enough=1))
    assert (hung, unwelcome, done) == (0, 0, 1)


def test_what_was_told_is_stored_whatever_is_killed_or_cut(database: str) -> None:
    # All kinds once, kills and cuts twice.
    faults, most = ("kill", "cut", "locked", "readonly"), 6
    wishes = Wishes(
        seed=12, tables=6, faults=faults, most=most, pause=(0.3, 0.8), think=(0.05, 0.3), own_file_system=False
    )
    outcome = run(database, wishes)
    assert outcome.notes.counts["games"] > 0
    assert outcome.notes.counts["injected kill"] == 2
    wrong = {kind: outcome.notes.wrong[kind][:3] for kind, count in report.faults(outcome).items() if count}
    assert not wrong


@asynccontextmanager
async def _lab(folder: Path, clock: WallClock | None = None) -> AsyncIterator[tuple[Server, list[Person], Notes]]:
    """A server, and two people who are registered there."""
    notes = Notes()
    server = Server(str(folder / "lab.db"), folder, clock=clock)
    server.start()
    people = [Person(lambda: server.address, f"127.0.0.{each}", notes, PATIENCE) for each in (21, 22)]
    try:
        await server.ready()
        for number, person in enumerate(people):
            await person.arrive(f"Oarsman {number} of eight", f"rowing upstream {number}")
        yield server, people, notes
    finally:
        for person in people:
            await person.leave()
        await asyncio.to_thread(server.stop)


async def _table(people: list[Person], **wishes: object) -> str:
    wish = {"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "open"}], **wishes}
    table = str((await people[0].ask("POST", "/api/tables", wish))["id"])
    await people[1].ask("POST", f"/api/tables/{table}/join", {})
    return table


def _followers(people: list[Person], table: str, notes: Notes) -> list[Follower]:
    source = random.Random(1)
    return [
        Follower(each, table, notes, source, choose=lambda scene: str(scene["moves"][0]["text"])) for each in people
    ]


def test_a_fault_in_the_ratings_holds_nobody_up_and_is_made_good(tmp_path: Path) -> None:
    async def play() -> None:
        async with _lab(tmp_path) as (_, people, notes):
            table = await _table(people, rated=True)
            _change(tmp_path, "CREATE TRIGGER no_ratings BEFORE INSERT ON rating BEGIN SELECT RAISE(ABORT, 'no'); END")
            followers = _followers(people, table, notes)
            try:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(*(each.over.wait() for each in followers))
                    while not all(each.idle for each in followers):
                        await asyncio.sleep(0.05)
            finally:
                for each in followers:
                    await each.leave()
            refused = [message.refused for message in notes.messages if message.refused]
            assert not refused
            assert _rated(tmp_path) == []
            _change(tmp_path, "DROP TRIGGER no_ratings")
            deadline = time.monotonic() + PATIENCE
            while len(_rated(tmp_path)) < 2 and time.monotonic() < deadline:
                await asyncio.sleep(0.2)
            assert _rated(tmp_path) == [1, 1]
            assert dict(notes.wrong) == {}

    asyncio.run(play())


def _change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "lab.db", timeout=PATIENCE)) as connection:
        connection.execute(statement)
        connection.commit()


def _rated(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / "lab.db", timeout=PATIENCE)) as connection:
        return [games for (games,) in connection.execute("SELECT games FROM rating WHERE pool = 'lab'")]


def test_a_jump_of_the_wall_clock_moves_for_nobody(tmp_path: Path) -> None:
    async def play() -> None:
        clock = WallClock(tmp_path)
        async with _lab(tmp_path, clock) as (_, people, notes):
            table = await _table(people, seconds=300)
            watching = [Follower(each, table, notes, random.Random(each.id)) for each in people]
            try:
                async with asyncio.timeout(PATIENCE):
                    while watching[1].welcomed is None:
                        await asyncio.sleep(0.05)
                    await watching[1].say("agree", revision=watching[1].info["revision"])
                    while watching[0].scene is None:
                        await asyncio.sleep(0.05)
                for jump in (-3600.0, 3600.0):
                    clock.set(jump)
                    watching.append(await _comes_late(people[0], table, watching[0], notes))
                scene = watching[-1].scene
                assert scene is not None
                assert scene["turn"]["decision"] == 0, "the clock has moved for somebody who had time"
                assert dict(notes.wrong) == {}, "the clock shows more than there is"
            finally:
                for each in watching:
                    await each.leave()

    asyncio.run(play())


async def _comes_late(person: Person, table: str, other: Follower, notes: Notes) -> Follower:
    """A word makes the table look at its clock; somebody who comes then is told how much of it is left."""
    await other.say("chat", text="what time is it?")
    await asyncio.sleep(1.5)
    fresh = Follower(person, table, notes, random.Random(3))
    async with asyncio.timeout(PATIENCE):
        while fresh.welcomed is None or fresh.scene is None:
            await asyncio.sleep(0.05)
    return fresh
