"""Stored runs: what there is, and each of them as it counts."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral

from ludarium.api.checks import checked
from ludarium.api.places import Where
from ludarium.arena.run.stored import StoredRun
from ludarium.engine import markup
from ludarium.engine.errors import LudariumError
from ludarium.engine.tables import Column, DataTable, Row, Tabular
from ludarium.store.database import Database
from ludarium.store.runs import Run


class Runs(Tabular):
    """The runs of a database, newest first. `runs[0]` and `runs["bcdf"]` (the beginning of an id) count one."""

    def __init__(self, database: Database, found: list[Run]) -> None:
        self.database, self._found = database, found

    @property
    def ids(self) -> list[str]:
        """What the runs are asked for by."""
        return [run.short for run in self._found]

    def tables(self) -> list[DataTable]:
        columns = (
            Column("run", "text", "the run's id"),
            Column("kind", "text", "what played it: tournament, ladder, tune, reproduce …"),
            Column("game", "text", "the game"),
            Column("settings", "text", "what was set for it"),
            Column("players", "text", "the players, separated by commas"),
            Column("seed", "seed", "its seed"),
            Column("games", "whole", "games that are stored"),
            Column("planned", "whole", "games that are planned; empty where a rule decides"),
            Column("created", "text", "when it was begun (UTC)"),
            Column("finished", "text", "when it was finished (UTC); empty if it is not"),
        )
        return [DataTable("runs", "one row a run", columns, [_row(run) for run in self._found])]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[StoredRun]:
        return (StoredRun.read(run) for run in self._found)

    def __getitem__(self, which: int | str) -> StoredRun:
        if isinstance(which, str):
            return StoredRun.read(self.database.run(which))
        if not isinstance(which, Integral):
            raise LudariumError(f"{which!r} is no run: give its place, 0 for the newest, or the beginning of its id")
        if not -len(self._found) <= which < len(self._found):
            raise LudariumError(f"there is no run {which}: {self.database.place} has {len(self._found)} of them")
        return StoredRun.read(self._found[which])

    def __repr__(self) -> str:
        if not self._found:
            return f"no runs in {self.database.place}"
        return "\n".join("  ".join(cells) for cells in map(_words, self._found))

    def _repr_html_(self) -> str:
        if not self._found:
            return markup.text(repr(self))
        columns = ("run", "kind", "game", "players", "games", "begun (UTC)")
        return markup.table(columns, map(_words, self._found), names=4)


def _words(run: Run) -> tuple[str, ...]:
    given = " ".join([run.game, *(f"{name}={value}" for name, value in run.settings.items())])
    return run.short, run.kind, given, ", ".join(run.players), f"{run.count():,}", f"{run.created:%Y-%m-%d %H:%M}"


def _row(run: Run) -> Row:
    return (
        *(run.short, run.kind, run.game),
        ", ".join(f"{name}={value}" for name, value in run.settings.items()),
        ", ".join(run.players),
        *(run.seed, run.count(), run.planned),
        run.created.isoformat(),
        run.finished.isoformat() if run.finished else None,
    )


@checked
def runs(database: Where = None, *, game: str | None = None, kind: str | None = None) -> Runs:
    """The stored runs, newest first.

    Args:
        database: An open database, a file's path or `postgresql://…`; by default where the command line keeps results.
        game: Only runs of this game.
        kind: Only runs of this kind, such as `tournament`.

    Raises:
        StoreError: There is no such database, it cannot be read, or it was closed.
    """
    store = the_database(database)
    return Runs(store, store.runs(kind=kind, game=game))


@checked
def run(id: str, database: Where = None) -> StoredRun:
    """A stored run, counted as its own command would count it; nothing is played.

    Args:
        id: The run's id, or the beginning of it.
        database: As in `runs`.

    Raises:
        UnknownName: There is no such run.
        RulesChanged: Its games were played by other rules than those of this version.
    """
    return StoredRun.read(the_database(database).run(id))


def the_database(where: Where) -> Database:
    """The database that is meant. One that is opened here is closed when nothing refers to it any more."""
    return where if isinstance(where, Database) else Database.open(where, create=False)
