"""One thread that writes: what comes while it is busy goes into its next transaction, all together."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection

from ludarium.store import Database

Answer = TypeVar("Answer")
Job = tuple[Callable[[Connection], Any], "Future[Any]"]

_MOST = 200
"""Jobs of one transaction."""


class Writer:
    """Jobs on a database, done in order. A job is done when its transaction stands."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="ludarium-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Callable[[Connection], Answer]) -> Answer:
        """Do a job and give its answer; its error is raised here."""
        done: Future[Answer] = Future()
        self._jobs.put((job, done))
        return await asyncio.wrap_future(done)

    def close(self) -> None:
        """Do what is waiting, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            batch = self._next()
            if batch is None:
                return
            if len(batch) == 1 or not self._together(batch):
                for job in batch:
                    self._alone(*job)

    def _next(self) -> list[Job] | None:
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

    def _together(self, batch: list[Job]) -> bool:
        """All in one transaction; False when one of them failed and nothing was done."""
        try:
            with self._database.writing() as connection:
                answers = [job(connection) for job, _ in batch]
        except Exception:
            return False
        for (_, done), answer in zip(batch, answers, strict=True):
            _settle(done, answer)
        return True

    def _alone(self, job: Callable[[Connection], Any], done: Future[Any]) -> None:
        try:
            with self._database.writing() as connection:
                answer = job(connection)
        except Exception as error:
            if not done.cancelled():
                done.set_exception(error)
            return
        _settle(done, answer)


def _settle(done: Future[Any], answer: Any) -> None:
    if not done.cancelled():
        done.set_result(answer)
