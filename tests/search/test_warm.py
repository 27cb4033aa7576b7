"""Warming: afterwards nothing is left to compile, neither here nor in another process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.engine import SPECTATOR, Game, Match
from ludarium.games import load
from ludarium.players import make
from ludarium.search import perft, solve, warm
from ludarium.search.solver import grow

ROOT = Path(__file__).parents[2]
PARTS = ["rules", "play-outs", "perft", "minimax", "maxn", "mcts", "ismcts"]
SEARCHERS = [
    "minimax:iterations=50",
    "maxn:iterations=50",
    "mcts:iterations=20",
    "ismcts:iterations=20",
    "mo-ismcts:iterations=20",
]


@pytest.mark.parametrize(
    ("name", "parts"),
    [("tic-tac-toe", [*PARTS, "solver"]), ("kuhn-poker", PARTS), ("blotto", PARTS), ("pig", PARTS)],
)
def test_it_names_each_part_when_it_is_done(name: str, parts: list[str]) -> None:
    assert list(warm(load(name))) == parts


def compiled_versions(game: Game) -> set[str]:
    """Every door that Python has called, with the types it was called with."""
    own = game.bound.binder
    doors: list[Any] = [door for binder in (own, *own._wider.values()) for door in binder._doors.values()]
    return {f"{door.__qualname__} {signature}" for door in doors for signature in door.signatures}


def use_everything(game: Game) -> None:
    """What the command line does with a game."""
    for text in SEARCHERS:
        match = Match(game, [make(text, game) for _ in range(game.seats)], seed=1, strict=True)
        for number, _ in enumerate(match.play()):
            if number == 12:
                break
    Match(game, [make("random", game) for _ in range(game.seats)], seed=1, strict=True).run().verify(load)
    position = game.start(1)
    assert game.read_position(position.text).text == position.text
    position.view(SPECTATOR).draw()
    perft(position, 2)
    if not (game.hidden or game.chance or game.at_once):
        solve(position, 100)
        game.bound.binder.bind(grow)(np.zeros(8, np.uint64), np.zeros(32, np.uint64))


def left_out(name: str) -> list[str]:
    """What is compiled or loaded by using a warmed game."""
    game = load(name)
    for _ in warm(game):
        pass
    before = compiled_versions(game)
    use_everything(game)
    return sorted(compiled_versions(game) - before)


def in_another_process(code: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600, cwd=ROOT
    )
    return answer.stdout.strip()


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker", "goofspiel", "blotto", "pig"])
def test_nothing_that_is_used_was_left_out(name: str) -> None:
    """In a process of its own: other tests may have called here what warming forgot."""
    assert in_another_process(f"from tests.search.test_warm import left_out; print(left_out({name!r}))") == "[]"


@pytest.mark.compiled
def test_another_process_compiles_nothing() -> None:
    for _ in warm(load("kuhn-poker")):
        pass
    code = """
from numba.core import event

compiled = event.RecordingListener()
event.register("numba:compile", compiled)

from ludarium.games import load
from ludarium.search import warm

parts = list(warm(load("kuhn-poker")))
print(len(parts), len(compiled.buffer))
"""
    assert in_another_process(code) == f"{len(PARTS)} 0"
