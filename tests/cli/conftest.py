"""The program run in this process, which spares each test the start of an interpreter."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludarium.cli.app import run

FRESH_SEED = 4711
"""What a command draws when it is given no seed."""


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


Ludarium = Callable[..., Outcome]


@pytest.fixture
def ludarium(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ludarium:
    """`ludarium("perft", "reversi", "3", typed="")` runs a command line; `typed` is what people type."""
    monkeypatch.setenv("LUDARIUM_DATABASE", str(tmp_path / "results.db"))
    monkeypatch.setattr("ludarium.engine.kernels.rng.fresh_seed", lambda: FRESH_SEED)

    def run_line(*arguments: str, typed: str = "") -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = run(list(arguments))
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run_line
