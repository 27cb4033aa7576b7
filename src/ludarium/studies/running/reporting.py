"""The report of a study: the same for Python, the command line and the desk, from a database and from a folder."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from ludarium.store.studies import Study
from ludarium.studies.analysis.report import StudyReport, analyse
from ludarium.studies.data import StudyData
from ludarium.studies.running.gathering import gather


def report_of(
    connection: Connection, study: Study, *, seed: int = 1, command: str = "", data: StudyData | None = None
) -> StudyReport:
    """Everything that a study's data say so far. `data` are its tables, where they are at hand."""
    return analyse(gather(connection, study) if data is None else data, seed=seed, command=command)


def report_of_folder(folder: Path | str, *, seed: int = 1, command: str = "") -> StudyReport:
    """The same from exported files."""
    return analyse(StudyData.read(folder), seed=seed, command=command)
