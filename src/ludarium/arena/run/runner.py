"""Playing the games of a plan: here, in processes, or on a cluster."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk, Dealer
from ludarium.arena.run.pending import Pending
from ludarium.arena.run.processes import in_processes, next_size
from ludarium.engine.errors import BadParameter

PATIENCE = 5.0
"""Seconds of games left that are not worth starting further processes for: each needs a second or two to load."""


def run(
    plan: Plan,
    *,
    workers: int | None = None,
    done: Iterable[range] = (),
    ray: str | None = None,
    records: bool = False,
) -> Iterator[Chunk]:
    """Play all games that are not done, giving chunk after chunk; with several workers in any order.

    Without a number of workers the games are played here while what is left is a matter of seconds, and by one process
    for each core otherwise. `ray` is the address of a cluster, or `local`. With `records` every game has its record,
    which takes longer where games could run inside compiled code; the results are the same.
    """
    if ray is not None and workers is not None:
        raise BadParameter("ray plays on a cluster, workers are processes here: give one of them")
    check_workers(workers)
    pending = Pending(plan.games, done)
    if plan.own is not None:
        if ray is not None or (workers or 1) > 1:
            plan.check_sendable()
        workers = 1
    if ray is not None:
        from ludarium.arena.run.cluster import in_cluster

        yield from in_cluster(plan, pending, ray, records=records)
        return
    if workers is not None and workers > 1:
        yield from in_processes(plan, pending, workers, records=records)
        return
    yield from _here(plan, pending, 1 if workers == 1 else os.cpu_count() or 1, records=records)


def check_workers(workers: int | None) -> None:
    if workers is not None and workers < 1:
        raise BadParameter(f"{workers} workers: give at least one")


def _here(plan: Plan, pending: Pending, cores: int, *, records: bool) -> Iterator[Chunk]:
    dealer = Dealer(plan, compiled=not records)
    size, played, warm = 1, 0, 0.0
    while piece := pending.take(size):
        chunk = dealer.play(piece.start, len(piece))
        yield chunk
        if not warm:
            warm = time.perf_counter()  # the first game also compiles
            continue
        size = next_size(chunk.count, chunk.seconds)
        played += chunk.count
        pace = (time.perf_counter() - warm) / played
        if cores > 1 and len(pending) > 1 and len(pending) * pace > PATIENCE:
            yield from in_processes(plan, pending, cores, records=records)
            return
