"""A seat on which a player of the lab sits: it is asked in a process of its own, and takes a moment to answer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from ludarium.engine.kernels.rng import derive
from ludarium.server.settings import Settings
from ludarium.server.tables.state import TableState
from ludarium.server.work.players import Answer, Question, Workers
from ludarium.server.work.shares import Share


class Chair:
    """How players are asked."""

    def __init__(self, settings: Settings, workers: Workers) -> None:
        self._settings, self._workers = settings, workers

    async def think(
        self, state: TableState, seat: int, is_ready: Callable[[TableState], bool], address: str | None = None
    ) -> Answer:
        """The answer of the player on a seat, no sooner than a time that tells nothing about it. `address` is where the
        table was opened from, where that is known: on whose account the player thinks."""
        assert state.position is not None
        settings, loop = self._settings, asyncio.get_running_loop()
        source = random.Random(derive(state.table.seed, "answering", len(state.decisions), seat))
        earliest = loop.time() + source.uniform(settings.fastest, settings.slowest)
        left = state.left(seat)
        seconds = settings.thinking if left is None else min(settings.thinking, max(left, 0.1))
        question = Question(
            table=state.id,
            seat=seat,
            game=state.game.name,
            settings=dict(state.game.settings) if state.game.parameters else {},
            player=state.seats[seat].player,
            seed=derive(state.table.seed, "seat"),
            view=state.position.view(seat).to_bytes(),
            seconds=seconds,
        )
        limit = seconds if is_ready(state) else seconds + settings.first_time
        share = Share(person=state.owner, address=address)
        answer = await self._workers.choose(question, limit, share, alone=not state.people)
        await asyncio.sleep(max(0.0, earliest - loop.time()))
        return answer
