"""Whole games inside compiled code, for players that are compiled policies.

A game between such players takes microseconds, far less than one decision that goes through Python. A batch plays many
of them in one call and gives, game by game, exactly what a `Match` with the same seed would have given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.loop import states_for
from ludarium.engine.player import Player
from ludarium.engine.policies import bind_policies, seated
from ludarium.engine.slots import result

_ROOM = 1 << 16
"""Decisions that one call can log."""


class Log(NamedTuple):
    """What is written down: results by game, and the decisions of a call one after the other."""

    points: Any
    lengths: Any
    seats: Any
    moves: Any


@kernel
def write_decision(state: Any, seat: int, move: int, game: int, made: int, log: Log) -> bool:
    if made == log.moves.shape[0]:
        return False
    log.seats[made] = seat
    log.moves[made] = move
    return True


@kernel
def write_result(state: Any, game: int, plies: int, log: Log) -> None:
    result(state, log.points[game])
    log.lengths[game] = plies


@dataclass(frozen=True)
class Batch:
    """Games as arrays: points by game and seat, and the decisions of all games one after the other."""

    points: Any
    lengths: Any
    seats: Any
    moves: Any


def can_compile(players: Sequence[Player]) -> bool:
    """Whether all players are compiled policies."""
    return all(type(player).policy is not None for player in players)


class CompiledTable:
    """A game and a field of compiled players, ready to play batches."""

    def __init__(self, game: Game, players: Sequence[Player]) -> None:
        self.game = game
        policies = [type(player).policy for player in players]
        different = tuple(dict.fromkeys(policy for policy in policies if policy is not None))
        self._kinds = [different.index(policy) for policy in policies if policy is not None]
        self._notes = [player.notes() for player in players]
        self._states = states_for(game, 1)
        self._play = bind_policies(game, different, watch=write_decision, conclude=write_result)

    def play(self, seeds: Any, line_ups: Any) -> Batch:
        """Play one game for each seed; `line_ups` says by game and seat which player sits there."""
        table = seated(self.game, self._kinds, self._notes, line_ups)
        points, lengths = np.zeros((len(seeds), 2 * self.game.seats)), np.zeros(len(seeds), np.int32)
        seats, moves = np.zeros(_ROOM, np.int8), np.zeros(_ROOM, np.int64)
        logs: list[tuple[Any, Any]] = []
        done = 0
        while done < len(seeds):
            finished = self._play(self._states, seeds, done, table, Log(points, lengths, seats, moves))
            if finished == done:  # one game alone is longer than the log
                seats, moves = np.zeros(2 * len(seats), np.int8), np.zeros(2 * len(moves), np.int64)
            used = int(lengths[done:finished].sum())
            logs.append((seats[:used].copy(), moves[:used].copy()))
            done = int(finished)
        return Batch(
            points[:, : self.game.seats].copy(),  # without the room beside it: shorter ways for whoever counts
            lengths,
            np.concatenate([seats for seats, _ in logs]),
            np.concatenate([moves for _, moves in logs]),
        )
