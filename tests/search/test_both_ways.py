"""Compiled or interpreted, a search finds the same: what is seen in the debugger is what runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludarium.games import load
from ludarium.search import Budget, solve
from tests.search.search_games import Trails
from tests.search.searches import SEARCHES

ROOT = Path(__file__).parents[2]


def reports() -> list[object]:
    """A few searches of every kind, as plain values."""
    found: list[object] = []
    positions = [
        load("tic-tac-toe").start(),
        load("6x6 checkers no-men").start(),
        load("kuhn-poker").start(2),
        load("goofspiel", cards=5).start(3),
        load("pig", goal=20).start(4).play("roll", 0),
        Trails(seats=3).start(5),
    ]
    for position in positions:
        view = position.view(position.movers[-1])
        for search in SEARCHES.values():
            report = search(view, Budget(60), 7)
            moves = [[entry.move, entry.visits, entry.value] for entry in report.moves]
            found.append([report.best, report.iterations, sorted(report.figures.items()), moves])
    solution = solve(load("tic-tac-toe").read_position("x2/1o1/3 x"))
    return [*found, [solution.value, solution.positions]]


@pytest.mark.compiled
def test_the_interpreter_finds_what_compiled_code_finds() -> None:
    code = "import json; from tests.search.test_both_ways import reports; print(json.dumps(reports()))"
    interpreted = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert json.loads(interpreted.stdout) == json.loads(json.dumps(reports()))
