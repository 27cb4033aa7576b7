"""What can be chosen about a server."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludarium.engine.errors import BadParameter, UnknownName

CLIENT = Path(__file__).parent / "client"
"""Where the built client lies."""


def _workers() -> int:
    return max(4, min(16, 2 * (os.cpu_count() or 2) + 2))


@dataclass(frozen=True)
class Settings:
    """A server's settings; the defaults suit one person at home."""

    database: str | None = None
    """As `--database` everywhere: a file, or `postgresql://…`."""
    workers: int = field(default_factory=_workers)
    """Processes in which players think, at most; they are started when they are needed, and the operating system shares
    the processor among them. By default two for each core and two more, between 4 and 16."""
    jobs: int = 2
    """Processes for replays, uploads and figures, at most."""
    host: str = "127.0.0.1"
    port: int = 8000
    hosts: tuple[str, ...] = ()
    """Names under which the server may be asked for; by default those of this machine when it listens only there, else
    any. Keeps pages of other names from reaching a server at home."""
    client: Path = CLIENT
    designs: Path | None = None
    """A folder with runs of automatic game design, whose games can then be played."""
    games: tuple[str, ...] = ()
    """Files and folders of games that are offered beside those that are installed: `path/to/file.py:Class`."""
    players: tuple[Path, ...] = ()
    """Folders of programs that are offered as opponents: see `ludarium.players.folders`."""
    uploaders: tuple[str, ...] = ()
    """Names of accounts that may bring programs along, which are kept in the first of these folders."""
    warm: bool = True
    """Compile all games in the background at the start."""
    fastest: float = 0.4
    slowest: float = 0.9
    """A player's answer takes at least a time drawn between these, so that people can follow, and quick players cannot
    be told from slow ones."""
    thinking: float = 30.0
    """Seconds that a player has for a decision at a table without a clock."""
    grace: float = 2.0
    """Seconds after a player's time is up before its process is ended."""
    first_time: float = 600.0
    """Seconds that compiling what a player needs may take before it is asked all the same."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed about whom they ask for."""
    proxy_header: str = "x-forwarded-for"
    """The header in which they say it; `forwarded` is the standard one."""
    requests: float = 50.0
    """Requests a second from one address, over some time; ten times as many at once."""
    messages: float = 20.0
    """Messages a second on one socket, over some time, and twice as many of one person; four times as many at once."""
    address_messages: float = 400.0
    """Messages a second from one address on all sockets."""
    tries: int = 10
    """Passwords that one address may try in a minute."""
    registrations: int = 60
    """Accounts that one address may make in an hour; a school class may be behind it."""
    guests: int = 120
    """New guests from one address in an hour."""
    session_idle: float = 30.0
    """Days after which somebody with an account is logged out who has not been here."""
    session_life: float = 90.0
    """Days after which somebody with an account has to log in again in any case."""
    guest_days: float = 90.0
    """Days after which a guest's browser is forgotten who has not been here, and the guest, too, if nothing was played.
    Guests who sit nowhere are forgotten after a day."""
    unfinished: int = 30
    """Unfinished tables at which one person may sit, or which one person may have opened."""
    address_unfinished: int = 120
    """Unfinished tables that people of one address may have opened."""
    tables: int = 20
    """Tables that one person may open in a minute."""
    address_tables: int = 80
    """Tables that people of one address may open in a minute."""
    largest: int = 64 * 1024
    """Bytes of the largest request or message; records, programs and plans may be 64 times as large."""
    linger: float = 60.0
    """Seconds that a table stays in memory when nobody follows it and nothing happens; it comes back when asked for."""
    connections: int = 4000
    """Connections in all; fewer where the system allows fewer."""
    address_connections: int = 400
    """Connections from one address; those of a trusted proxy are not counted."""
    head_seconds: float = 10.0
    """Seconds in which a request must begin, once connected, and its headers be complete."""
    body_seconds: float = 60.0
    """Seconds in which the rest of a request must come."""
    keep_alive: float = 5.0
    """Seconds that a connection is kept after an answer, for another request."""
    stalled: float = 20.0
    """Seconds that somebody may leave unread what is sent, before the connection is cut."""
    ping: float = 20.0
    """Seconds between two pings on a socket; without an answer for half as long again it is closed."""
    sockets: int = 20
    """Sockets to tables that one person may have."""
    address_sockets: int = 200
    """Sockets to tables from one address."""
    lobby_sockets: int = 4
    """Sockets to the lobby that one person may have."""
    address_lobby_sockets: int = 100
    """Sockets to the lobby from one address."""
    backlog: int = 4 * 1024 * 1024
    """Bytes that may wait for somebody who reads slowly, before the socket is closed."""
    newcomers: int = 300
    """People of one address who may begin to take part in studies in a minute: a class sits behind one."""
    uploads: int = 20
    """Records that one person may upload in an hour."""
    address_uploads: int = 60
    """Records that people of one address may upload in an hour."""
    upload_bytes: int = 16 * 1024 * 1024
    """Bytes that one person may upload in an hour."""
    address_upload_bytes: int = 48 * 1024 * 1024
    """Bytes that people of one address may upload in an hour."""
    uploads_kept: int = 1024 * 1024 * 1024
    """Bytes of uploaded records that are kept in all."""
    waiting: float = 900.0
    """Seconds after which a table is given up at which nobody waits any more."""
    idle: float = 7 * 86_400.0
    """Seconds after which a running match is given up at which nobody is any more; one that counts is lost by whoever
    let the other wait."""
    alone: float = 2 * 86_400.0
    """Seconds after which a running match of one person against players is given up, unless it counts."""
    unplayed: float = 86_400.0
    """Seconds after which a table that was given up before anybody moved is forgotten."""
    claim: float = 60.0
    """Seconds that somebody who must decide can be away before the others may claim the game."""
    researchers: tuple[str, ...] = ()
    """Who may make studies, by the names of their accounts. If nobody is named, everybody with an account may on a
    server that only its own machine can reach, and nobody on others."""
    study_speed: float = 1.0
    """How many times faster than people hidden players of studies answer: for rehearsals."""
    stall: float = 30.0
    """Seconds without a sign of life after which the supervisor writes down where the server stands and restarts it."""

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in ("127.0.0.1", "localhost", "::1")


LIMITS = (
    "requests",
    "messages",
    "address_messages",
    "tries",
    "registrations",
    "guests",
    "unfinished",
    "address_unfinished",
    "tables",
    "address_tables",
    "newcomers",
    "largest",
    "connections",
    "address_connections",
    "head_seconds",
    "body_seconds",
    "keep_alive",
    "stalled",
    "ping",
    "sockets",
    "address_sockets",
    "lobby_sockets",
    "address_lobby_sockets",
    "backlog",
    "uploads",
    "address_uploads",
    "upload_bytes",
    "address_upload_bytes",
    "uploads_kept",
)
"""The settings that `ludarium serve --limit NAME=N` changes."""

OPEN: dict[str, Any] = {
    name: 1_000_000
    for name in LIMITS
    if name not in ("largest", "head_seconds", "body_seconds", "keep_alive", "stalled", "ping", "backlog")
} | {"upload_bytes": 1 << 40, "address_upload_bytes": 1 << 40, "uploads_kept": 1 << 40}
"""Limits that nobody reaches: for measuring, and for tests of something else."""


def with_limits(settings: Settings, texts: Iterable[str]) -> Settings:
    """The settings with limits as they stand on a command line: `sockets=40`."""
    changes: dict[str, Any] = {}
    for text in texts:
        name, _, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in LIMITS:
            raise UnknownName("limit", name, LIMITS, hint=f"there are: {', '.join(LIMITS)}")
        kind = type(getattr(settings, name))
        try:
            changes[name] = kind(value)
        except (ValueError, OverflowError):
            raise BadParameter(f"{text}: expected {name}=NUMBER") from None
        if not 0 < changes[name] < 1 << 62:
            raise BadParameter(f"{text}: expected a number above 0")
    return replace(settings, **changes)
