"""A series: the same players meet in many games and change seats in turn.

Game g of a series depends on the series and on g alone: its seed is derived from both and its players are made anew.
The results are therefore the same however many workers share the games.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ludarium.arena.workers import in_processes
from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.match import Match
from ludarium.engine.record import Record
from ludarium.engine.result import Result
from ludarium.games import load
from ludarium.players import make

PATIENCE = 5.0
"""Seconds of games left that are not worth starting further processes for: each needs a second or two to load."""


@dataclass(frozen=True)
class Fault:
    """An answer of a player that could not be used; a legal move was drawn in its place."""

    game: int
    player: int
    seat: int
    text: str


@dataclass(frozen=True)
class Played:
    """One finished game of a series."""

    number: int
    seating: tuple[int, ...]
    """By seat: which player of the series sat there."""
    result: Result
    faults: tuple[Fault, ...]
    seconds: float
    record: Record


@dataclass(frozen=True)
class Series:
    """Players given as texts (`mcts:iterations=400`) who play a number of games. Can be sent to processes."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int
    settings: Mapping[str, object] = field(default_factory=dict)
    fixed_seats: bool = False

    def __reduce__(self) -> tuple[object, ...]:
        # Without the loaded game: its compiled rules belong to one process.
        return Series, (self.game, self.players, self.games, self.seed, self.settings, self.fixed_seats)

    @cached_property
    def loaded(self) -> Game:
        """The game with its settings."""
        return load(self.game, **self.settings)

    def check(self) -> None:
        """Refuse, before anything is played, what cannot be played."""
        seats, given = self.loaded.seats, len(self.players)
        if given != seats:
            adjustable = any(parameter.name == "seats" for parameter in self.loaded.parameters)
            raise LudariumError(
                f"{self.loaded.name} has {seats} seat{'s' if seats > 1 else ''}, got {given} "
                f"player{'s' if given != 1 else ''}: give one for each seat"
                + (f", or set the number of seats with --set seats={given}" if adjustable else "")
            )
        if self.games < 1:
            raise LudariumError(f"{self.games} games: play at least one")
        for text in self.players:
            player = make(text, self.loaded)
            unsuited = player.suits(self.loaded)
            if unsuited:
                raise LudariumError(f"{text} cannot play {self.loaded.name}: {unsuited}")

    def seating(self, number: int) -> tuple[int, ...]:
        """By seat, the player of game `number`: player p sits at seat (p + number) mod n."""
        count = len(self.players)
        turn = 0 if self.fixed_seats else number
        return tuple((seat - turn) % count for seat in range(count))

    def seat_order(self, player: int) -> list[int]:
        """The seats that a player takes in turn, from the first game on, until they repeat."""
        turns = 1 if self.fixed_seats else min(len(self.players), self.games)
        return [self.seating(number).index(player) for number in range(turns)]

    def play(self, number: int) -> Played:
        """Play game `number` from start to end."""
        started = time.perf_counter()
        seating = self.seating(number)
        players = [make(self.players[index], self.loaded) for index in seating]
        record = Match(self.loaded, players, seed=derive(self.seed, "match", number)).run()
        assert record.result is not None
        faults = tuple(
            Fault(number, seating[decision.seat], decision.seat, decision.fault)
            for decision in record.decisions
            if decision.fault
        )
        return Played(number, seating, record.result, faults, time.perf_counter() - started, record)

    def run(self, workers: int | None = None) -> Iterator[Played]:
        """Play all games, giving each as it is finished; with several workers in any order.

        Without a number of workers the games are played here while what is left is a matter of seconds, and by one
        process for each core otherwise.
        """
        if workers is not None and workers > 1:
            yield from in_processes(self.play, range(self.games), workers)
            return
        cores = 1 if workers == 1 else os.cpu_count() or 1
        warm = 0.0
        for number in range(self.games):
            yield self.play(number)
            if number == 0:
                warm = time.perf_counter()  # the first game also compiles
                continue
            left = self.games - number - 1
            pace = (time.perf_counter() - warm) / number
            if cores > 1 and left > 1 and left * pace > PATIENCE:
                yield from in_processes(self.play, range(number + 1, self.games), cores)
                return
