"""Matches that are over: lists of them, their records, and records that people bring along."""

from __future__ import annotations

import asyncio
import json
import secrets
from datetime import UTC, datetime

from sqlalchemy import Connection

from ludarium.engine.errors import LudariumError, RecordError
from ludarium.engine.game import Game
from ludarium.engine.plugins import import_object
from ludarium.engine.record import Record
from ludarium.server.messages import MatchInfo, MatchList
from ludarium.server.people.identity import NotAllowed
from ludarium.server.tables import deciding
from ludarium.server.tables.deciding import PRIVATE, Draft, clean
from ludarium.server.tables.listing import NOTATIONS, Rows, match_info
from ludarium.server.tables.registry import Tables
from ludarium.server.tables.scenes import result_data
from ludarium.server.tables.shelf import check_name
from ludarium.store import lab
from ludarium.store.lab import Account, Event, Sitting, Table

PAGE = 50
LONGEST = 5000
"""Decisions of an uploaded record."""


async def matches(
    tables: Tables, account: Account | None, *, game: str | None, mine: bool, before: str | None
) -> MatchList:
    """A page of the history."""
    try:
        moment = None if before is None else datetime.fromisoformat(before)
    except ValueError:
        raise LudariumError("`before` is no time: use the one of the page before.") from None

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


async def match(
    tables: Tables, account: Account | None, table_id: str, key: str | None = None
) -> tuple[Table, MatchInfo]:
    """One match, over or not, if its table is public or admits whoever asks."""

    def read(connection: Connection) -> Rows:
        row = lab.table(connection, table_id)
        return Rows.of(connection, [row] if row is not None else [])

    rows: Rows = await tables.read(read)
    if not rows:
        raise NotAllowed("There is no such match.", 404)
    row, seats = rows[0]
    if row.key:
        table = await tables.find(table_id)
        if table is None or not table.state.admits(account.id if account else None, key):
            raise NotAllowed(PRIVATE)
    info = match_info(tables, row, seats, account)
    if info is None:
        raise NotAllowed("The game of this match is not here any more.", 404)
    return row, info


async def record_text(tables: Tables, account: Account | None, table_id: str, key: str | None) -> str:
    """The record of a match that is over: while it is played, its seed would give everything away."""
    row, _ = await match(tables, account, table_id, key)
    text: str | None = await tables.read(lambda connection: lab.record(connection, table_id))
    if row.state != "over" or text is None:
        raise NotAllowed("The record can be had when the match is over.", 409)
    return text


async def notation_text(tables: Tables, account: Account | None, table_id: str, key: str | None) -> str:
    """A match in the notation of its game's source."""
    record = Record.from_json(await record_text(tables, account, table_id, key))
    return await asyncio.to_thread(_notation, tables, record)


def _notation(tables: Tables, record: Record) -> str:
    if record.game not in NOTATIONS:
        raise NotAllowed("This game has no notation of its own: download the record.", 404)
    write_game = import_object(NOTATIONS[record.game])
    text: str = write_game(record, tables.shelf.game(record.game, record.settings))
    return text


async def upload(tables: Tables, account: Account, text: str) -> MatchInfo:
    """Take in a record that somebody brings along, if it replays exactly."""
    record, game = await asyncio.to_thread(_checked, tables, text)
    assert record.result is not None
    now = datetime.now(UTC)
    seats = [Sitting("player", clean(label)[:64] or "somebody", None, "") for label in record.players]
    settings = dict(game.settings) if game.parameters else {}
    drafts = [
        *deciding.opening(seats, account.id, settings, None),
        Draft("ended", {"result": result_data(record.result), "reason": ""}),
    ]
    events = [Event(number, now, draft.kind, draft.data, draft.private) for number, draft in enumerate(drafts, 1)]
    table = Table(
        id=secrets.token_urlsafe(12).replace("-", "x").replace("_", "y"),
        game=check_name(record.game),
        key="",
        rated=False,
        seed=record.seed,
        created=now,
        settings=settings,
        uploaded=True,
        home=tables.process,
        state="over",
        decisions=len(record.decisions),
        result=result_data(record.result),
        ended=now,
    )

    def store(connection: Connection) -> None:
        lab.add_table(connection, table, record.to_json())
        lab.append(connection, table.id, tables.process, events, {}, seats)

    await tables.write(store)
    return (await match(tables, account, table.id))[1]


def _checked(tables: Tables, text: str) -> tuple[Record, Game]:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("This is no record: expected the JSON file of a match.") from None
    record = Record.from_json(text)
    if len(record.decisions) > LONGEST:
        raise RecordError(f"A record has at most {LONGEST} decisions here.")
    if record.result is None:
        raise RecordError("This match was broken off: only finished ones can be uploaded.")
    if not all(isinstance(player, str) for player in record.players) or not 0 <= record.seed < 1 << 64:
        raise RecordError("The players or the seed of this record are damaged.")
    game = tables.shelf.game(record.game, record.settings if check_name(record.game) else {})
    record.verify(lambda name, **settings: game)
    return record, game
