"""The tables of the lab in the browser: people, the tables they sit at, and what happened there."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, Double, ForeignKey, Index, Integer, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from ludarium.store.models import Base, Moment, Word


class AccountRow(Base):
    """A person: a guest, or somebody with a name of their own and a password."""

    __tablename__ = "lab_account"
    __table_args__ = (Index("ix_lab_account_seen", "seen"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    name_key: Mapped[str | None] = mapped_column(Text, unique=True)
    """The name as names are compared; NULL for guests, who may share one."""
    password: Mapped[str | None] = mapped_column(Text)
    """Argon2's text; NULL for guests."""
    created: Mapped[datetime] = mapped_column(Moment)
    recovery: Mapped[str | None] = mapped_column(Text)
    """The digest of the code with which a lost password can be replaced, once."""
    seen: Mapped[datetime | None] = mapped_column(Moment)
    """When the person was last here, to the hour or so; NULL: not since this column was added."""


class SessionRow(Base):
    """A browser that is known: the digest of its token, never the token itself."""

    __tablename__ = "lab_session"
    __table_args__ = (
        Index("ix_lab_session_account_id", "account_id"),
        Index("ix_lab_session_expires", "expires"),
    )

    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("lab_account.id", ondelete="CASCADE"))
    created: Mapped[datetime] = mapped_column(Moment)
    used: Mapped[datetime | None] = mapped_column(Moment)
    """When it was last used, to the hour or so."""
    expires: Mapped[datetime | None] = mapped_column(Moment)
    """When it ends, however much it is used; NULL: of an older version, ends a year after it was created."""


class ProcessRow(Base):
    """A server process, and when it was last seen alive: clocks go on from there after a crash."""

    __tablename__ = "lab_process"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    alive: Mapped[datetime] = mapped_column(Moment)
    uptime: Mapped[float | None] = mapped_column(Double)
    """Seconds between its start and then, by a clock that nobody can set: what clocks at its tables go by."""


class TableRow(Base):
    """A table. What happens at it is in its events; the columns below `last` only repeat them for listings."""

    __tablename__ = "lab_table"
    __table_args__ = (
        Index("ix_lab_table_state_created", "state", "created"),
        Index("ix_lab_table_ended", "ended"),
        Index("ix_lab_table_study", "study"),
    )

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    game: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(Text)
    """What a private table's link holds; empty for a public one."""
    rated: Mapped[bool] = mapped_column(Boolean)
    seed: Mapped[int] = mapped_column(Word)
    created: Mapped[datetime] = mapped_column(Moment)
    rematch_of: Mapped[str | None] = mapped_column(Text)
    uploaded: Mapped[bool] = mapped_column(Boolean)
    home: Mapped[int | None] = mapped_column(Integer)
    """The process that holds the table: nobody else may add events to it."""
    last: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(Text)
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    seconds: Mapped[float | None] = mapped_column(Double)
    decisions: Mapped[int] = mapped_column(Integer)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    reason: Mapped[str] = mapped_column(Text)
    ended: Mapped[datetime | None] = mapped_column(Moment)
    record: Mapped[str | None] = mapped_column(Text)
    study: Mapped[str | None] = mapped_column(Text)
    """The study that the table was opened for, which alone shows it to its people; NULL for all others."""
    unmasked: Mapped[datetime | None] = mapped_column(Moment)
    """When the people at a study's table were told who was who; until then nothing may tell."""
    clock: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What clock the table has; NULL: none or, with `seconds`, that of older versions."""
    waits: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """Where decisions have days: which seats are waited for, and until when."""


class SeatRow(Base):
    """Who sits where: repeats a table's events for listings."""

    __tablename__ = "lab_seat"
    __table_args__ = (Index("ix_lab_seat_account_id", "account_id"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("lab_table.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(Text)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("lab_account.id", ondelete="SET NULL"))
    label: Mapped[str] = mapped_column(Text)
    player: Mapped[str] = mapped_column(Text)


class EventRow(Base):
    """Something that happened at a table. `author` and `message` name the client's message that caused it: the same
    message again finds its event."""

    __tablename__ = "lab_event"
    __table_args__ = (UniqueConstraint("table_id", "author", "message"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("lab_table.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(Moment)
    kind: Mapped[str] = mapped_column(Text)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What everybody at the table may know."""
    private: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What only the server knows until the match is over."""
    author: Mapped[int | None] = mapped_column(Integer)
    message: Mapped[str | None] = mapped_column(Text)


class ChallengeRow(Base):
    """Somebody is asked to a table by name. It stands as long as the table waits and it was not declined."""

    __tablename__ = "lab_challenge"
    __table_args__ = (
        UniqueConstraint("table_id", "person"),
        Index("ix_lab_challenge_person", "person"),
        Index("ix_lab_challenge_by", "by"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("lab_table.id", ondelete="CASCADE"))
    by: Mapped[int] = mapped_column(ForeignKey("lab_account.id", ondelete="CASCADE"))
    person: Mapped[int] = mapped_column(ForeignKey("lab_account.id", ondelete="CASCADE"))
    created: Mapped[datetime] = mapped_column(Moment)
    declined: Mapped[datetime | None] = mapped_column(Moment)


class CommandRow(Base):
    """A message for a table that another process holds, and the answer."""

    __tablename__ = "lab_command"
    __table_args__ = (Index("ix_lab_command_table_id", "table_id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    table_id: Mapped[str] = mapped_column(Text)
    sender: Mapped[int] = mapped_column(Integer)
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    created: Mapped[datetime] = mapped_column(Moment)


class OutboxRow(Base):
    """Something that must be done about a table in the end, whatever fails meanwhile: written together with the event
    that calls for it, gone together with what it brings about."""

    __tablename__ = "lab_outbox"
    __table_args__ = (UniqueConstraint("kind", "table_id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    table_id: Mapped[str] = mapped_column(ForeignKey("lab_table.id", ondelete="CASCADE"))
    created: Mapped[datetime] = mapped_column(Moment)
    tries: Mapped[int] = mapped_column(Integer)
