"""Counting what a program takes: its processes, however they detached, and the memory of all of them together."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludarium.players.keeper.start import Spec


class Watch:
    """Counts the program's processes and the memory of all of them together."""

    def __init__(self, spec: Spec, child: int) -> None:
        self._memory: int | None = spec["memory"]
        self._processes: int = spec["processes"]
        self._scratch: list[str] = spec["scratch"]
        # The first process of a namespace is ours: the keeper's own copy, which the program does not answer for.
        self._ours = child if spec["way"] == "namespaces" else 0
        # Bubblewrap's own two take next to no memory, but would make a program that is refused its last process fall.
        self._uncounted = 2 if spec["way"] == "bubblewrap" else 0
        # Until the walls stand, the program's folders are still the machine's.
        self._machine = {os.stat(place).st_dev for place in self._scratch if os.path.isdir(place)}

    def verdict(self) -> str:
        """What the program must be killed for, in words; empty when all is well."""
        pids = descendants(os.getpid(), most=2 * self._processes)
        figures = {pid: _figures(pid) for pid in pids if pid != self._ours}
        if sum(figure.get(b"Threads", 1) for figure in figures.values()) - self._uncounted > self._processes:
            return f"had more than {self._processes} processes and threads and was killed"
        if self._memory is None:
            return ""
        # Quick and too high, as shared pages count once for each who shares them; then exact.
        if self._weigh(figures) <= self._memory or self._weigh({pid: _shares(pid) for pid in figures}) <= self._memory:
            return ""
        return (
            f"used more than {self._memory >> 20} MB of memory, shared memory and all its processes counted, "
            "and was killed"
        )

    def _weigh(self, figures: dict[int, dict[bytes, int]]) -> int:
        """Bytes of memory that are not merely a copy of some file on disk."""
        own = sum(figure.get(b"RssAnon", 0) + figure.get(b"VmSwap", 0) for figure in figures.values())
        mapped = sum(figure.get(b"RssShmem", 0) for figure in figures.values())
        return own + max(mapped, self._files(list(figures)))

    def _files(self, pids: list[int]) -> int:
        """Bytes of files that exist in memory only, mapped or not."""
        total = 0
        seen: set[object] = set(self._machine)
        for pid in pids:
            for place in self._scratch:
                try:
                    path = f"/proc/{pid}/root{place}"
                    device = os.stat(path).st_dev
                    if device not in seen:
                        seen.add(device)
                        room = os.statvfs(path)
                        total += (room.f_blocks - room.f_bfree) * room.f_frsize
                except OSError:
                    continue
            for file in _memory_files(pid):
                if (file.st_dev, file.st_ino) not in seen:
                    seen.add((file.st_dev, file.st_ino))
                    total += file.st_blocks * 512
        return total


def _memory_files(pid: int) -> list[os.stat_result]:
    found = []
    try:
        for name in os.listdir(f"/proc/{pid}/fd"):
            path = f"/proc/{pid}/fd/{name}"
            if os.readlink(path).startswith("/memfd:"):
                found.append(os.stat(path))
    except OSError:
        pass  # it has ended, or may not be looked into
    return found


def _figures(pid: int) -> dict[bytes, int]:
    """Memory in bytes and the number of threads, from the kernel's own running counts."""
    found = _read_table(f"/proc/{pid}/status")
    if b"VmRSS" in found and b"RssAnon" not in found:
        found[b"RssAnon"] = found[b"VmRSS"]
    return found


def _shares(pid: int) -> dict[bytes, int]:
    """The same with each shared page divided among those who share it."""
    found = _read_table(f"/proc/{pid}/smaps_rollup")
    if b"Pss_Anon" not in found:
        return _figures(pid)
    return {
        b"RssAnon": found[b"Pss_Anon"],
        b"RssShmem": found.get(b"Pss_Shmem", 0),
        b"VmSwap": found.get(b"SwapPss", 0),
    }


_COUNTED = {b"Threads", b"VmRSS", b"RssAnon", b"RssShmem", b"VmSwap", b"Pss_Anon", b"Pss_Shmem", b"SwapPss"}


def _read_table(path: str) -> dict[bytes, int]:
    found = {}
    try:
        with open(path, "rb", buffering=0) as file:
            for line in file.read().splitlines():
                name, _, value = line.partition(b":")
                if name in _COUNTED:
                    number = value.split()
                    found[name] = int(number[0]) * (1024 if number[1:] == [b"kB"] else 1)
    except OSError:
        pass  # it has ended
    return found


def descendants(root: int, *, most: int = 1 << 22) -> list[int]:
    """The processes that descend from this one, ancestors first; about so many of them at most."""
    found: list[int] = []
    waiting = [root]
    while waiting and len(found) <= most:
        for child in children(waiting.pop(0)):
            found.append(child)
            waiting.append(child)
    return found


def children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb", buffering=0) as file:
                found += map(int, file.read().split())
    except OSError:
        if not os.path.exists("/proc/self/task") or os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
            return found  # it has ended meanwhile
        return [other for other in map(int, filter(str.isdigit, os.listdir("/proc"))) if _parent(other) == pid]
    return found


def _parent(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            return int(file.read().rpartition(b")")[2].split()[1])
    except (OSError, IndexError):
        return 0
