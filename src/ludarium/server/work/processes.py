"""Processes of ours that answer one question after the other, started when they are needed.

They are forked from one process that has imported everything and does nothing else (see `preloaded`): starting one
takes some hundredths of a second, so ending one that takes too long is cheap, too.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from ludarium.games import REGISTRY
from ludarium.players import folders

_PRELOADED = ["ludarium.server.work.preloaded"]
_STARTING = threading.Lock()
_LOWEST = 19
LONGEST = 600.0
"""Seconds that compiling one thing may take."""


class Ended(Exception):
    """The process ended, or was ended, before it had answered."""


class Late(Exception):
    """There was no answer in time; the process was ended."""


@dataclass(frozen=True)
class Compiling:
    """What a process tells before its answer: it begins, or ends, to compile something. That time is not counted."""

    begins: bool


def _context() -> BaseContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")  # forking the server itself, with its threads, is not safe
    context.set_forkserver_preload(_PRELOADED)
    return context


def make_ready() -> None:
    """Start the process from which others are forked; it gets ready by itself."""
    context = _context()
    if context.get_start_method() == "forkserver":
        from multiprocessing.forkserver import ensure_running

        with _STARTING:
            ensure_running()


class Helper:
    """A process and the thread that speaks with it: `ask` and `tell` are called in that thread, all else anywhere.

    `target(connection)` is what the process does: it receives messages and sends an answer to each that `ask` sends,
    until there are no more. `nice` is its niceness above the server's own.
    """

    def __init__(self, target: Callable[[Connection], None], name: str, *, nice: int = 0) -> None:
        self._target, self._name, self._nice = target, name, nice
        self.thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._unwanted = self._closed = False
        self.compiling = False
        """Whether the process has said that it compiles something."""

    def ask(self, message: Any, limit: float) -> Any:
        """The answer to a message; `Late` when it does not come within `limit` seconds."""
        if self._unwanted:
            self._clear()  # it was ended just when it had answered
            self._unwanted = False
        try:
            connection = self._running()
            connection.send(message)
            return self._answer(connection, limit)
        except (EOFError, OSError) as error:
            self._clear()
            raise Ended(type(error).__name__) from error
        except Late:
            self._clear()
            raise
        finally:
            self.compiling = False

    def _answer(self, connection: Connection, limit: float) -> Any:
        deadline, begun = time.monotonic() + limit, 0.0
        while connection.poll(max(0.0, deadline - time.monotonic())):
            answer = connection.recv()
            if not isinstance(answer, Compiling):
                return answer
            # While it compiles it has as long as that may take, and afterwards what was left of its time.
            self.compiling = answer.begins
            if answer.begins:
                begun, deadline = time.monotonic(), deadline + LONGEST
            else:
                deadline += time.monotonic() - begun - LONGEST
        raise Late

    def tell(self, message: Any) -> None:
        """Send a message that has no answer, if there is a process to hear it."""
        if self._connection is not None:
            with suppress(OSError):
                self._connection.send(message)

    def end(self) -> None:
        """End what the process is doing: whoever waits for its answer hears of it, and the next one gets another."""
        with self._lock:
            self._unwanted = True
            if self._process is not None:
                self._process.kill()

    def used(self) -> float:
        """Seconds of processor time that the process has taken so far; 0 when there is none."""
        with self._lock:
            pid = None if self._process is None else self._process.pid
        return 0.0 if pid is None else _used(pid)

    def renice(self, nice: int) -> None:
        """Let the process step back: without privileges there is no way to step forward again."""
        with self._lock:
            self._nice = nice
            if self._process is not None and self._process.pid is not None:
                _renice(self._process.pid, nice)

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self.end()
        self.thread.shutdown(wait=True, cancel_futures=True)
        self._clear()

    def _running(self) -> Connection:
        if self._connection is None or self._process is None or not self._process.is_alive():
            self._clear()
            context = _context()
            ours, theirs = context.Pipe()
            process = context.Process(  # type: ignore[attr-defined]
                target=_begin,
                args=(self._target, REGISTRY.registered, folders.places(), theirs),
                daemon=True,
                name=self._name,
            )
            with _STARTING:
                process.start()
            theirs.close()
            with self._lock:
                self._process, self._connection = process, ours
            self.renice(self._nice)
        if self._closed or self._unwanted or self._connection is None:
            raise EOFError
        return self._connection

    def _clear(self) -> None:
        with self._lock:
            process, connection = self._process, self._connection
            self._process = self._connection = None
        if process is not None:
            process.kill()
            process.join()
        if connection is not None:
            connection.close()


def _begin(
    target: Callable[[Connection], None], games: tuple[str, ...], players: tuple[Path, ...], connection: Connection
) -> None:
    """What a process does: it knows the games and players that are registered here, then goes to work."""
    REGISTRY.register(*games)
    folders.know(players)
    target(connection)


def _used(process: int) -> float:
    if sys.platform != "linux":
        return time.monotonic()  # the time that passes is the best guess there
    with suppress(OSError):
        return time.clock_gettime(~process << 3 | 2)  # as clock_getcpuclockid(3) makes a process's clock
    return 0.0


def _renice(process: int, nice: int) -> None:
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, min(_LOWEST, os.getpriority(os.PRIO_PROCESS, 0) + nice))
