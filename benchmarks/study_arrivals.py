"""A hundred people arrive at a study at the same moment: `python -m benchmarks.study_arrivals`.

Each run is a study of its own with four conditions and a game of two people, on one server in a process of its own.
Everybody opens the link, agrees and waits for a companion, all at once over HTTP. Afterwards nobody may be missing,
nobody may sit at two tables or twice with the same person, all who can be matched must be, and the conditions may
differ by one person at most.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec

from benchmarks.measuring import shares
from ludarium.server.studies.rehearsing import Server
from ludarium.store import Database, study_games
from ludarium.store import studies as store
from ludarium.studies.plan.model import Plan
from ludarium.studies.running.studies import create, find, set_state

CONDITIONS = ("a", "b", "c", "d")
PLAN: dict[str, Any] = {
    "title": "Arrivals",
    "kind": "turing",
    "languages": ["en"],
    "conditions": [{"name": name} for name in CONDITIONS],
    "stages": [
        {"kind": "consent", "name": "consent", "statements": ["I agree."]},
        {"kind": "play", "name": "play", "game": "tic-tac-toe", "seats": ["me", "person"], "games": 1},
        {"kind": "debrief", "name": "end"},
    ],
}
PATIENCE = 300.0


def opened(database: Database, slug: str) -> None:
    with database.writing() as connection:
        set_state(connection, create(connection, msgspec.convert(PLAN, Plan), "", slug=slug), "open")


async def arrive(address: str, slug: str, count: int, requests: list[float]) -> list[tuple[str, str | None]]:
    """So many people at once: as whom each is known, and at which table. The last of an odd number has none."""
    limits = httpx.Limits(max_connections=count)
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE, limits=limits) as client:
        seated = [0]

        async def ask(method: str, path: str, cookie: str, body: Any = None) -> httpx.Response:
            headers = {"Cookie": cookie} if cookie else {}
            while True:
                begun = time.perf_counter()
                try:
                    answer = await client.request(method, f"/api/studies/{slug}{path}", json=body, headers=headers)
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.1)  # as a browser does: what is sent twice counts once
            requests.append(time.perf_counter() - begun)
            client.cookies.clear()  # the next one is somebody else
            answer.raise_for_status()
            return answer

        async def person() -> tuple[str, str | None]:
            answer = await ask("GET", "", "")
            cookie = answer.headers["set-cookie"].partition(";")[0]
            answer = await ask("POST", "/consent", cookie, {"version": 1, "statements": 1})
            page = answer.json()
            while page["table"] is None and seated[0] < count - count % 2:
                await asyncio.sleep(0.2)
                page = (await ask("GET", "/page", cookie)).json()
            seated[0] += page["table"] is not None
            return page["participant"], page["table"]

        return list(await asyncio.gather(*(person() for _ in range(count))))


def faults(database: Database, slug: str, came: list[tuple[str, str | None]]) -> Iterator[str]:
    """What is wrong after a run."""
    with database.reading() as connection:
        study = find(connection, slug)
        people = {who.public: who for who in store.participants(connection, study.id)}
        rows = study_games.seats_of_study(connection, study.id)
    if set(people) != {name for name, _ in came} or len(people) != len(came):
        yield f"{len(came)} came, {len(people)} are stored"
    sits = Counter(row["participant_id"] for row in rows)
    yield from (f"somebody sits at {count} tables" for count in sits.values() if count > 1)
    if len(sits) != len(came) - len(came) % 2:
        yield f"{len(sits)} of {len(came)} sit at a table"
    by_table = Counter(row["table_id"] for row in rows)
    yield from (f"{count} people at a table for two" for count in by_table.values() if count != 2)
    told = {people[name].id: table for name, table in came if table is not None and name in people}
    stored = {row["participant_id"]: row["table_id"] for row in rows}
    yield from (
        f"somebody was sent to {told[one]}, and sits at {stored.get(one)}"
        for one in told
        if told[one] != stored.get(one)
    )
    spread = Counter(who.condition for who in people.values())
    numbers = [spread[name] for name in CONDITIONS]
    if max(numbers) - min(numbers) > 1:
        yield f"conditions {numbers}"


def run(runs: int, count: int) -> int:
    """The number of faults that were found."""
    requests: list[float] = []
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        place = str(Path(folder) / "study.db")
        with Database.open(place) as database:
            server = Server(place, 1.0)
            server.start()
            try:
                for number in range(1, runs + 1):
                    slug = f"arrivals-{number}"
                    opened(database, slug)
                    begun = time.perf_counter()
                    came = asyncio.run(arrive(server.address, slug, count, requests))
                    wrong = list(faults(database, slug, came))
                    found += len(wrong)
                    told = "; ".join(wrong) or "nobody twice, nobody lost, conditions within one"
                    print(
                        f"run {number}: {len(came)} people in {time.perf_counter() - begun:.1f} s: {told}", flush=True
                    )
            finally:
                server.stop()
    print(f"{runs} runs with {count} people, {found} faults; requests: {shares(requests)}")
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=50)
    options.add_argument("--people", type=int, default=100)
    chosen = options.parse_args()
    sys.exit(run(chosen.runs, chosen.people) > 0)


if __name__ == "__main__":
    main()
