"""What tests of closed off programs share: the ways that work here, hostile programs, and files of ours."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.players.programs import write_program

from ludarium.players import sandbox, visible
from ludarium.players.process import LineProcess, ProgramEnded
from ludarium.players.sandbox import Way

walled = pytest.mark.parametrize("way", ["bubblewrap", "namespaces"], indirect=True)
kept = pytest.mark.parametrize("way", ["bubblewrap", "namespaces", "plain"], indirect=True)

REASONS = {
    "bubblewrap": "bubblewrap is not installed or not allowed here: programs cannot be closed off by it",
    "namespaces": "namespaces are not allowed here: programs cannot be closed off by them",
    "plain": "the keeper of programs does not run here",
}


@pytest.fixture
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Way:
    chosen: Way = request.param
    if not sandbox.works(chosen):
        pytest.skip(REASONS[chosen])
    monkeypatch.setattr(sandbox, "offered", lambda: chosen)
    return chosen


def ask(folder: Path, body: str, *, memory: int | None = None, **options: Any) -> Any:
    """The one line of JSON that a program writes. It tells what it got at as `tell(...)`."""
    return dialogue(shlex.split(write_program(folder, f"{TELL}\n{body}")), memory, **options)


def dialogue(command: list[str], memory: int | None = None, **options: Any) -> Any:
    running = LineProcess(command, memory=memory, **options)
    try:
        return json.loads(running.read(time.monotonic() + 60))
    except ProgramEnded:
        code = running.post_mortem()
        raise AssertionError(f"code {code}; {running.verdict}; {running.take_errors()}") from None
    finally:
        running.stop()


def verdict(folder: Path, body: str, *, memory: int | None = None) -> str:
    """What a program was killed for; an error when it was let be."""
    running = LineProcess(shlex.split(write_program(folder, f"{TELL}\n{body}")), memory=memory)
    try:
        line = running.read(time.monotonic() + 60)
        raise AssertionError(f"it was let be, and says {line!r}")
    except ProgramEnded:
        assert running.post_mortem() == -9, running.take_errors()
        return running.verdict
    finally:
        running.stop()


TELL = """
import mmap, signal, socket

def tell(value):
    print(json.dumps(value), flush=True)
    sys.stdin.read()

def attempt(action, *given):
    "What comes of it, or the error's name."
    try:
        return str(action(*given))
    except Exception as error:
        return type(error).__name__
"""
REFUSED = {"PermissionError", "FileNotFoundError", "ProcessLookupError", "OSError", "ConnectionRefusedError"}


DETACHING = {
    "session": """
child = os.fork()
if child == 0:
    os.setsid()
    time.sleep(600)
while os.getsid(child) != child:
    time.sleep(0.01)
""",
    "daemon": """
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    for stream in range(3):
        os.close(stream)
    time.sleep(600)
os.wait()
""",
    "stranger": """
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    os.closerange(0, 3)
    os.execve("/bin/sleep", ["sleep", "600"], {})
os.wait()
""",
    "stubborn": """
child = os.fork()
if child == 0:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    os.setsid()
    time.sleep(600)
while os.getsid(child) != child:
    time.sleep(0.01)
""",
}


@pytest.fixture
def secrets(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Files of ours: in the folder we work in, in our home, beside the program's folder."""
    places = [tmp_path_factory.mktemp(name) for name in ("work", "home", "data")]
    for place in places:
        (place / "secret.txt").write_text("the key to everything")
    monkeypatch.chdir(places[0])
    monkeypatch.setenv("HOME", str(places[1]))
    visible.resolved.cache_clear()
    yield [place / "secret.txt" for place in places]
    visible.resolved.cache_clear()
