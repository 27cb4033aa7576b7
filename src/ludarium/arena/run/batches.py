"""Whole games inside compiled code, for players that are compiled policies.

A game between such players takes microseconds, far less than one decision that goes through Python. A batch plays many
of them in one call and gives, game by game, exactly what a `Match` with the same seed would have given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import Binder, constant, kernel, slot
from ludarium.engine.kernels.rng import GENERATOR, branch, word_of
from ludarium.engine.player import NOTES, Player
from ludarium.engine.slots import MAX_PLIES, SEATS, apply, conceal, result, start, to_move

KINDS = constant("KINDS")
MOST_KINDS = 8
"""Different policies that a compiled table can hold; players may share one, each with notes of its own."""
_ROOM = 1 << 16
"""Decisions that one call can log."""

_GAME, _SEAT, _PLAYER = (np.uint64(word_of(word)) for word in ("game", "seat", "player"))


# The places of the policies, in the order of their kinds.


@slot
def policy_0(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return 0


@slot
def policy_1(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return 0


@slot
def policy_2(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return 0


@slot
def policy_3(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return 0


@slot
def policy_4(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return 0


@slot
def policy_5(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return 0


@slot
def policy_6(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return 0


@slot
def policy_7(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return 0


POLICIES = (policy_0, policy_1, policy_2, policy_3, policy_4, policy_5, policy_6, policy_7)


@kernel
def decide(kind: int, state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    """The move of a policy. `KINDS` is compiled in, so that branches nobody can take cost nothing."""
    if KINDS == 1 or kind == 0:
        return policy_0(state, seat, moves, source, notes)
    if KINDS == 2 or kind == 1:
        return policy_1(state, seat, moves, source, notes)
    if KINDS == 3 or kind == 2:
        return policy_2(state, seat, moves, source, notes)
    if KINDS == 4 or kind == 3:
        return policy_3(state, seat, moves, source, notes)
    if KINDS == 5 or kind == 4:
        return policy_4(state, seat, moves, source, notes)
    if KINDS == 6 or kind == 5:
        return policy_5(state, seat, moves, source, notes)
    if KINDS == 7 or kind == 6:
        return policy_6(state, seat, moves, source, notes)
    return policy_7(state, seat, moves, source, notes)


@kernel
def play_games(
    states: Any,
    moves: Any,
    sources: Any,
    first_notes: Any,
    notes: Any,
    kinds: Any,
    seeds: Any,
    line_ups: Any,
    veiled: bool,
    points: Any,
    lengths: Any,
    log_seats: Any,
    log_moves: Any,
) -> int:
    """Play the games of the given seeds; returns how many fit into the log.

    Row 0 of the states holds the settings, row 1 the game, row 2 what the mover may know where something is veiled.
    """
    logged = 0
    for game in range(seeds.shape[0]):
        begun = logged
        seed = seeds[game]
        states[1] = states[0]
        state = states[1]
        state.rng = branch(seed, _GAME)
        start(state)
        for seat in range(SEATS):
            sources[seat].rng = branch(branch(branch(seed, _SEAT), _PLAYER), np.uint64(seat))
            for place in range(notes.shape[1]):
                notes[seat, place] = first_notes[line_ups[game, seat], place]
        seat = to_move(state)
        while seat >= 0 and logged - begun < MAX_PLIES:
            if logged == log_moves.shape[0]:
                return game
            if veiled:
                states[2] = state
                conceal(states[2], seat)
                move = decide(kinds[line_ups[game, seat]], states[2], seat, moves, sources[seat], notes[seat])
            else:
                move = decide(kinds[line_ups[game, seat]], state, seat, moves, sources[seat], notes[seat])
            log_seats[logged] = seat
            log_moves[logged] = move
            logged += 1
            apply(state, seat, move)
            seat = to_move(state)
        result(state, points[game])
        lengths[game] = logged - begun
    return int(seeds.shape[0])


@dataclass(frozen=True)
class Batch:
    """Games as arrays: points by game and seat, and the decisions of all games one after the other."""

    points: Any
    lengths: Any
    seats: Any
    moves: Any


def can_compile(players: Sequence[Player]) -> bool:
    """Whether all players are compiled policies, and few enough different ones."""
    policies = {type(player).policy for player in players}
    return None not in policies and len(policies) <= MOST_KINDS


class CompiledTable:
    """A game and a field of compiled players, ready to play batches."""

    def __init__(self, game: Game, players: Sequence[Player]) -> None:
        self.game = game
        rules = game.bound
        policies = [type(player).policy for player in players]
        different = list(dict.fromkeys(policies))
        self._kinds = np.array([different.index(policy) for policy in policies], np.int64)
        slots: dict[Any, Any] = {**rules.binder.slots, KINDS: len(different)}
        slots |= dict.fromkeys(POLICIES, different[0]) | dict(zip(POLICIES, different, strict=False))
        self._play = Binder(f"{rules.binder.owner}-batch", slots).bind(play_games)
        self._states = rules.states(3)
        self._states[0] = game.blank_states(0)[0]
        self._veiled = game.hidden or game.chance or game.at_once
        self._moves = rules.moves()
        self._sources = np.zeros(game.seats, GENERATOR)
        self._first_notes = np.zeros((len(players), NOTES), np.int64)
        for row, player in enumerate(players):
            given = player.notes()
            self._first_notes[row, : len(given)] = given
        self._notes = np.zeros((game.seats, NOTES), np.int64)

    def play(self, seeds: Any, line_ups: Any) -> Batch:
        """Play one game for each seed; `line_ups` says by game and seat which player sits there."""
        points = np.zeros((len(seeds), 2 * self.game.seats))
        lengths = np.zeros(len(seeds), np.int32)
        log_seats, log_moves = np.zeros(_ROOM, np.int8), np.zeros(_ROOM, np.int64)
        logs: list[tuple[Any, Any]] = []
        done = 0
        while done < len(seeds):
            finished = int(
                self._play(
                    self._states,
                    self._moves,
                    self._sources,
                    self._first_notes,
                    self._notes,
                    self._kinds,
                    seeds[done:],
                    line_ups[done:],
                    self._veiled,
                    points[done:],
                    lengths[done:],
                    log_seats,
                    log_moves,
                )
            )
            if finished == 0:  # one game alone is longer than the log
                log_seats, log_moves = np.zeros(2 * len(log_seats), np.int8), np.zeros(2 * len(log_moves), np.int64)
                continue
            used = int(lengths[done : done + finished].sum())
            logs.append((log_seats[:used].copy(), log_moves[:used].copy()))
            done += finished
        return Batch(
            points[:, : self.game.seats].copy(),  # without the room beside it: shorter ways for whoever counts
            lengths,
            np.concatenate([seats for seats, _ in logs]),
            np.concatenate([moves for _, moves in logs]),
        )
