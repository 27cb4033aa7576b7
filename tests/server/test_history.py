"""Matches that are over: lists, replays, records downloaded and uploaded."""

from __future__ import annotations

import json

import pytest

from ludarium.engine import Match, Record
from ludarium.games import load
from ludarium.players import make
from tests.server.serving import Person, Running


def _played(person: Person) -> str:
    table = person.open("tic-tac-toe", ["me", "random"])
    with person.follow(table["id"]) as line:
        line.play()
    return str(table["id"])


def test_the_history_shows_what_was_played(server: Running) -> None:
    person, other = server.person(), server.person()
    played = _played(person)
    mine = person.get("/matches", mine=True)["matches"]
    assert [match["id"] for match in mine] == [played]
    assert (mine[0]["you"], mine[0]["state"], mine[0]["players"][0]) == (0, "over", person.me["name"])
    assert other.get("/matches", mine=True)["matches"] == []
    assert played in [match["id"] for match in other.get("/matches", game="tic-tac-toe")["matches"]]
    assert other.get("/matches", game="pig")["matches"] == []
    assert other.http.get("/matches", params={"before": "yesterday"}).status_code == 400
    replay = other.get(f"/matches/{played}/replay")
    assert [frame["number"] for frame in replay["frames"]] == list(range(mine[0]["decisions"] + 1))
    assert replay["frames"][-1]["scene"]["over"]
    assert other.http.get("/matches/nothing").status_code == 404
    assert other.http.get(f"/matches/{played}/replay", params={"seat": 5}).status_code == 404
    assert other.http.get(f"/matches/{played}/notation").status_code == 404


def _record(game: str = "tic-tac-toe", seed: int = 3) -> Record:
    loaded = load(game)
    return Match(loaded, [make("random", loaded) for _ in range(loaded.seats)], seed=seed).run()


def test_a_record_that_replays_is_taken_in(server: Running) -> None:
    person = server.person()
    record = _record()
    answer = person.http.post("/matches", content=record.to_json())
    assert answer.status_code == 201, answer.text
    match = answer.json()
    assert match["uploaded"]
    assert match["players"] == ["random", "random"]
    assert person.http.get(f"/matches/{match['id']}/record").text == record.to_json()
    assert len(person.get(f"/matches/{match['id']}/replay")["frames"]) == len(record.decisions) + 1
    with person.follow(match["id"]) as line:
        assert line.table["state"] == "over"
        assert line.scene is None


@pytest.mark.compiled
def test_a_match_of_tarble_can_be_had_in_its_notation(server: Running) -> None:
    person = server.person()
    match = person.http.post("/matches", content=_record("tarble").to_json()).json()
    assert match["notation"]
    assert person.http.get(f"/matches/{match['id']}/notation").text.strip()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda data: data["decisions"][2].update(move="c3"), "decision 3"),
        (lambda data: data.update(seed=-1), "seed"),
        (lambda data: data.update(game="mine.py:Game"), "No game"),
        (lambda data: data.update(result=None, seal=""), "broken off"),
        (lambda data: data.update(players=[1, 2]), "damaged"),
        (lambda data: data.pop("seal"), "'seal' is missing"),
        (lambda data: data["result"].update(points=[9, 9]), "result"),
    ],
)
def test_a_changed_record_is_refused(server: Running, change: object, expected: str) -> None:
    data = json.loads(_record().to_json())
    change(data)  # type: ignore[operator]
    answer = server.person().http.post("/matches", content=json.dumps(data))
    assert answer.status_code == 400
    assert expected.lower() in answer.json()["detail"].lower()


def test_what_is_no_record_is_refused(server: Running) -> None:
    person = server.person()
    for content in (b"", b"\xff", b"{}", b"[" * 100_000):
        answer = person.http.post("/matches", content=content)
        assert answer.status_code == 400, content[:10]
