"""How a seat decides inside compiled self-play: by tree search, by minimax, greedily, or at random.

`decide` is a slot: self-play is bound once with each kind of search. Each search has its own *room*: the tree of
`search.mcts`, or the stack of `search.alphabeta`.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.jit import kernel, slot
from ludarium.engine.kernels.rng import below
from ludarium.engine.slots import apply, evaluate, reward, to_move
from ludarium.games.rulesets.codes import ORDINARY, PASS, kind_of
from ludarium.search.alphabeta import MAX_DEPTH, Stack, deepen
from ludarium.search.frame import Work, grow
from ludarium.search.mcts import DEFAULT_C, DRAWN, UNPROVED, Manner, Tree

RANDOM, GREEDY = 0, -1
"""Budgets that stand for players who do not search."""

SLACK = 0.02
"""How much less than the best a move of minimax may be worth to be chosen all the same. Otherwise a search without any
chance in it would play the same game a hundred times."""

_MANNER = Manner(2.0 * DEFAULT_C, 0.0, True, False)


@slot
@kernel
def decide(work: Work, found: int, seat: int, budget: int, plain: bool, room: Any) -> int:
    """The move of a seat in the state of row 0, one of at least two; the other rows are the search's.

    With `plain`, extras are not used where there is another move. `work.run[0].full` says that the room does not
    suffice.
    """
    raise NotImplementedError


@kernel
def is_plain(move: int) -> bool:
    """Whether a move uses no extra: no option and no special disk."""
    return move == PASS or kind_of(move) == ORDINARY


@kernel
def decide_by_tree(work: Work, found: int, seat: int, budget: int, plain: bool, room: Tree) -> int:
    """By `search.mcts` with a budget of iterations; the room is its tree."""
    run = work.run[0]
    run.done, run.nodes, run.most = 0, 0, budget
    grow(room, work, _MANNER)
    return PASS if run.full else best_child(room, seat, plain)


@kernel
def best_child(tree: Tree, seat: int, plain: bool) -> int:
    """The root's move as `search.mcts` ranks them: what is won, then the most visited, what is lost last.

    Of equals the first in the tree, whose order is random: with few iterations on a wide board many moves are equal,
    and always to take the lowest number would make corners popular.
    """
    first, move, visits, proved = tree.first[0], tree.move, tree.visits, tree.proved
    best, best_merit, best_visits, best_value = first, -2, -1, -2.0
    for child in range(first, first + tree.children[0]):
        winner, value, merit = proved[child], tree.mean[child], 0
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
def decide_by_minimax(work: Work, found: int, seat: int, budget: int, plain: bool, room: Stack) -> int:
    """By `search.alphabeta` with a budget of nodes beyond a first look at every move.

    Drawn among the moves that are worth nearly as much as the best; a win is never let go.
    """
    room.states[0] = work.states[0]
    deepen(room, seat, MAX_DEPTH, budget + found + 1, True)
    root_moves, values, best, kept = room.root_moves, room.values, 0.0, 0
    for index in range(found):
        if plain and not is_plain(root_moves[index]):
            continue
        if kept == 0:
            best = values[index]
        elif values[index] < best - (SLACK if best < 1.0 else 0.0):
            break
        root_moves[kept] = root_moves[index]
        kept += 1
    return int(root_moves[below(work.source[0], max(1, kept))])


@kernel
def greedy_move(work: Work, found: int, seat: int, plain: bool) -> int:
    """The move after which the game's evaluation likes the position best; of equals any."""
    states, moves, rewards = work.states, work.moves, work.rewards
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
        if worth > best or (worth == best and below(work.source[0], equals) == 0):
            chosen, best = moves[index], max(best, worth)
    return int(chosen)


@kernel
def random_move(work: Work, found: int, plain: bool) -> int:
    """Any move; with `plain` any that uses no extra, if there is one."""
    moves, kept = work.moves, 0
    if plain:
        for index in range(found):
            if is_plain(moves[index]):
                moves[kept] = moves[index]
                kept += 1
    return int(moves[below(work.source[0], kept or found)])
