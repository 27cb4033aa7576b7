"""Limits: addresses as they are counted, buckets that cannot be flushed, connections, sockets, tables, uploads."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from ludarium.engine import Match
from ludarium.engine.errors import LudariumError
from ludarium.games import load
from ludarium.players import make
from ludarium.server.addresses import Proxies, counted
from ludarium.server.http.connections import Listening
from ludarium.server.limits import Buckets, Shares, TooMuch, holding
from ludarium.server.quotas import Quotas
from ludarium.server.settings import LIMITS, OPEN, Settings, with_limits
from tests.server.serving import PATIENCE, Running, free_port, serving

pytestmark = pytest.mark.compiled


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::99", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::99]:443", "2001:db8:1:2::/64"),
        ("192.0.2.7:5000", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_addresses_are_counted_by_home(text: str, key: str) -> None:
    assert counted(text) == key


def _scope(peer: str, **headers: str) -> dict[str, Any]:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (peer, 1), "headers": pairs}


@pytest.mark.parametrize(
    ("peer", "headers", "address", "secure"),
    [
        # Whoever is not trusted may say what they like.
        ("192.0.2.1", {"x_forwarded_for": "1.1.1.1", "x_forwarded_proto": "https"}, "192.0.2.1", None),
        ("10.0.0.1", {}, "10.0.0.1", None),
        ("10.0.0.1", {"x_forwarded_for": "192.0.2.9", "x_forwarded_proto": "https"}, "192.0.2.9", True),
        # What stands before the last stranger may be forged.
        ("10.0.0.1", {"x_forwarded_for": "6.6.6.6, 192.0.2.9, 10.0.0.2"}, "192.0.2.9", None),
        ("10.0.0.1", {"x_forwarded_for": "6.6.6.6, nonsense"}, "10.0.0.1", None),
        ("10.0.0.1", {"x_forwarded_for": "nonsense, 10.0.0.3"}, "10.0.0.3", None),
        ("10.0.0.1", {"x_forwarded_for": "10.0.0.7, 10.0.0.3"}, "10.0.0.7", None),
        ("::ffff:10.0.0.1", {"x_forwarded_for": "[2001:db8::5]:99"}, "2001:db8::/64", None),
        ("10.0.0.1", {"x_forwarded_for": "192.0.2.9", "x_forwarded_proto": "gopher"}, "192.0.2.9", None),
        ("10.0.0.1", {"x_forwarded_for": "192.0.2.9", "x_forwarded_proto": "https, http"}, "192.0.2.9", False),
        # A header that this proxy does not write.
        ("10.0.0.1", {"forwarded": "for=6.6.6.6"}, "10.0.0.1", None),
    ],
)
def test_proxies_are_believed_only_if_trusted(
    peer: str, headers: dict[str, str], address: str, secure: bool | None
) -> None:
    assert Proxies(["10.0.0.0/8"], "X-Forwarded-For").origin(_scope(peer, **headers)) == (address, secure)


def test_the_standard_header_can_be_chosen() -> None:
    proxies = Proxies(["10.0.0.0/8"], "Forwarded")
    told = _scope(
        "10.0.0.1", forwarded='for=6.6.6.6, For="[2001:db8:7::1]:80";Proto=https;by=1', x_forwarded_for="5.5.5.5"
    )
    assert proxies.origin(told) == ("2001:db8:7::/64", True)
    assert proxies.origin(_scope("10.0.0.1", forwarded="for=_hidden")) == ("10.0.0.1", None)
    with pytest.raises(LudariumError, match=r"such as 10\.0\.0\.0/8"):
        Proxies(["everybody"], "forwarded")


def test_behind_a_proxy_everybody_has_a_limit_of_their_own_and_cookies_are_secure(place: str) -> None:
    with serving(place, proxies=("127.0.0.1",), requests=1.0) as running, _client(running) as client:
        heavy = [client.get("/api/status", headers={"X-Forwarded-For": "192.0.2.1"}).status_code for _ in range(30)]
        assert heavy[-1] == 429
        answer = client.get("/api/me", headers={"X-Forwarded-For": "192.0.2.2", "X-Forwarded-Proto": "https"})
        assert answer.status_code == 200
        assert "Secure" in answer.headers["set-cookie"]
    with serving(place, requests=1.0) as running, _client(running) as client:
        codes = [
            client.get("/api/status", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code
            for number in range(30)
        ]
        assert codes[-1] == 429
        answer = client.get("/api/status")
        assert int(answer.headers["retry-after"]) >= 1


def _client(running: Running) -> httpx.Client:
    return httpx.Client(base_url=f"http://{running.address}", timeout=PATIENCE)


# --- counting ---------------------------------------------------------------------------------------------------------


def test_asking_under_many_names_refills_nobodys_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("ludarium.server.limits.time.monotonic", lambda: now)
    buckets = Buckets(1.0, 5.0, kept=100)
    while buckets.take("attacker"):
        pass
    for number in range(10_000):
        while buckets.take(f"other {number}"):
            pass
    assert not buckets.take("attacker")
    assert buckets.wait("attacker") == 1.0
    assert len(buckets._buckets) <= 100
    now = 60.0  # all are full again, and can be forgotten
    assert all(buckets.take(f"new {number}") for number in range(100))
    assert len(buckets._buckets) <= 100


def test_who_asks_no_more_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("ludarium.server.limits.time.monotonic", lambda: now)
    buckets = Buckets(1.0, 5.0)
    for number in range(5_000):
        now += 0.5
        assert buckets.take(f"passer-by {number}")
        assert len(buckets) <= 5  # each is full again after a second
    while buckets.take("attacker"):
        pass
    for number in range(8):
        assert buckets.take(f"other {number}")
    assert not buckets.take("attacker")


def test_finished_tables_count_no_longer() -> None:
    async def read(job: Any) -> set[str]:
        raise AssertionError("known without asking")

    async def try_it() -> None:
        quotas = Quotas(Settings(unfinished=1, tables=100, address_tables=100), read)
        for number in range(50):
            async with quotas.opening(1, "a") as opened:
                opened(f"table {number}")
            quotas.heard(_Finished(f"table {number}"))  # type: ignore[arg-type]
        assert (quotas._open, quotas._openers) == ({}, {})

    asyncio.run(try_it())


class _Finished:
    ends = True

    def __init__(self, table: str) -> None:
        self.state = SimpleNamespace(id=table)


def test_shares_are_given_back_whatever_happens() -> None:
    shares, others = Shares(2), Shares(1)
    with holding((shares, "a", ""), (others, "a", "")):
        with pytest.raises(TooMuch, match="no more"), holding((shares, "a", ""), (others, "a", "no more")):
            pass
        assert (shares.held("a"), others.held("a")) == (1, 1)
        with pytest.raises(KeyError), holding((shares, "a", "")):
            raise KeyError
    assert (shares.held("a"), others.held("a")) == (0, 0)


def test_limits_can_be_set_by_name() -> None:
    changed = with_limits(Settings(), ["sockets=7", "address-sockets=9", "requests=1.5"])
    assert (changed.sockets, changed.address_sockets, changed.requests) == (7, 9, 1.5)
    for wrong in ("socket=7", "sockets=many", "sockets=-1", "requests=nan", "sockets"):
        with pytest.raises(LudariumError):
            with_limits(Settings(), [wrong])
    assert set(OPEN) <= set(LIMITS)


def test_every_limit_stands_in_the_documentation_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    for name in LIMITS:
        assert f"| `{name}` | {int(getattr(Settings(), name))} |" in page, name


# --- tables and uploads -----------------------------------------------------------------------------------------------


def test_tables_are_limited_by_person_and_by_address(place: str) -> None:
    with serving(place, unfinished=2, address_unfinished=3) as running:
        one = running.person()
        first = one.open("tic-tac-toe", ["me", "open"])
        one.open("tic-tac-toe", ["open", "open"])  # nobody sits there, but it is theirs
        answer = one.http.post("/tables", json=_wish())
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 0
        assert answer.json()["detail"].startswith("You have opened 2 tables that are not finished")
        two = running.person()  # without a cookie one is somebody new
        two.open("tic-tac-toe", ["me", "open"])
        assert "of your address" in running.person().refused("/tables", _wish())[1]
        one.post(f"/tables/{first['id']}/leave")
        running.person().open("tic-tac-toe", ["me", "open"])


def _wish() -> dict[str, Any]:
    return {"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_tables_cannot_be_opened_without_end(place: str) -> None:
    with serving(place, tables=3, address_tables=5) as running:
        one = running.person()
        codes = [one.http.post("/tables", json=_wish()).status_code for _ in range(4)]
        assert codes == [201, 201, 201, 429]
        # A fourth was counted for nobody else.
        codes = [running.person().http.post("/tables", json=_wish()).status_code for _ in range(3)]
        assert codes == [201, 201, 429]


def test_tables_that_are_being_opened_count_already() -> None:
    async def read(job: Any) -> set[str]:
        return {"old"}

    async def try_it() -> None:
        quotas = Quotas(Settings(unfinished=1), read)
        async with quotas.opening(1, "a"):
            with pytest.raises(TooMuch):
                async with quotas.opening(1, "b"):
                    pass
            async with quotas.opening(2, "a") as opened:
                opened("other")
        async with quotas.opening(1, "a") as opened:
            opened("finished meanwhile")
        async with quotas.opening(1, "a") as opened:
            opened("old")
        with pytest.raises(TooMuch):
            async with quotas.opening(1, "a"):
                pass

    asyncio.run(try_it())


def _record() -> str:
    game = load("tic-tac-toe")
    return Match(game, [make("random", game) for _ in range(2)], seed=3).run().to_json()


def test_uploads_are_limited_by_number_size_and_room(place: str) -> None:
    record = _record()
    with serving(place, uploads=2, address_uploads=3) as running:
        one, two = running.person(), running.person()
        assert [one.http.post("/matches", content=record).status_code for _ in range(3)] == [201, 201, 429]
        assert [two.http.post("/matches", content=record).status_code for _ in range(2)] == [201, 429]
    with serving(place, upload_bytes=int(1.5 * len(record))) as running:
        one = running.person()
        assert [one.http.post("/matches", content=record).status_code for _ in range(2)] == [201, 429]
        assert running.person().http.post("/matches", content=record).status_code == 201
    with serving(place, uploads_kept=6 * len(record)) as running:  # five are there
        codes = [running.person().http.post("/matches", content=record).status_code for _ in range(3)]
        assert codes[-1] == 429
        assert codes[0] == 201


# --- sockets ----------------------------------------------------------------------------------------------------------


def test_sockets_are_limited_by_person_and_by_address(place: str) -> None:
    with serving(place, sockets=2, address_sockets=3) as running, ExitStack() as stack:
        one, two = running.person(), running.person()
        table = one.open("tic-tac-toe", ["me", "random"])
        line = stack.enter_context(one.follow(table["id"]))
        stack.enter_context(one.follow(table["id"]))
        for person, words in ((one, "You have too many"), (two, "")):
            if not words:
                stack.enter_context(person.follow(table["id"]))
                continue
            assert words in _refusal(person, table["id"])
        assert "from your address" in _refusal(two, table["id"])
        assert line.say(type="chat", text="still here")["type"] == "ack"


def _refusal(person: Any, table: str) -> str:
    with pytest.raises(ConnectionClosed) as closed, person.follow(table):
        pass
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    return str(closed.value.rcvd.reason)


def test_one_persons_messages_are_limited_over_all_sockets(place: str) -> None:
    with serving(place, messages=1.0) as running, ExitStack() as stack:
        person = running.person()
        table = person.open("tic-tac-toe", ["me", "random"])
        lines = [stack.enter_context(person.follow(table["id"])) for _ in range(4)]
        answers: list[str] = []
        for line in lines:
            for _ in range(4):  # each socket alone may say that
                line.socket.send(json.dumps({"type": "ping", "t": 1.0}))
                answers.append(line.until("pong" if len(answers) < 8 else "refused")["type"])
        assert answers == ["pong"] * 8 + ["refused"] * 8


def test_who_reads_nothing_is_left_and_others_go_on(place: str) -> None:
    with serving(place, stalled=1.0, backlog=500_000) as running:
        person, sleeper = running.person(), running.person()
        for _ in range(20):
            person.open("tic-tac-toe", ["me", "open"])
        lobby = running.app.state.lab.lobby
        with _deaf(running, sleeper.cookie) as deaf:
            with suppress(OSError):
                for _ in range(1000):  # some 15 kB each, much more than any buffer on the way holds
                    deaf.sendall(_frame(b'{"type":"look"}'))
            deadline = time.monotonic() + PATIENCE
            while lobby.people():
                assert time.monotonic() < deadline, "somebody who reads nothing is still connected"
                person.get("/tables")
            assert _closed(deaf, PATIENCE)


def test_sockets_that_answer_no_ping_are_closed(place: str) -> None:
    with serving(place, ping=0.4) as running:
        person, sleeper = running.person(), running.person()
        table = person.open("tic-tac-toe", ["me", "random"])
        with _deaf(running, sleeper.cookie) as deaf, person.follow(table["id"]) as line:
            assert _closed(deaf, PATIENCE)  # reading is not answering
            line.play()


def _frame(text: bytes) -> bytes:
    """A short text as a client sends it on a socket."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


@contextmanager
def _deaf(running: Running, cookie: str) -> Iterator[socket.socket]:
    """A socket to the lobby whose owner never reads."""
    with socket.socket() as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        opened.connect(("127.0.0.1", running.port))
        head = (
            f"GET /api/lobby/socket HTTP/1.1\r\nHost: {running.address}\r\nCookie: {cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        opened.sendall(head.encode())
        yield opened


# --- connections ------------------------------------------------------------------------------------------------------


def _idle(running: Running, number: int, stack: ExitStack) -> list[socket.socket]:
    return [stack.enter_context(socket.create_connection(("127.0.0.1", running.port))) for _ in range(number)]


def _closed(opened: socket.socket, patience: float) -> bool:
    opened.settimeout(patience)
    try:
        while opened.recv(4096):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


def test_connections_on_which_nothing_is_asked_are_closed(place: str) -> None:
    with serving(place, head_seconds=1.0, body_seconds=2.0) as running, ExitStack() as stack:
        silent, slow, lame = _idle(running, 3, stack)
        slow.sendall(f"GET /api/status HTTP/1.1\r\nHost: {running.address}\r\n".encode())
        head = f"POST /api/tables HTTP/1.1\r\nHost: {running.address}\r\nContent-Length: 100\r\n\r\n"
        lame.sendall(head.encode())
        with suppress(OSError):
            for _ in range(8):  # a letter now and then does not help
                time.sleep(0.4)
                slow.sendall(b"X: y\r\n")
        assert all(_closed(each, PATIENCE / 2) for each in (silent, slow, lame))


def test_an_address_with_too_many_connections_loses_idle_ones_and_others_get_in(place: str) -> None:
    with serving(place, address_connections=20, connections=60) as running, ExitStack() as stack:
        many = _idle(running, 60, stack)
        assert httpx.get(f"http://{running.address}/api/status", timeout=PATIENCE).status_code == 200
        time.sleep(0.3)
        assert sum(_closed(each, 0.01) for each in many) >= 40


def test_when_no_descriptor_is_left_newcomers_are_turned_away_quietly(caplog: pytest.LogCaptureFixture) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    listening = Listening(socket.AF_INET, socket.SOCK_STREAM)
    with listening, ExitStack() as stack:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        clients = [stack.enter_context(socket.create_connection(listening.getsockname())) for _ in range(3)]
        used = clients[-1].fileno()
        resource.setrlimit(resource.RLIMIT_NOFILE, (used + 1, hard))
        try:
            fillers = []
            with suppress(OSError):
                while True:
                    fillers.append(stack.enter_context(socket.socket()))
            for _ in range(2):
                with pytest.raises(BlockingIOError):
                    listening.accept()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert _closed(clients[0], PATIENCE)
        assert _closed(clients[1], PATIENCE)
        listening.accept()[0].close()


_SMALL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
from ludarium.cli.app import run
sys.exit(run(["serve", "--no-warm", "--workers", "1", "--port", sys.argv[1], "--database", sys.argv[2]]))
"""


def test_honest_people_get_in_beside_more_idle_connections_than_there_are_descriptors(place: str) -> None:
    port = free_port()
    command = [sys.executable, "-c", _SMALL, str(port), place]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert "The lab is open" in process.stdout.readline()
            with ExitStack() as stack:
                for _ in range(400):
                    with suppress(OSError):
                        stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                for _ in range(5):
                    assert httpx.get(f"http://127.0.0.1:{port}/api/me", timeout=PATIENCE).status_code == 200
        finally:
            process.terminate()
            said = process.communicate(timeout=PATIENCE)[1]
    assert len(said.splitlines()) < 100, said[:2000]
