"""A chunk: some games of a plan with consecutive numbers, as arrays. The unit of work, of storing and of counting."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.batches import CompiledTable, can_compile
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import branches, derive
from ludarium.engine.match import Match
from ludarium.engine.record import Record


@dataclass(frozen=True)
class Fault:
    """An answer of a player that could not be used; a legal move was drawn in its place."""

    game: int
    player: int
    seat: int
    text: str


@dataclass(frozen=True)
class Chunk:
    """Games `first`, `first + 1`, … of a plan.

    Decisions stand one game after the other in `seats` and `moves` where the games were played inside compiled code;
    otherwise each game has its `Record`.
    """

    first: int
    points: Any  # float64, by game and seat
    ranks: Any  # int8, by game and seat
    lengths: Any  # int32, by game
    seconds: float
    faults: tuple[Fault, ...] = ()
    seats: Any = None
    moves: Any = None
    records: list[Record] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.lengths)

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.count)

    def head(self, count: int) -> Chunk:
        """The results of the first so many games, without their decisions."""
        numbers = self.numbers[:count]
        faults = tuple(fault for fault in self.faults if fault.game in numbers)
        return Chunk(self.first, self.points[:count], self.ranks[:count], self.lengths[:count], self.seconds, faults)

    def outcomes(self) -> Iterator[tuple[int, tuple[int, ...], tuple[float, ...]]]:
        """Number, ranks and points of each game."""
        for offset, number in enumerate(self.numbers):
            yield number, tuple(self.ranks[offset].tolist()), tuple(self.points[offset].tolist())


class Dealer:
    """Plays chunks of one plan in this process. Keeps what is compiled."""

    def __init__(self, plan: Plan, *, compiled: bool = True) -> None:
        self.plan = plan
        self._tables: list[CompiledTable] = []
        if compiled:
            players = [[plan.make(player, table) for player in range(len(plan.players))] for table in plan.tables]
            # A tie-break of the game's own is written in Python: its results cannot come from points alone.
            plainly_ranked = all(type(table).rank is Game.rank for table in plan.tables)
            if plainly_ranked and all(can_compile(field_of_players) for field_of_players in players):
                pairs = zip(plan.tables, players, strict=True)
                self._tables = [CompiledTable(table, field_of_players) for table, field_of_players in pairs]

    @property
    def compiled(self) -> bool:
        """Whether whole games run inside compiled code."""
        return bool(self._tables)

    def play(self, first: int, count: int) -> Chunk:
        """Play the games first … first + count − 1."""
        started = time.perf_counter()
        if self._tables:
            return self._play_compiled(first, count, started)
        return self._play_matches(first, count, started)

    def _play_compiled(self, first: int, count: int, started: float) -> Chunk:
        plan = self.plan
        numbers = np.arange(first, first + count)
        seeds = branches(derive(plan.seed, "match"), numbers)
        line_ups = plan.line_up_array(numbers)
        if len(self._tables) == 1:
            batch = self._tables[0].play(seeds, line_ups)
            points, lengths, seats, moves = batch.points, batch.lengths, batch.seats, batch.moves
        else:
            points, lengths, seats, moves = self._play_sweep(numbers, seeds, line_ups)
        return Chunk(first, points, _ranks(points), lengths, time.perf_counter() - started, (), seats, moves)

    def _play_sweep(self, numbers: Any, seeds: Any, line_ups: Any) -> tuple[Any, Any, Any, Any]:
        """Games of several settings: each table plays its own, and the logs are put back into the order of numbers."""
        which = numbers // len(self.plan.line_ups) % len(self._tables)
        points = np.zeros((len(numbers), self.plan.seats))
        lengths = np.zeros(len(numbers), np.int32)
        logs: dict[int, tuple[Any, Any]] = {}
        for index, table in enumerate(self._tables):
            chosen = np.flatnonzero(which == index)
            if not len(chosen):
                continue
            batch = table.play(seeds[chosen], line_ups[chosen])
            points[chosen], lengths[chosen] = batch.points, batch.lengths
            cuts = np.cumsum(batch.lengths)[:-1]
            pairs = zip(np.split(batch.seats, cuts), np.split(batch.moves, cuts), strict=True)
            logs |= dict(zip(chosen.tolist(), pairs, strict=True))
        order = [logs[offset] for offset in range(len(numbers))]
        return points, lengths, np.concatenate([s for s, _ in order]), np.concatenate([m for _, m in order])

    def _play_matches(self, first: int, count: int, started: float) -> Chunk:
        plan = self.plan
        records, faults = [], []
        for number in range(first, first + count):
            table, line_up = plan.tables[plan.table(number)], plan.line_up(number)
            players = [plan.make(player, table) for player in line_up]
            record = Match(table, players, seed=plan.game_seed(number)).run()
            records.append(record)
            faults += [
                Fault(number, line_up[decision.seat], decision.seat, decision.fault)
                for decision in record.decisions
                if decision.fault
            ]
        results = [record.result for record in records]
        return Chunk(
            first,
            np.array([result.points for result in results if result], float),
            np.array([result.ranks for result in results if result], np.int8),
            np.array([len(record.decisions) for record in records], np.int32),
            time.perf_counter() - started,
            tuple(faults),
            records=records,
        )


def _ranks(points: Any) -> Any:
    """One more than the number of seats with more points. Seat by seat: ten times as quick as all at once."""
    ranks = np.ones(points.shape, np.int8)
    for seat in range(points.shape[1]):
        ranks += points[:, seat, None] > points
    return ranks
