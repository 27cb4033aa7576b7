"""Records of games, wherever they are kept."""

from __future__ import annotations

import re
from pathlib import Path

from ludarium.engine.record import Record
from ludarium.games import load

_STORED_GAME = re.compile(r"[a-zA-Z]{1,99}:\d{1,99}")  # such a short text may be asked for as a file


def record_of(text: str, where: str | Path | None = None) -> Record:
    """The record that a text names: a file, or a stored game of the database at `where`, as `RUN:NUMBER`.

    `Record.replay` goes through it position by position, and says where it departs from the rules.
    """
    if _STORED_GAME.fullmatch(text) is None or Path(text).exists():
        return Record.load(Path(text))
    from ludarium.store.database import Database  # a file needs no database

    with Database.open(where, create=False) as database:
        return database.record_of(text, load)
