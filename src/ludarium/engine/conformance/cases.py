"""What the checks look at: seeded random games, position by position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.engine.position import SPECTATOR, Position, View
from ludarium.engine.rules import words_of

Faults = Iterator[tuple[int, str]]
"""What a check gives: the ply and a sentence for each fault it finds."""
Check = Callable[["Case"], Faults]
"""One demand on a game. Its name is shown to people, and its docstring says what it demands."""

UNTOUCHED = -7_777_777
"""What buffers are filled with: no kernel may rely on what a buffer holds, or write where it should not."""


@dataclass(frozen=True)
class Finding:
    """A demand that a game does not meet, and where: the game's seed, and the number of decisions made before."""

    check: str
    message: str
    seed: int
    ply: int | None = None

    def __str__(self) -> str:
        where = f"seed {self.seed}" if self.ply is None else f"seed {self.seed}, ply {self.ply}"
        return f"{self.check}: {self.message} ({where})"


@dataclass(frozen=True)
class Step:
    """One decision of a random game, and the position before it, as it was before anybody asked about its moves."""

    position: Position
    seat: int
    move: Move


@dataclass(frozen=True)
class Walk:
    """A random game. `stopped` says why it broke off; empty when it reached its end."""

    steps: list[Step]
    last: Position
    stopped: str = ""

    @property
    def positions(self) -> list[Position]:
        """Fresh copies of all positions, the start first."""
        return [*(step.position.clone() for step in self.steps), self.last.clone()]


def listed(position: Position, seat: int) -> tuple[int, list[int], bool]:
    """How many moves `legal` lists, those that fit, and whether it wrote past the declared number of moves.

    The buffer has room to spare, so that rules that list too much are found out rather than spoiling memory.
    """
    game = position.game
    declared = game.rules.max_moves
    buffer = np.full(game.bound.ample, UNTOUCHED, np.int64)
    count = int(game.bound.legal(words_of(states_of(position))[0], seat, buffer))
    past_the_end = bool((buffer[declared:] != UNTOUCHED).any())
    return count, buffer[: min(count, declared)].tolist(), past_the_end


def walk_from(position: Position, chooser: random.Random, limit: int) -> Walk:
    """Play on at random. Where several seats must decide at once, a random one of them commits first."""
    steps: list[Step] = []
    while True:
        # Faulty rules may write to a state when they are asked: checks need it as it was.
        untouched = position.clone()
        movers = position.movers
        if not movers:
            return Walk(steps, untouched)
        if len(steps) >= limit:
            return Walk(steps, untouched, f"the game is not over after {limit} decisions, its declared max_plies")
        seat = chooser.choice(movers)
        count, _, past_the_end = listed(position, seat)
        if count == 0:
            return Walk(steps, untouched, f"seat {seat + 1} must decide but has no move")
        if past_the_end or count > position.game.rules.max_moves:
            return Walk(steps, untouched, f"legal lists {count} moves, more than the declared max_moves")
        move = chooser.choice(position.moves(seat))
        fault = position.fault(move.value, seat)
        if fault:
            return Walk(steps, untouched, f"seat {seat + 1} has the move '{move}', which is refused: {fault}")
        steps.append(Step(untouched, seat, move))
        position = position.play(move, seat)


@dataclass(frozen=True)
class Case:
    """One seeded random game of a game under check.

    `spread` is how many of its positions the costly checks look at, `deals` how many starts are dealt where
    frequencies are compared.
    """

    game: Game
    seed: int
    spread: int = 24
    deals: int = 600

    @cached_property
    def walk(self) -> Walk:
        return walk_from(self.game.start(self.seed), self.random("walk"), self.game.rules.max_plies)

    @property
    def every_position(self) -> list[tuple[int, Position]]:
        """All positions of the random game with their plies, the start first."""
        return list(enumerate(self.walk.positions))

    @property
    def some_positions(self) -> list[tuple[int, Position]]:
        """Positions spread evenly over the game, the first and the last among them."""
        every = self.every_position
        if len(every) <= self.spread:
            return every
        last = len(every) - 1
        return [every[round(index * last / (self.spread - 1))] for index in range(self.spread)]

    @property
    def watchers(self) -> range:
        """Everybody who has a view: the spectator and all seats."""
        return range(SPECTATOR, self.game.seats)

    def random(self, *path: str | int) -> random.Random:
        """A random stream of this case, different for every path."""
        return random.Random(derive(self.seed, "conformance", *path))

    def sample_seed(self, *path: str | int) -> int:
        return derive(self.seed, "sample", *path)


def who(seat: int) -> str:
    return "the spectator" if seat == SPECTATOR else f"seat {seat + 1}"


def states_of(source: Position | View) -> Any:
    """A copy of a state as the array of one row that the compiled rules take."""
    return np.frombuffer(source.to_bytes(), source.game.rules.dtype).copy()


def without_stream(position: Position) -> bytes:
    """The bytes of a position with its random stream erased: what two samples may have in common."""
    states = states_of(position)
    states["rng"] = 0
    return bytes(states.tobytes())


def difference(one: Position | View, other: Position | View) -> str:
    """The first field in which two states differ."""
    theirs = other.fields()
    for name, value in one.fields().items():
        if theirs[name] != value:
            return f"{name} was {value}, is {theirs[name]}"
    return "the random stream or the bytes between the fields"
