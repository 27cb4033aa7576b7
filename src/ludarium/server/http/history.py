"""Matches that are over: lists of them, their records, and records that people bring along."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from sqlalchemy import Connection

from ludarium.engine.errors import LudariumError
from ludarium.server.messages import MatchInfo, MatchList
from ludarium.server.people.identity import NotAllowed
from ludarium.server.tables import deciding
from ludarium.server.tables.deciding import PRIVATE, Draft, clean
from ludarium.server.tables.listing import Rows, match_info, notation_of
from ludarium.server.tables.registry import Tables
from ludarium.server.work.jobs import Jobs
from ludarium.server.work.making import checked_record, notation_text
from ludarium.server.work.shares import Share
from ludarium.store import lab
from ludarium.store.lab import Account, Event, Sitting, Table

PAGE = 50
_BYTE = 5e-6
"""Seconds that checking a byte of a record takes, about."""
_EARLIEST, _LATEST = 1900, 9000
"""Years in which a match may have ended."""


async def matches(
    tables: Tables, account: Account | None, *, game: str | None, mine: bool, before: str | None
) -> MatchList:
    """A page of the history."""
    moment = None if before is None else _moment(before)
    if mine and account is None:
        return MatchList(matches=[], before=None)

    def read(connection: Connection) -> Rows:
        who = account.id if mine and account else None
        return Rows.of(connection, lab.finished(connection, game=game, account_id=who, before=moment, limit=PAGE))

    rows: Rows = await tables.read(read)
    infos = [match_info(tables, row, seats, account) for row, seats in rows]
    last = rows[-1][0].ended if len(rows) == PAGE else None
    return MatchList(
        matches=[info for info in infos if info is not None], before=last.isoformat() if last is not None else None
    )


def _moment(text: str) -> datetime:
    """The time that a text gives; one without a zone, or so far off that no database knows it, is an error."""
    try:
        found = datetime.fromisoformat(text)
        if found.tzinfo is not None and _EARLIEST <= found.year <= _LATEST:
            return found.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise LudariumError("`before` is no time: use the one of the page before.")


async def match(
    tables: Tables, account: Account | None, table_id: str, key: str | None = None, *, admitted: bool = False
) -> tuple[Table, MatchInfo]:
    """One match, over or not, if its table is public or admits whoever asks; with `admitted` that is known already."""

    def read(connection: Connection) -> Rows:
        row = lab.table(connection, table_id)
        return Rows.of(connection, [row] if row is not None else [])

    rows: Rows = await tables.read(read)
    if not rows:
        raise NotAllowed("There is no such match.", 404)
    row, seats = rows[0]
    if row.key and not admitted:
        table = await tables.find(table_id)
        if table is None or not table.state.admits(account.id if account else None, key):
            raise NotAllowed("There is no such match.", 404) if row.study is not None else NotAllowed(PRIVATE)
    info = match_info(tables, row, seats, account)
    if info is None:
        raise NotAllowed("The game of this match is not here any more.", 404)
    return row, info


async def record_text(tables: Tables, account: Account | None, table_id: str, key: str | None) -> str:
    """The record of a match that is over: while it is played, its seed would give everything away."""
    row, _ = await match(tables, account, table_id, key)
    if row.masked:  # it names the players, and its seed gives them away
        raise NotAllowed(deciding.STUDY, 409)
    text: str | None = await tables.read(lambda connection: lab.record(connection, table_id))
    if row.state != "over" or text is None:
        raise NotAllowed("The record can be had when the match is over.", 409)
    return text


async def notation(
    tables: Tables, jobs: Jobs, account: Account | None, table_id: str, key: str | None, share: Share
) -> bytes:
    """A match in the notation of its game's source."""
    row, _ = await match(tables, account, table_id, key)
    text = await record_text(tables, account, table_id, key)
    notation = notation_of(row.game)
    if not notation:
        raise NotAllowed("This game has no notation of its own: download the record.", 404)
    return await jobs.run(notation_text, notation, text, share=share, size=_BYTE * len(text))


async def upload(tables: Tables, jobs: Jobs, account: Account, text: str, share: Share) -> MatchInfo:
    """Take in a record that somebody brings along, if it replays exactly."""
    record = await jobs.run(checked_record, text, share=share, size=_BYTE * len(text))
    now = datetime.now(UTC)
    seats = [Sitting("player", clean(label)[:64] or "somebody", None, "") for label in record.players]
    drafts = [
        *deciding.opening(seats, account.id, record.settings, None),
        Draft("ended", {"result": record.result, "reason": ""}),
    ]
    events = [Event(number, now, draft.kind, draft.data, draft.private) for number, draft in enumerate(drafts, 1)]
    table = Table(
        id=secrets.token_urlsafe(12).replace("-", "x").replace("_", "y"),
        game=record.game,
        key="",
        rated=False,
        seed=record.seed,
        created=now,
        settings=dict(record.settings),
        uploaded=True,
        home=tables.process,
        state="over",
        decisions=record.decisions,
        result=record.result,
        ended=now,
    )

    def store(connection: Connection) -> None:
        lab.add_table(connection, table, record.text)
        lab.append(connection, table.id, tables.process, events, {}, seats)

    await tables.write(store)
    return (await match(tables, account, table.id))[1]
