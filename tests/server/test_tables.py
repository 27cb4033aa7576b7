"""Tables: seats, negotiation, talk, resigning, rematches, and messages that come twice."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import PATIENCE, Line, Person, Running, serving


def _two(server: Running, game: str = "tic-tac-toe", **wishes: Any) -> tuple[Person, Person, dict[str, Any]]:
    """Two people at a table, who have yet to agree."""
    one, two = server.person(), server.person()
    table = one.open(game, ["me", "open"], **wishes)
    assert table["state"] == "waiting"
    joined = two.post(f"/tables/{table['id']}/join", {})
    assert (joined["state"], joined["you"]) == ("negotiating", 1)
    return one, two, table


def _move(line: Line, **changes: Any) -> dict[str, Any]:
    assert line.wait_for_turn()
    scene = line.scene
    assert scene is not None
    message = {"type": "move", "decision": scene["turn"]["decision"], "moves": [scene["moves"][0]["text"]]}
    return line.say(**{**message, **changes})


def test_both_must_agree_to_the_same_settings(server: Running) -> None:
    one, two, table = _two(server)
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        assert [each["agreed"] for each in first.table["seats"]] == [True, False]
        assert second.say(type="propose", revision=1, settings={"size": 4, "line": 4}, seconds=30)["type"] == "ack"
        proposal = first.until_event("proposal", lambda data: data["revision"] == 2)
        assert proposal["data"]["settings"] == {"size": 4, "line": 4}
        assert proposal["data"]["by"] == 1
        # An agreement to what is no longer proposed is stale, and so is a change of it.
        stale: list[dict[str, Any]] = [{"type": "agree"}, {"type": "propose", "settings": {}, "seconds": None}]
        for message in stale:
            refused = first.say(**message, revision=1)
            assert (refused["type"], refused["stale"]) == ("refused", True)
        wrong = first.say(type="propose", revision=2, settings={"size": 99}, seconds=None)
        assert "expected a whole number from 3 to 12" in wrong["reason"]
        assert first.say(type="agree", revision=2)["type"] == "ack"
        second.until_event("started")
        second.wait(lambda: second.table["state"] == "running")
        assert (second.table["state"], second.table["settings"]) == ("running", {"size": 4, "line": 4})
        assert first.wait_for_turn()
        assert first.scene is not None
        assert len(first.scene["moves"]) == 16


def test_seats_are_found_taken_and_left(server: Running) -> None:
    one, two, three = server.person(), server.person(), server.person()
    table = one.open("tic-tac-toe", ["open", "me"])
    assert table["id"] in [each["id"] for each in three.get("/tables")]
    assert one.refused(f"/tables/{table['id']}/join", {}) == (409, "You sit at this table already.")
    assert two.refused(f"/tables/{table['id']}/join", {"seat": 1}) == (409, "This seat is taken.")
    assert two.post(f"/tables/{table['id']}/join", {"seat": 0})["you"] == 0
    assert three.refused(f"/tables/{table['id']}/join", {})[0] == 409
    assert two.post(f"/tables/{table['id']}/leave")["state"] == "waiting"
    # Whoever opened it leaves, and nobody is left.
    assert one.post(f"/tables/{table['id']}/leave")["state"] == "abandoned"
    assert table["id"] not in [each["id"] for each in three.get("/tables")]


def test_a_private_table_is_not_listed_and_needs_its_key(server: Running) -> None:
    one, two = server.person(), server.person()
    table = one.open("tic-tac-toe", ["me", "open"], private=True)
    assert table["id"] not in [each["id"] for each in two.get("/tables")]
    assert two.refused(f"/tables/{table['id']}/join", {"key": "guess"})[0] == 409
    key = table["link"].partition("key=")[2]
    assert two.get(f"/tables/{table['id']}", key=key)["you"] is None
    assert two.post(f"/tables/{table['id']}/join", {"key": key})["you"] == 1
    assert two.get(f"/tables/{table['id']}")["link"] == table["link"]


def test_a_private_match_is_seen_by_those_who_sat_there_or_have_its_link(server: Running) -> None:
    one, friend, stranger = server.person(), server.person(), server.person()
    table = one.open("tic-tac-toe", ["me", "random"], private=True)
    key = table["link"].partition("key=")[2]
    assert len(key) >= 16
    with one.follow(table["id"]) as line, friend.follow(table["id"], key=key) as watcher:
        assert watcher.welcome["you"] is None
        assert key not in json.dumps(watcher.heard)
        _uninvited(stranger, table["id"])
        line.play()
        watcher.until_event("ended")
    # It stays private when it is over, as does its rematch.
    _uninvited(stranger, table["id"])
    again = one.post(f"/tables/{table['id']}/rematch")
    _uninvited(stranger, again["id"])
    assert table["id"] not in [each["id"] for each in stranger.get("/matches")["matches"]]
    for path in ("", "/record", "/replay"):
        for person, secret in ((one, ""), (friend, key)):
            answer = person.http.get(f"/matches/{table['id']}{path}", params={"key": secret})
            assert answer.status_code == 200
    assert one.get(f"/matches/{table['id']}")["link"] == f"/match/{table['id']}?key={key}"


def _uninvited(stranger: Person, table: str) -> None:
    for wrong in ("", "guess", "ä"):
        with pytest.raises(ConnectionClosed) as closed, stranger.follow(table, key=wrong):
            pass
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
        for path in (
            f"/tables/{table}",
            *(f"/matches/{table}{end}" for end in ("", "/record", "/notation", "/replay")),
        ):
            answer = stranger.http.get(path, params={"key": wrong})
            assert (answer.status_code, answer.json()["detail"]) == (403, "This table is private: ask for its link.")
    assert stranger.refused(f"/tables/{table}/rematch")[0] == 403


@pytest.mark.compiled  # the game's usual opponent searches, which takes minutes uncompiled
def test_players_take_the_open_seats_when_the_owner_says_so(server: Running) -> None:
    one, two = server.person(), server.person()
    table = one.open("goofspiel", ["me", "open", "open"], settings={"seats": 3, "cards": 4})
    two.post(f"/tables/{table['id']}/join", {"seat": 1})
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        assert second.say(type="start")["type"] == "refused"
        assert first.say(type="start")["type"] == "ack"
        first.wait(lambda: first.table["state"] == "negotiating")
        assert first.table["seats"][2]["kind"] == "player"
        assert second.say(type="agree", revision=1)["type"] == "ack"
        # Somebody resigns: a player goes on in their place.
        second.until_event("started")
        assert second.say(type="resign")["type"] == "ack"
        left = first.until_event("left")
        assert left["data"]["seat"] == 1
        first.wait(lambda: first.table["seats"][1]["kind"] == "player")
        first.play()
    assert one.get(f"/tables/{table['id']}")["state"] == "over"


def test_the_same_message_is_done_once(server: Running) -> None:
    one, two, table = _two(server)
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        second.say(type="agree", revision=1)
        made = _move(first, id="only-once")
        assert made["type"] == "ack"
        again = first.say(type="move", id="only-once", decision=0, moves=["nonsense"])
        assert again == made
        # Also over another connection, and when the old one has gone.
        with one.follow(table["id"]) as other:
            assert other.say(type="move", id="only-once", decision=0, moves=["b2"]) == made
        moved = [event for event in second.events if event["kind"] == "moved"]
        assert len(moved) <= 1
        # Somebody else's message of the same id is another message.
        assert _move(second, id="only-once")["number"] > made["number"]
        refused = first.say(type="move", id="bad", decision=0, moves=["a1"])
        assert refused["stale"]
        assert first.say(type="move", id="bad", decision=2, moves=["a1"]) == refused


def test_stale_and_illegal_moves_are_refused_with_a_reason(server: Running) -> None:
    one, two, table = _two(server)
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        early = first.say(type="move", decision=0, moves=["a1"])
        assert early["reason"] == "The game is not being played."
        second.say(type="agree", revision=1)
        turn = second.say(type="move", decision=0, moves=["a1"])
        assert (turn["reason"], turn["stale"]) == ("It is not your turn.", True)
        _move(first, moves=["b2"])
        taken = _move(second, moves=["b2"])
        assert "b2" in taken["reason"]
        assert not taken["stale"]
        late = second.say(type="move", decision=0, moves=["a1"])
        assert late["stale"]


def test_resigning_ends_a_game_of_two_and_a_rematch_changes_seats(server: Running) -> None:
    one, two, table = _two(server)
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        second.say(type="agree", revision=1)
        _move(first)
        assert two.refused(f"/tables/{table['id']}/leave")[0] == 409
        assert two.refused(f"/tables/{table['id']}/rematch")[0] == 409
        assert second.say(type="resign")["type"] == "ack"
        ended = first.until_event("ended")
        assert ended["data"]["result"]["ranks"] == [1, 2]
        assert "resigned" in ended["data"]["reason"]
        again = two.post(f"/tables/{table['id']}/rematch")
        assert first.until_event("rematch")["data"]["table"] == again["id"]
        assert (again["you"], again["state"]) == (0, "negotiating")
        # The other comes along to the same table.
        assert one.post(f"/tables/{table['id']}/rematch")["id"] == again["id"]
    with one.follow(again["id"]) as line:
        assert line.say(type="agree", revision=1)["type"] == "ack"
        line.until_event("started")
    match = one.get(f"/matches/{table['id']}")
    assert "resigned" in match["words"]


def test_talk_is_kept_as_text_and_limited(server: Running) -> None:
    one, two, table = _two(server)
    script = "<script>alert(1)</script>"
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        assert first.say(type="chat", text=f"  {script}\n\u202eabc\x01  ")["type"] == "ack"
        said = second.until_event("chat")["data"]
        assert (said["text"], said["who"], said["seat"]) == (f"{script} abc", one.me["name"], 0)
        for number in range(4):
            assert first.say(type="chat", text=f"{number}")["type"] == "ack"
        assert "Not so fast" in first.say(type="chat", text="one more")["reason"]
        assert second.say(type="chat", text=" \n ")["type"] == "refused"
        assert second.say(type="chat", text="no\x00")["type"] == "refused"  # which not every database can keep
        assert second.say(type="chat", text="x" * 501)["type"] == "refused"
    with two.follow(table["id"]) as back:
        assert next(event["data"]["text"] for event in back.events if event["kind"] == "chat") == f"{script} abc"


def test_reasons_and_previews(server: Running) -> None:
    person = server.person()
    table = person.open("tic-tac-toe", ["me", "mcts:iterations=50"])
    with person.follow(table["id"]) as line:
        _move(line)
        assert line.wait_for_turn()
        reason = line.say(type="ask_reason", decision=1)
        assert reason["text"]
        assert reason["figures"]
        assert line.say(type="ask_reason", decision=0)["text"] == "No reason was given."
        assert line.say(type="ask_reason", decision=9)["type"] == "refused"
        assert line.say(type="preview", decision=2, moves=["a1"])["scene"] is None
        assert line.say(type="preview", decision=0, moves=[])["type"] == "refused"


def test_a_table_that_is_over_leaves_the_memory_and_can_still_be_seen(place: str) -> None:
    with serving(place) as running:
        person, tables = running.person(), running.app.state.lab.tables
        table = person.open("tic-tac-toe", ["me", "random"])
        with person.follow(table["id"]) as line:
            line.play()
            assert tables.count() == 1
        deadline = time.monotonic() + PATIENCE
        while tables.count():
            assert time.monotonic() < deadline, "the table is still held"
            time.sleep(0.1)
        assert person.get(f"/tables/{table['id']}")["state"] == "over"


def test_presence_is_seen_by_the_others(server: Running) -> None:
    one, two, table = _two(server)
    with one.follow(table["id"]) as first:
        assert [each["present"] for each in first.table["seats"]] == [True, False]
        with two.follow(table["id"]):
            first.wait(lambda: first.table["seats"][1]["present"])
        first.wait(lambda: not first.table["seats"][1]["present"])


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ({"game": "chess", "seats": ["me", "random"]}, "No game 'chess'"),
        ({"game": "tic-tac-toe", "seats": ["me"]}, "has 2 seats"),
        ({"game": "tic-tac-toe", "seats": ["me", "me"]}, "one seat only"),
        ({"game": "tic-tac-toe", "seats": ["me", "nobody"]}, "No player"),
        ({"game": "tic-tac-toe", "seats": ["me", "random"], "settings": {"size": 99}}, "expected a whole number"),
        ({"game": "tic-tac-toe", "seats": ["me", "open"], "seed": 1}, "A seed can be chosen only"),
        ({"game": "tic-tac-toe", "seats": ["me", "open"], "rated": True}, "Ratings need an account"),
        # Nothing that a client names is read or run.
        ({"game": "/etc/passwd.toml", "seats": ["me", "random"]}, "No game"),
        ({"game": "tests/engine/sample_games.py:Race", "seats": ["me", "random"]}, "No game"),
        ({"game": "3x3 drop line-3 ../x.toml", "seats": ["me", "random"]}, "No game"),
        ({"game": "tic-tac-toe", "seats": ["me", "program:touch /x"]}, "cannot sit at a table"),
        ({"game": "tic-tac-toe", "seats": ["me", "program[seconds=1]:touch /x"]}, "cannot sit at a table"),
        ({"game": "tic-tac-toe", "seats": ["me", "mine.py:Player"]}, "No player"),
        ({"game": "tic-tac-toe", "seats": ["me", "human"]}, "cannot sit at a table"),
        ({"game": "tic-tac-toe", "seats": ["me", "mcts:iterations=../x"]}, "options are written as"),
        ({"game": "tic-tac-toe", "seats": ["me", "mcts:iterations=1000000000"]}, "at most 100000 here"),
        ({"game": "tic-tac-toe", "seats": ["me", "mcts:seconds=60"]}, "at most 10 here"),
        ({"game": "tic-tac-toe", "seats": ["me", "mcts:c=1.2.3"]}, "options are written as"),
        ({"game": "jostle", "seats": ["me", "random"], "settings": {"board": "/etc/x.toml"}}, "files cannot be used"),
    ],
)
def test_tables_that_cannot_be(server: Running, wish: dict[str, Any], expected: str) -> None:
    person = server.person()
    seats = [{"kind": each} if each in ("me", "open") else {"kind": "player", "player": each} for each in wish["seats"]]
    status, detail = person.refused("/tables", {**wish, "seats": seats})
    assert status in (400, 409)
    assert expected in detail, detail
    assert "\n" not in json.dumps(detail)
