"""All tables of a server: opened, found, taken over from processes that died, put away when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.server.messages import NewTable, SeatMe, SeatPlayer
from ludarium.server.people.ratings import rate
from ludarium.server.settings import Settings
from ludarium.server.tables import deciding
from ludarium.server.tables.audience import Audience, Order
from ludarium.server.tables.cards import player_title
from ludarium.server.tables.deciding import Draft, Refusal
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.remote import RemoteTable
from ludarium.server.tables.shelf import Shelf, check_name, check_player
from ludarium.server.tables.state import TableState
from ludarium.server.work.players import Workers
from ludarium.server.work.warming import Warming
from ludarium.server.work.writer import Writer
from ludarium.store import Database, lab
from ludarium.store.lab import Account, Event, Sitting, Table

if TYPE_CHECKING:
    from ludarium.server.tables.bus import Bus

_log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two signs of life; a crash costs clocks no more than that."""
SWEEP = 5.0
"""Seconds between two looks for tables of processes that died."""
LEAST = 5.0
"""Seconds that everybody has at least after a restart, where the clock allows as much."""
IDS = 12
"""Random bytes of a table's id: it cannot be guessed."""

AnyTable = HeldTable | RemoteTable


class Tables:
    """The tables of this process, and the way to those of others."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings, self.database = settings, database
        self.shelf = Shelf()
        self.workers = Workers(settings.workers, grace=settings.grace)
        self.writer = Writer(database)
        self.warming = Warming(settings.warm)
        self.process = 0
        self.answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.on_change: Callable[[], None] = lambda: None
        """Called when the lobby may look different."""
        self.on_line: Callable[[str], None] = lambda line: None
        """Called with lines of other processes that are not about tables."""
        self._tables: dict[str, AnyTable] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bus: Bus | None = None

    # --- the server's life --------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Come to life. Running matches of processes that died are brought back one by one, those asked for first."""
        self.process = await self.write(lab.add_process)
        if not self.database.is_file:
            self._bus = self._listening()
        self.warming.start()
        self.spawn(self._beating())
        self.spawn(self._sweeping())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in list(self._tables.values()):
            await table.stop()
        if self._bus is not None:
            await asyncio.to_thread(self._bus.close)
        self.warming.stop()
        await asyncio.to_thread(self.workers.close)
        await asyncio.to_thread(self.writer.close)

    def spawn(self, work: Any) -> None:
        """Do something beside; its faults are noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("a fault in the server", exc_info=task.exception())

    async def _beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.write(lambda connection: lab.beat(connection, self.process))
            except LudariumError as error:
                _log.error("%s", error)

    async def _sweeping(self) -> None:
        while True:
            try:
                await self.sweep()
                await self.put_away()
                await self._tidy()
            except LudariumError as error:
                _log.error("%s", error)
            await asyncio.sleep(SWEEP)

    async def _tidy(self) -> None:
        if not self.database.is_file:
            old = datetime.now(UTC) - timedelta(minutes=1)
            await self.write(lambda connection: lab.drop_old_commands(connection, old))

    # --- what tables need ---------------------------------------------------------------------------------------------

    async def write(self, job: Callable[[Connection], Any]) -> Any:
        return await self.writer.do(job)

    async def read(self, job: Callable[[Connection], Any]) -> Any:
        def reading() -> Any:
            with self.database.reading() as connection:
                return job(connection)

        return await asyncio.to_thread(reading)

    async def reread(self, table_id: str) -> TableState:
        found = await asyncio.to_thread(self._load, table_id)
        assert found is not None
        return found

    async def rematch(self, state: TableState, account: Account) -> str:
        """The same people and players, each one seat further."""
        seats = [*state.seats[-1:], *state.seats[:-1]]
        opened = Table(
            id=_new_id(),
            game=state.table.game,
            key=_new_id() if state.table.key else "",
            rated=state.table.rated,
            seed=secrets.randbits(63),
            created=datetime.now(UTC),
            settings=state.settings,
            rematch_of=state.id,
        )
        await self._open(opened, state.game, seats, account.id, state.settings, state.seconds)
        return opened.id

    async def finished(self, state: TableState) -> None:
        self.workers.forget(state.id)
        if state.table.rated and state.result is not None:
            await asyncio.to_thread(rate, self.database, state)

    def changed(self, table: HeldTable, events: Sequence[Event]) -> None:
        if any(event.kind not in ("chat", "moved", "committed", "clock") for event in events):
            self.on_change()

    def tell_presence(self, table: Audience) -> None:
        if not self.database.is_file:
            told = f"present {table.state.id} {self.process} {','.join(map(str, sorted(table.here())))}"
            self.spawn(self.write(lambda connection: lab.tell(connection, told)))

    def lost(self, table: HeldTable) -> None:
        self._drop(table.state.id)

    def is_ready(self, state: TableState) -> bool:
        return self.warming.is_ready(state.game)

    # --- opening ------------------------------------------------------------------------------------------------------

    async def create(self, account: Account, wish: NewTable) -> AnyTable:
        """A new table as somebody wishes it; what is wrong with the wish is a `LudariumError` or a `Refusal`."""
        name = check_name(wish.game)
        game = await asyncio.to_thread(self._prepared, name, dict(wish.settings))
        seats = await asyncio.to_thread(_sittings, game, account, wish)
        open_seats = any(sitting.kind == "open" for sitting in seats)
        if wish.rated and account.guest:
            raise Refusal("Ratings need an account: register or log in first.")
        if wish.seed is not None and (open_seats or wish.rated):
            raise Refusal("A seed can be chosen only for games without other people that do not count.")
        unfinished = await self.read(lambda connection: lab.unfinished_of(connection, account.id))
        if unfinished >= self.settings.unfinished:
            raise Refusal(f"You sit at {unfinished} tables already: finish or leave some first.")
        table = Table(
            id=_new_id(),
            game=name,
            key=_new_id() if wish.private else "",
            rated=wish.rated,
            seed=secrets.randbits(63) if wish.seed is None else wish.seed,
            created=datetime.now(UTC),
            settings={},
        )
        settings = dict(game.settings) if game.parameters else {}
        return await self._open(table, game, seats, account.id, settings, wish.seconds)

    async def _open(
        self,
        table: Table,
        game: Game,
        seats: Sequence[Sitting],
        owner: int,
        settings: dict[str, Any],
        seconds: float | None,
    ) -> HeldTable:
        table = replace(table, home=self.process)
        held = self._held(TableState(table, game, self.shelf.game))
        self._tables[table.id] = held
        drafts = deciding.opening(seats, owner, settings, seconds)
        try:
            await held.open(drafts, lambda connection: lab.add_table(connection, table))
        except BaseException:
            self._tables.pop(table.id, None)
            raise
        return held

    def _prepared(self, name: str, settings: dict[str, Any]) -> Game:
        game = self.shelf.game(name, settings)
        self.shelf.prepare(game)
        return game

    def _held(self, state: TableState) -> HeldTable:
        return HeldTable(state, self.is_ready, services=self)

    # --- finding ------------------------------------------------------------------------------------------------------

    def here(self, table_id: str) -> AnyTable | None:
        """A table that is in this process's memory."""
        return self._tables.get(table_id)

    def count(self) -> int:
        return len(self._tables)

    async def find(self, table_id: str) -> AnyTable | None:
        """A table by its id: held here, taken over if its process died, or followed; None if there is none."""
        found = self._tables.get(table_id)
        if found is not None:
            return found
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            try:
                return self._tables.get(table_id) or await self._fetch(table_id)
            finally:
                self._locks.pop(table_id, None)

    async def _fetch(self, table_id: str) -> AnyTable | None:
        row: Table | None = await self.read(lambda connection: lab.table(connection, table_id))
        if row is None:
            return None
        ours = await self.write(lambda connection: self._take(connection, row))
        state = await asyncio.to_thread(self._load, table_id)
        if state is None:
            return None
        if not ours:
            remote = RemoteTable(state, self.is_ready, services=self)
            self._tables[table_id] = remote
            await self.write(lambda connection: lab.tell(connection, f"who {table_id} {self.process}"))
            return remote
        held = self._held(state)
        self._tables[table_id] = held
        beat = await self.read(lambda connection: lab.last_beat(connection, row.home))
        await held.resume([] if row.home == self.process else continued(state, beat))
        await self._answer_waiting(held)
        return held

    def _take(self, connection: Connection, row: Table) -> bool:
        """Whether the table is ours, or could be made ours."""
        if row.home == self.process:
            return True
        if not self._dead(connection, {row.home}):
            return False
        return lab.take(connection, row.id, self.process, row.home)

    def _load(self, table_id: str) -> TableState | None:
        """A table from what is stored: its events one after the other."""
        with self.database.reading() as connection:
            row = lab.table(connection, table_id)
            events = lab.events(connection, table_id)
        if row is None:
            return None
        state = TableState(row, self._prepared(row.game, row.settings), self.shelf.game)
        for event in events:
            state.apply(event)
        return state

    async def sweep(self) -> None:
        """Take over the running matches of processes that died."""
        elsewhere = await self.read(lambda connection: lab.running_elsewhere(connection, self.process))
        strangers = [(table_id, home) for table_id, home in elsewhere if table_id not in self._tables]
        dead = await self.read(lambda connection: self._dead(connection, {home for _, home in strangers}))
        for table_id, home in strangers:
            if home in dead:
                try:
                    await self.find(table_id)
                except LudariumError as error:
                    _log.error("table %s cannot be brought back: %s", table_id, error)
        for remote in [table for table in self._tables.values() if isinstance(table, RemoteTable)]:
            await self.doubt(remote)

    def _dead(self, connection: Connection, processes: set[int | None]) -> set[int | None]:
        # One process alone may use a file: whoever had it is dead.
        return {each for each in processes if self.database.is_file or lab.is_dead(connection, each)}

    async def doubt(self, table: RemoteTable) -> None:
        table_id = table.state.id
        row = await self.read(lambda connection: lab.table(connection, table_id))
        gone = row is None or row.home == self.process
        if gone or await self.read(lambda connection: lab.is_dead(connection, row.home)):
            self._drop(table_id)

    def _drop(self, table_id: str) -> None:
        """Forget a table; whoever follows it connects again, and finds it where it is then."""
        table = self._tables.pop(table_id, None)
        if table is not None:
            for listener in list(table.listeners):
                getattr(listener, "hang_up", lambda: None)()

    async def put_away(self) -> None:
        """Tables that nobody follows leave the memory, and those that wait for nobody are given up."""
        now = datetime.now(UTC)
        for table_id, table in list(self._tables.items()):
            state = table.state
            if table.present():
                continue
            quiet = (now - table.quiet_since).total_seconds()
            patience = {"waiting": self.settings.waiting, "negotiating": self.settings.waiting}.get(
                state.state, self.settings.idle
            )
            if isinstance(table, HeldTable) and state.state in lab.UNFINISHED:
                if quiet > patience and state.people:
                    nobody = Account(0, "the server", guest=True)
                    await table.ask(Order(nobody, {"type": "abandon", "reason": "Nobody came any more."}))
            elif quiet > BEAT and not (isinstance(table, HeldTable) and table.busy):
                self._tables.pop(table_id, None)
                await table.stop()

    # --- other processes ----------------------------------------------------------------------------------------------

    def _listening(self) -> Bus:
        from ludarium.server.tables.bus import Bus  # its driver need not be installed for labs on a file

        return Bus(self.database.url, self.process, self._heard, self._bus_lost)

    def _heard(self, line: str) -> None:
        kind, _, rest = line.partition(" ")
        if kind == "events":
            table_id, process, _last = rest.split()
            table = self._tables.get(table_id)
            if isinstance(table, RemoteTable):
                self.spawn(table.catch_up())
            if int(process) != self.process:
                self.on_change()
        elif kind == "command":
            table_id, number = rest.split()
            if isinstance(self._tables.get(table_id), HeldTable):
                self.spawn(self._execute(int(number)))
        elif kind == "answer":
            waiting = self.answers.get(int(rest))
            if waiting is not None:
                self.spawn(self._deliver(int(rest)))
        elif kind == "present":
            table_id, process, *people = rest.split()
            table = self._tables.get(table_id)
            if table is not None and int(process) != self.process:
                followers = {int(person) for person in people[0].split(",")} if people else set()
                self.spawn(table.set_elsewhere(int(process), followers))
        elif kind == "who":
            table_id, process = rest.split()
            table = self._tables.get(table_id)
            if table is not None and int(process) != self.process and table.listeners:
                self.tell_presence(table)
        else:
            self.on_line(line)

    async def _execute(self, number: int) -> None:
        """Do what another process asks of a table that is held here."""
        found = await self.read(lambda connection: lab.command(connection, number))
        if found is None or found[2] is not None:
            return
        table_id, body, _ = found
        table = self._tables.get(table_id)
        if not isinstance(table, HeldTable):
            return
        answer = await table.ask(Order.from_json(body))

        def store(connection: Connection) -> None:
            lab.answer(connection, number, answer)
            lab.tell(connection, f"answer {number}")

        await self.write(store)

    async def _answer_waiting(self, table: HeldTable) -> None:
        """Orders that came while nobody held the table."""
        if not self.database.is_file:
            for number in await self.read(lambda connection: lab.open_commands(connection, table.state.id)):
                self.spawn(self._execute(number))

    async def _deliver(self, number: int) -> None:
        found = await self.read(lambda connection: lab.command(connection, number))
        waiting = self.answers.get(number)
        if found is not None and found[2] is not None and waiting is not None and not waiting.done():
            waiting.set_result(found[2])

    def _bus_lost(self) -> None:
        """Without the lock others may take our tables: give them up, and begin again as somebody new."""
        for table_id in list(self._tables):
            self._drop(table_id)
        self.spawn(self._reborn())

    async def _reborn(self) -> None:
        while True:
            try:
                self.process = await self.write(lab.add_process)
                self._bus = self._listening()
                return
            except Exception as error:
                _log.error("the database cannot be reached: %s", error)
                await asyncio.sleep(1.0)


def continued(state: TableState, beat: datetime | None) -> list[Draft]:
    """The clocks of a match that was interrupted: the time while no server ran costs nobody anything."""
    if state.state != "running" or state.seconds is None or state.clock_at is None:
        return []
    spent = max(0.0, (beat - state.clock_at).total_seconds()) if beat is not None else 0.0
    left = {
        str(seat): round(max(min(LEAST, state.seconds), state.clock_left.get(seat, state.seconds) - spent), 3)
        for seat in state.deciding
    }
    return [Draft("clock", {"left": left})]


def _new_id() -> str:
    return secrets.token_urlsafe(IDS).replace("-", "x").replace("_", "y")


def _sittings(game: Game, account: Account, wish: NewTable) -> list[Sitting]:
    if len(wish.seats) != game.seats:
        raise Refusal(f"{game.title or game.name} has {game.seats} seats with these settings, not {len(wish.seats)}.")
    if sum(isinstance(seat, SeatMe) for seat in wish.seats) > 1:
        raise Refusal("You can take one seat only.")
    sittings = []
    for seat in wish.seats:
        if isinstance(seat, SeatMe):
            sittings.append(Sitting("person", account.name, account.id))
        elif isinstance(seat, SeatPlayer):
            text = check_player(seat.player, game)
            sittings.append(Sitting("player", player_title(game, text), None, text))
        else:
            sittings.append(Sitting("open"))
    return sittings
