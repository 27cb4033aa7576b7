"""Where results are: a database that is open, or one to be opened for as long as it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludarium.store.database import Database

Where = Database | str | Path | None
"""An open database; a file's path or `postgresql://…`; or None for the place where the command line keeps results."""


@contextmanager
def opened(where: Where, *, create: bool = False) -> Iterator[Database]:
    """The database, for the length of a `with` block. One that came open stays open."""
    if isinstance(where, Database):
        yield where
        return
    with Database.open(where, create=create) as store:
        yield store
