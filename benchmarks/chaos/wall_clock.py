"""A server's wall clock, set from outside while it runs: its monotonic clock goes on as it was."""

from __future__ import annotations

import os
from pathlib import Path

_OFFSET = "LUDARIUM_CHAOS_OFFSET"
_PATCH = '''"""Set into a server's process at its start: its wall clock is off by what a file says."""
import datetime, os, time
_file, _time, _now = os.environ["LUDARIUM_CHAOS_OFFSET"], time.time, datetime.datetime.now
_known = [0.0, -1.0]
def _offset():
    """Read at most ten times a second: the server is not to be slowed down by its watch."""
    now = time.monotonic()
    if now - _known[1] > 0.1 or _known[1] < 0:
        try:
            with open(_file) as file:
                _known[0] = float(file.read() or 0)
        except (OSError, ValueError):
            _known[0] = 0.0
        _known[1] = now
    return _known[0]
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
    """An offset that a server's process adds to the time of day, by a patch of Python's `time.time` and `datetime.now`.

    libfaketime, which sets the clocks of compiled code, too, makes every look at any clock so slow that moves take
    forty times as long: nothing else could be measured beside it.
    """

    def __init__(self, folder: Path) -> None:
        self._offset, self._folder = folder / "offset", folder
        self.set(0.0)

    def environment(self) -> dict[str, str]:
        """What a server's process must be started with."""
        (self._folder / "sitecustomize.py").write_text(_PATCH, encoding="utf-8")
        path = os.pathsep.join([str(self._folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        return {_OFFSET: str(self._offset), "PYTHONPATH": path}

    def set(self, seconds: float) -> None:
        """How much later (or, below 0, earlier) than now it is for the server; in one step, so that nobody reads half
        a number."""
        new = self._offset.with_suffix(".new")
        new.write_text(f"{seconds:+.0f}", encoding="utf-8")
        new.replace(self._offset)
