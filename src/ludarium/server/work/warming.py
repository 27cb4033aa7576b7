"""Compiling all games in the background, in a process of its own, so that nobody waits for it at a table."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from ludarium.engine.game import Game
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import REGISTRY


class Warming:
    """What is compiled already. Without the compiler, or when switched off, nothing has to be waited for."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted and JIT_ENABLED
        self.now: str | None = None
        """The game that is being compiled."""
        self.ready: set[str] = set() if self._wanted else set(REGISTRY.entries)
        self._process: BaseProcess | None = None

    def is_ready(self, game: Game) -> bool:
        """Whether a game's players can start at once. The games of a family share what is compiled for one of them."""
        if not self._wanted or game.rules.interpreted:
            return True
        entry, _ = (None if game.name in REGISTRY.entries else REGISTRY.family_of(game.name)) or (None, None)
        return (game.name if entry is None else entry.name) in self.ready

    def start(self) -> None:
        if not self._wanted:
            return
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_warm, args=(theirs,), daemon=True, name="ludarium-warming")
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(ours,), name="ludarium-warming", daemon=True).start()

    def _listen(self, connection: Connection) -> None:
        with suppress(EOFError, OSError):
            while True:
                kind, name = connection.recv()
                self.now = name if kind == "begun" else None
                if kind == "done":
                    self.ready.add(name)
        # Whatever could not be compiled beforehand is compiled when it is needed.
        self.now = None
        self.ready |= set(REGISTRY.entries)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()


def _warm(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(10)
    from ludarium.games import load
    from ludarium.search import warm

    for name in REGISTRY.entries:
        connection.send(("begun", name))
        with suppress(Exception):  # it will say so again where somebody can read it
            for _ in warm(load(name)):
                pass
        connection.send(("done", name))
