"""A tournament that is killed again and again ends like one that is left alone."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

KILLS = 20
GAMES = 1_000
LINE = (
    "tournament",
    "pig",
    "random",
    "mcts:iterations=12",
    "mcts:iterations=4",
    "--sweep",
    "goal=12,20",
    "--games",
    str(GAMES),
    "--json",
)
PROGRAM = "import sys; from ludarium.cli.app import run; sys.exit(run(sys.argv[1:]))"
POLL = 0.003
PATIENCE = 120
"""Seconds after which a start that stores nothing is given up, so that a fault does not hang the tests."""

pytestmark = pytest.mark.compiled  # with the compiler off every start takes long, and the store is the same


def start(database: Path, workers: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", PROGRAM, *LINE, "--workers", str(workers), "--database", str(database)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(database: Path, workers: int) -> dict[str, Any]:
    process = start(database, workers)
    printed, remarks = process.communicate()
    assert process.returncode == 0, remarks
    found: dict[str, Any] = json.loads(printed)
    return found


def stored(database: Path) -> int:
    """How many games are in the file; none before it has tables."""
    if not database.exists():
        return 0
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def rows(database: Path) -> list[tuple[Any, ...]]:
    """All that is stored of the games except how long they took."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        columns = "number, line_up, seed, points, ranks, length, moves, texts, faults, settings, seal"
        return connection.execute(f"SELECT {columns} FROM game ORDER BY number").fetchall()


def kill_after(process: subprocess.Popen[str], database: Path, further: int, seconds: float) -> bool:
    """Kill the process once it has stored so many further games and some time has passed; whether it still ran."""
    wanted, deadline = stored(database) + further, time.monotonic() + PATIENCE
    while further and process.poll() is None and stored(database) < wanted:
        assert time.monotonic() < deadline, "the tournament stores no games"
        time.sleep(POLL)
    time.sleep(seconds)
    running = process.poll() is None
    process.kill()
    process.communicate()
    return running


def test_twenty_kills_change_nothing(tmp_path: Path) -> None:
    chance = random.Random(20)
    disturbed, quiet = tmp_path / "disturbed.db", tmp_path / "quiet.db"
    before = 0
    for kill in range(KILLS):
        process = start(disturbed, workers=2 if kill % 7 == 6 else 1)
        # Now and then while it is still starting, mostly amid the games.
        early = kill % 5 == 4
        assert kill_after(
            process,
            disturbed,
            further=0 if early else chance.randint(1, 21),
            seconds=chance.uniform(0, 1.0 if early else 0.05),
        ), f"kill {kill} came too late: the tournament was over"
        assert stored(disturbed) >= before
        before = stored(disturbed)
    assert 0 < before < GAMES
    result, undisturbed = finish(disturbed, workers=1), finish(quiet, workers=1)
    assert {**result, "seconds": 0} == {**undisturbed, "seconds": 0}
    assert [row[0] for row in rows(disturbed)] == list(range(GAMES))
    assert rows(disturbed) == rows(quiet)
