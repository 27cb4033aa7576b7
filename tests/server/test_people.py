"""Guests, accounts, passwords, ratings; the lobby; the pages and the description of the interface."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludarium.games import REGISTRY, load
from ludarium.games.offered import check_player
from ludarium.server.openapi import text
from ludarium.server.tables.cards import player_cards
from tests.server.serving import PATIENCE, Person, Running, serving


def test_a_guest_becomes_somebody_and_comes_back(server: Running) -> None:
    guest = server.person()
    assert guest.me["guest"]
    assert guest.me["name"].startswith("Guest ")
    assert guest.get("/me") == guest.me
    assert guest.http.patch("/me", json={"name": "  Ada   L. "}).json()["name"] == "Ada L."
    assert guest.refused("/account/register", {"name": "Ada", "password": "short"})[1].startswith("A password has")
    made = guest.post("/account/register", {"name": "Ada", "password": "long enough"})
    assert (made["id"], made["guest"]) == (guest.me["id"], False)
    assert guest.refused("/account/register", {"name": "Bea", "password": "long enough"})[0] == 409
    assert guest.http.patch("/me", json={"name": "Bea"}).status_code == 409
    other = server.person()
    assert "is taken" in other.refused("/account/register", {"name": "ＡＤＡ", "password": "long enough"})[1]
    assert other.http.patch("/me", json={"name": "ada"}).status_code == 409
    for name, password in (("Ada", "wrong password"), ("Nobody", "long enough")):
        assert other.refused("/account/login", {"name": name, "password": password}) == (
            401,
            "Name or password is wrong.",
        )
    assert other.post("/account/login", {"name": "ada", "password": "long enough"})["id"] == made["id"]
    assert other.get("/me")["name"] == "Ada"
    other.post("/account/logout")
    assert other.get("/me")["id"] != made["id"]


def test_passwords_cannot_be_tried_for_ever(place: str) -> None:
    with serving(place, tries=3) as running:
        person = running.person()
        wish = {"name": "Ada", "password": "guess guess"}
        codes = [person.refused("/account/login", wish)[0] for _ in range(4)]
        assert codes == [401, 401, 401, 429]


def _registered(server: Running, name: str) -> Person:
    person = server.person()
    person.me = person.post("/account/register", {"name": name, "password": "long enough"})
    return person


def _rating(person: Person) -> dict[str, Any]:
    """A person's rating, once there is one: nobody at the table waits for it."""
    deadline = time.monotonic() + PATIENCE
    while "tic-tac-toe" not in (ratings := person.get("/me")["ratings"]):
        assert time.monotonic() < deadline, "the match was not rated"
        time.sleep(0.02)
    rating: dict[str, Any] = ratings["tic-tac-toe"]
    return rating


def test_games_that_count_change_the_ratings(server: Running) -> None:
    one, two, guest = _registered(server, "One"), _registered(server, "Two"), server.person()
    table = one.open("tic-tac-toe", ["me", "open"], rated=True)
    assert "register or log in" in guest.refused(f"/tables/{table['id']}/join", {})[1]
    two.post(f"/tables/{table['id']}/join", {})
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        second.say(type="agree", revision=1)
        first.until_event("started")
        assert second.say(type="resign")["type"] == "ack"
    winner, loser = _rating(one), _rating(two)
    assert winner["points"] > 1500 > loser["points"]
    assert winner["games"] == loser["games"] == 1
    # Games that do not count change nothing.
    table = one.open("tic-tac-toe", ["me", "random"])
    with one.follow(table["id"]) as line:
        line.say(type="resign")
    assert one.get("/me")["ratings"]["tic-tac-toe"] == winner


def test_cards_rules_and_pictures(server: Running) -> None:
    person = server.person()
    cards = {card["name"]: card for card in person.get("/games")}
    assert {"tarble", "jostle", "colonizers", "boundary", "tic-tac-toe"} <= cards.keys()
    for card in cards.values():
        assert card["players"], card["name"]
        assert card["seats_low"] <= card["seats_high"] <= len(card["seat_names"])
    short = person.get("/games/5x5 drop line-4")
    assert (short["name"], short["board"]) == ("5x5 drop line-4", "rulesets")
    assert "4" in person.get("/games/5x5 drop line-4/rules")["text"]
    assert "50 points" in person.get("/games/pig/rules", goal=50)["text"] or person.get("/games/pig/rules")["text"]
    picture = person.http.get("/games/tarble/picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert person.http.get("/games/../picture.svg").status_code == 404
    assert person.http.get("/games/nothing/rules").status_code == 400


@pytest.mark.parametrize("name", REGISTRY.entries)
def test_every_player_that_is_offered_may_sit_down(name: str) -> None:
    game = load(name)
    cards = player_cards(game)
    assert cards
    for card in cards:
        assert check_player(card.text, game) == card.text
    assert check_player(game.suits, game)


def test_pages_without_a_built_client_say_how_to_build_it(place: str, tmp_path: Path) -> None:
    client = tmp_path / "client"
    with serving(place, client=client) as running:
        assert "make web" in httpx.get(f"http://{running.address}/").text
        (client / "assets").mkdir(parents=True)
        (client / "index.html").write_text("<!doctype html>built", encoding="utf-8")
        (client / "assets" / "a.js").write_text("1", encoding="utf-8")
        (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
        for path in ("/", "/table/abc", "/history"):
            assert httpx.get(f"http://{running.address}{path}").text == "<!doctype html>built"
        assert "immutable" in httpx.get(f"http://{running.address}/assets/a.js").headers["cache-control"]
        assert httpx.get(f"http://{running.address}/assets/b.js").status_code == 404
        assert "secret" not in httpx.get(f"http://{running.address}/..%2fsecret.txt").text
        again = {"If-None-Match": httpx.get(f"http://{running.address}/history").headers["etag"]}
        assert httpx.get(f"http://{running.address}/table/abc", headers=again).status_code == 304


def test_the_description_that_the_client_is_made_from_is_current() -> None:
    file = Path(__file__).parents[2] / "web" / "openapi.json"
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(text()), (
        "python -m ludarium.server.openapi > web/openapi.json; cd web; npm run types"
    )


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker"])
def test_status_names_what_is_ready(server: Running, name: str) -> None:
    status = server.person().get("/status")
    assert name in status["ready"]
    assert status["warming"] is None
