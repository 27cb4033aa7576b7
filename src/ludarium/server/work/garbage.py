"""Python's search for cyclic garbage, kept from stalling everybody.

A full search looks at every object of the process and stops all else meanwhile: with 500 tables 0.4 s, and under load
every eight seconds, though some kB a move are all it finds. Here it is left to a clock, what was there from the start
is not looked at, and young objects, which are few, are searched as ever.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

PAUSE = 60.0
"""Seconds between two full searches."""
_NEVER = 1_000_000_000


@asynccontextmanager
async def infrequent_collection(pause: float = PAUSE) -> AsyncIterator[None]:
    """Full searches at this pause alone, as long as the server runs."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)
    gc.freeze()
    searching = asyncio.create_task(_search(pause))
    try:
        yield
    finally:
        searching.cancel()
        with suppress(asyncio.CancelledError):
            await searching
        gc.set_threshold(young, middle, old)
        gc.unfreeze()


async def _search(pause: float) -> None:
    while True:
        await asyncio.sleep(pause)
        gc.collect()
