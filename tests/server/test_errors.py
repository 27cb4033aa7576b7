"""Errors tell nothing, and what comes from outside never ends in a fault of ours."""

from __future__ import annotations

import io
import json
import logging
import random
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludarium.engine import Match
from ludarium.games import load
from ludarium.games.offered import check_player
from ludarium.players import make
from ludarium.server import logs
from ludarium.server.tables.shelf import Shelf
from ludarium.store.faults import StoreError
from tests.server.serving import PATIENCE, Person, Running, serving
from tests.store.conftest import postgres_place, postgres_url

__all__ = ["postgres_place", "postgres_url"]
pytestmark = pytest.mark.compiled

TELLING = re.compile(r"Traceback|File \"|SELECT|INSERT|UPDATE lab|sqlite|psycopg|postgres|/home/|/tmp|\.py\b|lab\.db")
"""What only we may read."""


@pytest.fixture(params=["sqlite", "postgresql"])
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Running]:
    chosen = str(tmp_path / "lab.db") if request.param == "sqlite" else request.getfixturevalue("postgres_place")
    with serving(chosen) as found:
        yield found


def raw(running: Running, request: bytes, patience: float = PATIENCE) -> bytes:
    """The answer to a request as it stands, as far as it has come when nothing more comes."""
    with socket.create_connection(("127.0.0.1", running.port), PATIENCE) as opened:
        opened.sendall(request)
        opened.settimeout(patience)
        answer = b""
        with suppress(OSError):
            while more := opened.recv(65536):
                answer += more
        return answer


def checked(text: str, status: int, what: object) -> None:
    assert status < 500, f"{what}: {status} {text[:500]}"
    assert status < 400 or not TELLING.search(text), f"{what}: {text[:500]}"


REQUESTS = [
    b"GET /api/me HTTP/1.1\r\nHost: [\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: ]:[\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: a/b\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: user@HOST\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: \r\n",
    b"GET /api/me HTTP/1.1\r\nHost: \xff\xfe\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: HOST\r\nOrigin: http://[\r\nContent-Length: 0\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: HOST\r\nOrigin: \xff\r\nContent-Length: 0\r\n",
    b"GET /%00 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /a%00b/c HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /" + b"x" * 300 + b" HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /" + b"x/" * 2000 + b" HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /assets/" + b"%f0%9f%98%80" * 300 + b" HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /%ff%fe%ed%a0%80 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /%zz%1 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/tables/%00 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/tables/%ed%a0%80 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/matches?game=%00 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/matches?game=%ed%a0%80 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/matches?before=0001-01-01T00:00:00%2B23:59 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/matches?before=9999-12-31T23:59:59-23:59 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/matches?before=2024-01-01 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/matches/x%00?key=%00 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/arena/runs/%00 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/arena/runs/%25%27%22 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/arena/designs/..%2f..%2fetc HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/pig/rules?self=1 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/pig/rules?name=1&name=2 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/pig/rules?goal=" + b"9" * 3000 + b" HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/pig/rules?goal=1e400 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/pig/rules?goal=nan HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/pig/rules?" + b"x" * 3000 + b"=1 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/5x5%20drop%20line-4/rules?goal=3 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/999999999x999999999%20drop%20line-4 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/0x0%20drop%20line-0 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/hex-%d9%a3%20drop%20line-%d9%a3 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/%d9%a3x%d9%a3%20drop%20line-%d9%a3 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/" + b"9" * 5000 + b"x3%20drop%20line-3 HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/games/" + b"3x3%20drop" + b"%20line-3" * 40 + b" HTTP/1.1\r\nHost: HOST\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: HOST\r\n",
    b"FOO /api/me HTTP/1.1\r\nHost: HOST\r\n",
    b"CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n",
    b"TRACE / HTTP/1.1\r\nHost: HOST\r\n",
    b"GET http://HOST/api/me HTTP/1.1\r\nHost: HOST\r\n",
    b"GET http://[/api/me HTTP/1.1\r\nHost: HOST\r\n",
    b"GET //api/me HTTP/1.1\r\nHost: HOST\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: HOST\r\nCookie: \xff\xfe=\xff; =; ;;\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: HOST\r\nCookie: ludarium_session=" + b"\xff" * 43 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: HOST\r\nRange: bytes=-\r\n",
    b"GET / HTTP/1.1\r\nHost: HOST\r\nRange: bytes=9-1,x\r\n",
    b"GET / HTTP/1.1\r\nHost: HOST\r\nIf-None-Match: \xff\r\nAccept-Encoding: \xff;q=x\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: HOST\r\nContent-Length: 99999999999999999999999999\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked, nonsense\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: HOST\r\nContent-Type: \xff/\xff; charset=\xff\r\nContent-Length: 0\r\n",
    b"GET /api/tables/x/socket?after=-1 HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\n",
]


def test_odd_requests_are_refused_quietly(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    for request in REQUESTS:
        whole = request.replace(b"HOST", running.address.encode()) + b"Connection: close\r\n\r\n"
        answer = raw(running, whole)
        status = int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 400
        assert answer, request[:100]
        checked(answer.decode("latin-1"), status, request[:200])
    assert [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR] == []
    assert running.person().get("/status")


NUMBERS: list[Any] = [10**400, -(10**30), 1 << 64, 1e308, True, None]
TEXTS = ["\x00", "a\x00b", "\ud800", "\udfff x", "\u202e", "x" * 60_000, "\r\nSet-Cookie: a=b", "' OR 1=1 --", "%s", ""]
PLAYERS = [
    *("mcts:iterations=.", "mcts:iterations=", "mcts:=1", "mcts:iterations=1..2", "mcts:iterations=1.5"),
    *("mcts:iterations=٣", "mcts:iterations=" + "9" * 180, "mcts:self=1", "mcts:,", "mcts::", ":", "program:ls"),
    *("human", "random:x=1", "mcts:iterations=0", "mcts:seconds=0.0"),
]
BODIES = [
    *(b'{"game": NaN}', b'{"seconds": Infinity}', b"[" * 60_000, b'{"a":' * 10_000, b"9" * 5000, b'"\\ud800"'),
    *(b"\xff\xfe\x00", b"\xef\xbb\xbf{}", b'{"game": "pig", "game": "pig"}', b'{"\\ud800": 1}', b"{}" * 9),
    *(b'{"seed": 1e400}', b"null", b"true"),
    b'{"game": "pig", "seats": [{"kind": "me"}], "settings": {"goal": NaN}}',
]


def bodies() -> Iterator[tuple[str, str, bytes]]:
    """Method, path and body of requests that nobody should send."""
    seats = [{"kind": "me"}, {"kind": "open"}]

    def made(method: str, path: str, value: Any) -> tuple[str, str, bytes]:
        return method, path, json.dumps(value).encode()

    def seated(player: str) -> dict[str, Any]:
        return {"game": "tic-tac-toe", "seats": [seats[0], {"kind": "player", "player": player}]}

    for text in TEXTS:
        yield made("POST", "/tables", {"game": text, "seats": seats})
        yield made("POST", "/tables", {"game": "pig", "settings": {text: 1}, "seats": seats})
        yield made("POST", "/tables", {"game": "jostle", "settings": {"board": text}, "seats": seats})
        yield made("POST", "/tables", {"game": "tic-tac-toe", "seats": seats, text: text})
        yield made("POST", "/account/register", {"name": text, "password": text * 9})
        yield made("POST", "/account/login", {"name": text, "password": text or "x"})
        yield made("PATCH", "/me", {"name": text})
        yield made("POST", "/tables/none/join", {"key": text[:100]})
        yield made("POST", "/matches", {"game": text, "players": [text], "settings": {text: text}, "seed": 1})
    for number in NUMBERS:
        yield made("POST", "/tables", {"game": "pig", "settings": {"goal": number}, "seats": seats})
        yield made("POST", "/tables", {"game": "boundary", "settings": {"size": number}, "seats": seats})
        yield made("POST", "/tables", {"game": "tic-tac-toe", "seats": seats, "seconds": number})
        yield made("POST", "/tables", {"game": "tic-tac-toe", "seats": [seats[0]] * 2, "seed": number})
        yield made("POST", "/tables/none/join", {"seat": number})
        yield made("POST", "/matches", {"game": "pig", "players": number, "settings": number, "seed": number})
    for setting in ("self", "name", "settings", "__class__", "args", ""):
        yield made("POST", "/tables", {"game": "pig", "settings": {setting: 1}, "seats": seats})
        yield made("POST", "/tables", {"game": "5x5 drop line-4", "settings": {setting: 1}, "seats": seats})
    for player in [*TEXTS, *PLAYERS]:
        yield made("POST", "/tables", seated(player))
    for body in BODIES:
        for method, path in (("POST", "/tables"), ("PATCH", "/me"), ("POST", "/matches"), ("POST", "/account/login")):
            yield method, path, body


def test_odd_bodies_are_refused_quietly(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    person = running.person()
    for method, path, body in bodies():
        answer = person.http.request(method, path, content=body, headers={"Content-Type": "application/json"})
        checked(answer.text, answer.status_code, (path, body[:200]))
    assert [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR] == []


def _record() -> dict[str, Any]:
    game = load("tic-tac-toe")
    made: dict[str, Any] = json.loads(Match(game, [make("random", game) for _ in range(2)], seed=3).run().to_json())
    return made


def _changed(value: Any, source: random.Random) -> Any:
    """Something else in one place of a JSON value."""
    if isinstance(value, dict) and value and source.random() < 0.9:
        key = source.choice(sorted(value))
        if source.random() < 0.1:
            return {name: part for name, part in value.items() if name != key}
        return {**value, key: _changed(value[key], source)}
    if isinstance(value, list) and value and source.random() < 0.9:
        at = source.randrange(len(value))
        return [*value[:at], _changed(value[at], source), *value[at + 1 :]]
    return source.choice(
        [None, True, -1, 0, 10**30, 10**400, 0.5, 1e308, "", "\x00", "\ud800", "x" * 99, [], {}, [[]], {"": 1}]
    )


def test_damaged_records_are_refused_quietly(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    person, source, record = running.person(), random.Random(7), _record()
    for _ in range(300):
        body = json.dumps(_changed(record, source))
        answer = person.http.post("/matches", content=body)
        checked(answer.text, answer.status_code, body[:300])
    assert [entry for entry in caplog.records if entry.exc_info or entry.levelno >= logging.ERROR] == []


MESSAGES: list[Any] = [
    {"type": "move", "id": "1", "decision": 0, "moves": ["\x00"]},
    {"type": "move", "id": "1", "decision": 0, "moves": ["\ud800"]},
    {"type": "move", "id": "\ud800", "decision": 0, "moves": ["a1"]},
    {"type": "move", "id": "\x00", "decision": 0, "moves": ["a1"]},
    {"type": "move", "id": "1", "decision": 10**400, "moves": ["a1"]},
    {"type": "chat", "id": "2", "text": "\x00"},
    {"type": "chat", "id": "2", "text": "\ud800\ud800"},
    {"type": "propose", "id": "3", "revision": 1, "settings": {"self": 1}, "seconds": None},
    {"type": "propose", "id": "3", "revision": 1, "settings": {"\x00": "\x00"}, "seconds": 1e400},
    {"type": "preview", "id": "4", "decision": 0, "moves": ["x" * 4000] * 9},
    {"type": "ask_reason", "id": "5", "decision": 999_999},
    {"type": "ping", "t": 1e400},
    {"type": "ping", "t": "nan"},
    {"\ud800": 1, "id": "\udfff"},
    {"type": "unknown", "id": "\ud800"},
    {"type": "challenge", "id": "6", "person": 10**400, "table": "x"},
    {"type": "challenge", "id": "6", "person": 1, "table": "\x00"},
    {"type": "challenge", "id": "6", "person": 1 << 52, "table": "x" * 64},
]


@pytest.mark.parametrize("path", ["/api/lobby/socket", "/api/tables/{table}/socket"])
def test_odd_messages_are_refused_quietly(running: Running, path: str, caplog: pytest.LogCaptureFixture) -> None:
    person = running.person()
    table = person.open("tic-tac-toe", ["me", "open"])["id"]
    url = f"ws://{running.address}{path.format(table=table)}"
    for message in MESSAGES:
        with connect(url, additional_headers={"Cookie": person.cookie}, open_timeout=PATIENCE) as opened:
            opened.send(json.dumps(message))
            opened.send('{"type": "ping", "t": 42}')
            while True:
                text = str(opened.recv(PATIENCE))
                assert not TELLING.search(text) or '"refused"' not in text
                if json.loads(text) == {"type": "pong", "t": 42.0}:
                    break
    assert [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR] == []


def test_odd_frames_only_end_their_own_socket(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    person = running.person()
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    head = f"Host: {running.address}\r\nCookie: {person.cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    frames = [b"\x81\x82\0\0\0\0\xff\xfe", b"\x8f\x80\0\0\0\0", b"\xff" * 200, b"\x81\xff" + b"\xff" * 12]
    for frame in [*frames, b"\x01\x80\0\0\0\0" * 50]:
        raw(running, f"GET /api/lobby/socket HTTP/1.1\r\n{head}{key}\r\n".encode() + frame, 0.3)
    for path in ("/lobby/socket?%00", "/tables/%00/socket", "/nothing", "/tables/x/socket?after=x&key=%00"):
        answer = raw(running, f"GET /api{path} HTTP/1.1\r\n{head}{key}\r\n".encode(), 5.0)
        assert int(answer.split(b" ")[1]) in (400, 403), answer
    for odd in ("Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Version: 99\r\n", ""):
        answer = raw(running, f"GET /api/lobby/socket HTTP/1.1\r\n{head}{odd}\r\n".encode(), 5.0)
        assert int(answer.split(b" ")[1]) in (400, 426), answer
    assert person.get("/status")


# --- faults of ours ---------------------------------------------------------------------------------------------------


def test_a_database_that_fails_is_nobodys_business(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(place) as running:
        person = running.person()
        table = person.open("tic-tac-toe", ["me", "open"])
        tables = running.app.state.lab.tables
        secret = "the database postgresql://lab@db.example/lab: SELECT secret FROM /var/lib"

        async def broken(job: Any) -> Any:
            raise StoreError(secret)

        with person.follow(table["id"]) as line:
            monkeypatch.setattr(tables, "read", broken)
            monkeypatch.setattr(tables, "write", broken)
            for method, path in (("GET", "/me"), ("GET", "/matches"), ("POST", "/tables"), ("GET", "/tables")):
                answer = person.http.request(method, path, json={"game": "pig", "seats": [{"kind": "me"}]})
                assert answer.status_code == 503, (path, answer.text)
                assert answer.json() == {"detail": "The lab's database could not do this: try again in a moment."}
                assert answer.headers["retry-after"]
            line.socket.send(json.dumps({"type": "ping", "t": 1.0}))
            assert line.until("pong")
        headers = {"Cookie": person.cookie}
        for path in (f"/api/tables/{table['id']}/socket", "/api/lobby/socket"):
            with pytest.raises(Exception, match="1012") as refused, connect(
                f"ws://{running.address}{path}", additional_headers=headers
            ) as opened:  # fmt: skip
                opened.recv(PATIENCE)
            assert "postgresql" not in str(refused.value)
        monkeypatch.undo()


def test_a_fault_of_ours_is_noted_and_not_told(place: str, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    with serving(place) as running:
        person = running.person()
        lab = running.app.state.lab

        async def broken(*given: Any) -> Any:
            raise KeyError("/etc/secret")

        monkeypatch.setattr(lab.identity, "me", broken)
        answer = person.http.get("/me")
        assert (answer.status_code, answer.json()["detail"]) == (
            500,
            "The server has failed at this: it has been noted.",
        )
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert sum("a fault in the server" in record.getMessage() for record in caplog.records) == 1
        monkeypatch.setattr(lab.lobby, "_challenge", broken)
        headers = {"Cookie": person.cookie}
        with connect(f"ws://{running.address}/api/lobby/socket", additional_headers=headers) as opened:
            opened.send(json.dumps({"type": "challenge", "id": "1", "person": 1, "table": "x"}))
            with pytest.raises(ConnectionClosed) as closed:
                _listen(opened)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, "secret" in closed.value.rcvd.reason) == (1011, False)
        assert any("a fault on a socket" in record.getMessage() for record in caplog.records)


def _listen(opened: ClientConnection) -> None:
    while True:
        opened.recv(PATIENCE)


def test_settings_and_players_are_checked_by_name() -> None:
    shelf = Shelf()
    for wrong in ("self", "name", "settings", "", "nothing"):
        with pytest.raises(Exception, match="no parameter"):
            shelf.game("pig", {wrong: 1})
    game = load("tic-tac-toe")
    for text in ("mcts:iterations=.", "mcts:iterations=1.", "mcts:iterations=.5", "mcts:iterations=1e3"):
        with pytest.raises(Exception, match="options are written as"):
            check_player(text, game)


# --- logs -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def written() -> tuple[logging.Logger, io.StringIO]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Formatter())
    handler.addFilter(logs.Limiter(alike=5, window=0.2))
    logger = logging.Logger("test")
    logger.addHandler(handler)
    return logger, stream


def test_no_line_is_forged_or_endless(written: tuple[logging.Logger, io.StringIO]) -> None:
    logger, stream = written
    logger.warning("refused %s from %s", "/x\n2026-01-01 00:00:00 error forged\r\x1b[31m\u2028\ud800", "y" * 50_000)
    assert stream.getvalue().count("\n") == 1
    assert "\\n2026" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()
    assert len(stream.getvalue()) < 2000
    try:
        raise ValueError("first\n2026-01-01 00:00:00,000 error forged")
    except ValueError:
        logger.exception("a fault")
    lines = stream.getvalue().splitlines()[2:]
    assert lines
    assert all(line.startswith("    ") for line in lines)


def test_the_same_is_not_written_for_ever(written: tuple[logging.Logger, io.StringIO]) -> None:
    import time

    logger, stream = written
    for number in range(1000):
        logger.warning("refused %s", number)
    assert stream.getvalue().count("\n") == 5
    assert "more like it are only counted" in stream.getvalue()
    logger.error("something else")
    assert "something else" in stream.getvalue()
    time.sleep(0.25)
    logger.warning("refused %s", "again")
    assert "and 995 more like it" in stream.getvalue()


# --- damaged databases ------------------------------------------------------------------------------------------------


def _serve(place: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludarium", "serve", "--no-warm", "--port", "0", "--database", str(place)]
    return subprocess.run(command, capture_output=True, text=True, timeout=2 * PATIENCE, check=False)


@pytest.mark.parametrize("damage", ["other", "header", "pages", "table"])
def test_a_damaged_database_is_one_line_with_the_remedy(damage: str, tmp_path: Path) -> None:
    place = tmp_path / "lab.db"
    if damage == "other":
        place.write_bytes(b"this is no database at all, but long enough to be one" * 100)
    else:
        with serving(str(place)) as running:
            Person(running.address)
        with sqlite3.connect(place) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            if damage == "table":
                connection.execute("DROP TABLE lab_seat")
        connection.close()
        data = bytearray(place.read_bytes())
        if damage == "header":
            data[:40] = b"\xff" * 40
        elif damage == "pages":
            data[4096:] = b"\xa5" * (len(data) - 4096)
        place.write_bytes(data)
    done = _serve(place)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "--database" in done.stderr


def _unbounded(document: dict[str, Any], schema: Any, where: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """The places of a schema where a client may send a whole number of any size."""
    name = schema.get("$ref", "").rpartition("/")[2]
    if name and name not in seen:
        yield from _unbounded(document, document["components"]["schemas"][name], where, seen | {name})
    if schema.get("type") == "integer" and not {"maximum", "exclusiveMaximum", "const", "enum"} & schema.keys():
        yield where
    for part, found in schema.get("properties", {}).items():
        yield from _unbounded(document, found, f"{where}.{part}", seen)
    for found in (
        schema.get("items"),
        schema.get("additionalProperties"),
        *schema.get("anyOf", []),
        *schema.get("oneOf", []),
    ):
        if isinstance(found, dict):
            yield from _unbounded(document, found, where, seen)


def test_whole_numbers_from_outside_have_a_bound() -> None:
    """A database takes none that is too long for it: what names a row must be refused before."""
    document = json.loads((Path(__file__).parents[2] / "web" / "openapi.json").read_text(encoding="utf-8"))
    # Values of every kind, which are looked at one by one by what they belong to: a question or a parameter.
    checked_later = {"PageSent.answers", "PageSent.changes", "ProfileChange.values", "NewTable.settings"}
    found: list[str] = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for each in operation.get("parameters", []):
                found += _unbounded(document, each["schema"], f"{method} {path} {each['name']}")
            for content in operation.get("requestBody", {}).get("content", {}).values():
                body = content["schema"].get("$ref", path).rpartition("/")[2]
                found += _unbounded(document, content["schema"], body)
    assert set(found) == checked_later


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**400])
def test_numbers_of_rows_that_nobody_has(running: Running, number: int) -> None:
    person = running.person()
    answer = person.http.delete(f"/account/memories/{number}")
    checked(answer.text, answer.status_code, number)
    assert answer.status_code == 422
    assert person.http.delete("/account/memories/2147483647").status_code == 404
