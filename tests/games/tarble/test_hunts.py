"""Hunts against a search in words: every capture that one piece alone can reach, in the fewest movements."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Position, kernel
from ludarium.games.tarble.hunts import _ROOM, all_hunts
from ludarium.games.tarble.rules import FACES
from ludarium.games.tarble.turns import MOVE_BITS, MOVE_MASK, do_movement, doors, states_of
from tests.games.tarble.positions import GAME, board_of, position, random_position
from tests.games.tarble.reference import Board, Place, movements


def slow_hunts(given: Position) -> dict[Board, int]:
    """What a capture by one piece alone can lead to, and in how many movements at least."""
    found: dict[Board, int] = {}
    start = board_of(given)
    for piece in start.own:
        layer: set[tuple[Place, Board]] = {(piece, start)}
        met = set(layer)
        for made in range(1, FACES + 1):
            following = set()
            for hunter, board in layer:
                for before, goal, after in movements(board):
                    if before != hunter:
                        continue
                    if after.points > board.points:
                        found.setdefault(after, made)
                        found[after] = min(found[after], made)
                    following.add((goal, after))
            layer = following - met
            met |= layer
    return found


@kernel
def do_all_hunts(states: Any, paths: Any, lengths: Any) -> int:
    return all_hunts(states[0], int(states[0].seat), paths, lengths)


def hunts_of(given: Position) -> list[list[int]]:
    paths, lengths = np.zeros(_ROOM, np.uint64), np.zeros(_ROOM, np.int64)
    count = doors().bind(do_all_hunts)(states_of(given), paths, lengths)
    assert count < _ROOM
    return [
        [int(paths[hunt] >> MOVE_BITS * np.uint64(step) & MOVE_MASK) for step in range(lengths[hunt])]
        for hunt in range(count)
    ]


def led_to(given: Position, path: list[int]) -> Board:
    """The board after the movements of a hunt, whatever the die shows."""
    states = GAME.bound.states(1)
    states[0] = given.state
    states[0].left = FACES + 1
    points = int(states[0].points[states[0].seat])
    for move in path:
        doors().bind(do_movement)(states, move)
    reached = Position(GAME, states)
    return board_of(reached)._replace(points=int(states[0].points[states[0].seat]) - points)


@pytest.mark.compiled  # a search in words of many positions
def test_hunts_are_those_of_the_rules() -> None:
    source = random.Random(16)
    listed = 0
    for _ in range(150):
        given = random_position(source, roll=source.randint(1, 6))
        wanted = slow_hunts(given)
        found: dict[Board, int] = {}
        paths = hunts_of(given)
        assert paths == sorted(paths, key=len)
        for path in paths:  # two pieces that come home after the same captures are met twice
            found.setdefault(led_to(given, path), len(path))
        assert found == wanted
        listed += len(found)
    assert listed > 3000


def test_a_walk_of_four_that_takes_two() -> None:
    """Nothing on the way shows that the fifth and the sixth movement capture."""
    given = position("r(-4,-3) b(1,-3)(3,-2) 0:0 r 6")
    taken = [led_to(given, path) for path in hunts_of(given)]
    assert max(board.points for board in taken) == 2
