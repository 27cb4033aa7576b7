"""Clients that mean harm: they are refused, and nobody else notices."""

from __future__ import annotations

import json
import socket
import sqlite3
from contextlib import suppress
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ludarium.server.people.identity import digest_of
from tests.server.serving import PATIENCE, Line, Person, Running, serving


def _table(server: Running) -> tuple[Person, dict[str, Any]]:
    person = server.person()
    return person, person.open("tic-tac-toe", ["me", "random"])


def test_nobody_moves_for_another_seat(server: Running) -> None:
    person, table = _table(server)
    stranger = server.person()
    with person.follow(table["id"]) as line, stranger.follow(table["id"]) as other:
        for message in (
            {"type": "move", "decision": 0, "moves": ["a1"]},
            {"type": "resign"},
            {"type": "propose", "revision": 1, "settings": {}, "seconds": None},
            {"type": "agree", "revision": 1},
            {"type": "preview", "decision": 0, "moves": []},
        ):
            assert "You do not sit at this table" in other.say(**message)["reason"]
        assert other.say(type="start")["type"] == "refused"
        assert stranger.refused(f"/tables/{table['id']}/rematch")[0] == 409
        # Messages that only servers use among themselves are none of a client's.
        assert other.say(type="abandon", reason="x")["type"] == "refused"
        assert other.say(type="join", seat=0, key=None)["type"] == "refused"
        line.play()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '{"type": "move"}',
        '{"type": "unknown", "id": "1"}',
        '{"type": "move", "id": "1", "decision": -1, "moves": ["a1"]}',
        '{"type": "move", "id": "1", "decision": 0, "moves": []}',
        '{"type": "move", "id": "1", "decision": 0, "moves": "a1"}',
        '{"type": "move", "id": "1", "decision": 0, "moves": ["a1"], "seat": 1}',
        '{"type": "move", "id": "1", "decision": 1e400, "moves": ["a1"]}',
        json.dumps({"type": "move", "id": "1", "decision": 0, "moves": ["x"] * 65}),
        json.dumps({"type": "move", "id": "x" * 65, "decision": 0, "moves": ["a1"]}),
        json.dumps({"type": "chat", "id": "1", "text": "x" * 60_000}),
        "[" * 20_000,
    ],
)
def test_malformed_messages_are_refused_one_by_one(server: Running, text: str) -> None:
    person, table = _table(server)
    with person.follow(table["id"]) as line:
        line.socket.send(text)
        refused = line.until("refused")
        assert "cannot be read" in refused["reason"]
        assert text[:40] not in refused["reason"] or len(text) < 40
        assert line.say(type="chat", text="still here")["type"] == "ack"


def test_bytes_and_endless_nonsense_end_the_connection(server: Running) -> None:
    person, table = _table(server)
    with person.follow(table["id"]) as line:
        for _ in range(30):
            line.socket.send(b"\xff\x00")
        assert line.until_closed() == 1008
    with person.follow(table["id"]) as line:
        line.play()


def test_a_message_that_is_too_large_ends_the_connection(server: Running) -> None:
    person, table = _table(server)
    with person.follow(table["id"]) as line:
        line.socket.send("x" * (2 << 20))
        assert line.until_closed() == 1009
    with person.follow(table["id"]) as line:
        line.play()


def test_floods_are_dammed_and_others_go_on(place: str) -> None:
    with serving(place, messages=5.0) as running:
        person, flooder = running.person(), running.person()
        table = person.open("tic-tac-toe", ["me", "random"])
        with person.follow(table["id"]) as line, flooder.follow(table["id"]) as other:
            with suppress(ConnectionClosed):  # the server may hang up before all is said
                for number in range(200):
                    other.socket.send(json.dumps({"type": "chat", "id": str(number), "text": "flood"}))
            assert other.until_closed() == 1008
            line.play()
            said = [event for event in line.events if event["kind"] == "chat"]
            assert len(said) == 5


def test_too_many_requests_are_refused(place: str) -> None:
    with serving(place, requests=1.0) as running, httpx.Client(base_url=f"http://{running.address}") as client:
        codes = [client.get("/api/status").status_code for _ in range(30)]
        assert codes[0] == 200
        assert codes[-1] == 429


def test_other_sites_are_kept_out(server: Running) -> None:
    person, table = _table(server)
    path = f"ws://{server.address}/api/tables/{table['id']}/socket"
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(path, additional_headers={"Cookie": person.cookie, **headers}),
        ):
            pass
        assert refused.value.response.status_code == 403
        answer = person.http.post(f"/tables/{table['id']}/rematch", headers=headers)
        assert (answer.status_code, answer.json()["detail"]) == (403, "This request comes from another site.")
    # A name that resolves to this machine is not this machine's name.
    assert person.http.get("/me", headers={"Host": "evil.example"}).status_code == 421
    own = {"Origin": f"http://{server.address}", "Cookie": person.cookie}
    with connect(path, additional_headers=own) as opened:
        assert Line(opened).table["id"] == table["id"]


def test_forged_and_ended_sessions_are_nobody(server: Running) -> None:
    person, table = _table(server)
    path = f"ws://{server.address}/api/tables/{table['id']}/socket"
    old = person.cookie
    for cookie in (
        "",
        "ludarium_session=" + "A" * 43,
        "ludarium_session=' OR 1=1 --",
        "ludarium_session=" + "x" * 5000,
    ):
        with connect(path, additional_headers={"Cookie": cookie}) as opened:
            with pytest.raises(ConnectionClosed) as closed:
                opened.recv(20)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
    # The digest, which somebody might read in the database, opens nothing.
    token = old.partition("=")[2]
    answer = httpx.get(f"http://{server.address}/api/me", headers={"Cookie": f"ludarium_session={digest_of(token)}"})
    assert answer.json()["id"] != person.me["id"]
    person.http.post("/account/logout")
    with connect(path, additional_headers={"Cookie": old}) as opened, pytest.raises(ConnectionClosed):
        opened.recv(20)


def test_large_and_odd_requests_are_refused(server: Running) -> None:
    person = server.person()
    answer = person.http.post("/tables", content=b"x" * 100_000, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413

    def endless() -> Any:
        for _ in range(100):
            yield b"x" * 10_000

    answer = person.http.post("/tables", content=endless(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    # Whoever sends all of it before reading anything reads why it was refused, too.
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as opened:
        size = 6_000_000
        opened.sendall(
            f"POST /api/tables HTTP/1.1\r\nHost: {server.address}\r\nContent-Length: {size}\r\n\r\n".encode()
        )
        opened.sendall(b"x" * size)
        assert b" 413 " in opened.recv(100)
    # A plan may be longer than that: it is looked at, or whoever asks is not let in.
    assert person.http.post("/desk/studies", json={"text": "x" * 200_000}).status_code not in (413, 500)
    for body in (b"{", b"[]", b'{"game": 5}', b'{"game": "pig", "seats": [], "owner": 1}'):
        answer = person.http.post("/tables", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422
        assert "\n" not in answer.json()["detail"]
    assert person.http.get("/tables/" + "x" * 3000).status_code == 404
    assert person.http.get("/nothing").status_code == 404
    outside = httpx.get(f"http://{server.address}/../../../../etc/passwd")
    assert "root:" not in outside.text
    encoded = httpx.get(f"http://{server.address}/%2e%2e/%2e%2e/app.py")
    assert "create_app" not in encoded.text


def test_every_answer_carries_the_headers(server: Running) -> None:
    for path in ("/", "/api/status", "/api/nothing", "/table/x"):
        headers = httpx.get(f"http://{server.address}{path}").headers
        policy = headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self';" in policy
        assert headers["x-content-type-options"] == "nosniff"
    cookie = httpx.get(f"http://{server.address}/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_names_with_markup_stay_text(server: Running) -> None:
    person = server.person()
    name = "<img src=x onerror=1>"
    answer = person.http.patch("/me", json={"name": name})
    assert answer.json()["name"] == name
    table = person.open("tic-tac-toe", ["me", "random"])
    assert table["seats"][0]["label"] == name
    for wrong in ("", " ", "x" * 33, "\u202e\u202e"):
        assert person.http.patch("/me", json={"name": wrong}).status_code in (400, 422)


def test_the_database_holds_no_token_and_no_password(place: str) -> None:
    with serving(place) as running:
        person = running.person()
        token = person.cookie.partition("=")[2]
        person.post("/account/register", {"name": "Keeper", "password": "a long secret"})
    connection = sqlite3.connect(place)
    dump = "\n".join(connection.iterdump())
    connection.close()
    assert token not in dump
    assert "a long secret" not in dump
    assert "$argon2id$" in dump
