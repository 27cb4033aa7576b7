"""Counting by turns: in a translated game each jump of a series is a move of its own, elsewhere the series is one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ludarium.doors.zrf.game import ZrfGame
from ludarium.engine import SPECTATOR, Game, Position, kernel
from ludarium.engine.slots import apply, legal, to_move
from ludarium.games.rulesets.game import RuleSetGame

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


def whole_turns(position: Position) -> list[Position]:
    """The positions after each complete turn."""
    found = []
    for move in position.moves():
        after = position.play(move)
        found += whole_turns(after) if getattr(after.state, "going", 0) else [after]
    return found


def men_of(position: Position) -> tuple[str, ...]:
    """What stands on the cells of a board of letters and numbers, as both a rule set and its translation say it."""
    game, state = position.game, position.state
    if isinstance(game, RuleSetGame):
        cells = {cell["name"]: cell["content"] for cell in game.scene(position.view(SPECTATOR))["cells"]}
        return tuple(sorted(f"{name}{man['seat']}{man['solid']}" for name, man in cells.items() if man is not None))
    assert isinstance(game, ZrfGame)
    solid = game.attribute("solid?")
    return tuple(
        sorted(
            f"{name}{int(state.owner[cell]) - 1}{solid >= 0 and bool(int(state.attributes[cell]) >> solid & 1)}"
            for cell, name in enumerate(game.positions)
            if state.owner[cell] and any(game.places[cell])
        )
    )


def same_walk(one: Game, two: Game, turns: int, seed: int) -> int:
    """Walk at random through both games at once: after each turn the same boards can be reached, and the same result.
    Gives how many turns there were."""
    source = random.Random(seed)
    left, right = one.start(), two.start()
    for turn in range(turns):
        assert left.over == right.over
        if left.over:
            assert left.result().points == right.result().points
            return turn
        here, there = whole_turns(left), whole_turns(right)
        boards = [men_of(position) for position in here]
        assert sorted(boards) == sorted(men_of(position) for position in there)
        index = source.randrange(len(here))
        # Two ways to the same board may leave different things in hand: take the first of each.
        index = boards.index(boards[index])
        left = here[index]
        right = next(position for position in there if men_of(position) == boards[index])
    return turns
