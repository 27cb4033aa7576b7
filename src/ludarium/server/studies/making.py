"""What is made of a study in processes for jobs: its report, its figures, its export."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ludarium.games import load
from ludarium.search import warm_rules
from ludarium.store import Database
from ludarium.studies.analysis.report import StudyReport
from ludarium.studies.running.gathering import gather
from ludarium.studies.running.reporting import report_of
from ludarium.studies.running.studies import find
from ludarium.studies.timing import TimeModel, fit, stored_decisions


def _report(place: str | None, slug: str) -> StudyReport:
    with Database.open(place, create=False) as database, database.reading() as connection:
        return report_of(connection, find(connection, slug))


def report(place: str | None, slug: str, language: str = "en") -> str:
    """The report as a page."""
    return _report(place, slug).page(folder=False, language=language)


def figures(place: str | None, slug: str) -> dict[str, Any]:
    return _report(place, slug).to_dict()


def pacing(place: str | None, game: str) -> TimeModel:
    """How long people take at a game, by their matches in the lab; what holds for any game where there are none."""
    with Database.open(place, create=False) as database, database.reading() as connection:
        decisions, length = stored_decisions(connection, game, load)
    return fit(decisions, length=length)


def compiled(game: str, settings: Mapping[str, Any]) -> None:
    """Compile what a table needs of a game, for all processes."""
    warm_rules(load(game, **settings))


def export(place: str | None, slug: str) -> bytes:
    """The data as an archive."""
    with Database.open(place, create=False) as database, database.reading() as connection:
        data = gather(connection, find(connection, slug))
    with TemporaryDirectory() as folder:
        data.write(folder)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(Path(folder).rglob("*")):
                archive.write(file, file.relative_to(folder))
    return packed.getvalue()
