"""`python -m tests.server.stalling FILE`: a supervised server whose loop stands still in its first life."""

from __future__ import annotations

import logging
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ludarium.server.settings import Settings
from ludarium.server.supervisor import Supervisor


def serve(settings: Settings, listening: socket.socket, ready: Callable[[], None], beat: Callable[[], None]) -> None:
    ready()
    beat()
    lived = Path(str(settings.database))
    if not lived.exists():
        lived.touch()
        a_long_computation()


def a_long_computation() -> None:
    while True:
        time.sleep(1)


if __name__ == "__main__":
    logging.basicConfig()
    with socket.socket() as listening:
        Supervisor(replace(Settings(), database=sys.argv[1], stall=1.0), listening, serve, lambda: None).run()
