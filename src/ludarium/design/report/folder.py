"""The folder of a report: the page, the gallery, the charts, and all candidates as a table."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludarium.design.dossier import Dossier, dossier
from ludarium.design.folder import summary_of
from ludarium.design.report.charts import curves, titles, trust_curves
from ludarium.design.report.page import GALLERY, PAGE, gallery_page, report_page
from ludarium.design.report.told import Told
from ludarium.design.run import BEST
from ludarium.engine.errors import LudariumError

DATA, TABLE = "report.json", "candidates.csv"
_COLUMNS = (
    *("run", "number", "game", "how", "first", "second", "draws", "balance", "diversity", "fitness"),
    *("stopped", "entered", "replaced", "proof", "overall", "cell"),
)


def check_place(folder: Path) -> None:
    """Refuse a folder that is not empty, unless it holds an earlier report of this kind."""
    if folder.exists() and not folder.is_dir():
        raise LudariumError(f"{folder} is a file: name a folder for the report")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / DATA).is_file():
        raise LudariumError(f"{folder} is not empty and is no report of found games: choose another folder")


def write_report(runs: Sequence[Told], folder: Path, *, further: bool = True) -> Path:
    """Write everything and give the path of the page.

    With `further`, more games of the fittest are played: without each extra, with more thinking, by restricted players.
    """
    check_place(folder)
    trust = [entry for run in runs for entry in run.trust]
    drawings = [*curves(runs), *trust_curves(trust)]
    drawn = [(drawing, drawing.svg()) for drawing in drawings]
    found: dict[str, list[Dossier]] = {}
    known: set[str] = set()
    for run, title in zip(runs, titles(runs), strict=True):
        fittest = run.best(len(run.lines) if run.is_map else 2 * BEST)
        for place, line in enumerate([*fittest, *run.initial()]):
            if line["game"] not in known:
                known.add(line["game"])
                made = dossier(run.settings, line, further=further and place < BEST)
                found.setdefault(title, []).append(made)
    try:
        (folder / "charts").mkdir(parents=True, exist_ok=True)
        for drawing, svg in drawn:
            (folder / "charts" / f"{drawing.name}.svg").write_text(svg, encoding="utf-8")
        (folder / PAGE).write_text(report_page(runs, drawn, trust), encoding="utf-8")
        (folder / GALLERY).write_text(gallery_page(found, trust), encoding="utf-8")
        _write_table(runs, folder / TABLE)
        (folder / DATA).write_text(json.dumps([to_dict(run) for run in runs], indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise LudariumError(f"the report cannot be written to {folder}: {error.strerror or error}") from error
    return folder / PAGE


def to_dict(run: Told, best: int = 2 * BEST) -> dict[str, Any]:
    """A run as plain values: settings, curves, the fittest and what is known of them."""
    return {
        "settings": run.settings.to_dict(),
        "finished": run.finished,
        "candidates": len(run.lines),
        "games": run.played,
        "course": [vars(step) for step in run.search.course],
        "initial": [summary_of(line) for line in run.initial()],
        "best": [summary_of(line) for line in run.best(best)],
        "retests": run.retests,
        "trust": [entry.to_dict() for entry in run.trust],
    }


def _write_table(runs: Sequence[Told], file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as text:
        writer = csv.DictWriter(text, _COLUMNS, extrasaction="ignore")
        writer.writeheader()
        for run in runs:
            for line in run.lines:
                quality = line["quality"] or {}
                extra = {"run": run.path.name, "overall": quality.get("overall"), "cell": quality.get("cell")}
                writer.writerow({**summary_of(line), **extra})
