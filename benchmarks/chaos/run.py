"""One run: people play, faults are injected, and in the end everything is healed, played to its end and compared."""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.chaos import checks, stored
from benchmarks.chaos.evening import KINDS, Lab, Party, look_on, watch_the_deaf
from benchmarks.chaos.faults import Injector
from benchmarks.chaos.notes import Notes
from benchmarks.chaos.people import Person
from benchmarks.chaos.places import Place, postgres_place, sqlite_place
from benchmarks.chaos.servers import DidNotStart
from benchmarks.chaos.stage import Stage, Trouble, staged

ENDING = 120.0
"""Seconds in which all games must come to their end once nothing is broken any more."""
RATING = 20.0
"""Seconds in which the last ratings must have come."""


@dataclass(frozen=True)
class Wishes:
    """How a run is to be."""

    minutes: float = 30.0
    seed: int = 1
    tables: int = 24
    faults: tuple[str, ...] = ()
    think: tuple[float, float] = (0.2, 1.5)
    pause: tuple[float, float] = (2.0, 6.0)
    """Seconds between two faults."""
    most: int | None = None
    """Faults after which it ends before its time."""
    own_file_system: bool = True
    """Whether root gives SQLite a file system of its own, which can be full and read-only."""


@dataclass
class Outcome:
    """What a run has shown."""

    database: str
    wishes: Wishes
    notes: Notes
    seconds: float = 0.0
    events: int = 0
    tables: int = 0
    troubles: list[Trouble] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """Faults that cannot be injected here."""
    tracebacks: list[str] = field(default_factory=list)
    """Where and what, of those in the servers' logs."""
    restarts: int = 0


def run(database: str, wishes: Wishes) -> Outcome:
    """Run on `sqlite` or `postgres`, in a folder that is gone in the end."""
    with ExitStack() as stack:
        place: Place
        if database == "sqlite":
            place = stack.enter_context(sqlite_place(own_file_system=wishes.own_file_system))
        else:
            place = stack.enter_context(postgres_place())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ludarium-chaos-logs-")))
        return asyncio.run(_run(place, folder, wishes))


async def _run(place: Place, folder: Path, wishes: Wishes) -> Outcome:
    notes = Notes()
    outcome = Outcome(place.name, wishes, notes)
    kinds = tuple(kind for kind in wishes.faults if kind not in place.cannot)
    outcome.skipped = sorted(set(wishes.faults) - set(kinds))
    async with staged(place, folder, notes, wishes.seed, clocks="clock" in kinds) as stage:
        outcome.troubles = stage.troubles
        lab = Lab(stage.where, notes, wishes.seed, think=wishes.think)
        async with AsyncExitStack() as leaving:
            try:
                await _played(stage, lab, wishes, kinds, leaving, outcome)
            except* DidNotStart as gone:
                notes.fault("hung", f"given up: a server does not start any more: {gone.exceptions[0]}")
            await _compared(stage, lab, outcome)
        _read_logs(stage, outcome)
    return outcome


async def _played(
    stage: Stage, lab: Lab, wishes: Wishes, kinds: tuple[str, ...], leaving: AsyncExitStack, outcome: Outcome
) -> None:
    """Everybody plays, faults are injected, and all games come to their end."""
    async with asyncio.TaskGroup() as work:
        beside = [work.create_task(stage.watch()), work.create_task(watch_the_deaf(lab))]
        playing = await _arrived(lab, wishes, leaving, work)
        onlookers = [await _onlooker(lab, leaving) for _ in range(3)]
        looking = [
            work.create_task(look_on(lab, each, f"{wishes.seed} onlooker {number}"))
            for number, each in enumerate(onlookers)
        ]
        begun = time.monotonic()
        if kinds:
            injector = Injector(stage, lab, await _onlooker(lab, leaving), kinds)
            await injector.run(begun + 60 * wishes.minutes, wishes.pause, wishes.most)
        else:
            await asyncio.sleep(60 * wishes.minutes)
        outcome.seconds = time.monotonic() - begun
        await _ended(lab, playing)
        for task in [*looking, *playing, *beside]:
            task.cancel()


async def _arrived(
    lab: Lab, wishes: Wishes, leaving: AsyncExitStack, work: asyncio.TaskGroup
) -> list[asyncio.Task[None]]:
    """Everybody comes and begins to play."""
    for number in range(wishes.tables):
        party = Party(lab, KINDS[number % len(KINDS)], f"{wishes.seed} party {number}")
        await party.arrive()
        leaving.push_async_callback(party.leave)
        lab.parties.append(party)
    return [work.create_task(party.play()) for party in lab.parties]


async def _onlooker(lab: Lab, leaving: AsyncExitStack) -> Person:
    person = await lab.person()
    leaving.push_async_callback(person.leave)
    return person


async def _ended(lab: Lab, playing: list[asyncio.Task[None]]) -> None:
    """Nothing is broken any more: all games must come to an end, and everybody must be told of a last word."""
    lab.enough.set()
    lab.hurry = True
    _, stuck = await asyncio.wait(playing, timeout=ENDING)
    for party, task in zip(lab.parties, playing, strict=True):
        if task in stuck:
            waiting = sum(not follower.idle for follower in party.followers)
            text = f"table {party.table} ({party.kind.game} against {party.kind.opponent}) does not end"
            lab.notes.fault("stuck", f"{text}: {waiting} wait for an answer")
    words = [await party.followers[0].say("chat", text="good night") for party in lab.parties if party.followers]
    deadline = time.monotonic() + 30.0
    while time.monotonic() < deadline and any(word.answered is None for word in words):
        await asyncio.sleep(0.1)
    for word in words:
        if word.answered is None:
            lab.notes.fault("unanswered", f"table {word.table}: a last word of person {word.person}")
    while time.monotonic() < deadline and not all(_told_all(party) for party in lab.parties):
        await asyncio.sleep(0.1)


def _told_all(party: Party) -> bool:
    newest = max((each.told.last for each in party.followers), default=0)
    return all(each.told.last == newest for each in party.followers)


async def _compared(stage: Stage, lab: Lab, outcome: Outcome) -> None:
    notes, place = stage.notes, stage.place
    store = await asyncio.to_thread(stored.read, place)
    deadline = time.monotonic() + RATING
    while time.monotonic() < deadline:
        wanted = stored.owed(store)
        if all(store.ratings.get(key, 0) >= games for key, games in wanted.items()):
            break
        await asyncio.sleep(1.0)
        store = await asyncio.to_thread(stored.read, place)
    outcome.tables = len(store.tables)
    outcome.events = sum(len(table.events) for table in store.tables.values())
    checks.told(notes, store)
    checks.numbered(notes, store)
    checks.acknowledged(notes, store)
    checks.followed(notes, store)
    checks.rated(notes, store)
    checks.robbed(notes, store, lab.tables)
    await asyncio.to_thread(checks.secret, notes, store)


def _read_logs(stage: Stage, outcome: Outcome) -> None:
    for watched in stage.servers:
        with suppress(OSError):
            outcome.tracebacks += tracebacks(watched.server.words(whole=True))
        outcome.restarts += watched.server.starts - 1


def tracebacks(log: str) -> list[str]:
    """The last frame and the error of each traceback in a log."""
    found = []
    for text in log.split("Traceback (most recent call last)")[1:]:
        lines = text.splitlines()[1:]
        frames = [number for number, line in enumerate(lines) if line.lstrip().startswith("File ")]
        error = next((line for line in lines if line.strip() and not line.startswith((" ", "\t"))), "")
        found.append(f"{lines[frames[-1]].strip() if frames else ''}: {error}"[:400])
    return found
