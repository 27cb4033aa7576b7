"""`import ludarium`: what it offers, and that it loads nothing before it is asked."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import ludarium

FUNCTIONS = [name for name in ludarium.__all__ if name.islower() and name != "__version__"]
HEAVY = {"numpy", "numba", "scipy", "sqlalchemy", "altair", "pyarrow", "rich", "typer", "IPython"}


def test_importing_loads_nothing_heavy() -> None:
    probe = f"import sys, ludarium; sys.exit(' '.join({HEAVY} & set(sys.modules)) or 0)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ludarium.__all__)
def test_every_name_is_there_and_explained(name: str) -> None:
    found = getattr(ludarium, name)
    if name not in ("SPECTATOR", "__version__"):
        assert inspect.getdoc(found)
    assert name in dir(ludarium)


def test_the_types_that_editors_see_are_those_that_are_loaded() -> None:
    tree = ast.parse(Path(ludarium.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    declared = {
        name.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for name in node.names
    }
    assert sorted([*declared, "__version__"]) == sorted(ludarium.__all__)
    assert declared == {name: f"ludarium.{home}" for name, home in ludarium._HOMES.items()}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_functions_even_where_a_package_has_their_name(name: str) -> None:
    found = getattr(ludarium, name)
    assert callable(found)
    assert inspect.signature(found).return_annotation is not inspect.Signature.empty


def test_packages_stay_packages() -> None:
    import ludarium.search
    from ludarium.games import load
    from ludarium.search import mcts

    room = sys.modules["ludarium.games"]
    assert isinstance(room, ModuleType)
    assert room.load is load
    assert sys.modules["ludarium.search"].mcts is mcts
    assert "tic-tac-toe" in ludarium.games()


@pytest.mark.parametrize("first", ["ludarium.games", "ludarium.games.rulesets.game", "ludarium.cli.app"])
def test_they_can_be_called_whoever_imported_them(first: str) -> None:
    probe = f"import {first}, ludarium; print(len(ludarium.games()), ludarium.game('pig').seats)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{len(ludarium.games())} 2\n", "")


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'gmaes'"):
        _ = ludarium.gmaes  # type: ignore[attr-defined]


def test_the_reference_has_every_function_and_type() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^::: ludarium\.(\S+)$", page, re.MULTILINE))
    missing = {
        f"{home}.{name}"
        for name, home in ludarium._HOMES.items()
        if f"{home}.{name}" not in listed and home not in listed and name != "SPECTATOR"
    }
    assert missing == set()
