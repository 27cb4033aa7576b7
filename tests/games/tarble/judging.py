"""The network of Tarble again, slowly: dense inputs, exact functions, no sums kept."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any

import numpy as np

from ludarium.engine import Position
from ludarium.games.tarble.board import CELL, CENTRE, DIRECTIONS, PLACES, Place, between, turned
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


def one_of(number: int, many: int) -> list[float]:
    """A one among zeros."""
    return [float(number == place) for place in range(many)]


def dense_inputs(
    pieces: Pieces, points: tuple[int, int], seat: int, gone: int, left: int, *, rich: bool
) -> list[float]:
    """All inputs, the zeros too."""
    if not rich:
        red, blue = upright(pieces)
        others = [points[0] / 10, points[1] / 10, 1 - 2 * seat, gone, 1]
        return [*((place in red) - (place in blue) for place in PLACES), *others]
    mine, theirs = upright((pieces[seat], pieces[1 - seat]))
    lead = max(-6, min(6, points[seat] - points[1 - seat]))
    cells = [float(place in side) for side in (mine, theirs) for place in PLACES]
    others = [points[seat] / 10, points[1 - seat] / 10, gone, 1]
    counts = [*one_of(len(mine), 8), *one_of(len(theirs), 8)]
    tactics = [*slow_tactics(mine, theirs, gone), *slow_tactics(theirs, mine, gone)]
    silent = [0.0] * len(tactics)
    when = [*silent, *tactics] if left else [*tactics, *silent]
    return [*cells, *others, *counts, *one_of(lead + 6, 13), *one_of(min(left, 5), 6), *when]


def slow_tactics(mine: frozenset[Place], theirs: frozenset[Place], gone: int) -> list[float]:
    """How soon a side's pieces fall, it jumps the neutral piece, two and three fall; how far sacrifices are."""
    neutral = frozenset() if gone else frozenset({(0, 0)})

    def soonest(place: Place, hunters: frozenset[Place]) -> int:
        return slow_soonest(place, mine | neutral, theirs, hunters)

    soon = [0.0] * 8
    for place in mine:
        soon[soonest(place, theirs)] += 0.5
    after = {pair: soonest(pair[1], frozenset({pair[0]})) for pair in permutations(mine, 2)}
    first = {place: soonest(place, theirs) for place in mine}
    two = min([7, *(first[a] + after[a, b] for a, b in permutations(mine, 2))])
    three = min([7, *(first[a] + after[a, b] + after[b, c] for a, b, c in permutations(mine, 3))])
    jump = 7 if gone else slow_soonest((0, 0), theirs, mine, mine)
    corners = [(5, 0), (5, 5), (0, 5), (-5, 0), (-5, -5), (0, -5)]
    steps = sum(min(between(place, (0, 0)) + 1, *(between(place, corner) for corner in corners)) for place in mine)
    return [*soon, *one_of(jump, 8), *one_of(two, 8), *one_of(three, 8), *one_of(min(steps, 20), 21)]


def slow_soonest(place: Place, friends: frozenset[Place], others: frozenset[Place], hunters: frozenset[Place]) -> int:
    best = 7
    for dx, dy in DIRECTIONS:
        side, behind = (place[0] + dx, place[1] + dy), (place[0] - dx, place[1] - dy)
        if side in CELL and behind in CELL and side not in friends and behind not in friends | others:
            best = min([best, *(between(hunter, side) + 1 for hunter in hunters)])
    return best


def slow_value(
    network: Network, pieces: Pieces, points: tuple[int, int], seat: int, gone: int = 0, left: int = 0
) -> float:
    """The logarithm of the odds that red wins."""
    inputs = np.array(dense_inputs(pieces, points, seat, gone, left, rich=network.rich))
    hidden = np.tanh(inputs @ network.weights.astype(np.float64))
    odds = float(hidden @ network.output[:-1].astype(np.float64) + network.output[-1])
    return -odds if network.rich and seat else odds


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
