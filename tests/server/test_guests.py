"""Reading makes nobody a guest, new guests and accounts are limited by address, and making accounts holds nobody up."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.server.serving import PATIENCE, Running, serving

pytestmark = pytest.mark.compiled  # no kernels: once is enough

SECRET = "long enough"


def test_reading_makes_no_guest(server: Running) -> None:
    host = server.person()
    host.post("/account/register", {"name": "Host of all", "password": SECRET})
    table = host.open("tic-tac-toe", ["me", "random"])
    private = host.open("tic-tac-toe", ["me", "random"], private=True)
    with host.follow(table["id"]) as line:
        line.play()
    with httpx.Client(base_url=f"http://{server.address}/api", timeout=PATIENCE) as nobody:
        for path in (
            *("/status", "/games", "/games/tarble", "/games/tarble/rules", "/games/tarble/picture.svg", "/tables"),
            *(f"/tables/{table['id']}", "/matches", "/matches?mine=true", f"/matches/{table['id']}"),
            *(f"/matches/{table['id']}/record", f"/matches/{table['id']}/replay", "/arena/runs"),
        ):
            answer = nobody.get(path)
            assert answer.status_code == 200, path
            assert "set-cookie" not in answer.headers, path
        assert nobody.get("/matches?mine=true").json()["matches"] == []
        for path in (f"/tables/{private['id']}", f"/matches/{private['id']}", f"/matches/{private['id']}/replay"):
            assert nobody.get(path).status_code == 403, path
        key = private["link"].partition("key=")[2]
        assert nobody.get(f"/tables/{private['id']}", params={"key": key}).json()["you"] is None
        assert nobody.get("/account/sessions").status_code == 401
        assert nobody.post("/account/logout").status_code == 204
        # Whoever wants to do something becomes a guest.
        opened = nobody.post("/tables", json={"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "open"}]})
        assert opened.json()["you"] == 0
        assert "ludarium_session" in nobody.cookies


def test_new_guests_are_limited_by_address(place: str) -> None:
    with serving(place, guests=30) as running:
        path = f"http://{running.address}/api/me"
        answers = [httpx.get(path) for _ in range(32)]
        assert [answer.status_code for answer in answers] == [200] * 30 + [429] * 2
        assert "wait some minutes, or log in" in answers[-1].json()["detail"]
        assert int(answers[-1].headers["retry-after"]) > 0
        known = httpx.get(path, headers={"Cookie": answers[0].headers["set-cookie"].partition(";")[0]})
        assert known.json() == answers[0].json()
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as elsewhere:
            assert elsewhere.get(path).status_code == 200
    connection = sqlite3.connect(place)
    assert connection.execute("SELECT count(*) FROM lab_account").fetchone()[0] == 31
    connection.close()


def test_registering_without_having_been_here_makes_one_account(place: str) -> None:
    with serving(place, registrations=3) as running:
        path = f"http://{running.address}/api/account/register"
        answers = [httpx.post(path, json={"name": f"Fresh {n}", "password": SECRET}) for n in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    connection = sqlite3.connect(place)
    assert connection.execute("SELECT count(*) FROM lab_account").fetchone()[0] == 3
    assert connection.execute("SELECT count(*) FROM lab_session").fetchone()[0] == 3
    connection.close()


def test_forty_registrations_hold_nobody_up(server: Running) -> None:
    """Each is done or refused with what to do; reading goes on meanwhile."""
    path = f"http://{server.address}/api"

    def register(number: int) -> int:
        body = {"name": f"Rush {number}", "password": SECRET}
        return httpx.post(f"{path}/account/register", json=body, timeout=PATIENCE).status_code

    with ThreadPoolExecutor(40) as pool:
        rush = [pool.submit(register, number) for number in range(40)]
        reads = 0
        while not all(each.done() for each in rush):
            assert httpx.get(f"{path}/status", timeout=PATIENCE).status_code == 200
            reads += 1
        codes = {each.result() for each in rush}
    assert reads >= 5
    assert codes <= {200, 503}
    assert 200 in codes
