"""Who has asked whom to a table, by name: each function is one step of a transaction that the caller has opened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, and_, exists, func, insert, select, update

from ludarium.store.lab_models import AccountRow, ChallengeRow, SeatRow, TableRow


@dataclass(frozen=True)
class Challenge:
    """Somebody is asked to a table that waits."""

    id: int
    table: str
    by: int
    by_name: str
    person: int
    created: datetime


def add(connection: Connection, table_id: str, by: int, person: int) -> None:
    row = {"table_id": table_id, "by": by, "person": person, "created": datetime.now(UTC)}
    connection.execute(insert(ChallengeRow).values(row))


def _standing() -> ColumnElement[bool]:
    """Of a challenge joined with its table: nobody has answered it, and whoever asked still waits there."""
    waits = exists().where(SeatRow.table_id == TableRow.id, SeatRow.account_id == ChallengeRow.by)
    return and_(ChallengeRow.declined.is_(None), TableRow.state == "waiting", waits)


def received(connection: Connection, person: int, limit: int) -> list[Challenge]:
    """The challenges to a person that stand, the newest first."""
    return _found(connection, (ChallengeRow.person == person) & _standing(), limit)


def challenge(connection: Connection, number: int) -> Challenge | None:
    """A challenge that stands."""
    found = _found(connection, (ChallengeRow.id == number) & _standing(), 1)
    return found[0] if found else None


def _found(connection: Connection, where: ColumnElement[bool], limit: int) -> list[Challenge]:
    query = select(ChallengeRow.__table__, AccountRow.name.label("by_name")).select_from(ChallengeRow)
    query = query.join(TableRow, TableRow.id == ChallengeRow.table_id).join(
        AccountRow, AccountRow.id == ChallengeRow.by
    )
    query = query.where(where).order_by(ChallengeRow.created.desc()).limit(limit)
    return [
        Challenge(row.id, row.table_id, row.by, row.by_name, row.person, row.created)
        for row in connection.execute(query)
    ]


def decline(connection: Connection, number: int) -> None:
    connection.execute(update(ChallengeRow).where(ChallengeRow.id == number).values(declined=datetime.now(UTC)))


@dataclass(frozen=True)
class Made:
    """How often somebody has challenged others since some moment."""

    standing: int
    """That nobody has answered."""
    in_all: int
    to_person: int
    standing_to_person: int
    declined: datetime | None
    """When the person has declined last, of the same time."""


def made(connection: Connection, by: int, person: int, since: datetime) -> Made:
    query = select(func.count()).select_from(ChallengeRow).join(TableRow, TableRow.id == ChallengeRow.table_id)
    own, lately, same = ChallengeRow.by == by, ChallengeRow.created >= since, ChallengeRow.person == person

    def count(*where: ColumnElement[bool]) -> int:
        return int(connection.scalar(query.where(*where)) or 0)

    declined = select(ChallengeRow.declined).where(own, same, ChallengeRow.declined >= since)
    return Made(
        count(own, _standing()),
        count(own, lately),
        count(own, lately, same),
        count(own, same, _standing()),
        connection.scalar(declined.order_by(ChallengeRow.declined.desc()).limit(1)),
    )
