"""Full searches for cyclic garbage: by the clock alone, and as before when the server has stopped."""

from __future__ import annotations

import asyncio
import gc
import weakref

from ludarium.server.work.garbage import infrequent_collection


class _Knot:
    """Something that only a search can free."""

    def __init__(self) -> None:
        self.itself = self


def test_knots_are_found_by_the_clock() -> None:
    before = gc.get_threshold()

    async def serve() -> bool:
        async with infrequent_collection(pause=0.02):
            knot = _Knot()
            seen = weakref.ref(knot)
            gc.collect()  # the knot is old now: no search of young objects finds it
            del knot
            assert gc.get_threshold()[:2] == before[:2]
            assert gc.get_threshold()[2] > before[2]
            for _ in range(200):
                if seen() is None:
                    return True
                await asyncio.sleep(0.02)
        return False

    assert asyncio.run(serve())
    assert gc.get_threshold() == before
