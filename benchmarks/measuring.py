"""What benchmarks of the server share: free ports, what a process holds and takes, and shares of times."""

from __future__ import annotations

import os
import random
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path


def free_port() -> int:
    """A port for a server that is to be started again and again: none of those from which the system takes the near
    ends of outgoing connections, else one of these would hold it whenever the server is down."""
    ports = list(range(20_000, 32_000))
    random.SystemRandom().shuffle(ports)
    for port in ports:
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise OSError("no port between 20000 and 32000 is free")


def memory_of(process: int) -> float:
    """Megabytes that a process holds."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return float("nan")


def cpu_of(process: int) -> float:
    """Seconds of processor time that a process has taken."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return float("nan")


def within(ordered: Sequence[float], share: int) -> float:
    """The time within which so many of a hundred were done; `ordered` is sorted and not empty."""
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def shares(times: Iterable[float]) -> str:
    """How long half, 95 and 99 of 100 took at most."""
    ordered = sorted(times)
    if not ordered:
        return "none"
    parts = [f"{share} % within {1000 * within(ordered, share):.1f} ms" for share in (50, 95, 99)]
    return ", ".join([*parts, f"all within {1000 * ordered[-1]:.0f} ms"])
