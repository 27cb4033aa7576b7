"""The page about the searches: what it says of options and limits is so, and its Python runs."""

from __future__ import annotations

import re

import pytest

from ludarium.players import GENERIC
from ludarium.players.searching import Ismcts, MaxN, Mcts, Minimax, MoIsmcts, Perfect
from ludarium.search.solver import LONGEST
from tests.documentation import ROOT, blocks

PAGE = ROOT / "docs" / "search.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", [Minimax, MaxN, Mcts, Ismcts, MoIsmcts, Perfect], ids=lambda kind: kind.name)
def test_the_options_and_defaults_are_those_of_the_player(kind: type[Mcts]) -> None:
    row = re.search(rf"^\| `{kind.name}` \|.*\| (.*) \|$", TEXT, re.MULTILINE)
    assert row is not None
    shown = dict(option.split("=") for option in re.findall(r"`([a-z]+=[\d.]+)`", row[1]))
    assert {name: float(value) for name, value in shown.items()} == {
        parameter.name: float(parameter.default) for parameter in kind.parameters
    }
    assert kind.name in GENERIC


def test_the_limits_are_those_of_the_solver() -> None:
    assert f"lines of up to {LONGEST - 1} plies" in TEXT


@pytest.mark.compiled
def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for _, code in blocks(PAGE, "python"):
        exec(compile(code, "search.md", "exec"), {"__name__": __name__})
    assert ", worlds 20)" in capsys.readouterr().out
