"""Your games, leaving them, what expires, profiles, lists of the best, and the one scale of ratings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import exp, sqrt
from typing import Any

import pytest

from ludarium.arena.stats.scale import shown
from ludarium.store import Rating
from ludarium.store.ratings import change_in
from tests.server.masking import open_table
from tests.server.serving import Person, Running, serving

pytestmark = pytest.mark.compiled


def _ids(games: list[dict[str, Any]]) -> list[str]:
    return [game["table"]["id"] for game in games]


def test_games_against_players_are_yours_and_not_in_the_lobby(server: Running) -> None:
    one, two = server.person(), server.person()
    solo = one.open("tic-tac-toe", ["me", "random"])
    waiting = one.open("tic-tac-toe", ["me", "open"])
    listed = [table["id"] for table in two.get("/tables")]
    assert solo["id"] not in listed
    assert waiting["id"] in listed
    two.post(f"/tables/{waiting['id']}/join", {})
    mine = one.get("/your-games")
    assert set(_ids(mine)) == {solo["id"], waiting["id"]}
    found = next(game for game in mine if game["table"]["id"] == solo["id"])
    assert (found["alone"], found["your_turn"]) == (True, True)
    assert found["expires"] > found["moved"]
    assert _ids(two.get("/your-games")) == [waiting["id"]]


def test_leaving_drops_a_game_against_players_and_resigns_one_against_people(server: Running) -> None:
    one, two = server.person(), server.person()
    solo = one.open("tic-tac-toe", ["me", "random"])
    left = one.post(f"/tables/{solo['id']}/quit")
    assert (left["state"], left["result"]) == ("abandoned", None)
    both = one.open("tic-tac-toe", ["me", "open"])
    two.post(f"/tables/{both['id']}/join", {})
    with two.follow(both["id"]) as line:
        line.say(type="agree", revision=1)
    over = one.post(f"/tables/{both['id']}/quit")
    assert (over["state"], over["result"]["ranks"]) == ("over", [2, 1])
    alone = one.open("tic-tac-toe", ["me", "open"])
    assert one.post(f"/tables/{alone['id']}/quit")["state"] == "abandoned"
    assert one.get("/your-games") == []
    status, why = two.refused(f"/tables/{alone['id']}/quit")
    assert status == 409
    assert "sit" in why


def test_at_the_limit_leaving_one_makes_room(tmp_path: Any) -> None:
    with serving(str(tmp_path / "lab.db"), unfinished=2) as server:
        you = server.person()
        tables = [you.open("tic-tac-toe", ["me", "random"]) for _ in range(2)]
        wish = {"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "player", "player": "random"}]}
        status, why = you.refused("/tables", wish)
        assert status == 429
        assert "leave one of your games" in why
        you.post(f"/tables/{tables[0]['id']}/quit")
        assert you.open("tic-tac-toe", ["me", "random"])["state"] == "running"


def test_games_against_players_expire_sooner_than_those_of_people(server: Running) -> None:
    from ludarium.store import lab

    one, two = server.person(), server.person()
    solo = one.open("tic-tac-toe", ["me", "random"])
    both = one.open("tic-tac-toe", ["me", "open"])
    two.post(f"/tables/{both['id']}/join", {})
    with two.follow(both["id"]) as line:
        line.say(type="agree", revision=1)
    tables = server.app.state.lab.tables
    later = datetime.now(UTC) + timedelta(minutes=1)

    async def quiet(alone: bool) -> set[str]:
        found = await tables.read(lambda connection: lab.quiet(connection, ("running",), later, 1000, alone=alone))
        return {table for table, _ in found} & {solo["id"], both["id"]}

    assert server.do(quiet(True)) == {solo["id"]}
    assert server.do(quiet(False)) == {solo["id"], both["id"]}


def test_tables_of_studies_are_in_no_list(server: Running) -> None:
    one = server.person()
    table = open_table(server, [one, "random"]).state.id
    assert one.get(f"/tables/{table}")["state"] == "running"
    assert table not in _ids(one.get("/your-games"))
    assert table not in [each["id"] for each in one.get("/tables")]
    assert all(match["id"] != table for match in one.get(f"/people/{one.me['id']}")["recent"])
    status, why = one.refused(f"/tables/{table}/quit")
    assert status == 409
    assert "study" in why


def _registered(server: Running, name: str) -> Person:
    person = server.person()
    answer = person.http.post("/account/register", json={"name": name, "password": "a long enough secret 7"})
    assert answer.status_code < 400, answer.text
    person.me = person.get("/me")
    return person


def test_profiles_count_by_game_and_by_player_met(server: Running) -> None:
    one, other = _registered(server, "Ottoline"), server.person()
    for _ in range(2):
        table = one.open("tic-tac-toe", ["me", "random"], rated=True)
        assert one.post(f"/tables/{table['id']}/quit")["state"] == "over"
    found = other.get(f"/people/{one.me['id']}")
    assert (found["name"], found["guest"]) == ("Ottoline", False)
    assert [(each["game"], each["won"], each["drawn"], each["lost"]) for each in found["games"]] == [
        ("tic-tac-toe", 0, 0, 2)
    ]
    assert [(each["player"], each["lost"]) for each in found["players"]] == [("Novice", 2)]
    assert len(found["recent"]) == 2
    assert "95 of 100" in found["explained"]
    status = other.http.get(f"/people/{other.me['id'] + 1000}").status_code
    assert status == 404
    assert one.http.get(f"/people/{other.me['id']}").status_code == 404, "guests have no profile for others"
    assert other.get(f"/people/{other.me['id']}")["guest"]


def test_a_leaderboard_is_ordered_by_what_is_certain(server: Running) -> None:
    lucky, steady = _registered(server, "Lucky Lou"), _registered(server, "Steady Sue")
    ratings = [
        Rating(f"account {lucky.me['id']}", 29.0, 8.0, 1),
        Rating(f"account {steady.me['id']}", 28.0, 2.0, 40),
        Rating("account 99999", 50.0, 1.0, 40),
        Rating("random", 10.0, 1.0, 41),
    ]
    tables = server.app.state.lab.tables
    server.do(tables.write(lambda connection: change_in(connection, "pig", "lab", lambda before: ratings)))
    assert "pig" in [each["game"] for each in lucky.get("/leaderboards")]
    found = lucky.get("/leaderboard", game="pig")
    assert [(each["name"], each["you"], each["person"]) for each in found["entries"]] == [
        ("Steady Sue", False, steady.me["id"]),
        ("Lucky Lou", True, lucky.me["id"]),
        ("Novice", False, None),
    ]
    best = found["entries"][0]["rating"]
    assert (best["points"], best["margin"], best["games"]) == (1588, 118, 40)
    assert lucky.get("/me")["ratings"]["pig"]["points"] == 1618
    assert lucky.get("/leaderboard", game="no such game")["entries"] == []


def test_400_points_are_odds_of_ten_to_one() -> None:
    assert (shown(25, 25 / 3).points, shown(25, 25 / 3).margin) == (1500, 491)
    units = 400 / (shown(35, 0).points - 1500) * 10
    assert exp(units / (sqrt(2) * 25 / 6)) == pytest.approx(10, rel=0.01)
