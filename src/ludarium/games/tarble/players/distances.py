"""What the players that think like people see on the board: how far pieces are from each other.

*Board distance* is what the eye sees: steps on an empty board. *Jumping distance* is what counts: the fewest movements
a piece needs to capture another, jumps on the way included.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine import kernel
from ludarium.games.tarble.board import BEYOND, CELLS, DISTANCE, NEIGHBOUR
from ludarium.games.tarble.rules import EMPTY, State

SAFE = 4
"""The rule of three: people take a piece for safe from this distance on, as if the next roll were a 3."""
FAR = 99
"""Farther than anything on the board."""


@kernel
def nearest_enemy(state: State, seat: int, cell: int) -> int:
    """The board distance from a cell to the other seat's nearest piece."""
    nearest = FAR
    for enemy in range(state.count[1 - seat]):
        nearest = min(nearest, int(DISTANCE[cell, state.pieces[1 - seat, enemy]]))
    return nearest


@kernel
def fill_nearest(state: State, seat: int, nearest: Any) -> None:
    """`nearest[captured, cell]`: the board distance from a cell to the nearest enemy that is left.

    `captured` has a bit for each of the other seat's pieces in the order of its list, as in the keys of the turn
    generator.
    """
    enemies = int(state.count[1 - seat])
    everybody = (1 << enemies) - 1
    for cell in range(CELLS):
        nearest[everybody, cell] = FAR
    for captured in range(everybody - 1, -1, -1):
        first = 0
        while captured >> first & 1:
            first += 1
        stands = int(state.pieces[1 - seat, first])
        without = captured | 1 << first
        for cell in range(CELLS):
            nearest[captured, cell] = min(nearest[without, cell], DISTANCE[cell, stands])


@kernel
def capture_distance(board: Any, seat: int, start: int, goal: int, frontier: Any, reached: Any) -> int:
    """The jumping distance: the fewest movements in which a seat's piece captures what stands on the goal, else FAR.

    All other pieces stay where they are. A best-first search: the next cell is the one with the least sum of movements
    made and ⌈board distance / 2⌉, which never promises too much, since a jump goes two cells far. `frontier` and
    `reached` (both CELLS) are scratch.
    """
    for cell in range(CELLS):
        reached[cell] = FAR
    reached[start] = 0
    frontier[0] = start
    waiting = 1
    while waiting > 0:
        # The most promising cell; there are few enough to look at each.
        best, promise = 0, FAR * 2
        for index in range(waiting):
            cell = int(frontier[index])
            hope = int(reached[cell]) + (int(DISTANCE[cell, goal]) + 1) // 2
            if hope < promise:
                best, promise = index, hope
        cell = int(frontier[best])
        waiting -= 1
        frontier[best] = frontier[waiting]
        made = int(reached[cell]) + 1
        if cell == goal:
            return made - 1
        for direction in range(6):
            beside = int(NEIGHBOUR[cell, direction])
            if beside < 0:
                continue
            behind = int(BEYOND[cell, direction])
            landing = beside
            if board[beside] != EMPTY and beside != start:
                landing = behind
                if behind < 0 or board[beside] == seat + 1 or (board[behind] != EMPTY and behind != start):
                    continue
                if beside == goal:
                    landing = goal  # the capture itself: the search ends there
            if made < reached[landing]:
                if reached[landing] == FAR:
                    frontier[waiting] = landing
                    waiting += 1
                reached[landing] = made
    return FAR
