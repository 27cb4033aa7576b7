"""Doors without the packages they need: each says which is missing, and the command that installs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.compiled,  # once is enough
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks processes"),
]
ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]

PIXELS = 'from ludarium.doors.environments import pixels; pixels(\'<svg width="1" height="1"/>\')'
GRADES = "{1: {'a': 1, 'b': 2}, 2: {'a': 2, 'b': 2}}"
RECORD = "ludarium.match('tic-tac-toe', ['random', 'random'], games=1, seed=1, progress=False).record(0)"
CASES = [
    ("gymnasium", "gymnasium", "import ludarium.doors.gymnasium"),
    ("pettingzoo", "pettingzoo", "import ludarium.doors.pettingzoo"),
    ("pettingzoo", "pettingzoo gymnasium", "import ludarium.doors.pettingzoo"),
    ("openspiel", "pyspiel open_spiel", "import ludarium.doors.openspiel"),
    ("openspiel", "pyspiel open_spiel", "ludarium.game('openspiel:chess')"),
    ("openspiel", "pyspiel open_spiel", "import ludarium.doors.openspiel.bots"),
    ("openspiel", "pyspiel open_spiel", "ludarium.player('openspiel-bot:mcts', 'tic-tac-toe')"),
    ("notebook", "anywidget", "ludarium.table('tic-tac-toe')"),
    ("notebook", "anywidget", f"ludarium.replay({RECORD}).widget()"),
    ("notebook", "quickjs", "ludarium.game('tic-tac-toe').start().svg()"),
    ("notebook", "PIL", 'from ludarium.doors.environments import pixels; pixels(\'<svg width="1" height="1"/>\')'),
    ("arena", "vl_convert", 'from ludarium.doors.environments import pixels; pixels(\'<svg width="1" height="1"/>\')'),
    ("arena", "pyarrow", "ludarium.games().to_arrow()"),
    ("frames", "pandas", "ludarium.games().to_pandas()"),
    ("frames", "polars", "ludarium.games().to_polars()"),
    # Those of other rooms.
    ("arena", "sqlalchemy", "ludarium.runs()"),
    ("lab", "uvicorn", "command('serve', '--port', '0')"),
    ("lab", "websockets", "command('serve', '--port', '0')"),
    ("studies", "yaml", "from ludarium.studies.plan.reading import read_plan; read_plan('title: x', 'plan.yaml')"),
    ("studies", "krippendorff", f"from ludarium.studies.analysis.agreement import alpha; alpha({GRADES})"),
    ("postgres", "psycopg", "ludarium.runs(database='postgresql://nobody@localhost/nothing')"),
    ("ray", "ray", "from ludarium.arena.run.cluster import connected; connected('local')"),
    ("fingerprints", "sklearn", "from ludarium.games.boundary.fingerprints import classifier; classifier('tree', 1)"),
]
NOTHING_OF_THEIR_OWN = {"all", "bench", "design"}
FOR_WORK_ON_THE_LAB = {"attacks", "dev", "web"}
_ASK = """
import json, os, sys
import ludarium, ludarium.engine.extras
from ludarium.engine.errors import LudariumError
cases, needed = json.loads(sys.stdin.read())
ludarium.engine.extras.requires = lambda name: needed  # as pyproject.toml says, whatever is installed
class Blocked:
    names = ()
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
sys.meta_path.insert(0, Blocked)
def command(*words):
    import contextlib, io
    from ludarium.cli import main
    sys.argv = ["ludarium", *words]
    with contextlib.redirect_stderr(io.StringIO()) as said, contextlib.suppress(SystemExit):
        main()
    raise LudariumError(said.getvalue().strip())
Blocked.find_spec = classmethod(Blocked.find_spec)
for blocked, code in cases:
    child = os.fork()
    if child == 0:
        Blocked.names = blocked.split()
        try:
            exec(code)
            said = "nothing is missing"
        except LudariumError as error:
            said = str(error)
        except BaseException as error:
            said = f"{type(error).__name__}, which is none of ours: {error}"
        print(json.dumps(said), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.fixture(scope="module")
def said() -> list[str]:
    """What each case says; every one in a process that has loaded nothing but the core."""
    needed = [f'{package.split("#")[0].strip()} ; extra == "{extra}"' for extra in EXTRAS for package in EXTRAS[extra]]
    given = json.dumps([[[blocked, code] for _, blocked, code in CASES], needed])
    done = subprocess.run(
        [sys.executable, "-c", _ASK],
        input=given,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},  # nothing is played for long
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = [str(json.loads(line)) for line in done.stdout.splitlines()]
    assert len(found) == len(CASES), done.stdout + done.stderr
    return found


@pytest.mark.parametrize("number", range(len(CASES)), ids=[f"{extra}: {code}" for extra, _, code in CASES])
def test_what_is_missing_is_named_with_its_command(said: list[str], number: int) -> None:
    assert said[number].endswith(f": pip install 'ludarium[{CASES[number][0]}]'"), said[number]


def test_no_extra_is_forgotten() -> None:
    assert {extra for extra, _, _ in CASES} | NOTHING_OF_THEIR_OWN | FOR_WORK_ON_THE_LAB == set(EXTRAS)
