"""Demands on what a game adds for searches: its own hash, evaluation and play-out policy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.conformance.cases import UNTOUCHED, Case, Faults, listed, states_of, who
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import generator
from ludarium.engine.rules import words_of
from ludarium.engine.slots import evaluate, key, playout_move


@kernel
def do_key(states: Any, words: Any, row: int) -> Any:
    return key(states, words, row)


@kernel
def do_evaluate(states: Any, row: int, rewards: Any) -> None:
    evaluate(states[row], rewards)


@kernel
def do_playout_move(states: Any, row: int, seat: int, moves: Any, source: Any) -> int:
    return playout_move(states[row], seat, moves, source[0])


def hashes_without_writing(case: Case) -> Faults:
    """The game's own `hash` writes nothing, gives equal positions equal keys, and does not read the random stream."""
    if "hash" not in case.game.rules.kernels:
        return
    door = case.game.bound.binder.bind(do_key)
    for ply, position in case.every_position:
        states = states_of(position)
        found = int(door(states, words_of(states), 0))
        if states.tobytes() != position.to_bytes():
            yield ply, "hash writes to the state"
        states = states_of(position)
        states["rng"] ^= np.uint64(0xFFFF)
        if int(door(states, words_of(states), 0)) != found:
            yield ply, "hash reads the random stream: searches would never meet a position twice"


def evaluates_within_bounds(case: Case) -> Faults:
    """The game's own `evaluate` writes nothing to the state, fills its buffer, and stays within -1 … 1."""
    if "evaluate" not in case.game.rules.kernels:
        return
    door = case.game.bound.binder.bind(do_evaluate)
    for ply, position in case.every_position:
        if not position.over:
            states = states_of(position)
            rewards = np.full(2 * case.game.seats, float(UNTOUCHED))
            door(states, 0, rewards)
            if states.tobytes() != position.to_bytes():
                yield ply, "evaluate writes to the state"
            estimates = rewards[: case.game.seats].tolist()
            if not all(-1.0 <= estimate <= 1.0 for estimate in estimates):
                yield ply, f"evaluate gives {estimates}: expected a number within -1 … 1 for every seat"


def plays_out_with_legal_moves(case: Case) -> Faults:
    """The game's own `playout_move` writes nothing to the state and gives a legal move."""
    if "playout_move" not in case.game.rules.kernels:
        return
    door = case.game.bound.binder.bind(do_playout_move)
    for ply, position in case.every_position:
        for seat in position.movers:
            states, moves = states_of(position), case.game.bound.moves()
            move = int(door(states, 0, seat, moves, generator(case.sample_seed("policy", ply))))
            if states.tobytes() != position.to_bytes():
                yield ply, "playout_move writes to the state"
            if move not in listed(position, seat)[1]:
                yield ply, f"playout_move gives {who(seat)} the move {move}, which is not legal"
