"""Who plays a run: one process at a time. A lease is a real lock, so that it ends with its process, however that ends.

Beside an SQLite file it is on a small file of its own; on a PostgreSQL server it is an advisory lock of a session.
"""

from __future__ import annotations

import os
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL, create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from ludarium.store.faults import RunBusy, StoreError, explained

LEASES = 0x4C554401
"""The class of our advisory locks for runs; the second number is the run's id."""

_LOCK_TIMEOUT = "55P03"
"""PostgreSQL's code for a lock that was not to be had in time."""


@contextmanager
def file_lease(database: Path, run: str) -> Iterator[None]:
    """Hold the lock file `DATABASE.run-RUN.lock`, which names its owner; a `RunBusy` says who has it."""
    path, owner = database.with_name(f"{database.name}.run-{run}.lock"), os.getpid()
    # A process forked from this one gets no share in the lock. Several tries: a file that its last owner is just
    # removing is no lock.
    lock = FileLock(
        path, timeout=0.2, poll_interval=0.02, thread_local=False, fallback_to_soft=False, on_acquired=_sign
    )
    try:
        lock.acquire()
    except Timeout:
        raise _busy(run, _signature(path)) from None
    except OSError as error:
        raise StoreError(f"cannot lock {path}: {error.strerror}") from error
    try:
        yield
    finally:
        if os.getpid() == owner:
            with suppress(OSError):  # Windows removes no file that is open
                path.unlink()
            lock.release()


def _sign(descriptor: int) -> None:
    os.ftruncate(descriptor, 0)
    os.write(descriptor, f"process {os.getpid()} since {datetime.now(UTC):%Y-%m-%d %H:%M} UTC".encode())


def _signature(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")[:200]
    except OSError:
        return ""


class _Kept:
    """As long as this lives, processes forked from this one do not get a descriptor: they would share what it locks,
    and hold it when their parent is long dead."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        mine = weakref.ref(self)  # what is registered stays for ever
        if sys.platform != "win32":
            os.register_at_fork(after_in_child=lambda: _void(mine()))


def _void(kept: _Kept | None) -> None:
    """In the child: put an empty file in the descriptor's place, for whoever still uses or closes it there."""
    if kept is not None:
        empty = os.open(os.devnull, os.O_RDWR)
        os.dup2(empty, kept.descriptor, inheritable=False)
        os.close(empty)


@contextmanager
def server_lease(url: URL, place: str, run: str, run_id: int) -> Iterator[None]:
    """Hold an advisory lock of the server in a session of its own; a `RunBusy` says who has it."""
    # No pool: closing the session is what gives the lock back, and its start is when the lease began.
    named = url.update_query_dict({"application_name": f"ludarium run {run} process {os.getpid()}"})
    engine = create_engine(named, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    keys = {"leases": LEASES, "run": run_id}
    with explained(place):
        session = engine.connect()
    try:
        with explained(place):
            # The server must notice in minutes when a whole computer has vanished, not in hours.
            session.execute(text("SET tcp_keepalives_idle = 60"))
            session.execute(text("SET tcp_keepalives_interval = 20"))
            session.execute(text("SET tcp_keepalives_count = 3"))
            # A moment's patience: the server may not have noticed yet that the last owner was killed.
            session.execute(text("SET lock_timeout = '2s'"))
            try:
                session.execute(text("SELECT pg_advisory_lock(:leases, :run)"), keys)
            except OperationalError as error:
                if getattr(error.orig, "sqlstate", None) != _LOCK_TIMEOUT:
                    raise
                raise _busy(run, str(session.scalar(_OWNER, keys) or "")) from None
        socket = session.connection.driver_connection
        assert socket is not None
        kept = _Kept(socket.fileno())
        yield
        del kept
    finally:
        with suppress(Exception):  # a session that broke off has no lock to give back
            session.close()


_OWNER = text(
    "SELECT substring(application_name from 'process [0-9]+') || ' since ' "
    "|| to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' "
    "FROM pg_stat_activity JOIN pg_locks USING (pid) "
    "WHERE locktype = 'advisory' AND classid = :leases AND objid = :run AND objsubid = 2 AND granted "
    "AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def _busy(run: str, owner: str) -> RunBusy:
    return RunBusy(
        f"the run {run} is being played by {owner or 'another process'}: wait for it or stop it; "
        "this command then goes on where it stopped"
    )
