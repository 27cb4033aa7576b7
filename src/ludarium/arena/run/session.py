"""A session: a plan is played to its end, games are stored as they come, and a rule may end it early.

The same plan taken up again goes on where it stopped: what is stored is counted, not played again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING

from ludarium.arena.plan.stopping import Rule, Watch
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk
from ludarium.arena.run.runner import run as run_plan
from ludarium.arena.stats.tally import Tally, leaders

if TYPE_CHECKING:
    from ludarium.store.runs import Run

Progress = Callable[["Session"], None]
"""Is told how a session stands: before its first game and after each chunk of games."""


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

    @property
    def limit(self) -> int | None:
        """How many games there will be; None where a rule decides."""
        return None if self.watch is not None else self.plan.games

    @property
    def expected(self) -> int | None:
        """The same, or what the rule makes us expect; None while nobody can know."""
        return self.limit if self.watch is None else self.watch.expected

    @property
    def score(self) -> str:
        """How it stands, in a few words: what the rule said last, otherwise who leads."""
        if self.watch is not None and self.watch.verdict is not None:
            return self.watch.verdict.reason
        return leaders(self.tallies)

    def run_to_end(
        self,
        *,
        workers: int | None = None,
        ray: str | None = None,
        keep: Callable[[Chunk], None] | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Play what is left. Broken off, the games so far are stored, and the run is free for others."""
        told = progress if progress is not None else _untold
        told(self)
        with closing(self.play(workers=workers, ray=ray, keep=keep)) as further:
            for _ in further:
                told(self)

    def play(
        self,
        *,
        workers: int | None = None,
        ray: str | None = None,
        keep: Callable[[Chunk], None] | None = None,
    ) -> Generator[int, None, None]:
        """Play what is left; gives the number of further games after each chunk. The run is ours meanwhile.

        `keep` is given every chunk that was played, with the records of its games.
        """
        started = perf_counter()
        with self.run.lease() if self.run is not None else nullcontext():
            done: list[range] = []
            for chunk in self._stored():
                done.append(chunk.numbers)
                self.resumed += chunk.count
                yield self._count(chunk)
            if not self.stopped:
                for chunk in run_plan(self.plan, workers=workers, done=done, ray=ray, records=keep is not None):
                    if self.run is not None:
                        self._store(self.run, chunk)
                    if keep is not None:
                        keep(chunk)
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
            self.seconds += chunk.seconds * self._count(chunk) / chunk.count

    def _stored(self) -> Iterator[Chunk]:
        """The games of the plan that are in the store."""
        if self.run is not None:
            from ludarium.arena.run.storing import chunks_of

            yield from chunks_of(self.run.games(stop=self.plan.games))

    def _store(self, run: Run, chunk: Chunk) -> None:
        from ludarium.arena.run.storing import stored_games  # a match that stores nothing starts without a database

        run.add(stored_games(self.plan, chunk))

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


def _untold(session: Session) -> None:
    """Nobody watches."""
