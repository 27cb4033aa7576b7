"""Server processes as `ludarium serve` starts them: started, killed, paused, and looked at from outside."""

from __future__ import annotations

import asyncio
import os
import resource
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import httpx

from benchmarks.chaos.wall_clock import WallClock
from benchmarks.measuring import free_port, memory_of

MARK = "LUDARIUM_CHAOS"
"""A variable in the environment of everything that a server starts: what is left of it at the end is found by it."""
STARTING = 60.0
"""Seconds that a server has to come up."""
OPEN = "The lab is open"
WATCHER = "127.0.0.3"
"""From where the harness itself asks whether a server answers."""


class DidNotStart(Exception):
    """A server ended at its start, or did not answer; the text holds its last words."""


class Server:
    """A server on a port of its own, over all its restarts. Its processes are a session of their own, so that killing
    it kills what supervises it, what serves and what thinks."""

    def __init__(
        self,
        database: str,
        folder: Path,
        *,
        name: str = "server",
        options: Sequence[str] = (),
        clock: WallClock | None = None,
        descriptors: int | None = None,
    ) -> None:
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.name, self.log = name, folder / f"{name}.log"
        self.starts = 0
        self._mark = secrets.token_hex(8)
        self._command = [sys.executable, "-m", "ludarium", "serve", "--port", str(self.port), "--database", database]
        self._command += ["--no-warm", *options]
        self._environment = {**os.environ, MARK: self._mark, **(clock.environment() if clock is not None else {})}
        self._descriptors = descriptors
        self._process: subprocess.Popen[bytes] | None = None
        self._said = 0
        """Bytes of the log that are of earlier starts."""

    # --- life and death -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start it; `ready` waits until it answers."""
        self._said = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=self._environment,
            )
        if self._descriptors is not None:
            limits = (self._descriptors, self._descriptors)
            resource.prlimit(self._process.pid, resource.RLIMIT_NOFILE, limits)
        self.starts += 1

    async def ready(self, seconds: float = STARTING) -> None:
        deadline = time.monotonic() + seconds
        async with asking(5.0) as client:
            while True:
                if self.ended:
                    raise DidNotStart(self.last_words())
                if await answers(client, self.address):
                    return
                if time.monotonic() > deadline:
                    raise DidNotStart(f"no answer within {seconds:g} s: {self.last_words()}")
                await asyncio.sleep(0.05)

    @property
    def ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def kill(self) -> None:
        """As `kill -9` does it, to everything of it."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def kill_serving(self) -> bool:
        """Kill only the process that serves; whether somebody is left who could start another."""
        serving = self.serving()
        if serving is None or self._process is None:
            return False
        with suppress(ProcessLookupError):
            os.kill(serving, signal.SIGKILL)
        if serving == self._process.pid:
            self.kill()  # what it leaves behind
            return False
        return True

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        """Killed for good: nothing of it is left, not even what has left its session."""
        self.kill()
        for left in _marked(self._mark):
            with suppress(ProcessLookupError):
                os.kill(left, signal.SIGKILL)

    def _signal(self, number: int) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)

    # --- what can be seen of it ---------------------------------------------------------------------------------------

    def processes(self) -> list[int]:
        """Everything of its session that is alive."""
        return [] if self._process is None else _session(self._process.pid)

    def serving(self) -> int | None:
        """The process that answers: of those that hold the listening socket the one that was started for it, where
        another supervises it."""
        holders = [each for each in self.processes() if _holds(each, _listening(self.port))]
        assert self._process is not None
        return next((each for each in holders if each != self._process.pid), holders[0] if holders else None)

    def memory(self) -> float:
        """Megabytes that the process that answers holds."""
        serving = self.serving()
        return float("nan") if serving is None else memory_of(serving)

    @property
    def is_open(self) -> bool:
        """Whether it has said since its last start that it is."""
        return OPEN in self.words()

    def words(self, whole: bool = False) -> str:
        """What it has written since its last start, or ever."""
        with self.log.open("rb") as log:
            log.seek(0 if whole else self._said)
            return log.read().decode(errors="replace")

    def last_words(self) -> str:
        return self.words()[-600:].strip() or "(nothing was said)"


def asking(timeout: float) -> httpx.AsyncClient:
    """A client of the harness itself, each request over a connection of its own."""
    transport = httpx.AsyncHTTPTransport(local_address=WATCHER, limits=httpx.Limits(max_keepalive_connections=0))
    return httpx.AsyncClient(transport=transport, timeout=timeout, trust_env=False)


async def answers(client: httpx.AsyncClient, address: str) -> bool:
    """Whether a server says how it is."""
    try:
        return (await client.get(f"http://{address}/api/status")).status_code == 200
    except httpx.HTTPError:
        return False


def _session(leader: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError, IndexError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == leader and fields[0] != "Z":
                    found.append(int(entry.name))
    return sorted(found)


def _listening(port: int) -> set[str]:
    """The inodes of the sockets that listen on a port."""
    found = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "0A" and int(fields[1].rpartition(":")[2], 16) == port:
            found.add(f"socket:[{fields[9]}]")
    return found


def _holds(process: int, sockets: set[str]) -> bool:
    with suppress(OSError):
        for descriptor in Path(f"/proc/{process}/fd").iterdir():
            with suppress(OSError):
                if os.readlink(descriptor) in sockets:
                    return True
    return False


def _marked(mark: str) -> list[int]:
    wanted, found = f"{MARK}={mark}".encode(), []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                if wanted in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
    return found
