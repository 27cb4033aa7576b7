"""Compiling what players need, in processes of its own: it is no part of anybody's thinking, and no table waits for it
but those whose players need it, which are told how long.

What tables wait for comes first. Beside that, all games are prepared in the background: the usual opponents of all of
them, those that are played most at this server first, then the other players that people choose from.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.parameters import Value
from ludarium.games import REGISTRY, load
from ludarium.games.offered import as_suggested, offered
from ludarium.players.preparing import Preparation, prepare_player, usual_players
from ludarium.server.work.processes import Ended, Helper, Late

_log = logging.getLogger(__name__)

WANTED, BACKGROUND = 3, 15
"""How far the processes step back behind the server (nice): of what tables wait for, and of all else."""
PROCESSES = 2
"""What tables wait for is compiled in so many processes at most."""
IDLE = 60.0
"""Seconds after which such a process ends that has nothing to do."""
_KNOWN = 2000
"""Players of games of which it is remembered what they need."""


@dataclass(eq=False)
class Work:
    """Something that is being compiled, or waits for it."""

    preparation: Preparation
    game: str
    settings: Mapping[str, Value]
    done: asyncio.Future[None]
    asked: float = field(default_factory=time.monotonic)
    estimate: float = 0.0
    before: float = 0.0
    """Seconds that it had to wait for others when it was asked for, about."""

    @property
    def left(self) -> float:
        """Seconds until it is done, about: never less than one, since nobody knows."""
        return max(1.0, self.before + self.estimate - (time.monotonic() - self.asked))

    @property
    def whole(self) -> float:
        return self.before + self.estimate


class Preparing:
    """What is compiled, and what is being. Without the compiler, or when switched off, nothing is waited for.

    All methods are called in the event loop's thread, `close` aside.
    """

    def __init__(self, wanted: bool, *, limit: float = 600.0) -> None:
        self._wanted, self._limit = wanted, limit
        self._known: OrderedDict[tuple[str, int, str], Preparation] = OrderedDict()
        self._done: set[str] = set()
        self._works: dict[str, Work] = {}
        self._free = asyncio.Semaphore(PROCESSES)
        self._helpers: list[Helper] = []
        self._spare: list[Helper] = []
        self._background: Helper | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.now: str | None = None
        """The game that is being compiled, in the background or for a table."""

    # --- for tables ---------------------------------------------------------------------------------------------------

    def is_ready(self, game: Game, players: Iterable[str]) -> bool:
        """Whether players of a game can begin to think at once."""
        return all(self._ready(self._preparation(game, text)) for text in players)

    def work(self, game: Game, players: Iterable[str]) -> Work | None:
        """What has longest to go of what players of a game need; None if nothing is being compiled for them."""
        found = [self._works.get(self._preparation(game, text).key) for text in players]
        return max((work for work in found if work is not None), key=lambda work: work.left, default=None)

    async def prepared(self, game: Game, text: str) -> None:
        """Wait until a player of a game can begin to think: until what it needs is compiled, or could not be in time.
        Then it is compiled when the player is asked."""
        preparation = self._preparation(game, text)
        if self._ready(preparation):
            return
        work = self._works.get(preparation.key)
        if work is None:
            work = self._begin(preparation, game)
        await asyncio.shield(work.done)

    def _begin(self, preparation: Preparation, game: Game) -> Work:
        settings = dict(game.settings) if game.parameters and game.name in REGISTRY.entries else {}
        work = Work(preparation, game.name, settings, asyncio.get_running_loop().create_future())
        work.estimate = preparation.estimate
        work.before = max((other.left for other in self._works.values()), default=0.0) if self._free.locked() else 0.0
        self._works[preparation.key] = work
        self._spawn(self._for_table(work))
        return work

    async def _for_table(self, work: Work) -> None:
        async with self._free:
            helper = self._spare.pop() if self._spare else self._helper("ludarium-preparing", WANTED)
            try:
                await self._compile(work, helper)
            finally:
                self._spare.append(helper)
                asyncio.get_running_loop().call_later(IDLE, self._let_go, helper)

    def _let_go(self, helper: Helper) -> None:
        if helper in self._spare:
            self._spare.remove(helper)
            self._helpers.remove(helper)
            asyncio.get_running_loop().run_in_executor(None, helper.close)

    async def _compile(self, work: Work, helper: Helper) -> None:
        self.now = work.game
        question = (work.game, dict(work.settings), work.preparation.player)
        try:
            await asyncio.get_running_loop().run_in_executor(helper.thread, helper.ask, question, self._limit)
        except (Ended, Late, RuntimeError) as error:
            _log.warning("%s of %s could not be prepared: %s", work.preparation.player, work.game, type(error).__name__)
        finally:
            self.now = None
            self._done.add(work.preparation.key)
            self._works.pop(work.preparation.key, None)
            if not work.done.done():
                work.done.set_result(None)

    # --- what is known ------------------------------------------------------------------------------------------------

    def _ready(self, preparation: Preparation) -> bool:
        if not self._wanted or preparation.key in self._done:
            return True
        if preparation.key in self._works or not preparation.done:
            return False
        self._done.add(preparation.key)
        return True

    def _preparation(self, game: Game, text: str) -> Preparation:
        name = (game.name, game.seats, text)
        if name not in self._known:
            self._known[name] = Preparation.of(text, game)
            while len(self._known) > _KNOWN:
                self._known.popitem(last=False)
        return self._known[name]

    def ready_games(self) -> list[str]:
        """The games whose usual opponents can begin to think at once."""
        return sorted(name for name, game in offered().items() if self.is_ready(game, usual_players(game)[:1]))

    # --- in the background --------------------------------------------------------------------------------------------

    def start(self, first: Sequence[str] = ()) -> None:
        """Prepare all games beside everything else, those named first."""
        if self._wanted:
            self._spawn(self._all(first))

    async def _all(self, first: Sequence[str]) -> None:
        order = {name: place for place, name in enumerate(first)}
        games = sorted(offered().values(), key=lambda game: order.get(game.name, len(order)))
        for rest in (False, True):
            for game in games:
                with suppress(LudariumError):
                    chosen = await asyncio.to_thread(as_suggested, game)
                    players = usual_players(chosen)
                    for text in players[1:] if rest else players[:1]:
                        await self._beside(chosen, text)
        if self._background is not None:
            self._helpers.remove(self._background)
            await asyncio.to_thread(self._background.close)
            self._background = None

    async def _beside(self, game: Game, text: str) -> None:
        preparation = self._preparation(game, text)
        if self._ready(preparation):
            return
        if preparation.key in self._works:
            await asyncio.shield(self._works[preparation.key].done)
            return
        work = Work(preparation, game.name, dict(game.settings), asyncio.get_running_loop().create_future())
        work.estimate = preparation.estimate
        self._works[preparation.key] = work
        if self._background is None:
            self._background = self._helper("ludarium-warming", BACKGROUND)
        await self._compile(work, self._background)

    # --- its life -----------------------------------------------------------------------------------------------------

    def _helper(self, name: str, nice: int) -> Helper:
        helper = Helper(_prepare, name, nice=nice)
        self._helpers.append(helper)
        return helper

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("preparing games has failed", exc_info=task.exception())

    async def stop(self) -> None:
        self._wanted = False
        for task in list(self._tasks):
            task.cancel()
        for work in self._works.values():
            work.done.cancel()
        helpers, self._helpers = self._helpers, []
        for helper in helpers:
            await asyncio.to_thread(helper.close)
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _prepare(connection: Connection) -> None:
    """What a process does: it prepares one player after the other."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            name, settings, player = connection.recv()
        except (EOFError, OSError):
            return
        fault = ""
        try:
            prepare_player(player, load(name, **settings))
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        try:
            connection.send(fault)
        except OSError:
            return
