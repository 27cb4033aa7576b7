"""Many games of one rule set in one compiled call, each decision by tree search.

Nothing is compiled for a rule set: the engine of its board's width is there already, and the rule set is only numbers
in the first state. Every decision comes from the tree that `search.mcts` grows with the seed `derive(game seed, "move",
ply)`, so that any single decision can be looked into with the ordinary search.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import GENERATOR, below, branch, derive, word_of
from ludarium.engine.slots import MAX_PLIES, apply, legal, reward, start, to_move
from ludarium.search.mcts import DEFAULT_C, DRAWN, UNPROVED, Tree, grow_tree

ALL_COUNT = 1 << 30
"""As a limit of what may be lost: no game is stopped."""
FIRST, SECOND, DRAW = 0, 1, 2
"""How a game ends: won by the first seat, by the second, or by nobody."""

_GAME, _MOVE, _SEARCH = (np.uint64(word_of(word)) for word in ("game", "move", "search"))
_DONE, _USED, _MOST = 0, 1, 2  # the counters of `grow_tree`
_FIRST_LOG, _FIRST_TREE = 1 << 13, 1 << 14
"""Room for decisions and for nodes to begin with; both grow as they must."""


@kernel
def least_lost(first: int, second: int, draws: int, left: int) -> int:
    """The least |A − B| + draws that can come out when `left` games are still to be played."""
    apart = abs(first - second)
    return draws + (apart - left if apart > left else (left - apart) & 1)


@kernel
def best_child(seat: int, first: Any, children: Any, move: Any, visits: Any, mean: Any, proved: Any) -> int:
    """The root's move as `search.mcts` ranks them: what is won, then the most visited, what is lost last.

    Of equals the first in the tree, whose order is random: with few iterations on a wide board many moves are equal,
    and always to take the lowest number would make corners popular.
    """
    best, best_merit, best_visits, best_value = -1, -2, -1, -2.0
    for child in range(first[0], first[0] + children[0]):
        winner, value, merit = proved[child], mean[child], 0
        if winner == DRAWN:
            value, merit = 0.0, 1 if proved[0] == DRAWN else 0
        elif winner != UNPROVED:
            value, merit = (1.0, 2) if winner == seat else (-1.0, -1)
        better = merit > best_merit
        if merit == best_merit:
            better = visits[child] > best_visits
            if visits[child] == best_visits:
                better = value > best_value
        if better:
            best, best_merit, best_visits, best_value = child, merit, visits[child], value
    return int(move[best])


@kernel
def play_games(
    states: Any,
    moves: Any,
    source: Any,
    rewards: Any,
    counters: Any,
    stop: Any,
    budgets: Any,
    c: float,
    seeds: Any,
    begin: int,
    most_lost: int,
    endings: Any,
    lengths: Any,
    log: Any,
    choices: Any,
    parent: Any,
    first: Any,
    children: Any,
    mover: Any,
    move: Any,
    visits: Any,
    mean: Any,
    proved: Any,
) -> int:
    """Play the games from number `begin` on; returns how many of all are finished now.

    Row 3 of the states holds the rule set, row 0 the game; rows 1 and 2 belong to the search. `budgets` says by parity
    of the game and by seat how many iterations a decision has, 0 for a random move. Stops early when |A − B| + draws of
    all games can no longer come out as `most_lost` or less, when the tree or the log has no more room, or when `stop`
    is set.
    """
    counts = np.zeros(3, np.int64)
    for game in range(begin):
        counts[endings[game]] += 1
    logged = 0
    total = seeds.shape[0]
    for game in range(begin, total):
        if least_lost(counts[FIRST], counts[SECOND], counts[DRAW], total - game) > most_lost:
            return game
        states[0] = states[3]
        states[0].rng = branch(seeds[game], _GAME)
        start(states[0])
        stream = branch(seeds[game], _MOVE)
        ply = 0
        seat = to_move(states[0])
        while seat >= 0 and ply < MAX_PLIES:
            if logged == log.shape[0]:
                return game
            found = legal(states[0], seat, moves)
            chosen = moves[0]
            budget = budgets[game & 1, seat]
            if found > 1:
                source[0].rng = branch(branch(stream, np.uint64(ply)), _SEARCH)
            if found > 1 and budget == 0:
                chosen = moves[below(source[0], found)]
            elif found > 1:
                counters[_DONE], counters[_USED] = 0, 1
                counters[_MOST] = budget
                grow_tree(
                    states, moves, source, rewards, counters, stop, c, True,
                    parent, first, children, mover, move, visits, mean, proved,
                )  # fmt: skip
                full = proved[0] == UNPROVED and counters[_DONE] < counters[_MOST]
                if not full:
                    chosen = best_child(seat, first, children, move, visits, mean, proved)
                for node in range(counters[_USED]):
                    children[node] = 0
                    visits[node] = 0
                    mean[node] = 0.0
                    proved[node] = UNPROVED
                if full:
                    return game
            log[logged] = chosen
            choices[logged] = found
            logged += 1
            apply(states[0], seat, chosen)
            ply += 1
            seat = to_move(states[0])
        reward(states[0], rewards)
        endings[game] = FIRST if rewards[0] > rewards[1] else (SECOND if rewards[1] > rewards[0] else DRAW)
        lengths[game] = ply
        counts[endings[game]] += 1
    return int(total)


@dataclass(frozen=True)
class Played:
    """Games of one rule set, in the order of their numbers; fewer than planned when they were stopped."""

    planned: int
    endings: Any  # int8 by game
    lengths: Any  # int32 by game
    moves: Any  # int64, all games one after the other
    choices: Any  # int16, how many legal moves there were

    @property
    def games(self) -> int:
        return len(self.endings)

    @property
    def stopped(self) -> bool:
        return self.games < self.planned

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """Wins of the first seat, of the second, and draws."""
        found = np.bincount(self.endings, minlength=3).tolist()
        return found[FIRST], found[SECOND], found[DRAW]

    def game(self, number: int) -> list[int]:
        """The moves of one game."""
        begin = int(self.lengths[:number].sum())
        listed: list[int] = self.moves[begin : begin + int(self.lengths[number])].tolist()
        return listed


@dataclass
class Stop:
    """Ends all compiled play that was given it, from another thread."""

    flag: Any = field(default_factory=lambda: np.zeros(1, np.int64))

    def set(self) -> None:
        self.flag[0] = 1

    @property
    def is_set(self) -> bool:
        return bool(self.flag[0])


class Interrupted(Exception):
    """Play was ended from outside; there is nothing to be had."""


BINDING = threading.Lock()
"""Held while kernels are bound: a bound copy is known to other threads before it is complete."""


def bound(game: Game, function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel compiled for a game."""
    with BINDING:
        return game.bound.binder.bind(function)


_rooms = threading.local()
"""By thread: trees that grow as they must and are used again for every game, whichever rule set it is of."""


def game_seeds(seed: int, games: int) -> Any:
    """The seed of every game."""
    return np.array([derive(seed, "play", number) for number in range(games)], np.uint64)


def play(
    game: Game,
    seeds: Any,
    budget: int | tuple[int, int],
    *,
    most_lost: int = ALL_COUNT,
    stop: Stop | None = None,
    c: float = DEFAULT_C,
) -> Played:
    """Play one game for each seed.

    A budget is a number of iterations a decision, 0 for random play. A single one is that of both seats. Of two, the
    first is that of the first seat in games of even number and of the second seat in the others. A game is the same
    whatever is played before it and however often.
    """
    one, other = budget if isinstance(budget, tuple) else (budget, budget)
    player = bound(game, play_games)
    rules = game.bound
    stop = stop or Stop()
    states = rules.states(4)
    states[3] = game.blank_states(0)[0]
    source, rewards = np.zeros(1, GENERATOR), np.zeros(2 * game.seats)
    counters, budgets = np.zeros(3, np.int64), np.array([[one, other], [other, one]], np.int64)
    endings, lengths = np.zeros(len(seeds), np.int8), np.zeros(len(seeds), np.int32)
    moves = rules.moves()
    tree: Tree = getattr(_rooms, "tree", None) or Tree(_FIRST_TREE)
    room = _FIRST_LOG
    logs: list[tuple[Any, Any]] = []
    done = 0
    while True:
        log, choices = np.zeros(room, np.int64), np.zeros(room, np.int16)
        finished = player(
            states, moves, source, rewards, counters, stop.flag, budgets, float(c), seeds, done, most_lost,
            endings, lengths, log, choices, *tree.arrays(),
        )  # fmt: skip
        if stop.is_set:
            raise Interrupted
        used = int(lengths[done:finished].sum())
        logs.append((log[:used], choices[:used]))
        progressed, done = finished > done, int(finished)
        if done == len(seeds) or _hopeless(endings[:done], len(seeds), most_lost):
            break
        if int(counters[_USED]) + game.rules.max_moves > len(tree.parent):
            tree.double()
        elif not progressed:
            room *= 2
    _rooms.tree = tree
    return Played(
        len(seeds),
        endings[:done].copy(),
        lengths[:done].copy(),
        np.concatenate([moves for moves, _ in logs]),
        np.concatenate([found for _, found in logs]),
    )


def _hopeless(endings: Any, total: int, most_lost: int) -> bool:
    first, second, draws = np.bincount(endings, minlength=3).tolist()
    return int(least_lost(first, second, draws, total - len(endings))) > most_lost
