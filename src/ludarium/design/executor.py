"""Who evaluates proposals: threads of this process, or a Ray cluster. Compiled play runs without Python's lock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np

from ludarium.arena.run.runner import check_workers
from ludarium.design.candidates import Evaluation, Proposal
from ludarium.design.evaluate import evaluate
from ludarium.design.selfplay import Stop
from ludarium.design.settings import Settings
from ludarium.engine.kernels.jit import JIT_ENABLED


def threads(workers: int | None) -> ThreadPoolExecutor:
    """As many threads as asked for, by default one for each core."""
    return ThreadPoolExecutor(workers or os.cpu_count() or 1, thread_name_prefix="design", initializer=_begin_thread)


def _begin_thread() -> None:
    """Kernels that are not compiled may overflow as compiled ones do; NumPy has to be told in every thread."""
    if not JIT_ENABLED:
        np.seterr(over="ignore")


class Executor(Protocol):
    """Takes a proposal and promises its evaluation."""

    def submit(self, proposal: Proposal) -> Future[Evaluation]: ...


class Threads:
    """Threads of this process."""

    def __init__(self, settings: Settings, workers: int | None) -> None:
        self.settings, self.stop = settings, Stop()
        self._threads = threads(workers)

    def submit(self, proposal: Proposal) -> Future[Evaluation]:
        return self._threads.submit(evaluate, proposal, self.settings, self.stop)

    def close(self) -> None:
        """End what is under way: compiled play looks at the flag after every simulation."""
        self.stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)


class Cluster:
    """The tasks of a Ray cluster (extra `ludarium[ray]`)."""

    def __init__(self, settings: Settings, address: str) -> None:
        from ludarium.arena.run.cluster import connected

        self._ray = connected(address)
        self._settings = settings
        self._task = self._ray.remote(num_cpus=1, max_retries=10)(evaluate)
        self._flying: list[Any] = []

    def submit(self, proposal: Proposal) -> Future[Evaluation]:
        reference = self._task.remote(proposal, self._settings)
        self._flying.append(reference)
        promised: Future[Evaluation] = reference.future()
        return promised

    def close(self) -> None:
        for reference in self._flying:
            self._ray.cancel(reference, force=True)


@contextmanager
def executor(settings: Settings, workers: int | None = None, ray: str | None = None) -> Iterator[Executor]:
    """As many threads as asked for, by default one for each core; with `ray`, the cluster at that address."""
    check_workers(workers)
    made = Cluster(settings, ray) if ray is not None else Threads(settings, workers)
    try:
        yield made
    finally:
        made.close()
