"""Sessions, passwords, recovery and guests, through the interface."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, update
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludarium.server.app import create_app
from ludarium.server.people import sessions
from ludarium.server.people.names import plain_key_of
from ludarium.server.people.sessions import MOST, digest_of
from ludarium.server.tables.registry import Tables
from ludarium.store import Database
from ludarium.store.lab_models import AccountRow, SessionRow
from ludarium.store.people import Account
from tests.server.serving import PATIENCE, QUICK, Person, Process, Running, serving

pytestmark = pytest.mark.compiled  # no kernels: once is enough

SECRET = "long enough"


def _registered(server: Running | Process, name: str) -> Person:
    person = server.person()
    person.me = person.post("/account/register", {"name": name, "password": SECRET})
    return person


def _again(server: Running | Process, name: str) -> Person:
    """The same person in another browser."""
    person = server.person()
    person.me = person.post("/account/login", {"name": name, "password": SECRET})
    return person


def _with(address: str, cookie: str) -> httpx.Response:
    return httpx.get(f"http://{address}/api/account/sessions", headers={"Cookie": cookie}, timeout=PATIENCE)


def _token(person: Person) -> str:
    return next(part for part in person.cookie.split("; ") if part.startswith("ludarium_session="))


@contextmanager
def _lobby(person: Person) -> Iterator[ClientConnection]:
    path = f"ws://{person.address}/api/lobby/socket"
    with connect(path, additional_headers={"Cookie": person.cookie}, open_timeout=PATIENCE) as socket:
        socket.recv(PATIENCE)
        yield socket


def _code(socket: ClientConnection) -> int:
    """The code with which the server hangs up."""
    while True:
        try:
            socket.recv(PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0


def _change(place: str, *statements: Any) -> None:
    with Database.open(place) as database, database.writing() as connection:
        for statement in statements:
            connection.execute(statement)


# --- sessions ---------------------------------------------------------------------------------------------------------


def test_a_new_token_at_registration_and_login(server: Running) -> None:
    person = server.person()
    table = person.open("tic-tac-toe", ["me", "open"])
    tokens = [_token(person)]
    with person.follow(table["id"]) as line, _lobby(person) as lobby:
        made = person.post("/account/register", {"name": "Renewed", "password": SECRET})
        # The browser has a new token, and connects again by itself; whoever else had the old one cannot.
        assert line.until_closed() == _code(lobby) == 1012
    assert made["id"] == person.me["id"]
    assert _with(server.address, tokens[0]).status_code == 401
    tokens.append(_token(person))
    person.post("/account/login", {"name": "Renewed", "password": SECRET})
    tokens.append(_token(person))
    assert _with(server.address, tokens[1]).status_code == 401
    assert len(set(tokens)) == 3
    with person.follow(table["id"]) as line:
        assert line.table["you"] == 0
    guest = server.person()
    token = _token(guest)
    guest.post("/account/login", {"name": "Renewed", "password": SECRET})
    assert _with(server.address, token).status_code == 401


def test_log_out_everywhere_ends_open_sockets(server: Running) -> None:
    one = _registered(server, "Everywhere")
    two, other = _again(server, "Everywhere"), _registered(server, "Somewhere else")
    table = one.open("tic-tac-toe", ["me", "open"])
    with (
        one.follow(table["id"]) as first,
        two.follow(table["id"]) as second,
        other.follow(table["id"]) as third,
        _lobby(two) as lobby,
        _lobby(other) as elsewhere,
    ):
        two.post("/account/logout-everywhere")
        assert first.until_closed() == second.until_closed() == _code(lobby) == 4401
        assert third.say(type="chat", text="still here")["type"] == "ack"
        elsewhere.send(json.dumps({"type": "ping", "t": 1}))
        while json.loads(elsewhere.recv(PATIENCE))["type"] != "pong":
            pass
    for person in (one, two):
        assert person.http.get("/account/sessions").status_code == 401
        assert person.get("/me")["guest"]


def test_sessions_are_listed_and_ended_one_by_one(server: Running) -> None:
    one = _registered(server, "Listed")
    two = _again(server, "Listed")
    listed = one.get("/account/sessions")
    assert len(listed) == 2
    assert [each["current"] for each in listed].count(True) == 1
    assert listed[0].keys() == {"id", "created", "used", "current"}
    stranger = _registered(server, "Stranger")
    path = f"/account/sessions/{next(each['id'] for each in listed if not each['current'])}"
    assert stranger.http.delete(path).status_code == 404
    with _lobby(two) as lobby:
        assert one.http.delete(path).status_code == 204
        assert _code(lobby) == 4401
    assert two.http.get("/account/sessions").status_code == 401
    assert one.http.delete(path).status_code == 404
    one.post("/account/logout")
    assert one.http.get("/account/sessions").status_code == 401


def test_a_person_has_so_many_sessions_at_most(server: Running) -> None:
    first = _registered(server, "Many")
    for _ in range(MOST):
        httpx.post(f"http://{server.address}/api/account/login", json={"name": "Many", "password": SECRET})
    assert first.http.get("/account/sessions").status_code == 401
    assert len(_again(server, "Many").get("/account/sessions")) == MOST


def test_a_password_change_ends_all_other_sessions(server: Running) -> None:
    one = _registered(server, "Changer")
    two = _again(server, "Changer")
    old = _token(one)
    assert one.refused("/account/password", {"current": "wrong guess", "password": "another secret"})[0] == 403
    assert one.refused("/account/password", {"current": SECRET, "password": "password1"})[0] == 400
    with _lobby(one) as here, _lobby(two) as there:
        one.post("/account/password", {"current": SECRET, "password": "another secret"})
        assert (_code(here), _code(there)) == (1012, 4401)
    assert one.get("/me")["name"] == "Changer"
    assert _with(server.address, old).status_code == 401
    assert two.http.get("/account/sessions").status_code == 401
    assert two.refused("/account/login", {"name": "Changer", "password": SECRET})[0] == 401
    two.post("/account/login", {"name": "Changer", "password": "another secret"})
    guest = server.person()
    assert guest.refused("/account/password", {"current": SECRET, "password": "another secret"})[0] == 409


@pytest.mark.parametrize(
    ("values", "valid"),
    [
        ({"used": -29.0}, True),
        ({"used": -31.0}, False),
        ({"expires": -0.001}, False),
        # Of an older version: a year, and nothing is known of its use.
        ({"used": None, "expires": None, "created": -364.0}, True),
        ({"used": None, "expires": None, "created": -366.0}, False),
    ],
)
def test_sessions_expire(place: str, values: dict[str, float | None], valid: bool) -> None:
    with serving(place) as running:
        person = _registered(running, "Expiring")
        now = datetime.now(UTC)
        moments = {name: None if days is None else now + timedelta(days=days) for name, days in values.items()}
        _change(place, update(SessionRow).where(SessionRow.digest == _digest(person)).values(moments))
        assert (person.get("/me")["name"] == "Expiring") == valid


def _digest(person: Person) -> str:
    return digest_of(_token(person).partition("=")[2])


def _until(found: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_use_is_noted_once_an_hour(place: str) -> None:
    with serving(place) as running:
        person = _registered(running, "Used")
        old = datetime.now(UTC) - timedelta(days=2)
        ours = SessionRow.digest == _digest(person)
        _change(place, update(SessionRow).where(ours).values(used=old), update(AccountRow).values(seen=old))

        def used() -> datetime:
            with Database.open(place) as database, database.reading() as connection:
                found = connection.execute(select(SessionRow.used).where(ours)).scalar_one()
                seen = connection.execute(select(AccountRow.seen).where(AccountRow.id == person.me["id"])).scalar_one()
                assert found is not None
                assert (found == old) == (seen == old)
                return found

        person.get("/account/sessions")
        _until(lambda: used() > old)
        noted = used()
        for _ in range(5):
            person.get("/account/sessions")
        assert used() == noted


def test_expired_sessions_are_swept_with_their_sockets(place: str) -> None:
    with serving(place) as running:
        person, other = _registered(running, "Swept"), _registered(running, "Kept")
        old = datetime.now(UTC) - timedelta(days=31)
        with _lobby(person) as gone, _lobby(other) as kept:
            _change(place, update(SessionRow).where(SessionRow.digest == _digest(person)).values(used=old))
            running.do(running.app.state.lab.identity.sessions.sweep())
            assert _code(gone) == 4401
            kept.send(json.dumps({"type": "ping", "t": 1}))
            while json.loads(kept.recv(PATIENCE))["type"] != "pong":
                pass

    def kept_digests() -> set[str]:
        with Database.open(place) as database, database.reading() as connection:
            return set(connection.scalars(select(SessionRow.digest)))

    assert _digest(person) in kept_digests()
    with serving(place):  # the database is swept at the start, and then every hour
        _until(lambda: _digest(person) not in kept_digests())
        assert _digest(other) in kept_digests()


def test_over_https_cookies_are_of_this_host_alone(place: str) -> None:
    app = create_app(replace(QUICK, database=place))

    async def run() -> None:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="https://localhost/api") as client,
        ):
            await _speak_securely(client)

    asyncio.run(run())


async def _speak_securely(client: httpx.AsyncClient) -> None:
    answer = await client.get("/me")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-ludarium=")
    for part in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"):
        assert part in cookie
    assert "Domain" not in cookie
    assert (await client.get("/me")).json() == answer.json()
    token = client.cookies["__Host-ludarium"]
    client.cookies.clear()
    # A cookie that somebody could have set over HTTP is nobody's here.
    plain = await client.get("/account/sessions", headers={"Cookie": f"ludarium_session={token}"})
    assert plain.status_code == 401
    secure = {"Cookie": f"__Host-ludarium={token}"}
    assert (await client.get("/account/sessions", headers=secure)).status_code == 200
    made = await client.post("/account/register", json={"name": "Secured", "password": SECRET}, headers=secure)
    given = made.headers.get_list("set-cookie")
    assert {cookie.partition("=")[0] for cookie in given} == {"__Host-ludarium", "__Host-ludarium-device"}
    assert all("Secure" in cookie and "HttpOnly" in cookie for cookie in given)
    ended = (await client.post("/account/logout")).headers["set-cookie"]
    assert ended.startswith("__Host-ludarium=")
    assert "Secure" in ended


def test_personal_answers_are_stored_nowhere(server: Running) -> None:
    person = server.person()
    for path in ("/me", "/account/sessions", "/tables", "/matches", "/games", "/nothing", "/tables/nothing"):
        assert person.http.get(path).headers["cache-control"] == "no-store", path
    answer = person.http.post("/account/register", json={"name": "Unstored", "password": SECRET})
    assert answer.headers["cache-control"] == "no-store"
    assert "max-age" in person.http.get("/games/tarble/picture.svg").headers["cache-control"]


# --- passwords and recovery -------------------------------------------------------------------------------------------


def test_a_lost_password_is_replaced_by_the_code_once(server: Running) -> None:
    one = _registered(server, "Forgetful")
    code = one.me["code"]
    assert one.me["recoverable"]
    two = server.person()
    body = {"name": "Forgetful", "code": code, "password": "another secret"}
    for wrong in ({"code": "0" * 25}, {"name": "Nobody here"}, {"code": ""}):
        assert two.http.post("/account/recover", json=body | wrong).status_code in (401, 422)
    assert two.refused("/account/recover", body | {"password": "password"})[0] == 400
    with _lobby(one) as lobby:
        found = two.post("/account/recover", body | {"code": code.lower().replace("-", " ")})
        assert _code(lobby) == 4401
    assert found["id"] == one.me["id"]
    assert found["code"] != code
    assert two.get("/me")["name"] == "Forgetful"
    assert one.http.get("/account/sessions").status_code == 401
    assert one.refused("/account/recover", body)[0] == 401
    assert one.refused("/account/login", {"name": "Forgetful", "password": SECRET})[0] == 401
    # Another code at will, for whoever knows the password; the one before ends.
    assert two.refused("/account/recovery-code", {"password": SECRET})[0] == 403
    newest = two.post("/account/recovery-code", {"password": "another secret"})["code"]
    assert one.refused("/account/recover", body | {"code": found["code"]})[0] == 401
    one.post("/account/recover", body | {"code": newest})


def test_accounts_of_before_log_in_and_get_what_is_new(place: str) -> None:
    old_hash = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=4).hash(SECRET)
    with serving(place) as running:
        person = running.person()
        values = {"name": "Aliçe", "name_key": plain_key_of("Aliçe"), "password": old_hash}
        _change(place, update(AccountRow).where(AccountRow.id == person.me["id"]).values(values))
        other = running.person()
        for look in ("A1içe", "alice", "ALIÇE"):
            assert other.refused("/account/register", {"name": look, "password": SECRET})[0] == 409
            assert other.http.patch("/me", json={"name": look}).status_code == 409
        back = other.post("/account/login", {"name": "aliçe", "password": SECRET})
        assert (back["id"], back["recoverable"]) == (person.me["id"], False)
        other.post("/account/recovery-code", {"password": SECRET})
        assert other.get("/me")["recoverable"]
        running.person().post("/account/login", {"name": "Aliçe", "password": SECRET})
    connection = sqlite3.connect(place)
    kept = connection.execute("SELECT password, name_key FROM lab_account WHERE name = 'Aliçe'").fetchone()
    connection.close()
    assert "m=19456,t=2,p=1" in kept[0]
    assert kept[1] == plain_key_of("Aliçe")


def test_an_owner_gets_in_while_others_guess(place: str) -> None:
    def at(address: str) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=address)
        return httpx.Client(base_url=f"http://{running.address}/api", transport=transport, timeout=PATIENCE)

    def guess(client: httpx.Client, password: str = "guess guess") -> int:
        return client.post("/account/login", json={"name": "Ottilie", "password": password}).status_code

    with serving(place, tries=6) as running:
        owner = _registered(running, "Ottilie")
        owner.post("/account/logout")
        attackers = [at("127.0.0.1"), *(at(f"127.0.1.{number}") for number in range(1, 8))]
        for attacker in attackers:
            assert [guess(attacker) for _ in range(8)][-1] == 429
        # From the owner's address, too, somebody has used up all tries; the browser is known, however.
        assert guess(attackers[0], SECRET) == 429
        owner.post("/account/login", {"name": "Ottilie", "password": SECRET})
        # A browser that is not known, from another address, at the second try.
        with at("127.0.2.1") as elsewhere:
            assert [guess(elsewhere), guess(elsewhere, SECRET)] == [401, 200]
        # The mark is of this account and this password only.
        with at("127.0.0.1") as thief:
            thief.cookies.set("ludarium_device", "0" * 32 + "." + "0" * 64)
            assert guess(thief, SECRET) == 429
        for attacker in attackers:
            attacker.close()


def test_names_are_checked_at_registering_and_renaming(server: Running) -> None:
    _registered(server, "Charlie")
    person = server.person()
    for name in ("CharIie", "Char1ie", "Chаrlie", "Charlie\u200b", "Guest 1000", "Adm1n", "Brian", "the server"):
        answer = person.http.patch("/me", json={"name": name})
        assert answer.status_code in (400, 409), name
        assert person.refused("/account/register", {"name": name, "password": SECRET})[0] in (400, 409), name
    name = person.me["name"]
    assert person.http.patch("/me", json={"name": name}).json()["name"] == name
    assert person.refused("/account/register", {"name": name, "password": SECRET})[0] == 400


def test_odd_texts_never_fail(server: Running) -> None:
    person = server.person()
    for odd in ("\x00", "a\x00b", "\ufffe" * 5, "ﷺ" * 200, "%00", "' OR 1=1 --"):
        for path in ("register", "login"):
            answer = person.http.post(f"/account/{path}", json={"name": odd, "password": odd * 8})
            assert 400 <= answer.status_code < 500, (path, odd)
        answer = person.http.post("/account/recover", json={"name": odd, "code": odd[:100], "password": SECRET})
        assert answer.status_code in (401, 422)
        assert person.http.delete("/account/sessions/x%00").status_code == 400


# --- ending sessions elsewhere ----------------------------------------------------------------------------------------


def test_logging_out_through_one_process_ends_sockets_of_the_other(postgres_place: str) -> None:
    here = Process(postgres_place)
    try:
        there = Process(postgres_place)
        try:
            one = _registered(here, "Two places")
            two = _again(there, "Two places")
            table = one.open("tic-tac-toe", ["me", "open"])
            with two.follow(table["id"]) as line, _lobby(two) as lobby:
                one.post("/account/logout-everywhere")
                assert line.until_closed() == _code(lobby) == 4401
            assert two.http.get("/account/sessions").status_code == 401
        finally:
            there.stop()
    finally:
        here.stop()


class _Deaf:
    """A line whose other end reads nothing, so that it is never closed."""

    def __init__(self) -> None:
        self.codes: list[int] = []

    def hang_up(self, code: int) -> None:
        self.codes.append(code)


def test_a_socket_that_cannot_be_closed_is_cut_off(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_GRACE", 0.01)

    async def run() -> None:
        with Database.open(place) as database:
            tables = Tables(QUICK, database)
            kept = sessions.Sessions(tables)
            account, line, late = Account(1, "Ada", guest=True, session="digest"), _Deaf(), _Deaf()
            async with asyncio.timeout(PATIENCE):
                async with kept.attached(account, line):
                    kept.hang_up({"digest": 4401, "another": 4401})
                    await asyncio.Event().wait()
                # One that was being opened while the session ended.
                async with kept.attached(account, late):
                    await asyncio.Event().wait()
            assert line.codes == late.codes == [4401]
            tables.writer.close()

    asyncio.run(run())
