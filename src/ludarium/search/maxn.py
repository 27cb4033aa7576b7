"""MaxN: every seat maximises its own value, for any number of seats, over sampled worlds.

Each world is a whole position consistent with the view. It is searched to a fixed depth as if it were known; the move
that is best in most worlds is chosen (several may be best in one), with mean values deciding between equals. Of several
movers at once the searching seat commits first, and the others are taken to answer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import derive, generator
from ludarium.engine.position import View
from ludarium.engine.rules import BoundRules
from ludarium.engine.slots import SEATS, apply, estimate, legal, next_mover, reward
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.report import SearchReport

_NODES, _MOST, _STOPPED = 0, 1, 2


@kernel
def best_for_each(
    states: Any,
    moves: Any,
    values: Any,
    listed: Any,
    tried: Any,
    source: Any,
    counters: Any,
    stop: Any,
    me: int,
    depth: int,
) -> None:
    """Leave every seat's value of the state in row 1, `depth` plies deep, in `values[1]`.

    Rows are a stack: of each row's `listed` moves so many have been `tried`, -1 while the row has not been looked at.
    """
    row = 1
    tried[1] = -1
    while row >= 1:
        seat = next_mover(states[row], me)
        if tried[row] < 0:
            counters[_NODES] += 1
            if counters[_NODES] >= counters[_MOST] or stop[0] != 0:
                counters[_STOPPED] = 1
                return
            listed[row] = 0
            tried[row] = 0
            if seat < 0:
                reward(states[row], values[row])
            elif row > depth:
                estimate(states, row, states.shape[0] - 1, moves[row], source[0], values[row])
            else:
                listed[row] = legal(states[row], seat, moves[row])
        elif tried[row] == 1 or values[row + 1, seat] > values[row, seat]:
            # Back from a move: the seat that made it keeps the best of its own.
            for other in range(SEATS):
                values[row, other] = values[row + 1, other]
        if tried[row] == listed[row]:
            row -= 1
            continue
        states[row + 1] = states[row]
        apply(states[row + 1], seat, moves[row, tried[row]])
        tried[row] += 1
        row += 1
        tried[row] = -1


@kernel
def value_moves(
    states: Any,
    moves: Any,
    values: Any,
    listed: Any,
    tried: Any,
    source: Any,
    counters: Any,
    stop: Any,
    me: int,
    depth: int,
    found_values: Any,
) -> int:
    """The value for `me` of each of its moves in the state in row 0, in the order `legal` lists them."""
    found = legal(states[0], me, moves[0])
    for index in range(found):
        states[1] = states[0]
        apply(states[1], me, moves[0, index])
        best_for_each(states, moves, values, listed, tried, source, counters, stop, me, depth - 1)
        if counters[_STOPPED]:
            return 0
        found_values[index] = values[1, me]
    return found


def maxn(
    view: View,
    budget: Budget,
    seed: int,
    *,
    depth: int = 3,
    worlds: int = 10,
    rules: BoundRules | None = None,
) -> SearchReport:
    """Choose a move for the view's seat: the depth is deepened from 1 in every world as far as the budget reaches.

    The budget's iterations are nodes, shared among the worlds. `rules` may bring another evaluator
    (`game.rules.bind(seats, evaluate=…)`).
    """
    watch = Stopwatch()
    game = view.game
    rules = rules or game.bound
    states, moves = rules.states(depth + 2), rules.moves(depth + 2)
    values = np.zeros((depth + 2, 2 * game.seats))
    stack = np.zeros(depth + 2, np.int64), np.zeros(depth + 2, np.int64)
    searcher = rules.binder.bind(value_moves)
    share = budget.share(worlds)
    votes: dict[int, int] = {}
    totals: dict[int, float] = {}
    nodes, depths = 0, []
    for world in range(worlds):
        states[0] = view.sample(derive(seed, "world", world)).state
        counters = np.zeros(3, np.int64)
        counters[_MOST] = share.most
        found = int(rules.legal(states, 0, view.seat, moves[0]))
        listed = moves[0, :found].tolist()
        settled = [0.0] * found
        reached = 0
        source = generator(derive(seed, "search", world))
        with share.stop_flag() as stop:
            for plies in range(1, depth + 1):
                fresh = np.zeros(game.rules.max_moves)
                if not searcher(states, moves, values, *stack, source, counters, stop, view.seat, plies, fresh):
                    break
                settled, reached = fresh[:found].tolist(), plies
        nodes += int(counters[_NODES])
        depths.append(reached)
        for move, value in zip(listed, settled, strict=True):
            totals[move] = totals.get(move, 0.0) + value
            votes[move] = votes.get(move, 0) + (reached > 0 and value == max(settled))
    ranked = sorted(totals, key=lambda move: (-votes[move], -totals[move]))
    entries = ((move, votes[move], totals[move] / worlds) for move in ranked)
    return SearchReport.of(view, entries, nodes, watch.seconds, {"depth": min(depths), "worlds": worlds})
