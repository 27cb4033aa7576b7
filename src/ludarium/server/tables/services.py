"""What the task of a table needs of the server that it runs in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import Connection

from ludarium.server.settings import Settings
from ludarium.server.tables.audience import Audience
from ludarium.server.tables.changes import Change
from ludarium.server.tables.state import TableState
from ludarium.server.work.players import Workers
from ludarium.server.work.preparing import Preparing
from ludarium.store.lab import Account

if TYPE_CHECKING:
    from ludarium.server.tables.held import HeldTable


class Services(Protocol):
    """What a table needs of its server."""

    settings: Settings
    workers: Workers
    preparing: Preparing

    @property
    def process(self) -> int: ...

    @property
    def uptime(self) -> float:
        """Seconds since this process started, by a clock that nobody sets."""

    async def write(self, job: Callable[[Connection], Any]) -> Any:
        """Do a job in a transaction."""

    async def reread(self, table_id: str) -> TableState:
        """The table as it is stored."""

    async def recalled(self, state: TableState, seat: int) -> Mapping[int, str]:
        """What the player on a seat knows of the people on others, by seat."""

    def rematch(self, state: TableState, account: Account) -> Change:
        """A new table for the same people, not stored yet."""

    def adopt(self, opened: Change, address: str | None) -> object:
        """Hold a table that has just been stored as ours."""

    def changed(self, change: Change) -> None:
        """A change stands: whoever subscribed hears of it."""

    async def holds(self, table: HeldTable) -> bool:
        """Whether a table is still ours."""

    def tell_presence(self, table: Audience) -> None:
        """Somebody came or went: other processes that follow the table hear of it."""

    def retire(self, table: HeldTable) -> None:
        """The table is not ours any more, or its task has died: whoever wants it fetches it again."""
