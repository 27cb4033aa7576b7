"""How soon one side can capture the other's pieces: jumping distances from all of its pieces at once."""

from __future__ import annotations

from typing import Any

from ludarium.engine import kernel
from ludarium.games.tarble.board import BEYOND, CELLS, NEIGHBOUR
from ludarium.games.tarble.players.distances import FAR
from ludarium.games.tarble.rules import EMPTY, FACES


@kernel
def flood(board: Any, seat: int, cells: Any, count: int, queue: Any, reached: Any, soonest: Any) -> None:
    """`soonest[cell]`: the fewest movements, up to a roll of 6, in which a seat captures what stands on a cell.

    One of its pieces moves and all others stay, as in `capture_distance`, of which this is the least over all pieces;
    FAR where no roll is enough. `queue` and `reached` (both CELLS) are scratch.
    """
    for cell in range(CELLS):
        reached[cell] = FAR
        soonest[cell] = FAR
    for piece in range(count):
        queue[piece] = cells[piece]
        reached[cells[piece]] = 0
    head, tail = 0, count
    while head < tail:
        cell = int(queue[head])
        head += 1
        made = int(reached[cell]) + 1
        if made > FACES:
            return
        for direction in range(6):
            landing = int(NEIGHBOUR[cell, direction])
            if landing < 0:
                continue
            if board[landing] != EMPTY:
                beside = landing
                landing = int(BEYOND[cell, direction])
                if landing < 0 or board[beside] == seat + 1 or board[landing] != EMPTY:
                    continue
                soonest[beside] = min(soonest[beside], made)
            if reached[landing] == FAR:
                reached[landing] = made
                queue[tail] = landing
                tail += 1


@kernel
def expected_captures(cells: Any, count: int, soonest: Any) -> int:
    """How many of some pieces fall in the next turn, in sixths: the nearest, then a second with what is left of a roll.

    Of the second only the jumping distance from where everything stands now is known, so that this is an estimate.
    """
    first, second = FAR, FAR
    for index in range(count):
        needed = int(soonest[cells[index]])
        if needed < first:
            first, second = needed, first
        elif needed < second:
            second = needed
    return max(0, FACES + 1 - first) + max(0, FACES + 1 - first - second)
