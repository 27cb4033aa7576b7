"""Somebody withdraws: afterwards nothing of them is in any table of the lab, nor in any byte of its file; the moves
stay, and the games of others replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludarium.engine.record import Record
from ludarium.games import load
from ludarium.store import Database, lab
from ludarium.store.erasing import SOMEBODY
from tests.server.masking import QUICK, open_table, order, tables_of
from tests.server.serving import Person, Running, serving

NAME, SAID = "Zephyrine Quux", "my grandmother lives in Wobbleton"


def _named(running: Running, name: str) -> Person:
    person = running.person()
    assert person.http.patch("/me", json={"name": name}).status_code == 200
    return person


def _planted(running: Running, person: Person, other: Person) -> list[str]:
    """Games of all kinds at which somebody sat: a study's, with talk, handed over; an ordinary one, resigned."""
    held = open_table(running, [person, other], chat=True, pacing=QUICK)
    with person.follow(held.state.id) as line, other.follow(held.state.id) as opposite:
        assert line.say(type="chat", text=SAID, id=f"{NAME} 1")["type"] == "ack"
        assert opposite.say(type="chat", text="and mine elsewhere")["type"] == "ack"
        line.say(type="move", decision=0, moves=["b2"])
        opposite.say(type="move", decision=1, moves=["a1"])
        assert order(running, held.state.id, type="hand_over", seat=0, player="random", why="left")["type"] == "ack"
        opposite.play()
    table = person.open("tic-tac-toe", ["me", "open"])["id"]
    other.post(f"/tables/{table}/join", {})
    with person.follow(table) as line, other.follow(table) as opposite:
        opposite.say(type="agree", revision=1)
        line.say(type="chat", text=SAID)
        line.wait_for_turn()
        line.say(type="move", decision=0, moves=["a1"])
        opposite.wait_for_turn()
        opposite.say(type="move", decision=1, moves=["b2"])
        line.say(type="resign")
    return [held.state.id, table]


def _everywhere(place: str) -> bytes:
    """The database's files, byte for byte."""
    return b"".join(path.read_bytes() for path in sorted(Path(place).parent.iterdir()) if path.is_file())


def test_nothing_of_somebody_stays(place: str) -> None:
    with serving(place) as running:
        person, other = _named(running, NAME), running.person()
        tables = _planted(running, person, other)
        before = {table: _stored(running, table) for table in tables}
        assert NAME.encode() in _everywhere(place)
        assert SAID.encode() in _everywhere(place)
        for table in tables:
            assert order(running, table, type="erase", account=person.me["id"])["type"] == "ack"
        for table in tables:
            _check_erased(running, table, person.me["id"], before[table])
        _check_seen(running, tables, other)
        # The account itself is not the table's: whoever withdraws has it taken away beside.
        running.do(tables_of(running).write(lambda connection: _drop_account(connection, person.me["id"])))
        tables_of(running).database.scrub()
        everything = _everywhere(place)
        for planted in (NAME, SAID, "Wobbleton", "Zephyrine"):
            assert planted.encode() not in everything, planted
        # The server goes on, and so does the other person.
        again = other.open("tic-tac-toe", ["me", "random"])
        with other.follow(again["id"]) as line:
            line.play()
    assert NAME.encode() not in _everywhere(place)
    with Database.open(place) as database, database.reading() as connection:
        for table in tables:
            assert lab.record(connection, table) is not None


def _stored(running: Running, table: str) -> tuple[list[lab.Event], str]:
    def read(connection: Any) -> tuple[list[lab.Event], str]:
        return lab.events(connection, table), lab.record(connection, table) or ""

    found: tuple[list[lab.Event], str] = running.do(tables_of(running).read(read))
    return found


def _check_erased(running: Running, table: str, account: int, before: tuple[list[lab.Event], str]) -> None:
    events, record = _stored(running, table)
    assert [(event.number, event.at, event.kind) for event in events] == [
        (event.number, event.at, event.kind) for event in before[0]
    ]
    for now, then in zip(events, before[0], strict=True):
        assert now.author != account
        if then.kind == "moved":
            assert (now.data, now.private) == (then.data, then.private)
        if then.kind == "chat" and then.private["account"] != account:
            assert now.data["text"] == then.data["text"], "what others said stays"
        assert f'"account": {account}' not in json.dumps([now.data, now.private])
    kept, old = Record.from_json(record), Record.from_json(before[1])
    assert kept.decisions == old.decisions
    assert kept.players != old.players or "random" in old.players
    kept.verify(load)


def _check_seen(running: Running, tables: list[str], other: Person) -> None:
    """The others still see their games, with somebody in it."""
    studied, ordinary = tables
    assert order(running, studied, type="unmask")["type"] == "ack"
    for table in tables:
        assert NAME not in other.http.get(f"/matches/{table}").text + other.http.get(f"/tables/{table}").text
    info = other.get(f"/matches/{ordinary}")
    assert info["players"][0] == SOMEBODY
    assert info["reason"] == f"{SOMEBODY} resigned."
    with other.follow(ordinary) as line:
        assert NAME not in json.dumps(line.welcome)
        assert SAID not in json.dumps(line.welcome)


def _drop_account(connection: Any, account: int) -> None:
    from sqlalchemy import delete

    from ludarium.store.lab_models import AccountRow

    connection.execute(delete(AccountRow).where(AccountRow.id == account))


def test_without_scrubbing_the_file_would_still_hold_it(place: str) -> None:
    """The search above finds what is there."""
    with serving(place) as running:
        person, other = _named(running, NAME), running.person()
        for table in _planted(running, person, other):
            order(running, table, type="erase", account=person.me["id"])
        assert SAID.encode() in _everywhere(place)


def test_whoever_plays_is_not_erased(server: Running) -> None:
    one, two = server.person(), server.person()
    held = open_table(server, [one, two])
    assert "still sits there" in order(server, held.state.id, type="erase", account=one.me["id"])["reason"]
    assert held.state.seat_of(one.me["id"]) == 0


@pytest.mark.parametrize("name", ["b2", "rand"])
def test_names_that_are_also_words_of_the_game(server: Running, name: str) -> None:
    """Moves and players are not taken for the person."""
    one = _named(server, name)
    table = one.open("tic-tac-toe", ["me", "random"])["id"]
    with one.follow(table) as line:
        line.wait_for_turn()
        line.say(type="move", decision=0, moves=["b2"])
        line.play()
    before = _stored(server, table)
    assert order(server, table, type="erase", account=one.me["id"])["type"] == "ack"
    events, record = _stored(server, table)
    moved = [event.private for event in events if event.kind == "moved"]
    assert moved == [event.private for event in before[0] if event.kind == "moved"]
    assert Record.from_json(record).players == [SOMEBODY, "random"]
    Record.from_json(record).verify(load)


def test_through_another_process(postgres_place: str) -> None:
    """Two servers on PostgreSQL: orders reach the table wherever it is held, and nobody remembers what is erased."""
    with serving(postgres_place) as here, serving(postgres_place) as there:
        one, two = _named(here, NAME), there.person()
        held = open_table(here, [one, two], chat=True, pacing=QUICK)
        table = held.state.id
        with one.follow(table) as line, two.follow(table) as opposite:
            line.say(type="chat", text=SAID)
            line.say(type="move", decision=0, moves=["b2"])
            assert opposite.wait_for_turn()
            assert order(there, table, type="hand_over", seat=0, player="random", why="left")["type"] == "ack"
            opposite.play()
            assert {seat["kind"] for seat in opposite.table["seats"]} == {"person"}
            assert [event["number"] for event in opposite.events] == list(range(1, len(opposite.events) + 1))
        assert held.state.seats[0].kind == "player"
        assert order(there, table, type="erase", account=one.me["id"])["type"] == "ack"
        assert order(there, table, type="unmask")["type"] == "ack"
        events, record = _stored(there, table)
        assert SAID not in str(events)
        Record.from_json(record).verify(load)
        for server in (here, there):
            with _at(two, server).follow(table) as line:
                assert SAID not in json.dumps(line.welcome)
        tables_of(there).database.scrub()
        tables_of(there).database.check()


def _at(person: Person, server: Running) -> Person:
    """The same browser at another process."""
    other = Person(server.address)
    other.http.cookies = person.http.cookies
    return other
