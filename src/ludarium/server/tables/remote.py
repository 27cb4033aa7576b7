"""A table that another process holds: its events are followed here, and orders are sent there through the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import Connection

from ludarium.server.tables.audience import Audience, Listener, Order, Unanswered
from ludarium.store import lab
from ludarium.store.faults import StoreError
from ludarium.store.lab import Event

if TYPE_CHECKING:
    from ludarium.server.tables.cluster import Cluster

_log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds to wait for the other process."""


class RemoteServices(Protocol):
    """What a table elsewhere needs of this server."""

    @property
    def process(self) -> int: ...

    @property
    def cluster(self) -> Cluster: ...

    async def write(self, job: Callable[[Connection], Any]) -> Any: ...

    async def read(self, job: Callable[[Connection], Any]) -> Any: ...


@dataclass(eq=False)
class RemoteTable(Audience):
    """Follows a table; speaks to the process that holds it."""

    services: RemoteServices = field(kw_only=True)

    def __post_init__(self) -> None:
        self._catching_up = asyncio.Lock()
        self._keeping_up = self._behind = False

    async def ask(self, order: Order) -> dict[str, Any]:
        """The answer of the process that holds the table. `Unanswered` if nobody can say what became of the order."""
        table_id, process, cluster = self.state.id, self.services.process, self.services.cluster

        def send(connection: Connection) -> int:
            number = lab.add_command(connection, table_id, process, order.to_json())
            lab.tell(connection, f"command {table_id} {number}")
            return number

        try:
            number = await self.services.write(send)
        except StoreError as error:
            raise Unanswered(f"table {table_id}: an order may not be stored: {error}") from error
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        cluster.answers[number] = answer
        try:
            found = await self.services.read(lambda connection: lab.command(connection, number))
            if found is not None and found[2] is not None and found[2] != lab.CLAIMED:
                return found[2]  # type: ignore[no-any-return]
            async with asyncio.timeout(PATIENCE):
                return await answer
        except (TimeoutError, StoreError) as error:
            _log.error("table %s: its own server does not answer: %s", table_id, error)
            raise await self._withdrawn(number) from error
        finally:
            del cluster.answers[number]
            with suppress(StoreError):  # old ones are swept
                await self.services.write(lambda connection: lab.drop_command(connection, number))

    async def _withdrawn(self, number: int) -> Unanswered:
        """Take an order back that nobody has begun to carry out. Its sender is not told that it was refused all the
        same: the same message may have come by another connection before, and be carried out yet."""
        try:
            withdrawn = await self.services.write(lambda connection: lab.withdraw_command(connection, number))
            await self.services.cluster.doubt(self)
        except StoreError as error:
            return Unanswered(f"table {self.state.id}: an order cannot be withdrawn: {error}")
        what = "was withdrawn" if withdrawn else "was begun elsewhere, and its end is not known"
        return Unanswered(f"table {self.state.id}: an order {what}")

    async def attach(self, listener: Listener, after: int | None) -> bool:
        """Somebody comes; False if the table is not followed any more."""
        await self.catch_up()
        if self.retired:
            return False
        self.add(listener, after)
        self.services.cluster.tell_presence(self)
        return True

    async def detach(self, listener: Listener) -> None:
        self.remove(listener)
        self.services.cluster.tell_presence(self)

    async def catch_up(self) -> Sequence[Event]:
        """Read what happened meanwhile, and tell those who follow it here."""
        async with self._catching_up:
            after = self.state.last
            events: list[Event] = await self.services.read(
                lambda connection: lab.events(connection, self.state.id, after)
            )
            for _, change in groupby(events, key=lambda event: event.at):
                # One change after the other, so that people are told the same here as where the table is held.
                told, following = list(change), self.state.copy()
                for event in told:
                    following.apply(event)
                self.state = following
                self.tell(told)
            return events

    async def keep_up(self) -> None:
        """The same, again and again until it can be read. Called whenever something may have happened."""
        self._behind = True
        if self._keeping_up:
            return
        self._keeping_up, pause = True, 0.1
        try:
            while self._behind and not self.retired:
                try:
                    self._behind = False  # before reading: what happens meanwhile is read once more
                    await self.catch_up()
                except StoreError as error:
                    self._behind = True
                    _log.error("table %s cannot be followed: %s", self.state.id, error)
                    await asyncio.sleep(pause)
                    pause = min(2.0, 2 * pause)
        finally:
            self._keeping_up = False

    async def stop(self) -> None:
        """Nothing runs here."""
