"""A server that is killed and started again: every running match comes back, with its clocks and committed plans."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from ludarium.engine import Record
from ludarium.games import load
from ludarium.server.tables import deciding
from ludarium.server.tables.registry import LEAST, continued
from ludarium.server.tables.shelf import Shelf
from ludarium.server.tables.state import TableState
from ludarium.store.lab import Event, Sitting, Table
from tests.server.serving import Process

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def process(place: str) -> Iterator[Process]:
    started = Process(place)
    yield started
    started.stop()


def test_a_killed_server_brings_its_matches_back(process: Process, place: str) -> None:
    one, two = process.person(), process.person()
    against = one.open("tic-tac-toe", ["me", "random"])
    shared = one.open("blotto", ["me", "open"], seconds=600)
    two.post(f"/tables/{shared['id']}/join", {})
    with one.follow(against["id"]) as line:
        assert line.wait_for_turn()
        made = line.say(type="move", id="first", decision=0, moves=["b2"])
        assert made["type"] == "ack"
    with one.follow(shared["id"]) as first, two.follow(shared["id"]) as second:
        second.say(type="agree", revision=1)
        assert first.wait_for_turn()
        assert first.scene is not None
        plans = [move["text"] for move in first.scene["moves"][:2]]
        assert first.say(type="move", id="plan", decision=0, moves=[plans[0]])["type"] == "ack"
        last = first.events[-1]["number"]
    process.kill()
    again = Process(place, port=process.port)
    try:
        # The same cookies, the same tables; what was acknowledged stands, and is not done twice.
        assert one.get("/me")["id"] == one.me["id"]
        with one.follow(against["id"], after=made["number"]) as line:
            assert line.say(type="move", id="first", decision=0, moves=["b2"]) == made
            line.play()
        record = Record.from_json(one.http.get(f"/matches/{against['id']}/record").text)
        assert record.decisions[0].move == "b2"
        assert record.verify(load).over
        # The committed plan is kept, and still nobody else knows it; the clock goes on.
        with two.follow(shared["id"], after=last) as second:
            assert [event["kind"] for event in second.events] == ["clock"]
            assert second.scene is not None
            assert second.scene["turn"]["committed"] == [0]
            left = second.welcome["clock"]["left"]
            assert left[0] is None
            assert 500 < left[1] <= 600
            assert second.say(type="move", decision=0, moves=[plans[1]])["type"] == "ack"
            moved = [second.until_event("moved")["data"]["move"] for _ in range(2)]
            assert moved == plans
    finally:
        again.stop()


def _running(seconds: float | None) -> TableState:
    """A table at which a game of two has just started."""
    shelf = Shelf()
    game = shelf.game("blotto", {})
    table = Table("t", "blotto", "", rated=False, seed=7, created=NOW, settings={})
    state = TableState(table, game, shelf.game)
    drafts = deciding.opening([Sitting("person", "A", 1), Sitting("person", "B", 2)], 1, dict(game.settings), seconds)
    drafts.append(deciding.Draft("agreed", {"seat": 1, "revision": 1}))
    for draft in drafts:
        state.apply(Event(state.last + 1, NOW, draft.kind, draft.data, draft.private))
    for draft in deciding.beginning(state):
        state.apply(Event(state.last + 1, NOW, draft.kind, draft.data, draft.private), draft.after)
    return state


def test_time_without_a_server_costs_nobody_anything() -> None:
    state = _running(60.0)
    (draft,) = continued(state, NOW + timedelta(seconds=20))
    assert draft.data == {"left": {"0": 40.0, "1": 40.0}}
    later = NOW + timedelta(hours=3)
    state.apply(Event(state.last + 1, later, "clock", draft.data))
    assert state.left(0, later + timedelta(seconds=15)) == 25.0
    # A second crash: counted from where the clock stood.
    (draft,) = continued(state, later + timedelta(seconds=10))
    assert draft.data == {"left": {"0": 30.0, "1": 30.0}}
    # Nobody comes back to a clock that has run out.
    (draft,) = continued(state, later + timedelta(seconds=100))
    assert draft.data == {"left": {"0": LEAST, "1": LEAST}}


def test_without_a_clock_nothing_is_continued() -> None:
    assert continued(_running(None), NOW) == []
