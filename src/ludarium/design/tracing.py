"""Traces of self-play without going through Python position by position: what `arena.metrics` needs of each game.

Gives exactly what `trace_moves` gives, from one compiled replay of all games of a candidate.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ludarium.arena.metrics.trace import GameTrace, Turn
from ludarium.design.selfplay import Played
from ludarium.engine.kernels.bitset64 import count, join, load, nothing, store
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.loop import bind_games, states_for
from ludarium.engine.result import Result
from ludarium.engine.slots import evaluate, reward, to_move
from ludarium.games.rulesets.game import RuleSetGame

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


class Repeated(NamedTuple):
    """Who decides: nobody; the moves are known."""

    log: Any
    begins: Any
    """[game]: where its moves begin in the log."""


class Seen(NamedTuple):
    """Who watches."""

    begins: Any
    seats: Any
    """[ply of all games]: who moved."""
    leads: Any
    """[position of all games]: at the start and after each ply."""
    used: Any
    """[game]: how many cells were ever used."""
    marked: Any
    """One state, whose first set of men holds the cells that have been used in the present game."""
    rewards: Any


@kernel
def repeat(states: Any, seat: int, game: int, ply: int, repeated: Repeated) -> int:
    return int(repeated.log[repeated.begins[game] + ply])


@kernel
def see_position(state: Any, spot: int, seen: Seen) -> None:
    seen.leads[spot] = lead_of(state, seen.rewards)
    marked = seen.marked[0].men
    store(marked, 0, join(load(marked, 0), join(load(state.men, 0), load(state.men, 1))))


@kernel
def see_decision(state: Any, seat: int, move: int, game: int, made: int, seen: Seen) -> bool:
    seen.seats[made] = seat
    see_position(state, made + game, seen)
    return True


@kernel
def see_end(state: Any, game: int, plies: int, seen: Seen) -> None:
    see_position(state, seen.begins[game] + plies + game, seen)
    seen.used[game] = count(load(seen.marked[0].men, 0))
    store(seen.marked[0].men, 0, nothing())


def replay(game: RuleSetGame, played: Played, seeds: Any) -> tuple[Any, Any, Any]:
    """Seats by ply, leads by position, and used cells by game."""
    plies = len(played.moves)
    seats, leads = np.zeros(plies, np.int8), np.zeros(plies + played.games)
    used = np.zeros(played.games, np.int32)
    begins = np.cumsum(played.lengths, dtype=np.int64) - played.lengths
    seen = Seen(begins, seats, leads, used, game.bound.states(1), np.zeros(2 * game.seats))
    play_games = bind_games(game, decide=repeat, watch=see_decision, conclude=see_end)
    play_games(states_for(game), seeds[: played.games], 0, Repeated(played.moves, begins), seen)
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
