"""How a seat decides inside compiled self-play: by tree search, by minimax, greedily, or at random.

`decide` is a slot: self-play is bound once with each kind of search. Each search has its own *room*, a tuple of arrays
that it needs.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.jit import kernel, slot
from ludarium.engine.kernels.rng import below
from ludarium.engine.slots import apply, evaluate, reward, to_move
from ludarium.games.rulesets.codes import ORDINARY, PASS, kind_of
from ludarium.search.alphabeta import MAX_DEPTH, deepen
from ludarium.search.mcts import DEFAULT_C, DRAWN, UNPROVED, grow_tree

RANDOM, GREEDY = 0, -1
"""Budgets that stand for players who do not search."""

DONE, USED, MOST, FULL, STOPPED = 0, 1, 2, 3, 4
"""Counters: the first three are those of `grow_tree`; then whether a room is too small, and whether play was stopped
since the candidate is hopeless."""
COUNTERS = 5

SLACK = 0.02
"""How much less than the best a move of minimax may be worth to be chosen all the same. Otherwise a search without any
chance in it would play the same game a hundred times."""


@slot
@kernel
def decide(
    states: Any, found: int, moves: Any, source: Any, rewards: Any, counters: Any, stop: Any,
    seat: int, budget: int, plain: bool, room: Any,
) -> int:  # fmt: skip
    """The move of a seat in the state of row 0, one of at least two; the other rows are the search's.

    With `plain`, extras are not used where there is another move. Counter `FULL` says that the room does not suffice.
    """
    raise NotImplementedError


@kernel
def is_plain(move: int) -> bool:
    """Whether a move uses no extra: no option and no special disk."""
    return move == PASS or kind_of(move) == ORDINARY


@kernel
def decide_by_tree(
    states: Any, found: int, moves: Any, source: Any, rewards: Any, counters: Any, stop: Any,
    seat: int, budget: int, plain: bool, room: Any,
) -> int:  # fmt: skip
    """By `search.mcts` with a budget of iterations; the room are the arrays of its tree."""
    parent, first, children, mover, move, visits, mean, proved = room
    counters[DONE], counters[USED], counters[MOST] = 0, 1, budget
    grow_tree(
        states, moves, source, rewards, counters, stop, DEFAULT_C, True,
        parent, first, children, mover, move, visits, mean, proved,
    )  # fmt: skip
    chosen = PASS
    counters[FULL] = 1 if proved[0] == UNPROVED and counters[DONE] < counters[MOST] else 0
    if not counters[FULL]:
        chosen = best_child(seat, plain, first, children, move, visits, mean, proved)
    for node in range(counters[USED]):
        children[node] = 0
        visits[node] = 0
        mean[node] = 0.0
        proved[node] = UNPROVED
    return chosen


@kernel
def best_child(
    seat: int, plain: bool, first: Any, children: Any, move: Any, visits: Any, mean: Any, proved: Any
) -> int:
    """The root's move as `search.mcts` ranks them: what is won, then the most visited, what is lost last.

    Of equals the first in the tree, whose order is random: with few iterations on a wide board many moves are equal,
    and always to take the lowest number would make corners popular.
    """
    best, best_merit, best_visits, best_value = first[0], -2, -1, -2.0
    for child in range(first[0], first[0] + children[0]):
        winner, value, merit = proved[child], mean[child], 0
        if winner == DRAWN:
            value, merit = 0.0, 1 if proved[0] == DRAWN else 0
        elif winner != UNPROVED:
            value, merit = (1.0, 2) if winner == seat else (-1.0, -1)
        if plain and not is_plain(move[child]):
            merit = -2
        better = merit > best_merit
        if merit == best_merit:
            better = visits[child] > best_visits
            if visits[child] == best_visits:
                better = value > best_value
        if better:
            best, best_merit, best_visits, best_value = child, merit, visits[child], value
    return int(move[best])


@kernel
def decide_by_minimax(
    states: Any, found: int, moves: Any, source: Any, rewards: Any, counters: Any, stop: Any,
    seat: int, budget: int, plain: bool, room: Any,
) -> int:  # fmt: skip
    """By `search.alphabeta` with a budget of nodes beyond a first look at every move.

    Drawn among the moves that are worth nearly as much as the best; a win is never let go.
    """
    stack, words, lists, scores, frames, table, history, tally, root_moves, values = room
    stack[0] = states[0]
    for place in range(table.shape[0]):
        table[place].bound = 0
    history[:] = 0
    tally[:] = 0
    tally[1] = budget + found + 1
    deepen(
        stack, words, lists, scores, frames, table, history, rewards, source, tally, stop,
        seat, MAX_DEPTH, True, root_moves, values,
    )  # fmt: skip
    best, kept = 0.0, 0
    for index in range(found):
        if plain and not is_plain(root_moves[index]):
            continue
        if kept == 0:
            best = values[index]
        elif values[index] < best - (SLACK if best < 1.0 else 0.0):
            break
        root_moves[kept] = root_moves[index]
        kept += 1
    return int(root_moves[below(source[0], max(1, kept))])


@kernel
def greedy_move(states: Any, moves: Any, found: int, source: Any, rewards: Any, seat: int, plain: bool) -> int:
    """The move after which the game's evaluation likes the position best; of equals any."""
    chosen, best, equals = moves[0], -2.0, 0
    for index in range(found):
        states[1] = states[0]
        apply(states[1], seat, moves[index])
        if to_move(states[1]) < 0:
            reward(states[1], rewards)
        else:
            evaluate(states[1], rewards)
        worth = rewards[seat] - (4.0 if plain and not is_plain(moves[index]) else 0.0)
        equals = equals + 1 if worth == best else (1 if worth > best else equals)
        if worth > best or (worth == best and below(source[0], equals) == 0):
            chosen, best = moves[index], max(best, worth)
    return int(chosen)


@kernel
def random_move(moves: Any, found: int, source: Any, plain: bool) -> int:
    """Any move; with `plain` any that uses no extra, if there is one."""
    kept = 0
    if plain:
        for index in range(found):
            if is_plain(moves[index]):
                moves[kept] = moves[index]
                kept += 1
    return int(moves[below(source[0], kept or found)])
