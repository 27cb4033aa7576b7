"""The project as a whole: what no single module can promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer.main

import ludarium
from ludarium.cli.app import app
from tests.conftest import room_of

ROOT = Path(__file__).parents[1]
LONGEST = 600
GENERATED = {"web/src/api/schema.ts"}
"""Written by programs, read by nobody."""
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def tracked() -> list[Path]:
    """Every file that belongs to the project, whether it is committed yet or not."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("this copy of the project is no git repository")
    return [ROOT / line for line in listing.stdout.splitlines() if (ROOT / line).is_file()]


def test_no_file_names_a_machine_or_a_registry() -> None:
    folder = r"(?<![\w.~-])/(?:" + "|".join(["work", "farm", "root", "tmp", "home", "opt"]) + r")/[\w.-]+"
    registry = r"https?://[\w.-]*(?:" + "|".join(["pypi", "pythonhosted", "npmjs", "debian"]) + r")[\w.-]*"
    found = []
    for file in tracked():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # no text
        for match in re.finditer(f"{folder}|{registry}", text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{file.relative_to(ROOT)}:{line}: {match[0]}")
    assert found == []


def test_no_module_is_too_long_to_read() -> None:
    lengths = {
        str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines())
        for file in tracked()
        if file.suffix in (".py", ".ts", ".tsx") and str(file.relative_to(ROOT)) not in GENERATED
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_the_changelog_begins_with_this_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == ludarium.__version__


def test_everything_that_is_needed_is_pinned_and_nothing_says_from_where() -> None:
    pins = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            assert re.fullmatch(r"[\w.-]+==[\w.]+", line), line
            name, version = line.split("==")
            pins[re.sub(r"[-_.]+", "-", name.lower())] = version
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    names = {re.sub(r"[-_.]+", "-", re.split(r"[<>=!~\[; ]", need)[0].lower()) for need in needed}
    assert names - pins.keys() == {"ludarium"}  # extras name each other


def test_imports_go_one_way() -> None:
    linter = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", linter], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ci_can_be_run() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0


def sections() -> dict[str, str]:
    """The sections of the command line's page by the name of their command."""
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    return {part.split(maxsplit=1)[0]: part for part in text.split("\n## ")[1:]}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    section = sections()[name]
    for parameter in COMMANDS[name].params:
        for option in parameter.opts:
            if option.startswith("--") and option not in ("--help", "--set"):  # --set is explained for all at the top
                assert f"`{option}" in section, option
    assert f"$ ludarium {name}" in section


def test_no_command_is_documented_that_does_not_exist() -> None:
    assert sections().keys() == COMMANDS.keys()


@pytest.mark.parametrize(
    ("test", "room"),
    [
        ("tests/games/tarble/test_tree.py::test_one_seed", "tarble"),
        ("tests/games/test_pig.py::test_the_start", "pig"),
        ("tests/games/test_levels.py::test_levels[reversi]", "rulesets"),
        ("tests/players/test_searching.py::test_every_search_plays_every_game[mo-ismcts-kuhn-poker]", "kuhn_poker"),
        ("tests/players/test_searching.py::test_it_beats_chance[mcts]", "players/test_searching.py"),
        ("tests/web/test_boards.py::test_a_board[reversi]", "web/test_boards.py"),
    ],
)
def test_what_is_about_one_game_runs_in_one_process(test: str, room: str) -> None:
    assert room_of(test) == room
