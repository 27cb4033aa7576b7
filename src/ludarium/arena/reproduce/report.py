"""A reproduction as people read it: as a table of texts, and as a folder with a page, a CSV table and JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from ludarium.arena.report.drawing import (
    BLUE,
    GREY,
    ORANGE,
    SKY,
    WIDTH,
    Drawing,
    Names,
    data,
    draw,
    interval_rows,
    names_axis,
    parts_of,
    percent_axis,
    stacked,
)
from ludarium.arena.report.rendering import render
from ludarium.arena.report.shown import Shown
from ludarium.arena.report.words import number, percent
from ludarium.arena.reproduce.reproduction import VERDICTS, Figure, Kind, Origin, Outcome, Row, Verdict
from ludarium.arena.stats.findings import distinct
from ludarium.arena.stats.goodness import ChiSquare
from ludarium.engine.errors import LudariumError

PAGE, TABLE, DATA = "report.html", "claims.csv", "reproduction.json"

COLUMNS = ("table", "figure", "theirs", "ours", "interval", "verdict", "why")

_VERDICT_MARKS: dict[Verdict, str] = {
    "agrees": "✓ agrees",
    "differs": "✗ differs",
    "source's slip": "! source's slip",
    "not measured": "– not measured",
}
_COLOURS = (BLUE, ORANGE, SKY, GREY)
"""Of the verdicts, in their order."""
_ORIGIN_WORDS: dict[Origin, str] = {"figure": "", "claim": "claim", "own": "our own"}
"""Before the reason; most rows are published figures, of which nothing is said."""


def figure(value: Figure | None, kind: Kind) -> str:
    """A figure as its kind is written: `58.5 %`, `7.626`, `χ²(3) = 2.51, p = 0.4735`, `255,168`, `draw`."""
    if value is None:
        return "–"
    if isinstance(value, str | ChiSquare):
        return str(value)
    if kind == "rate":
        return percent(value, 2)
    return f"{value:,.6g}" if kind == "value" else number(value, 0 if kind == "count" else 3)


def shown(outcome: Outcome) -> Shown:
    """All claims as one table of texts; those of one table of the source stand together, wherever they are listed."""
    tables = list(dict.fromkeys(row.claim.table for row in outcome.rows))
    rows = sorted(outcome.rows, key=lambda row: tables.index(row.claim.table))
    return Shown(outcome.summary, COLUMNS, tuple(map(_cells, rows)), names=len(COLUMNS))


def _cells(row: Row) -> tuple[str, ...]:
    claim = row.claim
    interval = "" if row.low is None else f"{figure(row.low, claim.kind)} – {figure(row.high, claim.kind)}"
    parts = (_ORIGIN_WORDS[claim.origin], row.why, claim.note if claim.note != row.why else "")
    why = "; ".join(filter(None, parts))
    return (
        claim.table,
        claim.what,
        figure(claim.theirs, claim.kind),
        figure(row.ours, claim.kind),
        interval,
        _VERDICT_MARKS[row.verdict],
        why,
    )


def drawings(outcome: Outcome) -> list[Drawing]:
    """Published rates beside ours, where there are any, and how many figures agree."""
    tables = list(dict.fromkeys(row.claim.table for row in outcome.rows))
    rows = [
        part
        for table in tables
        for part in parts_of(
            table,
            table,
            [
                (verdict, colour, sum(row.verdict == verdict for row in outcome.rows if row.claim.table == table))
                for verdict, colour in zip(VERDICTS, _COLOURS, strict=True)
            ],
        )
    ]
    names = Names(tables)
    for part in rows:
        part["label"] = names.short[tables.index(part["label"])]
    chart = stacked(rows, list(names.short), VERDICTS, _COLOURS, of="figures")
    caption = f"The source's figures table by table: {outcome.summary}."
    return [*_rates(outcome), draw("", "verdicts", "Do the figures agree?", caption, chart, names)]


def _rates(outcome: Outcome) -> list[Drawing]:
    """Rates, theirs and ours, on one axis."""
    compared = [row for row in outcome.rows if row.claim.kind == "rate" and row.low is not None]
    if not compared:
        return []
    labels = distinct([f"{row.claim.table}: {row.claim.what}" for row in compared])
    names = Names(labels)
    rows = [
        {
            "label": names[place],
            "value": row.ours,
            "low": row.low,
            "high": row.high,
            "theirs": row.claim.theirs,
            "text": _VERDICT_MARKS[row.verdict],
            "about": f"{label}: theirs {figure(row.claim.theirs, 'rate')}, ours {figure(row.ours, 'rate')}",
        }
        for place, (row, label) in enumerate(zip(compared, labels, strict=True))
    ]
    chart = interval_rows(rows, list(names.short), percent_axis("value", None, (0, 1)))
    theirs = data(rows).mark_point(shape="diamond", size=90, color=ORANGE, filled=True, opacity=1)
    chart += theirs.encode(y=names_axis(names.short), x="theirs:Q", description="about:N")
    caption = "Ours with their intervals (blue points), the published rates as orange diamonds."
    sized = chart.properties(width=WIDTH, height={"step": 26})
    return [draw("", "rates", "Published rates and ours", caption, sized, names)]


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
        write_claims([row.to_dict() for row in outcome.rows], folder / TABLE)
        (folder / PAGE).write_text(page(outcome), encoding="utf-8")
    except OSError as error:
        raise LudariumError(f"the report cannot be written to {folder}: {error.strerror or error}") from error
    return folder / PAGE


def write_claims(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Rows as a CSV table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]) if rows else [])
        writer.writeheader()
        writer.writerows(rows)
