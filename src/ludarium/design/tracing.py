"""Traces of self-play without going through Python position by position: what `arena.metrics` needs of each game.

Gives exactly what `trace_moves` gives, from one compiled replay of all games of a candidate.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ludarium.arena.metrics.trace import GameTrace, Turn
from ludarium.design.selfplay import Played, bound
from ludarium.engine.kernels.bitset64 import count, join, load
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import branch, word_of
from ludarium.engine.result import Result
from ludarium.engine.slots import apply, evaluate, reward, start, to_move
from ludarium.games.rulesets.game import RuleSetGame

_GAME = np.uint64(word_of("game"))
_POINTS = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))
"""By ending."""


@kernel
def lead_of(state: Any, rewards: Any) -> Any:
    """The first seat's lead: by the game's own evaluation, at the end by the result."""
    if to_move(state) < 0:
        reward(state, rewards)
    else:
        evaluate(state, rewards)
    first = min(1.0, max(-1.0, rewards[0]))
    return 0.5 * (first - min(1.0, max(-1.0, rewards[1])))


@kernel
def replay_games(
    states: Any, rewards: Any, seeds: Any, lengths: Any, log: Any, seats: Any, leads: Any, used: Any
) -> None:
    """Replay games from their moves; row 1 of the states holds the rule set, row 0 the game.

    Writes who moved at each ply, the lead at the start and after each ply, and by game how many cells were ever used.
    """
    ply, spot = 0, 0
    for game in range(lengths.shape[0]):
        states[0] = states[1]
        state = states[0]
        state.rng = branch(seeds[game], _GAME)
        start(state)
        seen = join(load(state.men, 0), load(state.men, 1))
        leads[spot] = lead_of(state, rewards)
        spot += 1
        for _ in range(lengths[game]):
            seats[ply] = to_move(state)
            apply(state, seats[ply], log[ply])
            ply += 1
            seen = join(seen, join(load(state.men, 0), load(state.men, 1)))
            leads[spot] = lead_of(state, rewards)
            spot += 1
        used[game] = count(seen)


def replay(game: RuleSetGame, played: Played, seeds: Any) -> tuple[Any, Any, Any]:
    """Seats by ply, leads by position, and used cells by game."""
    plies = len(played.moves)
    seats, leads = np.zeros(plies, np.int8), np.zeros(plies + played.games)
    used = np.zeros(played.games, np.int32)
    replayer = bound(game, replay_games)
    states = game.bound.states(2)
    states[1] = game.blank_states(0)[0]
    replayer(states, np.zeros(2 * game.seats), seeds, played.lengths, played.moves, seats, leads, used)
    return seats, leads, used


def traces(game: RuleSetGame, played: Played, seeds: Any) -> Iterator[GameTrace]:
    """The trace of every game."""
    seats, leads, used = replay(game, played, seeds)
    ply = 0
    for number, length in enumerate(played.lengths.tolist()):
        turns = zip(seats[ply : ply + length].tolist(), played.choices[ply : ply + length].tolist(), strict=True)
        course = leads[ply + number : ply + number + length + 1].tolist()
        yield GameTrace(
            game.seats,
            tuple(Turn((seat,), (choices,)) for seat, choices in turns),
            tuple((lead, -lead) for lead in course),
            Result.from_points(_POINTS[played.endings[number]]),
            # Only how many cells were used in all is known here, which is all that the coverage asks for.
            (frozenset(range(int(used[number]))),),
            game.cells,
        )
        ply += length
