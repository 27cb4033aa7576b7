"""Whoever withdraws is gone: from every table, file, log and export; and those they played with keep their games."""

from __future__ import annotations

import io
import logging
import multiprocessing
import re
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from ludarium.engine.record import Record
from ludarium.games import load
from ludarium.server.studies import making
from ludarium.store import Database, lab
from ludarium.store import studies as store
from ludarium.store.faults import StoreError
from ludarium.store.models import Base
from ludarium.studies.running.studies import create, find
from tests.server.serving import Running, serving
from tests.server.studying import Browser, bytes_in, opened
from tests.server.test_studies import at_once, brief, whole
from tests.studies.running.places import NOON

WORD = re.compile(rb"planted-[a-z]+")
"""What the person leaves everywhere."""

CLIENT = ("httpx", "httpcore", "websockets")
"""Who writes to the log on the side of the browser."""


def planted_answers(browser: Browser, **more: Any) -> dict[str, Any]:
    """Answers in which free texts are planted, and what stood there before."""
    texts = [one["key"] for one in browser.page["questions"] if one["kind"] in ("half-open", "open")]
    return browser.send(
        {**browser.answers(**more), **dict.fromkeys(texts, "It was planted-answer, I think.")},
        changes={key: ["planted-change"] for key in texts},
    )


def plan() -> Any:
    return brief(games=1, seconds=2, chat=True, hidden=False, dropout={"wait": 1, "player": "random"})


def found_in(place: str) -> set[bytes]:
    """The planted words in the files of the database, its log included, and in all tables as they are read."""
    found = {
        word for file in Path(place).parent.iterdir() if file.is_file() for word in WORD.findall(file.read_bytes())
    }
    engine = create_engine(f"sqlite:///{place}")
    with engine.connect() as connection:
        for table in Base.metadata.tables:
            for row in connection.execute(text(f'SELECT * FROM "{table}"')):
                found |= set(WORD.findall(repr(tuple(row)).encode()))
    engine.dispose()
    return found


def exported(place: str) -> set[bytes]:
    """The planted words in the export and in the report."""
    found = set(WORD.findall(making.report(place, "small").encode()))
    with zipfile.ZipFile(io.BytesIO(making.export(place, "small"))) as archive:
        for name in archive.namelist():
            found |= set(WORD.findall(archive.read(name)))
    return found


@contextmanager
def two_who_played(running: Running) -> Iterator[tuple[Browser, Browser]]:
    """Two people after a game with each other; the first has left words wherever that is possible."""
    one = Browser(running.address, PROLIFIC_PID="planted-recruited")
    one.agree(pointer=True, recruited="planted-recruited")
    one.send({"age": 33}, email="planted-mail@example.org")
    other = Browser(running.address)
    other.agree()
    other.send({"age": 34})
    for browser in (one, other):
        browser.send({"right": "a"})
    for browser in (one, other):
        browser.until("play", table=True)
    piece = {"step": one.page["step"], "table": one.page["table"], "number": 1, "points": [], "focus": []}
    assert one.http.post("/trace", json={**piece, "keys": [[1, "planted-key"]]}).status_code == 204
    with one.follow() as line, other.follow() as opposite:
        line.say(type="chat", text="planted-chat: hello there")
        at_once(line.play, opposite.play)
    one.until("questions")
    planted_answers(one)
    yield one, other


def test_nothing_is_left_of_who_withdraws(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    place = str(tmp_path / "lab.db")
    opened(place, plan())
    with (
        caplog.at_level(logging.DEBUG),
        serving(place) as running,
        two_who_played(running) as (one, other),
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as elsewhere,
    ):

        def look(function: Callable[..., Any], *given: Any) -> Any:
            """In another process: closing a file of SQLite's in this one lets go of the server's locks on it."""
            return elsewhere.submit(function, place, *given).result(120)

        who, table = one.page["participant"], one.page["revealed"][0]["table"]
        numbers = look(_numbers_of, who)
        before = look(found_in)
        # What the search would find, it finds.
        assert {b"planted-recruited", b"planted-mail", b"planted-answer", b"planted-change", b"planted-chat"} <= before
        assert b"planted-answer" in look(exported)
        running.do(_noted(running, who))
        receipt = one.http.post("/withdraw").json()
        assert receipt["removed"]["study_participant"] == 1
        assert one.refused("/page", method="GET")[0] == 401
        assert running.do(_scrubbed(running))
        # While the server still runs: neither the file nor its log.
        assert look(found_in) == set()
        assert look(exported) == set()
        assert "planted" not in str(receipt) + other.http.get("/data").text
        assert whole(other)["completed"]
        running.do(running.app.state.studies.clean())
        assert look(found_in) == set()
    said = [record.getMessage() for record in caplog.records if record.name.partition(".")[0] not in CLIENT]
    assert said
    assert not [line for line in said if WORD.search(line.encode()) or who in line]
    _check_tables(place, who, *numbers)
    with Database.open(place) as database, database.reading() as connection:
        Record.from_json(lab.record(connection, table) or "").verify(load)
        assert [one.public for one in store.participants(connection, find(connection, "small").id)] == [
            other.page["participant"]
        ]


async def _scrubbed(running: Running) -> bool:
    """The withdrawal has begun this by itself; here it is waited for."""
    return running.app.state.lab.tables.database.scrub()  # type: ignore[no-any-return]


async def _noted(running: Running, who: str) -> None:
    """A researcher has looked at the person's games."""
    await running.app.state.lab.tables.write(
        lambda connection: store.note(
            connection, find(connection, "small").id, NOON, "Researcher", "looked at games", participant=who
        )
    )


def _numbers_of(place: str, who: str) -> tuple[int, int]:
    """By what the rows of a person hang together: as participant, and as account."""
    with Database.open(place) as database, database.reading() as connection:
        found = store.participant(connection, public=who)
        assert found is not None
        assert found.account_id is not None
        return found.id, found.account_id


def _check_tables(place: str, who: str, participant: int, account: int) -> None:
    """No row is the person's: traces are compressed, where words would not be found."""
    with Database.open(place) as database, database.reading() as connection:
        for table in Base.metadata.sorted_tables:
            for row in connection.execute(table.select()):
                assert who not in repr(tuple(row)), table.name
                assert row._mapping.get("account_id") != account, table.name
                assert row._mapping.get("participant_id") != participant, table.name


def test_the_file_is_written_anew_when_nobody_plays(tmp_path: Path) -> None:
    place = str(tmp_path / "lab.db")
    opened(place, plan())
    with serving(place) as running, two_who_played(running) as (one, other):
        room, database = running.app.state.studies, running.app.state.lab.tables.database
        running.do(room.clean())
        assert database.rewritten.year == 1970  # nobody has withdrawn
        somebody = running.person()
        table = somebody.open("tic-tac-toe", ["me", "random"])["id"]
        one.http.post("/withdraw")
        running.do(room.clean())
        assert database.rewritten.year == 1970  # somebody plays
        with somebody.follow(table) as line:
            line.play()
        running.do(room.clean())
        assert database.rewritten.year > 1970
        assert whole(other)["completed"]


def test_errors_of_the_database_do_not_tell_what_was_to_be_stored(tmp_path: Path) -> None:
    with Database.open(tmp_path / "lab.db") as database:
        with pytest.raises(StoreError) as raised, database.writing() as connection:
            connection.execute(text("INSERT INTO study_receipt (code) VALUES (:code)"), {"code": "planted-word"})
        cause = raised.value.__cause__
        assert "study_receipt" in str(cause)
        assert "planted-word" not in str(cause) + str(raised.value)


def test_deleted_rows_are_overwritten_and_the_rest_goes_with_the_log(tmp_path: Path) -> None:
    """Among many rows, of which some were moved from page to page."""
    with Database.open(tmp_path / "lab.db") as database:
        with database.writing() as connection:
            study = create(connection, plan(), "", slug="small").id
        for number in range(40):
            with database.writing() as connection:
                for row in range(10):
                    code = f"{(7 * row + 13 * number) % 97}-{number}-{row}"
                    store.add_receipt(connection, code, study, NOON, {f"planted-{'x' * 30 * row}": 1})
        assert b"planted-x" in bytes_in(tmp_path)
        with database.writing() as connection:
            connection.execute(text("DELETE FROM study_receipt"))
        assert database.scrub()
        assert not any(file.stat().st_size for file in tmp_path.glob("*-wal"))
        database.rewrite()
        assert b"planted-x" not in bytes_in(tmp_path)
