"""The databases that servers are tried on, and what can go wrong with them."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import psycopg
from tests.store import postgres

ROOM = 256
"""Megabytes of the file system on which the SQLite file lies."""
READ_ONLY = "attempt to write a readonly database"


class Place(Protocol):
    """A database in trouble. The faults hold as long as their context; entering one may wait for the server."""

    name: str
    url: str
    servers: int
    """How many server processes share it."""
    cannot: frozenset[str]
    """Faults that cannot be had here."""

    def rows(self, query: str) -> list[tuple[Any, ...]]: ...

    def locked(self) -> AbstractContextManager[None]: ...

    def full(self, processes: Callable[[], list[int]]) -> AbstractContextManager[None]: ...

    def read_only(self) -> AbstractContextManager[None]: ...

    def cut(self) -> int: ...

    def size(self) -> int: ...


class SqlitePlace:
    """A file; for root on a small file system of its own, which can really be full or read-only."""

    name, servers = "sqlite", 1

    def __init__(self, folder: Path, *, mounted: bool) -> None:
        self.folder, self.mounted = folder, mounted
        self.url = str(folder / "lab.db")
        self.cannot: frozenset[str] = frozenset()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        connection = sqlite3.connect(self.url, timeout=30)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.url, timeout=60, isolation_level=None, check_same_thread=False)
        try:
            yield connection
        finally:
            connection.close()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Somebody else writes and does not finish."""
        with self._writing() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def full(self, processes: Callable[[], list[int]]) -> Iterator[None]:
        """No room: the file system is filled up; without one of our own the processes may make no file longer."""
        if self.mounted:
            with _filled(self.folder / "filler"):
                yield
            return
        limited = [each for each in processes() if _limit(each, 0)]
        try:
            yield
        finally:
            for each in limited:
                _limit(each, resource.RLIM_INFINITY)

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Nothing can be written, by triggers: a file system with open files cannot be made read-only."""
        with self._writing() as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            names = [name for (name,) in tables if name.startswith("lab_") or name == "rating"]
            kinds = [(name, kind) for name in names for kind in ("INSERT", "UPDATE", "DELETE")]
            connection.execute("BEGIN IMMEDIATE")
            for name, kind in kinds:
                connection.execute(
                    f"CREATE TRIGGER chaos_{name}_{kind} BEFORE {kind} ON {name} "
                    f"BEGIN SELECT RAISE(ABORT, '{READ_ONLY}'); END"
                )
            connection.execute("COMMIT")
            try:
                yield
            finally:
                connection.execute("BEGIN IMMEDIATE")
                for name, kind in kinds:
                    connection.execute(f"DROP TRIGGER chaos_{name}_{kind}")
                connection.execute("COMMIT")

    @contextmanager
    def remounted(self) -> Iterator[None]:
        """The file system is read-only; only while no server has its file open."""
        for left in reversed(range(40)):
            try:
                _mount("-o", "remount,ro", str(self.folder))
                break
            except subprocess.CalledProcessError:
                if not left:
                    raise
                time.sleep(0.25)  # busy: a process that was killed has not ended yet
        try:
            yield
        finally:
            _mount("-o", "remount,rw", str(self.folder))

    def cut(self) -> int:
        return 0

    def size(self) -> int:
        return sum(each.stat().st_size for each in self.folder.glob("lab.db*"))


class PostgresPlace:
    """A database of a PostgreSQL server that is started for it."""

    name, servers = "postgres", 2
    cannot = frozenset({"full"})  # a PostgreSQL server without room for its log ends itself: another fault than ours

    def __init__(self, url: str) -> None:
        self.url = url

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[Any]]:
        with psycopg.connect(self.url, autocommit=True, application_name="chaos") as connection:
            connection.execute("SET default_transaction_read_only = off")
            yield connection

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with self._connected() as connection:
            return connection.execute(query).fetchall()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Tables can be read but not written."""
        with self._connected() as connection, connection.transaction():
            connection.execute("SET LOCAL lock_timeout = '60s'")
            connection.execute("LOCK TABLE lab_table IN EXCLUSIVE MODE")
            yield

    @contextmanager
    def full(self, processes: Callable[[], list[int]]) -> Iterator[None]:
        raise NotImplementedError
        yield

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """As a copy that became the server's address: all connections end, and new ones can only read."""
        self._allow("on")
        try:
            yield
        finally:
            self._allow("off")

    def _allow(self, value: str) -> None:
        with self._connected() as connection:
            connection.execute(f"ALTER DATABASE postgres SET default_transaction_read_only = {value}".encode())
        self.cut()

    def cut(self) -> int:
        """End all connections of servers; how many."""
        with self._connected() as connection:
            ended = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                "AND application_name <> 'chaos' AND pid <> pg_backend_pid()"
            ).fetchall()
        return len(ended)

    def size(self) -> int:
        return int(self.rows("SELECT pg_database_size(current_database())")[0][0])


@contextmanager
def sqlite_place(*, own_file_system: bool = True) -> Iterator[SqlitePlace]:
    """A folder for a file, gone in the end."""
    folder = Path(tempfile.mkdtemp(prefix="ludarium-chaos-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        mounted = False
        if own_file_system and os.geteuid() == 0:
            with suppress(OSError, subprocess.CalledProcessError):
                _mount("-t", "tmpfs", "-o", f"size={ROOM}m,mode=700", "ludarium-chaos", str(folder))
                mounted = True
                stack.callback(_unmount, folder)
        yield SqlitePlace(folder, mounted=mounted)


@contextmanager
def postgres_place() -> Iterator[PostgresPlace]:
    with postgres.server() as url:
        yield PostgresPlace(url)


def _mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True, capture_output=True)


def _unmount(folder: Path) -> None:
    for way in ([], ["--lazy"]):
        for _ in range(5):
            if subprocess.run(["umount", *way, str(folder)], check=False, capture_output=True).returncode == 0:
                return
            time.sleep(0.2)


@contextmanager
def _filled(filler: Path) -> Iterator[None]:
    """A file that takes all the room that is left."""
    try:
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                with suppress(OSError):
                    while True:
                        file.write(b"\0" * size)
        yield
    finally:
        filler.unlink(missing_ok=True)


def _limit(process: int, size: int) -> bool:
    """Let a process's files grow to so many bytes; whether it could be done."""
    with suppress(OSError, ValueError):
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))
        return True
    return False
