"""Players from people's own files: whatever goes wrong in one costs it the decision, never the match.

A class from a file runs in our own process. So it is guarded: an error of any method is reported as its fault, and a
decision that takes too long is broken off. What cannot be broken off is compiled code and a loop that catches
everything; a program in a process of its own (`program:COMMAND`) has no such holes.
"""

from __future__ import annotations

import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any, ClassVar

from ludarium.engine.errors import LudariumError, PlayerError
from ludarium.engine.game import Game
from ludarium.engine.move import Move
from ludarium.engine.parameters import Parameter, settle
from ludarium.engine.player import Clock, Player, Quit
from ludarium.engine.position import View
from ludarium.engine.result import Result

LIMITS = (Parameter("seconds", 60.0, "time for each decision; 0 for no limit", low=0, high=86_400),)
"""What can be said about a file: `mine.py[seconds=5]:Mine`."""


class _OutOfTime(BaseException):
    """No `Exception`: a player that catches those must not catch this."""


class _Guarded(Player):
    """Comes before a person's class in the order of inheritance, and stands between it and the match."""

    seconds: ClassVar[float]
    _unready: PlayerError | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """An error here costs every decision: a player that has not begun cannot decide."""
        self._unready = None
        try:
            super().begin(game, seat, seed)
        except LudariumError:
            raise
        except (Exception, SystemExit) as error:
            self._unready = self._fault(error, " in begin")

    def choose(self, view: View, clock: Clock) -> Move:
        if self._unready is not None:
            raise self._unready
        allowed = min((limit for limit in (self.seconds or None, clock.left) if limit is not None), default=None)
        try:
            with _time_limit(allowed):
                return super().choose(view, Clock(allowed))
        except _OutOfTime as error:
            raise PlayerError(f"took longer than {allowed:g} s{self._line(error)}, and was broken off") from None
        except Quit:
            raise
        except (Exception, SystemExit) as error:
            raise self._fault(error) from error

    def end(self, result: Result) -> None:
        self._finish(lambda: super(_Guarded, self).end(result), "end")

    def close(self) -> None:
        self._finish(super().close, "close")

    def _finish(self, call: Callable[[], None], name: str) -> None:
        """The game is decided: an error has nothing left to cost, but somebody should hear of it."""
        try:
            call()
        except Quit:
            raise
        except (Exception, SystemExit) as error:
            warnings.warn(f"{self.label}: {self._fault(error, f' in {name}')}", stacklevel=1)

    def _fault(self, error: BaseException, where: str = "") -> PlayerError:
        """An error in words: what it is, where it happened, and on which line of the file."""
        what = "tried to end the program" if isinstance(error, SystemExit) else str(error)
        if not isinstance(error, LudariumError | SystemExit):
            what = f"{type(error).__name__}: {error}" if what else type(error).__name__
        return PlayerError(f"{what}{where}{self._line(error)}")

    def _line(self, error: BaseException) -> str:
        """` (line 12)`: the last line of the player's own file on the way to the error."""
        own = getattr(sys.modules.get(type(self).__module__), "__file__", None)
        line, trace = 0, error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == own:
                line = trace.tb_lineno
            trace = trace.tb_next
        return f" (line {line})" if line else ""


def guarded(kind: type[Player], limits: Mapping[str, object]) -> type[Player]:
    """The class with a guard round it; its name, options and compiled policy are those of the class."""
    plainly: Any = kind  # the checker does not know that classes can be told apart
    return _guarded(plainly, float(settle("a player's file", LIMITS, limits)["seconds"]))


@cache  # so that players of one text are of one class
def _guarded(kind: Any, seconds: float) -> type[Player]:
    own = {"__module__": kind.__module__, "__doc__": kind.__doc__, "seconds": seconds}
    return type(kind.__name__, (_Guarded, kind), own)


@contextmanager
def _time_limit(seconds: float | None) -> Iterator[None]:
    """Break off what takes longer. Alarms reach the main thread only, where the terminal and workers play."""
    alarms = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not alarms:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _OutOfTime

    handler = signal.signal(signal.SIGALRM, ring)
    before = signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, handler)
