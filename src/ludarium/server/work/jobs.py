"""Jobs that would hold up the server: replays, records that are uploaded, figures of the arena, pictures.

They are done in one or two processes behind everybody who plays (nice), in fair shares: nobody has all processes, long
jobs leave one to the short ones, and whoever has asked for several waits until some are done. A job that takes too
long or too much memory, or that crashes, is lost, and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from ludarium.engine.errors import LudariumError
from ludarium.server.people.refusals import NotAllowed
from ludarium.server.work.doing import Done, do_jobs
from ludarium.server.work.players import most_of
from ludarium.server.work.processes import Ended, Helper, Late
from ludarium.server.work.shares import FairQueue, Share

_log = logging.getLogger(__name__)
Answer = TypeVar("Answer")

NICE = 6
SECONDS = 60.0
"""A job may take so long once its turn has come."""
MEMORY = 4 << 30
"""Bytes of address space that a job may use."""
EACH, MOST = 4, 64
"""Jobs of one person, and of everybody, that may be under way or wait; further ones are refused."""
LARGE = 2.0
"""Seconds: jobs that are expected to take longer leave one process free."""
IDLE = 60.0
_HEAVY = 1024
"""Megabytes: a process that has held more is replaced, so that it gives them back."""


@dataclass(eq=False)
class _Job:
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    share: Share
    size: float
    seconds: float
    answer: asyncio.Future[Any]
    begun: float = 0.0


@dataclass(eq=False)
class _Worker:
    helper: Helper
    job: _Job | None = None


class Jobs:
    """The processes for jobs, at most `count`, started when they are needed."""

    def __init__(
        self, count: int = 2, *, seconds: float = SECONDS, memory: int = MEMORY, each: int = EACH, idle: float = IDLE
    ) -> None:
        self._count, self._seconds, self._memory, self._idle = count, seconds, memory, idle
        self._workers: list[_Worker] = []
        self._queue: FairQueue[_Job] = FairQueue(each=each, most=MOST)
        self._running: Counter[str] = Counter()
        self._closed = False

    async def run(
        self,
        function: Callable[..., Answer],
        *arguments: Any,
        share: Share,
        size: float = 0.1,
        seconds: float | None = None,
    ) -> Answer:
        """What a function of a module gives, called with arguments that can be pickled.

        `size` is the seconds that it is expected to take. Its `LudariumError` is raised here with the same text; that
        there is no room for it, or that it took too long, is a `NotAllowed`.
        """
        if not self._queue.has_room(share, lambda key: self._running[key]):
            if len(self._queue) >= MOST:
                raise NotAllowed("The server is busy with other requests: try again in a moment.", 503)
            raise NotAllowed("You have asked for several things already: wait until your others are done.", 429)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        job = _Job(function, arguments, share, size, seconds or self._seconds, answer)
        self._queue.put(job, share, size=size)
        self._go_on()
        try:
            return await answer
        finally:
            self._queue.remove(job)
            for worker in self._workers:
                if worker.job is job:  # nobody waits for it any more
                    worker.helper.end()

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for worker in list(self._workers):
            worker.helper.close()

    def _go_on(self) -> None:
        while not self._closed:
            free = next((worker for worker in self._workers if worker.job is None), None)
            if free is None and len(self._workers) >= self._count:
                return
            job = self._queue.take(self._may_begin)
            if job is None:
                return
            if free is None:
                free = _Worker(Helper(partial(do_jobs, memory=self._memory), "ludarium-jobs", nice=NICE))
                self._workers.append(free)
            self._begin(job, free)

    def _may_begin(self, job: _Job) -> bool:
        if any(self._running[key] >= most_of(self._count) for key in job.share.keys):
            return False
        large = sum(worker.job is not None and worker.job.size > LARGE for worker in self._workers)
        return job.size <= LARGE or large < max(1, self._count - 1)

    def _begin(self, job: _Job, worker: _Worker) -> None:
        worker.job, job.begun = job, time.monotonic()
        self._running.update(job.share.keys)
        asking = asyncio.get_running_loop().run_in_executor(
            worker.helper.thread, worker.helper.ask, (job.function, job.arguments), job.seconds
        )
        asking.add_done_callback(lambda done: self._done(job, worker, done))

    def _done(self, job: _Job, worker: _Worker, asked: asyncio.Future[Done]) -> None:
        worker.job = None
        self._running -= Counter(job.share.keys)  # those at zero are dropped
        self._queue.settle(job.share, time.monotonic() - job.begun - job.size)
        error: Exception | None = None
        try:
            done = asked.result()
            error = _error(done)
            if done.megabytes > _HEAVY:
                worker.helper.end()
        except Late:
            error = NotAllowed(f"This takes longer than {job.seconds:g} seconds, and was broken off.", 503)
        except (Ended, RuntimeError, asyncio.CancelledError):
            error = NotAllowed("This could not be done: try again, and say so if it fails again.", 503)
            if not job.answer.done():  # else nobody waits for it any more
                _log.error("a job ended without an answer: %s", job.function.__name__)
        if not job.answer.done():
            if error is not None:
                job.answer.set_exception(error)
            else:
                job.answer.set_result(done.answer)
        with suppress(RuntimeError):  # no loop any more: all is about to be closed
            asyncio.get_running_loop().call_later(self._idle, self._retire, worker, job)
        self._go_on()

    def _retire(self, worker: _Worker, last: _Job) -> None:
        if worker.job is None and worker in self._workers and time.monotonic() - last.begun >= self._idle:
            self._workers.remove(worker)
            asyncio.get_running_loop().run_in_executor(None, worker.helper.close)


def _error(done: Done) -> Exception | None:
    if done.fault:
        return RuntimeError(f"a job failed:\n{done.fault}")
    return LudariumError(done.wrong) if done.wrong else None


class Kept:
    """What jobs have made, within a bound of bytes: pages ask several times, and several people for the same."""

    def __init__(self, jobs: Jobs, most: int) -> None:
        self._jobs, self._most = jobs, most
        self._kept: OrderedDict[Any, bytes] = OrderedDict()
        self._bytes = 0
        self._making: dict[Any, asyncio.Task[bytes]] = {}

    def __contains__(self, key: Any) -> bool:
        return key in self._kept

    async def get(self, key: Any, function: Callable[..., bytes], *arguments: Any, share: Share, size: float) -> bytes:
        """What is kept under a key, or what `function` makes, once for everybody who waits for it."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            making = asyncio.create_task(self._make(key, function, arguments, share, size))
            making.add_done_callback(lambda task: task.cancelled() or task.exception())
            self._making[key] = making
        return await asyncio.shield(self._making[key])

    async def _make(
        self, key: Any, function: Callable[..., bytes], arguments: tuple[Any, ...], share: Share, size: float
    ) -> bytes:
        try:
            made = await self._jobs.run(function, *arguments, share=share, size=size)
        finally:
            del self._making[key]
        if len(made) <= self._most:
            self._kept[key] = made
            self._bytes += len(made)
        while self._bytes > self._most:
            self._bytes -= len(self._kept.popitem(last=False)[1])
        return made
