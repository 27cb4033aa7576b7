"""Running the application: the socket it listens on, and what is said once it does."""

from __future__ import annotations

import asyncio
import errno
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import uvicorn

from ludarium.engine.errors import LudariumError
from ludarium.server import logs
from ludarium.server.app import create_app
from ludarium.server.http.connections import WAITING, Listening, uvicorn_options
from ludarium.server.settings import Settings
from ludarium.server.supervisor import SUPPORTED, Supervisor


@dataclass(frozen=True)
class Address:
    """Where a server can be reached, and whether it has pages to show."""

    url: str
    built: bool


LETTING_GO = 3.0
"""Seconds that are waited for an address which another process still holds."""
HEARTBEAT = 1.0
"""Seconds between two heartbeats of the event loop, by which the supervisor sees that it goes round."""


def run(settings: Settings, ready: Callable[[Address], None], *, supervised: bool = True) -> None:
    """Serve until somebody interrupts; `ready` is called once requests are answered.

    `supervised`: in a process of its own that is started again when it ends unexpectedly or stands still.
    """
    logs.set_up()
    listening = _listen(settings)
    shown = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    address = Address(
        f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}/",
        (settings.client / "index.html").is_file(),
    )
    try:
        if supervised and SUPPORTED:
            Supervisor(settings, listening, serve, lambda: ready(address)).run()
        else:
            serve(settings, listening, lambda: ready(address), lambda: None)
    finally:
        listening.close()


def serve(
    settings: Settings, listening: socket.socket, ready: Callable[[], None], heartbeat: Callable[[], None]
) -> None:
    """Serve in this process until somebody interrupts."""
    logs.set_up()
    listening = Listening(fileno=listening.detach())
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        lifespan="on",
        timeout_graceful_shutdown=3,
        **uvicorn_options(settings),
    )
    server = _Server(config, ready, heartbeat)
    with suppress(SystemExit):  # uvicorn's way to say that it could not start
        asyncio.run(server.serve(sockets=[listening]))
    if not server.started:
        if getattr(app.state, "fault", None) is not None:
            raise app.state.fault
        raise LudariumError("the server could not start: what is wrong stands above")


class _Server(uvicorn.Server):
    """Says when it is ready, and from then on that its loop goes round."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], heartbeat: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._heartbeat = ready, heartbeat
        self._beat_at = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started and not self.should_exit:
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        now = time.monotonic()
        if now - self._beat_at >= HEARTBEAT:
            self._beat_at = now
            self._heartbeat()
        return await super().on_tick(counter)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        _bind(listening, settings)
    except OSError as error:
        listening.close()
        raise LudariumError(
            f"cannot listen on {settings.host}:{settings.port}: {error.strerror}; choose another with --port"
        ) from error
    listening.listen(WAITING)  # before the server runs, and while it is started again
    listening.set_inheritable(False)
    return listening


def _bind(listening: socket.socket, settings: Settings) -> None:
    """Take the address, with a little patience: a server that was killed a moment ago may not have let go of it."""
    deadline = time.monotonic() + LETTING_GO
    while True:
        try:
            listening.bind((settings.host, settings.port))
            return
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                raise
            time.sleep(0.1)
