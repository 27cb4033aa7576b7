"""A session: a plan is played to its end, games are stored as they come, and a rule may end it early.

The same plan taken up again goes on where it stopped: what is stored is counted, not played again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import nullcontext
from time import perf_counter

from ludarium.arena.plan.stopping import Rule, Watch
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk
from ludarium.arena.run.runner import run as run_plan
from ludarium.arena.run.storing import chunks_of, stored_games
from ludarium.arena.stats.tally import Tally
from ludarium.store.runs import Run


class Session:
    """One plan on its way. `tallies` holds the score, one tally for each setting of the plan's sweep."""

    def __init__(self, plan: Plan, *, run: Run | None = None, rule: Rule | None = None) -> None:
        self.plan, self.run = plan, run
        sweeping = len(plan.sweep) > 1
        self.tallies = [Tally(plan, table if sweeping else None) for table in range(len(plan.sweep))]
        self.watch = Watch(rule, plan.players, plan.round_length) if rule is not None else None
        self.resumed = 0
        """Games that were already in the store."""
        self.seconds = 0.0
        """Time of this session."""
        self._waiting: dict[int, Chunk] = {}
        self._next = 0

    @property
    def games(self) -> int:
        """Games that count so far."""
        return sum(tally.games for tally in self.tallies)

    @property
    def stopped(self) -> bool:
        """Whether the rule has said stop."""
        return self.watch is not None and self.watch.stopped

    def play(self, *, workers: int | None = None, ray: str | None = None) -> Generator[int, None, None]:
        """Play what is left; gives the number of further games after each chunk. The run is ours meanwhile."""
        started = perf_counter()
        with self.run.lease() if self.run is not None else nullcontext():
            done: list[range] = []
            for chunk in self._stored():
                done.append(chunk.numbers)
                self.resumed += chunk.count
                yield self._count(chunk)
            if not self.stopped:
                for chunk in run_plan(self.plan, workers=workers, done=done, ray=ray):
                    if self.run is not None:
                        self.run.add(stored_games(self.plan, chunk))
                    self.seconds = perf_counter() - started
                    yield self._count(chunk)
                    if self.stopped:
                        break
            self.seconds = perf_counter() - started
            if self.run is not None:
                self.run.finish()

    def recount(self) -> None:
        """Count what is stored, and play nothing. `seconds` is then the time that the games themselves took."""
        for chunk in self._stored():
            self.resumed += chunk.count
            self.seconds += chunk.seconds
            self._count(chunk)

    def _stored(self) -> Iterator[Chunk]:
        """The games of the plan that are in the store."""
        if self.run is not None:
            yield from chunks_of(self.run.games(stop=self.plan.games))

    def _count(self, chunk: Chunk) -> int:
        """Count a chunk, or with a rule as much as follows on what was counted; returns how many games were."""
        before = self.games
        if self.watch is None:
            self._add(chunk)
            return self.games - before
        self._waiting[chunk.first] = chunk
        while self._next in self._waiting and not self.stopped:
            chunk = self._waiting.pop(self._next)
            self._next += chunk.count
            self._add(chunk.head(self._counting(chunk)))
        return self.games - before

    def _counting(self, chunk: Chunk) -> int:
        """How many games of a chunk count before the rule says stop."""
        assert self.watch is not None
        for counted, (number, ranks, _) in enumerate(chunk.outcomes(), 1):
            if self.watch.add(number, self.plan.line_up(number), ranks):
                return counted
        return chunk.count

    def _add(self, chunk: Chunk) -> None:
        for tally in self.tallies:
            tally.add(chunk)
