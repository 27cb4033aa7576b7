"""What people have played and how it went: for their games, profiles and lists. Tables of studies are in none of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select

from ludarium.store.lab import TABLE_COLUMNS, UNFINISHED, Sitting, Table, people_at, seats_of
from ludarium.store.lab_models import AccountRow, EventRow, SeatRow, TableRow
from ludarium.store.models import RatingRow


@dataclass(frozen=True)
class Played:
    """A match that is over, as somebody played it."""

    table: Table
    seat: int
    seats: list[Sitting]

    @property
    def outcome(self) -> str:
        """`won`, `drawn` or `lost`; empty for a match without a result, or for oneself alone."""
        ranks = (self.table.result or {}).get("ranks", [])
        if len(ranks) < 2 or self.seat >= len(ranks):
            return ""
        own, best = ranks[self.seat], min(ranks)
        if own > best:
            return "lost"
        return "won" if sum(rank == best for rank in ranks) == 1 else "drawn"


def public(connection: Connection, limit: int) -> list[Table]:
    """Public tables at which somebody waits, or people play with each other, the newest first."""
    query = select(*TABLE_COLUMNS).where(TableRow.state.in_(UNFINISHED), TableRow.study.is_(None), TableRow.key == "")
    query = query.where((TableRow.state != "running") | (people_at() > 1))
    return [Table(**row._mapping) for row in connection.execute(query.order_by(TableRow.created.desc()).limit(limit))]


def unfinished_games(connection: Connection, account_id: int, limit: int) -> list[tuple[Table, datetime]]:
    """The unfinished tables at which a person sits, and when something happened there last; the latest first."""
    last = (EventRow.table_id == TableRow.id) & (EventRow.number == TableRow.last)
    query = select(*TABLE_COLUMNS, EventRow.at).join(EventRow, last)
    query = query.join(SeatRow, SeatRow.table_id == TableRow.id).where(SeatRow.account_id == account_id)
    query = query.where(TableRow.state.in_(UNFINISHED), TableRow.study.is_(None)).order_by(EventRow.at.desc())
    found = []
    for row in connection.execute(query.limit(limit)):
        values: dict[str, Any] = dict(row._mapping)
        at = values.pop("at")
        found.append((Table(**values), at))
    return found


def played(connection: Connection, account_id: int, *, private: bool, limit: int) -> list[Played]:
    """The latest matches of a person that are over; those of private tables only where `private` says so."""
    query = select(*TABLE_COLUMNS, SeatRow.seat).join(SeatRow, SeatRow.table_id == TableRow.id)
    query = query.where(SeatRow.account_id == account_id, TableRow.state == "over", TableRow.study.is_(None))
    if not private:
        query = query.where(TableRow.key == "")
    rows = []
    for row in connection.execute(query.order_by(TableRow.ended.desc()).limit(limit)):
        values: dict[str, Any] = dict(row._mapping)
        seat = values.pop("seat")
        rows.append((Table(**values), seat))
    seats = seats_of(connection, [table.id for table, _ in rows])
    return [Played(table, seat, seats.get(table.id, [])) for table, seat in rows]


def names_of(connection: Connection, accounts: Collection[int]) -> dict[int, str]:
    """The names of people with an account, by number."""
    found: dict[int, str] = {}
    wanted = sorted(accounts)
    for first in range(0, len(wanted), 500):
        query = select(AccountRow.id, AccountRow.name).where(
            AccountRow.id.in_(wanted[first : first + 500]), AccountRow.name_key.is_not(None)
        )
        found |= {row.id: row.name for row in connection.execute(query)}
    return found


def rated_games(connection: Connection, pool: str) -> dict[str, int]:
    """The games in which somebody is rated, and how many are."""
    query = select(RatingRow.game, func.count()).where(RatingRow.pool == pool).group_by(RatingRow.game)
    return {row[0]: row[1] for row in connection.execute(query)}
