"""The core alone: what it does, and what it says about packages that come with extras."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ludarium.engine.extras import MissingExtra, extra_of, missing, needing_extras

pytestmark = pytest.mark.compiled  # once is enough

_ALONE = """
import sys
from importlib.metadata import requires
class Blocked:
    '''Stands for an environment in which no extra is installed.'''
    names = {names}
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named '{{name}}'", name=name)
sys.meta_path.insert(0, Blocked())
from ludarium.cli.app import run
sys.exit(run({arguments}))
"""
_NAMES = {
    *("alembic", "altair", "choix", "filelock", "jinja2", "openskill", "optuna", "pyarrow", "scipy", "sqlalchemy"),
    *("argon2", "fastapi", "pydantic", "starlette", "uvicorn", "vl_convert", "websockets", "zxcvbn"),
}


def alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = _ALONE.format(names=_NAMES, arguments=list(arguments))
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("players", "pig"),
        ("rules", "checkers"),
        ("show", "reversi"),
        ("perft", "tic-tac-toe", "2"),
        ("match", "kuhn-poker", "random", "random", "--games", "10"),
        ("ask", "tic-tac-toe", "mcts:iterations=20"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_core_needs_no_extra(arguments: tuple[str, ...]) -> None:
    done = alone(*arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("tournament", "kuhn-poker", "random", "random", "--games", "4"), "arena"),
        (("runs",), "arena"),
        (("serve",), "lab"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_what_is_missing_is_named_with_its_remedy(arguments: tuple[str, ...], extra: str) -> None:
    done = alone(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("this needs the package ")
    assert done.stderr.endswith(f"which is not installed: pip install 'ludarium[{extra}]'\n")


def test_packages_know_their_extra() -> None:
    assert (extra_of("SQLAlchemy"), extra_of("argon2_cffi"), extra_of("ray")) == ("arena", "lab", "ray")
    assert extra_of("numpy") is None
    assert extra_of("pytest") is None


def test_a_library_call_raises_a_typed_error() -> None:
    with pytest.raises(MissingExtra, match=r"vl-convert-python.*ludarium\[arena\]"), needing_extras():
        raise ModuleNotFoundError("No module named 'vl_convert'", name="vl_convert")
    with pytest.raises(ModuleNotFoundError, match="of_nobody") as caught, needing_extras():
        raise ModuleNotFoundError("No module named 'of_nobody'", name="of_nobody")
    assert missing(caught.value) is None
