"""An evening in the lab: parties of people who play one game after the other, and others who look on."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from benchmarks.chaos.notes import Notes
from benchmarks.chaos.people import Follower, GaveUp, Person, Refused

PERSON = "person"
CLOCK = 120.0
"""Seconds for a decision at tables with a clock: far more than anybody takes, so that it never has to move for them."""
DEAF = 30.0
"""Seconds after which somebody who is connected must have been told what others at the table know."""


@dataclass(frozen=True)
class Kind:
    """What is played at a table, against whom, and how."""

    game: str
    opponent: str = PERSON
    settings: dict[str, Any] = field(default_factory=dict)
    rated: bool = False
    seconds: float | None = None
    spectators: int = 0
    tabs: bool = False
    """Whether the first person looks at the table with two browsers."""


KINDS = (
    Kind("kuhn-poker", rated=True, spectators=2),
    Kind("tic-tac-toe", rated=True, spectators=1),
    Kind("goofspiel", settings={"cards": 4, "seats": 2}, seconds=CLOCK, spectators=2),
    Kind("blotto", rated=True, spectators=1),
    Kind("tic-tac-toe", opponent="mcts:iterations=300"),
    Kind("kuhn-poker", seconds=CLOCK, rated=True, tabs=True),
    Kind("goofspiel", settings={"cards": 5, "seats": 2}, rated=True, tabs=True),
    Kind("kuhn-poker", opponent="ismcts:iterations=300", spectators=1),
    Kind("blotto", seconds=CLOCK, spectators=2),
    Kind("jostle", settings={"board": "2007", "seats": 2, "pieces": 3}, opponent="ADVANCER", spectators=1),
    Kind("tic-tac-toe", seconds=CLOCK, rated=True),
    Kind("goofspiel", settings={"cards": 4, "seats": 2}, opponent="random", seconds=CLOCK),
)
"""The tables, in turn."""


class Lab:
    """Everybody in the lab, and where they find it."""

    def __init__(self, where: Callable[[], str], notes: Notes, seed: int, *, think: tuple[float, float]) -> None:
        self.where, self.notes, self.think = where, notes, think
        self.source = random.Random(f"{seed} people")
        self.enough = asyncio.Event()
        """No new games are begun."""
        self.hurry = False
        """Nobody thinks any more: the evening is to end."""
        self.parties: list[Party] = []
        self.tables: list[str] = []
        """All tables ever, in the order in which they were opened."""
        self._addresses = 0

    async def person(self, *, registered: bool = False) -> Person:
        """Somebody new, from an address of their own."""
        self._addresses += 1
        number = self._addresses
        person = Person(self.where, f"127.20.{number // 250}.{number % 250 + 1}", self.notes)
        if registered:
            tail = f"{self.source.getrandbits(40):010x}"
            await person.arrive(f"Walker {number} {tail}", f"chaos-{self.source.getrandbits(64):016x}")
        else:
            await person.arrive()
        return person

    def live(self) -> list[str]:
        """The tables at which somebody plays now."""
        return [party.table for party in self.parties if party.table]

    def followers(self) -> list[Follower]:
        return [each for party in self.parties for each in party.followers]

    def thinking(self) -> float:
        return 0.05 if self.hurry else self.source.uniform(*self.think)


class Party:
    """The people of one table, who stay together for the evening."""

    def __init__(self, lab: Lab, kind: Kind, seed: str) -> None:
        self._lab, self.kind = lab, kind
        self._source = random.Random(seed)
        self.people: list[Person] = []
        self.spectators: list[Person] = []
        self.followers: list[Follower] = []
        self.table = ""
        self.games = 0

    async def arrive(self) -> None:
        count = 2 if self.kind.opponent == PERSON else 1
        self.people = [await self._lab.person(registered=self.kind.rated) for _ in range(count)]
        self.spectators = [await self._lab.person() for _ in range(self.kind.spectators)]

    async def play(self) -> None:
        """Game after game, until it is enough."""
        while not self._lab.enough.is_set():
            try:
                again = self.games > 0 and self._source.random() < 0.5
                self.table = await (self._rematch() if again else self._open())
                self._lab.tables.append(self.table)
                await self._game()
            except (GaveUp, Refused) as trouble:
                self._lab.notes.fault("stuck", f"a party of {self.kind.game} cannot go on: {trouble}")
                await asyncio.sleep(2.0)

    async def leave(self) -> None:
        for follower in self.followers:
            await follower.leave()
        for person in [*self.people, *self.spectators]:
            await person.leave()

    async def _open(self) -> str:
        kind = self.kind
        other = {"kind": "open"} if kind.opponent == PERSON else {"kind": "player", "player": kind.opponent}
        wish: dict[str, Any] = {"game": kind.game, "settings": kind.settings, "seats": [{"kind": "me"}, other]}
        wish |= {"rated": kind.rated, "seconds": kind.seconds}
        first, *others = self.people
        table = await first.ask("POST", "/api/tables", wish)
        for person in others:
            await self._join(person, table["id"])
        return str(table["id"])

    @staticmethod
    async def _join(person: Person, table: str) -> None:
        try:
            await person.ask("POST", f"/api/tables/{table}/join", {})
        except Refused as refusal:
            if "already" not in refusal.detail:  # the answer to an earlier try was lost
                raise

    async def _rematch(self) -> str:
        found = [await self._asked_for(person) for person in self.people]
        if len(set(found)) != 1:
            self._lab.notes.fault("doubled", f"table {self.table} has several rematches: {found}")
        return found[0]

    async def _asked_for(self, person: Person) -> str:
        path = f"/api/tables/{self.table}/rematch"
        try:
            return str((await person.ask("POST", path))["id"])
        except Refused as refusal:
            if "already" not in refusal.detail:
                raise
            await asyncio.sleep(1.0)  # somebody else was quicker by a moment
            return str((await person.ask("POST", path))["id"])

    async def _game(self) -> None:
        lab = self._lab
        before = self.followers
        players = [*self.people, *(self.people[:1] if self.kind.tabs else [])]
        self.followers = [
            self._follower(person, playing=number < len(self.people))
            for number, person in enumerate([*players, *self.spectators])
        ]
        for follower in before:
            await follower.leave()
        if self._source.random() < 0.3:
            await self.followers[0].say("chat", text=f"game {self.games + 1}")
        await asyncio.gather(*(follower.over.wait() for follower in self.followers))
        while not all(follower.idle for follower in self.followers):
            await asyncio.sleep(0.1)
        self.games += 1
        lab.notes.counts["games"] += 1
        await asyncio.sleep(min(1.0, lab.thinking()))

    def _follower(self, person: Person, *, playing: bool) -> Follower:
        source = random.Random(self._source.getrandbits(64))

        def choose(scene: dict[str, Any]) -> str:
            return str(source.choice(scene["moves"])["text"])

        chooses = choose if playing else None
        return Follower(person, self.table, self._lab.notes, source, choose=chooses, think=self._lab.thinking)


async def look_on(lab: Lab, person: Person, seed: str, pause: float = 0.3) -> None:
    """Look at tables, matches and replays from outside, and keep what they show."""
    source = random.Random(seed)
    while True:
        await asyncio.sleep(source.uniform(0.5, 1.5) * pause)
        tables = lab.live() if source.random() < 0.8 else lab.tables[-40:]
        if tables:
            with suppress(httpx.HTTPError):
                await glance(lab.notes, person, source.choice(tables), source.randrange(3))


async def glance(notes: Notes, person: Person, table: str, way: int) -> None:
    """One look at a table: as a table, as a match, or as a replay."""
    path = (f"/api/tables/{table}", f"/api/matches/{table}", f"/api/matches/{table}/replay")[way]
    answer = await person.once("GET", path)
    if answer.status_code != 200:
        return
    shown = answer.json()
    match way:
        case 0:
            notes.table(shown, path)
        case 1:
            notes.match(shown, path)
        case _:
            notes.replay(table, shown["frames"], path)


async def watch_the_deaf(lab: Lab) -> None:
    """Somebody who is connected, and is not told what others at the table know, has been forgotten."""
    while True:
        await asyncio.sleep(2.0)
        now = time.monotonic()
        for party in lab.parties:
            newest = max((each.told.last for each in party.followers), default=0)
            for follower in party.followers:
                behind = follower.welcomed is not None and follower.told.last < newest
                since = max(follower.behind_since or now, follower.welcomed or now)
                follower.behind_since = since if behind else None
                if behind and now - since > DEAF:
                    text = f"table {party.table}: person {follower.person.id} is connected and was told up to"
                    lab.notes.fault("unseen", f"{text} event {follower.told.last} of {newest} for {DEAF:g} s")
                    follower.behind_since = now
