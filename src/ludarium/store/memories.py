"""What players keep of people from game to game: each function is one step of a transaction that the caller has opened.

A memory belongs to one player, one person, one game (with the settings that matter) and one *scope*: ordinary play, or
a study. What a player knew of somebody when a game began is kept with the game, so that after a restart it goes on with
the same. All of it goes with the person's account.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, ForeignKey, Index, Integer, Text, UniqueConstraint, delete, exists, insert, select
from sqlalchemy import update as change
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, mapped_column

from ludarium.store.lab_models import AccountRow, OutboxRow
from ludarium.store.models import Base, Moment

LEARNING = "memory"
"""In the outbox: a game is over from which a player may learn."""
ORDINARY = ""
"""The scope of games that belong to no study."""


class MemoryRow(Base):
    """What a player keeps of a person."""

    __tablename__ = "lab_memory"
    __table_args__ = (
        UniqueConstraint("account_id", "scope", "game", "settings", "player"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("lab_account.id", ondelete="CASCADE"))
    scope: Mapped[str] = mapped_column(Text)
    game: Mapped[str] = mapped_column(Text)
    settings: Mapped[str] = mapped_column(Text)
    """Those that matter to the player, as JSON with sorted names."""
    player: Mapped[str] = mapped_column(Text)
    games: Mapped[int] = mapped_column(Integer)
    """From how many games it was learnt; counts up with each change."""
    content: Mapped[str | None] = mapped_column(Text)
    """JSON; NULL before the first game is over."""
    updated: Mapped[datetime] = mapped_column(Moment)


class RecalledRow(Base):
    """What the player on a seat knew of the person on another when it first decided in a game."""

    __tablename__ = "lab_recalled"
    __table_args__ = (Index("ix_lab_recalled_memory_id", "memory_id"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("lab_table.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    other: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    memory_id: Mapped[int] = mapped_column(ForeignKey("lab_memory.id", ondelete="CASCADE"))
    games: Mapped[int] = mapped_column(Integer)
    content: Mapped[str | None] = mapped_column(Text)
    digest: Mapped[str] = mapped_column(Text)


@dataclass(frozen=True)
class Key:
    """Whose memory, for which games; the person is named beside it."""

    player: str
    game: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    scope: str = ORDINARY

    def values(self) -> dict[str, str]:
        settings = json.dumps(dict(self.settings), sort_keys=True, separators=(",", ":"))
        return {"scope": self.scope, "game": self.game, "settings": settings, "player": self.player}


@dataclass(frozen=True)
class Memory:
    """A memory as its person may see it."""

    id: int
    player: str
    game: str
    games: int
    updated: datetime


@dataclass(frozen=True)
class Known:
    """A memory that a game is to change: by the player on `seat`, of the person on `other`."""

    seat: int
    other: int
    memory: int
    account: int
    games: int
    content: str | None


def digest_of(content: str | None) -> str:
    """A short digest of what a player knew; empty of a stranger."""
    return "" if content is None else hashlib.blake2b(content.encode(), digest_size=16).hexdigest()


def recall(
    connection: Connection, table_id: str, seat: int, key: Key, people: Mapping[int, int], *, wait: bool = True
) -> dict[int, str] | None:
    """What a player knows of people (their accounts by seat) in a game: what it knew at first, however often it asks.

    With `wait`, None while a game is over from which one of these memories is still to be learnt.
    """
    known = select(RecalledRow.other, RecalledRow.content).where(
        RecalledRow.table_id == table_id, RecalledRow.seat == seat
    )
    rows = connection.execute(known).all()
    if not rows:
        memories = {other: row for other, account in people.items() if (row := _row(connection, key, account))}
        if wait and _pending(connection, [row.id for row in memories.values()]):
            return None
        added = [
            {
                "table_id": table_id,
                "seat": seat,
                "other": other,
                "memory_id": row.id,
                "games": row.games,
                "content": row.content,
                "digest": digest_of(row.content),
            }
            for other, row in memories.items()
        ]
        if added:
            connection.execute(insert(RecalledRow), added)
            rows = connection.execute(known).all()
    return {row.other: row.content for row in rows if row.content is not None}


def _row(connection: Connection, key: Key, account: int) -> Any:
    """The memory of a person, made if there is none; None of somebody who is gone."""
    values = {**key.values(), "account_id": account}
    same = [MemoryRow.__table__.columns[name] == value for name, value in values.items()]
    found = connection.execute(select(MemoryRow.__table__).where(*same)).one_or_none()
    if found is not None:
        return found
    if connection.scalar(select(AccountRow.id).where(AccountRow.id == account)) is None:
        return None
    added = sqlite.insert(MemoryRow) if connection.dialect.name == "sqlite" else postgresql.insert(MemoryRow)
    # Another process may be quicker.
    connection.execute(added.values(**values, games=0, updated=datetime.now(UTC)).on_conflict_do_nothing())
    return connection.execute(select(MemoryRow.__table__).where(*same)).one_or_none()


def _pending(connection: Connection, memories: Sequence[int]) -> bool:
    """Whether a game is yet to change one of some memories. What has failed once holds up nobody."""
    due = exists().where(
        OutboxRow.kind == LEARNING,
        OutboxRow.tries == 0,
        OutboxRow.table_id == RecalledRow.table_id,
        RecalledRow.memory_id.in_(memories),
    )
    return bool(connection.scalar(select(due)))


def to_learn(connection: Connection, table_id: str) -> list[Known]:
    """The memories that a game can change, as they are now."""
    query = (
        select(RecalledRow.seat, RecalledRow.other, MemoryRow.id, MemoryRow.account_id)
        .add_columns(MemoryRow.games, MemoryRow.content)
        .join(MemoryRow, MemoryRow.id == RecalledRow.memory_id)
        .where(RecalledRow.table_id == table_id)
        .order_by(RecalledRow.seat, RecalledRow.other)
    )
    return [Known(*row) for row in connection.execute(query)]


def learn(connection: Connection, known: Known, content: str) -> bool:
    """Change a memory, if it still is as it was when it was read (or gone, when there is nothing to change)."""
    same = (MemoryRow.id == known.memory) & (MemoryRow.games == known.games)
    values = {"games": known.games + 1, "content": content, "updated": datetime.now(UTC)}
    if connection.execute(change(MemoryRow).where(same).values(values)).rowcount == 1:
        return True
    return connection.scalar(select(MemoryRow.id).where(MemoryRow.id == known.memory)) is None


def listing(connection: Connection, account: int, scope: str = ORDINARY) -> list[Memory]:
    """What players keep of a person, those that changed last first."""
    query = (
        select(MemoryRow.id, MemoryRow.player, MemoryRow.game, MemoryRow.games, MemoryRow.updated)
        .where(MemoryRow.account_id == account, MemoryRow.scope == scope, MemoryRow.content.is_not(None))
        .order_by(MemoryRow.updated.desc(), MemoryRow.id)
    )
    return [Memory(*row) for row in connection.execute(query)]


def forget(connection: Connection, account: int, memory: int | None = None, *, scope: str = ORDINARY) -> int:
    """Delete one memory of a person, or all of a scope, with what is kept of them in games; how many there were."""
    own = (MemoryRow.account_id == account) & (MemoryRow.scope == scope)
    if memory is not None:
        own &= MemoryRow.id == memory
    return connection.execute(delete(MemoryRow).where(own)).rowcount


def forget_at(connection: Connection, table_id: str, account: int) -> None:
    """Delete what the players at a table keep of a person, from that game and all others."""
    there = select(RecalledRow.memory_id).where(RecalledRow.table_id == table_id)
    connection.execute(delete(MemoryRow).where(MemoryRow.account_id == account, MemoryRow.id.in_(there)))
