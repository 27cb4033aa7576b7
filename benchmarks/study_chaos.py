"""A study whose server is killed again and again: `python -m benchmarks.study_chaos`.

Simulated people go through a study as in `ludarium study rehearse`, while the process that serves them is killed as
`kill -9` does it and started again. Everybody keeps a ledger of what the server has acknowledged: consent, pages with
their answers, where they were to play, moves. At the end it is compared with what is stored: all of it must be there,
nothing twice, and everybody must have come to an end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection

from ludarium.server.studies.rehearsing import SLUG, Disturb, Rehearsed, Server, rehearse
from ludarium.store import Database, lab, study_answers, study_games
from ludarium.store import studies as store
from ludarium.store.study_models import StudyAnswerRow, StudyPageRow
from ludarium.studies.plan import builtin
from ludarium.studies.running.studies import find
from ludarium.studies.simulated.judging import Population
from ludarium.studies.simulated.visiting import Visit


def killing(kills: int, pause: tuple[float, float], seed: int, told: list[str]) -> Disturb:
    """Kills a server so many times, as long as people are there."""
    source = random.Random(seed)

    async def disturb(server: Server, so_far: Rehearsed) -> None:
        for number in range(1, kills + 1):
            await asyncio.sleep(source.uniform(*pause))
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(source.uniform(0.0, 0.5))
            await asyncio.to_thread(server.start)
            told.append(f"kill {number}: after {so_far.games} games and {so_far.judgements} judgements")

    return disturb


def faults(database: Database, result: Rehearsed) -> list[str]:
    """What the ledgers and the store do not agree about."""
    with database.reading() as connection:
        return [*_people(connection, result), *(fault for visit in result.visits for fault in _of(connection, visit))]


def _people(connection: Connection, result: Rehearsed) -> Iterator[str]:
    stored = {who.public for who in store.participants(connection, find(connection, SLUG).id)}
    known = {name for visit in result.visits for name in visit.ledger.people}
    if stored != known:
        yield f"{len(stored - known)} people are stored whom nobody knows, {len(known - stored)} are lost"
    for visit in result.visits:
        if len(visit.ledger.people) != 1:
            yield f"{visit.person.name} was known as {len(visit.ledger.people)} people"
        if visit.outcome == "on the way":
            yield f"{visit.person.name} came to no end"
    tables = Counter(
        (row["participant_id"], row["step"])
        for row in study_games.seats_of_study(connection, find(connection, SLUG).id)
        if row["participant_id"] is not None
    )
    yield from (f"somebody sits at {count} tables at once" for count in tables.values() if count > 1)


def _of(connection: Connection, visit: Visit) -> Iterator[str]:
    """What is wrong with one person."""
    name, ledger = visit.person.name, visit.ledger
    who = store.participant(connection, public=visit.participant)
    if who is None:
        yield f"{name} is not stored"
        return
    pages = Counter((row["step"], row["attempt"]) for row in study_answers.own_rows(connection, StudyPageRow, who.id))
    yield from (f"{name}: page {step} is stored {count} times" for (step, _), count in pages.items() if count > 1)
    steps = [step for step, _ in pages]
    if steps != sorted(steps) or set(range(max(steps) + 1)) != set(steps):
        yield f"{name}: pages were skipped, or came in another order"
    rows = study_answers.own_rows(connection, StudyAnswerRow, who.id)
    given = Counter((row["step"], row["attempt"], _key(row["question"], row["seat"])) for row in rows)
    yield from (f"{name}: an answer is stored {count} times" for count in given.values() if count > 1)
    values = {(row["step"], row["attempt"], _key(row["question"], row["seat"])): row["value"] for row in rows}
    profiled = {row["question"] for row in rows}
    for (step, attempt), answers in ledger.pages.items():
        if not pages[step, attempt]:
            yield f"{name}: page {step} was acknowledged and is lost"
        for key, value in answers.items():
            known = key.partition(".")[0] in profiled  # a profile is kept apart
            if known and value is not None and values.get((step, attempt, key)) != value:
                yield f"{name}: answer {key} of page {step} is {values.get((step, attempt, key))!r}, not {value!r}"
    for step, seen in ledger.tables.items():
        seat = study_games.game_of(connection, who.id, step)
        if seat is None or seen != {seat.table_id}:
            yield f"{name}: at step {step} the tables {sorted(seen)} were named, stored is {seat and seat.table_id}"
    yield from _moves(connection, visit)


def _key(question: str, seat: int) -> str:
    return question if seat < 0 else f"{question}.{seat}"


def _moves(connection: Connection, visit: Visit) -> Iterator[str]:
    made: dict[str, list[str]] = {}
    for table, decision, move in visit.ledger.moves:
        if table not in made:
            events = lab.events(connection, table)
            made[table] = [event.private["move"] for event in events if event.kind == "moved"]
        if decision >= len(made[table]) or made[table][decision] != move:
            yield f"{visit.person.name}: move {move} at decision {decision} was acknowledged and is not there"


def run(plan: str, people: int, kills: int, pause: tuple[float, float], seed: int, games: int, speed: float) -> int:
    """The number of faults that were found."""
    told: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "study.db"
        result = rehearse(
            builtin.plan_of(plan), people, seed, speed=speed, games=games, database=place,
            traits=Population(hazard=0.0), disturb=killing(kills, pause, seed, told),
        )  # fmt: skip
        with Database.open(str(place)) as database:
            found = faults(database, result)
    print("\n".join(told))
    ledgers = [visit.ledger for visit in result.visits]
    pages = sum(len(ledger.pages) for ledger in ledgers)
    moves = sum(len(ledger.moves) for ledger in ledgers)
    print(f"{len(told)} kills in {result.seconds:.0f} s; {dict(result.outcomes)}")
    print(f"acknowledged: {people} consents, {pages} pages, {result.judgements} judgements, {moves} moves")
    print("\n".join(found) or "all of it is stored, and nothing twice")
    return len(found) + (len(told) < kills)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--plan", default="turing", help="a built-in plan")
    options.add_argument("--people", type=int, default=40)
    options.add_argument("--games", type=int, default=8, help="games of each")
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--pause", type=float, nargs=2, default=(4.0, 12.0), help="seconds until the next kill")
    options.add_argument("--speed", type=float, default=200.0)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    pause = (chosen.pause[0], chosen.pause[1])
    sys.exit(run(chosen.plan, chosen.people, chosen.kills, pause, chosen.seed, chosen.games, chosen.speed) > 0)


if __name__ == "__main__":
    main()
