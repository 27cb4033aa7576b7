"""The tables. Whoever changes them adds a migration: a test compares the two."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from ludarium.store.faults import StoreError

_EXACT = 1 << 53
"""Below this, whole numbers and floats are the same numbers."""


class Word(TypeDecorator[int]):
    """A seed of 64 bits. Databases have signed integers only: the upper half is stored as negative numbers."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:
        return value if value is None or value < 1 << 63 else value - (1 << 64)

    def process_result_value(self, value: int | None, dialect: Dialect) -> int | None:
        return value if value is None or value >= 0 else value + (1 << 64)


class Moment(TypeDecorator[datetime]):
    """A point in time. SQLite knows no zones: it is given the time of UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


@lru_cache(maxsize=4096)
def _listing(numbers: tuple[float, ...]) -> str:
    short = [int(number) if number == int(number) and abs(number) < _EXACT else number for number in numbers]
    return json.dumps(short, separators=(",", ":"))


@lru_cache(maxsize=4096)
def _numbers(listing: str) -> tuple[Any, ...]:
    return tuple(json.loads(listing))


@lru_cache(maxsize=4096)
def _floats(listing: str) -> tuple[float, ...]:
    return tuple(map(float, json.loads(listing)))


class Counts(TypeDecorator[tuple[int, ...]]):
    """Whole numbers by seat, as a JSON list without blanks: `[0,1]`. Few different ones occur, so they are cached."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        return None if value is None else _listing(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        return None if value is None else _numbers(value)


class Points(TypeDecorator[tuple[float, ...]]):
    """Numbers by seat, as a JSON list without blanks: `[1,-1]`, `[0.5,0.5]`."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[float, ...] | None, dialect: Dialect) -> str | None:
        try:
            return None if value is None else _listing(value)
        except (ValueError, OverflowError):
            raise StoreError(f"points {value} cannot be stored: every seat needs a finite number") from None

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[float, ...] | None:
        return None if value is None else _floats(value)


class Pairs(TypeDecorator[tuple[tuple[int, str], ...]]):
    """Numbered texts, as a JSON list of pairs; no pairs are stored as NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[tuple[int, str], ...] | None, dialect: Dialect) -> str | None:
        return json.dumps(value, separators=(",", ":")) if value else None

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[tuple[int, str], ...]:
        return tuple((number, text) for number, text in json.loads(value)) if value else ()


class Changes(TypeDecorator[dict[str, Any]]):
    """A small mapping as JSON text; an empty one is stored as NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: dict[str, Any] | None, dialect: Dialect) -> str | None:
        return json.dumps(value, separators=(",", ":")) if value else None

    def process_result_value(self, value: str | None, dialect: Dialect) -> dict[str, Any]:
        return json.loads(value) if value else {}


class Base(DeclarativeBase):
    """All tables, their constraints named alike on every database so that migrations can find them."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        }
    )


class RunRow(Base):
    """A run: games that belong together, and the plan that decides each of them."""

    __tablename__ = "run"
    __table_args__ = (UniqueConstraint("kind", "plan_digest"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    short: Mapped[str] = mapped_column(Text, unique=True)
    kind: Mapped[str] = mapped_column(Text)
    game: Mapped[str] = mapped_column(Text)
    rules: Mapped[str] = mapped_column(Text)
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    players: Mapped[list[str]] = mapped_column(JSON)
    plan: Mapped[dict[str, Any]] = mapped_column(JSON)
    plan_digest: Mapped[str] = mapped_column(Text)
    seed: Mapped[int | None] = mapped_column(Word)
    games: Mapped[int | None] = mapped_column(Integer)
    version: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(Moment)
    finished: Mapped[datetime | None] = mapped_column(Moment)
    note: Mapped[str] = mapped_column(Text)


class GameRow(Base):
    """A finished game of a run."""

    __tablename__ = "game"
    # Ids are never used twice, even after a run was deleted: somebody may have written one down.
    __table_args__ = (UniqueConstraint("run_id", "number"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(Integer)
    line_up: Mapped[tuple[int, ...]] = mapped_column(Counts)
    seed: Mapped[int] = mapped_column(Word)
    points: Mapped[tuple[float, ...]] = mapped_column(Points)
    ranks: Mapped[tuple[int, ...]] = mapped_column(Counts)
    length: Mapped[int] = mapped_column(Integer)
    seconds: Mapped[float] = mapped_column(Double)
    moves: Mapped[bytes | None] = mapped_column(LargeBinary)
    texts: Mapped[tuple[tuple[int, str], ...] | None] = mapped_column(Pairs)
    faults: Mapped[tuple[tuple[int, str], ...] | None] = mapped_column(Pairs)
    settings: Mapped[dict[str, Any] | None] = mapped_column(Changes)
    seal: Mapped[str | None] = mapped_column(Text)


class RatingRow(Base):
    """A player's standing on a ladder: a game, and a pool of players who are rated against each other."""

    __tablename__ = "rating"

    game: Mapped[str] = mapped_column(Text, primary_key=True)
    pool: Mapped[str] = mapped_column(Text, primary_key=True)
    player: Mapped[str] = mapped_column(Text, primary_key=True)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    games: Mapped[int] = mapped_column(Integer)
    updated: Mapped[datetime] = mapped_column(Moment)
