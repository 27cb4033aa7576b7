"""Clocks on the server, and players that are slow, crash or answer nonsense: the match goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludarium.games import load
from ludarium.server.work.players import Answer, Question, Workers
from ludarium.server.work.shares import Share
from tests.server.serving import Running, serving

SLOW = """
import os, time
from ludarium.engine import Player

class Dies(Player):
    name = "dies"
    def choose(self, view, clock):
        os._exit(3)

class Sleeps(Player):
    name = "sleeps"
    def choose(self, view, clock):
        while True:
            time.sleep(1)

class Raises(Player):
    name = "raises"
    def choose(self, view, clock):
        raise ValueError("out of ideas")

class Remembers(Player):
    name = "remembers"
    count = 0
    def choose(self, view, clock):
        self.count += 1
        return view.moves()[self.count - 1]
"""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(1, grace=0.1)
    yield made
    made.close()


def _question(tmp_path: Path, kind: str, table: str = "t") -> Question:
    file = tmp_path / "players.py"
    file.write_text(SLOW, encoding="utf-8")
    game = load("tic-tac-toe")
    view = game.start(1).view(0)
    return Question(table, 0, game.name, dict(game.settings), f"{file}:{kind}", 1, view.to_bytes(), None)


def _ask(workers: Workers, question: Question, limit: float) -> Answer:
    return asyncio.run(workers.choose(question, limit))


def test_players_that_fail_cost_their_decision_only(workers: Workers, tmp_path: Path) -> None:
    assert "its process ended" in _ask(workers, _question(tmp_path, "Dies"), 20).fault
    assert "out of ideas" in _ask(workers, _question(tmp_path, "Raises", "u"), 20).fault
    assert "gave no answer in 0.5 s" in _ask(workers, _question(tmp_path, "Sleeps", "v"), 0.5).fault
    # The next one finds a process that works.
    assert _ask(workers, _question(tmp_path, "Remembers", "w"), 20).move == "a1"


def test_players_stay_in_their_process_until_the_match_is_over(workers: Workers, tmp_path: Path) -> None:
    question = _question(tmp_path, "Remembers", "x")
    assert [_ask(workers, question, 20).move for _ in range(3)] == ["a1", "b1", "c1"]
    other = _question(tmp_path, "Remembers", "y")
    assert _ask(workers, other, 20).move == "a1"
    workers.forget("x")
    assert _ask(workers, question, 20).move == "a1"


def test_when_the_time_is_up_a_move_is_made(server: Running) -> None:
    one, two = server.person(), server.person()
    table = one.open("tic-tac-toe", ["me", "open"], seconds=1)
    two.post(f"/tables/{table['id']}/join", {})
    with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
        second.say(type="agree", revision=1)
        moved = first.until_event("moved")["data"]
        assert (moved["seat"], moved["fault"]) == (0, "the time for this decision was up")
        assert moved["move"]
        late = first.say(type="move", decision=0, moves=["b2"])
        assert late["stale"]
        second.wait_for_turn()
        clock = next(message["clock"] for message in reversed(second.heard) if message["type"] == "scene")
        assert clock["limit"] == 1
        assert clock["left"][0] is None
        assert 0 < clock["left"][1] <= 1


def test_a_player_that_stalls_does_not_stop_the_match(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stalling(self: Workers, question: Question, limit: float, share: Share, *, alone: bool) -> Answer:
        return Answer(fault=f"{question.player}: gave no answer")

    monkeypatch.setattr(Workers, "choose", stalling)
    with serving(place) as running:
        person = running.person()
        table = person.open("tic-tac-toe", ["me", "random"])
        with person.follow(table["id"]) as line:
            line.play()
            faults = [event["data"]["fault"] for event in line.events if event["kind"] == "moved"]
        assert "random: gave no answer" in faults
        assert person.get(f"/tables/{table['id']}")["state"] == "over"


def test_players_take_a_moment_that_tells_nothing(place: str) -> None:
    with serving(place, fastest=0.3, slowest=0.4) as running:
        person = running.person()
        table = person.open("tic-tac-toe", ["me", "random"])
        with person.follow(table["id"]) as line:
            assert line.wait_for_turn()
            sent = time.monotonic()
            line.say(type="move", decision=0, moves=["b2"])
            line.wait_for_turn()
            assert time.monotonic() - sent >= 0.3  # a lower bound: no busy machine can break it
            events: list[dict[str, Any]] = [event for event in line.events if event["kind"] == "moved"]
            assert len(events) == 2
