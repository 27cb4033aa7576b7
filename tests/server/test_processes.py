"""Two server processes on one PostgreSQL: the same tables through both, and one takes over when the other dies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludarium.engine import Record
from ludarium.games import load
from tests.server.serving import Person, Process
from tests.server.test_lobby import Visitor, in_lobby

pytestmark = pytest.mark.compiled  # no kernels: once is enough


@pytest.fixture
def pair(postgres_place: str) -> Iterator[tuple[Process, Process]]:
    first = Process(postgres_place)
    try:
        second = Process(postgres_place)
    except BaseException:
        first.stop()
        raise
    yield first, second
    for process in (first, second):
        process.stop()


def _until_there(visitor: Visitor, person: Person, *, there: bool = True) -> None:
    visitor.wait(lambda: (visitor.people.get(person.me["id"]) == person.me["name"]) == there)


def _see_each_other_in_the_lobby(one: Person, two: Person) -> None:
    with in_lobby(one) as first:
        with in_lobby(two) as second:
            _until_there(first, two)
            _until_there(second, one)
            challenge = one.open("tic-tac-toe", ["me", "open"], private=True)
            first.say(type="challenge", id="c", person=two.me["id"], table=challenge["id"])
            heard = second.until("challenged")
            assert heard["link"] == challenge["link"]
            # A private table needs its key through another process, too.
            assert two.http.get(f"/tables/{challenge['id']}").status_code == 403
            assert two.get(f"/tables/{challenge['id']}", key=heard["link"].partition("key=")[2])["you"] is None
        _until_there(first, two, there=False)


def _moved_to(person: Person, address: str) -> Person:
    """The same browser at another process."""
    other = Person(address)
    other.http.cookies = person.http.cookies
    other.me = other.get("/me")
    assert other.me["id"] == person.me["id"]
    return other


def test_a_game_between_two_processes_goes_on_when_one_dies(pair: tuple[Process, Process]) -> None:
    here, there = pair
    one, two = here.person(), there.person()
    _see_each_other_in_the_lobby(one, two)
    table = one.open("tic-tac-toe", ["me", "open"], seconds=600)
    assert table["id"] in [each["id"] for each in two.get("/tables")]
    assert two.post(f"/tables/{table['id']}/join", {})["you"] == 1
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        # Both see each other, and what the other does, through different processes.
        first.wait(lambda: first.table["seats"][1]["present"])
        second.wait(lambda: second.table["seats"][0]["present"])
        assert second.say(type="propose", revision=1, settings={"size": 3, "line": 3}, seconds=500)["type"] == "ack"
        first.until_event("proposal", lambda data: data["revision"] == 2)
        assert first.say(type="agree", revision=2)["type"] == "ack"
        second.until_event("started")
        assert first.wait_for_turn()
        assert first.say(type="move", decision=0, moves=["b2"])["type"] == "ack"
        assert second.wait_for_turn()
        made = second.say(type="move", id="mine", decision=1, moves=["a1"])
        assert made["type"] == "ack"
        assert second.say(type="move", id="mine", decision=1, moves=["a1"]) == made
        taken = second.say(type="move", decision=2, moves=["a1"])
        assert taken["type"] == "refused"
        assert second.say(type="chat", text="hello")["type"] == "ack"
        assert first.until_event("chat")["data"]["text"] == "hello"
        last = second.events[-1]["number"]
        # The process that holds the table dies; the other one takes it over, and its people are gone.
        with in_lobby(one) as gone, in_lobby(two) as lobby:
            _until_there(gone, two)
            _until_there(lobby, one)
            here.kill()
            _until_there(lobby, one, there=False)
        assert second.until_closed() == 1012
    with two.follow(table["id"], after=last) as second:
        moved = _moved_to(one, there.address)
        with moved.follow(table["id"]) as first:
            assert [event["data"]["move"] for event in first.events if event["kind"] == "moved"] == ["b2", "a1"]
            assert second.say(type="move", id="mine", decision=1, moves=["a1"]) == made
            assert first.wait_for_turn()
            for line in (first, second) * 4:
                if not line.wait_for_turn():
                    break
                scene = line.scene
                assert scene is not None
                decision, move = scene["turn"]["decision"], scene["moves"][0]["text"]
                assert line.say(type="move", decision=decision, moves=[move])["type"] == "ack"
    record = Record.from_json(two.http.get(f"/matches/{table['id']}/record").text)
    assert record.verify(load).over
