"""The lobby: told whole, then by differences that add up to the whole; challenges."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludarium.server.people import lobby
from ludarium.server.people.lobby import View
from ludarium.server.sockets.messages import LOBBY_SERVER
from tests.server.serving import PATIENCE, Person, Running, serving

pytestmark = pytest.mark.compiled


class Visitor:
    """Somebody in the lobby, who keeps it up to date as a browser does."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.tables: dict[str, Any] = {}
        self.people: dict[int, str] = {}
        self.present = 0
        self.yours: dict[str, Any] = {}
        self.heard: list[str] = []
        self.until("yours")

    def next(self) -> dict[str, Any]:
        text = self.socket.recv(PATIENCE)
        LOBBY_SERVER.validate_json(text)
        told: dict[str, Any] = json.loads(text)
        self.heard.append(told["type"])
        match told["type"]:
            case "lobby":
                self.number, self.present = told["number"], told["present"]
                self.tables = {table["id"]: table for table in told["tables"]}
                self.people = {person["id"]: person["name"] for person in told["people"]}
            case "lobby_changes":
                assert told["number"] == self.number + 1
                self.number, self.present = told["number"], told["present"]
                self.tables |= {table["id"]: table for table in told["tables"]}
                self.people |= {person["id"]: person["name"] for person in told["joined"]}
                for gone in told["removed"]:
                    del self.tables[gone]
                for left in told["left"]:
                    del self.people[left]
            case "yours":
                self.yours = {table["id"]: (table["you"], table["owner"]) for table in told["tables"]}
        return told

    def until(self, kind: str) -> dict[str, Any]:
        while True:
            told = self.next()
            if told["type"] == kind:
                return told

    def wait(self, wanted: Callable[[], bool]) -> None:
        while not wanted():
            self.next()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))


@contextmanager
def in_lobby(person: Person) -> Iterator[Visitor]:
    path = f"ws://{person.address}/api/lobby/socket"
    with connect(path, additional_headers={"Cookie": person.cookie}, max_size=None, open_timeout=PATIENCE) as socket:
        yield Visitor(socket)


def test_the_lobby_shows_who_waits_and_passes_challenges_on(server: Running) -> None:
    one, two = server.person(), server.person()
    with in_lobby(one) as first, in_lobby(two) as second:
        first.wait(lambda: first.people.get(two.me["id"]) == two.me["name"])
        table = one.open("tic-tac-toe", ["me", "open"], private=True)
        public = one.open("tic-tac-toe", ["me", "open"])
        second.wait(lambda: public["id"] in second.tables)
        assert table["id"] not in second.tables
        assert second.yours == {}
        first.wait(lambda: first.yours == {public["id"]: (0, True)})
        message = {"type": "challenge", "id": "c", "person": two.me["id"], "table": table["id"]}
        first.say(**message)
        first.until("ack")
        assert second.until("challenged") == {
            "type": "challenged",
            "by": one.me["name"],
            "game": "Tic-tac-toe",
            "link": table["link"],
        }
        second.say(**{**message, "person": one.me["id"]})
        second.until("refused")


def test_what_changes_adds_up_to_the_whole(server: Running) -> None:
    people = [server.person() for _ in range(4)]
    source = random.Random(5)
    with in_lobby(people[0]) as watcher:
        tables: list[tuple[Person, str]] = []
        for _ in range(12):
            person = source.choice(people)
            if tables and source.random() < 0.4:
                who, left = tables.pop(source.randrange(len(tables)))
                who.post(f"/tables/{left}/leave")
            else:
                tables.append((person, person.open("tic-tac-toe", ["me", "open"])["id"]))
        with ExitStack() as stack:
            for person in people[1:]:
                stack.enter_context(in_lobby(person))
            watcher.wait(lambda: {person.me["id"] for person in people} <= watcher.people.keys())
        ours = {table for _, table in tables}
        mine = {table for person, table in tables if person is people[0]}
        watcher.wait(lambda: ours <= watcher.tables.keys() and set(watcher.yours) == mine)
        watcher.wait(lambda: watcher.present == 1)
        assert watcher.heard.count("lobby") == 1
        kept = (watcher.tables, watcher.people)
        watcher.say(type="look")
        watcher.until("lobby")
        assert (watcher.tables, watcher.people) == kept
        assert set(kept[0]) == {table["id"] for table in people[0].get("/tables")}


def test_everybody_is_told_the_same_and_of_many_people_only_some_by_name(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "NAMED", 2)
    with serving(place) as running, ExitStack() as stack:
        people = [running.person() for _ in range(4)]
        visitors = [stack.enter_context(in_lobby(person)) for person in people]
        for visitor in visitors:
            visitor.wait(lambda visitor=visitor: visitor.present == 4)  # type: ignore[misc]
        assert [visitor.people for visitor in visitors] == [visitors[0].people] * 4
        assert len(visitors[0].people) == 2


def test_nothing_is_told_when_nothing_is_different() -> None:
    table = {"id": "x", "state": "waiting"}
    first = View(1, {"x": table}, {1: "one"}, 1, None)
    assert View(2, {"x": dict(table)}, {1: "one"}, 1, None).since(first) is None
    changes = View(2, {"y": {"id": "y"}}, {2: "two"}, 1, None).since(first)
    assert changes is not None
    assert (changes["removed"], changes["left"]) == (["x"], [1])
    assert changes["joined"] == [{"id": 2, "name": "two"}]
    # Somebody who has another name now.
    renamed = View(2, {"x": table}, {1: "uno"}, 1, None).since(first)
    assert renamed is not None
    assert (renamed["joined"], renamed["left"]) == ([{"id": 1, "name": "uno"}], [])


def test_lobby_sockets_are_limited(place: str) -> None:
    with serving(place, lobby_sockets=2, address_lobby_sockets=3) as running:
        one, two = running.person(), running.person()
        with in_lobby(one), in_lobby(one):
            for person, words in ((one, "in the lobby too often"), (two, None), (two, "of your address")):
                if words is None:
                    stack = ExitStack()
                    stack.enter_context(in_lobby(person))
                    continue
                with pytest.raises(ConnectionClosed) as closed, in_lobby(person):
                    pass
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013
                assert words in closed.value.rcvd.reason
            stack.close()
        with in_lobby(one):  # room again
            pass


def test_lists_of_tables_share_a_reading(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.store import standing

    readings = []
    read = standing.public

    def counted(*given: Any, **named: Any) -> Any:
        readings.append(1)
        return read(*given, **named)

    monkeypatch.setattr(standing, "public", counted)
    with serving(place) as running:
        person = running.person()
        for _ in range(20):
            person.get("/tables")
        assert len(readings) < 10
        table = person.open("tic-tac-toe", ["me", "open"])
        assert table["id"] in [each["id"] for each in person.get("/tables")]
