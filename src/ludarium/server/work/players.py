"""Processes in which players think: what one of them does costs its own decision at most, never the server.

A request says everything (game, settings, player, view), so that a process that was ended and started again can go on.
A process keeps the players it has made for as long as their matches last: some remember what they saw.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import time
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.parameters import Value

_HELD = 500
"""Players that a process keeps at most; those that were not asked for longest are made anew when they are."""


@dataclass(frozen=True)
class Question:
    """What a player is asked: everything needed to make it, and what its seat may know."""

    table: str
    seat: int
    game: str
    settings: Mapping[str, Value]
    player: str
    seed: int = field(repr=False)
    view: bytes = field(repr=False)
    seconds: float | None


@dataclass(frozen=True)
class Answer:
    """A move's text with the reason, or the fault that cost the decision."""

    move: str = ""
    seconds: float = 0.0
    fault: str = ""
    reason: str = ""
    figures: dict[str, Any] = field(default_factory=dict)


class Workers:
    """The processes of a server. A match's players stay in one process as long as it lives."""

    def __init__(self, count: int, *, grace: float = 2.0) -> None:
        self._workers = [_Worker(grace) for _ in range(count)]
        self._homes: dict[str, _Worker] = {}

    async def choose(self, question: Question, limit: float) -> Answer:
        """A player's answer. Comes within `limit` seconds and the grace after the player's turn in its process."""
        worker = self._homes.get(question.table)
        if worker is None:
            worker = min(self._workers, key=lambda each: (each.waiting, each.tables))
            self._homes[question.table] = worker
            worker.tables += 1
        worker.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(worker.thread, worker.ask, question, limit)
        finally:
            worker.waiting -= 1

    def forget(self, table: str) -> None:
        """A match is over: its players are not needed any more."""
        worker = self._homes.pop(table, None)
        if worker is not None:
            worker.tables -= 1
            worker.thread.submit(worker.forget, table)

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.close()


class _Worker:
    """One process and the thread that speaks with it; questions wait their turn in the thread."""

    def __init__(self, grace: float) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="ludarium-worker")
        self.waiting = 0
        self.tables = 0
        self._grace = grace
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._closed = False

    def ask(self, question: Question, limit: float) -> Answer:
        started = time.perf_counter()
        try:
            connection = self._running()
            connection.send(question)
            if connection.poll(limit + self._grace):
                answer = connection.recv()
                assert isinstance(answer, Answer)
                return answer
            fault = f"{question.player}: gave no answer in {limit:g} s, and was broken off"
        except (EOFError, OSError) as error:
            fault = f"{question.player}: its process ended ({type(error).__name__})"
        self._end()
        return Answer(fault=fault, seconds=time.perf_counter() - started)

    def forget(self, table: str) -> None:
        if self._connection is not None:
            with suppress(OSError):
                self._connection.send(table)

    def _running(self) -> Connection:
        if self._closed:
            raise EOFError
        if self._connection is None or self._process is None or not self._process.is_alive():
            self._end()
            context = multiprocessing.get_context("spawn")  # forking a process with threads is not safe
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True, name="ludarium-players")
            process.start()
            theirs.close()
            self._process, self._connection = process, ours
        return self._connection

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def close(self) -> None:
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # whoever waits for its answer hears that it ended
        self.thread.shutdown(wait=True, cancel_futures=True)
        self._end()


# --- inside a process -------------------------------------------------------------------------------------------------


def _work(connection: Connection) -> None:
    """Questions in, answers out, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business, which then ends us
    players: OrderedDict[tuple[str, int], Any] = OrderedDict()
    while True:
        try:
            asked = connection.recv()
        except (EOFError, OSError):
            return
        if isinstance(asked, str):
            for key in [key for key in players if key[0] == asked]:
                with suppress(Exception):
                    players.pop(key).close()
            continue
        answer = _answer(asked, players)
        while len(players) > _HELD:
            with suppress(Exception):
                players.popitem(last=False)[1].close()
        try:
            connection.send(answer)
        except OSError:
            return


def _answer(question: Question, players: OrderedDict[tuple[str, int], Any]) -> Answer:
    import numpy as np

    from ludarium.engine.move import Move
    from ludarium.engine.player import Clock
    from ludarium.engine.position import View
    from ludarium.games import load
    from ludarium.players import make

    key = (question.table, question.seat)
    clock = Clock(question.seconds)
    try:
        player = players.get(key)
        if player is None or player.label != question.player:
            game = load(question.game, **question.settings)
            player = make(question.player, game)
            player.begin(game, question.seat, question.seed)
            players[key] = player
        players.move_to_end(key)
        game = player.game
        view = View(game, np.frombuffer(question.view, game.rules.dtype).copy(), question.seat)
        player.thought = None
        clock = Clock(question.seconds)
        move = player.choose(view, clock)
        if not isinstance(move, Move):
            raise LudariumError(f"answered {move!r}, expected a Move")
        thought = player.thought
        # In the game's own words, whatever the player's were: the record must replay.
        text = game.move_text(move.value, view.state, question.seat)
        figures: dict[str, Any] = (
            {} if thought is None else {**_plain(thought.figures), "moves": _plain(thought.moves[:10])}
        )
        return Answer(text, clock.spent, "", thought.reason if thought else "", figures)
    except Exception as error:
        name = "" if isinstance(error, LudariumError) else f"{type(error).__name__}: "
        return Answer(fault=f"{question.player}: {name}{error}"[:500], seconds=clock.spent)


def _plain(value: Any) -> Any:
    """Figures as JSON has them; what it does not know becomes text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool | None) else str(value)
