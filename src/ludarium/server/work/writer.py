"""One thread that writes: what comes while it is busy goes into its next transaction, all together."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection

from ludarium.store import Database

_log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

_MOST = 200
"""Jobs of one transaction."""


@dataclass
class _Job:
    """What is to be done, and who waits for it in which loop. Whoever stops waiting takes nothing back."""

    do: Callable[[Connection], Any]
    done: asyncio.Future[Any]

    def settle(self, answer: Any = None, error: BaseException | None = None) -> None:
        def set_it() -> None:
            if self.done.done():
                return  # nobody waits any more
            if error is None:
                self.done.set_result(answer)
            else:
                self.done.set_exception(error)

        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.done.get_loop().call_soon_threadsafe(set_it)


class Writer:
    """Jobs on a database, done in order. A job is done when its transaction stands, whether somebody waits or not."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="ludarium-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Callable[[Connection], Answer]) -> Answer:
        """Do a job and give its answer; its error is raised here. Cancelling ends the waiting, not the job."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(job, done))
        return await done

    def close(self) -> None:
        """Do what is waiting, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            batch = self._next()
            if batch is None:
                return
            try:
                if len(batch) == 1 or not self._together(batch):
                    for job in batch:
                        self._alone(job)
            except BaseException as error:  # without this thread nothing would ever be stored again
                _log.exception("a fault while writing")
                for job in batch:
                    job.settle(error=error if isinstance(error, Exception) else RuntimeError(repr(error)))

    def _next(self) -> list[_Job] | None:
        first = self._jobs.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < _MOST:
            try:
                further = self._jobs.get_nowait()
            except queue.Empty:
                break
            if further is None:
                self._jobs.put(None)
                break
            batch.append(further)
        return batch

    def _together(self, batch: list[_Job]) -> bool:
        """All in one transaction; False when one of them failed and nothing was done."""
        try:
            with self._database.writing() as connection:
                answers = [job.do(connection) for job in batch]
        except Exception:
            return False
        for job, answer in zip(batch, answers, strict=True):
            job.settle(answer)
        return True

    def _alone(self, job: _Job) -> None:
        try:
            with self._database.writing() as connection:
                answer = job.do(connection)
        except Exception as error:
            job.settle(error=error)
            return
        job.settle(answer)
