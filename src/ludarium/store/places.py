"""Where results are kept: from what a user names to a database's URL."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from ludarium.store.faults import StoreError

VARIABLE = "LUDARIUM_DATABASE"
_FORMS = "a file, or postgresql://USER:PASSWORD@HOST/DATABASE"
_CONNECT_SECONDS = "10"


def default_path() -> Path:
    """`results.db` in the user's data folder."""
    return platformdirs.user_data_path("ludarium", appauthor=False) / "results.db"


def locate(where: str | Path | None = None) -> URL:
    """The database that a user means: the one named, else that of `$LUDARIUM_DATABASE`, else the default file."""
    chosen = where if where is not None else os.environ.get(VARIABLE) or None
    if chosen is None:
        path = default_path()
        _make_folder(path.parent)
        return _file(path)
    if not isinstance(chosen, str | Path):
        raise StoreError(f"{chosen!r} names no database: expected {_FORMS}", remedy="database")
    if isinstance(chosen, Path) or "://" not in chosen:
        return _file(_at_home(Path(chosen)))
    return _url(chosen)


def shown(url: URL) -> str:
    """A database's place for people: a path, or a URL whose password is hidden."""
    if url.get_backend_name() == "sqlite":
        return "in memory" if url.database is None else str(url.database)
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def _at_home(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:  # nobody is called so
        return path


def _url(text: str) -> URL:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # Not with the text itself: it may hold a password.
        raise StoreError(f"this is no URL of a database: expected {_FORMS}") from None
    backend = url.drivername.partition("+")[0]
    if backend == "sqlite":
        return _file(Path(url.database or ""))
    if backend not in ("postgresql", "postgres"):
        raise StoreError(f"no database of the kind '{backend}': expected {_FORMS}")
    if not url.database:
        raise StoreError(f"{shown(url)} names no database: expected {_FORMS}")
    # A server whose databases have no encoding would answer in bytes.
    defaults = {"connect_timeout": _CONNECT_SECONDS, "application_name": "ludarium", "client_encoding": "utf8"}
    lacking = {name: value for name, value in defaults.items() if name not in url.query}
    return url.set(drivername="postgresql+psycopg").update_query_dict(lacking)


def _file(path: Path) -> URL:
    if path.name in ("", ":memory:"):
        raise StoreError(f"'{path}' is no file: results are kept in {_FORMS}")
    return URL.create("sqlite", database=str(path.absolute()))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"cannot make the folder of results {folder}: {error.strerror}; name a file, or set ${VARIABLE}",
            remedy="database",
        ) from error
