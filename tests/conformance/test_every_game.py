"""Every registered game meets every demand of the conformance suite: registering a game enrols it here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache

import pytest

from ludarium.engine import Game
from ludarium.engine.conformance import CHECKS, Case, random_record, run_check
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import REGISTRY, load

SEEDS = range(3 if JIT_ENABLED else 1)
SPREAD = 16 if JIT_ENABLED else 5
DEALS = 600 if JIT_ENABLED else 200

GAMES = list(REGISTRY.entries)
SHORT_FORMS = ["5x5 drop line-4", "6x6 reversi most-men", "6x6 checkers no-men"]


SMALLER: dict[str, dict[str, object]] = {
    "boundary": {"width": 200, "height": 150, "pieces": 3, "treasures": 4, "max_turns": 6}
}
"""Games whose turns take minutes without the compiler are then played with these settings."""


@cache
def game(name: str) -> Game:
    return load(name) if JIT_ENABLED else load(name, **SMALLER.get(name, {}))


@cache
def case(name: str, seed: int) -> Case:
    """A case is shared by all checks, so that its random game is played once."""
    return Case(game(name), seed, spread=SPREAD, deals=DEALS)


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", GAMES)
def test_conformance(name: str, check: str) -> None:
    for seed in SEEDS:
        assert run_check(CHECKS[check], case(name, seed)) is None


@pytest.mark.parametrize("name", SHORT_FORMS)
def test_conformance_of_short_forms(name: str) -> None:
    findings = [run_check(check, case(name, 0)) for check in CHECKS.values()]
    assert not any(findings), findings


@pytest.mark.parametrize("name", GAMES)
def test_what_the_registry_says_is_true(name: str) -> None:
    entry = REGISTRY.entries[name]
    seats = next((parameter for parameter in game(name).parameters if parameter.name == "seats"), None)
    assert game(name).name == name
    assert entry.summary
    if entry.origin == "ludarium":
        low, high = (seats.low, seats.high) if seats else (game(name).seats, game(name).seats)
        assert entry.seats == (f"{low}" if low == high else f"{low}–{high}")


@pytest.mark.parametrize("name", GAMES)
def test_metadata_is_complete(name: str) -> None:
    assert game(name).title
    assert game(name).summary
    assert len(game(name).rules_text()) > len(game(name).summary)
    for parameter in game(name).parameters:
        assert parameter.help, parameter.name


_PLAY = """
import json, sys
from ludarium.engine.conformance import random_record
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
assert not JIT_ENABLED
records = {name: random_record(load(name), 11, decisions=30) for name in sys.argv[1:]}
print(json.dumps({name: [decision.check for decision in record.decisions] for name, record in records.items()}))
"""


@pytest.fixture(scope="module")
def interpreted_checks() -> dict[str, list[str]]:
    """The checks of a short random game of every game, played by another process without the JIT."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", _PLAY, *GAMES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_interpreted_play_are_identical(name: str, interpreted_checks: dict[str, list[str]]) -> None:
    record = random_record(game(name), 11, decisions=30)
    assert record.decisions
    assert [decision.check for decision in record.decisions] == interpreted_checks[name]
