"""Processes that share a list of numbered jobs.

Each process has a pipe of its own: it is sent a batch of numbers and answers with their results. A process that dies is
noticed at once, and no process outlives the loop over the results, however that loop ends.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import perf_counter
from typing import Any, TypeVar

from ludarium.engine.errors import LudariumError

Answer = TypeVar("Answer")

_BATCH_SECONDS = 0.2
"""How long a process should be busy with one batch: long beside the pipe, short beside a person's patience."""


def in_processes(job: Callable[[int], Answer], numbers: Iterable[int], workers: int) -> Iterator[Answer]:
    """The answers of `job` to all numbers, in the order in which they are finished.

    The job is pickled; a `LudariumError` of it is raised here.
    """
    left = deque(numbers)
    crew: dict[Connection, BaseProcess] = {}
    try:
        with _children_ignoring_interrupts():
            for _ in range(min(workers, len(left))):
                connection, process = _start(job)
                crew[connection] = process
        batches = dict.fromkeys(crew, 1)
        for connection in crew:
            _hand_out(connection, left, 1)
        busy = set(crew)
        while busy:
            ready = wait(list(busy))
            for connection in [connection for connection in crew if connection in ready]:
                answers, seconds = _answers(connection, crew[connection])
                yield from answers
                share = len(left) // (4 * len(crew)) + 1
                batches[connection] = max(1, min(share, int(len(answers) * _BATCH_SECONDS / max(seconds, 1e-6))))
                if not _hand_out(connection, left, batches[connection]):
                    busy.discard(connection)
    finally:
        for connection, process in crew.items():
            connection.close()
            process.terminate()
        for process in crew.values():
            process.join()


def _start(job: Callable[[int], Answer]) -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("spawn")  # forking a process that has compiled or threaded is not safe
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, job), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _hand_out(connection: Connection, left: deque[int], size: int) -> bool:
    batch = [left.popleft() for _ in range(min(size, len(left)))]
    if batch:
        connection.send(batch)
    return bool(batch)


def _answers(connection: Connection, process: BaseProcess) -> tuple[list[Any], float]:
    try:
        reply = connection.recv()
    except EOFError:
        process.join()
        raise LudariumError(
            f"a worker process died (exit code {process.exitcode}); with --workers 1 its fault shows here"
        ) from None
    if isinstance(reply, LudariumError):
        raise reply
    answers, seconds = reply
    return answers, seconds


def _work(connection: Connection, job: Callable[[int], Answer]) -> None:
    """The life of a process: batches in, answers out, until the pipe closes."""
    while True:
        try:
            batch = connection.recv()
        except EOFError:
            return
        started = perf_counter()
        try:
            reply: object = ([job(number) for number in batch], perf_counter() - started)
        except LudariumError as error:
            reply = LudariumError(str(error))  # some errors cannot be rebuilt from their text
        connection.send(reply)


@contextmanager
def _children_ignoring_interrupts() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal; processes started here leave it to us, who then end them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    kept = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, kept)
