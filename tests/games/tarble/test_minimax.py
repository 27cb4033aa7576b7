"""Minimax: the most points within reach, and nothing else."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ludarium.engine import Clock, Game, Position, View
from ludarium.games import load
from ludarium.games.tarble.board import CELL, CENTRE, DEADLY, PLACES
from ludarium.games.tarble.players.minimax import AHEAD, Minimax
from ludarium.games.tarble.rules import NEUTRAL, NOWHERE, legal, make_movement
from tests.conftest import scaled


@pytest.fixture(scope="module")
def tarble() -> Game:
    return load("tarble")


def placed(game: Game, red: list[tuple[int, int]], blue: list[tuple[int, int]], roll: int) -> Position:
    """A position with red to move."""
    position = game.start(0)
    state = position.state
    state.board[:] = 0
    state.pieces[:] = NOWHERE
    state.board[CENTRE] = NEUTRAL
    for seat, places in enumerate((red, blue)):
        cells = sorted(CELL[place] for place in places)
        state.count[seat] = len(cells)
        state.pieces[seat, : len(cells)] = cells
        state.board[cells] = seat + 1
    state.roll = state.left = roll
    return position


def most_points(view: View, movements: int) -> int:
    """The slow twin: every sequence of so many movements is tried, the points of the best are returned."""
    best = -1
    states = np.zeros(1, view.state.dtype)
    states[0] = view.state
    waiting = [(states.copy(), movements)]
    seen = set()
    while waiting:
        states, left = waiting.pop()
        state = states[0]
        if (states.tobytes(), left) in seen:
            continue
        seen.add((states.tobytes(), left))
        moves = np.zeros(42, np.int64)
        found = legal(state, view.seat, moves) if left and state.count[1 - view.seat] else 0
        if not found:
            best = max(best, int(state.points[view.seat] - view.state.points[view.seat]))
        for move in moves[:found].tolist():
            following = states.copy()
            make_movement(following[0], view.seat, move)
            waiting.append((following, left - 1))
    return best


def made(position: Position, player: Minimax) -> tuple[Position, int]:
    """The position after the turn, and how many movements it had."""
    seat, turns, count = position.movers[0], int(position.state.turns), 0
    while not position.over and int(position.state.turns) == turns:
        position = position.play(player.choose(position.view(seat), Clock()))
        count += 1
    return position, count


def begun(game: Game, seat: int, seed: int, **options: object) -> Minimax:
    player = Minimax(**options)
    player.begin(game, seat, seed)
    return player


def test_it_gains_what_the_best_sequence_gains(tarble: Game) -> None:
    draw = random.Random(5)
    places = [place for place in PLACES if not DEADLY[CELL[place]]]
    gained = []
    for seed in range(scaled(100)):
        chosen = draw.sample(places, 11)
        position = placed(tarble, chosen[:4], chosen[4:], roll=1 + seed % 2)
        best = most_points(position.view(0), int(position.state.roll))
        after, _ = made(position, begun(tarble, 0, seed))
        assert int(after.state.points[0]) == best
        gained.append(best)
    assert len(set(gained)) > 2


def test_long_rolls_are_taken_in_two_parts(tarble: Game) -> None:
    # Nothing is in reach of two movements: whoever looks no further sees no reason to go there.
    position = placed(tarble, [(-5, -4)], [(-5, -1), (4, 5)], roll=6)
    assert most_points(position.view(0), 2) == 0
    thoughts = []
    for ahead in (2, 6):
        player = begun(tarble, 0, 1, ahead=ahead)
        player.choose(position.view(0), Clock())
        assert player.thought is not None
        thoughts.append(player.thought.figures["points"])
    assert thoughts[1] == most_points(position.view(0), 6) > 0
    assert thoughts[0] <= thoughts[1]
    assert Minimax().options["ahead"] == AHEAD == 4


def test_ties_are_drawn_by_the_seed(tarble: Game) -> None:
    position = placed(tarble, [(-3, -4), (-1, -4)], [(2, 5)], roll=2)
    chosen = [made(position, begun(tarble, 0, seed))[0].state.pieces[0].tolist() for seed in (1, 1, 2, 3, 4, 5)]
    assert chosen[0] == chosen[1]
    assert len({tuple(cells) for cells in chosen}) > 2


def test_it_says_what_it_gains(tarble: Game) -> None:
    position = placed(tarble, [(1, 3)], [(2, 4), (4, 5)], roll=1)
    player = begun(tarble, 0, 1)
    player.choose(position.view(0), Clock())
    assert player.thought is not None
    assert player.thought.reason.startswith("1 point at the end of the turn, the most in ")
    assert player.thought.reason.endswith("; none like it")
