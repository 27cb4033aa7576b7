"""Databases for the store's tests: each test that asks for a `place` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from ludarium.store import Database, Run
from tests.store.games import PLAN
from tests.store.postgres import NoServer, server


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A server for all tests of this process."""
    try:
        started = server()
        url = started.__enter__()
    except NoServer as error:
        pytest.skip(str(error))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
    yield url
    started.__exit__(None, None, None)


@pytest.fixture
def postgres_place(postgres_url: str) -> str:
    """The URL of an empty database: always the same one, emptied, which is quicker than making one for each test."""
    with psycopg.connect(postgres_url) as connection:
        connection.execute("SET lock_timeout = '60s'")
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
        connection.execute("GRANT USAGE ON SCHEMA public TO PUBLIC")
    return postgres_url


@pytest.fixture
def sqlite_place(tmp_path: Path) -> str:
    return str(tmp_path / "results.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> str:
    """Where a new database can be opened, once of each kind."""
    chosen = "sqlite_place" if request.param == "sqlite" else "postgres_place"
    found: str = request.getfixturevalue(chosen)
    return found


@pytest.fixture
def database(place: str) -> Iterator[Database]:
    with Database.open(place) as opened:
        yield opened


@pytest.fixture
def run(database: Database) -> Run:
    return database.start_run(PLAN)
