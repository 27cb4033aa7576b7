"""What the lab in the browser keeps: each function is one step of a transaction that the caller has opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from ludarium.store.faults import StoreError
from ludarium.store.lab_models import ChallengeRow, CommandRow, EventRow, OutboxRow, ProcessRow, SeatRow, TableRow
from ludarium.store.people import Account, add_guest

__all__ = ["Account", "add_guest"]  # handed on: whoever needs the lab mostly needs people, too

CHANNEL = "ludarium_lab"
"""Where PostgreSQL tells the other processes what has changed."""

LAB = 0x4C554403
"""The class of the advisory locks that servers hold while they live; the second number is the process's."""

CLAIMED = {"type": "claimed"}
"""In place of an answer: an order is being carried out."""

UNFINISHED = ("waiting", "negotiating", "running")


class NotOurs(StoreError):
    """Another process holds the table now."""


@dataclass(frozen=True)
class Event:
    """Something that happened at a table."""

    number: int
    at: datetime
    kind: str
    data: dict[str, Any]
    private: dict[str, Any] = field(default_factory=dict)
    author: int | None = None
    message: str | None = None


@dataclass(frozen=True)
class Sitting:
    """Who sits on a seat: a person, a player (`player` is its text), or nobody."""

    kind: str
    label: str = ""
    account: int | None = None
    player: str = ""
    memory: str | None = None
    """Of a player that remembers the people at the table: in which scope (`ludarium.store.memories`); else None."""


@dataclass(frozen=True)
class Table:
    """A table's row."""

    id: str
    game: str
    key: str
    rated: bool
    seed: int = field(repr=False)
    created: datetime
    settings: dict[str, Any]
    seconds: float | None = None
    rematch_of: str | None = None
    uploaded: bool = False
    home: int | None = None
    last: int = 0
    state: str = "waiting"
    decisions: int = 0
    result: dict[str, Any] | None = None
    reason: str = ""
    ended: datetime | None = None
    study: str | None = None
    unmasked: datetime | None = None
    clock: dict[str, Any] | None = None
    """What clock the table has, where `seconds` alone does not say it: None for those of older versions."""
    waits: dict[str, Any] | None = None
    """Where decisions have days: the seats that are waited for, and until when (by the time of day, for lists)."""

    @property
    def masked(self) -> bool:
        """Whether nobody may be able to tell people from players here."""
        return self.study is not None and self.unmasked is None


@dataclass(frozen=True)
class Heartbeat:
    """When a process was last alive, and how long it had run by its monotonic clock (None: of an older version)."""

    at: datetime
    uptime: float | None


@dataclass(frozen=True)
class Due:
    """Something in the outbox that must yet be done about a table."""

    id: int
    table: str
    tries: int


TABLE_COLUMNS = [TableRow.__table__.columns[name] for name in Table.__dataclass_fields__]

# --- tables and events ------------------------------------------------------------------------------------------------


def add_table(connection: Connection, table: Table, record: str | None = None) -> None:
    row = {name: getattr(table, name) for name in Table.__dataclass_fields__}
    connection.execute(insert(TableRow).values(**row, record=record))


def table(connection: Connection, table_id: str) -> Table | None:
    row = connection.execute(select(*TABLE_COLUMNS).where(TableRow.id == table_id)).one_or_none()
    return None if row is None else Table(**row._mapping)


def record(connection: Connection, table_id: str) -> str | None:
    return connection.scalar(select(TableRow.record).where(TableRow.id == table_id))


def lasts(connection: Connection, table_ids: Iterable[str]) -> dict[str, int]:
    """The numbers of some tables' last events."""
    query = select(TableRow.id, TableRow.last).where(TableRow.id.in_(list(table_ids)))
    return {row.id: row.last for row in connection.execute(query)}


_EVENTS = (
    select(EventRow.__table__)
    .where(EventRow.table_id == bindparam("table"), EventRow.number > bindparam("after"))
    .order_by(EventRow.number)
)
"""Made once: it is asked all the time."""


def events(connection: Connection, table_id: str, after: int = 0) -> list[Event]:
    return [
        Event(row.number, row.at, row.kind, row.data, row.private, row.author, row.message)
        for row in connection.execute(_EVENTS, {"table": table_id, "after": after})
    ]


def append(
    connection: Connection,
    table_id: str,
    home: int,
    added: Sequence[Event],
    changes: dict[str, Any],
    seats: Sequence[Sitting] | None = None,
) -> None:
    """Add events to a table that `home` holds, and change its row (and, where given, its seats) to what they mean."""
    if not _change(connection, table_id, home, {**changes, "last": added[-1].number}):
        raise NotOurs(f"the table {table_id} is held by another process")
    statement, converters = _event_insertion(connection.dialect)
    rows = [
        tuple(
            value if convert is None else convert(value)
            for value, convert in zip((table_id, *_event_values(event)), converters, strict=True)
        )
        for event in added
    ]
    connection.exec_driver_sql(statement, rows)
    if seats is not None:
        set_seats(connection, table_id, seats)


def _event_values(event: Event) -> tuple[Any, ...]:
    """In the order of the columns after the table's."""
    return (event.number, event.at, event.kind, event.data, event.private, event.author, event.message)


@lru_cache(maxsize=8)
def _event_insertion(dialect: Dialect) -> tuple[str, list[Callable[[Any], Any] | None]]:
    """The statement that adds events, and what makes a driver's value of each column's. By hand: every move comes
    through here, and SQLAlchemy's own way takes ten times as long."""
    columns = EventRow.__table__.columns
    mark = "?" if dialect.name == "sqlite" else "%s"
    statement = f"INSERT INTO lab_event ({', '.join(columns.keys())}) VALUES ({', '.join([mark] * len(columns))})"
    return statement, [column.type.dialect_impl(dialect).bind_processor(dialect) for column in columns]


def _change(connection: Connection, table_id: str, home: int, values: dict[str, Any]) -> bool:
    """Change a table's row if `home` holds it; whether it does."""
    if values.keys() == {"last", "decisions"}:  # a move: the quick way
        mark = "?" if connection.dialect.name == "sqlite" else "%s"
        statement = f"UPDATE lab_table SET last = {mark}, decisions = {mark} WHERE id = {mark} AND home = {mark}"
        done = connection.exec_driver_sql(statement, (values["last"], values["decisions"], table_id, home))
        return done.rowcount == 1
    ours = (TableRow.id == table_id) & (TableRow.home == home)
    return connection.execute(update(TableRow).where(ours).values(values)).rowcount == 1


def set_seats(connection: Connection, table_id: str, seats: Sequence[Sitting]) -> None:
    connection.execute(delete(SeatRow).where(SeatRow.table_id == table_id))
    connection.execute(
        insert(SeatRow),
        [
            {
                "table_id": table_id,
                "seat": number,
                "kind": sitting.kind,
                "account_id": sitting.account,
                "label": sitting.label,
                "player": sitting.player,
            }
            for number, sitting in enumerate(seats)
        ],
    )


def seats_of(connection: Connection, table_ids: Iterable[str]) -> dict[str, list[Sitting]]:
    query = select(SeatRow.__table__).where(SeatRow.table_id.in_(list(table_ids)))
    found: dict[str, list[Sitting]] = {}
    for row in connection.execute(query.order_by(SeatRow.table_id, SeatRow.seat)):
        found.setdefault(row.table_id, []).append(Sitting(row.kind, row.label, row.account_id, row.player))
    return found


def running_elsewhere(connection: Connection, process: int) -> list[tuple[str, int | None]]:
    """The matches at which something may happen by itself (a player's turn, a clock) and that this process does not
    hold: table and holder, the newest first."""
    strange = or_(TableRow.home.is_(None), TableRow.home != process)
    player = exists().where(SeatRow.table_id == TableRow.id, SeatRow.kind == "player")
    lively = or_(TableRow.seconds.is_not(None), player)
    query = select(TableRow.id, TableRow.home).where(TableRow.state == "running", strange, lively)
    return [(row.id, row.home) for row in connection.execute(query.order_by(TableRow.created.desc()))]


def quiet(
    connection: Connection,
    states: Iterable[str],
    before: datetime,
    limit: int,
    *,
    alone: bool = False,
    patience: float | None = None,
) -> list[tuple[str, int | None]]:
    """Tables in one of some states at which nothing has happened since `before`, with their holders, oldest first;
    `alone`: only games against players that do not count, at which no two people sit, those of studies aside;
    `patience`: only those whose clocks give nobody so many seconds, since the others end by their clocks. To those who
    were asked to a table by name, a day is left to answer."""
    last = (EventRow.table_id == TableRow.id) & (EventRow.number == TableRow.last)
    query = select(TableRow.id, TableRow.home).join(EventRow, last)
    query = query.where(TableRow.state.in_(list(states)), EventRow.at < before).order_by(EventRow.at)
    lately = ChallengeRow.created > datetime.now(UTC) - timedelta(days=1)
    asked = exists().where(ChallengeRow.table_id == TableRow.id, ChallengeRow.declined.is_(None), lately)
    query = query.where(or_(TableRow.state != "waiting", ~asked))
    if alone:
        query = query.where(TableRow.rated.is_(False), TableRow.study.is_(None), people_at() < 2)
    if patience is not None:
        query = query.where(or_(TableRow.seconds.is_(None), TableRow.seconds < patience))
    return [(row.id, row.home) for row in connection.execute(query.limit(limit))]


def drop_unplayed(connection: Connection, before: datetime) -> int:
    """Forget tables that were given up before anybody moved; how many there were. What a study keeps is up to it."""
    unplayed = (TableRow.state == "abandoned") & (TableRow.decisions == 0) & (TableRow.ended < before)
    unplayed &= TableRow.study.is_(None)
    return connection.execute(delete(TableRow).where(unplayed)).rowcount


def people_at() -> ColumnElement[int]:
    """How many people sit at a table, as part of a query for tables."""
    sat = select(func.count()).where(SeatRow.table_id == TableRow.id, SeatRow.kind == "person")
    return sat.correlate(TableRow).scalar_subquery()


def unfinished_of(connection: Connection, account_id: int) -> int:
    """At how many unfinished tables a person sits, those of studies aside."""
    query = select(TableRow.id).join(SeatRow, SeatRow.table_id == TableRow.id).where(TableRow.study.is_(None))
    return len(connection.execute(query.where(SeatRow.account_id == account_id, TableRow.state.in_(UNFINISHED))).all())


def games_by_use(connection: Connection) -> list[str]:
    """The names of the games that were played here, the one with the most tables first."""
    query = select(TableRow.game).group_by(TableRow.game).order_by(func.count().desc(), TableRow.game)
    return list(connection.scalars(query))


def unfinished_among(connection: Connection, table_ids: Sequence[str]) -> set[str]:
    """Those of some tables that are not finished."""
    found: set[str] = set()
    for first in range(0, len(table_ids), 500):
        some = TableRow.id.in_(table_ids[first : first + 500])
        found.update(connection.scalars(select(TableRow.id).where(some, TableRow.state.in_(UNFINISHED))))
    return found


def uploaded_bytes(connection: Connection) -> int:
    """How much all uploaded records take."""
    size = func.coalesce(func.sum(func.length(TableRow.record)), 0)
    return int(connection.scalar(select(size).where(TableRow.uploaded)) or 0)


def finished(
    connection: Connection,
    *,
    game: str | None = None,
    account_id: int | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[Table]:
    """Matches that are over, the newest first; private ones only for those who sat there, those of studies never."""
    query = select(*TABLE_COLUMNS).where(TableRow.state == "over", TableRow.study.is_(None))
    query = query.order_by(TableRow.ended.desc()).limit(limit)
    if game is not None:
        query = query.where(TableRow.game == game)
    if before is not None:
        query = query.where(TableRow.ended < before)
    if account_id is not None:
        query = query.where(TableRow.id.in_(select(SeatRow.table_id).where(SeatRow.account_id == account_id)))
    else:
        query = query.where(TableRow.key == "")
    return [Table(**row._mapping) for row in connection.execute(query)]


def played_by_people(
    connection: Connection, game: str, *, limit: int | None = None
) -> Iterator[tuple[str, str, dict[int, int]]]:
    """Finished matches of a game at which people sat, the newest first: id, record, and the accounts by seat.

    Uploaded ones are left out: nobody knows where their times come from.
    """
    person = (SeatRow.kind == "person") & SeatRow.account_id.is_not(None)
    sat = exists().where(SeatRow.table_id == TableRow.id, person)
    query = select(TableRow.id, TableRow.record).where(
        TableRow.game == game, TableRow.state == "over", TableRow.record.is_not(None), TableRow.uploaded.is_(False), sat
    )
    for row in connection.execute(query.order_by(TableRow.ended.desc()).limit(limit)).all():
        seats = select(SeatRow.seat, SeatRow.account_id).where(SeatRow.table_id == row.id, person)
        people = {seat: account for seat, account in connection.execute(seats) if account is not None}
        yield row.id, row.record, people


# --- what must be done in the end -------------------------------------------------------------------------------------


def add_to_outbox(connection: Connection, kind: str, table_id: str) -> None:
    """Note something that must be done about a table, in the transaction that calls for it."""
    row = {"kind": kind, "table_id": table_id, "created": datetime.now(UTC), "tries": 0}
    connection.execute(insert(OutboxRow).values(row))


def due(connection: Connection, kind: str, *, after: int = 0) -> Due | None:
    """The next thing of a kind that must be done and that nobody else is doing, for this transaction."""
    query = select(OutboxRow.__table__).where(OutboxRow.kind == kind, OutboxRow.id > after)
    query = query.order_by(OutboxRow.id).limit(1).with_for_update(skip_locked=True)
    row = connection.execute(query).one_or_none()
    return None if row is None else Due(row.id, row.table_id, row.tries)


def done(connection: Connection, due: Due) -> bool:
    """It is done, if this transaction is. False if somebody else has done it."""
    return connection.execute(delete(OutboxRow).where(OutboxRow.id == due.id)).rowcount == 1


def failed(connection: Connection, number: int) -> None:
    connection.execute(update(OutboxRow).where(OutboxRow.id == number).values(tries=OutboxRow.tries + 1))


# --- processes that share the work ------------------------------------------------------------------------------------


def add_process(connection: Connection) -> int:
    made = connection.execute(insert(ProcessRow).values(alive=datetime.now(UTC)).returning(ProcessRow.id))
    return int(made.scalar_one())


def beat(connection: Connection, process: int, uptime: float) -> None:
    """A process's heartbeat: it is alive, and has been for `uptime` seconds."""
    values = {"alive": datetime.now(UTC), "uptime": uptime}
    connection.execute(update(ProcessRow).where(ProcessRow.id == process).values(values))


def last_beat(connection: Connection, process: int | None) -> Heartbeat | None:
    """The last heartbeat of a process; None of one that nobody knows."""
    row = connection.execute(select(ProcessRow.__table__).where(ProcessRow.id == process)).one_or_none()
    return None if row is None else Heartbeat(row.alive, row.uptime)


def drop_processes(connection: Connection, before: datetime) -> int:
    """Forget processes that have been dead for long and hold nothing that is being played; how many there were."""
    holding = select(TableRow.home).where(TableRow.state.in_(UNFINISHED), TableRow.home.is_not(None))
    dead = (ProcessRow.alive < before) & ProcessRow.id.not_in(holding)
    return connection.execute(delete(ProcessRow).where(dead)).rowcount


def take(connection: Connection, table_id: str, process: int, holder: int | None) -> bool:
    """Make a table ours if `holder` still has it; the caller knows that the holder is dead."""
    same = TableRow.home.is_(None) if holder is None else TableRow.home == holder
    taken = update(TableRow).where(TableRow.id == table_id, or_(same, TableRow.home == process)).values(home=process)
    return connection.execute(taken).rowcount == 1


def is_dead(connection: Connection, process: int | None) -> bool:
    """Whether a process of a PostgreSQL lab has ended: nobody holds the lock that it held while it lived."""
    if process is None:
        return True
    keys = {"lab": LAB, "process": process}
    # Until the end of the transaction at most.
    return bool(connection.scalar(text("SELECT pg_try_advisory_xact_lock(:lab, :process)"), keys))


def tell(connection: Connection, payload: str) -> None:
    """Tell the other processes, once this transaction stands (PostgreSQL only)."""
    connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})


def add_command(connection: Connection, table_id: str, sender: int, body: dict[str, Any]) -> int:
    row = {"table_id": table_id, "sender": sender, "body": body, "created": datetime.now(UTC)}
    return int(connection.execute(insert(CommandRow).values(row).returning(CommandRow.id)).scalar_one())


def command(connection: Connection, number: int) -> tuple[str, dict[str, Any], dict[str, Any] | None] | None:
    """The table, what is asked of it, and the answer so far."""
    row = connection.execute(select(CommandRow.__table__).where(CommandRow.id == number)).one_or_none()
    return None if row is None else (row.table_id, row.body, row.answer)


def claim_command(connection: Connection, number: int) -> dict[str, Any] | None:
    """What is asked, if nobody has begun to do it and it was not withdrawn; from here on it cannot be."""
    free = (CommandRow.id == number) & CommandRow.answer.is_(None)
    claimed = update(CommandRow).where(free).values(answer=CLAIMED).returning(CommandRow.body)
    body: dict[str, Any] | None = connection.execute(claimed).scalar_one_or_none()
    return body


def withdraw_command(connection: Connection, number: int) -> bool:
    """Take an order back; False if somebody has begun to carry it out."""
    free = (CommandRow.id == number) & CommandRow.answer.is_(None)
    return connection.execute(delete(CommandRow).where(free)).rowcount == 1


def open_commands(connection: Connection, table_id: str) -> list[int]:
    query = select(CommandRow.id).where(CommandRow.table_id == table_id, CommandRow.answer.is_(None))
    return list(connection.scalars(query.order_by(CommandRow.id)))


def answer(connection: Connection, number: int, answer: dict[str, Any]) -> None:
    connection.execute(update(CommandRow).where(CommandRow.id == number).values(answer=answer))


def drop_old_commands(connection: Connection, before: datetime) -> None:
    """Forget messages whose sender has died."""
    connection.execute(delete(CommandRow).where(CommandRow.created < before))


def drop_command(connection: Connection, number: int) -> None:
    connection.execute(delete(CommandRow).where(CommandRow.id == number))
