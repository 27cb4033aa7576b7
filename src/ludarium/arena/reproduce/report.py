"""A reproduction as people read it: as a table of texts, and as a folder with a page, a CSV table and JSON."""

from __future__ import annotations

import csv
import json
from itertools import groupby
from pathlib import Path

from ludarium.arena.report.rendering import render
from ludarium.arena.report.shown import Shown
from ludarium.arena.report.words import number, percent
from ludarium.arena.reproduce.reproduction import Figure, Kind, Outcome, Row
from ludarium.arena.stats.goodness import ChiSquare
from ludarium.engine.errors import LudariumError

PAGE, TABLE, DATA = "report.html", "claims.csv", "reproduction.json"

COLUMNS = ("table", "figure", "theirs", "ours", "interval", "verdict", "why")

_VERDICT_MARKS = {"agrees": "✓ agrees", "differs": "✗ differs", "not measured": "– not measured"}


def figure(value: Figure | None, kind: Kind) -> str:
    """A figure as its kind is written: `58.5 %`, `7.626`, `χ²(3) = 2.51, p = 0.4735`, `255,168`, `draw`."""
    if value is None:
        return "–"
    if isinstance(value, str | ChiSquare):
        return str(value)
    if kind == "rate":
        return percent(value, 2)
    return number(value, 0 if kind == "count" else 3)


def shown(outcome: Outcome) -> Shown:
    """All claims as one table of texts."""
    return Shown(outcome.summary, COLUMNS, tuple(_cells(row) for row in outcome.rows), names=len(COLUMNS))


def _cells(row: Row) -> tuple[str, ...]:
    claim = row.claim
    interval = "" if row.low is None else f"{figure(row.low, claim.kind)} – {figure(row.high, claim.kind)}"
    why = row.why if not claim.note or claim.note == row.why else f"{row.why}; {claim.note}"
    return (
        claim.table,
        claim.what,
        figure(claim.theirs, claim.kind),
        figure(row.ours, claim.kind),
        interval,
        _VERDICT_MARKS[row.verdict],
        why,
    )


def page(outcome: Outcome) -> str:
    """One HTML file that needs nothing else and fetches nothing."""
    return render(
        "reproduction.html",
        styles=("reproduction.css",),
        title=f"{outcome.reproduction.title}: reproduced",
        outcome=outcome,
        source=outcome.reproduction,
        columns=COLUMNS[1:],
        tables=[(name, list(rows)) for name, rows in groupby(shown(outcome).rows, key=lambda cells: cells[0])],
    )


def check_place(folder: Path) -> None:
    """Refuse a folder that is not empty, unless it holds an earlier report of this kind."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise LudariumError(f"{folder} is a file: name a folder for the report")
    if any(folder.iterdir()) and not (folder / DATA).is_file():
        raise LudariumError(f"{folder} is not empty and is no reproduction: choose another folder")


def write(outcome: Outcome, folder: Path) -> Path:
    """Write page, table and data into a folder, and give the path of the page."""
    check_place(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / DATA).write_text(json.dumps(outcome.to_dict(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        with (folder / TABLE).open("w", encoding="utf-8", newline="") as file:
            rows = [row.to_dict() for row in outcome.rows]
            writer = csv.DictWriter(file, list(rows[0]) if rows else [])
            writer.writeheader()
            writer.writerows(rows)
        (folder / PAGE).write_text(page(outcome), encoding="utf-8")
    except OSError as error:
        raise LudariumError(f"the report cannot be written to {folder}: {error.strerror or error}") from error
    return folder / PAGE
