"""Many games of one kind, stepped in one compiled call: for learners that play thousands at once.

Every game has one seat to decide at a time; seats that decide at once are asked one after the other, none of them
seeing what the others have chosen. A game that ends starts again at once, with a seed of its own: the games are the
same however many are played beside each other, and on however many threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from operator import index
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.calls import GAME
from ludarium.engine.errors import BadParameter, IllegalMove
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import constant, kernel, slot
from ludarium.engine.kernels.lending import lent
from ludarium.engine.kernels.rng import ALL_BITS, branch, derive
from ludarium.engine.observing import Actions
from ludarium.engine.position import Position
from ludarium.engine.rules import words_of
from ludarium.engine.slots import SEATS, apply, conceal, encode, legal, reward, start, to_move

_MOST = 2**31
"""Games beside each other; more than any machine has memory for."""

SECRETS = constant("SECRETS")
"""Whether a seat's view lacks more than the future dice."""
DEALT = constant("DEALT")
"""Whether starting a game draws from its random stream. Where it does not, all games start alike."""


@slot
def offer(state: Any, seat: int, moves: Any, mask: Any, lowest: int, by_place: bool) -> None:
    """Write which actions a seat may choose."""


@kernel
def offer_by_list(state: Any, seat: int, moves: Any, mask: Any, lowest: int, by_place: bool) -> None:
    """The same by its list of moves; a game that has them as a set can do without (`Game.offer`)."""
    mask[:] = False
    for place in range(legal(state, seat, moves)):
        mask[np.uint64(place if by_place else moves[place] - lowest)] = True  # unsigned: nothing counts from the end


class Batch(NamedTuple):
    """The arrays of many games, by game. The last row of the states holds the settings or, where all games start alike,
    the start."""

    states: Any  # [games + 1]
    words: Any  # [games + 1, words] the same memory
    scratch: Any  # [threads] states in which views are made
    scratch_words: Any
    moves: Any  # [threads, moves] buffers for moves
    payoffs: Any  # [threads, 2 · seats] buffers for rewards
    table: Any  # how the fields of a view become numbers
    number: Any  # how often a game has been started
    plies: Any  # decisions of the present game
    seats: Any  # who must decide
    masks: Any  # [games, actions] what that seat may do
    observations: Any  # [games, numbers] what that seat sees
    rewards: Any  # [games, seats] of a game that ended in this step, else zeros
    over: Any  # whether a game ended in this step
    lengths: Any  # decisions of a game that ended in this step, else zero


@kernel
def begin(batch: Batch, game: int, seed: Any) -> int:
    """Start a game anew; returns who must decide."""
    batch.words[game] = batch.words[batch.words.shape[0] - 1]
    batch.states[game].rng = branch(branch(branch(seed, np.uint64(game)), np.uint64(batch.number[game])), GAME)
    batch.number[game] += 1
    batch.plies[game] = 0
    if DEALT:
        start(batch.states[game])
    return to_move(batch.states[game])


@kernel
def show(batch: Batch, game: int, seat: int, worker: int, lowest: int, by_place: bool) -> None:
    """Write who must decide, what it sees and what it may do."""
    batch.seats[game] = seat
    offer(batch.states[game], seat, batch.moves[worker], batch.masks[game], lowest, by_place)
    if SECRETS:
        batch.scratch_words[worker] = batch.words[game]
        conceal(batch.scratch[worker], seat)
        encode(batch.scratch, batch.scratch_words, worker, seat, batch.table, batch.observations[game])
    else:
        # Nothing but the random stream is hidden: it need not be copied to be erased.
        stream = batch.states[game].rng
        batch.states[game].rng = np.uint64(0)
        encode(batch.states, batch.words, game, seat, batch.table, batch.observations[game])
        batch.states[game].rng = stream


@kernel
def start_all(batch: Batch, first: int, last: int, worker: int, seed: Any, lowest: int, by_place: bool) -> None:
    batch = lent(batch)
    for game in range(first, last):
        show(batch, game, begin(batch, game, seed), worker, lowest, by_place)
        batch.over[game] = False
        batch.lengths[game] = 0
        for seat in range(SEATS):
            batch.rewards[game, seat] = 0.0


@kernel
def step_all(
    batch: Batch, actions: Any, first: int, last: int, worker: int, seed: Any, lowest: int, by_place: bool
) -> None:
    """Make a legal action in each game; games that end start again."""
    batch = lent(batch)
    for game in range(first, last):
        state, mover, move = batch.states[game], int(batch.seats[game]), actions[game] + lowest
        if by_place:
            legal(state, mover, batch.moves[worker])
            move = batch.moves[worker, actions[game]]
        apply(state, mover, move)
        batch.plies[game] += 1
        seat = to_move(state)
        batch.over[game] = seat < 0
        batch.lengths[game] = 0
        payoffs = batch.payoffs[worker]
        if seat < 0:
            batch.lengths[game] = batch.plies[game]
            reward(state, payoffs)
            for each in range(SEATS):
                batch.rewards[game, each] = payoffs[each]
            seat = begin(batch, game, seed)
        else:
            for each in range(SEATS):
                batch.rewards[game, each] = 0.0
        show(batch, game, seat, worker, lowest, by_place)


@kernel
def first_illegal(masks: Any, actions: Any) -> int:
    """The first game whose action is not legal; -1 if all are."""
    for game in range(actions.shape[0]):
        if not 0 <= actions[game] < masks.shape[1] or not masks[game, actions[game]]:
            return game
    return -1


def _quietly(door: Any, share: tuple[Any, ...]) -> None:
    with np.errstate(over="ignore"):  # which each thread must be told, where nothing is compiled
        door(*share)


class Stepped(NamedTuple):
    """What stands after a step, by game. The arrays are written anew by the next one: copy what is to be kept."""

    observations: Any
    """What the seat sees that must decide: `Game.encoding` says in which form."""
    masks: Any
    """Which actions that seat may choose."""
    seats: Any
    """The seat that must decide."""
    rewards: Any
    """By seat, between -1 and 1, of a game that ended in this step; zeros where it goes on."""
    over: Any
    """Whether the game ended in this step. All else is already of the next one."""
    lengths: Any
    """How many decisions a game had that ended in this step; zero where it goes on."""


class Vector:
    """Many games at once. `reset` and `step` give the arrays of all; `position` looks at one."""

    def __init__(self, game: Game, count: int, *, seed: int = 0, threads: int = 1) -> None:
        if not all(isinstance(number, int | np.integer) for number in (count, threads)):
            raise BadParameter(f"{count!r} games on {threads!r} threads: expected whole numbers")
        if count < 1 or threads < 1:
            raise BadParameter(f"{count} games on {threads} threads: expected at least one of each")
        if count > _MOST:
            raise BadParameter(f"{count} games: expected at most {_MOST:,}")
        self.game, self.count, self.seed = game, count, index(seed)
        self.actions, self.encoding = Actions(game), game.encoding
        rules = game.bound
        self._bounds = np.linspace(0, count, min(threads, count) + 1).astype(int).tolist()
        workers = len(self._bounds) - 1
        states, scratch = rules.states(count + 1), rules.states(workers)
        started = game.start(0)
        dealt = int(started.state.rng) != derive(0, int(GAME))  # whoever draws leaves the stream changed
        states[-1] = game.blank_states(0)[0] if dealt else started.state
        self._batch = Batch(
            states=states,
            words=words_of(states),
            scratch=scratch,
            scratch_words=words_of(scratch),
            moves=rules.moves(workers),
            payoffs=np.zeros((workers, 2 * game.seats)),
            table=self.encoding.rows,
            number=np.zeros(count, np.int64),
            plies=np.zeros(count, np.int64),
            seats=np.zeros(count, np.int8),
            masks=np.zeros((count, self.actions.count), np.bool_),
            observations=np.zeros((count, self.encoding.size), self.encoding.dtype),
            rewards=np.zeros((count, game.seats), np.float32),
            over=np.zeros(count, np.bool_),
            lengths=np.zeros(count, np.int64),
        )
        how = {SECRETS: game.hidden or game.at_once, DEALT: dealt, offer: game.offer or offer_by_list}
        binder = rules.binder.also(how | dict(game.narrow))
        self._start, self._step = binder.bind(start_all), binder.bind(step_all)
        self._illegal = binder.bind(first_illegal)
        # The thread that calls takes a share, too: waking another takes as long as some hundred steps.
        self._pool = ThreadPoolExecutor(workers - 1) if workers > 1 else None
        self.reset()

    def reset(self, seed: int | None = None) -> Stepped:
        """Start all games anew, from another seed if one is given: game `n` of place `i` is `game.start(derive(seed, i,
        n))`."""
        if seed is not None:
            self.seed = index(seed)
        self._batch.number[:] = 0
        self._all(self._start)
        return self.now

    def step(self, actions: Any) -> Stepped:
        """Make one action in each game. One that is not legal is an error, and then none is made."""
        try:
            given = np.asarray(actions)
        except ValueError as error:  # rows of different lengths
            raise BadParameter(f"actions are no array: {error}") from None
        if given.shape != (self.count,):
            raise BadParameter(f"actions of shape {given.shape}, expected one for each of {self.count} games")
        if given.dtype.kind not in "iu":
            raise BadParameter(f"actions of type {given.dtype}, expected whole numbers")
        chosen = np.ascontiguousarray(given, np.int64)
        wrong = int(self._illegal(self._batch.masks, chosen))
        if wrong >= 0:
            raise IllegalMove(f"game {wrong}: action {chosen[wrong]} is not legal there: look at its mask")
        self._all(self._step, chosen)
        return self.now

    def _all(self, door: Any, *given: Any) -> None:
        """Call a door for the share of each thread."""
        how = np.uint64(self.seed & ALL_BITS), self.actions.lowest, self.actions.by_place
        shares = [
            (self._batch, *given, first, last, worker, *how)
            for worker, (first, last) in enumerate(zip(self._bounds, self._bounds[1:], strict=False))
        ]
        others = [self._pool.submit(_quietly, door, share) for share in shares[1:]] if self._pool is not None else []
        door(*shares[0])
        for other in others:
            other.result()

    @property
    def now(self) -> Stepped:
        """The arrays as they stand."""
        batch = self._batch
        seen = batch.observations.reshape(self.count, *self.encoding.shape)
        return Stepped(seen, batch.masks, batch.seats, batch.rewards, batch.over, batch.lengths)

    def position(self, number: int) -> Position:
        """A copy of one game's position."""
        if not isinstance(number, int | np.integer) or number not in range(self.count):
            raise BadParameter(f"no game {number!r}: expected 0 to {self.count - 1}")
        return Position.from_bytes(self.game, self._batch.words[number].tobytes())

    def seed_of(self, number: int, played: int) -> int:
        """The seed of a game by its place and how many were played there before it."""
        return derive(self.seed, number, played)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.count, self.seed, len(self._bounds) - 1, tuple(self._batch))

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<{self.count} games of {self.game.describe()}>"


def _restored(game: Game, count: int, seed: int, threads: int, arrays: tuple[Any, ...]) -> Vector:
    """A copy with arrays of its own, which share memory as those of the original do."""
    copied = Vector(game, count, seed=seed, threads=threads)
    for there, here in zip(copied._batch, arrays, strict=True):
        there[...] = here
    return copied
