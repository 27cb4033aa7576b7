"""Runs and their games: begin, add, read, find, delete."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Dialect, Select, func, select, update
from sqlalchemy import delete as deletion
from sqlalchemy.dialects import postgresql, sqlite

from ludarium.engine.errors import RecordError, UnknownName
from ludarium.engine.game import Game
from ludarium.engine.record import Record
from ludarium.store.faults import StoreError
from ludarium.store.games import StoredGame, rebuild
from ludarium.store.leases import file_lease, server_lease
from ludarium.store.models import GameRow, RunRow
from ludarium.store.numbers import NumberSet
from ludarium.version import __version__

if TYPE_CHECKING:
    from ludarium.store.database import Database

_PAGE = 2_000
"""Games that are read at once: enough to be quick, few enough to take no memory."""

_LETTERS = "bcdfghjkmnpqrstvwxz"
"""Of short ids: no vowels, so that no words come out, and no digits, so that none is taken for a game's number."""

_SHORT, _LONG = 6, 24

_DIGITS = 18
"""Of a game's number, at most: longer ones no database can be asked for."""

_FIELDS = StoredGame._fields[:-1]
_COLUMNS = [GameRow.__table__.columns[name] for name in StoredGame._fields]


@dataclass
class Run:
    """A run as it stood when it was read, and what can be done with it."""

    database: Database = field(repr=False)
    id: int
    short: str
    """The id for people: a few letters, made from the plan."""
    kind: str
    game: str
    rules: str
    settings: dict[str, Any]
    players: list[str]
    plan: dict[str, Any]
    plan_digest: str
    seed: int | None
    games_planned: int | None
    """None for a run that ends by some other condition."""
    version: str
    """The version of Ludarium that began it."""
    created: datetime
    finished: datetime | None
    note: str

    @property
    def planned(self) -> int | None:
        """How many games there will be; None where a rule of stopping decides."""
        return None if "rule" in self.plan else self.games_planned

    def lease(self) -> AbstractContextManager[None]:
        """The right to play this run, for the length of a `with` block. `RunBusy` if another process has it.

        Dies with its process: after a kill, the next one gets it at once.
        """
        if self.database.in_memory:
            return nullcontext()
        if self.database.is_file:
            return file_lease(Path(self.database.place), self.short)
        return server_lease(self.database.url, self.database.place, self.short, self.id)

    def add(self, games: Sequence[StoredGame]) -> int:
        """Store finished games, all or none, and return how many were new. Numbers that are there already stay."""
        if not games:
            return 0
        with self.database.writing() as connection:
            dialect = connection.dialect
            rows = _rows(self.id, games, dialect)
            return int(connection.exec_driver_sql(_insertion(dialect), rows).rowcount)

    def done(self) -> NumberSet:
        """The numbers of the games that are stored."""
        place = GameRow.number - func.row_number().over(order_by=GameRow.number)
        numbers = select(GameRow.number, place.label("place")).where(GameRow.run_id == self.id).subquery()
        # Numbers in a row have the same distance from their place in the order.
        query = select(func.min(numbers.c.number), func.max(numbers.c.number)).group_by(numbers.c.place)
        with self.database.reading() as connection:
            return NumberSet(range(first, last + 1) for first, last in connection.execute(query))

    def count(self) -> int:
        """How many games are stored."""
        with self.database.reading() as connection:
            return connection.scalar(select(func.count()).where(GameRow.run_id == self.id)) or 0

    def games(self, start: int = 0, stop: int | None = None) -> Iterator[StoredGame]:
        """The stored games with numbers from `start` to `stop` − 1, in order, few in memory at a time.

        Page by page rather than in one long transaction, which would keep a writer from tidying up its log.
        """
        query = select(*_COLUMNS).where(GameRow.run_id == self.id).order_by(GameRow.number).limit(_PAGE)
        if stop is not None:
            query = query.where(GameRow.number < stop)
        while True:
            with self.database.reading() as connection:
                page = connection.execute(query.where(GameRow.number >= start)).all()
            yield from map(StoredGame._make, page)
            if len(page) < _PAGE:
                return
            start = page[-1].number + 1

    def finish(self) -> None:
        """Note that all games of the run have been played."""
        self.finished = datetime.now(UTC)
        with self.database.writing() as connection:
            connection.execute(update(RunRow).where(RunRow.id == self.id).values(finished=self.finished))


class Found(NamedTuple):
    """A stored game and the run it belongs to."""

    run: Run
    game: StoredGame


# --- runs -------------------------------------------------------------------------------------------------------------


def start(database: Database, plan: Mapping[str, Any], note: str) -> Run:
    values = _columns_of(plan)
    same = (RunRow.kind == values["kind"]) & (RunRow.plan_digest == values["plan_digest"])
    with database.writing() as connection:
        insert = sqlite.insert if database.is_file else postgresql.insert
        for letters in range(_SHORT, _LONG):
            known = _runs(database, connection, select(RunRow).where(same))
            if known:
                return _prolonged(connection, known[0], values)
            short = _short(values["plan_digest"], letters)
            row = {**values, "short": short, "note": note, "created": datetime.now(UTC)}
            # Without effect if the short id is taken: then a longer one is tried. Or if another process was quicker
            # with the same plan: then its run is found next.
            connection.execute(insert(RunRow).values(row).on_conflict_do_nothing())
    raise StoreError(f"no short id is left for this run in {database.place}")


def find(database: Database, short: str) -> Run:
    wanted = short.strip().lower()
    if not wanted:
        raise StoreError("an empty text is no run's id: give its beginning at least", remedy="runs")
    with database.reading() as connection:
        query = select(RunRow).where(RunRow.short.startswith(wanted, autoescape=True)).order_by(RunRow.short)
        found = _runs(database, connection, query)
        for run in found:
            if len(found) == 1 or run.short == wanted:
                return run
        if found:
            raise StoreError(f"several runs begin with '{short}': {', '.join(run.short for run in found)}")
        known = list(connection.scalars(select(RunRow.short)))
    raise UnknownName("run", short, known, hint=f"none of those in {database.place} begins so", remedy="runs")


def listing(database: Database, kind: str | None, game: str | None) -> list[Run]:
    query = select(RunRow).order_by(RunRow.created.desc(), RunRow.id.desc())
    if kind is not None:
        query = query.where(RunRow.kind == kind)
    if game is not None:
        query = query.where(RunRow.game == game)
    with database.reading() as connection:
        return _runs(database, connection, query)


def delete(database: Database, run: Run) -> None:
    with run.lease(), database.writing() as connection:
        connection.execute(deletion(RunRow).where(RunRow.id == run.id))


def _columns_of(plan: Mapping[str, Any]) -> dict[str, Any]:
    """What a plan says, as the columns of a run."""
    missing = [key for key in ("kind", "game") if not isinstance(plan.get(key), str)]
    if missing:
        raise StoreError(f"a plan needs {' and '.join(missing)} as text")
    identity = {key: value for key, value in plan.items() if key != "games"}
    try:
        canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise StoreError(f"this plan cannot be stored: {error}") from error
    return {
        "kind": plan["kind"],
        "game": plan["game"],
        "rules": plan.get("rules", ""),
        "settings": dict(plan.get("settings", {})),
        "players": list(plan.get("players", ())),
        "plan": dict(plan),
        "plan_digest": hashlib.blake2b(canonical.encode(), digest_size=16).hexdigest(),
        "seed": plan.get("seed"),
        "games": plan.get("games"),
        "version": __version__,
    }


def _prolonged(connection: Connection, run: Run, values: Mapping[str, Any]) -> Run:
    """The same run; with more games to play if the plan has more of them now."""
    wanted = values["games"]
    if run.games_planned is not None and (wanted is None or wanted > run.games_planned):
        changes = {"games": wanted, "plan": values["plan"], "finished": None}
        connection.execute(update(RunRow).where(RunRow.id == run.id).values(changes))
        run.games_planned, run.plan, run.finished = wanted, values["plan"], None
    return run


def _short(digest: str, letters: int) -> str:
    number = int(digest, 16)
    text = ""
    for _ in range(letters):
        number, place = divmod(number, len(_LETTERS))
        text += _LETTERS[place]
    return text


def _runs(database: Database, connection: Connection, query: Select[Any]) -> list[Run]:
    found = []
    for row in connection.execute(query).mappings():
        values = dict(row)
        values["games_planned"] = values.pop("games")
        found.append(Run(database, **values))
    return found


# --- games ------------------------------------------------------------------------------------------------------------


def find_game(database: Database, game: int | str) -> Found:
    query = select(*_COLUMNS, GameRow.run_id)
    run_text, colon, number_text = str(game).strip().rpartition(":")
    if not number_text.isdecimal():
        raise StoreError(f"'{game}' is no game's id: expected a number, or RUN:NUMBER")
    if len(number_text) > _DIGITS:
        raise StoreError(f"no game {game} in {database.place}")
    if colon:
        run = find(database, run_text)
        query = query.where(GameRow.run_id == run.id, GameRow.number == int(number_text))
    else:
        query = query.where(GameRow.id == int(number_text))
    with database.reading() as connection:
        row = connection.execute(query).one_or_none()
        if row is None:
            raise StoreError(f"no game {game} in {database.place}")
        (run,) = _runs(database, connection, select(RunRow).where(RunRow.id == row.run_id))
    return Found(run, StoredGame._make(row[:-1]))


def record_of(database: Database, game: int | str, load_game: Callable[..., Game]) -> Record:
    run, stored = find_game(database, game)
    try:
        return rebuild(
            stored, game=run.game, rules=run.rules, settings=run.settings, players=run.players, load_game=load_game
        )
    except RecordError as error:
        raise RecordError(f"game {run.short}:{stored.number}: {error}") from error


def _insertion(dialect: Dialect) -> str:
    mark = "?" if dialect.name == "sqlite" else "%s"
    columns = ("run_id", *_FIELDS)
    return (
        f"INSERT INTO game ({', '.join(columns)}) VALUES ({', '.join([mark] * len(columns))}) "
        "ON CONFLICT (run_id, number) DO NOTHING"
    )


def _rows(run_id: int, games: Sequence[StoredGame], dialect: Dialect) -> list[tuple[Any, ...]]:
    """The games as the driver takes them. By hand, column by column: twice as quick as SQLAlchemy's own inserting."""
    columns: list[Sequence[Any]] = [[run_id] * len(games)]
    for name, values in zip(_FIELDS, zip(*games, strict=True), strict=False):
        convert = GameRow.__table__.columns[name].type.dialect_impl(dialect).bind_processor(dialect)
        columns.append(values if convert is None else list(map(convert, values)))
    return list(zip(*columns, strict=True))
