"""A keeper's life: it is told what to start, waits for an end, whoever brings it about, and leaves nobody behind.

What to start stands in one message on a pipe, the leash. When the leash is dropped, by us or by our death, and when the
program ends or takes too much, everything that descends from the keeper is killed, and the keeper ends the way the
program ended: with its exit code or by its signal. What the program was killed for is written to a second pipe.
"""

from __future__ import annotations

import marshal
import os
import resource
import select
import signal
import time
from contextlib import suppress

from ludarium.players.keeper.start import LIBC, start
from ludarium.players.keeper.watch import Watch, children, descendants

TYPE_CHECKING = False  # typing itself takes as long to import as everything else
if TYPE_CHECKING:
    from typing import NoReturn

    from ludarium.players.keeper.start import Spec

TICK_SECONDS = 0.05
"""How often memory and processes are counted."""
FAREWELL_SECONDS = 1.0
"""How long the processes around a killed program may take to say how it ended."""
WARDENS = {"bubblewrap": 2, "namespaces": 1, "plain": 0}
"""How many processes, one inside the other, stand between the keeper and the program, by the way it is closed off."""
SIGNAL_OFFSET = 128
"""Where a process that stood between reports a signal as an exit code, as shells do."""

_PR_SET_CHILD_SUBREAPER = 36


def main(leash: int, report: int) -> NoReturn:
    """Keep the program that the first message on the leash describes."""
    for pipe in (leash, report):
        os.set_inheritable(pipe, False)
    spec: Spec = marshal.loads(_read_exactly(leash, int.from_bytes(_read_exactly(leash, 4), "big")))
    LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    try:
        child = start(spec)
    except OSError as error:
        os.write(report, f"could not be started: {error}".encode())
        os._exit(1)
    _let_go_of_streams()
    status, verdict = _keep(child, leash, wake, Watch(spec, child), WARDENS[spec["way"]])
    if verdict:
        os.write(report, verdict.encode())
    _end_like(status, offset=WARDENS[spec["way"]] > 0)


def _keep(child: int, leash: int, wake: int, watch: Watch, wardens: int) -> tuple[int, str]:
    """Wait for an end, whoever brings it about. How the child ended, and what it was killed for."""
    _hurry()
    poll = select.poll()
    poll.register(leash, select.POLLIN)
    poll.register(wake, select.POLLIN)
    verdict = ""
    tick = time.monotonic()
    while True:
        ready = [number for number, _ in poll.poll(max(0.0, tick - time.monotonic()) * 1000 + 1)]
        if wake in ready:
            os.read(wake, 4096)
            ended = _reap(child)
            if ended is not None:
                _end_all()
                return ended, verdict
        if leash not in ready and time.monotonic() >= tick:
            verdict = watch.verdict()
            tick = time.monotonic() + TICK_SECONDS
        if leash in ready or verdict:
            ended = None if verdict else _end_inside(child, wardens)
            last = _end_all(child)
            return ended if ended is not None else last or 0, verdict


# --- the end ----------------------------------------------------------------------------------------------------------


def _reap(child: int) -> int | None:
    """Take leave of everybody who has ended; how the child did, if it is among them."""
    ended = None
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        if pid == child:
            ended = status


def _end_inside(child: int, wardens: int) -> int | None:
    """Kill the program but not those around it, who tell how it ended.

    A program that has closed its output may be about to end by itself: then its own exit code counts, which only they
    know. None if they do not tell in time.
    """
    if not wardens:
        return None
    inner = children(os.getpid())
    for _ in range(wardens):
        inner = [process for warden in inner for process in children(warden)]
    for pid in [*inner, *(process for root in inner for process in descendants(root))]:
        _kill(pid)
    deadline = time.monotonic() + FAREWELL_SECONDS
    while time.monotonic() < deadline:
        ended = _reap(child)
        if ended is not None:
            return ended
        time.sleep(0.001)
    return None


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # it has ended, or has become somebody else
        os.kill(pid, signal.SIGKILL)


def _end_all(child: int = 0) -> int | None:
    """Kill everybody who descends from us until nobody is left; how the child ended."""
    ended = None
    while True:
        for pid in descendants(os.getpid()):
            _kill(pid)
        status = _reap(child)
        ended = status if status is not None else ended
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return ended
        time.sleep(0.001)


def _end_like(status: int, *, offset: bool) -> NoReturn:
    """End with the same exit code, or by the same signal, so that our parent needs nothing but our own end."""
    code = os.waitstatus_to_exitcode(status)
    if offset and SIGNAL_OFFSET < code <= SIGNAL_OFFSET + 64:
        code = SIGNAL_OFFSET - code
    if code < 0:
        try:
            if -code not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(-code, signal.SIG_DFL)
            os.kill(os.getpid(), -code)
        except (OSError, ValueError):
            pass  # no such signal: it was an exit code after all
        code = SIGNAL_OFFSET - code
    os._exit(code)


# --- small helpers ----------------------------------------------------------------------------------------------------


def _hurry() -> None:
    """Where we may: a watcher that waits its turn behind a thousand processes comes too late."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, -10)


def _let_go_of_streams() -> None:
    """The program's streams must close when it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _read_exactly(pipe: int, count: int) -> bytes:
    data = b""
    while len(data) < count:
        chunk = os.read(pipe, count - len(data))
        if not chunk:
            os._exit(0)  # whoever started us is gone
        data += chunk
    return data
