"""What happens inside a process that does jobs."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from ludarium.engine.errors import LudariumError


@dataclass(frozen=True)
class Done:
    """What came of a job: its answer, an error for whoever asked (`wrong`), or a fault of ours."""

    answer: Any = None
    wrong: str = ""
    fault: str = ""
    megabytes: float = 0.0
    """The most memory that the process has held so far."""


def do_jobs(connection: Connection, memory: int) -> None:
    """Functions with their arguments in, what came of them out, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business, which then ends us
    _bound(memory)
    while True:
        try:
            function, arguments = connection.recv()
        except (EOFError, OSError):
            return
        done = _do(function, arguments)
        try:
            connection.send(done)
        except OSError:
            return


def _do(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Done:
    try:
        return Done(function(*arguments), megabytes=_megabytes())
    except LudariumError as error:
        return Done(wrong=str(error) or type(error).__name__, megabytes=_megabytes())
    except MemoryError:
        pass  # and let go of what it held before anything else is done
    except Exception:
        return Done(fault=traceback.format_exc(), megabytes=_megabytes())
    return Done(wrong="this needs more memory than there is for one request", megabytes=_megabytes())


def _bound(memory: int) -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _megabytes() -> float:
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return 0.0
