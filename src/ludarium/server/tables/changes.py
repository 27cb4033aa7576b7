"""What happened at tables, told to whoever subscribed: each on its own, and only once it is stored."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarium.store.lab import Event

if TYPE_CHECKING:
    from ludarium.server.tables.state import TableState

_log = logging.getLogger(__name__)

PLAY = frozenset({"chat", "moved", "committed", "clock", "taken_back", "hinted", "draw_offered", "draw_declined"})
"""Events after which a table looks the same from outside."""


@dataclass(frozen=True)
class Change:
    """Events of a table, and the table as they left it. All of it is stored."""

    state: TableState
    events: Sequence[Event]

    @property
    def kinds(self) -> set[str]:
        return {event.kind for event in self.events}

    @property
    def ends(self) -> bool:
        return bool(self.kinds & {"ended", "abandoned"})

    @property
    def shows(self) -> bool:
        """Whether lists of tables look different now."""
        return bool(self.kinds - PLAY)


class Subscribers:
    """Who hears of changes. A subscriber must not take long: what does goes into a task or an outbox of its own."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[Change], None]] = []

    def add(self, subscriber: Callable[[Change], None]) -> None:
        self._subscribers.append(subscriber)

    def tell(self, change: Change) -> None:
        """Tell everybody; one that fails is logged and holds up nobody."""
        for subscriber in self._subscribers:
            try:
                subscriber(change)
            except Exception:
                _log.exception("table %s: a subscriber failed", change.state.id)
