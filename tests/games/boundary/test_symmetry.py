"""No seat and no direction has an advantage: a mirrored or exchanged game is the mirror of the game, bit for bit."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Move
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.state import SEATS
from tests.conftest import scaled
from tests.games.boundary.test_rules import SMALL, random_plan

SETTINGS: dict[str, dict[str, Any]] = {
    "default": {},
    "small": SMALL,
    "walls": {**SMALL, "walls": "90,40,110,140;0,60,50,70;170,100,215,110"},
}
MIRRORS = {
    "exchanged": (1, 1, True),
    "left and right": (-1, 1, False),
    "above and below": (1, -1, False),
    "turned around": (-1, -1, False),
    "turned around and exchanged": (-1, -1, True),
}
# Without the compiler one way to mirror, made of all the others: the rest takes minutes.
ALL_CASES = [(settings, mirror) for settings in SETTINGS for mirror in MIRRORS]
CASES = ALL_CASES if JIT_ENABLED else [("small", "turned around and exchanged")]


def mirrored(state: Any, across: int, down: int, exchange: bool) -> Any:
    """The state with x and y multiplied by signs, and the seats exchanged if wanted."""
    states = np.zeros(1, state.dtype)
    states[0] = state
    other = states[0]
    signs = np.array([across, down])
    for name in ("place", "last", "aim", "treasure"):
        # Adding 0 turns -0 into 0, so that equal states are equal in their bytes.
        other[name] = other[name] * signs + 0.0
    left, top, right, bottom = other.wall.T.copy()
    x, y = np.sort([left * across, right * across], axis=0), np.sort([top * down, bottom * down], axis=0)
    other.wall[:] = np.array([x[0], y[0], x[1], y[1]]).T + 0.0
    if exchange:
        for name in ("place", "last", "aim", "blob", "points"):
            other[name] = other[name][::-1].copy()
    return states


@pytest.mark.parametrize(("settings", "mirror"), CASES)
def test_the_mirrored_game_is_the_mirror_of_the_game(settings: str, mirror: str) -> None:
    across, down, exchange = MIRRORS[mirror]
    game = Boundary(**SETTINGS[settings])
    for seed in range(scaled(6)):
        position = game.start(seed)
        chooser = random.Random(seed)
        states = mirrored(position.state, across, down, exchange)
        for _ in range(scaled(10)):
            if position.over:
                break
            plans = [random_plan(position, seat, chooser) for seat in range(SEATS)]
            for seat, plan in enumerate(plans):
                there = 1 - seat if exchange else seat
                numbers = (np.array(plan).reshape(-1, 2) * [across, down]).astype(np.int32).reshape(-1)
                assert game.bound.check(states, 0, there, numbers) == 0
                game.bound.commit(states, 0, there, numbers)
                position = position.play(Move(plan, ""), seat)
            expected = mirrored(position.state, across, down, exchange)
            assert mirrored(states[0], 1, 1, False).tobytes() == expected.tobytes()
        assert position.state.turn > 0
