"""The report of a study that is kept in a database: the same for Python, the command line and the desk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import Connection

from ludarium.engine.record import Record
from ludarium.store import lab, study_games
from ludarium.store.studies import Study
from ludarium.studies.analysis.report import StudyReport, analyse
from ludarium.studies.data import StudyData
from ludarium.studies.plan.model import Plan, Playing
from ludarium.studies.running.gathering import game_words, gather
from ludarium.studies.running.studies import analysis_digest, changed_since, plan_of


def report_of(
    connection: Connection, study: Study, *, seed: int = 1, command: str = "", data: StudyData | None = None
) -> StudyReport:
    """Everything that a study's data say so far. `data` are its tables, where they are at hand."""
    frozen = str(study.frozen["at"]) if study.frozen else ""
    return analyse(
        gather(connection, study) if data is None else data,
        quality=quality_of(plan_of(connection, study)) or None,
        records=list(_records(connection, study)),
        frozen=frozen,
        changes=changed_since(connection, study, analysis_digest()),
        seed=seed,
        command=command,
    )


def report_of_folder(folder: Path | str, *, seed: int = 1, command: str = "") -> StudyReport:
    """The same from exported files, without what only the database knows."""
    return analyse(StudyData.read(folder), seed=seed, command=command)


def quality_of(plan: Plan) -> dict[str, float]:
    """The computed quality of a plan's games, where it says so."""
    return {
        game_words(game): game.quality
        for stage in plan.stages
        if isinstance(stage, Playing)
        for game in stage.among
        if game.quality is not None
    }


def _records(connection: Connection, study: Study) -> Iterator[tuple[Record, Sequence[int]]]:
    """The records of a study's games, with the seats on which people sat to the end."""
    people: dict[str, list[int]] = {}
    for seat in study_games.seats_of_study(connection, study.id):
        if seat["person"] and seat["replaced"] is None and seat["how"] == "played":
            people.setdefault(seat["table_id"], []).append(seat["seat"])
    for table, seats in people.items():
        stored = lab.record(connection, table)
        if stored is not None:
            yield Record.from_json(stored), seats
