"""Processes killed while they write: what they had stored is there, whole, and the next one goes on."""

from __future__ import annotations

import random
import time

import pytest
from sqlalchemy import text

from ludarium.store import Database
from tests.store.games import PLAN, several, without_ids
from tests.store.processes import BATCH, answer, go, process

pytestmark = pytest.mark.compiled  # no kernels: once is enough


@pytest.mark.parametrize(("kind", "kills"), [("sqlite", 20), ("postgresql", 6)])
def test_kills_at_random_moments(request: pytest.FixtureRequest, kind: str, kills: int) -> None:
    place: str = request.getfixturevalue("sqlite_place" if kind == "sqlite" else "postgres_place")
    moments = random.Random(20)
    stored = 0
    for kill in range(kills):
        # The first are killed before anything is stored, perhaps while they make the tables.
        said = _killed_after(place, lines=0 if kill < 4 else moments.randint(1, 6), seconds=moments.uniform(0.0, 0.02))
        with Database.open(place) as database:
            run = database.start_run(PLAN)
            with run.lease(), database.reading() as connection:
                if kind == "sqlite":
                    assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
            done = run.done()
            # Whole batches from the first on, all that were reported, and at most one that was not.
            assert len(done.ranges) <= 1
            assert len(done) % BATCH == 0
            reported = max([stored, *(first + BATCH for first in said)])
            assert reported <= len(done) <= reported + BATCH
            stored = len(done)
    assert stored > 0
    with Database.open(place) as database:
        games = without_ids(database.start_run(PLAN).games())
        assert games == several(range(stored))


def _killed_after(place: str, *, lines: int, seconds: float) -> list[int]:
    """Let a process report so many lines, and go on for a moment; kill it, and return the batches that it reported."""
    with process("write", place) as writer:
        go(writer)
        said = [answer(writer) for _ in range(lines)]
        time.sleep(seconds)
        writer.kill()
        assert writer.stdout is not None
        said += writer.stdout.read().split("\n")[:-1]  # the last line may have been cut off
        return [int(line) for line in said if line != "leased"]
