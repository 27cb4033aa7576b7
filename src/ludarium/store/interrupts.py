"""Ctrl-C in the middle of a transaction."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until the end; a second one does not wait.

    A transaction lasts milliseconds, but an interrupt that falls into one is met by the driver while it tidies up: it
    writes a page of its own to the terminal. Programs with an answer of their own to Ctrl-C keep it.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = False

    def wait(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True

    signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if asked:
            raise KeyboardInterrupt
