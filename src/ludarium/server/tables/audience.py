"""A table's audience: who is connected, and what each of them is told."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludarium.engine.errors import LudariumError
from ludarium.engine.position import SPECTATOR
from ludarium.server.tables.boards import board_of
from ludarium.server.tables.changes import PLAY
from ludarium.server.tables.scenes import ending_words, result_data, table_scene
from ludarium.server.tables.state import TableState, event_for
from ludarium.store.lab import Account, Event

_log = logging.getLogger(__name__)

NEWEST = 200
"""Events that somebody is told who comes anew."""


class Listener(Protocol):
    """Somebody connected to a table."""

    account: Account

    def send(self, text: str) -> None:
        """Queue a message; never waits."""

    def hang_up(self) -> None:
        """End the connection, after what is queued; the client comes again."""


class Unanswered(LudariumError):
    """What became of an order is not known: whoever gave it connects again and asks again, under the same number."""

    status = 503
    wait = 2

    def __init__(self, what: str) -> None:
        super().__init__("The table's own server does not answer: try again in a moment.")
        _log.error("%s", what)


@dataclass(frozen=True)
class Order:
    """Something that somebody asks of a table: a message as it came, checked."""

    account: Account
    message: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        who = {"id": self.account.id, "name": self.account.name, "guest": self.account.guest}
        return {"account": who, "message": self.message}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Order:
        return cls(Account(**data["account"]), data["message"])


def text_of(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


@dataclass(eq=False)
class Audience:
    """A table's state and those who follow it in this process."""

    state: TableState
    is_ready: Callable[[TableState], bool]
    listeners: set[Listener] = field(default_factory=set)
    elsewhere: dict[int, set[int]] = field(default_factory=dict)
    """By other process: the people who follow the table there."""
    quiet_since: float = field(default_factory=time.monotonic)
    """Since when nobody follows it, by the monotonic clock."""
    left_at: dict[int, float] = field(default_factory=dict)
    """When people went away who followed it; those who never came were away when the table was fetched."""
    fetched_at: float = field(default_factory=time.monotonic)
    retired: bool = False
    """Whether nobody can come any more: the table is in the registry no longer."""
    claim: float = field(default=60.0, kw_only=True)
    """Seconds that somebody must be away before others can claim the game."""

    # --- who is there -------------------------------------------------------------------------------------------------

    def here(self) -> set[int]:
        """The people who follow the table in this process."""
        return {listener.account.id for listener in self.listeners}

    def present(self) -> set[int]:
        """The people who follow the table anywhere."""
        return self.here().union(*self.elsewhere.values())

    def away(self) -> dict[int, float]:
        """The people who sit here and do not follow the table, and for how many seconds."""
        now, present = time.monotonic(), self.present()
        people = [sitting.account for sitting in self.state.seats if sitting.kind == "person"]
        return {
            account: now - self.left_at.get(account, self.fetched_at)
            for account in people
            if account is not None and account not in present
        }

    def add(self, listener: Listener, after: int | None) -> None:
        """Somebody comes: a welcome with what they have missed, and the others see it."""
        before = self.present()
        self.listeners.add(listener)
        self.left_at.pop(listener.account.id, None)
        listener.send(text_of(self.welcome(listener.account, after)))
        if self.present() != before:
            self.tell_table(but=listener)

    def remove(self, listener: Listener) -> None:
        before = self.present()
        self.listeners.discard(listener)
        if not self.listeners:
            self.quiet_since = time.monotonic()
        self._note_gone(before)

    async def set_elsewhere(self, process: int, people: set[int]) -> None:
        """Who follows the table in another process."""
        before = self.present()
        if people:
            self.elsewhere[process] = people
        else:
            self.elsewhere.pop(process, None)
            self.quiet_since = time.monotonic()
        self._note_gone(before)

    def _note_gone(self, before: set[int]) -> None:
        present = self.present()
        if present != before:
            self.left_at |= dict.fromkeys(before - present, time.monotonic())
            self.tell_table()

    # --- what they are told -------------------------------------------------------------------------------------------

    def viewer(self, account: Account) -> int:
        seat = self.state.seat_of(account.id)
        return SPECTATOR if seat is None else seat

    def info(self, account: Account | None) -> dict[str, Any]:
        """The `TableInfo` that somebody sees."""
        state, game = self.state, self.state.game
        you = state.seat_of(account.id) if account is not None else None
        present, away = self.present(), self.away()
        link = f"/table/{state.id}"
        if state.table.key and you is not None:
            link += f"?key={state.table.key}"
        labels = [sitting.label for sitting in state.seats]
        return {
            "id": state.id,
            "game": state.table.game,
            "title": game.title or game.name,
            "board": board_of(game),
            "settings": state.settings,
            "seconds": state.seconds,
            "private": bool(state.table.key),
            "rated": state.table.rated,
            "state": state.state,
            "seats": [
                {
                    "seat": seat,
                    "name": game.seat_names[seat],
                    "kind": sitting.kind,
                    "label": sitting.label,
                    "player": sitting.player or None,
                    "present": sitting.kind == "player" or (sitting.kind == "person" and sitting.account in present),
                    "agreed": sitting.kind == "player" or seat in state.agreed,
                    "claim_in": self._claim_in(seat, away),
                }
                for seat, sitting in enumerate(state.seats)
            ],
            "you": you,
            "owner": account is not None and state.owner == account.id,
            "revision": state.revision,
            "link": link,
            "result": result_data(state.result),
            "reason": state.reason,
            "words": ending_words(game, labels, state.result, state.reason) if state.ended else "",
            "created": state.table.created.isoformat(),
            "rematch_of": state.table.rematch_of,
            "rematch": state.rematch,
            "ready": self.is_ready(state),
        }

    def _claim_in(self, seat: int, away: dict[int, float]) -> float | None:
        """Seconds until the others can claim the game from a seat; None when it keeps nobody waiting."""
        gone = away.get(self.state.seats[seat].account or 0)
        if gone is None or seat not in self.state.deciding or len(self.state.seats) < 2:
            return None
        return round(max(0.0, self.claim - gone), 1)

    def clock(self) -> dict[str, Any]:
        left = [self.state.left(seat) for seat in range(len(self.state.seats))]
        return {"limit": self.state.seconds, "left": [None if time is None else round(time, 2) for time in left]}

    def welcome(self, account: Account, after: int | None) -> dict[str, Any]:
        state, viewer = self.state, self.viewer(account)
        first = max(0, state.last - NEWEST) if after is None or after > state.last else after
        return {
            "type": "welcome",
            "table": self.info(account),
            "last": state.last,
            "you": None if viewer == SPECTATOR else viewer,
            "scene": table_scene(state, viewer),
            "events": [event_for(event, viewer, state.over) for event in state.events[first:]],
            "clock": self.clock(),
        }

    def tell_table(self, but: Listener | None = None) -> None:
        """Everybody sees the table anew: who is there, the settings, the state."""
        shared: str | None = None
        for listener in list(self.listeners):
            if listener is but:
                continue
            if self.state.seat_of(listener.account.id) is None and self.state.owner != listener.account.id:
                shared = shared or text_of({"type": "table", "table": self.info(None)})
                listener.send(shared)
            else:
                listener.send(text_of({"type": "table", "table": self.info(listener.account)}))

    def tell(self, events: Sequence[Event]) -> None:
        """Everybody is told what happened, each as they may know it."""
        kinds = {event.kind for event in events}
        texts: dict[int, list[str]] = {}
        for listener in list(self.listeners):
            viewer = self.viewer(listener.account)
            try:
                if viewer not in texts:
                    texts[viewer] = self._told(events, kinds, viewer)
            except Exception:
                _log.exception("table %s: seat %s could not be told", self.state.id, viewer)
                listener.hang_up()  # whoever has missed something comes again, and is told all of it
                continue
            for text in texts[viewer]:
                listener.send(text)
        if kinds - PLAY or ("moved" in kinds and self.away()):  # it may be the turn of somebody who has left
            self.tell_table()

    def _told(self, events: Sequence[Event], kinds: set[str], viewer: int) -> list[str]:
        state = self.state
        texts = [text_of({"type": "event", "event": event_for(event, viewer, state.over)}) for event in events]
        if kinds & {"started", "moved", "committed", "ended", "clock", "left"}:
            scene = table_scene(state, viewer)
            if scene is not None:
                decision = len(state.decisions)
                texts.append(text_of({"type": "scene", "scene": scene, "decision": decision, "clock": self.clock()}))
        return texts
