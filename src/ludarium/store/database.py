"""An open database: its transactions, its migrations, and what it holds."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from ludarium.engine.game import Game
from ludarium.engine.record import Record
from ludarium.store import lab_models, memories, places, ratings, runs, study_models  # noqa: F401  # tables of ours
from ludarium.store.faults import StoreError, explained
from ludarium.store.interrupts import uninterrupted
from ludarium.store.migrations import HEAD, VERSION_TABLE, configuration
from ludarium.store.models import Base
from ludarium.store.ratings import Rating
from ludarium.store.runs import Found, Run

_PATIENCE = 30
"""Seconds to wait for another process that writes to the same SQLite file."""

_MIGRATIONS = 0x4C554402
"""The class of the advisory lock that lets one process at a time change the tables."""

_DISCREET: Any = {"hide_parameters": True}
"""Errors, and so logs, do not hold what was to be stored."""

_BEGIN = "ludarium_begin"
"""The execution option that says how a transaction on SQLite begins."""


class Database:
    """Results in an SQLite file or on a PostgreSQL server. Open one with `Database.open`, and close it.

    One process writes to a run, others may read meanwhile. A database may be used from several threads, but not after a
    fork.
    """

    def __init__(self, url: URL) -> None:
        self.url, self.place = url, places.shown(url)
        self.is_file = url.get_backend_name() == "sqlite"
        self.in_memory = self.is_file and url.database is None
        """Whether it lives no longer than this object, which nobody else can open."""
        self._engine = _file_engine(url) if self.is_file else _server_engine(url)
        # A database that somebody forgets to close is closed with its last run.
        self._closing = weakref.finalize(self, self._engine.dispose)
        # A transaction that reads first and writes later fails at once when another has written in between; one that
        # is to write therefore says so when it begins, and waits its turn.
        self._writer = self._engine.execution_options(**{_BEGIN: "IMMEDIATE"})

    @classmethod
    def open(cls, where: str | Path | None = None, *, create: bool = True) -> Self:
        """Open the database that `where` names: a file's path, or `postgresql://…`; see `places.locate`.

        Its tables are made, or brought up to date. Without `create`, a file that does not exist is an error.
        """
        database = cls(places.locate(where))
        try:
            if database.is_file:
                _check_file(Path(database.place), create=create)
            with explained(database.place):
                database._prepare()
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def temporary(cls) -> Self:
        """A database in memory, for runs that nobody means to keep."""
        database = cls(URL.create("sqlite"))
        with database._engine.begin() as connection:
            Base.metadata.create_all(connection)
        return database

    def __repr__(self) -> str:
        return f"<database {self.place}{', closed' if self.closed else ''}>"

    def check(self) -> None:
        """Look whether every table is there and can be read at all, before somebody depends on it."""
        with self.reading() as connection:
            names = set(inspect(connection).get_table_names())
            missing = sorted(set(Base.metadata.tables) - names)
            if missing:
                raise StoreError(
                    f"the database {self.place} lacks the table {missing[0]}: it is damaged; restore a copy, "
                    "or name another",
                    remedy="database",
                )
            for table in Base.metadata.sorted_tables:
                connection.execute(table.select().order_by(*table.primary_key.columns).limit(1)).all()

    @property
    def closed(self) -> bool:
        """Whether it has been closed; then nothing can be read from it or written to it any more."""
        return not self._closing.alive

    def close(self) -> None:
        self._closing()

    def _check_open(self) -> None:
        if self.closed:
            raise StoreError(f"the database {self.place} is closed: open it again with Database.open")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        self._check_open()
        with uninterrupted(), explained(self.place), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: all of it or, when an error leaves it, nothing."""
        self._check_open()
        with uninterrupted(), explained(self.place), self._writer.begin() as connection:
            yield connection

    def scrub(self) -> bool:
        """Let nothing stay in the log of what was deleted or overwritten; holds up nobody. In a file's pages it has
        been overwritten with zeros already, but for copies that SQLite may leave in unused room when it spreads rows
        over pages: those go when the file is written anew. False if others used the log all the time.

        On a server: what its own `VACUUM` clears; its log and backups are its keeper's."""
        self._check_open()
        with explained(self.place), self._engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            connection.detach()  # what is set here is not for others
            if not self.is_file:
                raw.autocommit = True
                raw.execute("VACUUM")
                return True
            raw.execute("PRAGMA busy_timeout = 20")  # whoever writes waits for as long
            deadline = time.monotonic() + _PATIENCE
            while raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                if time.monotonic() > deadline:
                    return False
                time.sleep(0.1)
            return True

    def rewrite(self) -> None:
        """Write a file anew, so that no byte stays of anything that was deleted. Nobody can write meanwhile: it takes
        about a second for every hundred megabytes. On a server there is nothing to be done."""
        self._check_open()
        if not self.is_file:
            return
        minutes = int(time.time()) // 60
        with explained(self.place), self._engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            raw.execute("VACUUM")
            raw.execute(f"PRAGMA user_version = {minutes}")
        self.scrub()

    @property
    def rewritten(self) -> datetime:
        """Since when a file holds nothing that was deleted before: the minute at which it was written anew."""
        if not self.is_file:
            return datetime.now(UTC)
        with self.reading() as connection:
            minutes: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        return datetime.fromtimestamp(60 * minutes, UTC)

    # --- runs and games -----------------------------------------------------------------------------------------------

    def start_run(self, plan: Mapping[str, Any], *, note: str = "") -> Run:
        """The run of a plan: the one that was begun earlier by the same plan, or a new one.

        A plan needs `kind` and `game`; `rules` (the version of the game's rules), `settings`, `players`, `seed` and
        `games` (how many are planned) have columns of their own. Everything in it, except `games`, decides whether two
        plans are the same; one with more `games` than before prolongs the run.
        """
        return runs.start(self, plan, note)

    def run(self, short: str) -> Run:
        """A run by its short id, or by a beginning of it that only one run has."""
        return runs.find(self, short)

    def runs(self, *, kind: str | None = None, game: str | None = None) -> list[Run]:
        """The runs, newest first; of one kind or game where given."""
        return runs.listing(self, kind, game)

    def delete_run(self, run: Run) -> None:
        """Delete a run with all its games; refused while it is being played."""
        runs.delete(self, run)

    def find_game(self, game: int | str) -> Found:
        """A stored game and its run, by the game's id, or by run and number as `RUN:NUMBER`."""
        return runs.find_game(self, game)

    def record_of(self, game: int | str, load_game: Callable[..., Game]) -> Record:
        """The full record of a stored game, rebuilt by playing it again; where that differs, an error says where.

        `load_game(name, **settings)` gives the game.
        """
        return runs.record_of(self, game, load_game)

    # --- ladders ------------------------------------------------------------------------------------------------------

    def ratings(self, game: str, pool: str = "") -> dict[str, Rating]:
        """The ratings of a ladder, by player."""
        return ratings.ladder(self, game, pool)

    def change_ratings(
        self, game: str, change: Callable[[dict[str, Rating]], Iterable[Rating]], pool: str = ""
    ) -> dict[str, Rating]:
        """Give a ladder's ratings to `change` and store those that it returns, while nobody else changes any."""
        return ratings.change(self, game, pool, change)

    # --- opening ------------------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        with self._engine.begin() as connection:
            revision = self._revision(connection)
        if self.is_file:
            _write_ahead(self._engine)
        if revision != HEAD:
            self._upgrade()

    def _revision(self, connection: Connection) -> str | None:
        """The newest migration that the database has seen; None if it is new. Somebody else's tables are an error."""
        names = set(inspect(connection).get_table_names())
        if VERSION_TABLE in names:
            revision: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
            return revision
        foreign = names if self.is_file else names & set(Base.metadata.tables)
        if foreign:
            raise StoreError(
                f"{self.place} holds another program's tables ({', '.join(sorted(foreign)[:3])}): "
                "give Ludarium a database of its own"
            )
        return None

    def _upgrade(self) -> None:
        """Bring the tables up to date, in one transaction that only one process at a time can have."""
        from alembic import command
        from alembic.script import ScriptDirectory

        engine = _file_engine(self.url, foreign_keys=False) if self.is_file else self._engine
        try:
            with engine.execution_options(**{_BEGIN: "IMMEDIATE"}).begin() as connection:
                if not self.is_file:
                    connection.execute(text(f"SET LOCAL lock_timeout = '{_PATIENCE}s'"))
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key, 0)"), {"key": _MIGRATIONS})
                config = configuration(connection)
                revision = self._revision(connection)
                if revision is not None:
                    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
                    if revision not in known:
                        raise StoreError(
                            f"{self.place} was made by a newer Ludarium (its tables are of version {revision}, "
                            f"this one knows up to {HEAD}): update Ludarium, or name another",
                            remedy="database",
                        )
                command.upgrade(config, "head")
        finally:
            if engine is not self._engine:
                engine.dispose()


def _check_file(path: Path, *, create: bool) -> None:
    """What SQLite would only call "unable to open"."""
    try:
        path.stat()
    except (OSError, ValueError) as error:  # such as a name that no file can have
        if not isinstance(error, FileNotFoundError | NotADirectoryError):
            why = error.strerror if isinstance(error, OSError) else error
            raise StoreError(
                f"no database can be at {str(path)!r}: {why}; name another file", remedy="database"
            ) from error
    if path.is_dir():
        raise StoreError(f"{path} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise StoreError(f"the folder {path.parent} does not exist: create it, or name another file")
    if not create and not path.exists():
        raise StoreError(f"there is no database {path}: nothing has been stored there yet")


def _file_engine(url: URL, *, foreign_keys: bool = True) -> Engine:
    if url.database is None:  # in memory there is one connection: another would find another database
        engine = create_engine(url, connect_args={"check_same_thread": False}, poolclass=StaticPool, **_DISCREET)
    else:
        engine = create_engine(url, connect_args={"timeout": _PATIENCE}, **_DISCREET)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        # The driver begins no transactions of its own: it would leave changes of tables outside them.
        connection.isolation_level = None
        # With the write-ahead log, a killed process loses nothing that was committed; a power cut may lose the last
        # transactions, but never leaves half of one.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        # What is deleted is overwritten: somebody may have withdrawn.
        connection.execute("PRAGMA secure_delete = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get(_BEGIN, 'DEFERRED')}")

    return engine


def _write_ahead(engine: Engine) -> None:
    """Switch to the write-ahead log, which lets others read while one writes; the file remembers it."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        raw = engine.raw_connection()
        try:
            assert raw.driver_connection is not None
            raw.driver_connection.execute("PRAGMA journal_mode = WAL")
            return
        except engine.dialect.loaded_dbapi.OperationalError as error:
            # SQLite does not wait by itself here when two processes open a new file at once.
            if getattr(error, "sqlite_errorname", "") != "SQLITE_BUSY" or time.monotonic() > deadline:
                raise OperationalError(None, None, error) from error
            time.sleep(0.01)
        finally:
            raw.close()


def _server_engine(url: URL) -> Engine:
    try:
        return create_engine(url, pool_pre_ping=True, **_DISCREET)
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs another package: pip install 'ludarium[postgres]'") from error
