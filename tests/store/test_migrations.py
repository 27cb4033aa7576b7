"""Migrations: old databases are brought up to date with all they hold, and the tables are what the models say."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from ludarium.store import Database, Rating, StoreError, places
from ludarium.store.migrations import HEAD, VERSION_TABLE, configuration
from ludarium.store.models import Base
from tests.store.games import several, without_ids
from tests.store.processes import at_once

pytestmark = pytest.mark.compiled  # no kernels: once is enough

_OLD_RUN = {
    "short": "hjkmtb",
    "kind": "tournament",
    "game": "pig",
    "rules": "1",
    "settings": json.dumps({"goal": "50"}),
    "players": json.dumps(["random", "mcts"]),
    "plan": json.dumps({"kind": "tournament", "game": "pig"}),
    "plan_digest": "00ff",
    "seed": -1,
    "games": 10,
    "version": "0.1.0",
    "created": "2024-02-29 12:00:00+00:00",
    "finished": None,
    "note": "old",
}
_OLD_GAME = {
    "number": 3,
    "line_up": "[1,0]",
    "seed": -2,
    "points": "[0.5,2]",
    "ranks": "[2,1]",
    "length": 2,
    "seconds": 0.25,
    "moves": b"\x08\x01\x02",
    "texts": None,
    "faults": '[[1,"mcts: too late"]]',
    "settings": None,
    "seal": None,
}


def _insert(connection: Connection, table: str, row: dict[str, Any]) -> None:
    marks = ", ".join(f":{name}" for name in row)
    connection.execute(text(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})"), row)


def _old_database(place: str, revision: str) -> None:
    """A database of an earlier version with a run and a game in it, written by nothing that belongs to today's."""
    engine = create_engine(places.locate(place))
    with engine.begin() as connection:
        command.upgrade(configuration(connection), revision)
        sqlite = engine.dialect.name == "sqlite"
        created = "2024-02-29 12:00:00.000000" if sqlite else "2024-02-29 12:00:00+00:00"
        _insert(connection, "run", {**_OLD_RUN, "created": created})
        _insert(connection, "game", {"run_id": 1, **_OLD_GAME})
    engine.dispose()


def test_an_old_database_is_brought_up_to_date(place: str) -> None:
    _old_database(place, "0001")
    with Database.open(place) as database:
        (run,) = database.runs()
        assert (run.short, run.settings, run.players) == ("hjkmtb", {"goal": "50"}, ["random", "mcts"])
        assert run.seed == 2**64 - 1
        assert run.created == datetime(2024, 2, 29, 12, tzinfo=UTC)
        (game,) = run.games()
        assert (game.number, game.line_up, game.seed) == (3, (1, 0), 2**64 - 2)
        assert (game.points, game.ranks, game.decisions()) == ((0.5, 2.0), (2, 1), [(0, 1), (1, 2)])
        assert game.faults == ((1, "mcts: too late"),)
        run.add(several([4]))
        assert without_ids(run.games(4)) == several([4])
        database.change_ratings("pig", lambda before: [Rating("mcts", 25.0, 8.0, 1)])
        with database.reading() as connection:
            assert connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) == HEAD


def test_tables_and_models_agree(database: Database) -> None:
    with database.reading() as connection:
        options = {"compare_type": True, "compare_server_default": True, "version_table": VERSION_TABLE}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, Base.metadata) == []


def test_a_table_that_differs_would_be_noticed(database: Database) -> None:
    """The comparison above is worth something."""
    with database.writing() as connection:
        connection.execute(text("ALTER TABLE game ADD COLUMN mood TEXT"))
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert len(compare_metadata(context, Base.metadata)) == 1


def test_migrations_are_one_line_that_ends_at_head(sqlite_place: str) -> None:
    with Database.open(sqlite_place) as database, database.reading() as connection:
        scripts = ScriptDirectory.from_config(configuration(connection))
        assert scripts.get_heads() == [HEAD]
        revisions = [script.revision for script in scripts.walk_revisions()]
        files = sorted(Path(scripts.versions).glob("r*.py"))
    assert len(revisions) == len(files) >= 2
    assert [path.name[1:5] for path in files] == sorted(revisions)


def test_a_database_of_a_newer_ludarium_is_refused(place: str) -> None:
    with Database.open(place) as database, database.writing() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(
        StoreError, match=r"made by a newer Ludarium \(its tables are of version 9999.*: update Ludarium"
    ):
        Database.open(place)


def test_a_migration_that_fails_leaves_no_trace(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("alembic.operations.Operations.create_table", _only_the_first(fail))
        with pytest.raises(KeyboardInterrupt):
            Database.open(place)
    engine = create_engine(places.locate(place))
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == []
    engine.dispose()
    with Database.open(place) as database:
        assert database.runs() == []


def _only_the_first(then: Any) -> Any:
    """A `create_table` that works once."""
    from alembic.operations import Operations

    real, calls = Operations.create_table, []

    def create_table(self: Any, *arguments: Any, **options: Any) -> Any:
        calls.append(arguments)
        return (real if len(calls) == 1 else then)(self, *arguments, **options)

    return create_table


@pytest.mark.parametrize("old", [False, True])
def test_several_processes_open_at_once(place: str, old: bool) -> None:
    if old:
        _old_database(place, "0001")
    outputs = at_once("open", place, 4)
    assert outputs == ["opened"] * 4
    with Database.open(place) as database:
        assert sorted(run.kind for run in database.runs()) == ["match"] + ["tournament"] * old
        assert database.runs(kind="match")[0].count() == 40
