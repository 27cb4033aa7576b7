"""What all tests share: the compiled and the interpreted run, and hypothesis without surprises.

The suite runs compiled, and its tests of kernels once more with `NUMBA_DISABLE_JIT=1`, where they are plain Python
a hundred times slower. Tests scale their counts with `scale`; those that are about compiling are marked `compiled`.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import settings

from ludarium.cli.common import out, side
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import REGISTRY

_SLOWER = 10

# Without the compiler, kernels are what is looked at: the engine's, the searches', the games' and those of self-play.
# Everything above them runs the same Python in both runs.
_ABOVE_KERNELS = [
    *("arena/*", "cli/*", "library/*", "players/*", "scenes/*", "server/*", "store/*"),
    *("studies/*", "web/*", "games/test_own_folder.py"),
    *("test_docs.py", "test_errors.py", "test_project.py"),
    *("design/test_cli.py", "design/test_compared.py", "design/test_report.py", "design/test_run.py"),
    *("games/*/test_commands.py", "games/*/test_scene.py", "games/test_plain_scenes.py", "games/test_thumbnails.py"),
]
collect_ignore_glob = [] if JIT_ENABLED else _ABOVE_KERNELS


def scaled(count: int) -> int:
    """A number of repetitions: as given when compiled, a tenth (at least 1) when not."""
    return count if JIT_ENABLED else max(1, count // _SLOWER)


def quick_settings(game: str) -> dict[str, int]:
    """Settings for whole games of any kind: the game's own when compiled, a small field for Boundary when not."""
    small = {"width": 160, "height": 120, "pieces": 2, "treasures": 2, "max_turns": 2}
    return {} if JIT_ENABLED or game != "boundary" else small


@pytest.fixture(scope="session")
def scale() -> Callable[[int], int]:
    """`scale(n)` is n repetitions when compiled, a tenth of them when not."""
    return scaled


@pytest.fixture(autouse=True)
def _same_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed is as wide in every test, whatever the tests before it did to the terminal."""
    monkeypatch.setenv("COLUMNS", "120")
    out.cache_clear()
    side.cache_clear()


def pytest_configure(config: pytest.Config) -> None:
    # A shell that runs the suite in the background has it ignore interrupts, and so would every program started here:
    # the tests that interrupt one could never end it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "compiled: is about compiled code, and skipped when the JIT is off")
    # derandomize: the same examples in every run. No database: nothing is written beside the tests.
    settings.register_profile(
        "ludarium", deadline=None, derandomize=True, database=None, max_examples=60 if JIT_ENABLED else 20
    )
    settings.load_profile("ludarium")


def pytest_report_header() -> str:
    return "kernels: compiled" if JIT_ENABLED else "kernels: interpreted (NUMBA_DISABLE_JIT=1)"


_LONG = ("arena/test_kills.py", "server/test_chaos.py", "test_docs.py", "web/")
"""Files of few and long tests."""
_BY_GAME = ("conformance", "games", "players", "search")
"""Folders whose files are divided by game: their tests call kernels, and share nothing else."""


@cache
def homes() -> dict[str, str]:
    """The folder of each game."""
    return {name: entry.home.rpartition(".")[2] for name, entry in REGISTRY.entries.items()}


@cache
def room_of(nodeid: str) -> str:
    """The game that a test is about, by its folder or by what it is given; else its file."""
    path, _, test = nodeid.removeprefix("tests/").partition("::")
    folder, _, rest = path.partition("/")
    about = rest.partition("/")[0].removeprefix("test_").removesuffix(".py") if folder == "games" else ""
    given = f"-{test.partition('[')[2].removesuffix(']')}-"
    if folder not in _BY_GAME or about in homes().values():
        return about or path
    return next((home for name, home in homes().items() if f"-{name}-" in given), path)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadscope`, what is about one game runs in one process: every process compiles the game's rules for
    itself, below whatever calls them, and two that do so at once do it twice."""
    if config.getoption("dist") != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = room_of
    return scheduler


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        # Games first, which compile most: programs that are started later find it done. Then what takes long, so that
        # in the end nobody waits.
        rooms = {item: room_of(item.nodeid) for item in items}
        sizes, games = Counter(rooms.values()), set(homes().values())
        ranks = {room: 0 if room in games else 1 if room.startswith(_LONG) else 2 for room in sizes}
        items.sort(key=lambda item: (ranks[rooms[item]], -sizes[rooms[item]]))
    if not JIT_ENABLED:
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="the JIT is off"))
