"""Where players think: in a few processes, of which nobody can have all, nor keep one from those who need it shortly.

There are three lanes. A table at which a person sits begins in the *brief* one. A thought that takes longer than a
second or so leaves it, together with its process, which steps back behind all brief ones (nice), or, when there is no
room, is broken off and asked again in the *long* lane. Tables at which players are alone have a lane behind both. So
whoever plays against a quick player never waits for a slow one of somebody else's, but for a moment.

A table's players stay in one process as long as it lives: some remember what they saw. They are made anew, as after a
crash, only when the table is a brief one and its process is busy with a long thought.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

from ludarium.engine.turn import GRACE, Answer
from ludarium.server.work.processes import Ended, Helper, Late, make_ready
from ludarium.server.work.shares import FairQueue, Share
from ludarium.server.work.thinking import Question, think

__all__ = ["Answer", "Question", "Workers"]

BRIEF = 1.0
"""Seconds of the processor that a thought may take in the brief lane."""
PATIENCE = 4
"""So many times as long it may take there on a busy machine."""
IDLE = 60.0
"""Seconds after which a process ends that is no table's home."""
EACH, MOST = 16, 1000
"""Questions of one person that may wait, and of everybody; further ones are asked again a moment later."""
_AGAIN = 0.5
_REMEMBERED = 1000
"""Kinds of players whose cost is remembered."""
_HOMES = 5000
"""Tables whose process is remembered; what is over is forgotten long before."""
_OPTION = re.compile(r"\b(seconds|iterations)=(\d+(?:\.\d*)?)")
_NOT_NEEDED = Answer(fault="this answer is not needed any more")


class Lane(IntEnum):
    """Kinds of processes, in the order in which the operating system prefers them."""

    BRIEF = 3
    LONG = 9
    ALONE = 15

    @property
    def nice(self) -> int:
        """Steps behind the server itself, which must never wait for any of them."""
        return int(self)


def lanes(count: int) -> dict[Lane, int]:
    """Processes of each lane. With fewer than three, lanes are shared."""
    if count < 3:
        return {Lane.BRIEF: 1} if count < 2 else {Lane.BRIEF: 1, Lane.LONG: 1}
    long = max(1, (count - 1) // 2)
    return {Lane.BRIEF: count - 1 - long, Lane.LONG: long, Lane.ALONE: 1}


def most_of(count: int) -> int:
    """Processes of a lane that one share may use: half of them, rounded up, but never all if there are several."""
    return max(1, min(count - 1, (count + 1) // 2))


@dataclass(eq=False)
class _Worker:
    """A process, its lane, and the tables that are at home in it."""

    lane: Lane
    helper: Helper
    tables: dict[str, Share] = field(default_factory=dict)
    at_home: Counter[str] = field(default_factory=Counter)
    thought: _Thought | None = None

    def uses(self, share: Share) -> bool:
        """Whether a table of the same person or address is at home here."""
        return any(key in self.at_home for key in share.keys)

    def take_in(self, table: str, share: Share) -> None:
        self.at_home -= Counter(self.tables[table].keys if table in self.tables else ())
        self.at_home.update(share.keys)
        self.tables[table] = share

    def forget(self, table: str) -> None:
        share = self.tables.pop(table, None)
        if share is not None:
            self.at_home -= Counter(share.keys)  # those at zero are dropped
            with suppress(RuntimeError):  # it is just being closed
                self.helper.thread.submit(self.helper.tell, table)


@dataclass(eq=False)
class _Thought:
    """A question on its way to an answer."""

    question: Question
    limit: float
    share: Share
    alone: bool
    answer: asyncio.Future[Answer]
    size: float = BRIEF
    worker: _Worker | None = None
    begun: float = 0.0
    used: float = 0.0
    """What its process had used of the processor when it began."""
    timer: asyncio.TimerHandle | None = None
    broken_off: bool = False

    @property
    def table(self) -> str:
        return self.question.table

    @cached_property
    def kind(self) -> Hashable:
        """Those of one kind take about as long."""
        question = self.question
        return question.game, tuple(sorted(question.settings.items())), question.player

    @cached_property
    def announced(self) -> float | None:
        """The seconds that a player was told to take."""
        options = dict(_OPTION.findall(self.question.player))
        return float(options["seconds"]) if "seconds" in options and "iterations" not in options else None


@dataclass
class _Home:
    worker: _Worker
    slow: bool = False
    """Whether the table's last thought was no brief one."""


class Workers:
    """The processes of a server, at most `count`, started when they are needed.

    All methods but `close` are called in the event loop's thread.
    """

    def __init__(self, count: int, *, grace: float = GRACE, brief: float = BRIEF, idle: float = IDLE) -> None:
        self._grace, self._brief, self._idle = grace, brief, idle
        self._sizes = lanes(count)
        self._lanes: dict[Lane, list[_Worker]] = {lane: [] for lane in self._sizes}
        self._queue: FairQueue[_Thought] = FairQueue(each=EACH, most=MOST)
        self._thoughts: dict[str, set[_Thought]] = {}
        self._homes: OrderedDict[str, _Home] = OrderedDict()
        self._costs: OrderedDict[Hashable, float] = OrderedDict()
        self._closed = False
        make_ready()

    # --- from outside -------------------------------------------------------------------------------------------------

    async def choose(
        self, question: Question, limit: float, share: Share | None = None, *, alone: bool = False
    ) -> Answer:
        """A player's answer, on the account of `share`; `alone` is for tables at which no person sits.

        It waits for its turn as long as it takes. From then on the player has `question.seconds`, and is broken off
        `limit` seconds and the grace later. When the table is forgotten meanwhile, the answer is a fault.
        """
        if self._closed:
            return Answer(fault=f"{question.player}: the server is going down")
        loop = asyncio.get_running_loop()
        thought = _Thought(question, limit, share or Share(), alone, loop.create_future())
        self._thoughts.setdefault(thought.table, set()).add(thought)
        try:
            while not self._queue.has_room(thought.share) and not thought.answer.done() and not self._closed:
                await asyncio.sleep(_AGAIN)
            if not thought.answer.done():
                self._put(thought)
                self._go_on()
            return await thought.answer
        finally:
            self._thoughts[thought.table].discard(thought)
            if not self._thoughts[thought.table]:
                del self._thoughts[thought.table]
            self._drop(thought)

    def forget(self, table: str) -> None:
        """A match is over, or left alone: its players are not needed any more, nor what they are thinking about."""
        for thought in list(self._thoughts.get(table, ())):
            self._drop(thought)
        home = self._homes.pop(table, None)
        if home is not None:
            home.worker.forget(table)
            self._rest(home.worker)

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for workers in self._lanes.values():
            for worker in list(workers):
                worker.helper.close()

    # --- whose turn it is ---------------------------------------------------------------------------------------------

    def _put(self, thought: _Thought) -> None:
        thought.size = self._cost(thought)
        self._queue.put(thought, thought.share, size=thought.size, priority=int(thought.alone))

    def _go_on(self) -> None:
        """Ask whatever can be asked now."""
        while not self._closed:
            thought = self._queue.take(lambda each: self._place(each) is not None)
            if thought is None:
                return
            place = self._place(thought)
            assert place is not None
            self._begin(thought, self._started(place) if isinstance(place, Lane) else place)

    def _cost(self, thought: _Thought) -> float:
        """What a thought will cost, as far as is known: as the last of its kind, or as its player says itself."""
        known = self._costs.get(thought.kind, thought.announced)
        return self._brief if known is None else known

    def _lane(self, thought: _Thought) -> Lane:
        home = self._homes.get(thought.table)
        if thought.alone:
            lane = Lane.ALONE
        elif home.slow if home is not None else self._cost(thought) > self._brief:
            lane = Lane.LONG
        else:
            lane = Lane.BRIEF
        return lane if lane in self._sizes else max(self._sizes)

    def _place(self, thought: _Thought) -> _Worker | Lane | None:
        """A free process: the home, one where the same share is at home, a new one of a lane, or any other."""
        lane, home = self._lane(thought), self._homes.get(thought.table)
        if home is not None:
            if home.worker.thought is None:
                return home.worker
            if not (lane is Lane.BRIEF and home.worker.lane is Lane.LONG):
                return None
        workers, size = self._lanes[lane], self._sizes[lane]
        used = [worker for worker in workers if worker.uses(thought.share)]
        for worker in used:
            if worker.thought is None:
                return worker
        if len(used) >= most_of(size):
            return None
        if len(workers) < size:
            return lane
        free = [worker for worker in workers if worker.thought is None]
        return min(free, key=lambda each: len(each.tables), default=None)

    def _started(self, lane: Lane) -> _Worker:
        worker = _Worker(lane, Helper(think, "ludarium-players", nice=lane.nice))
        self._lanes[lane].append(worker)
        return worker

    def _begin(self, thought: _Thought, worker: _Worker) -> None:
        loop = asyncio.get_running_loop()
        self._settle_in(thought, worker)
        worker.thought, thought.worker = thought, worker
        thought.begun, thought.used = time.monotonic(), worker.helper.used()
        if worker.lane is Lane.BRIEF and Lane.LONG in self._sizes:
            thought.timer = loop.call_later(self._brief, self._becomes_long, thought, worker)
        limit = thought.limit + self._grace
        asking = loop.run_in_executor(worker.helper.thread, worker.helper.ask, thought.question, limit)
        asking.add_done_callback(lambda done: self._answered(thought, worker, done))

    def _settle_in(self, thought: _Thought, worker: _Worker) -> None:
        home = self._homes.get(thought.table)
        if home is None or home.worker is not worker:
            if home is not None:
                home.worker.forget(thought.table)
            self._homes[thought.table] = _Home(worker, home is not None and home.slow)
        self._homes.move_to_end(thought.table)
        worker.take_in(thought.table, thought.share)
        while len(self._homes) > _HOMES:
            table, oldest = self._homes.popitem(last=False)
            oldest.worker.forget(table)

    # --- what comes of it ---------------------------------------------------------------------------------------------

    def _becomes_long(self, thought: _Thought, worker: _Worker) -> None:
        """A thought is no brief one: its process makes room for another."""
        if worker.thought is not thought or thought.answer.done():
            return
        left = self._brief - (worker.helper.used() - thought.used)
        if worker.helper.compiling:  # which is not thinking, and would have to be begun anew elsewhere
            thought.timer = asyncio.get_running_loop().call_later(self._brief, self._becomes_long, thought, worker)
            return
        if left > 0 and time.monotonic() - thought.begun < PATIENCE * self._brief:
            again = max(left, self._brief / 10)
            thought.timer = asyncio.get_running_loop().call_later(again, self._becomes_long, thought, worker)
            return
        home = self._homes.get(thought.table)
        if home is not None and home.worker is worker:
            home.slow = True
        long = self._lanes[Lane.LONG]
        for empty in [each for each in long if not each.tables and each.thought is None]:
            self._retire(empty)
        own = sum(each.uses(thought.share) for each in long)
        if len(long) < self._sizes[Lane.LONG] and own < most_of(self._sizes[Lane.LONG]):
            self._lanes[Lane.BRIEF].remove(worker)
            long.append(worker)
            worker.lane = Lane.LONG
            worker.helper.renice(Lane.LONG.nice)
        else:
            thought.broken_off = True
            worker.helper.end()
        self._go_on()

    def _answered(self, thought: _Thought, worker: _Worker, done: asyncio.Future[tuple[Answer, float]]) -> None:
        worker.thought = None
        if thought.timer is not None:
            thought.timer.cancel()
        spent = time.monotonic() - thought.begun
        cost, fault = spent, ""
        try:
            answer, cost = done.result()
        except Late:
            fault = f"{thought.question.player}: gave no answer in {thought.limit:g} s, and was broken off"
        except (Ended, RuntimeError, asyncio.CancelledError) as error:
            fault = f"{thought.question.player}: its process ended ({error})"
        if fault:
            answer = Answer(fault=fault, seconds=spent)
        self._queue.settle(thought.share, cost - thought.size)
        if fault and thought.broken_off:
            self._ask_again(thought)
        else:
            self._learn(thought, cost)
            if not thought.answer.done():
                thought.answer.set_result(answer)
        self._rest(worker)
        self._go_on()

    def _learn(self, thought: _Thought, cost: float) -> None:
        home = self._homes.get(thought.table)
        if home is not None:
            home.slow = cost > self._brief
        self._costs[thought.kind] = cost
        self._costs.move_to_end(thought.kind)
        while len(self._costs) > _REMEMBERED:
            self._costs.popitem(last=False)

    def _ask_again(self, thought: _Thought) -> None:
        """From the beginning and with all its time, where long thoughts are at home."""
        self._costs[thought.kind] = 2 * self._brief
        home = self._homes.pop(thought.table, None)
        if home is not None:
            home.worker.forget(thought.table)
        if not thought.answer.done():
            thought.broken_off = False
            self._put(thought)

    def _drop(self, thought: _Thought) -> None:
        """Nobody waits for a thought any more."""
        self._queue.remove(thought)
        if not thought.answer.done():
            thought.answer.set_result(_NOT_NEEDED)
        if thought.worker is not None and thought.worker.thought is thought:
            self._break_off(thought, thought.worker)

    def _break_off(self, thought: _Thought, worker: _Worker) -> None:
        """End a thought for which nobody waits, if it takes long and keeps somebody else from theirs."""
        if worker.thought is not thought:
            return
        others = set(worker.tables) - {thought.table}
        in_the_way = worker.lane is Lane.BRIEF or any(each.table in others for each in self._queue)
        if time.monotonic() - thought.begun > self._brief and (in_the_way or not others):
            thought.broken_off = True
            worker.helper.end()
        else:
            with suppress(RuntimeError):  # no loop any more: all is about to be closed
                asyncio.get_running_loop().call_later(self._brief, self._break_off, thought, worker)

    # --- processes that are not needed --------------------------------------------------------------------------------

    def _rest(self, worker: _Worker) -> None:
        if not worker.tables and worker.thought is None:
            with suppress(RuntimeError):  # no loop any more: all is about to be closed
                asyncio.get_running_loop().call_later(self._idle, self._retire, worker)

    def _retire(self, worker: _Worker) -> None:
        if worker.tables or worker.thought is not None or worker not in self._lanes[worker.lane]:
            return
        self._lanes[worker.lane].remove(worker)
        asyncio.get_running_loop().run_in_executor(None, worker.helper.close)
