"""What can be chosen about a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

CLIENT = Path(__file__).parent / "client"
"""Where the built client lies."""


def _workers() -> int:
    return max(1, min(4, (os.cpu_count() or 2) - 1))


@dataclass(frozen=True)
class Settings:
    """A server's settings; the defaults suit one person at home."""

    database: str | None = None
    """As `--database` everywhere: a file, or `postgresql://…`."""
    workers: int = field(default_factory=_workers)
    """Processes in which players think."""
    host: str = "127.0.0.1"
    port: int = 8000
    hosts: tuple[str, ...] = ()
    """Names under which the server may be asked for; by default those of this machine when it listens only there, else
    any. Keeps pages of other names from reaching a server at home."""
    client: Path = CLIENT
    designs: Path | None = None
    """A folder with runs of automatic game design, whose games can then be played."""
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
    first_time: float = 180.0
    """Seconds more for a player whose game is not compiled yet."""
    requests: float = 50.0
    """Requests a second from one address, over some time; ten times as many at once."""
    messages: float = 20.0
    """Messages a second on one socket, over some time; four times as many at once."""
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
    """Unfinished tables at which one person may sit."""
    largest: int = 64 * 1024
    """Bytes of the largest request or message; records may be 64 times as large."""
    waiting: float = 900.0
    """Seconds after which a table is given up at which nobody waits any more."""
    idle: float = 7 * 86_400.0
    """Seconds after which a running match is given up at which nobody is any more."""

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in ("127.0.0.1", "localhost", "::1")
