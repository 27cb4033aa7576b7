"""What Python calls of a game's rules.

What positions are made of takes the 64-bit words of one state, which cost less to hand over than records; the others
take an array of states, of which one row is worked on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import branch, word_of
from ludarium.engine.slots import (
    MAX_SEATS,
    SEATS,
    STATE,
    apply,
    check,
    conceal,
    deciders,
    determinize,
    legal,
    movers,
    propose,
    result,
    reward,
    start,
    to_move,
)

GAME = np.uint64(word_of("game"))
"""The branch of a game's seed that is the random stream of its state."""


@kernel
def one_decider(state: Any) -> int:
    seat = to_move(state)
    return 0 if seat < 0 else 1 << seat


@kernel
def deciders_at_once(state: Any) -> int:
    return int(movers(state) & ~state.committed)


@kernel
def do_movers(words: Any) -> int:
    """The seats that must decide as a bit mask, 0 when the game is over."""
    return deciders(words.view(STATE)[0])


@kernel
def do_legal(words: Any, seat: int, moves: Any) -> int:
    return legal(words.view(STATE)[0], seat, moves)


@kernel
def situation(state: Any, moves: Any) -> int:
    """The seats that must decide as a bit mask and, above it, how many moves there are: those of a single mover."""
    mask = deciders(state)
    for seat in range(SEATS):
        if mask == 1 << seat:
            return mask | legal(state, seat, moves) << MAX_SEATS
    return mask


@kernel
def do_start(words: Any, seed: Any) -> int:
    """Set up a state that holds the settings, as this seed gives it; returns who must decide, as `do_movers`."""
    state = words.view(STATE)[0]
    state.rng = branch(seed, GAME)
    start(state)
    return deciders(state)


@kernel
def do_play(words: Any, seat: int, move: int, moves: Any) -> int:
    """Make a legal move; returns the `situation` after it."""
    state = words.view(STATE)[0]
    apply(state, seat, move)
    return situation(state, moves)


@kernel
def do_propose(states: Any, row: int, seat: int, option: int, move: Any) -> None:
    propose(states[row], seat, option, move)


@kernel
def do_check(states: Any, row: int, seat: int, move: Any) -> int:
    return check(states[row], seat, move)


@kernel
def do_result(states: Any, row: int, points: Any) -> None:
    result(states[row], points)


@kernel
def do_reward(states: Any, row: int, rewards: Any) -> None:
    reward(states[row], rewards)


@kernel
def do_conceal(words: Any, seat: int) -> None:
    conceal(words.view(STATE)[0], seat)


@kernel
def do_sample(states: Any, row: int, seat: int, seed: Any) -> None:
    states[row].rng = seed
    determinize(states[row], seat)
