"""What every process of ours needs: imported once, in the process from which all others are forked.

Importing this makes a new process ready in some hundredths of a second rather than in one or more, and lets all of
them share the memory. It must start no thread and open nothing.
"""

from __future__ import annotations

import gc

import numba

import ludarium.players
import ludarium.search
import ludarium.server.work.making  # noqa: F401
from ludarium.games.offered import offered


@numba.njit("i8(i8)")
def _anything(number: int) -> int:
    """Compiled to set the compiler up, which takes a third of a second."""
    return number + 1


_anything(1)
offered()
gc.collect()
gc.freeze()  # what is never looked at is never written to, and stays shared
