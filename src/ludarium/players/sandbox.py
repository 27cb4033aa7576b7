"""How a program is closed off on this machine: by bubblewrap, by namespaces made by hand, or hardly at all.

What is offered is tried once, for real, and the best way that works is taken. Whatever the way, the program is started
by a `keeper`, which counts its memory and its processes and lets none of them outlive it. What a machine cannot enforce
is said once, when the first program starts.
"""

from __future__ import annotations

import logging
import marshal
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from ludarium.engine.errors import PlayerError
from ludarium.players import visible

Way = Literal["bubblewrap", "namespaces", "plain", "none"]
"""`plain`: kept and watched, but not walled in. `none`: no keeper either, on systems other than Linux."""

PROCESSES = 512
"""So many processes and threads a program may have."""
LONGEST_FILE = 1 << 30
"""The longest file, in bytes, that a program without a limit of memory may write."""
TRY_SECONDS = 20.0

KEEPER = sys.platform.startswith("linux")
"""Whether there can be a keeper: it reads Linux's `/proc`."""

# The packages above the keeper's are stood in for: importing them would take longer than everything else.
_LOAD = """\
import sys
for name, folder in (("ludarium", sys.argv[1]), ("ludarium.players", sys.argv[1] + "/players")):
    sys.modules[name] = type(sys)(name)
    sys.modules[name].__path__ = [folder]
from ludarium.players.keeper.main import main
main(int(sys.argv[2]), int(sys.argv[3]))
"""
_PASSED_ON = ("LANG", "LC_ALL", "LC_CTYPE")
_SAID = "LUDARIUM_SANDBOX_SAID"
"""Set for processes that we start: they need not say the same again."""
_log = logging.getLogger(__name__)


def spec(
    command: Sequence[str],
    *,
    memory: int | None,
    closed: bool = True,
    writable: Path | None = None,
    way: Way | None = None,
) -> dict[str, Any]:
    """What a keeper is told: the command, its limits, and what there is to be seen.

    Memory is in MB. A program that is not `closed` off has all that we have: environment, files, network; it is
    limited and watched all the same. The `way` is the best that works here unless it is given.
    """
    cwd = Path.cwd()
    way = (way or offered()) if closed else "plain"
    words = [visible.resolved(command[0], cwd) if closed else _found(command[0]), *command[1:]]
    seen = visible.visible_to(words, cwd, writable) if way in ("bubblewrap", "namespaces") else None
    size = memory * (1 << 20) if memory else None
    return {
        "way": way,
        "closed": closed,
        "bubblewrap": shutil.which("bwrap"),
        "command": words,
        "cwd": str(cwd),
        "environment": _environment(words, seen) if closed else dict(os.environ),
        "memory": size,
        "file_size": size or LONGEST_FILE,
        "processes": PROCESSES,
        "view": [list(place) for place in seen.in_order()] if seen else [],
        "scratch": list(visible.SCRATCH) if seen else [],
        "scratch_bytes": (size or LONGEST_FILE) // len(visible.SCRATCH),
    }


def keeper_command(leash: int, report: int) -> list[str]:
    """What starts a keeper that listens on one pipe and reports on another."""
    return [sys.executable, "-I", "-S", "-c", _LOAD, str(Path(__file__).parents[1]), str(leash), str(report)]


def packed(told: dict[str, Any]) -> bytes:
    """A spec as the keeper reads it from its leash."""
    message = marshal.dumps(told)
    return len(message).to_bytes(4, "big") + message


@cache
def offered() -> Way:
    """The best way that works on this machine, found out by trying."""
    if not KEEPER:
        return "none"
    ways: list[Way] = ["bubblewrap", "namespaces"] if shutil.which("bwrap") else ["namespaces"]
    return next((way for way in ways if works(way)), "plain")


def works(way: Way) -> bool:
    """Whether a program that does nothing starts and ends well this way."""
    nothing = shutil.which("true")
    if nothing is None or not KEEPER:
        return False
    leash, ours = os.pipe()
    try:
        with open(os.devnull, "wb") as report:
            kept = subprocess.Popen(
                keeper_command(leash, report.fileno()),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(leash, report.fileno()),
                env={},
                start_new_session=True,
            )
        os.write(ours, packed(spec([nothing], memory=64, way=way)))
        try:
            return kept.wait(TRY_SECONDS) == 0
        except subprocess.TimeoutExpired:
            kept.kill()
            kept.wait()
            return False
    except OSError:
        return False
    finally:
        os.close(leash)
        os.close(ours)


def gaps(way: Way) -> str:
    """What is not enforced, as a sentence that names the remedy; empty when everything is."""
    if way == "plain":
        return (
            "program: neither bubblewrap nor namespaces work here: not kept from our files and processes "
            "(install bubblewrap, or run only programs that you trust)"
        )
    if way == "none":
        return (
            "program: this system cannot close programs off: not kept from our files, our processes and the network, "
            "memory not limited (run only programs that you trust)"
        )
    return ""


_said = threading.Lock()


def say_gaps() -> None:
    """Say what is not enforced here, once for this process and all that it starts."""
    missing = gaps(offered())
    if missing and not os.environ.get(_SAID) and _said.acquire(blocking=False):
        os.environ[_SAID] = "yes"
        _log.warning("%s", missing)


def demand_walls() -> None:
    """An error where programs cannot be closed off."""
    missing = gaps(offered())
    if missing:
        raise PlayerError(f"sandbox=strict: {missing.removeprefix('program: ')}")


def _environment(words: Sequence[str], seen: visible.Visible | None) -> dict[str, str]:
    """Nothing of ours but the language: settings, addresses and secrets stand in environments."""
    kept = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {"LANG": "C.UTF-8", **kept, "HOME": "/tmp", "PATH": visible.search_path(words, seen)}


def _found(name: str) -> str:
    return os.path.abspath(shutil.which(name) or name)
