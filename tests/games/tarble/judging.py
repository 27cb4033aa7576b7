"""The network of Tarble again, slowly: dense inputs, exact functions, no sums kept."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludarium.engine import Position
from ludarium.games.tarble.board import CELL, CENTRE, PLACES, turned
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.rules import NEUTRAL, NOWHERE

Pieces = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]
"""The places of red and of blue."""


def pieces_of(state: Any) -> Pieces:
    red, blue = (frozenset(PLACES[int(cell)] for cell in row if cell != NOWHERE) for row in state.pieces)
    return red, blue


def turned_by(pieces: Pieces, times: int) -> Pieces:
    red, blue = (frozenset(turned(place, times) for place in side) for side in pieces)
    return red, blue


def as_array(pieces: Pieces) -> Any:
    """As a state's `pieces`."""
    rows = np.full((2, 7), NOWHERE, np.int8)
    for side, places in enumerate(pieces):
        rows[side, : len(places)] = sorted(CELL[place] for place in places)
    return rows


def upright(pieces: Pieces) -> Pieces:
    """The turn of the position that the network reads."""

    def first_sextant(given: Pieces) -> bool:
        x, y = (sum(place[axis] for place in given[0]) - sum(place[axis] for place in given[1]) for axis in (0, 1))
        return 0 <= y < x

    def listed(given: Pieces) -> list[int]:
        return [1 if place in given[0] else 2 if place in given[1] else 0 for place in PLACES]

    turns = [turned_by(pieces, times) for times in range(6)]
    return next(filter(first_sextant, turns), min(turns, key=listed))


def dense_inputs(
    pieces: Pieces, points: tuple[int, int], seat: int, gone: int, left: int, *, rich: bool
) -> list[float]:
    """All inputs, the zeros too."""
    red, blue = upright(pieces)
    others = [points[0] / 10, points[1] / 10, 1 - 2 * seat, gone, 1]
    if not rich:
        return [*((place in red) - (place in blue) for place in PLACES), *others]

    def one_of(number: int, many: int) -> list[float]:
        return [float(number == place) for place in range(many)]

    lead = max(-6, min(6, points[0] - points[1]))
    cells = [float(place in side) for side in (red, blue) for place in PLACES]
    counts = [*one_of(len(red), 8), *one_of(len(blue), 8)]
    return [*cells, *others, *counts, *one_of(lead + 6, 13), *one_of(6 * seat + min(left, 5), 12)]


def slow_value(
    network: Network, pieces: Pieces, points: tuple[int, int], seat: int, gone: int = 0, left: int = 0
) -> float:
    """The logarithm of the odds that red wins."""
    inputs = np.array(dense_inputs(pieces, points, seat, gone, left, rich=network.rich))
    hidden = np.tanh(inputs @ network.weights.astype(np.float64))
    return float(hidden @ network.output[:-1].astype(np.float64) + network.output[-1])


def slow_result(pieces: Pieces, points: tuple[int, int]) -> float | None:
    """The chance that red wins of a game that is over."""
    if pieces[0] and pieces[1]:
        return None
    if points[0] != points[1]:
        return float(points[0] > points[1])
    return 0.5 if len(pieces[0]) == len(pieces[1]) else float(len(pieces[0]) > 0)


def slow_chance(network: Network, pieces: Pieces, points: tuple[int, int], seat: int, *others: int) -> float:
    """The chance that red wins, by the result where there is one."""
    over = slow_result(pieces, points)
    if over is not None:
        return over
    return 1 / (1 + math.exp(-slow_value(network, pieces, points, seat, *others)))


def arguments(position: Position) -> tuple[Any, ...]:
    """What the kernels take of a position, as if it stood within a turn."""
    state = position.state
    gone = int(state.board[CENTRE] != NEUTRAL)
    points = (int(state.points[0]), int(state.points[1]))
    return np.array(state.pieces), *points, int(state.seat), gone, int(state.left)


def small_network(seed: int, *, rich: bool, hidden: int = 7) -> Network:
    """A random network with weights large enough to bend the hidden units."""
    network = Network.fresh(hidden, seed, rich=rich)
    network.weights *= 4
    network.output *= 4
    return network
