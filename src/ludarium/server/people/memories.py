"""What players learn of people: after each game, from its record, exactly once.

That a game is to be learnt from is stored with its end, in the outbox; what was learnt and the entry's removal are one
transaction. The learning itself is done by a player made for it, in a process of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection

from ludarium.engine.kernels.rng import derive
from ludarium.server.tables.changes import Change
from ludarium.server.tables.registry import Tables
from ludarium.server.work.jobs import Jobs
from ludarium.server.work.making import learned_texts
from ludarium.server.work.shares import Share
from ludarium.store import lab, memories
from ludarium.store.faults import StoreError
from ludarium.store.lab import Due, Sitting, Table
from ludarium.store.memories import LEARNING, Known

_log = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds between two looks into the outbox, where nothing calls for one: other processes put something there, too."""
SECONDS = 300.0
"""A game may take so long to learn from: a player's kernels may have to be compiled first."""
TRIES = 5
"""So often a player is asked what it learnt; then the game is forgotten."""
SHARE = Share(None, "memories")


class _Changed(Exception):
    """Another game has changed a memory meanwhile: all of the transaction is undone."""


class Memories:
    """Lets players learn from the games in the outbox, one after the other."""

    def __init__(self, tables: Tables, jobs: Jobs) -> None:
        self._tables, self._jobs = tables, jobs
        self._wanted = asyncio.Event()

    def start(self) -> None:
        self._wanted.set()  # a server before this one may have left something
        self._tables.tasks.repeat(0.0, self._work)

    def heard(self, change: Change) -> None:
        """A subscriber: a game may have ended from which somebody learns."""
        if change.ends and any(sitting.memory is not None for sitting in change.state.seats):
            self._wanted.set()

    async def _work(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await self._wanted.wait()
        self._wanted.clear()
        await self.catch_up()

    async def catch_up(self) -> None:
        """Learn from all games that wait for it; one that cannot be learnt from now stays, and holds up no other."""
        after = 0
        while True:
            due: Due | None = await self._tables.read(partial(lab.due, kind=LEARNING, after=after))
            if due is None:
                return
            after = due.id
            try:
                await self._learn(due)
            except StoreError:
                raise
            except Exception as error:
                await self._failed(due, error)

    async def _failed(self, due: Due, error: Exception) -> None:
        last = due.tries + 1 >= TRIES
        then = "it is forgotten" if last else "it is tried again"
        _log.error("the game %s cannot be learnt from (try %s, %s): %s", due.table, due.tries + 1, then, error)
        if last:
            await self._tables.write(lambda connection: lab.done(connection, due))
        else:
            await self._tables.write(lambda connection: lab.failed(connection, due.id))

    async def _learn(self, due: Due) -> None:
        while True:
            table, seats, record, known = await self._tables.read(lambda connection: _game(connection, due.table))
            learnt: list[tuple[Known, str]] = []
            if table is not None and record is not None:
                known = [each for each in known if _still_there(each, seats)]
                for seat in sorted({each.seat for each in known}):
                    mine = [each for each in known if each.seat == seat]
                    learnt += await self._ask(table, seats, record, seat, mine)
            with suppress(_Changed):
                await self._tables.write(partial(_store, due=due, learnt=learnt))
                return

    async def _ask(
        self, table: Table, seats: Sequence[Sitting], record: str, seat: int, known: Sequence[Known]
    ) -> list[tuple[Known, str]]:
        texts = await self._jobs.run(
            learned_texts,
            (table.game, table.settings),
            seats[seat].player,
            seat,
            derive(table.seed, "seat"),
            record,
            table.result,
            {each.other: each.content for each in known if each.content is not None},
            share=SHARE,
            seconds=SECONDS,
        )
        return [(each, texts[each.other]) for each in known if each.other in texts]


def _game(connection: Connection, table_id: str) -> tuple[Table | None, list[Sitting], str | None, list[Known]]:
    table = lab.table(connection, table_id)
    seats = lab.seats_of(connection, [table_id]).get(table_id, [])
    return table, seats, lab.record(connection, table_id), memories.to_learn(connection, table_id)


def _still_there(known: Known, seats: Sequence[Sitting]) -> bool:
    """Whether the person sat there to the end: of somebody whose seat was taken over, nothing is learnt."""
    sitting = seats[known.other]
    return sitting.kind == "person" and sitting.account == known.account


def _store(connection: Connection, due: Due, learnt: Sequence[tuple[Known, Any]]) -> None:
    if lab.done(connection, due):  # else another process has done it
        for known, content in learnt:
            if not memories.learn(connection, known, content):
                raise _Changed
