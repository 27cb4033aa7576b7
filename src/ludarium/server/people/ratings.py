"""Ratings of people and players in games that count: openskill, as on the ladders.

That a match is to be rated is stored with its end, in the outbox; the ratings and the entry's removal are one
transaction. So each match is rated exactly once, whatever fails meanwhile, and nobody at the table waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress

from sqlalchemy import Connection

from ludarium.engine.errors import LudariumError
from ludarium.server.tables.changes import Change
from ludarium.server.tables.events import RATING
from ludarium.server.work.tasks import Tasks
from ludarium.store import Database, Rating, lab
from ludarium.store.lab import Due, Sitting, Table
from ludarium.store.ratings import change_in

_log = logging.getLogger(__name__)

POOL = "lab"
"""The ladder of the lab in the browser, apart from those of players alone."""
LOOK = 5.0
"""Seconds between two looks into the outbox, where nothing calls for one: other processes put something there, too."""


def key_of(account: int) -> str:
    """A person's name on the ladder: names can change, numbers cannot."""
    return f"account {account}"


class Ratings:
    """Rates the matches in the outbox, one after the other."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._wanted = asyncio.Event()

    def start(self, tasks: Tasks) -> None:
        tasks.repeat(0.0, self._work)

    def heard(self, change: Change) -> None:
        """A subscriber: a match that counts may have ended."""
        if change.ends:
            self._wanted.set()

    async def _work(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await self._wanted.wait()
        self._wanted.clear()
        await asyncio.to_thread(self.catch_up)

    def catch_up(self) -> None:
        """Rate all matches that wait for it; one that cannot be rated now stays, and holds up no other."""
        with self._database.reading() as connection:
            if lab.due(connection, RATING) is None:
                return
        after = 0
        while True:
            number = self._next(after)
            if number is None:
                return
            after = number

    def _next(self, after: int) -> int | None:
        due: Due | None = None
        try:
            with self._database.writing() as connection:
                due = lab.due(connection, RATING, after=after)
                if due is None:
                    return None
                table = lab.table(connection, due.table)
                if table is not None:
                    rate(connection, table, lab.seats_of(connection, [table.id])[table.id])
                lab.done(connection, due)
        except LudariumError as error:
            if due is None:
                raise
            failed = due
            _log.error("the match %s cannot be rated yet (try %s): %s", failed.table, failed.tries + 1, error)
            with self._database.writing() as connection:
                lab.failed(connection, failed.id)
        return due.id


def rate(connection: Connection, table: Table, seats: Sequence[Sitting]) -> None:
    """Count a match that is over."""
    from openskill.models import PlackettLuce

    names = [key_of(sitting.account) if sitting.account else sitting.player for sitting in seats]
    if table.result is None or len(set(names)) != len(names) or len(names) < 2:
        return
    ranks = [float(rank) for rank in table.result["ranks"]]
    model = PlackettLuce()

    def change(before: dict[str, Rating]) -> Iterable[Rating]:
        new = Rating("", model.mu, model.sigma, 0)
        known = [before.get(name, new) for name in names]
        rated = model.rate([[model.rating(rating.mu, rating.sigma)] for rating in known], ranks=ranks)
        return [
            Rating(name, team[0].mu, team[0].sigma, rating.games + 1)
            for name, team, rating in zip(names, rated, known, strict=True)
        ]

    change_in(connection, table.game, POOL, change)
