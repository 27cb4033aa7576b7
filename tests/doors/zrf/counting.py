"""Counting by turns: in a translated game each jump of a series is a move of its own, elsewhere the series is one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import Position, kernel
from ludarium.engine.slots import apply, legal, to_move

_LONGEST_SERIES = 12


@kernel
def count_turns(states: Any, moves: Any, tried: Any, listed: Any, turns: Any, depth: int) -> int:
    """Leaves `depth` complete turns below the state in row 0; a finished game is one leaf."""
    leaves, row = 0, 0
    tried[0], turns[0] = -1, 0
    while row >= 0:
        seat = to_move(states[row])
        if tried[row] < 0:
            if seat < 0 or turns[row] == depth:
                leaves += 1
                row -= 1
                continue
            listed[row] = legal(states[row], seat, moves[row])
            tried[row] = 0
        if tried[row] == listed[row]:
            row -= 1
            continue
        states[row + 1] = states[row]
        apply(states[row + 1], seat, moves[row, tried[row]])
        tried[row] += 1
        turns[row + 1] = turns[row] + (0 if states[row + 1].going else 1)
        row += 1
        tried[row] = -1
    return leaves


def perft_by_turns(position: Position, depth: int) -> list[int]:
    """The leaf counts for 1, 2, … `depth` turns of a translated game."""
    game, rows = position.game, depth * _LONGEST_SERIES + 1
    states = game.bound.states(rows)
    states[0] = position.state
    numbers = [np.zeros(rows, np.int64) for _ in range(3)]
    counter = game.bound.binder.bind(count_turns)
    return [int(counter(states, game.bound.moves(rows), *numbers, turns)) for turns in range(1, depth + 1)]
