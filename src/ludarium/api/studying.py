"""Studies with people: what their data say."""

from __future__ import annotations

from pathlib import Path

from ludarium.api.checks import checked
from ludarium.api.places import Where, opened
from ludarium.studies.analysis.report import StudyReport
from ludarium.studies.running.reporting import report_of, report_of_folder
from ludarium.studies.running.studies import find


@checked
def study(which: str | Path, database: Where = None, *, seed: int = 1) -> StudyReport:
    """What the data of a study say: judges, strategies, learning, ratings, preferences, habits.

    Args:
        which: A study by what its link holds, or a folder to which one was exported.
        database: Where the study is kept; not needed for a folder.
        seed: Of bootstraps.
    """
    if Path(which).is_dir():
        return report_of_folder(which, seed=seed)
    with opened(database) as store, store.reading() as connection:
        return report_of(connection, find(connection, str(which)), seed=seed)
