"""What studies keep: each function is one step of a transaction that the caller has opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from ludarium.store.lab_models import AccountRow
from ludarium.store.models import Base
from ludarium.store.study_models import (
    StudyAnswerRow,
    StudyAuditRow,
    StudyContactRow,
    StudyInvitationRow,
    StudyPageRow,
    StudyParticipantRow,
    StudyPlanRow,
    StudyProfileChangeRow,
    StudyProfileRow,
    StudyReceiptRow,
    StudyRoleRow,
    StudyRow,
    StudySeatRow,
    StudyTraceRow,
    StudyWaitingRow,
)


@dataclass(frozen=True)
class Study:
    """A study's row."""

    id: int
    slug: str
    state: str
    version: int
    created: datetime
    opened: datetime | None = None
    pilot: bool = False
    findings: bool = False
    message: str = ""
    frozen: dict[str, Any] | None = None


@dataclass(frozen=True)
class Participant:
    """Somebody who takes part."""

    id: int
    study_id: int
    public: str
    digest: str
    account_id: int | None
    version: int
    condition: str
    place: int
    seed: int
    source: str
    recruited: str | None
    language: str
    pilot: bool
    status: str
    step: int
    attempt: int
    consented: datetime
    consent_version: int
    pointer: bool
    shown: datetime | None
    seen: datetime
    finished: datetime | None
    code: str | None
    purged: datetime | None = None


def columns(row: type[Base], form: type[Any]) -> list[Any]:
    return [row.__table__.columns[field.name] for field in fields(form)]


_STUDY = columns(StudyRow, Study)
_PARTICIPANT = columns(StudyParticipantRow, Participant)


def upsert(connection: Connection, row: type[Base], key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Put a row in place of one with the same key."""
    build = sqlite_insert if connection.dialect.name == "sqlite" else postgres_insert
    statement = build(row).values(**key, **values)
    connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


# --- studies and their plans ------------------------------------------------------------------------------------------


def add(connection: Connection, slug: str, text: str, plan: Mapping[str, Any], digest: str, now: datetime) -> Study:
    row = {"slug": slug, "state": "draft", "version": 1, "created": now, "pilot": False, "findings": False}
    number = connection.execute(insert(StudyRow).values(**row, message="").returning(StudyRow.id)).scalar_one()
    _add_plan(connection, number, 1, text, plan, digest, now)
    return Study(id=number, **row)  # type: ignore[arg-type]


def _add_plan(
    connection: Connection, study: int, version: int, text: str, plan: Mapping[str, Any], digest: str, now: datetime
) -> None:
    row = {"study_id": study, "version": version, "text": text, "plan": plan, "digest": digest, "created": now}
    connection.execute(insert(StudyPlanRow).values(**row))


def replan(
    connection: Connection, study: Study, text: str, plan: Mapping[str, Any], digest: str, now: datetime
) -> None:
    """A new version of the plan; whoever has begun goes on by the old one."""
    _add_plan(connection, study.id, study.version + 1, text, plan, digest, now)
    change(connection, study.id, version=study.version + 1)


def reword(connection: Connection, study: Study, text: str) -> None:
    """The same plan as it is written now."""
    same = (StudyPlanRow.study_id == study.id) & (StudyPlanRow.version == study.version)
    connection.execute(update(StudyPlanRow).where(same).values(text=text))


def change(connection: Connection, study: int, **values: Any) -> None:
    connection.execute(update(StudyRow).where(StudyRow.id == study).values(**values))


def find(connection: Connection, slug: str) -> Study | None:
    row = connection.execute(select(*_STUDY).where(StudyRow.slug == slug)).one_or_none()
    return None if row is None else Study(**row._mapping)


def by_id(connection: Connection, number: int) -> Study:
    return Study(**connection.execute(select(*_STUDY).where(StudyRow.id == number)).one()._mapping)


def everything(connection: Connection) -> list[Study]:
    """All studies, the newest first."""
    return [Study(**row._mapping) for row in connection.execute(select(*_STUDY).order_by(StudyRow.id.desc()))]


def plan_of(connection: Connection, study: int, version: int) -> tuple[str, dict[str, Any], str]:
    """The plan of a version: as it was written, as it was read, and its digest."""
    query = select(StudyPlanRow.text, StudyPlanRow.plan, StudyPlanRow.digest)
    row = connection.execute(query.where(StudyPlanRow.study_id == study, StudyPlanRow.version == version)).one()
    return row.text, row.plan, row.digest


def plan_digest(connection: Connection, study: int, version: int) -> str:
    """What tells the plan of a version from all others."""
    query = select(StudyPlanRow.digest).where(StudyPlanRow.study_id == study, StudyPlanRow.version == version)
    return connection.execute(query).scalar_one()


def versions(connection: Connection, study: int) -> list[tuple[int, str, datetime]]:
    query = select(StudyPlanRow.version, StudyPlanRow.digest, StudyPlanRow.created)
    found = connection.execute(query.where(StudyPlanRow.study_id == study).order_by(StudyPlanRow.version))
    return [(row.version, row.digest, row.created) for row in found]


def remove(connection: Connection, study: int) -> None:
    connection.execute(delete(StudyRow).where(StudyRow.id == study))


def refinement(connection: Connection, study: int) -> dict[str, Any] | None:
    state: dict[str, Any] | None = connection.scalar(select(StudyRow.refinement).where(StudyRow.id == study))
    return state


# --- researchers ------------------------------------------------------------------------------------------------------


def roles(connection: Connection, study: int) -> list[tuple[int, str, str]]:
    """Who may do what: account, name, role."""
    query = select(StudyRoleRow.account_id, AccountRow.name, StudyRoleRow.role).join(AccountRow)
    found = connection.execute(query.where(StudyRoleRow.study_id == study).order_by(AccountRow.name))
    return [(row.account_id, row.name, row.role) for row in found]


def role_of(connection: Connection, study: int, account: int) -> str | None:
    query = select(StudyRoleRow.role).where(StudyRoleRow.study_id == study, StudyRoleRow.account_id == account)
    role: str | None = connection.scalar(query)
    return role


def roles_of(connection: Connection, account: int) -> dict[int, str]:
    """By study: the role that somebody has."""
    query = select(StudyRoleRow.study_id, StudyRoleRow.role).where(StudyRoleRow.account_id == account)
    return {row.study_id: row.role for row in connection.execute(query)}


def set_role(connection: Connection, study: int, account: int, role: str | None) -> None:
    if role is None:
        connection.execute(
            delete(StudyRoleRow).where(StudyRoleRow.study_id == study, StudyRoleRow.account_id == account)
        )
    else:
        upsert(connection, StudyRoleRow, {"study_id": study, "account_id": account}, {"role": role})


def note(connection: Connection, study: int, at: datetime, who: str, action: str, **detail: Any) -> None:
    """Write down who did what."""
    row = {"study_id": study, "at": at, "who": who, "action": action, "detail": detail}
    connection.execute(insert(StudyAuditRow).values(**row))


def audit(connection: Connection, study: int, limit: int = 500) -> list[dict[str, Any]]:
    query = select(StudyAuditRow.at, StudyAuditRow.who, StudyAuditRow.action, StudyAuditRow.detail)
    query = query.where(StudyAuditRow.study_id == study).order_by(StudyAuditRow.id.desc()).limit(limit)
    return [dict(row._mapping) for row in connection.execute(query)]


# --- links ------------------------------------------------------------------------------------------------------------


def invite(connection: Connection, study: int, digests: Mapping[str, str], now: datetime) -> None:
    """Personal links: by the digest of what they hold, how the researcher knows them."""
    rows = [
        {"digest": digest, "study_id": study, "label": label, "created": now, "spent": False}
        for digest, label in digests.items()
    ]
    connection.execute(insert(StudyInvitationRow), rows)


def invitation(connection: Connection, study: int, digest: str) -> tuple[int | None, bool] | None:
    """Whose a personal link is, and whether it was used; None if there is no such link."""
    query = select(StudyInvitationRow.participant_id, StudyInvitationRow.spent)
    row = connection.execute(
        query.where(StudyInvitationRow.study_id == study, StudyInvitationRow.digest == digest)
    ).one_or_none()
    return None if row is None else (row.participant_id, row.spent)


def invitations(connection: Connection, study: int) -> list[dict[str, Any]]:
    query = select(StudyInvitationRow.label, StudyInvitationRow.created, StudyInvitationRow.spent)
    found = connection.execute(query.where(StudyInvitationRow.study_id == study).order_by(StudyInvitationRow.created))
    return [dict(row._mapping) for row in found]


def spend(connection: Connection, study: int, digest: str, participant: int) -> bool:
    """Give a personal link to whoever came by it first; False if somebody was quicker."""
    where = and_(
        StudyInvitationRow.study_id == study, StudyInvitationRow.digest == digest, StudyInvitationRow.spent.is_(False)
    )
    values = {"participant_id": participant, "spent": True}
    return connection.execute(update(StudyInvitationRow).where(where).values(**values)).rowcount == 1


# --- participants -----------------------------------------------------------------------------------------------------


def lock(connection: Connection, study: int) -> None:
    """Let nobody else assign or match in this study until the transaction ends. SQLite has one writer anyway."""
    if connection.dialect.name != "sqlite":
        connection.execute(select(StudyRow.id).where(StudyRow.id == study).with_for_update())


def add_participant(connection: Connection, **values: Any) -> Participant:
    number = connection.execute(
        insert(StudyParticipantRow).values(**values).returning(StudyParticipantRow.id)
    ).scalar_one()
    return Participant(id=number, **values)


def participant(connection: Connection, *, digest: str = "", number: int = 0, public: str = "") -> Participant | None:
    """Somebody by the digest of their token, by number, or by their public id."""
    query = select(*_PARTICIPANT)
    if digest:
        query = query.where(StudyParticipantRow.digest == digest)
    elif public:
        query = query.where(StudyParticipantRow.public == public)
    else:
        query = query.where(StudyParticipantRow.id == number)
    return _one(connection, query)


def locked(connection: Connection, number: int) -> Participant | None:
    """Somebody as they are now, whom nobody else changes until the transaction ends."""
    query = select(*_PARTICIPANT).where(StudyParticipantRow.id == number)
    return _one(connection, query.with_for_update())  # SQLite has one writer anyway, and leaves this out


def recruited(connection: Connection, study: int, recruiter_id: str) -> Participant | None:
    where = and_(StudyParticipantRow.study_id == study, StudyParticipantRow.recruited == recruiter_id)
    return _one(connection, select(*_PARTICIPANT).where(where))


def _one(connection: Connection, query: Select[Any]) -> Participant | None:
    row = connection.execute(query).one_or_none()
    return None if row is None else Participant(**row._mapping)


def participants(connection: Connection, study: int, *, pilots: bool = True) -> list[Participant]:
    query = select(*_PARTICIPANT).where(StudyParticipantRow.study_id == study)
    if not pilots:
        query = query.where(StudyParticipantRow.pilot.is_(False))
    return [Participant(**row._mapping) for row in connection.execute(query.order_by(StudyParticipantRow.id))]


def some(connection: Connection, numbers: Iterable[int]) -> dict[int, Participant]:
    query = select(*_PARTICIPANT).where(StudyParticipantRow.id.in_(list(numbers)))
    return {row.id: Participant(**row._mapping) for row in connection.execute(query)}


def left(connection: Connection, study: int) -> set[str]:
    """Those who will not come back, or seem to have gone: their public ids."""
    query = select(StudyParticipantRow.public).where(
        StudyParticipantRow.study_id == study, StudyParticipantRow.status != "active"
    )
    return set(connection.scalars(query))


def counts(connection: Connection, study: int, *, pilots: bool = False) -> Counter[tuple[str, str]]:
    """How many there are of each condition and status, and with the condition '' of each status."""
    query = select(StudyParticipantRow.condition, StudyParticipantRow.status, func.count())
    query = query.where(StudyParticipantRow.study_id == study)
    if not pilots:
        query = query.where(StudyParticipantRow.pilot.is_(False))
    found: Counter[tuple[str, str]] = Counter()
    for condition, status, count in connection.execute(
        query.group_by(StudyParticipantRow.condition, StudyParticipantRow.status)
    ):
        found[condition, status] += count
        if condition:
            found["", status] += count
    return found


def places(connection: Connection, study: int, condition: str) -> int:
    """The next row of a condition's Latin squares."""
    query = select(func.max(StudyParticipantRow.place)).where(
        StudyParticipantRow.study_id == study, StudyParticipantRow.condition == condition
    )
    highest: int | None = connection.scalar(query)
    return 0 if highest is None else highest + 1


def change_participant(connection: Connection, number: int, **values: Any) -> None:
    connection.execute(update(StudyParticipantRow).where(StudyParticipantRow.id == number).values(**values))


def advance(connection: Connection, who: Participant, **values: Any) -> bool:
    """Change somebody who is still at the step and attempt at which `who` was; False if they have gone on meanwhile."""
    at = and_(
        StudyParticipantRow.id == who.id, StudyParticipantRow.step == who.step,
        StudyParticipantRow.attempt == who.attempt, StudyParticipantRow.status == who.status,
    )  # fmt: skip
    return connection.execute(update(StudyParticipantRow).where(at).values(**values)).rowcount == 1


# --- going away -------------------------------------------------------------------------------------------------------


def forget(connection: Connection, who: Participant) -> dict[str, int]:
    """Remove everything that hangs on a participant; how much of what that was."""
    removed = {}
    for row in (
        StudyAnswerRow, StudyPageRow, StudyProfileRow, StudyProfileChangeRow, StudyContactRow, StudyTraceRow,
        StudyWaitingRow,
    ):  # fmt: skip
        table = row.__table__
        removed[row.__tablename__] = connection.execute(delete(row).where(table.c.participant_id == who.id)).rowcount
    where = StudyInvitationRow.participant_id == who.id
    connection.execute(update(StudyInvitationRow).where(where).values(participant_id=None, label=""))
    where = StudySeatRow.participant_id == who.id
    removed["study_seat"] = connection.execute(
        update(StudySeatRow).where(where).values(participant_id=None, step=None, mask="")
    ).rowcount
    removed["study_participant"] = connection.execute(
        delete(StudyParticipantRow).where(StudyParticipantRow.id == who.id)
    ).rowcount
    _forget_in_notes(connection, who)
    if who.account_id is not None:
        removed["lab_account"] = connection.execute(delete(AccountRow).where(AccountRow.id == who.account_id)).rowcount
    return removed


def _forget_in_notes(connection: Connection, who: Participant) -> None:
    """That a researcher did something stays written down, and not with whom."""
    query = select(StudyAuditRow.id, StudyAuditRow.detail).where(StudyAuditRow.study_id == who.study_id)
    for row in connection.execute(query).all():
        if who.public in row.detail.values():
            detail = {name: None if value == who.public else value for name, value in row.detail.items()}
            connection.execute(update(StudyAuditRow).where(StudyAuditRow.id == row.id).values(detail=detail))


def purge(connection: Connection, who: Participant, now: datetime) -> None:
    """Cut the link to a person: answers and games stay, what says who they are goes."""
    for row in (StudyContactRow, StudyProfileRow, StudyTraceRow):
        connection.execute(delete(row).where(row.__table__.c.participant_id == who.id))
    where = StudyInvitationRow.participant_id == who.id
    connection.execute(update(StudyInvitationRow).where(where).values(label=""))
    change_participant(connection, who.id, purged=now, recruited=None, digest=f"purged {who.public}", account_id=None)


def add_receipt(connection: Connection, code: str, study: int, now: datetime, removed: Mapping[str, int]) -> None:
    connection.execute(insert(StudyReceiptRow).values(code=code, study_id=study, at=now, removed=dict(removed)))


def receipt(connection: Connection, code: str) -> dict[str, Any] | None:
    row = connection.execute(select(StudyReceiptRow.__table__).where(StudyReceiptRow.code == code)).one_or_none()
    return None if row is None else dict(row._mapping)


def erased_since(connection: Connection, moment: datetime) -> datetime | None:
    """When something of a person was first removed after a moment: they withdrew, or their data had grown old."""
    withdrawn = connection.scalar(select(func.min(StudyReceiptRow.at)).where(StudyReceiptRow.at >= moment))
    purged = connection.scalar(select(func.min(StudyParticipantRow.purged)).where(StudyParticipantRow.purged >= moment))
    return min((found for found in (withdrawn, purged) if found is not None), default=None)


def receipts(connection: Connection, study: int) -> int:
    query = select(func.count()).select_from(StudyReceiptRow).where(StudyReceiptRow.study_id == study)
    return connection.scalar(query) or 0
