"""A table as its events tell it: everything here follows from the table's row and its events, one after the other.

The process that holds a table, others that only watch it, and a server that starts again all fold the same events.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from secrets import compare_digest
from typing import Any

from ludarium.engine.game import Game
from ludarium.engine.position import Position
from ludarium.engine.record import Decision, Record, seal_of
from ludarium.engine.result import Result
from ludarium.server.tables.clocks import Control
from ludarium.server.tables.looks import Looks
from ludarium.server.tables.masks import Mask, shown_fault
from ludarium.store.lab import Event, Sitting, Table

SILENT = frozenset({"handed", "unmasked"})
"""Events that nobody is told of: the others are numbered as if these were not there."""
PAST = 14
"""Positions before the present one that are kept: scenes show from them what has just happened."""


@dataclass
class TableState:
    """What is known of a table. Changed by `apply` alone, and only while nobody else has it: a change is made to a
    `copy`, which takes the state's place once it is stored. `looks` only remembers what was made of it."""

    table: Table
    game: Game
    load: Callable[[str, dict[str, Any]], Game] = field(repr=False)
    state: str = "waiting"
    seats: list[Sitting] = field(default_factory=list)
    sat: set[int] = field(default_factory=set)
    """The people who sit here, or have sat."""
    owner: int | None = None
    challenged: tuple[int, str] | None = None
    """Who was asked to the table by name, as long as they have not declined: account and name."""
    declined: str = ""
    """The name of whoever was asked and has declined."""
    settings: dict[str, Any] = field(default_factory=dict)
    control: Control | None = None
    """The table's clock."""
    revision: int = 0
    agreed: set[int] = field(default_factory=set)
    position: Position | None = None
    past: deque[Position] = field(default_factory=lambda: deque(maxlen=PAST))
    decisions: list[Decision] = field(default_factory=list)
    made: list[Event] = field(default_factory=list)
    """The events of these decisions: those that were taken back are not among them."""
    figures: dict[int, dict[str, Any]] = field(default_factory=dict)
    commitments: dict[int, dict[str, Any]] = field(default_factory=dict)
    """In games where several decide at once: what those have chosen who have. Told to nobody else."""
    clock_from: int = 0
    """The event that set the clocks last."""
    clock_at: datetime | None = None
    """When that was, for people: no time is counted by it if it can be helped, since a computer's clock may be set."""
    clock_up: float | None = None
    """How long the process that held the table had run then; None for events of older versions."""
    clock_mark: float = field(default_factory=time.monotonic)
    """When that was, by this process's monotonic clock."""
    clock_left: dict[int, float] = field(default_factory=dict)
    """Seconds that the seats that must decide had left then; of a clock for the whole game, that all seats had."""
    stopped: frozenset[int] = frozenset()
    """Seats whose clocks stand."""
    waited: float = 0.0
    """Seconds that the decision had been waited for when the clocks were set."""
    mask: Mask | None = None
    """Of a study's table: what only the server knows of it."""
    since: Event | None = None
    """The event from which on people could come to a study's table: its start, or a restart of the server."""
    handed: dict[int, tuple[Event, int]] = field(default_factory=dict)
    """By seat: when a person's was handed over to a player, and after how many decisions."""
    silent: list[int] = field(default_factory=list)
    """The numbers of events that nobody is told of."""
    takebacks: int = 0
    draw_offer: int | None = None
    """The seat that has offered a draw to which nothing was said yet."""
    result: Result | None = None
    reason: str = ""
    how: str = ""
    """`time` of a match that was lost on time."""
    rematch: str | None = None
    ended: datetime | None = None
    last: int = 0
    events: list[Event] = field(default_factory=list)
    looks: Looks = field(default_factory=Looks, repr=False)

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def over(self) -> bool:
        """Whether nothing is secret any more."""
        return self.state == "over"

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats whose decision is waited for."""
        if self.state != "running" or self.position is None:
            return ()
        return tuple(seat for seat in self.position.movers if seat not in self.commitments)

    @property
    def people(self) -> list[int]:
        """The seats on which people sit."""
        return [seat for seat, sitting in enumerate(self.seats) if sitting.kind == "person"]

    @property
    def masked(self) -> bool:
        """Whether nobody may be able to tell people from players here."""
        return self.table.masked

    def hides(self, seat: int) -> bool:
        """Whether a player sits there who is to pass for a person."""
        return self.masked and self.seats[seat].kind == "player"

    def seat_of(self, account: int | None) -> int | None:
        for seat, sitting in enumerate(self.seats):
            if account is not None and sitting.kind == "person" and sitting.account == account:
                return seat
        return None

    def admits(self, account: int | None, key: str | None) -> bool:
        """Whether somebody may look on: a private table is for those who have sat there, or know its key; a study's
        for those alone who sit there, or did, once they know who was who. Who was asked by name needs no key."""
        if self.table.study is not None:
            return self.seat_of(account) is not None or (not self.masked and account in self.sat)
        secret = self.table.key
        asked = self.challenged is not None and account == self.challenged[0]
        return not secret or asked or account in self.sat or compare_digest(secret.encode(), (key or "").encode())

    @property
    def spent(self) -> float:
        """Seconds since the decision that is waited for could be made, or the clocks were set."""
        return 0.0 if self.clock_at is None else max(0.0, time.monotonic() - self.clock_mark)

    @property
    def thought(self) -> float:
        """The same, although clocks were set meanwhile."""
        return self.waited + self.spent

    @property
    def seconds(self) -> float | None:
        """Seconds that each decision has; None without such a limit."""
        return None if self.control is None or self.control.of_game else self.control.seconds

    def left(self, seat: int) -> float | None:
        """Seconds that a seat has left; None when it may take its time, or need not decide and keeps no time."""
        remaining = self.remaining(seat)
        if remaining is not None:
            return max(0.0, remaining)
        if self.state == "running" and self.control is not None and self.control.of_game:
            return self.clock_left.get(seat, self.control.seconds)
        return None

    def remaining(self, seat: int) -> float | None:
        """The same of a seat that must decide, below 0 since its time was up; None of others."""
        if seat not in self.deciding or self.control is None or self.clock_at is None:
            return None
        spent = 0.0 if seat in self.stopped else self.spent
        return self.clock_left.get(seat, self.control.seconds) - spent

    def told(self, number: int) -> int:
        """The number under which people know an event: those that nobody is told of are not counted."""
        return number - bisect_right(self.silent, number)

    def wind(self, spent: float) -> None:
        """Set the clocks of a table that was read from the database: so much time has passed on them."""
        self.clock_mark = time.monotonic() - spent

    def record(self) -> Record:
        """The match so far, as it is kept."""
        finished = self.position is not None and self.position.over
        return Record(
            game=self.game.name,
            rules=self.game.version,
            settings=dict(self.game.settings),
            seed=self.table.seed,
            players=[sitting.player or sitting.label for sitting in self.seats],
            decisions=list(self.decisions),
            result=self.result if finished else None,
            seal=seal_of(self.position) if finished and self.position is not None else "",
        )

    # --- the fold -----------------------------------------------------------------------------------------------------

    def copy(self) -> TableState:
        """A state to which events can be applied while everybody still sees this one."""
        return replace(
            self,
            seats=list(self.seats),
            sat=set(self.sat),
            agreed=set(self.agreed),
            past=self.past.copy(),
            decisions=list(self.decisions),
            made=list(self.made),
            figures=dict(self.figures),
            commitments=dict(self.commitments),
            clock_left=dict(self.clock_left),
            handed=dict(self.handed),
            silent=list(self.silent),
            events=list(self.events),
        )

    def apply(self, event: Event, after: Position | None = None) -> None:
        """Take the next event in. `after` is the position that a move leads to, where it is known already."""
        assert event.number == self.last + 1, f"event {event.number} after {self.last}"
        if event.kind in SILENT:
            self.silent.append(event.number)
        getattr(self, f"_{event.kind}")(event, after)
        self.last = event.number
        self.events.append(event)

    def _opened(self, event: Event, _: Position | None) -> None:
        self.seats = [Sitting(**sitting) for sitting in event.private["seats"]]
        self.sat.update(sitting.account for sitting in self.seats if sitting.account is not None)
        self.owner = event.private["owner"]
        mask = event.private.get("mask")
        self.mask = None if mask is None else Mask.from_json(mask)
        self._arrange()

    def _challenged(self, event: Event, _: Position | None) -> None:
        self.challenged, self.declined = (event.private["account"], event.data["who"]), ""

    def _challenge_declined(self, event: Event, _: Position | None) -> None:
        self.challenged, self.declined = None, event.data["who"]

    def _joined(self, event: Event, _: Position | None) -> None:
        sitting = self.seats[event.data["seat"]] = Sitting(**event.private["sitting"])
        if sitting.account is not None:
            self.sat.add(sitting.account)
        self._arrange()

    def _left(self, event: Event, _: Position | None) -> None:
        seat = event.data["seat"]
        self.seats[seat] = Sitting(**event.private["sitting"])
        self.agreed.discard(seat)
        if self.owner == event.private["account"]:
            self.owner = next((self.seats[other].account for other in self.people), None)
        self._arrange()

    def _arrange(self) -> None:
        """Before the start: waiting while a seat is open, then negotiating."""
        if self.state in ("waiting", "negotiating"):
            self.state = "waiting" if any(sitting.kind == "open" for sitting in self.seats) else "negotiating"

    def _proposal(self, event: Event, _: Position | None) -> None:
        self.settings = dict(event.data["settings"])
        self.control = Control.stored(event.data["seconds"], event.data.get("clock"))
        self.revision, self.agreed = event.data["revision"], set()
        self.game = self.load(self.table.game, self.settings)
        if older := self.game.before(self.settings):
            self.game = self.load(self.table.game, {**self.settings, **older})

    def _agreed(self, event: Event, _: Position | None) -> None:
        self.agreed.add(event.data["seat"])

    def _started(self, event: Event, after: Position | None) -> None:
        self.state = "running"
        self.position = after or self.game.start(self.table.seed)
        self.since = event
        self._restart_clocks(event)

    def _restart_clocks(self, event: Event) -> None:
        """Somebody must decide now: each decision has its time, or what is left of that for the whole game."""
        left: dict[int, float] = {}
        if self.control is not None and self.control.of_game:
            left = dict.fromkeys(range(len(self.seats)), self.control.seconds) | self.clock_left
        elif self.control is not None:
            left = dict.fromkeys(self.deciding, self.control.seconds)
        self._set_clocks(event, left)

    def _set_clocks(self, event: Event, left: dict[int, float]) -> None:
        self.clock_from, self.clock_at, self.clock_up = event.number, event.at, event.private.get("up")
        self.clock_mark, self.clock_left = time.monotonic(), left
        self.waited = event.private.get("waited", 0.0)
        self.stopped = frozenset(event.data.get("stopped", ()))

    def _note_left(self, event: Event) -> None:
        """Of a clock for the whole game: what a decision has left of it."""
        if "left" in event.data:
            self.clock_left[event.data["seat"]] = event.data["left"]

    def _committed(self, event: Event, _: Position | None) -> None:
        self.commitments[event.data["seat"]] = event.private
        self._note_left(event)

    def _moved(self, event: Event, after: Position | None) -> None:
        assert self.position is not None
        seat, private = event.data["seat"], event.private
        self.past.append(self.position)
        self.position = after or self.position.play(private["move"], seat)
        made = Decision(
            seat, private["move"], private["seconds"], private["check"], private["fault"], private.get("reason", "")
        )
        if private.get("figures"):
            self.figures[len(self.decisions)] = private["figures"]
        self.decisions.append(made)
        self.made.append(event)
        if seat != self.draw_offer:
            self.draw_offer = None  # who moves has declined it
        self.commitments.pop(seat, None)
        self._note_left(event)
        if not self.commitments:
            self._restart_clocks(event)

    def _taken_back(self, event: Event, after: Position | None) -> None:
        """The match goes on from an earlier position. What was taken back stays in the events, and nowhere else."""
        kept = event.data["decisions"]
        positions = self.positions(kept)
        self.position = after or positions[-1]
        self.past.clear()
        self.past.extend(positions[:-1])
        del self.decisions[kept:], self.made[kept:]
        self.figures = {number: figures for number, figures in self.figures.items() if number < kept}
        self.commitments.clear()
        self.takebacks += 1
        self.draw_offer = None
        self.looks = Looks()  # which knows positions by their number
        self.clock_left = {}
        for made in self.made:
            self._note_left(made)
        self._restart_clocks(event)

    def positions(self, decisions: int) -> list[Position]:
        """The positions from the start to the one after so many decisions."""
        positions = [self.game.start(self.table.seed)]
        for made in self.decisions[:decisions]:
            positions.append(positions[-1].play(made.move, made.seat))
        return positions

    def _hinted(self, event: Event, _: Position | None) -> None:
        """A hint changes nothing."""

    def _draw_offered(self, event: Event, _: Position | None) -> None:
        self.draw_offer = event.data["seat"]

    def _draw_declined(self, event: Event, _: Position | None) -> None:
        self.draw_offer = None

    def _clock(self, event: Event, _: Position | None) -> None:
        kept = self.clock_left if self.control is not None and self.control.of_game else {}
        self._set_clocks(event, {**kept, **{int(seat): left for seat, left in event.data["left"].items()}})
        if event.private.get("resumed"):
            self.since = event

    def _handed(self, event: Event, _: Position | None) -> None:
        seat = event.private["seat"]
        self.seats[seat] = Sitting(**event.private["sitting"])
        self.handed[seat] = event, len(self.decisions)

    def _unmasked(self, event: Event, _: Position | None) -> None:
        self.table = replace(self.table, unmasked=event.at)

    def _ended(self, event: Event, _: Position | None) -> None:
        self.state, self.reason, self.ended = "over", event.data["reason"], event.at
        self.how = event.data.get("how", "")
        self.commitments.clear()
        result = event.data["result"]
        self.result = None if result is None else Result(tuple(result["points"]), tuple(result["ranks"]))

    def _abandoned(self, event: Event, _: Position | None) -> None:
        self.state, self.reason, self.ended = "abandoned", event.data["reason"], event.at

    def _rematch(self, event: Event, _: Position | None) -> None:
        self.rematch = event.data["table"]

    def _chat(self, event: Event, _: Position | None) -> None:
        """Talk changes nothing."""


def event_for(event: Event, viewer: int, state: TableState) -> dict[str, Any]:
    """An event as a viewer may know it: a seat, `SPECTATOR`, or anybody when the match is over."""
    data, private, over = dict(event.data), event.private, state.over
    if event.kind == "moved":
        seen = over or viewer in private["seen"]
        data["move"], data["words"] = (private["move"], private["words"]) if seen else ("", "")
        data["fault"] = private["fault"] if over or private["open"] or viewer == data["seat"] else data["fault"]
        if state.masked:
            data["fault"] = shown_fault(private["fault"])
    elif event.kind == "hinted":
        shown = over or viewer == data["seat"]
        data["move"], data["words"], data["reason"] = (
            (private["move"], private["words"], private["reason"]) if shown else ("", "", "")
        )
    elif event.kind == "committed" and (over or viewer == data["seat"]):
        data["move"] = private["move"]
    return {"number": state.told(event.number), "at": event.at.isoformat(), "kind": event.kind, "data": data}
