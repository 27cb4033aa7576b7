"""Many games of one rule set in one compiled call, each decision by a search.

Nothing is compiled for a rule set: the engine of its board's width is there already, and the rule set is only numbers
in the first state. Every decision of tree search comes from the tree that `search.mcts` grows with the seed
`derive(game seed, "move", ply)`, so that any single decision can be looked into with the ordinary search.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

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
from ludarium.engine.calls import GAME
from ludarium.engine.errors import UnknownName
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import branch, branches, derive, word_of
from ludarium.engine.loop import STOP, bind_games
from ludarium.engine.slots import legal, reward
from ludarium.search.alphabeta import MAX_DEPTH, NO_SWING, Stack
from ludarium.search.frame import Steps, Work
from ludarium.search.mcts import STEPS, Tree

ALL_COUNT = 1 << 30
"""As a limit of what may be lost: no game is stopped."""
FIRST, SECOND, DRAW = 0, 1, 2
"""How a game ends: won by the first seat, by the second, or by nobody."""
PLAYERS: dict[str, Steps] = {
    "mcts": {decide: decide_by_tree, **STEPS},
    "minimax": {decide: decide_by_minimax},
    "quiescence": {decide: decide_by_minimax},
}
"""The searches by the names that they have as players, and the slots they fill. `quiescence` is `minimax` with a
`swing`: it does not stop where a row has just been threatened or men were taken."""
SWING = 0.1
"""How much a move must change the estimate (-1 lost, 1 won) for the search to go on; `docs/design.md` has what it does
and what other values do."""

_MOVE, _SEARCH = (np.uint64(word_of(word)) for word in ("move", "search"))
_FIRST_LOG, _FIRST_TREE = 1 << 13, 1 << 14
"""Room for decisions and for nodes to begin with; both grow as they must."""
_TABLE = 1 << 11
"""Room of minimax: few transpositions, since its table is cleared for every decision."""


class Seats(NamedTuple):
    """Who decides: how much each seat may think about a decision, what it thinks in, and when there is no hope."""

    budgets: Any
    """[parity of the game, seat]"""
    plain: Any
    """[parity of the game, seat]: who uses no extras."""
    work: Work
    """Whose states are those of the loop."""
    room: Any
    """The search's own."""
    stream: Any
    """[0]: of the game's decisions."""
    found: Any
    """[0]: how many moves there were at the last decision."""
    counts: Any
    """[ending]: games that ended so."""
    hopeless: Any
    """[0]: whether play was stopped since the candidate is."""
    planned: int
    most_lost: int
    """Play stops when |A − B| + draws of all games cannot come out as this or less any more …"""
    risk: float
    """… or is less likely to than this."""


class Course(NamedTuple):
    """Who watches: what is kept of the games, and the decisions of a call one after the other."""

    endings: Any
    lengths: Any
    moves: Any
    choices: Any
    found: Any
    rewards: Any
    counts: Any


@kernel
def hope_and_prepare(states: Any, game: int, seed: Any, seats: Seats) -> bool:
    counts, left = seats.counts, seats.planned - game
    if is_hopeless(counts[FIRST], counts[SECOND], counts[DRAW], left, seats.most_lost, seats.risk):
        seats.hopeless[0] = True
        return False
    states[0].rng = branch(seed, GAME)
    seats.stream[0] = branch(seed, _MOVE)
    return True


@kernel
def decide_within_budget(states: Any, seat: int, game: int, ply: int, seats: Seats) -> int:
    """Rows 1 and 2 of the states belong to the search. Stops when the room does not suffice, or when it is told to."""
    work = seats.work
    found = legal(states[0], seat, work.moves)
    seats.found[0] = found
    chosen = work.moves[0]
    if found > 1:
        work.source[0].rng = branch(branch(seats.stream[0], np.uint64(ply)), _SEARCH)
        budget, plain = seats.budgets[game & 1, seat], seats.plain[game & 1, seat]
        if budget == RANDOM:
            chosen = random_move(work, found, plain)
        elif budget == GREEDY:
            chosen = greedy_move(work, found, seat, plain)
        else:
            chosen = decide(work, found, seat, budget, plain, seats.room)
            if work.run[0].full or work.stop[0]:
                return STOP
    return int(chosen)


@kernel
def write_decision(state: Any, seat: int, move: int, game: int, made: int, course: Course) -> bool:
    if made == course.moves.shape[0]:
        return False
    course.moves[made] = move
    course.choices[made] = course.found[0]
    return True


@kernel
def write_ending(state: Any, game: int, plies: int, course: Course) -> None:
    rewards = course.rewards
    reward(state, rewards)
    course.endings[game] = FIRST if rewards[0] > rewards[1] else (SECOND if rewards[1] > rewards[0] else DRAW)
    course.lengths[game] = plies
    course.counts[course.endings[game]] += 1


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


_rooms = threading.local()
"""By thread: trees that grow as they must and are used again for every game, whichever rule set it is of."""


def game_seeds(seed: int, games: int) -> Any:
    """The seed of every game."""
    return branches(derive(seed, "play"), range(games))


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

    A budget is a number of iterations (`mcts`) or nodes (`minimax`, `quiescence`) a decision, `RANDOM` or `GREEDY`. A
    single one is that of both seats. Of two, the first is that of the first seat in games of even number and of the
    second seat in the others, and so with `plain`, which says who uses no extras. A game is the same whatever is played
    before it and however often.
    """
    if player not in PLAYERS:
        raise UnknownName("search", player, PLAYERS, hint=f"there are {', '.join(PLAYERS)}")
    play_games = bind_games(
        game,
        prepare=hope_and_prepare,
        decide=decide_within_budget,
        watch=write_decision,
        conclude=write_ending,
        others=PLAYERS[player],
    )
    one, other = budget if isinstance(budget, tuple) else (budget, budget)
    stop = stop or Stop()
    blank = game.blank_states(0)[0]
    work = Work.of(game.bound, blank, 0, rows=4)._replace(stop=stop.flag)
    work.states[-1] = blank
    tree: Tree = getattr(_rooms, "tree", None) or Tree.with_room(_FIRST_TREE)
    swing = SWING if player == "quiescence" else NO_SWING
    stack = Stack.of(game.bound, MAX_DEPTH, _TABLE, swing)._replace(source=work.source, stop=work.stop)
    seats = Seats(
        budgets=np.array([[one, other], [other, one]], np.int64),
        plain=np.array([plain, plain[::-1]]),
        work=work,
        room=tree if player == "mcts" else stack,
        stream=np.zeros(1, np.uint64),
        found=np.zeros(1, np.int64),
        counts=np.zeros(3, np.int64),
        hopeless=np.zeros(1, np.bool_),
        planned=len(seeds),
        most_lost=most_lost,
        risk=float(risk),
    )
    endings, lengths = np.zeros(len(seeds), np.int8), np.zeros(len(seeds), np.int32)
    room = _FIRST_LOG
    logs: list[tuple[Any, Any]] = []
    done = 0
    while True:
        log, choices = np.zeros(room, np.int64), np.zeros(room, np.int16)
        course = Course(endings, lengths, log, choices, seats.found, work.rewards, seats.counts)
        finished = int(play_games(work.states, seeds, done, seats, course))
        if stop.is_set:
            raise Interrupted
        used = int(lengths[done:finished].sum())
        logs.append((log[:used], choices[:used]))
        progressed, done = finished > done, finished
        if done == len(seeds) or seats.hopeless[0]:
            break
        if work.run[0].full:
            tree = tree.doubled()
            seats = seats._replace(room=tree)
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
