"""A server's wall clock, set from outside while it runs: its monotonic clock goes on as it was."""

from __future__ import annotations

import os
from pathlib import Path

_LIBRARIES = (
    "/usr/lib/*/faketime/libfaketimeMT.so.1",
    "/usr/lib64/faketime/libfaketimeMT.so.1",
    "/usr/local/lib/faketime/libfaketimeMT.so.1",
)
_OFFSET = "LUDARIUM_CHAOS_OFFSET"
_PATCH = '''"""Set into a server's process at its start: its wall clock is off by what a file says."""
import datetime, os, time
_file, _time, _now = os.environ["LUDARIUM_CHAOS_OFFSET"], time.time, datetime.datetime.now
def _offset():
    try:
        with open(_file) as file:
            return float(file.read() or 0)
    except (OSError, ValueError):
        return 0.0
class _Kind(type):
    def __instancecheck__(cls, each):
        return isinstance(each, cls.__mro__[1])
class _Moment(datetime.datetime, metaclass=_Kind):
    @classmethod
    def now(cls, tz=None):
        return _now(tz) + datetime.timedelta(seconds=_offset())
    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)
time.time = lambda: _time() + _offset()
time.time_ns = lambda: int(time.time() * 1e9)
datetime.datetime = _Moment
'''


class WallClock:
    """An offset that a server's process adds to the time of day: by libfaketime where it is installed, else by a patch
    of Python's own `time.time` and `datetime.now`."""

    def __init__(self, folder: Path) -> None:
        self._offset = folder / "offset"
        self._folder = folder
        self.library = next((found for pattern in _LIBRARIES for found in _found(pattern)), None)
        self.set(0.0)

    @property
    def way(self) -> str:
        return "libfaketime" if self.library is not None else "a patch of Python's clocks"

    def environment(self) -> dict[str, str]:
        """What a server's process must be started with."""
        if self.library is not None:
            return {
                "LD_PRELOAD": str(self.library),
                "FAKETIME_TIMESTAMP_FILE": str(self._offset),
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                "FAKETIME_NO_CACHE": "1",
                "NO_FAKE_STAT": "1",
            }
        (self._folder / "sitecustomize.py").write_text(_PATCH, encoding="utf-8")
        path = os.pathsep.join([str(self._folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        return {_OFFSET: str(self._offset), "PYTHONPATH": path}

    def set(self, seconds: float) -> None:
        """How much later (or, below 0, earlier) than now it is for the server; in one step, so that nobody reads half
        a number."""
        new = self._offset.with_suffix(".new")
        new.write_text(f"{seconds:+.0f}", encoding="utf-8")
        new.replace(self._offset)


def _found(pattern: str) -> list[Path]:
    return sorted(Path("/").glob(pattern.removeprefix("/")))
