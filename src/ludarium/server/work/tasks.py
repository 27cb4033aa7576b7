"""Tasks of the event loop that nobody waits for: faults are noted, and those that repeat go on whatever happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from ludarium.engine.errors import LudariumError

_log = logging.getLogger(__name__)


class Tasks:
    """The tasks of a server, ended together."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something beside; its faults are noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def repeat(self, pause: float, work: Callable[[], Awaitable[Any]]) -> None:
        """Do something again and again, with a pause after each time, until everything ends."""
        self.spawn(_repeating(pause, work))

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            note(task.exception())


async def _repeating(pause: float, work: Callable[[], Awaitable[Any]]) -> None:
    while True:
        try:
            await work()
        except Exception as error:
            note(error)
        await asyncio.sleep(pause)


def note(error: BaseException | None) -> None:
    """Log a fault: what is expected to go wrong now and then in a line, all else with where it happened."""
    if isinstance(error, LudariumError):
        _log.error("%s", error)
    else:
        _log.error("a fault in the server", exc_info=error)
