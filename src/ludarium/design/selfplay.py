"""Many games of one rule set in one compiled call, each decision by a search.

Nothing is compiled for a rule set: the engine of its board's width is there already, and the rule set is only numbers
in the first state. Every decision of tree search comes from the tree that `search.mcts` grows with the seed
`derive(game seed, "move", ply)`, so that any single decision can be looked into with the ordinary search.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ludarium.design.deciding import (
    GREEDY,
    RANDOM,
    decide,
    decide_by_minimax,
    decide_by_tree,
    greedy_move,
    random_move,
)
from ludarium.design.prospects import is_hopeless
from ludarium.engine.errors import UnknownName
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.lending import lent
from ludarium.engine.kernels.rng import branch, derive, word_of
from ludarium.engine.slots import MAX_PLIES, apply, legal, reward, start, to_move
from ludarium.search.alphabeta import MAX_DEPTH, Stack
from ludarium.search.frame import Steps, Work
from ludarium.search.mcts import STEPS, Tree

ALL_COUNT = 1 << 30
"""As a limit of what may be lost: no game is stopped."""
FIRST, SECOND, DRAW = 0, 1, 2
"""How a game ends: won by the first seat, by the second, or by nobody."""
PLAYERS: dict[str, Steps] = {"mcts": {decide: decide_by_tree, **STEPS}, "minimax": {decide: decide_by_minimax}}
"""The searches by the names that they have as players, and the slots they fill."""

_GAME, _MOVE, _SEARCH = (np.uint64(word_of(word)) for word in ("game", "move", "search"))
_FIRST_LOG, _FIRST_TREE = 1 << 13, 1 << 14
"""Room for decisions and for nodes to begin with; both grow as they must."""
_TABLE = 1 << 11
"""Room of minimax: few transpositions, since its table is cleared for every decision."""


@kernel
def play_games(
    work: Work,
    hopeless: Any,
    budgets: Any,
    plain: Any,
    seeds: Any,
    begin: int,
    most_lost: int,
    risk: float,
    endings: Any,
    lengths: Any,
    log: Any,
    choices: Any,
    room: Any,
) -> int:
    """Play the games from number `begin` on; returns how many of all are finished now.

    Row 3 of the states holds the rule set, row 0 the game; rows 1 and 2 belong to the search. `budgets` says by parity
    of the game and by seat how much a decision may think, `plain` who uses no extras. Stops early when |A − B| + draws
    of all games cannot come out as `most_lost` or less any more, or is less likely to than `risk`; when the room or the
    log does not suffice; or when `stop` is set.
    """
    work, room = lent(work), lent(room)
    states, moves, rewards, source = work.states, work.moves, work.rewards, work.source
    counts = np.zeros(3, np.int64)
    for game in range(begin):
        counts[endings[game]] += 1
    logged = 0
    total = seeds.shape[0]
    for game in range(begin, total):
        if is_hopeless(counts[FIRST], counts[SECOND], counts[DRAW], total - game, most_lost, risk):
            hopeless[0] = True
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
            if found > 1:
                source[0].rng = branch(branch(stream, np.uint64(ply)), _SEARCH)
                budget, restricted = budgets[game & 1, seat], plain[game & 1, seat]
                if budget == RANDOM:
                    chosen = random_move(work, found, restricted)
                elif budget == GREEDY:
                    chosen = greedy_move(work, found, seat, restricted)
                else:
                    chosen = decide(work, found, seat, budget, restricted, room)
                    if work.run[0].full or work.stop[0]:
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


def bound(game: Game, function: Callable[..., Any], player: str = "mcts") -> Callable[..., Any]:
    """A kernel compiled for a game and a search."""
    if player not in PLAYERS:
        raise UnknownName("search", player, PLAYERS, hint=f"there are {', '.join(PLAYERS)}")
    with BINDING:
        return game.bound.binder.also(PLAYERS[player]).bind(function)


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
    player: str = "mcts",
    plain: tuple[bool, bool] = (False, False),
    most_lost: int = ALL_COUNT,
    risk: float = 0.0,
    stop: Stop | None = None,
) -> Played:
    """Play one game for each seed.

    A budget is a number of iterations (`mcts`) or nodes (`minimax`) a decision, `RANDOM` or `GREEDY`. A single one is
    that of both seats. Of two, the first is that of the first seat in games of even number and of the second seat in
    the others, and so with `plain`, which says who uses no extras. A game is the same whatever is played before it and
    however often.
    """
    one, other = budget if isinstance(budget, tuple) else (budget, budget)
    player_of_games = bound(game, play_games, player)
    stop = stop or Stop()
    blank = game.blank_states(0)[0]
    work = Work.of(game.bound, blank, 0, rows=4)._replace(stop=stop.flag)
    work.states[3] = blank
    hopeless, budgets = np.zeros(1, np.bool_), np.array([[one, other], [other, one]], np.int64)
    endings, lengths = np.zeros(len(seeds), np.int8), np.zeros(len(seeds), np.int32)
    tree: Tree = getattr(_rooms, "tree", None) or Tree.with_room(_FIRST_TREE)
    stack = Stack.of(game.bound, MAX_DEPTH, _TABLE)._replace(source=work.source, stop=work.stop)
    room = _FIRST_LOG
    logs: list[tuple[Any, Any]] = []
    done = 0
    while True:
        log, choices = np.zeros(room, np.int64), np.zeros(room, np.int16)
        finished = player_of_games(
            work, hopeless, budgets, np.array([plain, plain[::-1]]), seeds, done, most_lost, float(risk),
            endings, lengths, log, choices, tree if player == "mcts" else stack,
        )  # fmt: skip
        if stop.is_set:
            raise Interrupted
        used = int(lengths[done:finished].sum())
        logs.append((log[:used], choices[:used]))
        progressed, done = finished > done, int(finished)
        if done == len(seeds) or hopeless[0]:
            break
        if work.run[0].full:
            tree = tree.doubled()
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
