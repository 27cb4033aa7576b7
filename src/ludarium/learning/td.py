"""Temporal differences by self-play: a small network learns how likely the first seat is to win.

A position is what the first seat sees of it, as the game encodes it, and whose turn it is. Where the encoding is two
planes, one of each side's men, they are one input a cell: 1, -1 or 0. One hidden layer and the output are logistic.

Both seats look two plies ahead: every position after a move and its reply is judged by the network, finished games too,
and the first seat takes the move with the highest worst case, the second the opposite. Noise multiplies each judgement
by a normal number around 1, so that games differ.

The rules of learning, with Y the outputs of a game's positions 1 … T, z its result and e_t = Σ λ^(t-k) ∇Y_k over k ≤ t:

    TD       after every move      α (Y_(t+1) - Y_t) e_t, and α (z - Y_T) e_T at the end
    ALL      after the game        α (z - Y_t) e_t for every t, with gradients that are worked out once
    PRINTED  after the game        α (z - Y_T) Σ λ^(T-k) ∇Y_k
    EACH     after the game        α Σ λ^(T-k) (z - Y_k) ∇Y_k
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.errors import NotSuited
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import derive, generator, next_bits
from ludarium.engine.loop import BREAK_OFF, bind_games, own_stream, states_for
from ludarium.engine.observing import listing
from ludarium.engine.rules import words_of
from ludarium.engine.slots import Seat, State, apply, encode, legal, reward, to_move

_FRACTION = 1.0 / (1 << 53)


class Rule(IntEnum):
    """How weights follow from a game; see above."""

    TD = 0
    ALL = 1
    PRINTED = 2
    EACH = 3


_TD, _ALL, _EACH = int(Rule.TD), int(Rule.ALL), int(Rule.EACH)


@dataclass(frozen=True)
class Hyperparameters:
    """What a learner is to be."""

    rate: float = 0.001
    """α."""
    fade: float = 0.9
    """λ."""
    hidden: int = 40
    noise: float = 0.0
    """The standard deviation of what judgements are multiplied by."""
    rule: Rule = Rule.EACH


class Net(NamedTuple):
    """The weights, and room for reading."""

    first: Any  # [inputs + 1, hidden], the last row for a constant 1
    second: Any  # [hidden + 1]
    units: Any  # [hidden]


class Work(NamedTuple):
    """What self-play works with."""

    states: Any  # [4] the game, after a move, after the reply, the settings
    words: Any
    moves: Any  # [2, most moves]
    table: Any  # of the encoding
    seen: Any
    places: Any  # the input of each number that is seen
    signs: Any  # and with which sign
    inputs: Any  # of the position that is judged
    path: Any  # [positions, inputs] the game's
    played: Any  # [positions] its moves
    made: Any  # [1] how many there are
    result: Any  # [1] 1 if the first seat won, 0.5 for a tie
    slopes: Any  # [inputs + 1, hidden], the sum of gradients
    out_slopes: Any  # [hidden + 1]
    change: Any
    out_change: Any
    source: Any  # [1]
    rewards: Any


@kernel
def logistic(total: float) -> float:
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def judge(net: Net, inputs: Any) -> float:
    """The output; the hidden units are left as they are for it."""
    size = net.units.shape[0]
    count = inputs.shape[0]
    for unit in range(size):
        net.units[unit] = net.first[count, unit]
    for place in range(count):
        if inputs[place] != 0.0:
            for unit in range(size):
                net.units[unit] += inputs[place] * net.first[place, unit]
    total = net.second[size]
    for unit in range(size):
        net.units[unit] = logistic(net.units[unit])
        total += net.units[unit] * net.second[unit]
    return logistic(total)


@kernel
def read(work: Work, row: int, turn: int, inputs: Any) -> None:
    """The inputs of a position in which it is a seat's turn."""
    encode(work.states, work.words, row, 0, work.table, work.seen)
    inputs[:] = 0.0
    for number in range(work.seen.shape[0]):
        inputs[work.places[number]] += work.signs[number] * work.seen[number]
    inputs[inputs.shape[0] - 1] = 1.0 - 2.0 * turn


@kernel
def normal(source: Any) -> float:
    """A standard normal number (Box and Muller)."""
    first = (float(next_bits(source) >> np.uint64(11)) + 1.0) * _FRACTION
    second = float(next_bits(source) >> np.uint64(11)) * _FRACTION
    return math.sqrt(-2.0 * math.log(first)) * math.cos(2.0 * math.pi * second)


@kernel
def judged(net: Net, work: Work, row: int, turn: int, noise: float) -> float:
    read(work, row, turn, work.inputs)
    value = judge(net, work.inputs)
    return value * (1.0 + noise * normal(work.source[0])) if noise > 0.0 else value


@kernel
def choose(net: Net, work: Work, seat: int, noise: float) -> int:
    """The move after whose best reply the network likes the position best; of equals the first."""
    chosen, best = -1, -1e300
    side = 1.0 - 2.0 * seat
    for index in range(legal(work.states[0], seat, work.moves[0])):
        move = int(work.moves[0, index])
        work.states[1] = work.states[0]
        apply(work.states[1], seat, move)
        other = to_move(work.states[1])
        if other < 0:
            worth = side * judged(net, work, 1, 1 - seat, noise)
        else:
            sign = 1.0 - 2.0 * other
            worst = -1e300
            for reply in range(legal(work.states[1], other, work.moves[1])):
                work.states[2] = work.states[1]
                apply(work.states[2], other, int(work.moves[1, reply]))
                after = to_move(work.states[2])
                turn = 1 - other if after < 0 else after
                worst = max(worst, sign * judged(net, work, 2, turn, noise))
            worth = side * sign * worst
        if worth > best:
            chosen, best = move, worth
    return chosen


@kernel
def add_slopes(net: Net, work: Work, inputs: Any, output: float, by: float) -> None:
    """Add the gradient of the output, as `judge` has left the units, times a number to the sum."""
    size, count = net.units.shape[0], inputs.shape[0]
    step = by * output * (1.0 - output)
    work.out_slopes[size] += step
    for unit in range(size):
        held = net.units[unit]
        work.out_slopes[unit] += step * held
        back = step * net.second[unit] * held * (1.0 - held)
        work.slopes[count, unit] += back
        for place in range(count):
            work.slopes[place, unit] += back * inputs[place]


@kernel
def move_weights(net: Net, slopes: Any, out_slopes: Any, by: float) -> None:
    for row in range(slopes.shape[0]):
        for unit in range(slopes.shape[1]):
            net.first[row, unit] += by * slopes[row, unit]
    for unit in range(out_slopes.shape[0]):
        net.second[unit] += by * out_slopes[unit]


@kernel
def scale(grid: Any, by: float) -> None:
    for row in range(grid.shape[0]):
        for column in range(grid.shape[1]):
            grid[row, column] *= by


@kernel
def add_change(work: Work, by: float) -> None:
    """Add the sum of gradients as it stands, times a number, to what is to be changed."""
    for row in range(work.slopes.shape[0]):
        for unit in range(work.slopes.shape[1]):
            work.change[row, unit] += by * work.slopes[row, unit]
    for unit in range(work.out_slopes.shape[0]):
        work.out_change[unit] += by * work.out_slopes[unit]


@kernel
def fade_slopes(work: Work, fade: float) -> None:
    scale(work.slopes, fade)
    for unit in range(work.out_slopes.shape[0]):
        work.out_slopes[unit] *= fade


@kernel
def learn_after_game(net: Net, work: Work, count: int, result: float, rate: float, fade: float, rule: int) -> None:
    work.slopes[:] = 0.0
    work.out_slopes[:] = 0.0
    work.change[:] = 0.0
    work.out_change[:] = 0.0
    last = 0.0
    for index in range(count):
        inputs = work.path[index]
        output = judge(net, inputs)
        fade_slopes(work, fade)
        add_slopes(net, work, inputs, output, result - output if rule == _EACH else 1.0)
        last = output
        if rule == _ALL:
            add_change(work, result - output)
    if rule == _ALL:
        move_weights(net, work.change, work.out_change, rate)
    else:
        move_weights(net, work.slopes, work.out_slopes, rate if rule == _EACH else rate * (result - last))


@kernel
def learn_after_move(net: Net, work: Work, index: int, target: float, rate: float, fade: float) -> None:
    """Move the output of a position, and in part those before it, towards what came after it."""
    inputs = work.path[index]
    output = judge(net, inputs)
    fade_slopes(work, fade)
    add_slopes(net, work, inputs, output, 1.0)
    move_weights(net, work.slopes, work.out_slopes, rate * (target - output))


class Lesson(NamedTuple):
    """Who plays against itself and learns: what decides in the loop of games, and what watches it."""

    net: Net
    work: Work
    noise: float
    rate: float  # 0: nothing is learnt
    fade: float
    rule: int


@kernel
def begin_game(states: Any, game: int, seed: Any, lesson: Lesson) -> bool:
    lesson.work.made[0] = 0
    if lesson.rule == _TD:
        lesson.work.slopes[:] = 0.0
        lesson.work.out_slopes[:] = 0.0
    return own_stream(states, game, seed, lesson)


@kernel
def decide_for_itself(states: Any, seat: Seat, game: int, ply: int, lesson: Lesson) -> int:
    work = lesson.work
    return choose(lesson.net, work, seat, lesson.noise) if ply < work.path.shape[0] else BREAK_OFF


@kernel
def note_position(state: State, seat: Seat, move: int, game: int, lesson: Lesson) -> None:
    """Make the move and keep the position after it; by TD the one before it learns from it at once."""
    net, work = lesson.net, lesson.work
    apply(state, seat, move)
    after, made = to_move(state), int(work.made[0])
    read(work, 0, 1 - seat if after < 0 else after, work.path[made])
    work.played[made] = move
    work.made[0] = made + 1
    if lesson.rule == _TD and lesson.rate > 0.0 and made > 0:
        learn_after_move(net, work, made - 1, judge(net, work.path[made]), lesson.rate, lesson.fade)


@kernel
def learn_from_result(state: State, game: int, plies: int, lesson: Lesson) -> None:
    net, work = lesson.net, lesson.work
    work.result[0] = 0.5
    if to_move(state) < 0:
        reward(state, work.rewards)
        work.result[0] = (work.rewards[0] + 1.0) / 2.0
    if lesson.rate > 0.0 and lesson.rule == _TD:
        learn_after_move(net, work, plies - 1, work.result[0], lesson.rate, lesson.fade)
    elif lesson.rate > 0.0:
        learn_after_game(net, work, plies, work.result[0], lesson.rate, lesson.fade, lesson.rule)


@dataclass(frozen=True)
class Played:
    """A game without noise."""

    moves: tuple[str, ...]
    result: float
    """1 if the first seat won, 0 if the second did, 0.5 for a tie."""


class Learner:
    """A network that learns a game by playing against itself. The same seed gives the same network."""

    def __init__(self, game: Game, hyper: Hyperparameters, seed: int) -> None:
        suits(game)
        self.game, self.hyper, self.games = game, hyper, 0
        encoding = game.encoding
        size = encoding.size
        two_sides = len(encoding.shape) == 3 and encoding.shape[0] == 2
        places = np.arange(size) % (size // 2 if two_sides else size)
        signs = np.where(two_sides & (np.arange(size) >= size // 2), -1.0, 1.0)
        count = int(places.max()) + 2
        random = np.random.default_rng(derive(seed, "weights"))
        self.net = Net(
            random.uniform(-1.0, 1.0, (count + 1, hyper.hidden)),
            random.uniform(-1.0, 1.0, hyper.hidden + 1),
            np.zeros(hyper.hidden),
        )
        states = states_for(game, 2)
        plies = min(game.rules.max_plies, _MOST_PLIES)
        self._work = Work(
            states,
            words_of(states),
            np.zeros((2, game.rules.max_moves), np.int64),
            encoding.rows,
            np.zeros(size, encoding.dtype),
            places,
            signs,
            np.zeros(count),
            np.zeros((plies, count)),
            np.zeros(plies, np.int64),
            np.zeros(1, np.int64),
            np.zeros(1),
            np.zeros((count + 1, hyper.hidden)),
            np.zeros(hyper.hidden + 1),
            np.zeros((count + 1, hyper.hidden)),
            np.zeros(hyper.hidden + 1),
            generator(derive(seed, "noise")),
            np.zeros(2 * game.seats),
        )

    def learn(self, games: int) -> None:
        """Learn from so many further games."""
        hyper = self.hyper
        self._play(games, hyper.noise, hyper.rate)
        self.games += games

    def show(self) -> Played:
        """The game that it plays against itself without noise; nothing is learnt from it."""
        self._play(1, 0.0, 0.0)
        work = self._work
        position, moves = self.game.start(0), []
        for move in work.played[: work.made[0]].tolist():
            text = self.game.move_text(move, position.state, position.seat_to_move())
            moves.append(text)
            position = position.play(text)
        return Played(tuple(moves), float(work.result[0]))

    def _play(self, games: int, noise: float, rate: float) -> None:
        """Play games against itself and learn after each, or after each move; the last one is left in the work."""
        lesson = Lesson(self.net, self._work, noise, rate, self.hyper.fade, int(self.hyper.rule))
        play = bind_games(
            self.game, prepare=begin_game, decide=decide_for_itself, enact=note_position, conclude=learn_from_result
        )
        play(self._work.states, np.zeros(games, np.uint64), 0, lesson, lesson)


_MOST_PLIES = 1000
"""A game of more is broken off and counts as a tie."""


def suits(game: Game) -> None:
    """Refuse a game that this cannot learn."""
    listing(game)
    if game.seats != 2 or game.hidden or game.at_once or game.chance:
        raise NotSuited(f"{game.name} cannot be learnt so: a game of two is needed, in turns, without dice or secrets")
