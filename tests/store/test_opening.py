"""Opening a database: what users may name, and what they are told when it does not work."""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import platformdirs
import psycopg
import pytest

from ludarium.store import Database, StoreError, database, places
from tests.store.games import PLAN, several

pytestmark = pytest.mark.compiled  # no kernels: once is enough


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, and no database named by the environment."""
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: tmp_path / "data" / "ludarium")
    monkeypatch.delenv(places.VARIABLE, raising=False)
    return tmp_path


def test_by_default_a_file_in_the_data_folder(home: Path) -> None:
    with Database.open() as opened:
        assert opened.place == str(home / "data" / "ludarium" / "results.db")
        opened.start_run(PLAN)
    with Database.open(create=False) as again:
        assert len(again.runs()) == 1


def test_the_environment_names_another(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.VARIABLE, str(home / "mine.db"))
    with Database.open() as opened:
        assert opened.place == str(home / "mine.db")
    with Database.open(home / "given.db") as opened:
        assert opened.place == str(home / "given.db")
    monkeypatch.setenv(places.VARIABLE, "")
    assert places.locate().database == str(home / "data" / "ludarium" / "results.db")


def test_paths_and_urls_of_files(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    monkeypatch.setenv("HOME", str(home))
    wanted = str(home / "some games?.db")
    for text in ("some games?.db", "~/some games?.db", wanted, Path("some games?.db")):
        assert places.locate(text).database == wanted
    assert places.locate(f"sqlite:///{home}/x.db").database == str(home / "x.db")


def test_urls_of_servers() -> None:
    for text in ("postgresql://me:secret@host/db", "postgres://me:secret@host/db", "postgresql+psycopg://me@host/db"):
        url = places.locate(text)
        assert url.drivername == "postgresql+psycopg"
        assert url.query["connect_timeout"] == "10"
    assert places.locate("postgresql://host/db?connect_timeout=3").query["connect_timeout"] == "3"
    assert places.shown(places.locate("postgresql://me:secret@host:5433/db")) == "postgresql://me:***@host:5433/db"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("mysql://me:secret@host/db", "no database of the kind 'mysql'"),
        ("postgresql://me:secret@host:port/db", "no URL of a database"),
        ("postgresql://me:secret@host", "names no database"),
        (":memory:", "no file"),
        ("sqlite://", "no file"),
        ("", "no file"),
    ],
)
def test_what_names_no_database(text: str, fault: str) -> None:
    with pytest.raises(StoreError, match=fault) as caught:
        places.locate(text)
    assert "expected a file, or postgresql://" in str(caught.value) or "kept in a file" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, this is long enough to be looked at, and it is no database at all. " * 20)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"letter\.txt is not a database: name another file"):
        Database.open(path)
    assert path.read_bytes() == before


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"holds another program's tables \(songs\)"):
        Database.open(path)
    assert path.read_bytes() == before


def test_files_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder: name a file in it"):
        Database.open(tmp_path)
    with pytest.raises(StoreError, match=r"the folder .*nowhere does not exist: create it"):
        Database.open(tmp_path / "nowhere" / "results.db")
    with pytest.raises(StoreError, match=r"there is no database .*: nothing has been stored there yet"):
        Database.open(tmp_path / "results.db", create=False)
    assert not (tmp_path / "results.db").exists()


@pytest.fixture
def guarded() -> Iterator[Path]:
    """A folder with a database, neither of which may be written to. Root could: it becomes nobody meanwhile."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Database.open(folder / "results.db").close()
        (folder / "results.db").chmod(0o444)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def test_no_permission(guarded: Path) -> None:
    with pytest.raises(StoreError, match="no permission"), Database.open(guarded / "results.db") as opened:
        opened.start_run(PLAN)
    with pytest.raises(StoreError, match="no permission"):
        Database.open(guarded / "new.db")


def test_no_permission_for_the_data_folder(home: Path, guarded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: guarded / "ludarium")
    with pytest.raises(
        StoreError, match=r"cannot make the folder of results .*; name a file, or set \$LUDARIUM_DATABASE"
    ):
        Database.open()


def test_a_damaged_file(sqlite_place: str) -> None:
    with Database.open(sqlite_place) as opened:
        opened.start_run(PLAN).add(several(range(2000)))
    data = bytearray(Path(sqlite_place).read_bytes())
    data[4096 * 4 : 4096 * 20] = b"\xa5" * (4096 * 16)
    Path(sqlite_place).write_bytes(data)
    with pytest.raises(StoreError, match="is damaged: restore a copy"), Database.open(sqlite_place) as opened:
        list(opened.runs()[0].games())


def test_a_full_disk(sqlite_place: str) -> None:
    with Database.open(sqlite_place) as opened:
        run = opened.start_run(PLAN)
        with opened.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 20")
        with pytest.raises(StoreError, match="no room left for the database"):
            run.add(several(range(5000)))
        assert run.count() == 0


def test_somebody_else_keeps_writing(sqlite_place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_PATIENCE", 0.05)
    with Database.open(sqlite_place) as opened, Database.open(sqlite_place) as other, other.writing():
        assert opened.runs() == []
        with pytest.raises(StoreError, match="another process is writing to the database"):
            opened.start_run(PLAN)


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _as(url: str, user: str) -> str:
    return url.replace("//postgres@", f"//{user}@")


def test_servers_that_cannot_be_reached(tmp_path: Path) -> None:
    for url in (
        f"postgresql://me:secret@/results?host={tmp_path}",
        "postgresql://me:secret@127.0.0.1:1/results",
        "postgresql://me:secret@server.invalid/results",
    ):
        with pytest.raises(StoreError, match=r"cannot reach the server of .*: is it running") as caught:
            Database.open(url)
        assert "secret" not in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_wrong_password(postgres_place: str) -> None:
    with pytest.raises(StoreError, match=r"the server refuses the password for postgresql://locked:\*\*\*@") as caught:
        Database.open(_as(postgres_place, "locked:wrong"))
    assert "wrong" not in str(caught.value)
    with pytest.raises(StoreError, match="needs a password"):
        Database.open(_as(postgres_place, "locked"))


def test_the_right_password_without_permission(postgres_place: str) -> None:
    with pytest.raises(StoreError, match=r"no permission in .*: its owner must allow it"):
        Database.open(_as(postgres_place, "locked:right"))


def test_users_and_databases_that_do_not_exist(postgres_url: str) -> None:
    with pytest.raises(StoreError, match="does not know this user"):
        Database.open(_as(postgres_url, "stranger"))
    with pytest.raises(StoreError, match=r"does not exist on the server: create it \(createdb\)"):
        Database.open(postgres_url.replace("/postgres?", "/nothing?"))


def test_tables_of_another_program_on_the_server(postgres_place: str) -> None:
    with psycopg.connect(postgres_place, autocommit=True) as other:
        other.execute("CREATE TABLE songs (title text)")
    Database.open(postgres_place).close()  # its neighbours do not matter
    with psycopg.connect(postgres_place, autocommit=True) as other:
        other.execute("DROP TABLE ludarium_version")
    with pytest.raises(StoreError, match=r"holds another program's tables \(game, lab_account, "):
        Database.open(postgres_place)


def _update_twice(opened: Database, between: Callable[[], object]) -> None:
    with opened.writing() as connection:
        connection.exec_driver_sql("UPDATE run SET note = 'half'")
        between()
        connection.exec_driver_sql("UPDATE run SET note = 'done'")


def test_a_lost_connection(postgres_place: str) -> None:
    end_all = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'postgres'"
    )
    with Database.open(postgres_place) as opened, psycopg.connect(postgres_place, autocommit=True) as admin:
        run = opened.start_run(PLAN)
        with pytest.raises(StoreError, match="was lost: do the same again"):
            _update_twice(opened, lambda: admin.execute(end_all))
        assert opened.run(run.short).note == ""
        admin.execute(end_all)
        assert run.add(several(range(5))) == 5  # a connection that was lost between two batches is made anew


def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'ludarium\[postgres\]'"):
        Database.open("postgresql://me@host/db")
