"""The waiting rooms and games of studies: each function is one step of a transaction that the caller has opened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, select, update
from sqlalchemy.orm import aliased

from ludarium.store.studies import Participant, columns, upsert
from ludarium.store.study_models import StudyParticipantRow, StudySeatRow, StudyTableRow, StudyWaitingRow


@dataclass(frozen=True)
class Waiting:
    """Somebody in the waiting room."""

    participant_id: int
    study_id: int
    queue: str
    step: int
    since: datetime
    alive: datetime


@dataclass(frozen=True)
class Seat:
    """Who sits where in a game of a study."""

    table_id: str
    seat: int
    participant_id: int | None
    step: int | None
    person: bool
    player: str
    mask: str
    replaced: datetime | None = None


_WAITING = columns(StudyWaitingRow, Waiting)
_SEAT = columns(StudySeatRow, Seat)


def wait(connection: Connection, who: Participant, queue: str, now: datetime) -> Waiting:
    """Sit down in the waiting room, or say that one is still there."""
    row = connection.execute(select(*_WAITING).where(StudyWaitingRow.participant_id == who.id)).one_or_none()
    if row is not None and row.step == who.step and row.queue == queue:
        connection.execute(update(StudyWaitingRow).where(StudyWaitingRow.participant_id == who.id).values(alive=now))
        return Waiting(**{**row._mapping, "alive": now})
    values = {"study_id": who.study_id, "queue": queue, "step": who.step, "since": now, "alive": now}
    upsert(connection, StudyWaitingRow, {"participant_id": who.id}, values)
    return Waiting(participant_id=who.id, **values)  # type: ignore[arg-type]


def still_waiting(connection: Connection, participants: Sequence[int], now: datetime) -> set[int]:
    """Which of some people wait, who are known to be there."""
    where = StudyWaitingRow.participant_id.in_(participants)
    connection.execute(update(StudyWaitingRow).where(where).values(alive=now))
    return set(connection.execute(select(StudyWaitingRow.participant_id).where(where)).scalars())


def waiting(connection: Connection, study: int | None = None, queue: str | None = None) -> list[Waiting]:
    """Who waits, in the order in which they came."""
    query = select(*_WAITING)
    if study is not None:
        query = query.where(StudyWaitingRow.study_id == study)
    if queue is not None:
        query = query.where(StudyWaitingRow.queue == queue)
    ordered = query.order_by(StudyWaitingRow.since, StudyWaitingRow.participant_id)
    return [Waiting(**row._mapping) for row in connection.execute(ordered)]


def stop_waiting(connection: Connection, participants: Iterable[int]) -> int:
    """Take people out of the waiting room; how many of them were there."""
    where = StudyWaitingRow.participant_id.in_(list(participants))
    return connection.execute(delete(StudyWaitingRow).where(where)).rowcount


def add_game(connection: Connection, study: int, table: str, stage: str, seats: Sequence[Seat], now: datetime) -> None:
    row = {"table_id": table, "study_id": study, "stage": stage, "created": now, "ended": None, "how": ""}
    connection.execute(insert(StudyTableRow).values(**row))
    connection.execute(insert(StudySeatRow), [asdict(seat) for seat in seats])


def game_of(connection: Connection, participant: int, step: int) -> Seat | None:
    """Where somebody sits at a step of their course."""
    where = and_(StudySeatRow.participant_id == participant, StudySeatRow.step == step)
    row = connection.execute(select(*_SEAT).where(where)).one_or_none()
    return None if row is None else Seat(**row._mapping)


def games_of(connection: Connection, participant: int) -> list[Seat]:
    query = select(*_SEAT).where(StudySeatRow.participant_id == participant).order_by(StudySeatRow.step)
    return [Seat(**row._mapping) for row in connection.execute(query)]


def seats_at(connection: Connection, table: str) -> list[Seat]:
    query = select(*_SEAT).where(StudySeatRow.table_id == table).order_by(StudySeatRow.seat)
    return [Seat(**row._mapping) for row in connection.execute(query)]


def game(connection: Connection, table: str) -> dict[str, Any] | None:
    row = connection.execute(select(StudyTableRow.__table__).where(StudyTableRow.table_id == table)).one_or_none()
    return None if row is None else dict(row._mapping)


def end_game(connection: Connection, table: str, how: str, now: datetime) -> bool:
    """Note that a game is over; False if that was noted already."""
    where = and_(StudyTableRow.table_id == table, StudyTableRow.ended.is_(None))
    return connection.execute(update(StudyTableRow).where(where).values(ended=now, how=how)).rowcount == 1


def unfinished_games(connection: Connection, study: int | None = None) -> list[str]:
    query = select(StudyTableRow.table_id).where(StudyTableRow.ended.is_(None))
    if study is not None:
        query = query.where(StudyTableRow.study_id == study)
    return list(connection.scalars(query))


def replaced(connection: Connection, table: str, seat: int, player: str, now: datetime) -> None:
    where = and_(StudySeatRow.table_id == table, StudySeatRow.seat == seat)
    connection.execute(update(StudySeatRow).where(where).values(player=player, replaced=now))


def met(connection: Connection, participant: int) -> set[int]:
    """Whom somebody has played with in this study."""
    own = select(StudySeatRow.table_id).where(StudySeatRow.participant_id == participant)
    query = select(StudySeatRow.participant_id).where(
        StudySeatRow.table_id.in_(own), StudySeatRow.participant_id.is_not(None)
    )
    return {number for number in connection.scalars(query) if number is not None and number != participant}


def under_way(connection: Connection, study: int) -> list[tuple[str, str]]:
    """Who will judge which player as soon as the game that they are in, or have just left, is over: public ids and
    players."""
    who, own, other = StudyParticipantRow, StudySeatRow, aliased(StudySeatRow)
    query = (
        select(who.public, other.player)
        .join(own, own.participant_id == who.id)
        .join(other, and_(other.table_id == own.table_id, other.person.is_(False)))
        .where(who.study_id == study, who.pilot.is_(False), who.status == "active")
        .where(own.step >= who.step - 1, own.replaced.is_(None))
    )
    return [(row.public, row.player) for row in connection.execute(query)]


def seats_of_study(connection: Connection, study: int) -> list[dict[str, Any]]:
    """All seats of a study's games."""
    query = (
        select(StudySeatRow.__table__, StudyTableRow.stage, StudyTableRow.ended, StudyTableRow.how)
        .join(StudyTableRow, StudyTableRow.table_id == StudySeatRow.table_id)
        .where(StudyTableRow.study_id == study)
        .order_by(StudyTableRow.created, StudySeatRow.table_id, StudySeatRow.seat)
    )
    return [dict(row._mapping) for row in connection.execute(query)]
