"""Clocks that stand for a while, since whoever must decide at a study's table seems to be away."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ludarium.server.tables.state import TableState


@dataclass
class Pauses:
    """Since when those have been away who must decide."""

    _since: dict[int, float] = field(default_factory=dict)

    def left(self, state: TableState, there: Callable[[int], bool]) -> dict[int, float]:
        """By seat whose clock is to stand: for how many seconds at most."""
        mask = state.mask
        if mask is None or mask.pause <= 0 or state.control is None:
            return {}
        now, gone = time.monotonic(), [seat for seat in state.deciding if not there(seat)]
        self._since = {seat: self._since.get(seat, now) for seat in gone}
        return {seat: left for seat, since in self._since.items() if (left := mask.pause - (now - since)) > 0}
