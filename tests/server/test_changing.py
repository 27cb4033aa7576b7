"""What people can do at a table beside moving: takebacks, hints, draws, and looking back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ludarium.engine import Record
from ludarium.games import load
from ludarium.server.tables import changing
from ludarium.server.tables.state import TableState
from ludarium.store.lab import Table
from tests.server.serving import Line, Running, serving


def moved(line: Line) -> list[str]:
    return [event["data"]["move"] for event in line.events if event["kind"] == "moved"]


def test_a_takeback_goes_back_to_ones_own_last_decision(tmp_path: Path) -> None:
    """What was taken back stays in the events and nowhere else, also for a server that reads them again."""
    place = str(tmp_path / "lab.db")
    with serving(place) as server:
        person = server.person()
        table = person.open("tic-tac-toe", ["me", "random"], seed=3)
        with person.follow(table["id"]) as line:
            assert line.say(type="takeback", decision=0)["reason"].startswith("You have decided nothing yet")
            first = line.scene
            assert first is not None
            assert line.say(type="move", decision=0, moves=["b2"])["type"] == "ack"
            assert line.wait_for_turn()
            assert line.say(type="takeback", decision=1)["stale"]
            assert line.say(type="takeback", decision=2)["type"] == "ack"
            assert line.until_event("taken_back")["data"] == {"seat": 0, "decisions": 0}
            line.wait(lambda: line.scene is not None and line.scene["turn"]["decision"] == 0)
            assert line.scene == first
            # The other way, to the end.
            assert line.say(type="move", decision=0, moves=["a1"])["type"] == "ack"
            assert line.wait_for_turn()
            replay = person.get(f"/matches/{table['id']}/replay")
            assert [frame["move"] for frame in replay["frames"]][:2] == ["", "a1"]
    with serving(place) as server:
        other = server.person()
        with other.follow(table["id"]) as line:
            assert line.scene is not None
            assert line.scene["turn"]["decision"] == 2
            assert moved(line)[0] == "b2"


def test_a_game_with_a_takeback_is_recorded_as_if_it_had_not_been(server: Running) -> None:
    person = server.person()
    table = person.open("tic-tac-toe", ["me", "random"])
    with person.follow(table["id"]) as line:
        assert line.say(type="move", decision=0, moves=["b2"])["type"] == "ack"
        assert line.wait_for_turn()
        assert line.say(type="takeback", decision=2)["type"] == "ack"
        line.wait(lambda: line.scene is not None and line.scene["turn"]["decision"] == 0)
        line.play()
        line.wait(lambda: line.table["state"] == "over")
        assert line.say(type="takeback", decision=9)["type"] == "refused"
    record = Record.from_json(person.http.get(f"/matches/{table['id']}/record").text)
    assert record.verify(load).over
    assert record.decisions[0].move != "b2"


def test_where_all_decide_at_once_a_takeback_takes_the_round_back(server: Running) -> None:
    person = server.person()
    table = person.open("goofspiel", ["me", "random"], settings={"seats": 2, "cards": 4})
    with person.follow(table["id"]) as line:
        line.wait_for_turn()
        for decision in (0, 2):
            assert line.scene is not None
            move = line.scene["moves"][0]["text"]
            assert line.say(type="move", decision=decision, moves=[move])["type"] == "ack"
            while line.scene["turn"]["decision"] < decision + 2:
                line.next()
        assert line.say(type="takeback", decision=4)["type"] == "ack"
        assert line.until_event("taken_back")["data"]["decisions"] == 2


def test_nothing_is_taken_back_from_people_nor_in_games_that_count(server: Running) -> None:
    one, two = server.person(), server.person()
    table = one.open("tic-tac-toe", ["me", "open"])
    two.post(f"/tables/{table['id']}/join", {})
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        second.say(type="agree", revision=1)
        first.until_event("started")
        assert first.say(type="move", decision=0, moves=["b2"])["type"] == "ack"
        for kind in ("takeback", "hint"):
            refused = first.say(type=kind, decision=1)
            assert refused["reason"] == "There are takebacks and hints against players of the lab only."
        assert second.say(type="look_back", decision=2)["reason"] == "There is no such position."


def test_a_hint_is_told_to_whoever_asked(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the quickest of advisers: the strongest would have to be compiled."""
    monkeypatch.setattr(changing, "adviser", lambda state: "random")
    person, guest = server.person(), server.person()
    table = person.open("tic-tac-toe", ["me", "random"])
    with person.follow(table["id"]) as line, guest.follow(table["id"]) as other:
        assert line.say(type="hint", decision=1)["stale"]
        assert line.say(type="hint", decision=0)["type"] == "ack"
        hint = line.until_event("hinted")["data"]
        assert hint["seat"] == 0
        assert line.scene is not None
        assert hint["move"] in [move["text"] for move in line.scene["moves"]]
        told = other.until_event("hinted")["data"]
        assert (told["move"], told["words"], told["reason"]) == ("", "", "")
        assert line.say(type="move", decision=0, moves=[hint["move"]])["type"] == "ack"


def test_a_draw_is_agreed_on_by_two(server: Running) -> None:
    one, two = server.person(), server.person()
    table = one.open("reversi", ["me", "open"])
    two.post(f"/tables/{table['id']}/join", {})
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        second.say(type="agree", revision=1)
        first.until_event("started")
        assert second.say(type="decline_draw")["type"] == "refused"
        assert first.say(type="offer_draw")["type"] == "ack"
        assert first.say(type="offer_draw")["reason"].startswith("You have offered a draw already")
        second.wait(lambda: second.table["draw_offer"] == 0)
        assert second.say(type="decline_draw")["type"] == "ack"
        first.wait(lambda: first.table["draw_offer"] is None)
        assert second.say(type="offer_draw")["type"] == "ack"
        first.wait(lambda: first.table["draw_offer"] == 1)
        first.wait_for_turn()
        assert first.scene is not None
        # Who moves has declined it.
        assert first.say(type="move", decision=0, moves=[first.scene["moves"][0]["text"]])["type"] == "ack"
        second.wait(lambda: second.table["draw_offer"] is None)
        assert first.say(type="offer_draw")["type"] == "ack"
        assert second.say(type="offer_draw")["type"] == "ack"
        first.wait(lambda: first.table["state"] == "over")
        assert first.table["result"] == {"points": [0.5, 0.5], "ranks": [1, 1]}
        assert first.table["words"] == "Both agreed on a draw. A draw."


def test_players_agree_on_no_draw(server: Running) -> None:
    person = server.person()
    table = person.open("tic-tac-toe", ["me", "random"])
    with person.follow(table["id"]) as line:
        assert "players of the lab play on" in line.say(type="offer_draw")["reason"]


def test_the_strongest_player_is_asked_for_hints() -> None:
    game = load("tic-tac-toe")
    state = TableState(Table("t", "tic-tac-toe", "", False, 1, datetime.now(UTC), {}), game, lambda *_: game)
    assert changing.adviser(state) == game.levels()[-1].text


@pytest.mark.parametrize("game", ["reversi", "kuhn-poker"])
def test_earlier_positions_are_shown_as_they_were_seen(server: Running, game: str) -> None:
    person = server.person()
    table = person.open(game, ["me", "random"], seed=4)
    with person.follow(table["id"]) as line:
        line.wait_for_turn()
        seen = line.scene
        assert seen is not None
        decision = seen["turn"]["decision"]
        assert line.say(type="move", decision=decision, moves=[seen["moves"][0]["text"]])["type"] == "ack"
        line.wait(lambda: line.scene is not None and line.scene["turn"]["decision"] > decision)
        back = line.say(type="look_back", decision=decision)
        assert back["type"] == "looked_back"
        assert back["scene"] == {**seen, "moves": []}
