"""Counting the leaves of the game tree: the test that no rule is missing or doubled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.jit import kernel
from ludarium.engine.position import Position
from ludarium.engine.slots import apply, legal, to_move


@kernel
def count_leaves(states: Any, moves: Any, tried: Any, listed: Any, depth: int) -> int:
    """Leaves `depth` plies below the state in row 0; a finished game is one leaf.

    The rows are a stack: of each row's `listed` moves so many have been `tried`, -1 while they are not listed yet.
    """
    leaves = 0
    row = 0
    tried[0] = -1
    while row >= 0:
        seat = to_move(states[row])
        if tried[row] < 0:
            if seat < 0 or row == depth:
                leaves += 1
                row -= 1
                continue
            listed[row] = legal(states[row], seat, moves[row])
            tried[row] = 0
            if row == depth - 1:
                leaves += listed[row]
                row -= 1
                continue
        if tried[row] == listed[row]:
            row -= 1
            continue
        states[row + 1] = states[row]
        apply(states[row + 1], seat, moves[row, tried[row]])
        tried[row] += 1
        row += 1
        tried[row] = -1
    return leaves


def perft(position: Position, depth: int) -> list[int]:
    """The leaf counts for 1, 2, … `depth` plies. A pass is a ply; dice fall as the position's random stream says."""
    game = position.game
    states = game.bound.states(depth + 1)
    states[0] = position.state
    moves = game.bound.moves(depth + 1)
    tried, listed = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    counter = game.bound.binder.bind(count_leaves)
    return [int(counter(states, moves, tried, listed, plies)) for plies in range(1, depth + 1)]
