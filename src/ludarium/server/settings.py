"""What can be chosen about a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

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
    unfinished: int = 30
    """Unfinished tables at which one person may sit."""
    largest: int = 64 * 1024
    """Bytes of the largest request or message; records may be 64 times as large."""
    linger: float = 60.0
    """Seconds that a table stays in memory when nobody follows it and nothing happens; it comes back when asked for."""
    waiting: float = 900.0
    """Seconds after which a table is given up at which nobody waits any more."""
    idle: float = 7 * 86_400.0
    """Seconds after which a running match is given up at which nobody is any more; one that counts is lost by whoever
    let the other wait."""
    unplayed: float = 86_400.0
    """Seconds after which a table that was given up before anybody moved is forgotten."""
    claim: float = 60.0
    """Seconds that somebody who must decide can be away before the others may claim the game."""
    stall: float = 30.0
    """Seconds without a sign of life after which the supervisor writes down where the server stands and restarts it."""

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in ("127.0.0.1", "localhost", "::1")
