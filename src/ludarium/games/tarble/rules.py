"""The rules of Tarble. A decision is one movement; the die of the next turn falls as soon as a turn is over."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import Fields, Rules, below, i1, i2, kernel
from ludarium.engine.slots import Moves, Points, Seat
from ludarium.games.tarble.board import (
    BEYOND,
    BLUE_START,
    CELLS,
    CENTRE,
    DEADLY,
    NEIGHBOUR,
    PIECES,
    RED_START,
)

RED, BLUE = 0, 1
EMPTY, NEUTRAL = 0, 3
"""What lies on a cell; a seat's pieces are `seat + 1`."""
MOST_TURNS = 1000
"""After so many turns the game is a tie, for players who never finish."""
FACES = 6
NOWHERE = 127
"""Stands behind the last piece of a list."""
STARTS = np.array([RED_START, BLUE_START], np.int8)


class State(Fields):
    board = i1(CELLS)
    pieces = i1(2, PIECES)  # the cells of each seat's pieces in rising order, then NOWHERE
    count = i1(2)  # how many pieces each seat has
    points = i2(2)
    seat = i1()  # whose turn it is
    roll = i1()  # the die of this turn
    left = i1()  # movements of this turn that are still to be made
    turns = i2()  # finished turns of both
    finish = (
        i1()
    )  # 1: a turn is finished even if the other has no pieces left; 0, as in version 1: the game ends at once


@kernel
def start(state: State) -> None:
    for seat in range(2):
        for piece in range(PIECES):
            state.pieces[seat, piece] = STARTS[seat, piece]
            state.board[STARTS[seat, piece]] = seat + 1
        state.count[seat] = PIECES
    state.board[CENTRE] = NEUTRAL
    throw(state)


@kernel
def to_move(state: State) -> Seat:
    seat = int(state.seat)
    if state.count[seat] == 0 or state.turns >= MOST_TURNS:
        return -1
    if state.count[1 - seat] == 0 and (state.finish == 0 or state.left == state.roll):
        return -1
    return seat


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    """Movements, as `cell · 6 + direction`: whether it is a step or a jump, the board tells."""
    found = 0
    for piece in range(state.count[seat]):
        cell = int(state.pieces[seat, piece])
        for direction in range(6):
            if target(state.board, seat, cell, direction) >= 0:
                moves[found] = cell * 6 + direction
                found += 1
    return found


@kernel
def apply(state: State, seat: Seat, move: int) -> None:
    make_movement(state, seat, move)
    state.left -= 1
    if state.count[1 - seat] == 0 and state.finish == 0:
        return  # the game is over at once, in the middle of the turn
    if state.left > 0 and can_move(state, seat):
        return
    clear_up(state, seat)
    state.turns += 1
    state.seat = 1 - seat
    throw(state)


@kernel
def result(state: State, points: Points) -> None:
    """The points scored; at equal points half a point decides for whoever still has pieces, where only one has.

    Stopped: nobody scores.
    """
    for seat in range(2):
        points[seat] = state.points[seat]
        if state.points[RED] == state.points[BLUE] and state.count[seat] > 0:
            points[seat] += 0.5
        if state.count[RED] > 0 and state.count[BLUE] > 0:
            points[seat] = 0.0


# --- parts of a turn --------------------------------------------------------------------------------------------------


@kernel
def target(board: Any, seat: Seat, cell: int, direction: int) -> int:
    """Where a movement ends, -1 if there is no such movement."""
    beside = NEIGHBOUR[cell, direction]
    if beside < 0:
        return -1
    if board[beside] == EMPTY:
        return int(beside)
    behind = BEYOND[cell, direction]
    if behind >= 0 and board[beside] != seat + 1 and board[behind] == EMPTY:
        return int(behind)
    return -1


@kernel
def can_move(state: State, seat: Seat) -> bool:
    for piece in range(state.count[seat]):
        for direction in range(6):
            if target(state.board, seat, int(state.pieces[seat, piece]), direction) >= 0:
                return True
    return False


@kernel
def make_movement(state: State, seat: Seat, move: int) -> None:
    """Move a piece and take what it jumps over; nothing else of the turn."""
    cell, direction = move // 6, move % 6
    goal = target(state.board, seat, cell, direction)
    beside = int(NEIGHBOUR[cell, direction])
    if goal != beside:
        if state.board[beside] != NEUTRAL:
            take_away(state, 1 - seat, beside)
        state.board[beside] = EMPTY
        state.points[seat] += 1
    state.board[cell] = EMPTY
    state.board[goal] = seat + 1
    take_away(state, seat, cell)
    put_in(state, seat, goal)


@kernel
def clear_up(state: State, seat: Seat) -> None:
    """The end of a turn: the mover's pieces on corners and centre go, the neutral piece comes back."""
    piece = 0
    while piece < state.count[seat]:
        cell = int(state.pieces[seat, piece])
        if DEADLY[cell]:
            state.board[cell] = EMPTY
            take_away(state, seat, cell)
        else:
            piece += 1
    state.board[CENTRE] = NEUTRAL


@kernel
def throw(state: State) -> None:
    """Throw the die for the seat whose turn it is. Who cannot move at all has had the turn."""
    state.roll = 1 + below(state, FACES)
    state.left = state.roll
    while state.turns < MOST_TURNS and not can_move(state, int(state.seat)):
        if state.count[RED] == 0 or state.count[BLUE] == 0:
            return
        state.turns += 1
        state.seat = 1 - state.seat
        state.roll = 1 + below(state, FACES)
        state.left = state.roll


@kernel
def take_away(state: State, seat: Seat, cell: int) -> None:
    """Strike a cell off a seat's list."""
    last = int(state.count[seat]) - 1
    found = False
    for piece in range(last):
        found = found or state.pieces[seat, piece] == cell
        if found:
            state.pieces[seat, piece] = state.pieces[seat, piece + 1]
    state.pieces[seat, last] = NOWHERE
    state.count[seat] = last


@kernel
def put_in(state: State, seat: Seat, cell: int) -> None:
    """Add a cell to a seat's list, in its place."""
    piece = int(state.count[seat])
    while piece > 0 and state.pieces[seat, piece - 1] > cell:
        state.pieces[seat, piece] = state.pieces[seat, piece - 1]
        piece -= 1
    state.pieces[seat, piece] = cell
    state.count[seat] += 1


RULES = Rules.collect(
    "tarble",
    globals(),
    State,
    max_moves=6 * PIECES,
    max_plies=FACES * MOST_TURNS,
)
