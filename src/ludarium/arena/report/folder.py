"""The folder of a report: written beside its place, and put there when it is complete."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from ludarium.arena.report.charts import drawings
from ludarium.arena.report.drawing import Drawing
from ludarium.arena.report.page import page
from ludarium.arena.report.tables import PlayedGame, dictionary, games_table, tables, write_table
from ludarium.arena.report.words import title
from ludarium.arena.stats.findings import FORMAT, Findings
from ludarium.engine.errors import LudariumError
from ludarium.engine.tables import DataTable

PAGE, FINDINGS, README, DATA, CHARTS = "report.html", "findings.json", "README.txt", "data", "charts"
OURS = (PAGE, FINDINGS, README, DATA, CHARTS)
"""All that a report has at its top."""


def write_report(
    findings: Findings, folder: Path | str, games: Iterable[PlayedGame] | None = None, *, overwrite: bool = False
) -> Path:
    """Write the report and give the path of its page.

    With `games` (finished games of the store, or `games_of` chunks) the data have a table of them. A folder that is a
    report is replaced; another one that is not empty is left alone unless `overwrite` is set. Files that are not a
    report's stay in either case. Until everything is written, the folder is as it was.
    """
    found = tables(findings)
    if games is not None:
        found.append(games_table(findings, games))
    return write_folder(
        folder,
        tables=found,
        drawings=drawings(findings),
        page=lambda drawn: page(findings, drawn),
        document=findings.to_dict(),
        head=f"{title(findings)}\n\nMade by: {findings.command}\nLudarium {findings.version}",
        notes=(
            "Players, seats, settings and games count from 0. An empty cell is a figure that does not exist, for "
            "instance the\nstrength of a player that met nobody."
        ),
        overwrite=overwrite,
    )


def write_folder(
    folder: Path | str,
    *,
    tables: Sequence[DataTable],
    drawings: Sequence[Drawing],
    page: Callable[[Sequence[tuple[Drawing, str]]], str],
    document: Mapping[str, Any],
    head: str,
    notes: str,
    overwrite: bool = False,
) -> Path:
    """Write a report's folder, whatever it is about, and give the path of its page. Until everything is written, the
    folder is as it was.

    Args:
        folder: Its place; one that holds a report with the same `format` is replaced.
        tables: The figures.
        drawings: The charts.
        page: Makes the page from the charts with their SVG.
        document: All figures as plain values; `format` says what they are.
        head: What the README begins with.
        notes: What it says of the tables.
        overwrite: Write to a folder that is neither empty nor such a report, too.
    """
    if not isinstance(folder, str | PathLike):
        raise LudariumError(f"{folder!r} is no folder: give the path of one for the report")
    place = Path(folder).resolve()
    check_place(place, overwrite=overwrite, format=document["format"])
    new = place.with_name(f".{place.name}-{secrets.token_hex(4)}")
    try:
        for part in (DATA, CHARTS):
            (new / part).mkdir(parents=True)
        for table in tables:
            write_table(table, new / DATA)
        drawn = [(drawing, drawing.svg()) for drawing in drawings]
        for drawing, svg in drawn:
            _write(new / CHARTS / f"{drawing.name}.svg", svg)
        _write(new / README, _readme(head, notes, tables, drawings))
        _write(new / PAGE, page(drawn))
        _write(new / FINDINGS, json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
        _put(new, place)
    except OSError as error:
        raise LudariumError(f"the report cannot be written to {folder}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return place / PAGE


def check_place(folder: Path | str, *, overwrite: bool = False, format: str = FORMAT) -> None:
    """Refuse a place that a report must not be written to. Cheap, so that it can be asked before games are played."""
    place = Path(folder)
    if not place.exists():
        return
    if not place.is_dir():
        raise LudariumError(f"{folder} is a file: name a folder for the report")
    if not overwrite and not is_report(place, format) and any(place.iterdir()):
        raise LudariumError(f"{folder} is not empty and is no report: choose another folder, or ask for overwriting")


def is_report(folder: Path | str, format: str = FORMAT) -> bool:
    """Whether a folder holds a report: by default one of games that were played."""
    try:
        document = json.loads((Path(folder) / FINDINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(document, dict) and document.get("format") == format


def read_findings(folder: Path | str) -> Findings:
    """The findings of a report."""
    try:
        data = json.loads((Path(folder) / FINDINGS).read_text(encoding="utf-8"))
    except OSError as error:
        raise LudariumError(f"{folder} is no report: it has no {FINDINGS}") from error
    except ValueError as error:
        raise LudariumError(f"{Path(folder) / FINDINGS} is damaged: {error}") from error
    return Findings.from_dict(data)


def _write(file: Path, text: str) -> None:
    # Names may hold what is no text at all, such as halves of surrogate pairs from file names.
    file.write_text(text, encoding="utf-8", errors="replace", newline="\n")


def _put(new: Path, place: Path) -> None:
    """Move the complete report to its place; what was there and is no report's moves in."""
    if not place.exists():
        new.rename(place)
        return
    old = new.with_name(f"{new.name}-old")
    place.rename(old)
    try:
        new.rename(place)
    except OSError:
        old.rename(place)
        raise
    for entry in list(old.iterdir()):
        if entry.name not in OURS:
            entry.rename(place / entry.name)
    shutil.rmtree(old)


def _readme(head: str, notes: str, found: Sequence[DataTable], drawn: Sequence[Drawing]) -> str:
    charts = "\n".join(f"  {drawing.name}.svg: {drawing.title}" for drawing in drawn)
    return f"""{head}

{PAGE}    everything on one page, which can be read and passed on alone
{FINDINGS}  all figures with their methods and warnings
{DATA}/          the figures as tables; each both as CSV and as Parquet
{CHARTS}/        the charts as SVG

{notes} Intervals are 95 % intervals; {FINDINGS} and the page name their methods.

Charts
{charts}

Tables
{dictionary(found)}"""
