"""Turns and whole games between strategies, inside compiled code: for matrices, for classifiers and for look-ahead."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.kernels.rng import branch, word_of
from ludarium.engine.state import States
from ludarium.games.boundary.rules import movers, resolve, start
from ludarium.games.boundary.state import MAX_PIECES, SEATS, State
from ludarium.games.boundary.strategies.plans import plan_by, plan_of

_GAME = np.uint64(word_of("game"))


@kernel
def play_turn(state: State, line_up: Any, memories: Any, plans: Any) -> None:
    """One turn in which seat s plays the strategy `line_up[s]` with `memories[s]`; the plans stay in `plans`."""
    for seat in range(SEATS):
        plan_of(line_up[seat], state, seat, memories[seat], plans[seat])
    resolve(state, plans)


@kernel
def play_turn_by(readings: Any, state: State, line_up: Any, memories: Any, plans: Any) -> None:
    """`play_turn` with a reading of the strategies for each seat."""
    for seat in range(SEATS):
        plan_by(readings[seat], line_up[seat], state, seat, memories[seat], plans[seat])
    resolve(state, plans)


@kernel
def play_on(state: State, line_up: Any, memories: Any, turns: int) -> int:
    """Up to so many turns; returns how many were played before the game was over."""
    plans = np.zeros((SEATS, 2 * MAX_PIECES), np.int32)
    played = 0
    while played < turns and movers(state) != 0:
        play_turn(state, line_up, memories, plans)
        played += 1
    return played


@kernel
def begin(states: States[State], row: int, seed: Any) -> None:
    """Set up the game of a seed, the same that `Game.start` gives, in a row; row 0 holds the settings."""
    states[row] = states[0]
    states[row].rng = branch(seed, _GAME)
    start(states[row])


@kernel
def play_games(states: States[State], seeds: Any, line_ups: Any, points: Any, lengths: Any) -> None:
    """Whole games, `line_ups[game]` by seat; writes each seat's points and the number of turns."""
    for game in range(seeds.shape[0]):
        begin(states, 1, seeds[game])
        memories = np.zeros((SEATS, MAX_PIECES), np.int64)
        lengths[game] = play_on(states[1], line_ups[game], memories, int(states[1].max_turns))
        for seat in range(SEATS):
            points[game, seat] = states[1].points[seat]


@kernel
def play_games_by(readings: Any, states: States[State], seeds: Any, line_ups: Any, points: Any, lengths: Any) -> None:
    """`play_games` with a reading of the strategies for each seat."""
    plans = np.zeros((SEATS, 2 * MAX_PIECES), np.int32)
    for game in range(seeds.shape[0]):
        begin(states, 1, seeds[game])
        memories = np.zeros((SEATS, MAX_PIECES), np.int64)
        played = 0
        while played < states[1].max_turns and movers(states[1]) != 0:
            play_turn_by(readings, states[1], line_ups[game], memories, plans)
            played += 1
        lengths[game] = played
        for seat in range(SEATS):
            points[game, seat] = states[1].points[seat]


@kernel
def play_watched(states: States[State], seed: Any, line_up: Any) -> int:
    """One game with the state before each turn and the last one in rows 1, 2, …; returns the number of turns."""
    begin(states, 1, seed)
    memories = np.zeros((SEATS, MAX_PIECES), np.int64)
    row = 1
    while row + 1 < states.shape[0] and movers(states[row]) != 0:
        states[row + 1] = states[row]
        play_on(states[row + 1], line_up, memories, 1)
        row += 1
    return row - 1
