"""A turn made movement by movement by a network: the best next movement, or a beam of the best beginnings."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.kernels.jit import apart
from ludarium.engine.state import States
from ludarium.games.tarble.board import CENTRE, DISTANCE
from ludarium.games.tarble.lookahead import same, value_of_result
from ludarium.games.tarble.network import SURE, Reader, value
from ludarium.games.tarble.rules import BLUE, FACES, NEUTRAL, RED, State, can_move, clear_up, legal, make_movement

_ALIKE = 0.001
"""The same position, summed up in another order, is judged no more differently than this."""


@kernel
def movement_and_after(state: State, move: int) -> bool:
    """Make a movement, and clear up if the turn is over then, without throwing the die; whether the game is over."""
    seat = int(state.seat)
    make_movement(state, seat, move)
    state.left -= 1
    if state.count[1 - seat] == 0 and state.finish == 0:
        return True
    if state.left > 0 and can_move(state, seat):
        return False
    clear_up(state, seat)
    state.left = 0
    state.seat = 1 - seat
    return bool(state.count[RED] == 0 or state.count[BLUE] == 0)


@apart
@kernel
def value_after(state: State, move: int, reader: Reader) -> float:
    """The value of the position after a movement, which is made in the state."""
    if movement_and_after(state, move):
        red_stands, blue_stands = state.count[RED] > 0, state.count[BLUE] > 0
        return value_of_result(int(state.points[RED]), int(state.points[BLUE]), red_stands, blue_stands)
    return value_of_state(state, reader)


@apart
@kernel
def best_movement(states: States[State], reader: Reader, moves: Any) -> int:
    """The movement after which the network likes the position best. Row 1 of the states is scratch."""
    state = states[0]
    seat = int(state.seat)
    side = 1.0 - 2.0 * seat
    best, best_worth = -1, -2.0 * SURE
    for index in range(legal(state, seat, moves)):
        states[1] = state
        worth = value_after(states[1], int(moves[index]), reader) * side
        if worth > best_worth:
            best, best_worth = int(moves[index]), worth
    return best


@kernel
def value_of_state(state: State, reader: Reader) -> float:
    seat = int(state.seat)
    if state.count[1 - seat] == 0:
        return (1.0 - 2.0 * seat) * value_of_rest(state)
    gone = 0 if state.board[CENTRE] == NEUTRAL else 1
    return float(
        value(
            reader,
            state.pieces,
            int(state.points[RED]),
            int(state.points[BLUE]),
            int(state.seat),
            gone,
            int(state.left),
        )
    )


@kernel
def value_of_rest(state: State) -> float:
    """The value to the mover of a turn that goes on although the other has no pieces left.

    Whoever has a movement left can end where a piece stays. Points can come from the neutral piece alone, and only once
    a turn; whether own pieces stand in the way of it is not looked at.
    """
    seat = int(state.seat)
    lead = int(state.points[seat]) - int(state.points[1 - seat])
    if lead != -1:
        return SURE if lead >= 0 else -SURE
    nearest = FACES + 1
    if state.board[CENTRE] == NEUTRAL:
        for piece in range(state.count[seat]):
            nearest = min(nearest, int(DISTANCE[state.pieces[seat, piece], CENTRE]))
    return SURE if nearest <= state.left else -SURE


@apart
@kernel
def beam_turn(states: States[State], reader: Reader, beam: int, moves: Any, movements: Any) -> Any:
    """A good turn of the roll in row 0: `(movements made, value)`. Row 1 is scratch, 2 * `beam` rows from 2 on as well.

    After each movement the best `beam` beginnings are kept, and two that lead to the same position count once. The turn
    is the best of all the ends that are found so.
    """
    seat = int(states[0].seat)
    side = 1.0 - 2.0 * seat
    paths = np.empty((2 * beam, FACES), np.int64)
    order, worths = np.empty(beam, np.int64), np.empty(beam)
    best_worth, made = -2.0 * SURE, 0
    earlier, begun = 1, 0
    rows = np.zeros(beam, np.int64)  # row 0 is the only beginning of no movements
    while earlier > 0:
        base = 2 + beam * (begun % 2)
        count = 0
        for index in range(earlier):
            before = int(rows[index])
            for place in range(legal(states[before], seat, moves)):
                move = int(moves[place])
                states[1] = states[before]
                reached = states[1]
                worth = value_after(reached, move, reader) * side
                if reached.seat != seat or (reached.count[1 - seat] == 0 and reached.finish == 0):
                    if worth > best_worth:
                        best_worth, made = worth, begun + 1
                        for step in range(begun):
                            movements[step] = paths[before - 2, step]
                        movements[begun] = move
                    continue
                row = keep_beginning(states, base, order, worths, count, worth)
                if row >= 0:
                    count = min(count + 1, beam)
                    for step in range(begun):
                        paths[row - 2, step] = paths[before - 2, step]
                    paths[row - 2, begun] = move
        for index in range(count):
            rows[index] = order[index]
        earlier = count
        begun += 1
    return made, best_worth * side


@kernel
def keep_beginning(states: States[State], base: int, order: Any, worths: Any, count: int, worth: float) -> int:
    """Put the position in row 1 among the best, whose rows begin at `base`, if it is good enough and new.

    `order` lists their rows, the best first. Returns the new one's row, -1 if it is not kept.
    """
    room = int(order.shape[0])
    if count == room and worth <= worths[room - 1]:
        return -1
    if stands_among(states, order, worths, count, worth):
        return -1
    place = count if count < room else room - 1
    row = base + count if count < room else int(order[room - 1])
    while place > 0 and worths[place - 1] < worth:
        order[place] = order[place - 1]
        worths[place] = worths[place - 1]
        place -= 1
    order[place] = row
    worths[place] = worth
    states[row] = states[1]
    return row


@kernel
def stands_among(states: States[State], order: Any, worths: Any, count: int, worth: float) -> bool:
    """Whether the position in row 1 is one of those in the list: only one of about the same worth can be."""
    for index in range(count):
        if abs(worths[index] - worth) < _ALIKE:
            other = states[int(order[index])]
            if same(states[1].pieces, other.pieces) and states[1].board[CENTRE] == other.board[CENTRE]:
                return True
    return False
