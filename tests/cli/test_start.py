"""The program as a process of its own: how it starts, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludarium import __version__

LUDARIUM = [sys.executable, "-m", "ludarium"]


def test_listing_the_games_loads_nothing_heavy() -> None:
    probe = (
        "import sys; from ludarium.cli.app import run; code = run(['games']); "
        "heavy = {'numpy', 'numba', 'scipy', 'pydantic'} & set(sys.modules); sys.exit(code or ' '.join(heavy) or 0)"
    )
    begun = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    print(f"ludarium games: {time.perf_counter() - begun:.2f} s")
    assert (done.returncode, done.stderr) == (0, "")
    assert "tic-tac-toe" in done.stdout


def test_the_version() -> None:
    done = subprocess.run([*LUDARIUM, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"ludarium {__version__}\n"


def test_an_error_is_one_line_and_code_2() -> None:
    done = subprocess.run([*LUDARIUM, "rules", "revesi"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "no game 'revesi'; did you mean 'reversi'?\n"


def test_without_a_command_the_lab_opens_and_the_end_of_input_leaves_it() -> None:
    done = subprocess.run(LUDARIUM, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Which game?" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with subprocess.Popen([*LUDARIUM, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 1


@pytest.mark.compiled
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for single processes")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_ends_it_quietly_and_leaves_no_process_behind(workers: str, tmp_path: Path) -> None:
    records = tmp_path / "records"
    line = ["match", "pig", "random", "random", "--games", "1000000", "--seed", "1", "--save", str(records)]
    process = subprocess.Popen(
        [*LUDARIUM, *line, "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while process.poll() is None and not (records.is_dir() and any(records.iterdir())):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process of the group
        out, err = process.communicate()
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "")
    assert ends(process.pid)


def ends(group: int) -> bool:
    """Whether all processes of a group are gone soon: some notice only then that the first of them is."""
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
