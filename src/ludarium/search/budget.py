"""How long a search may think: by iterations, which can be repeated exactly, or by time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.engine.errors import BadParameter

UNLIMITED = 2**62


@dataclass(frozen=True)
class Budget:
    """A number of iterations (nodes, simulations), seconds, or both: what is reached first ends the search."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise BadParameter("a search needs a budget: iterations or seconds")
        if self.iterations is not None and self.iterations < 1:
            raise BadParameter(f"a search needs at least 1 iteration, got {self.iterations}")
        if self.seconds is not None and not self.seconds >= 0:
            raise BadParameter(f"a search cannot think for {self.seconds} seconds: give 0 or more")

    @property
    def most(self) -> int:
        return UNLIMITED if self.iterations is None else self.iterations

    def share(self, parts: int) -> Budget:
        """What each of several searches gets: an equal part, at least one iteration."""
        return Budget(
            None if self.iterations is None else max(1, self.iterations // parts),
            None if self.seconds is None else self.seconds / parts,
        )

    @contextmanager
    def stop_flag(self) -> Iterator[Any]:
        """An array of one number that turns from 0 to 1 when the time is up.

        Compiled code runs without Python's lock and looks at the flag between iterations; a timer sets it.
        """
        flag = np.zeros(1, np.int64)
        if self.seconds is None:
            yield flag
            return
        timer = threading.Timer(min(self.seconds, threading.TIMEOUT_MAX), flag.__setitem__, (0, 1))
        timer.daemon = True
        timer.start()
        try:
            yield flag
        finally:
            timer.cancel()


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._start
