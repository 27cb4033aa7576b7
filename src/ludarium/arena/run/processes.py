"""Processes that share the games of a plan.

Each process has a pipe of its own: it is sent the numbers of some games and answers with a chunk. A process that dies
is noticed at once: its games go to the others and another process takes its place. No process outlives the loop over
the chunks, however that loop ends.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pickle import UnpicklingError
from types import ModuleType

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk, Dealer
from ludarium.arena.run.pending import Pending
from ludarium.engine.errors import LudariumError

CHUNK_SECONDS = 0.25
"""How long a chunk should take: long beside the pipe and the store, short beside what a kill may lose."""
LARGEST_CHUNK = 50_000
_DEATHS = 3
"""How often the same games may kill their process before they are blamed."""


def next_size(count: int, seconds: float) -> int:
    """How many games make a chunk of the right length, after one of `count` took so many seconds. Grows gently."""
    return max(1, min(LARGEST_CHUNK, 4 * count, int(count * CHUNK_SECONDS / max(seconds, 1e-6))))


def in_processes(plan: Plan, pending: Pending, workers: int, *, records: bool = False) -> Iterator[Chunk]:
    """The chunks of all pending games, in the order in which they are finished."""
    running: dict[Connection, BaseProcess] = {}
    work: dict[Connection, range] = {}
    sizes: dict[Connection, int] = {}
    deaths: Counter[int] = Counter()

    def start_worker() -> None:
        with _children_ignoring_interrupts(), _without_main():
            connection, process = _start(plan, records)
        running[connection], sizes[connection] = process, 1

    def assign(connection: Connection) -> None:
        share = len(pending) // (2 * len(running)) + 1
        piece = pending.take(min(sizes[connection], share))
        if piece:
            work[connection] = piece
            with suppress(OSError):  # it died while it had nothing to do: its answer will be missing like any other's
                connection.send(piece)

    try:
        for _ in range(min(workers, len(pending))):
            start_worker()
        for connection in list(running):
            assign(connection)
        while work:
            ready = wait(list(work))
            for connection in [connection for connection in work if connection in ready]:
                piece = work.pop(connection)
                chunk = _answer(connection)
                if chunk is None:
                    _terminate(connection, running.pop(connection))
                    deaths[piece.start] += 1
                    if deaths[piece.start] >= _DEATHS:
                        raise LudariumError(
                            f"the process that plays games {piece.start}–{piece.stop - 1} died {_DEATHS} times; "
                            "played in this process, by one worker, its fault shows",
                            remedy="workers",
                        )
                    pending.give_back(piece)
                    start_worker()
                else:
                    sizes[connection] = next_size(chunk.count, chunk.seconds)
                    yield chunk
            for connection in running.keys() - work.keys():
                assign(connection)
    finally:
        for connection, process in running.items():
            _terminate(connection, process)


def _start(plan: Plan, records: bool) -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("spawn")  # forking a process that has compiled or threaded is not safe
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, plan, records), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _terminate(connection: Connection, process: BaseProcess) -> None:
    process.terminate()
    connection.close()
    process.join()


def _answer(connection: Connection) -> Chunk | None:
    """What a process sends: a chunk, or nothing when it is dead. Its error for people is raised here."""
    try:
        reply = connection.recv()
    except (EOFError, OSError, UnpicklingError):
        return None
    if isinstance(reply, LudariumError):
        raise reply
    assert isinstance(reply, Chunk)
    return reply


def _work(connection: Connection, plan: Plan, records: bool) -> None:
    """The life of a process: numbers in, chunks out, until the pipe closes."""
    dealer: Dealer | None = None
    while True:
        try:
            piece = connection.recv()
        except (EOFError, OSError):
            return
        try:
            dealer = dealer or Dealer(plan, compiled=not records)
            reply: object = dealer.play(piece.start, len(piece))
        except LudariumError as error:
            reply = LudariumError(str(error))  # some errors cannot be rebuilt from their text
        try:
            connection.send(reply)
        except OSError:  # whoever asked has gone, interrupted perhaps
            return


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


@contextmanager
def _without_main() -> Iterator[None]:
    """Python would run the main script of this process in every process that starts, all of it where it does not ask
    for `__name__`; ours need nothing of it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
