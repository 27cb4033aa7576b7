"""A supervisor: a small process that keeps the one that serves alive.

It holds the listening socket, so that whoever comes while the server is started again waits a moment instead of being
refused. The server sends it a heartbeat from its event loop every second. One that ends unexpectedly is started again;
one whose loop stands still is made to write down where it stands, then ended and started again. All that was
acknowledged is stored, so nothing is lost by that.
"""

from __future__ import annotations

import faulthandler
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.server.settings import Settings

_log = logging.getLogger(__name__)

SUPPORTED = hasattr(signal, "SIGUSR1")
"""Whether a process can be asked where it stands from outside."""
LAST_WORDS = 1.0
"""Seconds that a server which stands still has to write down where, before it is ended."""
BRIEF = 30.0
"""Seconds that a server must have lived for its next start to come at once."""
PAUSES = (0.0, 1.0, 5.0, 15.0, 30.0)
"""Seconds before each further start of a server that does not live long."""

Serve = Callable[[Settings, socket.socket, Callable[[], None], Callable[[], None]], None]
"""Serves until it is asked to stop; calls the first when requests are answered, the second at every heartbeat."""


class Supervisor:
    """Starts `serve` in a process of its own, again and again, until somebody interrupts."""

    def __init__(self, settings: Settings, listening: socket.socket, serve: Serve, ready: Callable[[], None]) -> None:
        self._settings, self._listening, self._serve, self._ready = settings, listening, serve, ready
        self._process: BaseProcess | None = None
        self._asked: int | None = None
        """The signal by which somebody asked us to stop."""
        self._was_ready = False

    def run(self) -> None:
        """Serve until somebody interrupts. A server that cannot start at all is an error."""
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        failures = 0
        try:
            while True:
                begun = time.monotonic()
                error = self._once()
                if self._asked is not None or error is None:
                    break
                if not self._was_ready:
                    raise error
                failures = failures if time.monotonic() - begun < BRIEF else 0
                pause = PAUSES[min(failures, len(PAUSES) - 1)]
                failures += 1
                _log.error("%s: it is started again%s", error, f" in {pause:g} s" if pause else "")
                self._sleep(pause)
                if self._asked is not None:
                    break
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        if self._asked == signal.SIGINT:
            raise KeyboardInterrupt

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._asked = number
        self._signal(signal.SIGTERM if number == signal.SIGTERM else signal.SIGINT)

    def _signal(self, number: int) -> None:
        process = self._process
        if process is not None and process.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, number)

    def _sleep(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while self._asked is None and (left := deadline - time.monotonic()) > 0:
            time.sleep(min(0.2, left))

    def _once(self) -> LudariumError | None:
        """One life of the server; what ended it, None if it was meant to end."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=_serving, args=(self._serve, self._settings, self._listening, theirs), name="ludarium-server"
        )
        process.start()
        self._process = process
        theirs.close()
        if self._asked is not None:
            self._signal(signal.SIGTERM)  # it came while the process was being started
        try:
            error = self._watch(process, ours)
        finally:
            ours.close()
            process.join()
            self._process = None
        if error is not None:
            return error
        if process.exitcode == 0:
            return None
        return LudariumError(f"the server has ended unexpectedly ({_words(process.exitcode)})")

    def _watch(self, process: BaseProcess, line: Connection) -> LudariumError | None:
        """Listen to a server until it ends; what it or we have to say about that."""
        error: LudariumError | None = None
        heard, beating = time.monotonic(), False
        while True:
            timeout = max(0.1, heard + self._settings.stall - time.monotonic()) if beating else None
            found = wait([line, process.sentinel], timeout)
            if line in found:
                try:
                    said = line.recv()
                except (EOFError, OSError):
                    process.join()
                    return error
                heard = time.monotonic()
                beating = True
                if said == "ready" and not self._was_ready:
                    self._was_ready = True
                    self._ready()
                elif isinstance(said, tuple):
                    error = said[1]
            elif process.sentinel in found:
                return error
            elif beating and time.monotonic() - heard >= self._settings.stall:
                self._end_stalled(process)
                return LudariumError(f"the server stood still for {self._settings.stall:g} s and was ended")

    def _end_stalled(self, process: BaseProcess) -> None:
        _log.error("the server has stood still for %g s; where it stands follows", self._settings.stall)
        self._signal(signal.SIGUSR1)
        process.join(LAST_WORDS)
        process.kill()


def _words(code: int | None) -> str:
    if code is not None and code < 0:
        return f"signal {-code}, {signal.strsignal(-code)}"
    return f"exit code {code}"


# --- inside the process that serves -----------------------------------------------------------------------------------


def _serving(serve: Serve, settings: Settings, listening: socket.socket, line: Connection) -> None:
    os.setpgrp()  # Ctrl-C reaches the supervisor alone, which passes it on once
    faulthandler.enable()
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    threading.Thread(target=_end_with_supervisor, args=(line,), name="ludarium-supervised", daemon=True).start()
    say = _Saying(line)
    try:
        serve(settings, listening, lambda: say("ready"), lambda: say("beat"))
    except LudariumError as error:
        say(("failed", error))
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(0)


class _Saying:
    """Tells the supervisor something; that it is gone is noticed elsewhere."""

    def __init__(self, line: Connection) -> None:
        self._line = line

    def __call__(self, message: Any) -> None:
        with suppress(OSError):
            self._line.send(message)


def _end_with_supervisor(line: Connection) -> None:
    """Wait for the end of the supervisor, which says nothing, and end at once: whoever starts the lab again needs its
    port and its database."""
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)
