"""The supervisor: a server that is killed or stands still comes back under the same address, and ends with it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.serving import PATIENCE, free_port

pytestmark = [
    pytest.mark.compiled,  # no kernels: once is enough
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked up in /proc"),
]


class _Supervised:
    """`ludarium serve` as people start it."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port, self._log = free_port(), folder / "log"
        self.url = f"http://127.0.0.1:{self.port}/api/status"
        command = [sys.executable, "-m", "ludarium", "serve", "--port", str(self.port), "--no-warm", *options]
        with self._log.open("w", encoding="utf-8") as log:
            self.supervisor = subprocess.Popen(
                [*command, "--database", str(folder / "lab.db")], stdout=log, stderr=log, start_new_session=True
            )

    def server(self) -> int:
        """The process that serves."""
        children = Path(f"/proc/{self.supervisor.pid}/task/{self.supervisor.pid}/children").read_text(encoding="ascii")
        for child in map(int, children.split()):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                return child
        return 0

    def answers(self) -> bool:
        try:
            return httpx.get(self.url, timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def until(self, wanted: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not wanted():
            assert time.monotonic() < deadline, self.log()
            time.sleep(0.05)


@pytest.fixture
def lab(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[_Supervised]:
    started = _Supervised(tmp_path, *getattr(request, "param", ()))
    try:
        started.until(started.answers)
        yield started
    finally:
        if started.supervisor.poll() is None:
            os.kill(started.supervisor.pid, signal.SIGTERM)
        started.supervisor.wait(PATIENCE)


def test_a_server_that_is_killed_comes_back(lab: _Supervised) -> None:
    first = lab.server()
    os.kill(first, signal.SIGKILL)
    lab.until(lambda: lab.server() not in (0, first) and lab.answers())
    assert re.search(r"ended unexpectedly \(signal 9, Killed\): it is started again\n", lab.log())


@pytest.mark.parametrize("lab", [("--stall", "2")], indirect=True)
def test_a_server_that_stands_still_is_replaced(lab: _Supervised) -> None:
    first = lab.server()
    os.kill(first, signal.SIGSTOP)
    lab.until(lambda: lab.server() not in (0, first) and lab.answers())
    assert "stood still for 2 s" in lab.log()


def test_a_server_that_stands_still_says_where(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.stalling", str(tmp_path / "lived")]
    done = subprocess.run(
        command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert "in a_long_computation" in done.stderr
    assert "stood still for 1 s and was ended: it is started again" in done.stderr


def test_the_server_ends_with_its_supervisor(lab: _Supervised) -> None:
    server = lab.server()
    os.kill(lab.supervisor.pid, signal.SIGKILL)
    lab.supervisor.wait(PATIENCE)
    lab.until(lambda: not Path(f"/proc/{server}").exists() or "Z" in _state(server))
    lab.until(lambda: not lab.answers())


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "Z"


def test_whoever_stops_the_supervisor_stops_the_server(lab: _Supervised) -> None:
    os.kill(lab.supervisor.pid, signal.SIGINT)
    assert lab.supervisor.wait(PATIENCE) == 130
    assert "unexpectedly" not in lab.log()


def test_a_server_that_cannot_start_says_why_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "lab.db").write_bytes(b"not a database, but long enough to be taken for one" * 100)
    lab = _Supervised(tmp_path)
    assert lab.supervisor.wait(PATIENCE) == 2
    assert "is not a database" in lab.log()
