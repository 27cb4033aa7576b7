"""The enemy's best reply to a turn, beside a look at every turn that there is."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ludarium.engine import Position, kernel
from ludarium.games.tarble.board import CELLS, DEADLY, DISTANCE, PIECES
from ludarium.games.tarble.players.distances import FAR, fill_nearest
from ludarium.games.tarble.players.reply import EXPOSED, GAME, POINT, best_replies
from ludarium.games.tarble.rules import FACES, NOWHERE
from ludarium.games.tarble.turns import doors, states_of, turns_from
from tests.conftest import scaled
from tests.games.tarble.positions import random_position


def slow_worth(key: int, state: Any) -> int:
    """What a turn is worth that leads to a key of the turn generator."""
    seat = int(state.seat)
    cells = [key >> 7 * piece & 127 for piece in range(PIECES)]
    kept = [cell for cell in cells if cell != NOWHERE and not DEADLY[cell]]
    enemies = state.pieces[1 - seat][: int(state.count[1 - seat])].tolist()
    left = [cell for number, cell in enumerate(enemies) if not key >> 49 + number & 1]
    gain = len(enemies) - len(left) + (key >> 56 & 1)
    lead = int(state.points[seat]) - int(state.points[1 - seat]) + gain
    if not left:
        return POINT * gain + (GAME if lead >= 0 else -GAME)
    if not kept:
        return POINT * gain + (GAME if lead > 0 else -GAME)
    closest = min(int(DISTANCE[cell, enemy]) for cell in kept for enemy in left)
    return POINT * gain - EXPOSED * max(0, FACES + 1 - closest) // FACES


def replies(given: Position, highest: int) -> list[int]:
    nearest = np.full((1 << PIECES, CELLS), FAR, np.int16)
    states = states_of(given)

    doors().bind(do_fill_nearest)(states, nearest)
    return [int(worth) for worth in doors().bind(do_best_replies)(states, highest, nearest)[1:]]


@kernel
def do_fill_nearest(states: Any, nearest: Any) -> None:
    fill_nearest(states[0], int(states[0].seat), nearest)


@kernel
def do_best_replies(states: Any, highest: int, nearest: Any) -> Any:
    return best_replies(states[0], highest, nearest)


def test_the_best_reply_is_that_of_all_turns() -> None:
    source = random.Random(5)
    met = {"captures": 0, "won": 0, "lost": 0, "exposed": 0}
    for number in range(scaled(400)):
        few = number % 2 == 0
        given = random_position(source, roll=1, most=2 if few else PIECES, within=False)
        given.state.points[:] = [source.randint(0, 12), source.randint(0, 12)]
        highest = source.randint(2, 5 if few else 3)
        expected = []
        for roll in range(1, highest + 1):
            keys = turns_from(given, roll).keys
            expected.append(max(slow_worth(int(key), given.state) for key in keys))
        assert replies(given, highest) == expected, given
        met["captures"] += expected[-1] > 0
        met["won"] += expected[-1] >= GAME
        met["lost"] += expected[-1] <= -GAME // 2
        met["exposed"] += expected[-1] % POINT != 0
    if scaled(400) == 400:
        assert min(met[kind] for kind in ("captures", "won", "exposed")) > 20, met
