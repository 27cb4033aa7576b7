"""What nobody needs any more: tables leave the memory, those that nobody comes back to are given up, old rows go."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from ludarium.server.tables.audience import Order
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.orders import NOBODY
from ludarium.store import lab

if TYPE_CHECKING:
    from ludarium.server.tables.registry import AnyTable, Tables

PUT_AWAY = 5.0
"""Seconds between two looks for tables that nobody needs in memory."""
SWEEP = 60.0
"""Seconds between two looks for what is to be given up or forgotten."""
MOST = 200
"""Tables that are given up in one sweep."""
EARLY = 30.0
"""Seconds before somebody's time is up at which a table is back in memory."""
JUMP = 30.0
"""Seconds by which the time of day may depart from the time that has passed before it is not trusted."""


class Housekeeping:
    """Keeps memory and database from growing for ever."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._alarms: dict[str, float] = {}
        """Tables that have left the memory while a clock runs there, and when they must be back."""
        self._offset = _offset()
        self.sweepers: list[Callable[[], Awaitable[object]]] = []
        """What else is to be swept from time to time: sessions, guests."""

    def start(self) -> None:
        self._tables.tasks.repeat(PUT_AWAY, self.put_away)
        self._tables.tasks.repeat(SWEEP, self.sweep)

    async def put_away(self) -> None:
        """Let tables leave the memory that nobody follows and at which nothing will happen soon; wake those due."""
        now = time.monotonic()
        for table_id in [table_id for table_id, due in self._alarms.items() if due <= now]:
            await self._tables.find(table_id)
            del self._alarms[table_id]
        for table in self._tables:
            if self._unneeded(table, now):
                deadline = table.deadline if isinstance(table, HeldTable) else None
                if deadline is not None:
                    self._alarms[table.state.id] = now + deadline - EARLY
                await self._tables.put_away(table)

    def _unneeded(self, table: AnyTable, now: float) -> bool:
        if table.present():
            return False
        if not isinstance(table, HeldTable):
            return now - table.quiet_since > 1.0
        ended = table.state.state not in lab.UNFINISHED
        soon = table.deadline is not None and table.deadline < self._tables.settings.linger + EARLY
        patience = 1.0 if ended else self._tables.settings.linger
        return now - table.quiet_since > patience and not table.busy and not soon

    async def sweep(self) -> None:
        """Give up what nobody comes back to, and forget what nobody will ask for.

        Not right after the time of day has jumped: a clock that is wrong for a moment must not end anybody's game. One
        that stays where it has jumped to is believed the next time.
        """
        before, self._offset = self._offset, _offset()
        if abs(self._offset - before) > JUMP:
            return
        settings, now = self._tables.settings, datetime.now(UTC)
        await self._give_up(("waiting", "negotiating"), now - timedelta(seconds=settings.waiting))
        await self._give_up(("running",), now - timedelta(seconds=settings.idle), patience=settings.idle)
        await self._give_up(("running",), now - timedelta(seconds=settings.alone), alone=True, patience=settings.alone)
        unplayed, dead = now - timedelta(seconds=settings.unplayed), now - timedelta(days=1)
        await self._tables.write(lambda connection: lab.drop_unplayed(connection, unplayed))
        await self._tables.write(lambda connection: lab.drop_processes(connection, dead))
        for sweeper in self.sweepers:
            await sweeper()

    async def _give_up(
        self, states: tuple[str, ...], before: datetime, *, alone: bool = False, patience: float | None = None
    ) -> None:
        """Tables at which nothing has happened for long and nobody is; those of other processes are theirs to judge.
        `alone`: only games of one person against players that do not count; `patience`: only those whose clocks give
        nobody so much time."""
        cluster = self._tables.cluster
        quiet = await self._tables.read(
            lambda connection: lab.quiet(connection, states, before, MOST, alone=alone, patience=patience)
        )
        homes = {home for _, home in quiet}
        dead = await self._tables.read(lambda connection: cluster.dead(connection, homes)) if homes else set()
        for table_id, home in quiet:
            if home == self._tables.process or home in dead:
                table = await self._tables.find(table_id)
                if isinstance(table, HeldTable) and not table.present() and table.state.people:
                    await table.ask(Order(NOBODY, {"type": "run_out", "reason": "Nobody came any more."}))


def _offset() -> float:
    """How far the time of day is from the clock that never jumps."""
    return time.time() - time.monotonic()
