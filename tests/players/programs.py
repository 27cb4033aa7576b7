"""Programs for the tests: written to a file, started for real, and watched until the last process of them is gone."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

from tests.players.small_games import Greedy, Taking

from ludarium.engine import Decision, Game, Match, Record
from ludarium.players import make

PRELUDE = """\
import json, os, subprocess, sys, time

def send(**message):
    print(json.dumps(message), flush=True)

def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)

def greet():
    hello = read()
    send(type="ready")
    return hello

def answer(view, move="few"):
    send(type="move", turn=view["turn"], move=move)

def play_on(move="few"):
    while True:
        message = read()
        if message["type"] == "view":
            answer(message, move)
        elif message["type"] == "bye":
            sys.exit(0)

def first_start(path):
    "Whether this is the program's first run in the match."
    if os.path.exists(path):
        return False
    open(path, "w").close()
    return True
"""

PATIENT = "seconds=60,start=60"
"""Limits that only a broken test reaches."""


def write_program(folder: Path, body: str) -> str:
    """The command line of a program with this body. `HERE` in it is the folder."""
    path = folder / "program.py"
    path.write_text(f"{PRELUDE}\nHERE = {str(folder)!r}\n{body}")
    return f"{shlex.quote(sys.executable)} -I {shlex.quote(str(path))}"


def label(folder: Path, body: str, options: str = PATIENT) -> str:
    """A player's text form: the program with this body, which may write into its folder."""
    return f"program[{options},folder={folder}]:{write_program(folder, body)}"


def run(folder: Path, body: str, *, options: str = PATIENT, game: Game | None = None, seed: int = 3) -> Record:
    """A whole match of the program, in seat 1, against a player that takes many."""
    game = game or Taking()
    return Match(game, [make(label(folder, body, options), game), Greedy()], seed=seed).run()


def decisions_of_program(record: Record) -> list[Decision]:
    assert record.result is not None, "a match must reach its end whatever a program does"
    return [decision for decision in record.decisions if decision.seat == 0]


def faults(folder: Path, body: str, *, options: str = PATIENT) -> list[str]:
    """What was reported of each of the program's decisions in a whole match; empty where it answered well."""
    return [decision.fault for decision in decisions_of_program(run(folder, body, options=options))]


class Lifeline:
    """Tells whether any process that a program started still lives.

    The program opens a named pipe for writing and writes one byte; its children inherit the open end. When the last of
    them is gone, and not before, the reader sees the end of the pipe.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "lifeline"
        os.mkfifo(self.path)
        self._reader = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)

    @property
    def grip(self) -> str:
        """The lines of a program that take hold of the lifeline."""
        return (
            f"lifeline = os.open({str(self.path)!r}, os.O_WRONLY)\n"
            "os.set_inheritable(lifeline, True)\n"
            "os.write(lifeline, b'x')\n"
        )

    def holders(self) -> int:
        """How many programs have ever taken hold, once all of them are gone; an error when some stay."""
        taken = b""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                chunk = os.read(self._reader, 100)
            except BlockingIOError:
                time.sleep(0.01)  # nothing to read, but somebody still could write
                continue
            if not chunk:
                return len(taken)
            taken += chunk
        raise AssertionError("a process of the program was left behind")

    def close(self) -> None:
        os.close(self._reader)
