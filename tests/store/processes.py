"""Processes that use a database beside the tests: run as `python -m tests.store.processes TASK PLACE NUMBER`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ludarium.store import Database, RunBusy
from tests.store.games import PLAN, several

BATCH = 40
TOTAL = 100_000_000
"""More games than anybody waits for."""


@contextmanager
def process(task: str, place: str, number: int = 0) -> Iterator[subprocess.Popen[str]]:
    """A process that loads everything and then waits for `go`; killed in the end."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.store.processes", task, place, str(number)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root) as started:
        try:
            yield started
        finally:
            started.kill()


def go(*started: subprocess.Popen[str]) -> None:
    """Wait until all these processes are ready, and let them start in the same moment."""
    assert [answer(one) for one in started] == ["ready"] * len(started)
    for one in started:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()


def answer(started: subprocess.Popen[str]) -> str:
    """The next line that it prints; empty when it has ended."""
    assert started.stdout is not None
    return started.stdout.readline().strip()


def at_once(task: str, place: str, count: int) -> list[str]:
    """What several processes answer that start their task in the same moment, all still alive."""
    with ExitStack() as stack:
        started = [stack.enter_context(process(task, place, number)) for number in range(count)]
        go(*started)
        return [answer(one) for one in started]


def _open(place: str, number: int) -> None:
    """Open the database and add to a run that all share."""
    with Database.open(place) as database:
        run = database.start_run({**PLAN, "kind": "match"})
        run.add(several(range(number * 10, number * 10 + 10)))
    print("opened", flush=True)


def _write(place: str, number: int) -> None:
    """Play on, batch after batch, and say the first number of each batch when it is stored."""
    with Database.open(place) as database:
        run = database.start_run({**PLAN, "games": TOTAL})
        with run.lease():
            print("leased", flush=True)
            for gap in run.done().missing(TOTAL):
                for first in range(gap.start, gap.stop, BATCH):
                    run.add(several(range(first, min(first + BATCH, gap.stop))))
                    print(first, flush=True)


def _lease(place: str, number: int) -> None:
    """Take the lease of a run and keep it until a further line comes."""
    with Database.open(place) as database:
        try:
            with database.start_run(PLAN).lease():
                print("leased", flush=True)
                sys.stdin.readline()
        except RunBusy as error:
            print(error, flush=True)


def _fork(place: str, number: int) -> None:
    """Take the lease, and leave behind a forked process that only waits: for the end of the standard input."""
    with Database.open(place) as database, database.start_run(PLAN).lease():
        awake, wake = os.pipe()
        if os.fork() == 0:
            os.write(wake, b".")
            sys.stdin.read()
            os._exit(0)
        os.read(awake, 1)  # until then the forked process may not have let go of anything yet
        print("leased", flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    _, task, place, number = sys.argv
    print("ready", flush=True)
    if sys.stdin.readline():
        {"open": _open, "write": _write, "lease": _lease, "fork": _fork}[task](place, int(number))
