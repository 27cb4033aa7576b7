"""A table that another process holds: its events are followed here, and orders are sent there through the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import Connection

from ludarium.server.tables.audience import Audience, Listener, Order
from ludarium.server.tables.held import refused
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

    async def ask(self, order: Order) -> dict[str, Any]:
        table_id, process = self.state.id, self.services.process

        def send(connection: Connection) -> int:
            number = lab.add_command(connection, table_id, process, order.to_json())
            lab.tell(connection, f"command {table_id} {number}")
            return number

        try:
            number = await self.services.write(send)
        except StoreError as error:
            _log.error("table %s: %s", table_id, error)
            return refused(order.message.get("id", ""), "This could not be stored: try again in a moment.")
        cluster = self.services.cluster
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        cluster.answers[number] = answer
        try:
            found = await self.services.read(lambda connection: lab.command(connection, number))
            if found is not None and found[2] is not None:
                return found[2]  # type: ignore[no-any-return]
            async with asyncio.timeout(PATIENCE):
                return await answer
        except (TimeoutError, StoreError) as error:
            _log.error("table %s: its own server does not answer: %s", table_id, error)
            with suppress(StoreError):
                await cluster.doubt(self)
            return refused(order.message.get("id", ""), "The table's own server does not answer: try again.")
        finally:
            del cluster.answers[number]
            with suppress(StoreError):  # old ones are swept
                await self.services.write(lambda connection: lab.drop_command(connection, number))

    async def attach(self, listener: Listener, after: int | None) -> bool:
        await self.catch_up()
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
            if events:
                following = self.state.copy()
                for event in events:
                    following.apply(event)
                self.state = following
                self.tell(events)
            return events

    async def stop(self) -> None:
        """Nothing runs here."""
