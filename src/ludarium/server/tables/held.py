"""A table that this process holds: one task, to which orders come in one after the other.

An order leads to a new state beside the old one; its events are stored in one transaction; only then does the new state
take the old one's place, and only then is anybody told. What could not be stored did not happen.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection

from ludarium.engine.turn import Answer
from ludarium.server.tables import changing, deciding, giving_up, orders
from ludarium.server.tables.audience import Audience, Listener, Order, Unanswered
from ludarium.server.tables.chairs import Chair
from ludarium.server.tables.changes import Change
from ludarium.server.tables.deciding import Draft, Refusal
from ludarium.server.tables.events import follow, opening, storing
from ludarium.server.tables.inbox import Call, Item, Thought, id_of, refused, settle
from ludarium.server.tables.masks import TIME_IS_UP
from ludarium.server.tables.orders import NOBODY
from ludarium.server.tables.pauses import Pauses
from ludarium.server.tables.services import Services
from ludarium.store import erasing, lab
from ludarium.store.faults import StoreError
from ludarium.store.lab import Account, Event

_log = logging.getLogger(__name__)

CHATS, CHAT_SECONDS = 5, 10.0
"""So many messages may one person write in so many seconds."""
LATENESS = 0.3
"""Seconds by which a person's decision may come late: the way through the network is not theirs to answer for."""
FAREWELL = 5.0
"""Seconds that a table which is to stop has for what it is just doing."""
_MOVED = "The table is being moved: try again in a moment."
_REMEMBERED = 500
"""Refusals that are kept, to be given again for the same message."""


@dataclass(eq=False)
class HeldTable(Audience):
    """The task of a table, begun by `start`. `ask` is how everybody else speaks to it."""

    services: Services = field(kw_only=True)
    address: str | None = field(default=None, kw_only=True)
    """Where the table was opened from; None of one that was taken over, since addresses are not stored."""

    def __post_init__(self) -> None:
        self._inbox: asyncio.Queue[Item] = asyncio.Queue()
        self._refused: OrderedDict[tuple[int, str], dict[str, Any]] = OrderedDict()
        self._answered: dict[tuple[int, str], int] = {}
        self._chats: dict[int, deque[float]] = {}
        self._chairs: dict[int, asyncio.Task[None]] = {}
        self._pauses = Pauses()
        self._recalled: dict[int, Mapping[int, str]] = {}
        self._waiting: set[int] = set()
        """The seats of players for whom something is being compiled while it is their turn."""
        self._hint: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._handling = self._stopping = False
        self._remember(self.state.events)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.state.id}")
        self._task.add_done_callback(self._ended)

    async def stop(self) -> None:
        """End the task, after what it is just doing if that takes no longer than `FAREWELL`. Who waits is answered."""
        self._stopping = True
        chairs = [*self._chairs.values(), *([] if self._hint is None else [self._hint])]
        for chair in chairs:
            chair.cancel()
        if self._task is not None and not self._task.done():
            self._inbox.put_nowait((Call(_nothing), None))  # so that it looks up
            await asyncio.wait({self._task}, timeout=FAREWELL)
            self._task.cancel()
        await asyncio.gather(*chairs, *([self._task] if self._task is not None else []), return_exceptions=True)
        self.services.workers.forget(self.state.id)
        self._drain("The server is going down: try again in a moment.")

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A task that died is no table any more: nobody may wait for it."""
        if not task.cancelled() and not self._stopping:
            fault = task.exception()
            if fault is not None:
                _log.error("table %s: its task has died", self.state.id, exc_info=fault)
            self.services.retire(self)
        self._drain(_MOVED)

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer, or a player thinks."""
        return self._handling or not self._inbox.empty() or bool(self._chairs)

    @property
    def deadline(self) -> float | None:
        """Seconds until something happens here by itself, since a person's time is up; None if nothing will."""
        left = [
            max(0.0, seconds + LATENESS)
            for seat in self.state.deciding
            if self._runs_out(seat) and (seconds := self.state.remaining(seat)) is not None
        ]
        left += self._standing().values()
        return min(left) if left else None

    def _runs_out(self, seat: int) -> bool:
        """Whether somebody's time can be up: a person's, or that of a player who passes for one. Others are asked in
        time, and their own faults if they are late."""
        return seat not in self.state.stopped and (self.state.seats[seat].kind == "person" or self.state.hides(seat))

    def _drain(self, reason: str) -> None:
        while not self._inbox.empty():
            item, done = self._inbox.get_nowait()
            settle(done, refused(id_of(item), reason, again=True))

    # --- from outside -------------------------------------------------------------------------------------------------

    async def ask(self, order: Order) -> dict[str, Any]:
        """The answer to a message, once what it does is stored: `ack`, `refused`, `previewed` or `reason`. What comes
        from `NOBODY` is the server's own wish."""
        return await self._put(order)  # type: ignore[no-any-return]

    async def attach(self, listener: Listener, after: int | None) -> bool:
        """Somebody comes: between two orders, so that nothing is missed or told twice. False if the table has gone."""

        async def add() -> None:
            self.add(listener, after)

        if not await self.services.holds(self):  # another process took it while this one was cut off or stood still
            self.services.retire(self)
            return False
        await self._put(Call(add))
        if self.retired:
            self.remove(listener)
        self.services.tell_presence(self)
        return listener in self.listeners

    async def detach(self, listener: Listener) -> None:
        self.remove(listener)
        self.services.tell_presence(self)

    async def _put(self, item: Order | Call) -> Any:
        if self._task is None or self._task.done():
            message = item.message if isinstance(item, Order) else {}
            return refused(message.get("id", ""), _MOVED, again=True)
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((item, done))
        return await done

    # --- the task -----------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        with suppress(lab.NotOurs):  # then another process holds the table, and this task has nothing more to do
            self._go_on()
            while not self._stopping:
                try:
                    async with asyncio.timeout(self.deadline):
                        item, done = await self._inbox.get()
                except TimeoutError:
                    await self._time_up()
                    continue
                self._handling = True
                try:
                    settle(done, await self._handle(item, done))
                except lab.NotOurs:
                    settle(done, refused(id_of(item), _MOVED, again=True))
                    raise
                finally:
                    self._handling = False
                    if done is not None and not done.done():  # it was broken off: nobody waits for ever
                        done.set_exception(Unanswered(f"table {self.state.id}: an order was broken off"))
            return
        _log.warning("table %s is held by another process now", self.state.id)

    async def _handle(self, item: Order | Thought | Call, done: asyncio.Future[Any] | None = None) -> Any:
        begun = time.monotonic()
        try:
            if isinstance(item, Call):
                return await item.run()
            if isinstance(item, Thought):
                return await self._decide(item)
            return await self._order(item, done)
        except lab.NotOurs:
            raise
        except StoreError as error:
            _log.error("table %s: %s", self.state.id, error)
            number = await self._reread(begun)
            if number is None:
                return refused(id_of(item), "This could not be stored: try again in a moment.", again=True)
            return {"type": "ack", "id": id_of(item), "number": number}
        except Exception:
            _log.exception("table %s: a fault in the server", self.state.id)
            await self._reread(begun)
            return refused(id_of(item), "The server has failed at this: it has been noted.")

    async def _reread(self, begun: float) -> int | None:
        """Look what is stored, as soon as it can be read: a change may stand although we were told otherwise. Then the
        number of its first event. The time since `begun` is not taken from anybody's clock."""
        pause = 0.1
        while True:
            try:
                stored = await self.services.reread(self.state.id)
                break
            except StoreError as error:
                _log.error("table %s: %s", self.state.id, error)
                await asyncio.sleep(pause)
                pause = min(5.0, 2 * pause)
        known = self.state.last
        if stored.last > known:
            change = Change(stored, stored.events[known:])
            self._swap(change)
            self._publish(change)
        elif stored.clock_from == self.state.clock_from:
            self.state.clock_mark += time.monotonic() - begun
        self._go_on()
        return known + 1 if stored.last > known else None

    def _remember(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.author is not None and event.message is not None:
                self._answered[event.author, event.message] = event.number

    # --- orders -------------------------------------------------------------------------------------------------------

    async def _order(self, order: Order, done: asyncio.Future[Any] | None) -> dict[str, Any]:
        message = order.message
        key = (order.account.id, message.get("id", ""))
        if key in self._answered:
            return {"type": "ack", "id": key[1], "number": self.state.told(self._answered[key])}
        if key in self._refused:
            return self._refused[key]
        try:
            if self.state.table.study is not None and order.account != NOBODY:
                deciding.check_study(self.state, message["type"])
            asked = orders.asked(self.state, order)
            if asked is not None:
                return asked
            ack = {"type": "ack", "id": key[1], "number": self.state.told(self.state.last) + 1}
            if message["type"] == "look_back":
                scene = await asyncio.to_thread(
                    changing.looking_back, self.state, order.account.id, message["decision"]
                )
                return {"type": "looked_back", "id": key[1], "decision": message["decision"], "scene": scene}
            if message["type"] == "foresee":
                found = await asyncio.to_thread(changing.foreseeing, self.state, order.account.id, message["decision"])
                return {"type": "foreseen", "id": key[1], "decision": message["decision"], "moves": found}
            if message["type"] == "hint":
                self._ask_adviser(changing.hint_seat(self.state, order.account.id, message["decision"]))
                return {**ack, "number": self.state.told(self.state.last)}
            if message["type"] == "erase" and order.account == NOBODY:
                await self._erase(message["account"])
            elif message["type"] == "rematch":
                await self._rematch(order, lambda: settle(done, ack))
            else:
                if message["type"] == "chat":
                    self._check_chat(order.account)
                drafts = orders.drafts(self.state, order, self.away(), self.services.settings.claim)
                await self._happen(drafts, order, lambda: settle(done, ack))
            return ack
        except Refusal as refusal:
            answer = refused(key[1], refusal.reason, stale=refusal.stale)
            if key[1] and message["type"] not in (
                "chat",
                "claim",
                "hint",
                "takeback",
            ):  # which may be allowed a moment later
                self._refused[key] = answer
                while len(self._refused) > _REMEMBERED:
                    self._refused.popitem(last=False)
            return answer

    async def _erase(self, account: int) -> None:
        """Somebody is taken out of all that is stored of the table; what is in memory is read anew."""
        state = self.state
        if state.state in lab.UNFINISHED and state.seat_of(account) is not None:
            raise Refusal("This person still sits there: hand the seat over or end the match first.")
        await self.services.write(lambda connection: erasing.erase(connection, state.id, account))
        self.state = await self.services.reread(state.id)
        self._answered.clear()
        self._remember(self.state.events)

    async def _rematch(self, order: Order, acknowledge: Callable[[], None]) -> None:
        """Another table for the same people: it and the event that leads to it are stored together, or neither is."""
        deciding.seated(self.state, order.account.id)
        if self.state.state == "abandoned":
            raise Refusal("This match was given up: open another table.")
        if not self.state.over:
            raise Refusal("The game is not over yet.")
        if self.state.rematch is not None:
            raise Refusal("There is a rematch already: go to its table.")
        opened = self.services.rematch(self.state, order.account)

        def stored() -> None:
            acknowledge()
            self.services.adopt(opened, self.address)

        draft = Draft("rematch", {"table": opened.state.id})
        await self._happen([draft], order, stored, also=opening(opened, self.services.process))

    def _check_chat(self, account: Account) -> None:
        now, said = time.monotonic(), self._chats.setdefault(account.id, deque(maxlen=CHATS))
        if len(said) == CHATS and now - said[0] < CHAT_SECONDS:
            raise Refusal(f"Not so fast: {CHATS} messages in {CHAT_SECONDS:g} seconds, please.")
        said.append(now)

    # --- what happens -------------------------------------------------------------------------------------------------

    async def happen(self, drafts: Sequence[Draft]) -> None:
        """Let events happen before the task is started."""
        await self._happen(drafts, None)

    async def _happen(
        self,
        drafts: Sequence[Draft],
        order: Order | None,
        stored: Callable[[], None] | None = None,
        *,
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Let events happen: stored (together with what `also` does), then seen by all. `stored` is called between."""
        services = self.services
        author, message = (order.account.id, order.message.get("id") or None) if order is not None else (None, None)
        change = follow(self.state, drafts, uptime=services.uptime, author=author, message=message)
        store = storing(change, services.process)

        def job(connection: Connection) -> None:
            if also is not None:
                also(connection)
            store(connection)

        await services.write(job)
        if change.state.clock_from != self.state.clock_from:
            change.state.wind(0.0)  # nobody pays for the time that storing took
        self._swap(change)
        if stored is not None:
            stored()
        # Whoever waits for the answer need not wait until all others are told; nor may these be told a moment sooner
        # where nobody waits, since it was a player who moved.
        await asyncio.sleep(0)
        self._publish(change)
        if "handed" in change.kinds:
            self._send_away()
        self._go_on()

    def _send_away(self) -> None:
        """Whoever has lost their seat at a study's table sees no more of it."""
        for listener in list(self.listeners):
            if not self.state.admits(listener.account.id, None):
                listener.hang_up()

    def _swap(self, change: Change) -> None:
        """A change that stands takes its place."""
        self.state = change.state
        self._remember(change.events)

    def _publish(self, change: Change) -> None:
        try:
            self.tell(change.events)
        except Exception:
            _log.exception("table %s: those who follow it could not be told", self.state.id)
        self.services.changed(change)

    def _go_on(self) -> None:
        """Whoever must decide now is asked, if it is a player of the lab."""
        state = self.state
        self._note_pauses()
        for seat in state.deciding:
            running = self._chairs.get(seat)
            if state.seats[seat].kind == "player" and (running is None or running.done()):
                self._chairs[seat] = asyncio.create_task(self._think(seat), name=f"chair {state.id} {seat}")

    async def _think(self, seat: int) -> None:
        decision, takebacks = len(self.state.decisions), self.state.takebacks
        try:
            if seat not in self._recalled:
                self._recalled[seat] = await self.services.recalled(self.state, seat)
            services = self.services
            if not self.state.hides(seat):
                await self._prepared(seat)
            chair = Chair(services.settings, services.workers, services.preparing, self._recalled[seat])
            if self.state.hides(seat):
                answers = await chair.pass_for_person(self.state, seat, self.back_in)
            else:
                answers = [await chair.think(self.state, seat, self.address)]
        except Exception as error:  # whatever it is: the match must go on
            _log.exception("table %s: a player could not be asked", self.state.id)
            answers = [Answer(fault=f"{self.state.seats[seat].label}: could not be asked ({type(error).__name__})")]
        self._chairs.pop(seat, None)  # before the answer is in: the next question may come with it
        self._inbox.put_nowait((Thought(seat, decision, takebacks, answers), None))

    def _ask_adviser(self, seat: int) -> None:
        """Ask a strong player what it would do on a person's seat; what it says is told when it comes."""
        if self._hint is not None and not self._hint.done():
            raise Refusal("A hint is on its way: wait for it.")
        self._hint = asyncio.create_task(self._advise(seat), name=f"hint {self.state.id} {seat}")

    async def _advise(self, seat: int) -> None:
        state, services = self.state, self.services
        chair = Chair(services.settings, services.workers, services.preparing, {})
        try:
            answer = await chair.advise(state, seat, changing.adviser(state), self.address)
        except Exception as error:  # whatever it is: who asked is told that there is none
            _log.exception("table %s: no hint could be found", state.id)
            answer = Answer(fault=type(error).__name__)
        message = {"type": "hinted", "seat": seat, "decision": len(state.decisions), "answer": answer}
        self._inbox.put_nowait((Order(NOBODY, message), None))

    async def _prepared(self, seat: int) -> None:
        """Wait until what the player on a seat needs is compiled. Its clock stands meanwhile, and everybody sees why
        nothing happens."""
        game, player = self.state.game, self.state.seats[seat].player
        if self.services.preparing.is_ready(game, [player]):
            return
        self._waiting.add(seat)
        waited = asyncio.create_task(self.services.preparing.prepared(game, player))
        try:
            self._note_pauses()
            self.tell_table()
            await waited
        finally:
            waited.cancel()
            self._waiting.discard(seat)
            self._note_pauses()
            self.tell_table()

    async def _decide(self, thought: Thought) -> None:
        state, seat, answers = self.state, thought.seat, thought.answers
        known = (thought.decision, thought.takebacks) == (len(state.decisions), state.takebacks)
        if not known or seat not in state.deciding:
            self._go_on()
            return
        if state.hides(seat):  # what people see of it
            answers = [replace(answer, seconds=state.thought / len(answers)) for answer in answers]
        await self._happen(deciding.deciding(state, seat, answers), None)

    # --- clocks -------------------------------------------------------------------------------------------------------

    def _standing(self) -> dict[int, float]:
        standing = self._pauses.left(self.state, self.seems_there)
        if self.state.control is not None:
            standing |= dict.fromkeys(self._waiting & set(self.state.deciding), self.services.settings.first_time)
        return standing

    def _note_pauses(self) -> None:
        """Stop the clocks of those who have gone, for a while, and let those of others go on."""
        if self._standing().keys() != self.state.stopped:
            self._inbox.put_nowait((Call(self._stop_clocks), None))

    async def _stop_clocks(self) -> None:
        standing = set(self._standing())
        if standing != self.state.stopped and self.state.state == "running":
            await self._happen(deciding.stopping(self.state, standing), None)

    def presence_changed(self, before: Sequence[bool], but: Listener | None = None) -> None:
        super().presence_changed(before, but)
        self._note_pauses()

    async def _time_up(self) -> None:
        self._note_pauses()
        control, late = self.state.control, self._late()
        if control is None or not late:
            return
        if control.time_up == "lose":
            await self._handle(Call(lambda: self._lose(late)))
        else:
            await self._handle(Call(lambda: self._stand_in(late[0], control.seconds)))

    def _late(self) -> list[int]:
        """The seats whose time is up, and that which a decision may come late."""
        return [
            seat
            for seat in self.state.deciding
            if self._runs_out(seat) and (left := self.state.remaining(seat)) is not None and left + LATENESS <= 0
        ]

    async def _stand_in(self, seat: int, seconds: float) -> None:
        late = Answer(seconds=seconds, fault=TIME_IS_UP)
        await self._happen(deciding.deciding(self.state, seat, [late]), None)

    async def _lose(self, late: Sequence[int]) -> None:
        await self._happen(giving_up.losing_on_time(self.state, late), None)


async def _nothing() -> None:
    """What a table does when it is only to look up."""
