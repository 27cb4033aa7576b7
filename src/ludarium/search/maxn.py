"""MaxN: every seat maximises its own value, for any number of seats, over sampled worlds.

Each world is a whole position consistent with the view. It is searched to a fixed depth as if it were known; the move
that is best in most worlds is chosen (several may be best in one), with mean values deciding between equals. Of several
movers at once the searching seat commits first, and the others are taken to answer.

`in_seat_order` is for comparison only: there the root compares everybody's values as they are listed, the first seat's
first, as a program does that takes the largest of several lists. Whoever moves then plays for the first seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.lending import lent
from ludarium.engine.kernels.rng import derive, generator
from ludarium.engine.position import View
from ludarium.engine.rules import BoundRules, words_of
from ludarium.engine.slots import SEATS, apply, estimate, legal, next_mover, reward
from ludarium.search.alphabeta import EFFORT
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.frame import record
from ludarium.search.report import SearchReport

ROW = record(("listed", "i8"), ("tried", "i8"))
"""How many moves a row has, and how many of them have been tried; -1 while the row has not been looked at."""


class Stack(NamedTuple):
    """The line that is searched, arrays by row. Row 0 is the root, the last is scratch."""

    states: Any  # [rows]
    moves: Any  # [rows, MAX_MOVES]
    values: Any  # [rows, 2 * SEATS] what each seat gets; the second half is for scratch
    rows: Any  # [rows] ROW
    source: Any  # [1] the search's own random stream
    effort: Any  # [1] EFFORT
    stop: Any  # [1] not 0 when time is over


@kernel
def best_for_each(stack: Stack, me: int, depth: int) -> None:
    """Leave every seat's value of the state in row 1, `depth` plies deep, in `values[1]`."""
    states, moves, values, rows, effort = stack.states, stack.moves, stack.values, stack.rows, stack.effort[0]
    row = 1
    rows[1].tried = -1
    while row >= 1:
        seat = next_mover(states[row], me)
        if rows[row].tried < 0:
            effort.nodes += 1
            if effort.nodes >= effort.most or stack.stop[0] != 0:
                effort.stopped = 1
                return
            rows[row].listed = 0
            rows[row].tried = 0
            if seat < 0:
                reward(states[row], values[row])
            elif row > depth:
                estimate(states, row, states.shape[0] - 1, moves[row], stack.source[0], values[row])
            else:
                rows[row].listed = legal(states[row], seat, moves[row])
        elif rows[row].tried == 1 or values[row + 1, seat] > values[row, seat]:
            # Back from a move: the seat that made it keeps the best of its own.
            for other in range(SEATS):
                values[row, other] = values[row + 1, other]
        if rows[row].tried == rows[row].listed:
            row -= 1
            continue
        states[row + 1] = states[row]
        apply(states[row + 1], seat, moves[row, rows[row].tried])
        rows[row].tried += 1
        row += 1
        rows[row].tried = -1


@kernel
def value_moves(stack: Stack, me: int, depth: int, found_values: Any) -> int:
    """Everybody's value of each of my moves in the state in row 0, in the order `legal` lists them."""
    found = legal(stack.states[0], me, stack.moves[0])
    for index in range(found):
        stack.states[1] = stack.states[0]
        apply(stack.states[1], me, stack.moves[0, index])
        best_for_each(stack, me, depth - 1)
        if stack.effort[0].stopped:
            return 0
        for seat in range(SEATS):
            found_values[index, seat] = stack.values[1, seat]
    return found


@kernel
def deepen(stack: Stack, me: int, depth: int, settled: Any, fresh: Any) -> int:
    """Leave in `settled` what `value_moves` finds at the greatest depth that is reached, and return that depth."""
    stack = lent(stack)
    for plies in range(1, depth + 1):
        found = value_moves(stack, me, plies, fresh)
        if found == 0:
            return plies - 1
        for index in range(found):
            for seat in range(SEATS):
                settled[index, seat] = fresh[index, seat]
    return depth


def maxn(
    view: View,
    budget: Budget,
    seed: int,
    *,
    depth: int = 3,
    worlds: int = 10,
    in_seat_order: bool = False,
    rules: BoundRules | None = None,
) -> SearchReport:
    """Choose a move for the view's seat: the depth is deepened from 1 in every world as far as the budget reaches.

    The budget's iterations are nodes, shared among the worlds. `rules` may bring another evaluator
    (`game.rules.bind(seats, evaluate=…)`). `in_seat_order` compares moves by the first seat's value, then the second's,
    and so on; in each world the first of the best alone gets the vote.
    """
    watch = Stopwatch()
    game = view.game
    rules = rules or game.bound
    states, moves = rules.states(depth + 2), rules.moves(depth + 2)
    values, rows = np.zeros((depth + 2, 2 * game.seats)), np.zeros(depth + 2, ROW)
    searcher = rules.binder.bind(deepen)
    worths, fresh = np.zeros((2, game.rules.max_moves, game.seats))
    share = budget.share(worlds)
    votes: dict[int, int] = {}
    totals: dict[int, float] = {}
    nodes, depths = 0, []
    for world in range(worlds):
        states[0] = view.sample(derive(seed, "world", world)).state
        effort = np.zeros(1, EFFORT)
        effort[0].most = share.most
        found = int(rules.legal(words_of(states)[0], view.seat, moves[0]))
        listed = moves[0, :found].tolist()
        worths[:found] = 0.0
        source = generator(derive(seed, "search", world))
        with share.stop_flag() as stop:
            stack = Stack(states, moves, values, rows, source, effort, stop)
            reached = int(searcher(stack, view.seat, depth, worths, fresh))
        vectors = worths[:found].tolist()
        settled = [values[view.seat] for values in vectors]
        best = vectors.index(max(vectors)) if in_seat_order else max(settled)
        nodes += int(effort[0].nodes)
        depths.append(reached)
        for place, (move, value) in enumerate(zip(listed, settled, strict=True)):
            totals[move] = totals.get(move, 0.0) + value
            votes[move] = votes.get(move, 0) + (reached > 0 and (place if in_seat_order else value) == best)
    # Of equally many votes the first listed, where seats are compared in order: that is what such a program does.
    ranked = sorted(totals, key=lambda move: (-votes[move], 0.0 if in_seat_order else -totals[move]))
    entries = [(move, votes[move], totals[move] / worlds) for move in ranked]
    return SearchReport(view, entries, nodes, watch.seconds, {"depth": min(depths), "worlds": worlds})
