"""Learning from games against oneself by temporal differences, as compiled code.

Both sides are played by the network that learns: red picks what it thinks best for red, blue what it thinks worst. When
a game is over, its positions are gone through from the last to the first. The target of each is the λ-return: of the
chance after the next movement and that movement's own target, mixed 1−λ to λ; the last target is the result. The
weights are moved by α times the error times the gradient of the logarithm of the odds (which makes the step that of the
cross entropy: the error is not damped where the network is sure of something wrong).

A game that is broken off after so many turns counts for whoever has more points. Without that, networks that know
nothing yet would shuffle about for ever and learn nothing from it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.kernels.rng import branch
from ludarium.games.tarble.beam import beam_turn, best_movement, movement_and_after, value_of_state
from ludarium.games.tarble.board import CENTRE, PIECES
from ludarium.games.tarble.lookahead import value_of_result
from ludarium.games.tarble.network import RICH_ROWS, Reader, chance_of, forget_sums, fresh_value
from ludarium.games.tarble.rules import BLUE, FACES, NEUTRAL, RED, apply, start, to_move

_FIELDS = [
    ("pieces", "i1", (2, PIECES)),
    ("points", "i2", (2,)),
    ("seat", "i1"),  # who moves next
    ("gone", "i1"),  # whether the neutral piece has been captured this turn
    ("left", "i1"),  # movements left in the turn; 0: the die has not been thrown
    ("chance", "f4"),  # that red wins, as the network thought when the position was met
    ("aim", "f4"),  # that red wins, as it should have thought; only lessons say so
]
LOG = np.dtype((np.record, _FIELDS))
"""A position to learn from."""
SINGLE, WHOLE = 0, 1
"""How the network plays: one movement at a time, or whole turns."""

TURNS, MOVEMENTS, ERROR, RED_WINS, TIES, BROKEN_OFF = range(6)
"""What is counted over a round of games."""
TALLIES = 6


@kernel
def play_and_learn(
    states: Any,
    reader: Reader,
    log: Any,
    seed: Any,
    first: int,
    games: int,
    form: int,
    rate: float,
    fade: float,
    most_turns: int,
    beam: int,
    tally: Any,
) -> None:
    """Play games number `first` and following, and learn after each.

    Row 0 of the states is the game, the last is empty, those between are scratch (see `beam_turn`).
    """
    moves = np.empty(6 * PIECES, np.int64)
    movements = np.empty(FACES, np.int64)
    for game in range(first, first + games):
        state = states[0]
        states[0] = states[states.shape[0] - 1]
        state.rng = branch(seed, np.uint64(game))
        start(state)
        forget_sums(reader)
        logged = 0
        while to_move(state) >= 0 and state.turns < most_turns:
            if form == SINGLE:
                movements[0] = best_movement(states, reader, moves)
                made = 1
            else:
                made, _ = beam_turn(states, reader, beam, moves, movements)
            for step in range(made):
                states[1] = state
                if not movement_and_after(states[1], int(movements[step])):
                    write_down(states[1], reader, log[logged])
                    logged += 1
                apply(state, int(state.seat), int(movements[step]))
        tally[MOVEMENTS] += logged
        target = chance_of(tally_end(state, tally))
        tally[ERROR] += learn(reader, log, logged, target, rate, fade)


@kernel
def tally_end(state: Any, tally: Any) -> float:
    """Count a game that is over or broken off; returns the value of its result."""
    tally[TURNS] += state.turns
    red_stands, blue_stands = state.count[RED] > 0, state.count[BLUE] > 0
    if red_stands and blue_stands:
        red_stands = blue_stands = False  # broken off: at equal points a tie
        tally[BROKEN_OFF] += 1.0
    end = value_of_result(int(state.points[RED]), int(state.points[BLUE]), red_stands, blue_stands)
    tally[RED_WINS] += 1.0 if end > 0.0 else 0.0
    tally[TIES] += 1.0 if end == 0.0 else 0.0
    return float(end)


@kernel
def write_down(state: Any, reader: Reader, entry: Any) -> None:
    for side in range(2):
        for piece in range(PIECES):
            entry.pieces[side, piece] = state.pieces[side, piece]
        entry.points[side] = state.points[side]
    entry.seat = state.seat
    entry.gone = 0 if state.board[CENTRE] == NEUTRAL else 1
    entry.left = state.left
    entry.chance = chance_of(value_of_state(state, reader))


@kernel
def learn(reader: Reader, log: Any, logged: int, target: float, rate: float, fade: float) -> float:
    """Move the weights towards the targets of a game's positions; returns the sum of the squared errors."""
    weights, output, units = reader.weights, reader.output, reader.units
    size = units.shape[0]
    rich = weights.shape[0] == RICH_ROWS
    errors = 0.0
    for index in range(logged - 1, -1, -1):
        entry = log[index]
        odds = fresh_value(
            reader,
            entry.pieces,
            int(entry.points[RED]),
            int(entry.points[BLUE]),
            int(entry.seat),
            int(entry.gone),
            int(entry.left),
        )
        error = target - chance_of(odds)
        errors += error * error
        # A rich network speaks of the side to move, and what is wrong for red is wrong the other way for blue.
        step = np.float32(-rate * error if rich and entry.seat == BLUE else rate * error)
        for unit in range(size):
            held = units[unit]
            units[unit] = step * output[unit] * (np.float32(1.0) - held * held)
            output[unit] += step * held
        output[size] += step
        for place in range(reader.rows.shape[0]):
            amount = reader.amounts[place]
            if amount == 0.0:
                continue
            row = reader.rows[place]
            for unit in range(size):
                weights[row, unit] += amount * units[unit]
        target = (1.0 - fade) * entry.chance + fade * target
    return errors
