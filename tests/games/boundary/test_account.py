"""When in a turn things happen: the account beside the rules, run step by step."""

from __future__ import annotations

import random
from math import ceil

import numpy as np
import pytest

from ludarium.engine import Position
from ludarium.engine.scene import open_view, scene_of
from ludarium.games.boundary import account as told
from ludarium.games.boundary.account import MOMENTS, account
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.rules import come_to_rest, make_step, set_out
from ludarium.games.boundary.state import GONE
from ludarium.games.boundary.work import WORK


def small() -> Boundary:
    return Boundary(
        width=100,
        height=100,
        pieces=3,
        treasures=1,
        influence=26,
        reach=30,
        merge=30,
        split=100,
        surround=5,
        max_turns=9,
    )


def turned(position: Position, red: str, blue: str) -> tuple[Position, Position]:
    return position, position.play(red, 0).play(blue, 1)


def stepped(before: Position, after: Position) -> dict[int, list[tuple[int, int]]]:
    """The rules' own steps, one by one and without the compiler: which pieces fall after which step."""
    state = np.frombuffer(before.to_bytes(), before.game.rules.dtype).copy()[0]
    work = np.zeros(1, WORK)
    longest = set_out(state, np.array(after.made, np.int64), work[0])
    fallen: dict[int, list[tuple[int, int]]] = {}
    for step in range(1, ceil(longest) + 1):
        there = np.asarray(state.blob) != GONE
        make_step(state, work[0], step)
        gone = np.argwhere(there & (np.asarray(state.blob) == GONE)).tolist()
        if gone:
            fallen[step] = [(seat, piece) for seat, piece in gone]
    come_to_rest(state, work[0])
    assert (np.asarray(state.blob) == np.asarray(after.state.blob)).all()
    return fallen


def test_plans_are_known_once_they_are_carried_out() -> None:
    position = small().start(1)
    half = position.play("stay", 0)
    assert (position.made, half.made, half.view(1).made) == (None, None, None)
    after = half.play("stay", 1)
    assert after.made is not None
    assert after.made[0] == half.game.read_move("stay", position.state, 0).value
    assert after.view(0).made == after.made == open_view(after).made
    assert after.play("stay", 0).made is None


@pytest.mark.compiled
def test_captures_are_told_when_they_happen() -> None:
    """Random turns on a small field, where pieces meet soon."""
    game, chooser, seen = small(), random.Random(2), 0
    for seed in range(40):
        position = game.start(seed)
        for _ in range(3):
            if position.over or seen >= 4:
                break
            red, blue = (chooser.choice(position.moves(seat)[9:]) for seat in range(2))
            before, position = turned(position, red.text, blue.text)
            lost = (np.asarray(before.state.blob) != GONE) & (np.asarray(position.state.blob) == GONE)
            if not lost.any():
                continue
            seen += 1
            true = {piece: step for step, pieces in stepped(before, position).items() for piece in pieces}
            steps = ceil(told.longest_way(before.view(0), position.view(0)))
            moments = account(before.view(0), position.view(0))
            found = {(seat, piece): moment.share for moment in moments for seat, piece, _, _ in moment.captured}
            assert set(found) == set(true)
            part = steps / min(MOMENTS, steps)
            assert all(step <= round(found[piece] * steps) < step + part for piece, step in true.items())
    assert seen >= 4


@pytest.mark.compiled
def test_the_moments_lead_from_the_blobs_before_to_those_after() -> None:
    game, chooser = small(), random.Random(1)
    for seed in range(6):
        position = game.start(seed)
        red, blue = (chooser.choice(position.moves(seat)[9:]) for seat in range(2))
        before, after = turned(position, red.text, blue.text)
        data = scene_of(after.view(0), 2, [before.view(0)])["board_data"]
        last = data["last_turn"]
        blobs = {one["piece"]: one["blob"] for one in last["blobs"]}
        for moment in last["moments"]:
            blobs |= {one["piece"]: one["blob"] for one in moment["joined"]}
            for one in moment["captured"]:
                del blobs[one["piece"]]
        assert blobs == {piece["piece"]: piece["blob"] for piece in data["pieces"]}
        taken = [number for moment in last["moments"] for number in moment["taken"]]
        assert sorted(taken) == sorted(treasure["treasure"] for treasure in last["taken"])


def test_nobody_waits_for_an_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiler a turn is told without its moments: to reckon them would take seconds."""
    monkeypatch.setattr(told, "JIT_ENABLED", False)
    before, after = turned(small().start(1), "stay", "stay")
    assert account(before.view(0), after.view(0)) == ()
