"""How the processes of a lab on PostgreSQL hear of each other: LISTEN and NOTIFY, and a lock that says who lives."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress

import psycopg
from sqlalchemy import URL

from ludarium.store.lab import CHANNEL, LAB

_log = logging.getLogger(__name__)
_WAIT = 0.5
"""Seconds after which the thread looks whether it is to stop."""


class Bus:
    """A thread that listens. Calls `heard` in the event loop with each line that another process, or this one, told.

    `lost` is called when the connection broke off and with it the lock: then others may have taken our tables.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        url: URL,
        process: int,
        heard: Callable[[str], None],
        lost: Callable[[], None],
    ) -> None:
        """Connects, which may take a while: not to be done in the event loop itself."""
        self._loop = loop
        self._heard, self._lost, self._process = heard, lost, process
        self._stopping = threading.Event()
        self._connection = psycopg.connect(
            url.set(drivername="postgresql").render_as_string(hide_password=False), autocommit=True
        )
        self._connection.execute("SELECT pg_advisory_lock(%s, %s)", (LAB, process))
        self._connection.execute(f"LISTEN {CHANNEL}")
        self._thread = threading.Thread(target=self._run, name="ludarium-bus", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                for notice in self._connection.notifies(timeout=_WAIT):
                    self._call(self._heard, notice.payload)
        except psycopg.Error as error:
            if not self._stopping.is_set():
                _log.error("the connection to the other processes was lost: %s", error)
                self._call(self._lost)

    def _call(self, function: Callable[..., None], *arguments: str) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(function, *arguments)

    def close(self) -> None:
        self._stopping.set()
        self._thread.join()
        self._connection.close()
