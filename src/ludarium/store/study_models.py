"""The tables of studies: their plans, the people who take part, what they answered, and which games were theirs.

Everything that belongs to a person hangs on their row of `study_participant` and goes with it. What they played stands
in the lab's own tables: `study_seat` says who sat where.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from ludarium.store.models import Base, Moment, Word

_NUMBER = BigInteger().with_variant(Integer, "sqlite")


class StudyRow(Base):
    """A study."""

    __tablename__ = "study"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    slug: Mapped[str] = mapped_column(Text, unique=True)
    """What its links hold."""
    state: Mapped[str] = mapped_column(Text)
    """draft, open, paused or closed: people are let in only while it is open."""
    version: Mapped[int] = mapped_column(Integer)
    """Of its plan. Whoever has begun goes on by the version they began with."""
    created: Mapped[datetime] = mapped_column(Moment)
    opened: Mapped[datetime | None] = mapped_column(Moment)
    pilot: Mapped[bool] = mapped_column(Boolean)
    """Whether those who come now are left out of counts, figures and exports."""
    findings: Mapped[bool] = mapped_column(Boolean)
    """Whether participants may see the findings."""
    message: Mapped[str] = mapped_column(Text)
    """What everybody is told who takes part just now."""
    frozen: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """Digests of plan, questions and analysis, and when they were taken."""
    refinement: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class StudyPlanRow(Base):
    """A version of a study's plan."""

    __tablename__ = "study_plan"

    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(Text)
    """As it was written."""
    plan: Mapped[dict[str, Any]] = mapped_column(JSON)
    digest: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(Moment)


class StudyRoleRow(Base):
    """What somebody with an account may do in a study."""

    __tablename__ = "study_role"
    __table_args__ = (Index("ix_study_role_account_id", "account_id"),)

    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("lab_account.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(Text)
    """owner, researcher, grader or viewer."""


class StudyAuditRow(Base):
    """Who among the researchers did or looked at what."""

    __tablename__ = "study_audit"
    __table_args__ = (Index("ix_study_audit_study_id", "study_id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(_NUMBER, primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"))
    at: Mapped[datetime] = mapped_column(Moment)
    who: Mapped[str] = mapped_column(Text)
    action: Mapped[str] = mapped_column(Text)
    detail: Mapped[dict[str, Any]] = mapped_column(JSON)


class StudyInvitationRow(Base):
    """A personal link: the digest of what it holds."""

    __tablename__ = "study_invitation"
    __table_args__ = (Index("ix_study_invitation_study_id", "study_id"),)

    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"))
    label: Mapped[str] = mapped_column(Text)
    """How the researcher knows it."""
    created: Mapped[datetime] = mapped_column(Moment)
    participant_id: Mapped[int | None] = mapped_column(ForeignKey("study_participant.id", ondelete="SET NULL"))
    spent: Mapped[bool] = mapped_column(Boolean)
    """Whether somebody has come by it, who may have withdrawn since."""


class StudyParticipantRow(Base):
    """Somebody who agreed to take part."""

    __tablename__ = "study_participant"
    __table_args__ = (
        UniqueConstraint("study_id", "recruited"),
        Index("ix_study_participant_study_id_status", "study_id", "status"),
        Index("ix_study_participant_account_id", "account_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"))
    public: Mapped[str] = mapped_column(Text, unique=True)
    """What exports and figures call them."""
    digest: Mapped[str] = mapped_column(Text, unique=True)
    """Of the token that their browser and their own link hold."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("lab_account.id", ondelete="SET NULL"))
    """The guest of the lab as whom they sit at tables, made for this study alone."""
    version: Mapped[int] = mapped_column(Integer)
    condition: Mapped[str] = mapped_column(Text)
    place: Mapped[int] = mapped_column(Integer)
    """How many came to the condition before: the row of its Latin squares."""
    seed: Mapped[int] = mapped_column(Word)
    source: Mapped[str] = mapped_column(Text)
    recruited: Mapped[str | None] = mapped_column(Text)
    """A recruiter's id."""
    language: Mapped[str] = mapped_column(Text)
    pilot: Mapped[bool] = mapped_column(Boolean)
    status: Mapped[str] = mapped_column(Text)
    """active, completed, dropped, screened, released."""
    step: Mapped[int] = mapped_column(Integer)
    attempt: Mapped[int] = mapped_column(Integer)
    consented: Mapped[datetime] = mapped_column(Moment)
    consent_version: Mapped[int] = mapped_column(Integer)
    pointer: Mapped[bool] = mapped_column(Boolean)
    shown: Mapped[datetime | None] = mapped_column(Moment)
    """When the page on which they are was first shown."""
    seen: Mapped[datetime] = mapped_column(Moment)
    finished: Mapped[datetime | None] = mapped_column(Moment)
    code: Mapped[str | None] = mapped_column(Text)
    purged: Mapped[datetime | None] = mapped_column(Moment)


class StudyContactRow(Base):
    """An address that somebody left, apart from all else."""

    __tablename__ = "study_contact"

    participant_id: Mapped[int] = mapped_column(
        ForeignKey("study_participant.id", ondelete="CASCADE"), primary_key=True
    )
    email: Mapped[str] = mapped_column(Text)


class StudyPageRow(Base):
    """A page that somebody has done with."""

    __tablename__ = "study_page"

    participant_id: Mapped[int] = mapped_column(
        ForeignKey("study_participant.id", ondelete="CASCADE"), primary_key=True
    )
    step: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    attempt: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    stage: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    occurrence: Mapped[int] = mapped_column(Integer)
    shown: Mapped[datetime | None] = mapped_column(Moment)
    done: Mapped[datetime] = mapped_column(Moment)
    hidden: Mapped[float] = mapped_column(Double)
    """Seconds for which its tab was hidden."""
    idle: Mapped[float] = mapped_column(Double)
    outcome: Mapped[str] = mapped_column(Text)
    """done, skipped, failed (a quiz), advanced (by a researcher)."""


class StudyAnswerRow(Base):
    """An answer, with what it was before it was sent."""

    __tablename__ = "study_answer"
    __table_args__ = (
        UniqueConstraint("participant_id", "step", "attempt", "question", "seat"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(_NUMBER, primary_key=True)
    participant_id: Mapped[int] = mapped_column(ForeignKey("study_participant.id", ondelete="CASCADE"))
    step: Mapped[int] = mapped_column(Integer)
    attempt: Mapped[int] = mapped_column(Integer)
    stage: Mapped[str] = mapped_column(Text)
    occurrence: Mapped[int] = mapped_column(Integer)
    question: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    role: Mapped[str] = mapped_column(Text)
    table_id: Mapped[str | None] = mapped_column(Text)
    """The game it is about."""
    seat: Mapped[int] = mapped_column(Integer)
    """The seat it is about; -1 for none."""
    value: Mapped[Any] = mapped_column(JSON)
    text: Mapped[str] = mapped_column(Text)
    changes: Mapped[list[Any]] = mapped_column(JSON)
    right: Mapped[bool | None] = mapped_column(Boolean)
    at: Mapped[datetime] = mapped_column(Moment)
    seconds: Mapped[float] = mapped_column(Double)


class StudyGradeRow(Base):
    """What a grader makes of a half-open answer."""

    __tablename__ = "study_grade"

    answer_id: Mapped[int] = mapped_column(ForeignKey("study_answer.id", ondelete="CASCADE"), primary_key=True)
    grader: Mapped[str] = mapped_column(Text, primary_key=True)
    grade: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(Moment)


class StudyProfileRow(Base):
    """What somebody says of themselves now."""

    __tablename__ = "study_profile"

    participant_id: Mapped[int] = mapped_column(
        ForeignKey("study_participant.id", ondelete="CASCADE"), primary_key=True
    )
    attribute: Mapped[str] = mapped_column(Text, primary_key=True)
    value: Mapped[Any] = mapped_column(JSON)
    text: Mapped[str] = mapped_column(Text)


class StudyProfileChangeRow(Base):
    """That an attribute was set, changed or removed: never to what."""

    __tablename__ = "study_profile_change"
    __table_args__ = (Index("ix_study_profile_change_participant_id", "participant_id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(_NUMBER, primary_key=True)
    participant_id: Mapped[int] = mapped_column(ForeignKey("study_participant.id", ondelete="CASCADE"))
    attribute: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Moment)


class StudyWaitingRow(Base):
    """Somebody in the waiting room."""

    __tablename__ = "study_waiting"
    __table_args__ = (Index("ix_study_waiting_study_id_queue", "study_id", "queue"),)

    participant_id: Mapped[int] = mapped_column(
        ForeignKey("study_participant.id", ondelete="CASCADE"), primary_key=True
    )
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"))
    queue: Mapped[str] = mapped_column(Text)
    """Who may meet: the same stage with the same game and line-up."""
    step: Mapped[int] = mapped_column(Integer)
    since: Mapped[datetime] = mapped_column(Moment)
    alive: Mapped[datetime] = mapped_column(Moment)
    """When they were last heard of: nobody is matched with somebody who has gone."""


class StudyTableRow(Base):
    """A game of a study."""

    __tablename__ = "study_table"
    __table_args__ = (Index("ix_study_table_study_id", "study_id"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("lab_table.id", ondelete="CASCADE"), primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"))
    stage: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(Moment)
    ended: Mapped[datetime | None] = mapped_column(Moment)
    how: Mapped[str] = mapped_column(Text)
    """played, dropped, abandoned; empty while it goes on."""


class StudySeatRow(Base):
    """Who sits where in a game of a study."""

    __tablename__ = "study_seat"
    __table_args__ = (UniqueConstraint("participant_id", "step"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("study_table.table_id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    participant_id: Mapped[int | None] = mapped_column(ForeignKey("study_participant.id", ondelete="SET NULL"))
    step: Mapped[int | None] = mapped_column(Integer)
    """Of the participant's course."""
    person: Mapped[bool] = mapped_column(Boolean)
    """Whether it was a person's, also after they withdrew."""
    player: Mapped[str] = mapped_column(Text)
    """The player that sits there, or sat down when the person left; empty for a person."""
    mask: Mapped[str] = mapped_column(Text)
    """The name that everybody saw."""
    replaced: Mapped[datetime | None] = mapped_column(Moment)
    """When a player took over from a person."""


class StudyTraceRow(Base):
    """Some seconds of pointer, keys or focus, compressed, where it was agreed to."""

    __tablename__ = "study_trace"

    participant_id: Mapped[int] = mapped_column(
        ForeignKey("study_participant.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    step: Mapped[int] = mapped_column(Integer)
    table_id: Mapped[str | None] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Moment)
    data: Mapped[bytes] = mapped_column(LargeBinary)


class StudyReceiptRow(Base):
    """That somebody withdrew, and how much was removed: nothing about who."""

    __tablename__ = "study_receipt"

    code: Mapped[str] = mapped_column(Text, primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"))
    at: Mapped[datetime] = mapped_column(Moment)
    removed: Mapped[dict[str, Any]] = mapped_column(JSON)
