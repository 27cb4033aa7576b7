"""Databases that earlier versions wrote: read, counted, replayed and served as then.

`tests/data/earlier` holds one of version 0.1 with two tournaments, one that an SPRT decided (94 of its 108 games count)
and a ladder, one of a lab with six tables, and the figures that the same version printed for the runs.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ludarium.arena.plan.ladder import ladder_of
from ludarium.arena.run.stored import StoredRun
from ludarium.engine.record import Record
from ludarium.games import load
from ludarium.store import Database
from tests.server.serving import serving

pytestmark = pytest.mark.compiled  # replays and counts: once is enough

EARLIER = Path(__file__).parents[1] / "data" / "earlier"
FIGURES = json.loads((EARLIER / "figures.json").read_text(encoding="utf-8"))


def unpacked(name: str, folder: Path) -> str:
    (folder / name).write_bytes(gzip.decompress((EARLIER / f"{name}.gz").read_bytes()))
    return str(folder / name)


def agrees(now: Any, then: Any, where: str = "") -> None:
    """Every figure of then is still there and the same; wordings and new figures are free."""
    if isinstance(then, dict):
        for key, value in then.items():
            assert key in now, f"{where}: {key} is gone"
            agrees(now[key], value, f"{where}.{key}")
    elif isinstance(then, list):
        assert len(now) == len(then), where
        for place, (mine, theirs) in enumerate(zip(now, then, strict=True)):
            agrees(mine, theirs, f"{where}[{place}]")
    elif isinstance(then, float):
        assert now == pytest.approx(then, rel=1e-9, abs=1e-12), where
    else:
        assert now == then, where


@pytest.mark.parametrize("short", FIGURES["tournaments"])
def test_a_stored_run_says_what_it_said(short: str, tmp_path: Path) -> None:
    with Database.open(unpacked("results.db", tmp_path)) as database:
        told = json.loads(json.dumps(StoredRun.read(database.run(short)).to_dict()))
    then = FIGURES["tournaments"][short]
    assert told["games"] == then["games"]
    agrees(told["sections"], then["sections"], short)
    if then["verdict"] is not None:
        agrees(told["verdict"], then["verdict"], short)


def test_a_stored_ladder_says_what_it_said(tmp_path: Path) -> None:
    then = FIGURES["ladder"]
    with Database.open(unpacked("results.db", tmp_path)) as database:
        standings = ladder_of([database.run(then["run"])]).standings()
    agrees(json.loads(json.dumps(standings.to_dict()))["players"], then["players"], "ladder")


def test_every_stored_game_replays(tmp_path: Path) -> None:
    with Database.open(unpacked("results.db", tmp_path)) as database:
        games = [f"{run.short}:{game.number}" for run in database.runs() for game in run.games()]
        assert len(games) == 268
        for game in games:
            record = database.record_of(game, load)
            assert record.verify(load).result() == record.result


def test_a_lab_goes_on_where_it_was(tmp_path: Path) -> None:
    with serving(unpacked("lab.db", tmp_path)) as running:
        person = running.person()
        matches = person.get("/matches")["matches"]
        assert len(matches) == 6
        for match in matches:
            answer = person.http.get(f"/matches/{match['id']}/record")
            assert answer.status_code == 200
            record = Record.from_json(answer.text)
            assert record.verify(load).over
            assert len(person.get(f"/matches/{match['id']}/replay")["frames"]) > 1
