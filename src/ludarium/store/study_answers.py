"""What people of a study did and said: each function is one step of a transaction that the caller has opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, insert, select

from ludarium.store.models import Base
from ludarium.store.studies import upsert
from ludarium.store.study_models import (
    StudyAnswerRow,
    StudyContactRow,
    StudyGradeRow,
    StudyPageRow,
    StudyParticipantRow,
    StudyProfileChangeRow,
    StudyProfileRow,
    StudySeatRow,
    StudyTraceRow,
)


def add_page(connection: Connection, **values: Any) -> None:
    connection.execute(insert(StudyPageRow).values(**values))


def add_answers(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        connection.execute(insert(StudyAnswerRow), list(rows))


def rows_of(connection: Connection, row: type[Base], study: int, *, pilots: bool = False) -> list[dict[str, Any]]:
    """All rows of a table that hang on the participants of a study, with their public ids; of pilots if asked for."""
    table = row.__table__
    query = select(table, StudyParticipantRow.public).join(
        StudyParticipantRow, StudyParticipantRow.id == table.c.participant_id
    )
    query = query.where(StudyParticipantRow.study_id == study)
    if not pilots:
        query = query.where(StudyParticipantRow.pilot.is_(False))
    return [dict(found._mapping) for found in connection.execute(query.order_by(*table.primary_key))]


def judged(connection: Connection, study: int, after: int = 0) -> list[dict[str, Any]]:
    """Who was taken for what, in the order in which it was stored, from behind an answer's number on. Pilots are left
    out, and seats where a player took over from a person: nobody can say who was judged there."""
    answer, seat, who = StudyAnswerRow, StudySeatRow, StudyParticipantRow
    query = (
        select(
            answer.id, answer.table_id, answer.seat, answer.value, answer.at, seat.person, seat.player, who.public
        )
        .join(who, who.id == answer.participant_id)
        .join(seat, and_(seat.table_id == answer.table_id, seat.seat == answer.seat))
        .where(who.study_id == study, who.pilot.is_(False), seat.replaced.is_(None))
        .where(answer.role == "judgement", answer.id > after)
        .order_by(answer.id)
    )  # fmt: skip
    return [dict(row._mapping) for row in connection.execute(query)]


def own_rows(connection: Connection, row: type[Base], participant: int) -> list[dict[str, Any]]:
    """All rows of a table that are somebody's."""
    table = row.__table__
    query = select(table).where(table.c.participant_id == participant).order_by(*table.primary_key)
    return [dict(found._mapping) for found in connection.execute(query)]


def ungraded(connection: Connection, study: int, grader: str) -> list[dict[str, Any]]:
    """Half-open answers with the grade that somebody gave them, or None."""
    given = and_(StudyGradeRow.answer_id == StudyAnswerRow.id, StudyGradeRow.grader == grader)
    query = (
        select(
            StudyAnswerRow.id, StudyAnswerRow.stage, StudyAnswerRow.question, StudyAnswerRow.text,
            StudyAnswerRow.occurrence, StudyParticipantRow.version, StudyGradeRow.grade,
        )
        .join(StudyParticipantRow, StudyParticipantRow.id == StudyAnswerRow.participant_id)
        .outerjoin(StudyGradeRow, given)
        .where(StudyParticipantRow.study_id == study, StudyAnswerRow.kind == "half-open", StudyAnswerRow.text != "")
        .order_by(StudyAnswerRow.question, StudyAnswerRow.id)
    )  # fmt: skip
    return [dict(row._mapping) for row in connection.execute(query)]


def answer_study(connection: Connection, answer: int) -> tuple[int, str, str, int] | None:
    """Of an answer: its study, stage, question and plan version."""
    query = select(
        StudyParticipantRow.study_id, StudyAnswerRow.stage, StudyAnswerRow.question, StudyParticipantRow.version
    ).join(StudyParticipantRow, StudyParticipantRow.id == StudyAnswerRow.participant_id)
    row = connection.execute(query.where(StudyAnswerRow.id == answer)).one_or_none()
    return None if row is None else (row.study_id, row.stage, row.question, row.version)


def grade(connection: Connection, answer: int, grader: str, given: int, now: datetime) -> None:
    upsert(connection, StudyGradeRow, {"answer_id": answer, "grader": grader}, {"grade": given, "at": now})


def grades(connection: Connection, study: int) -> list[dict[str, Any]]:
    query = (
        select(StudyGradeRow.answer_id, StudyGradeRow.grader, StudyGradeRow.grade, StudyAnswerRow.question)
        .join(StudyAnswerRow, StudyAnswerRow.id == StudyGradeRow.answer_id)
        .join(StudyParticipantRow, StudyParticipantRow.id == StudyAnswerRow.participant_id)
        .where(StudyParticipantRow.study_id == study, StudyParticipantRow.pilot.is_(False))
        .order_by(StudyGradeRow.answer_id, StudyGradeRow.grader)
    )
    return [dict(row._mapping) for row in connection.execute(query)]


def set_profile(
    connection: Connection, participant: int, attribute: str, value: Any, text: str, now: datetime
) -> str | None:
    """Say something of oneself, or take it back (None); what that was: set, changed, removed, or nothing."""
    where = and_(StudyProfileRow.participant_id == participant, StudyProfileRow.attribute == attribute)
    before = connection.execute(select(StudyProfileRow.value).where(where)).one_or_none()
    if value is None:
        if before is None:
            return None
        connection.execute(delete(StudyProfileRow).where(where))
        kind = "removed"
    else:
        if before is not None and before.value == value:
            return None
        key = {"participant_id": participant, "attribute": attribute}
        upsert(connection, StudyProfileRow, key, {"value": value, "text": text})
        kind = "set" if before is None else "changed"
    row = {"participant_id": participant, "attribute": attribute, "kind": kind, "at": now}
    connection.execute(insert(StudyProfileChangeRow).values(**row))
    return kind


def set_email(connection: Connection, participant: int, email: str) -> None:
    if email:
        upsert(connection, StudyContactRow, {"participant_id": participant}, {"email": email})
    else:
        connection.execute(delete(StudyContactRow).where(StudyContactRow.participant_id == participant))


def add_trace(
    connection: Connection, participant: int, step: int, table: str | None, at: datetime, number: int, data: bytes
) -> bool:
    """Keep a piece of a trace; False if it was kept already."""
    where = and_(StudyTraceRow.participant_id == participant, StudyTraceRow.number == number)
    if connection.scalar(select(exists().where(where))):
        return False
    row = {"participant_id": participant, "number": number, "step": step, "table_id": table, "at": at, "data": data}
    connection.execute(insert(StudyTraceRow).values(**row))
    return True


def traces(connection: Connection, participant: int, table: str | None = None) -> list[dict[str, Any]]:
    query = select(StudyTraceRow.__table__).where(StudyTraceRow.participant_id == participant)
    if table is not None:
        query = query.where(StudyTraceRow.table_id == table)
    return [dict(row._mapping) for row in connection.execute(query.order_by(StudyTraceRow.number))]
