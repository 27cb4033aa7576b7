"""The rules that all translated games share: turns, passes, goals and ends. The translation fills in the rest."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.doors.zrf.counts import leaders
from ludarium.doors.zrf.listing import (
    ADDS,
    CHANCE,
    PASS,
    PLAYER,
    SIDE,
    can_move,
    find_moves,
    list_moves,
    list_ready,
    save,
    work_out,
    write_sets,
)
from ludarium.doors.zrf.moving import (
    HEAD,
    NEXT,
    TO,
    fresh_notes,
    lifted,
    wide,
)
from ludarium.doors.zrf.state import (
    AFTER,
    ALL_SURE,
    ALWAYS,
    ANNOUNCES,
    ANNOUNCING,
    ATTRIBUTE_CELLS,
    CELLS,
    COUNT,
    COUNT_PLIES,
    DEFAULTS,
    EARLY,
    EXTRA,
    FORCED,
    GOAL_COUNT,
    GOALS,
    HISTORY,
    INSTEAD,
    INSTEAD_TURN,
    KINDS,
    LATE,
    LONGEST,
    LOSS,
    MANNER_OF,
    MAXIMAL,
    MOST_MOVES,
    OFF,
    ORDINARY,
    OWN_TURN,
    PASS_PARTIAL,
    PASS_TURN,
    PLAYERS,
    QUIET,
    QUIET_BY_TYPE,
    READY,
    REMEMBER,
    REPETITION,
    SEAT_OF,
    SETS,
    SETUP,
    TAKES_BACK,
    TURNS,
    WAYS,
    WIN,
    State,
    reached,
)
from ludarium.engine.kernels.bitset64 import count, nth
from ludarium.engine.kernels.hashing import combine
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import below
from ludarium.engine.rules import uniform_move
from ludarium.engine.slots import SEATS, Moves, Points

_SEEN_BEFORE = 2
"""A position that was there so often before has come for the third time."""


@kernel
def start(state: State) -> None:
    for cell in range(CELLS):
        state.owner[cell], state.kind[cell] = SETUP[cell, 0], SETUP[cell, 1]
        if ATTRIBUTE_CELLS == CELLS:
            state.attributes[cell] = DEFAULTS[SETUP[cell, 1]]
    if SETS:
        write_sets(state)
    for player in range(PLAYERS):
        for kind in range(KINDS):
            state.off[player, kind] = OFF[player, kind]
    if REPETITION:
        remember_position(state, 0)
    look_ahead(state)
    play_chance(state)


@kernel
def to_move(state: State) -> int:
    return -1 if state.over else int(SEAT_OF[TURNS[state.turn, PLAYER]])


@kernel
def legal(state: State, seat: int, moves: Moves) -> int:
    if READY and state.ready and not (ANNOUNCES or MAXIMAL):
        return list_ready(state, moves)
    return list_moves(state, moves, fresh_notes() if not (SETS and ALL_SURE) else np.empty(HEAD, np.int64))


@kernel
def playout_move(state: State, seat: int, moves: Moves, source: Any) -> int:
    """The same move as one drawn from the list, which is not made where it is a set of cells."""
    if READY and WAYS == 1 and state.ready and not (ANNOUNCES or MAXIMAL or PASS_PARTIAL or PASS_TURN == ALWAYS):
        cells = state.begun[0]
        return nth(cells, below(source, count(cells))) * ADDS
    return uniform_move(state, seat, moves, source)


@kernel
def apply(state: State, seat: int, move: int) -> None:
    make(state, move)
    settle(state)
    play_chance(state)


@kernel
def result(state: State, points: Points) -> None:
    """Those who win share one point; in a draw everybody does."""
    winners = 0
    for seat in range(SEATS):
        winners += (state.winners >> seat) & 1
    for seat in range(SEATS):
        points[seat] = 1.0 / winners if (state.winners >> seat) & 1 else 0.0


# --- moves and turns --------------------------------------------------------------------------------------------------


@kernel
def make(state: State, move: int) -> None:
    """Make a move or pass; `going` says afterwards whether its piece goes on."""
    if not state.going:
        for player in range(PLAYERS):
            state.lost[player] = 0
    state.announced, state.ready = 0, 0
    if COUNT_PLIES:
        state.plies += 1
    if move == PASS:
        state.quiet += 1
        state.going, state.going_type = 0, 0
        if REMEMBER:
            state.last_from, state.last_to = 0, 0
        return
    notes = fresh_notes()
    manner = wide(MANNER_OF[move // ADDS % WAYS])
    if TAKES_BACK and manner < ANNOUNCING and not state.going:
        save(state, state.before)
    progress = work_out(state, wide(TURNS[state.turn, SIDE]), move, notes)
    if manner >= ANNOUNCING:
        state.announced = 1
    elif (manner == ORDINARY) if QUIET_BY_TYPE else progress:
        state.quiet = 0
    else:
        state.quiet += 1
    if REPETITION and progress:
        state.seen = 0
        for place in range(HISTORY):
            state.history[place] = 0
    state.going, state.going_type = 0, 0
    if notes[NEXT] and not too_long(state):
        state.going, state.going_type = notes[TO] + 1, notes[NEXT] - 2
        if not find_moves(state):
            state.going, state.going_type = 0, 0


@kernel
def settle(state: State) -> None:
    """After a move: has anybody reached a goal, and whose turn is it?"""
    if state.going:
        return
    if not state.announced:
        decide(state, EARLY)
    if not state.over:
        mover = wide(TURNS[state.turn, SIDE])
        state.turn = next_turn(state)
        if REPETITION:
            remember_position(state, mover)
        look_ahead(state)
    for player in range(PLAYERS):
        state.lost[player] = 0
    state.stuck, state.repeated = 0, 0


@kernel
def next_turn(state: State) -> int:
    """The turn that follows: that of a piece which gives one, else the next of the order."""
    turn = wide(AFTER[state.turn])
    if EXTRA or INSTEAD:
        for cell in range(CELLS):
            kind = wide(state.kind[cell])
            if kind != 0 and kind in (EXTRA, INSTEAD):
                player = (lifted(state, cell) & 255) - 1
                state.turn = OWN_TURN[player] if kind == EXTRA else INSTEAD_TURN[player]
                # Who cannot use an extra turn has none.
                lost = kind == EXTRA and not state.announced and not can_move(state)
                turn = wide(AFTER[state.turn]) if lost else wide(state.turn)
    return int(turn)


@kernel
def look_ahead(state: State) -> None:
    """Whether the game is over for what the next player can do, or cannot."""
    if state.announced:
        return
    may_pass = PASS_TURN == ALWAYS or TURNS[state.turn, CHANCE]
    if not may_pass and not find_moves(state) and not (PASS_TURN == FORCED and anybody_can_move(state)):
        state.stuck = TURNS[state.turn, SIDE if INSTEAD else PLAYER] + 1
    decide(state, LATE)
    if not state.over and (state.stuck or too_long(state)):
        everybody_draws(state)
        for goal in range(GOAL_COUNT):
            if too_long(state) and GOALS[goal, 0] == COUNT:
                finish(state, COUNT, 0)


@kernel
def too_long(state: State) -> bool:
    """Whether the game has gone on for as long as it may: a series of hops that need not stop ends then, too."""
    return bool(COUNT_PLIES and (state.quiet >= QUIET or state.plies >= LONGEST))


@kernel
def anybody_can_move(state: State) -> bool:
    turn = wide(state.turn)
    found = False
    for _ in range(TURNS.shape[0]):
        state.turn = AFTER[state.turn]
        if can_move(state):
            found = True
            break
    state.turn = turn
    return found


@kernel
def play_chance(state: State) -> None:
    """Turns that chance decides: each move is as likely as the others."""
    while not state.over and TURNS[state.turn, CHANCE]:
        moves = np.empty(MOST_MOVES, np.int64)
        found = list_moves(state, moves, fresh_notes())
        make(state, wide(PASS) if found == 0 else moves[below(state, found)])
        settle(state)


@kernel
def remember_position(state: State, mover: int) -> None:
    """Whether the position has been there twice before: then it is the mover who has repeated it."""
    key = combine(np.uint64(0), np.uint64(state.turn))
    for cell in range(CELLS):
        key = combine(key, np.uint64(wide(state.owner[cell]) * 256 + wide(state.kind[cell])))
        if ATTRIBUTE_CELLS == CELLS:
            key = combine(key, np.uint64(state.attributes[cell]))
    before = 0
    for place in range(min(HISTORY, wide(state.seen))):
        if state.history[place] == key:
            before += 1
    state.history[state.seen % HISTORY] = key
    state.seen += 1
    state.repeated = mover + 1 if before >= _SEEN_BEFORE else 0


# --- goals ------------------------------------------------------------------------------------------------------------


@kernel
def decide(state: State, when: int) -> None:
    """End the game if a goal is reached: in the order of the file, and for the player of the turn before others."""
    mover = wide(TURNS[state.turn, SIDE])
    for goal in range(GOAL_COUNT):
        if GOALS[goal, 2] & when:
            for number in range(-1, PLAYERS):
                player = mover if number < 0 else number
                if number != mover and (GOALS[goal, 1] >> player) & 1 and reached(state, goal, player):
                    finish(state, GOALS[goal, 0], player)
                    return


@kernel
def finish(state: State, outcome: int, player: int) -> None:
    seat = wide(SEAT_OF[player])
    if seat < 0:  # who moves another's pieces gets what they reach
        seat = wide(SEAT_OF[TURNS[state.turn, PLAYER]])
    everybody_draws(state)
    if outcome == WIN and seat >= 0:
        state.winners = 1 << seat
    elif outcome == LOSS and seat >= 0:
        state.winners &= ~(1 << seat)
    elif outcome == COUNT:
        state.winners = leaders(state)


@kernel
def everybody_draws(state: State) -> None:
    state.over = 1
    state.winners = (1 << SEATS) - 1
