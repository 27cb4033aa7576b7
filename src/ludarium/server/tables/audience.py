"""A table's audience: who is connected, and what each of them is told."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec

from ludarium.engine.errors import LudariumError
from ludarium.engine.position import SPECTATOR
from ludarium.server.tables.boards import board_of
from ludarium.server.tables.changes import PLAY
from ludarium.server.tables.scenes import ending_words, result_data, table_scene
from ludarium.server.tables.state import SILENT, TableState, event_for
from ludarium.server.work.preparing import Work
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
    return msgspec.json.encode(message).decode()  # ten times as fast as `json`, and everybody is told everything


@dataclass(eq=False)
class Audience:
    """A table's state and those who follow it in this process."""

    state: TableState
    compiling: Callable[[TableState], tuple[bool, Work | None]]
    """Whether the players at the table can think at once, and what is being compiled for them if not."""
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
    _alarm: asyncio.TimerHandle | None = field(default=None, init=False, repr=False)

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
        before, shown = self.present(), self.seen_there()
        self.listeners.add(listener)
        self.left_at.pop(listener.account.id, None)
        listener.send(text_of(self.welcome(listener.account, after)))
        if self.present() != before:
            self.presence_changed(shown, but=listener)
        elif self.state.mask is not None:
            self.watch_hidden()

    def remove(self, listener: Listener) -> None:
        before, shown = self.present(), self.seen_there()
        self.listeners.discard(listener)
        if not self.listeners:
            self.quiet_since = time.monotonic()
        self._note_gone(before, shown)

    async def set_elsewhere(self, process: int, people: set[int]) -> None:
        """Who follows the table in another process."""
        before, shown = self.present(), self.seen_there()
        if people:
            self.elsewhere[process] = people
        else:
            self.elsewhere.pop(process, None)
            self.quiet_since = time.monotonic()
        self._note_gone(before, shown)

    def _note_gone(self, before: set[int], shown: Sequence[bool]) -> None:
        present = self.present()
        if present != before:
            self.left_at |= dict.fromkeys(before - present, time.monotonic())
            self.presence_changed(shown)

    # --- who seems to be there ----------------------------------------------------------------------------------------

    def seems_there(self, seat: int) -> bool:
        """Whether somebody seems to be connected on a seat; players that pass for people come and go as these do."""
        sitting = self.state.seats[seat]
        if self.state.hides(seat):
            return self._hidden_change(seat)[0]
        return sitting.kind == "player" or (sitting.kind == "person" and sitting.account in self.present())

    def seen_there(self) -> list[bool]:
        """By seat: who is shown as connected. At masked tables that is everybody where the study does not let players
        lose their connections, since people would be known by it; and when the match is over, after which people go
        when they like."""
        mask, seats = self.state.mask, range(len(self.state.seats))
        if self.state.masked and mask is not None and (not mask.shows_presence or self.state.state != "running"):
            return [True for _ in seats]
        return [self.seems_there(seat) for seat in seats]

    def back_in(self, seat: int) -> float:
        """Seconds until a hidden player seems to be there; 0 when it does."""
        there, seconds = self._hidden_change(seat)
        return 0.0 if there else seconds

    def _hidden_change(self, seat: int) -> tuple[bool, float]:
        """Whether a hidden player seems to be there, and in how many seconds that changes."""
        state = self.state
        mask, since = state.mask, state.since
        if mask is None or since is None or not mask.shows_presence:
            return True, math.inf
        now, started = datetime.now(UTC), next(event.at for event in state.events if event.kind == "started")
        if seat in state.handed and state.handed[seat][0].number > since.number:
            since = state.handed[seat][0]
        arriving = mask.arrival(seat, since.number) - (now - since.at).total_seconds()
        if arriving > 0:
            return False, arriving
        age = (now - started).total_seconds()
        begins, ends = mask.outage(seat, age)
        return (False, ends - age) if begins <= age else (True, begins - age)

    def presence_changed(self, before: Sequence[bool], but: Listener | None = None) -> None:
        """Somebody came or went: told to all, unless it is not shown."""
        if not self.state.masked or self.seen_there() != before:
            self.tell_table(but)
        self.watch_hidden()

    def watch_hidden(self) -> None:
        """Look again when a hidden player seems to come or to go next, as long as anybody looks on."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        hidden = [seat for seat in range(len(self.state.seats)) if self.state.hides(seat)]
        if self.retired or not self.listeners or self.state.state != "running":
            return
        wait = min((self._hidden_change(seat)[1] for seat in hidden), default=math.inf)
        if wait < math.inf:
            shown = self.seen_there()
            # A little later than the change: not to look a moment too early, and again at once.
            self._alarm = asyncio.get_running_loop().call_later(wait + 0.001, self.presence_changed, shown)

    # --- what they are told -------------------------------------------------------------------------------------------

    def viewer(self, account: Account) -> int:
        seat = self.state.seat_of(account.id)
        return SPECTATOR if seat is None else seat

    def info(self, account: Account | None) -> dict[str, Any]:
        """The `TableInfo` that somebody sees."""
        state, game = self.state, self.state.game
        you = state.seat_of(account.id) if account is not None else None
        there, masked = self.seen_there(), state.masked
        away = {} if state.table.study is not None else self.away()
        link = f"/table/{state.id}"
        if state.table.key and you is not None and state.table.study is None:
            link += f"?key={state.table.key}"
        labels = [sitting.label for sitting in state.seats]
        ready, work = self.compiling(state)
        return {
            "id": state.id,
            "game": state.table.game,
            "title": game.title or game.name,
            "board": board_of(game),
            "settings": state.settings,
            "seconds": state.seconds,
            "clock": None if state.control is None else state.control.to_json(),
            "private": bool(state.table.key),
            "rated": state.table.rated,
            "state": state.state,
            "seats": [
                {
                    "seat": seat,
                    "name": game.seat_names[seat],
                    "kind": "person" if masked else sitting.kind,
                    "label": sitting.label,
                    "player": None if masked else sitting.player or None,
                    "present": there[seat],
                    "agreed": state.table.study is not None or sitting.kind == "player" or seat in state.agreed,
                    "claim_in": self._claim_in(seat, away),
                }
                for seat, sitting in enumerate(state.seats)
            ],
            "you": you,
            "owner": account is not None and state.owner == account.id,
            "revision": state.revision,
            "link": link,
            "result": result_data(state.result, game),
            "reason": state.reason,
            "how": state.how,
            "words": ending_words(game, labels, state.result, state.reason) if state.ended else "",
            "created": state.table.created.isoformat(),
            "rematch_of": state.table.rematch_of,
            "rematch": state.rematch,
            "ready": ready,
            "preparing": None if work is None else {"left": round(work.left, 1), "whole": round(work.whole, 1)},
            "draw_offer": state.draw_offer,
            "challenged": state.challenged[1] if state.challenged is not None else None,
            "declined": state.declined,
        }

    def _claim_in(self, seat: int, away: dict[int, float]) -> float | None:
        """Seconds until the others can claim the game from a seat; None when it keeps nobody waiting."""
        gone = away.get(self.state.seats[seat].account or 0)
        if gone is None or seat not in self.state.deciding or len(self.state.seats) < 2:
            return None
        if self.state.control is not None and self.state.control.kind == "days":
            return None  # nobody is expected to stay: the clock decides
        return round(max(0.0, self.claim - gone), 1)

    def clock(self) -> dict[str, Any]:
        state, control = self.state, self.state.control
        seats, kept = range(len(state.seats)), control is not None and control.of_game
        left = [None if seat in state.stopped and not kept else state.left(seat) for seat in seats]
        running = [seat for seat in state.deciding if left[seat] is not None and seat not in state.stopped]
        return {
            "limit": None if control is None else control.seconds,
            "left": [None if time is None else round(time, 2) for time in left],
            "running": running,
        }

    def welcome(self, account: Account, after: int | None) -> dict[str, Any]:
        state, viewer = self.state, self.viewer(account)
        last = state.told(state.last)
        first = max(0, last - NEWEST) if after is None or after > last else after
        shown = [event for event in state.events if event.kind not in SILENT]
        return {
            "type": "welcome",
            "table": self.info(account),
            "last": last,
            "you": None if viewer == SPECTATOR else viewer,
            "scene": table_scene(state, viewer),
            "events": [event_for(event, viewer, state) for event in shown[first:]],
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
        told = [event for event in events if event.kind not in SILENT]
        if told:
            self._tell(told)
        elif not self.state.masked:
            self.tell_table()  # now that everybody may know who is who
        if self.state.mask is not None:
            self.watch_hidden()

    def _tell(self, events: Sequence[Event]) -> None:
        kinds = {event.kind for event in events}
        texts: dict[int, list[str]] = {}
        if self.state.masked:
            # Made for every seat before anybody is told, whoever sits there: otherwise people would be told later of a
            # move where another person is to be told of it first.
            for seat in range(len(self.state.seats)):
                with suppress(Exception):  # tried and reported below, where somebody is to be told
                    texts[seat] = self._told(events, kinds, seat)
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
        gone = "moved" in kinds and self.state.table.study is None and (self.away() or _two_people(self.state))
        if (
            kinds - PLAY or kinds & {"draw_offered", "draw_declined", "taken_back"} or gone
        ):  # it may be the turn of somebody who has left
            self.tell_table()

    def _told(self, events: Sequence[Event], kinds: set[str], viewer: int) -> list[str]:
        state = self.state
        texts = [text_of({"type": "event", "event": event_for(event, viewer, state)}) for event in events]
        if kinds & {"started", "moved", "committed", "ended", "clock", "left", "taken_back"}:
            scene = table_scene(state, viewer)
            if scene is not None:
                decision = len(state.decisions)
                texts.append(text_of({"type": "scene", "scene": scene, "decision": decision, "clock": self.clock()}))
        return texts


def _two_people(state: TableState) -> bool:
    """Whether a move may have declined a draw."""
    return len(state.seats) == 2 and len(state.people) == 2
