"""Whole games through the interface: in turn, at once, with hidden cards, with several moves in a turn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from ludarium.engine import Record
from ludarium.games import load
from ludarium.games.kuhn_poker.scene import NAMES
from tests.server.serving import Running


def test_a_game_against_a_player_to_its_end(server: Running, tmp_path: Path) -> None:
    person = server.person()
    table = person.open("tic-tac-toe", ["me", "random"])
    assert (table["state"], table["you"]) == ("running", 0)
    with person.follow(table["id"]) as line:
        line.play()
        line.wait(lambda: line.table["state"] == "over")
        assert line.scene is not None
        assert line.scene["over"]
    over = person.get(f"/tables/{table['id']}")
    assert over["result"]["ranks"] in ([1, 2], [2, 1], [1, 1])
    assert over["words"]
    record = person.http.get(f"/matches/{table['id']}/record")
    assert "attachment" in record.headers["content-disposition"]
    assert Record.from_json(record.text).players == [person.me["name"], "random"]
    # The command line replays it exactly.
    file = tmp_path / "mine.json"
    file.write_text(record.text, encoding="utf-8")
    command = [sys.executable, "-c", "from ludarium.cli import main; main()", "replay", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "The record is sound" in done.stdout


def test_several_moves_of_a_turn_are_all_made_or_none(server: Running) -> None:
    person = server.person()
    # In pig a turn is any number of rolls and a bank; the die may end it at any roll.
    table = person.open("pig", ["me", "random"], settings={"goal": 10, "seats": 2}, seed=5)
    with person.follow(table["id"]) as line:
        assert line.scene is not None
        rolls = [move["text"] for move in line.scene["moves"]]
        before = line.scene
        refused = line.say(type="move", decision=0, moves=[rolls[0], "fly"])
        assert (refused["type"], refused["stale"]) == ("refused", False)
        assert line.scene is before
        assert person.get(f"/matches/{table['id']}/replay")["frames"][-1]["number"] == 0
        assert line.say(type="move", decision=0, moves=[rolls[0]])["type"] == "ack"


def test_plans_made_at_once_are_told_to_nobody_before_all_have_decided(server: Running) -> None:
    one, two, guest = server.person(), server.person(), server.person()
    table = one.open("blotto", ["me", "open"])
    two.post(f"/tables/{table['id']}/join", {})
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second, guest.follow(table["id"]) as third:
        assert second.say(type="agree", revision=1)["type"] == "ack"
        first.until_event("started")
        assert first.wait_for_turn()
        assert first.scene is not None
        plan = first.scene["moves"][0]["text"]
        other = next(move["text"] for move in first.scene["moves"] if move["text"] != plan)
        assert first.say(type="move", decision=0, moves=[plan])["type"] == "ack"
        # The second and the spectator hear that the first has decided, and nothing else: the scene is what it was.
        for line in (second, third):
            event = line.until_event("committed")
            assert event["data"] == {"seat": 0, "decision": 0}
            line.wait_for_commitment()
            before, after = [message["scene"] for message in line.heard if message["type"] == "scene"][-2:]
            assert after["turn"]["committed"] == [0]
            assert {**after, "turn": {**after["turn"], "committed": [], "movers": [0, 1]}} == before
        # The first sees the own plan, also after coming back, and cannot change it.
        with one.follow(table["id"]) as again:
            own = [event["data"] for event in again.events if event["kind"] == "committed"]
            assert own == [{"seat": 0, "decision": 0, "move": plan}]
            assert again.scene is not None
            assert again.scene["moves"] == []
            refused = again.say(type="move", decision=0, moves=[other])
            assert (refused["type"], refused["stale"]) == ("refused", True)
        assert second.say(type="move", decision=0, moves=[other])["type"] == "ack"
        moved = [third.until_event("moved")["data"] for _ in range(2)]
        assert [data["move"] for data in moved] == [plan, other]
        assert Record.from_json(one.http.get(f"/matches/{table['id']}/record").text).verify(load).over


def test_hidden_cards_reach_nobody_else(server: Running) -> None:
    one, two, guest = server.person(), server.person(), server.person()
    table = one.open("kuhn-poker", ["me", "open"])
    two.post(f"/tables/{table['id']}/join", {})
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second, guest.follow(table["id"]) as third:
        assert second.say(type="agree", revision=1)["type"] == "ack"
        scenes = []
        for line in (first, second, third):
            while line.scene is None:
                line.next()
            scenes.append(line.scene)
        game = load("kuhn-poker")
        seed = server.app.state.lab.tables.here(table["id"]).state.table.seed
        position = game.start(seed)
        names = [NAMES[card] for card in position.state.card]
        for seat, shown in enumerate(([names[0], None], [None, names[1]], [None, None])):
            assert scenes[seat]["board_data"]["hand"]["cards"] == shown
        # Neither the seed nor the other's card is in anything that was sent.
        for line in (first, second, third):
            assert str(seed) not in json.dumps(line.heard)
        # Reasons and the record wait for the end.
        assert guest.http.get(f"/matches/{table['id']}/record").status_code == 409
        assert guest.http.get(f"/matches/{table['id']}/replay", params={"seat": 0}).status_code == 409
        lines = [first, second]
        while lines[0].scene is not None and not lines[0].scene["over"]:
            mover = lines[0].scene["turn"]["movers"][0]
            assert lines[mover].wait_for_turn()
            scene = lines[mover].scene
            assert scene is not None
            decision = scene["turn"]["decision"]
            assert lines[mover].say(type="move", decision=decision, moves=[scene["moves"][0]["text"]])["type"] == "ack"
            for line in (first, second, third):
                while line.scene is not None and line.scene["turn"]["decision"] == decision:
                    line.next()
        # When it is over everybody sees everything.
        assert third.scene is not None
        replay = guest.get(f"/matches/{table['id']}/replay")
        assert replay["frames"][0]["scene"]["board_data"]["hand"]["cards"] == names
        seen = guest.get(f"/matches/{table['id']}/replay", seat=0)["frames"][0]["scene"]
        assert seen["board_data"]["hand"]["cards"] == [names[0], None]


def test_spectators_and_latecomers_see_the_same_game(server: Running) -> None:
    person, guest = server.person(), server.person()
    table = person.open("tic-tac-toe", ["me", "random"])
    with person.follow(table["id"]) as line:
        line.play()
        last = line.events[-1]["number"]
    with guest.follow(table["id"]) as late:
        assert [event["kind"] for event in late.events][:4] == ["opened", "proposal", "agreed", "started"]
        assert late.welcome["last"] == last
        assert late.welcome["you"] is None
    with person.follow(table["id"], after=3) as back:
        assert [event["number"] for event in back.events] == list(range(4, last + 1))
        assert back.events[:2] == line.events[3:5]
    with person.follow(table["id"], after=last + 50) as confused:
        assert len(confused.events) == last
