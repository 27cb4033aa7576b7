"""Many people arrive at a study at the same moment, over HTTP; `benchmarks.study_arrivals` does it with a hundred."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.study_arrivals import CONDITIONS, arrive, faults, opened

from ludarium.store import Database
from tests.server.serving import serving


def test_nobody_is_lost_or_matched_twice(tmp_path: Path) -> None:
    place = str(tmp_path / "lab.db")
    with Database.open(place) as database, serving(place) as running:
        for number, people in enumerate((20, 21, 7)):
            slug = f"arrivals-{number}"
            opened(database, slug)
            came = asyncio.run(arrive(running.address, slug, people, []))
            assert len(came) == people
            assert sum(table is None for _, table in came) == people % 2
            assert list(faults(database, slug, came)) == []
        # What would be a fault is found.
        assert list(faults(database, "arrivals-0", came))
        assert len(CONDITIONS) > 1
