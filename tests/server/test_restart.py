"""A server that is killed and started again: every running match comes back, with its clocks and committed plans."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from ludarium.engine import Record
from ludarium.games import load
from ludarium.server.tables import deciding
from ludarium.server.tables.clocks import Control
from ludarium.server.tables.recovery import LEAST, continued
from ludarium.server.tables.shelf import Shelf
from ludarium.server.tables.state import TableState
from ludarium.store.lab import Event, Heartbeat, Sitting, Table
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
    drafts = deciding.opening(
        [Sitting("person", "A", 1), Sitting("person", "B", 2)], 1, dict(game.settings), Control.stored(seconds, None)
    )
    drafts.append(deciding.Draft("agreed", {"seat": 1, "revision": 1}))
    for draft in drafts:
        state.apply(Event(state.last + 1, NOW, draft.kind, draft.data, draft.private))
    for draft in deciding.beginning(state):
        state.apply(Event(state.last + 1, NOW, draft.kind, draft.data, draft.private), draft.after)
    return state


def _started(seconds: float | None, up: float | None) -> TableState:
    """The same, its clocks set when the server had run for `up` seconds."""
    state = _running(seconds)
    state.clock_up = up
    return state


def _beat(seconds: float, uptime: float | None = None) -> Heartbeat:
    return Heartbeat(NOW + timedelta(seconds=seconds), uptime)


@pytest.mark.parametrize("jump", [0.0, 3600.0, -3600.0])
def test_time_without_a_server_costs_nobody_anything(jump: float) -> None:
    """However the time of day was set meanwhile."""
    state = _started(60.0, up=100.0)
    (draft,) = continued(state, _beat(20 + jump, uptime=120.0))
    assert draft.data == {"left": {"0": 40.0, "1": 40.0}}
    state.apply(Event(state.last + 1, NOW + timedelta(hours=3), "clock", draft.data, {"up": 5.0}))
    state.wind(15.0)
    left = state.left(0)
    assert left is not None
    assert 24.0 < left <= 25.0
    # A second crash: counted from where the clock stood.
    (draft,) = continued(state, _beat(3 * 3600 + 10 + jump, uptime=15.0))
    assert draft.data == {"left": {"0": 30.0, "1": 30.0}}
    # Nobody comes back to a clock that has run out.
    (draft,) = continued(state, _beat(3 * 3600 + 100 + jump, uptime=105.0))
    assert draft.data == {"left": {"0": LEAST, "1": LEAST}}


def test_matches_of_older_versions_go_by_the_time_of_day() -> None:
    (draft,) = continued(_started(60.0, up=None), _beat(20.0))
    assert draft.data == {"left": {"0": 40.0, "1": 40.0}}
    (draft,) = continued(_started(60.0, up=None), _beat(-3600.0))
    assert draft.data == {"left": {"0": 60.0, "1": 60.0}}


def test_without_a_clock_nothing_is_continued() -> None:
    assert continued(_running(None), _beat(1.0, uptime=1.0)) == []
