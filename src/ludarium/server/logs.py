"""What a server writes about itself: one line for each thing, whatever others put into it, and not the same for ever.

Much of what is logged comes from outside: paths, names, what a driver says about a text. A line end in it would make
lines that look like ours, and a flood of requests would fill the disk.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from typing import TextIO

LONGEST = 1000
"""Characters of a line."""
TRACE = 60
"""Lines of a traceback: the first and the last."""
ALIKE, WINDOW = 20, 60.0
"""So many lines of one kind in so many seconds; the others are only counted."""
_KINDS = 500
_SAID_BETTER = ("Application startup failed. Exiting.",)
"""What uvicorn writes where whoever started the server is told the reason anyway."""
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def printable(text: str, longest: int = LONGEST) -> str:
    """A text as one line: what would end it, or turn it round, is written as an escape."""
    cut = text if len(text) <= longest else f"{text[:longest]} … ({len(text):,} characters)"
    return _UNPRINTABLE.sub(lambda found: found.group().encode("unicode_escape", "surrogatepass").decode(), cut)


class Formatter(logging.Formatter):
    """A line with time, level and text; of an error also where it happened, indented, which no first line is."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        try:
            message = record.getMessage()
        except Exception:  # whatever an argument's own text fails at
            message = str(record.msg)
        lines = [f"{self.formatTime(record)} {record.levelname.lower()} {printable(message)}"]
        if record.exc_info and record.exc_info[1] is not None:
            trace = "".join(traceback.format_exception(record.exc_info[1])).splitlines()
            if len(trace) > TRACE:
                trace = [*trace[: TRACE // 2], "…", *trace[-TRACE // 2 :]]
            lines += [f"    {printable(line)}" for line in trace]
        return "\n".join(lines)


@dataclass
class _Kind:
    begun: float
    written: int = 0
    held_back: int = 0


class Limiter(logging.Filter):
    """Lets some lines of each kind through, and says later how many there were besides."""

    def __init__(self, alike: int = ALIKE, window: float = WINDOW) -> None:
        super().__init__()
        self._alike, self._window = alike, window
        self._kinds: dict[tuple[str, int, str], _Kind] = {}
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record; its text may say how many of its kind were left out before it."""
        if record.msg in _SAID_BETTER:
            return False
        now, key = time.monotonic(), (record.name, record.levelno, str(record.msg)[:40])
        with self._lock:
            kind = self._kinds.get(key)
            if kind is None:
                if len(self._kinds) >= _KINDS:
                    self._kinds = {key: kind for key, kind in self._kinds.items() if now - kind.begun < self._window}
                if len(self._kinds) >= _KINDS:
                    self._kinds.clear()
                kind = self._kinds[key] = _Kind(now)
            left_out = 0
            if now - kind.begun >= self._window:
                left_out = kind.held_back
                kind.begun, kind.written, kind.held_back = now, 0, 0
            if kind.written >= self._alike:
                kind.held_back += 1
                return False
            kind.written += 1
            last = kind.written == self._alike
        if left_out or last:
            message = printable(record.getMessage())
            after = f" (and {left_out:,} more like it before)" if left_out else ""
            after += " (more like it are only counted for a while)" if last else ""
            record.msg, record.args = f"{message}{after}", None
        return True


def set_up(stream: TextIO | None = None) -> None:
    """Write what is worth a warning to standard error, in our form; uvicorn's and asyncio's too."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Formatter())
    handler.addFilter(Limiter())
    root = logging.getLogger()
    for old in list(root.handlers):
        if getattr(old, "ludarium", False):
            root.removeHandler(old)
    handler.ludarium = True  # type: ignore[attr-defined]
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
