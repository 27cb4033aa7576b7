"""The folder of a report: written beside its place, and put there when it is complete."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from ludarium.arena.report.charts import drawings
from ludarium.arena.report.drawing import Drawing
from ludarium.arena.report.page import page
from ludarium.arena.report.tables import PlayedGame, dictionary, games_table, tables, write_table
from ludarium.arena.report.words import title
from ludarium.arena.stats.findings import Findings, is_findings
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
    place = Path(folder).resolve()
    check_place(place, overwrite=overwrite)
    new = place.with_name(f".{place.name}-{secrets.token_hex(4)}")
    try:
        new.mkdir(parents=True)
        _fill(new, findings, games)
        _put(new, place)
    except OSError as error:
        raise LudariumError(f"the report cannot be written to {folder}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return place / PAGE


def check_place(folder: Path | str, *, overwrite: bool = False) -> None:
    """Refuse a place that a report must not be written to. Cheap, so that it can be asked before games are played."""
    place = Path(folder)
    if not place.exists():
        return
    if not place.is_dir():
        raise LudariumError(f"{folder} is a file: name a folder for the report")
    if not overwrite and not is_report(place) and any(place.iterdir()):
        raise LudariumError(f"{folder} is not empty and is no report: choose another folder, or ask for overwriting")


def is_report(folder: Path | str) -> bool:
    """Whether a folder holds a report."""
    try:
        return is_findings(json.loads((Path(folder) / FINDINGS).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return False


def read_findings(folder: Path | str) -> Findings:
    """The findings of a report."""
    try:
        data = json.loads((Path(folder) / FINDINGS).read_text(encoding="utf-8"))
    except OSError as error:
        raise LudariumError(f"{folder} is no report: it has no {FINDINGS}") from error
    except ValueError as error:
        raise LudariumError(f"{Path(folder) / FINDINGS} is damaged: {error}") from error
    return Findings.from_dict(data)


def _fill(folder: Path, findings: Findings, games: Iterable[PlayedGame] | None) -> None:
    (folder / DATA).mkdir()
    (folder / CHARTS).mkdir()
    found = tables(findings)
    if games is not None:
        found.append(games_table(findings, games))
    for table in found:
        write_table(table, folder / DATA)
    drawn = [(drawing, drawing.svg()) for drawing in drawings(findings)]
    for drawing, svg in drawn:
        _write(folder / CHARTS / f"{drawing.name}.svg", svg)
    _write(folder / README, _readme(findings, found, [drawing for drawing, _ in drawn]))
    _write(folder / PAGE, page(findings, drawn))
    _write(folder / FINDINGS, json.dumps(findings.to_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n")


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


def _readme(findings: Findings, found: Sequence[DataTable], drawn: Sequence[Drawing]) -> str:
    charts = "\n".join(f"  {drawing.name}.svg: {drawing.title}" for drawing in drawn)
    return f"""{title(findings)}

Made by: {findings.command}
Ludarium {findings.version}

{PAGE}    everything on one page, which can be read and passed on alone
{FINDINGS}  all figures with their methods and warnings
{DATA}/          the figures as tables; each both as CSV and as Parquet
{CHARTS}/        the charts as SVG

Players, seats, settings and games count from 0. An empty cell is a figure that does not exist, for instance the
strength of a player that met nobody. Intervals are 95 % intervals; {FINDINGS} and the page name their methods.

Charts
{charts}

Tables
{dictionary(found)}"""
