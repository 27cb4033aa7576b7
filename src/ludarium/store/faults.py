"""What goes wrong with a database, in one line with the remedy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from ludarium.engine.errors import LudariumError


class StoreError(LudariumError):
    """A database that cannot be reached, opened, read or written, or that does not hold what was asked for."""


class RunBusy(StoreError):
    """A run that another process is playing."""


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Turn whatever a database driver raises within into a `StoreError`."""
    try:
        yield
    except DBAPIError as error:
        raise explain(error, place) from error
    except SQLAlchemyError as error:
        raise StoreError(f"the database {place}: {_one_line(error)}") from error


def explain(error: DBAPIError, place: str) -> StoreError:
    """A driver's error in words; `place` is the path, or the URL without its password."""
    if isinstance(error, IntegrityError) and "foreign key" in str(error.orig).lower():
        return StoreError(f"the run was deleted from {place} while games were being added to it")
    if isinstance(error.orig, sqlite3.Error):
        return StoreError(_of_sqlite(error.orig, place), remedy="database")
    return StoreError(_of_postgresql(error, place))


_SQLITE = {
    "NOTADB": "{place} is not a database: name another file",
    "CORRUPT": "the database {place} is damaged: restore a copy, or name another file",
    "CANTOPEN": "cannot open the database {place}: no permission for it or its folder, or the folder is missing",
    "PERM": "no permission for the database {place}: change its owner or name another file",
    "READONLY": (
        "no permission to write to the database {place}: it and its folder must be writable; "
        "change that or name another file"
    ),
    "BUSY": "another process is writing to the database {place} and does not finish: wait for it or stop it",
    "FULL": "no room left for the database {place}: free some, then do the same again",
    "IOERR": "the disk failed while using the database {place}",
}


def _of_sqlite(error: sqlite3.Error, place: str) -> str:
    # The names are SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT and so on.
    kind = (getattr(error, "sqlite_errorname", None) or "").removeprefix("SQLITE_").partition("_")[0]
    if kind in _SQLITE:
        return _SQLITE[kind].format(place=place)
    return f"the database {place}: {_one_line(error)}"


# By the server's code, or, for errors of connecting, which have none, by its words; a server that speaks another
# language is quoted instead.
_POSTGRESQL = (
    ("", "password authentication failed", "the server refuses the password for {place}: correct it in the URL"),
    ("", "no password supplied", "{place} needs a password: postgresql://USER:PASSWORD@HOST/DATABASE"),
    ("", "no pg_hba.conf entry", "the server of {place} lets nobody in from here: its pg_hba.conf must allow it"),
    ("", 'FATAL: database "', "{place} does not exist on the server: create it (createdb), or correct the URL"),
    ("", 'FATAL: role "', "the server of {place} does not know this user: create the role, or correct the URL"),
    ("", "too many clients", "the server of {place} has no connection left: try again later"),
    ("", "connection slots", "the server of {place} has no connection left: try again later"),
    (
        "42501",
        "permission denied",
        "no permission in {place}: its owner must allow it (GRANT CREATE, USAGE ON SCHEMA public TO …)",
    ),
    ("53100", "", "no room left for {place}: free some on the server, then do the same again"),
    ("55P03", "", "another process is changing {place} and does not finish: wait for it or stop it"),
    ("25006", "", "{place} can only be read, perhaps because it is a copy: use the main server"),
)
_UNREACHABLE = (
    "connection failed",
    "failed to resolve",
    "connection timeout",
    "connection is bad",
    "connection refused",
)


def _of_postgresql(error: DBAPIError, place: str) -> str:
    text = _one_line(error.orig)
    code = getattr(error.orig, "sqlstate", None)
    for known, words, advice in _POSTGRESQL:
        if code == known if code else words and words in text:
            return advice.format(place=place)
    if code is None and any(words in text.lower() for words in _UNREACHABLE):
        return f"cannot reach the server of {place}: is it running, and are host and port right? ({text})"
    if error.connection_invalidated:
        return f"the connection to {place} was lost: do the same again, it goes on where it stopped"
    return f"the database {place}: {text}"


def _one_line(error: BaseException | None) -> str:
    return " ".join(str(error).split())
