"""Hidden things: whoever sees the same is told the same, byte for byte, whatever was chosen in secret.

So sizes tell nothing either, and nor does the number of messages.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from ludarium.engine.position import SPECTATOR
from ludarium.server.tables import deciding
from ludarium.server.tables.audience import Audience
from ludarium.server.tables.shelf import Shelf
from ludarium.server.tables.state import TableState
from ludarium.store.lab import Account, Event, Sitting, Table
from tests.conftest import scaled

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SHELF = Shelf()


@dataclass(eq=False)
class Reader:
    """Somebody at the table who keeps what is sent."""

    account: Account
    heard: list[str] = field(default_factory=list)

    def send(self, text: str) -> None:
        self.heard.append(text)

    def hang_up(self) -> None:
        raise AssertionError("somebody could not be told")


def _happen(state: TableState, drafts: list[deciding.Draft]) -> list[Event]:
    events = []
    for draft in drafts:
        event = Event(state.last + 1, NOW, draft.kind, draft.data, draft.private)
        state.apply(event, draft.after)
        events.append(event)
    return events


def _started(name: str, seed: int, settings: dict[str, Any]) -> TableState:
    """A table at which a person sits on every seat."""
    game = SHELF.game(name, settings)
    table = Table("t", name, "", False, seed, NOW, dict(settings))
    state = TableState(table, game, SHELF.game)
    seats = [Sitting("person", f"Guest {seat}", seat + 1) for seat in range(game.seats)]
    _happen(state, deciding.opening(seats, 1, dict(game.settings) if game.parameters else {}, None))
    for seat in range(1, game.seats):
        _happen(state, deciding.agreeing(state, seat + 1, 1))
    _happen(state, deciding.beginning(state))
    return state


def _replayed(name: str, seed: int, settings: dict[str, Any], choices: list[tuple[int, str]]) -> TableState:
    state = _started(name, seed, settings)
    for seat, move in choices:
        _happen(state, deciding.moving(state, seat, len(state.decisions), [move], 1.0))
    return state


def _told(state: TableState, seat: int, move: str) -> dict[int, list[str]]:
    """What each viewer is told of a decision."""
    readers = {viewer: Reader(Account(viewer + 1, "somebody", guest=True)) for viewer in _viewers(state)}
    audience = Audience(state, lambda _: (True, None))
    audience.listeners.update(readers.values())
    audience.tell(_happen(state, deciding.moving(state, seat, len(state.decisions), [move], 1.0)))
    return {viewer: reader.heard for viewer, reader in readers.items()}


def _viewers(state: TableState) -> range:
    return range(SPECTATOR, state.game.seats)


def _seen_by(state: TableState, viewer: int) -> bytes:
    assert state.position is not None
    return state.position.view(viewer).to_bytes()


Chosen = list[tuple[int, str]]


def _decisions(name: str, seed: int, settings: dict[str, Any]) -> Iterator[tuple[Chosen, int, list[str]]]:
    """The decisions of a game played at random: what was chosen before, whose it is, and some moves to choose from."""
    source, choices = random.Random(seed), Chosen()
    state = _started(name, seed, settings)
    while state.state == "running" and len(choices) < scaled(30):
        seat = source.choice(state.deciding)
        assert state.position is not None
        moves = [move.text for move in state.position.view(seat).moves()]
        yield list(choices), seat, source.sample(moves, min(3, len(moves)))
        choices.append((seat, source.choice(moves)))
        _happen(state, deciding.moving(state, seat, len(state.decisions), [choices[-1][1]], 1.0))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("goofspiel", {"cards": 5, "seats": 3}),
        ("blotto", {}),
        ("colonizers", {}),
        ("boundary", {"width": 200, "height": 150, "pieces": 3, "treasures": 4}),
    ],
)
def test_what_is_chosen_in_secret_changes_nothing_that_others_are_told(name: str, settings: dict[str, Any]) -> None:
    compared = 0
    for choices, seat, moves in _decisions(name, 3, settings):
        outcomes = []
        for move in moves:
            state = _replayed(name, 3, settings, choices)
            told = _told(state, seat, move)
            outcomes.append((state, told))
        (first, wanted), *others = outcomes
        for state, told in others:
            for viewer in set(_viewers(state)) - {seat}:
                if not first.over and not state.over and _seen_by(state, viewer) == _seen_by(first, viewer):
                    assert told[viewer] == wanted[viewer]
                    assert told[viewer], "everybody is told that something was decided"
                    compared += 1
    assert compared


@pytest.mark.parametrize("name", ["kuhn-poker", "colonizers"])
def test_what_others_hold_changes_nothing_that_somebody_is_told(name: str) -> None:
    compared = 0
    for choices, seat, (move, *_) in _decisions(name, 4, {}):
        true = _replayed(name, 4, {}, choices)
        assert true.position is not None
        before = true.position
        told = _told(true, seat, move)
        for viewer in set(_viewers(true)) - {seat}:
            # Another deal that looks the same to the viewer.
            other = _replayed(name, 4, {}, choices)
            other.position = before.view(viewer).sample(len(choices)).with_stream(4)
            moves = [each.text for each in other.position.moves(seat)]
            if other.position == before.with_stream(4) or move not in moves:
                continue
            otherwise = _told(other, seat, move)
            if not true.over and not other.over and _seen_by(other, viewer) == _seen_by(true, viewer):
                assert otherwise[viewer] == told[viewer]
                compared += 1
    assert compared


def test_a_committed_plan_is_told_to_its_owner_alone() -> None:
    settings = {"width": 200, "height": 150, "pieces": 3, "treasures": 4}
    long, short = (_started("boundary", 5, settings) for _ in range(2))
    assert long.position is not None
    plan = max((move.text for move in long.position.view(0).moves()), key=len)
    told, other = _told(long, 0, plan), _told(short, 0, "stay")
    assert plan in json.dumps(told[0])
    for viewer in (1, SPECTATOR):
        assert told[viewer] == other[viewer]
        assert any('"committed"' in text for text in told[viewer])
