"""Honest people beside an attack, in a process of their own: what they wait for is written as lines of JSON.

    python -m benchmarks.attacks.honest 127.0.0.1:8000

One asks for the list of games again and again, two play with each other, one plays against a player of the lab. They
come from addresses that no attack comes from, and go on until their input ends.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from contextlib import suppress
from typing import Any

import httpx

from benchmarks.chaos.notes import Notes
from benchmarks.chaos.people import Follower, GaveUp, Person, Refused

ADDRESS = "127.0.0.2"
PATIENCE = 30.0
"""Seconds after which a request counts as failed."""
OPPONENT = "mcts:iterations=300"


def note(kind: str, seconds: float, detail: str = "") -> None:
    print(json.dumps({"t": time.monotonic(), "kind": kind, "seconds": seconds, "detail": detail}), flush=True)


class Player(Follower):
    """Plays tic-tac-toe, and notes how long acknowledgements and answers took."""

    asked: tuple[int, float] | None = None

    def _acknowledged(self, name: str, number: int) -> None:
        known = self._waiting.get(name)
        super()._acknowledged(name, number)
        if known is not None and known[0].kind == "move":
            note("ack", time.monotonic() - known[0].sent)

    async def _look(self, scene: dict[str, Any] | None) -> None:
        if scene is not None and self.asked is not None:
            decision, at = self.asked
            if scene["turn"]["decision"] >= decision + 2:
                note("answer", time.monotonic() - at)
                self.asked = None
        await super()._look(scene)


async def _asking(person: Person) -> None:
    while True:
        begun = time.monotonic()
        try:
            answer = await person.once("GET", "/api/games")
            detail = "" if answer.status_code == 200 else f"status {answer.status_code}"
        except httpx.HTTPError as error:
            detail = type(error).__name__
        note("request", time.monotonic() - begun if not detail else PATIENCE, detail)
        await asyncio.sleep(0.2)


async def _playing(address: str, sources: tuple[str, ...], notes: Notes, opponent: str | None) -> None:
    """One game of tic-tac-toe after the other."""
    people = [Person(lambda: address, source, notes, PATIENCE) for source in sources]
    for person in people:
        await person.arrive()
    source = random.Random(7)
    while True:
        with suppress(GaveUp, Refused, TimeoutError):
            other = {"kind": "player", "player": opponent} if opponent else {"kind": "open"}
            wish = {"game": "tic-tac-toe", "seats": [{"kind": "me"}, other], "private": opponent is None}
            table = await people[0].ask("POST", "/api/tables", wish)
            key = table["link"].partition("key=")[2]
            for person in people[1:]:
                await person.ask("POST", f"/api/tables/{table['id']}/join", {"key": key})
            await _game(people, table["id"], notes, source, answers=opponent is not None)


async def _game(people: list[Person], table: str, notes: Notes, source: random.Random, *, answers: bool) -> None:
    players: list[Player] = []

    def choice(number: int) -> Any:
        def choose(scene: dict[str, Any]) -> str:
            if answers:
                players[number].asked = scene["turn"]["decision"], time.monotonic()
            return str(source.choice(scene["moves"])["text"])

        return choose

    for number, person in enumerate(people):
        player = Player(person, table, notes, source, choose=choice(number), think=lambda: source.uniform(0.1, 0.4))
        players.append(player)
    try:
        async with asyncio.timeout(120.0):
            await asyncio.gather(*(player.over.wait() for player in players))
    finally:
        for player in players:
            if player.asked is not None and not player.over.is_set():
                note("answer", time.monotonic() - player.asked[1], "none came")
            await player.leave()


async def _until_input_ends() -> None:
    await asyncio.to_thread(sys.stdin.read)


async def _main(address: str) -> None:
    notes = Notes()
    asking = Person(lambda: address, ADDRESS, notes, PATIENCE)
    await asking.arrive()
    tasks = [
        asyncio.create_task(_asking(asking)),
        asyncio.create_task(_playing(address, (ADDRESS, "127.0.0.4"), notes, None)),
        asyncio.create_task(_playing(address, (ADDRESS,), notes, OPPONENT)),
    ]
    await _until_input_ends()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
