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

from typing import Any, NamedTuple

import numpy as np

from ludarium.engine import Game, kernel
from ludarium.engine.kernels.jit import apart
from ludarium.engine.loop import BREAK_OFF, bind_games, states_for
from ludarium.engine.state import States
from ludarium.games.tarble.beam import beam_turn, best_movement, movement_and_after, value_of_state
from ludarium.games.tarble.board import CENTRE, PIECES
from ludarium.games.tarble.lookahead import value_of_result
from ludarium.games.tarble.network import RICH_ROWS, Reader, chance_of, forget_sums, fresh_value
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.rules import BLUE, FACES, NEUTRAL, RED, State

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
TURNS, MOVEMENTS, ERROR, RED_WINS, TIES, BROKEN_OFF = range(6)
"""What is counted over a round of games."""
TALLIES = 6

_NEXT, _MADE = 0, 1
"""Of the turn that is being made: the next movement, and how many there are."""


class Learner(NamedTuple):
    """Who decides: the network that learns, for both sides."""

    reader: Reader
    beam: int
    """The width of the beam for whole turns; 0: one movement at a time."""
    most_turns: int
    movements: Any
    """Of the turn that is being made."""
    place: Any
    """Where in it we are."""
    moves: Any
    """Scratch."""


class Log(NamedTuple):
    """Who watches, and learns at the end of a game."""

    reader: Reader
    entries: Any
    """[movement]: the positions of the present game."""
    logged: Any
    """[0]: how many there are."""
    after: Any
    """One state: a movement is made in it before it is made in the game."""
    tally: Any
    rate: float
    fade: float


@kernel
def begin_afresh(states: States[State], game: int, seed: Any, learner: Learner) -> bool:
    states[0].rng = seed
    forget_sums(learner.reader)
    learner.place[_NEXT] = learner.place[_MADE] = 0
    return True


@kernel
def next_movement(states: States[State], seat: int, game: int, ply: int, learner: Learner) -> int:
    """The next movement of the turn that was chosen; see `beam_turn` for the rows of the states."""
    place, movements = learner.place, learner.movements
    if place[_NEXT] == place[_MADE]:
        if states[0].turns >= learner.most_turns:
            return BREAK_OFF
        place[_NEXT], place[_MADE] = 0, 1
        if learner.beam == 0:
            movements[0] = best_movement(states, learner.reader, learner.moves)
        else:
            place[_MADE], _ = beam_turn(states, learner.reader, learner.beam, learner.moves, movements)
    place[_NEXT] += 1
    return int(movements[place[_NEXT] - 1])


@kernel
def log_position(state: State, seat: int, move: int, game: int, made: int, log: Log) -> bool:
    """Write down the position after a movement, before the die is thrown. The end of the game is none, nor is the rest
    of a turn in which there is nobody left to play against."""
    log.after[0] = state
    over = movement_and_after(log.after[0], move)
    if not over and log.after[0].count[1 - seat] > 0:
        write_down(log.after[0], log.reader, log.entries[log.logged[0]])
        log.logged[0] += 1
    return True


@kernel
def learn_from_game(state: State, game: int, plies: int, log: Log) -> None:
    log.tally[MOVEMENTS] += log.logged[0]
    target = chance_of(tally_end(state, log.tally))
    log.tally[ERROR] += learn(log.reader, log.entries, log.logged[0], target, log.rate, log.fade)
    log.logged[0] = 0


def play_and_learn(
    game: Game, network: Network, seeds: Any, *, beam: int, most_turns: int, rate: float, fade: float
) -> tuple[Any, Any]:
    """Play a game for each seed and learn after each; what was counted, and the log, which the last game begins."""
    play = bind_games(game, prepare=begin_afresh, decide=next_movement, watch=log_position, conclude=learn_from_game)
    reader, tally = network.reader(), np.zeros(TALLIES)
    movements, moves = np.empty(FACES, np.int64), game.bound.moves()
    learner = Learner(reader, beam, most_turns, movements, np.zeros(2, np.int64), moves)
    entries = np.zeros((most_turns + 1) * FACES, LOG)
    log = Log(reader, entries, np.zeros(1, np.int64), game.bound.states(1), tally, rate, fade)
    play(states_for(game, 1 + 2 * beam), seeds, 0, learner, log)
    return tally, entries


@kernel
def tally_end(state: State, tally: Any) -> float:
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
def write_down(state: State, reader: Reader, entry: Any) -> None:
    for side in range(2):
        for piece in range(PIECES):
            entry.pieces[side, piece] = state.pieces[side, piece]
        entry.points[side] = state.points[side]
    entry.seat = state.seat
    entry.gone = 0 if state.board[CENTRE] == NEUTRAL else 1
    entry.left = state.left
    entry.chance = chance_of(value_of_state(state, reader))


@apart
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
