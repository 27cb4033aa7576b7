"""Development as people see it: three pieces near the centre, on its far side from the enemy."""

from __future__ import annotations

from typing import Any

from ludarium.engine import kernel
from ludarium.games.tarble.board import CELLS, CENTRE, DISTANCE, NEIGHBOUR, RIGHTWARDS
from ludarium.games.tarble.players.distances import FAR
from ludarium.games.tarble.rules import State


@kernel
def fill_goals(state: State, seat: int, nearest: Any, goals: Any) -> None:
    """`goals[captured]`: the primary goal and the two beside it, for each set of captured enemies.

    The primary goal is the cell beside the centre that is farthest from the nearest enemy (then from all of them); the
    others are the cells beside it that are neither beside the centre nor straight behind the primary goal. Of cells
    that are equally far the one on the right is taken, as people do. `nearest` is what `fill_nearest` gives.
    """
    enemies = int(state.count[1 - seat])
    for captured in range(1 << enemies):
        best = -CELLS
        for direction in range(6):
            cell = int(NEIGHBOUR[CENTRE, direction])
            together = 0
            for enemy in range(enemies):
                if not captured >> enemy & 1:
                    together += int(DISTANCE[cell, state.pieces[1 - seat, enemy]])
            worth = (int(nearest[captured, cell]) * CELLS + together) * CELLS + int(RIGHTWARDS[seat, cell])
            if worth > best:
                best = worth
                goals[captured, 0] = cell
                goals[captured, 1] = NEIGHBOUR[cell, (direction + 1) % 6]
                goals[captured, 2] = NEIGHBOUR[cell, (direction + 5) % 6]


@kernel
def development(cells: Any, count: int, goals: Any) -> int:
    """How far pieces are from a developed position: 3·d1² + 4·d2 + 2·d3, the smaller the better.

    The piece nearest to the primary goal is the primary piece. Of the two other goals the one with the nearer piece
    (other than the primary) is the secondary. A piece that does not exist counts nothing.
    """
    primary = closest(cells, count, int(goals[0]), -1, -1)
    if primary < 0:
        return 0
    first = int(DISTANCE[cells[primary], goals[0]])
    score = 3 * first * first
    one = closest(cells, count, int(goals[1]), primary, -1)
    if one < 0:
        return score
    other = closest(cells, count, int(goals[2]), primary, -1)
    near, far = int(goals[1]), int(goals[2])
    if DISTANCE[cells[other], far] < DISTANCE[cells[one], near]:
        near, far, one = far, near, other
    score += 4 * int(DISTANCE[cells[one], near])
    third = closest(cells, count, far, primary, one)
    if third >= 0:
        score += 2 * int(DISTANCE[cells[third], far])
    return score


@kernel
def closest(cells: Any, count: int, goal: int, but: int, nor: int) -> int:
    """The index of the piece nearest to a goal by board distance, two of them left out; -1 if there is none."""
    found, best = -1, FAR
    for index in range(count):
        distance = int(DISTANCE[cells[index], goal])
        if index not in (but, nor) and distance < best:
            found, best = index, distance
    return found
