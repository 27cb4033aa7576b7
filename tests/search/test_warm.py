"""Warming: afterwards nothing is left to compile, neither here nor in another process."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ludarium.engine import SPECTATOR, Game, Match
from ludarium.games import load
from ludarium.players import make
from ludarium.search import perft, solve, warm
from ludarium.search.solver import grow

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
    doors: dict[Any, Any] = game.bound.binder._doors
    return {f"{door.__qualname__} {signature}" for door in doors.values() for signature in door.signatures}


def use_everything(game: Game) -> None:
    """What the command line does with a game."""
    for text in SEARCHERS:
        players = [make(text, game) for _ in range(game.seats)]
        match = Match(game, players, seed=1, strict=True)
        for number, _ in enumerate(match.play()):
            if number == 12:
                break
    match = Match(game, [make("random", game) for _ in range(game.seats)], seed=1, strict=True)
    match.run().verify(load)
    position = game.start(1)
    assert game.read_position(position.text).text == position.text
    position.view(SPECTATOR).draw()
    perft(position, 2)
    if "perfect" in SEARCHERS or not (game.hidden or game.chance or game.at_once):
        solve(position, 100)
        game.bound.binder.bind(grow)(np.zeros(8, np.uint64), np.zeros(32, np.uint64))


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker", "goofspiel", "blotto", "pig"])
def test_nothing_that_is_used_was_left_out(name: str) -> None:
    game = load(name)
    for _ in warm(game):
        pass
    before = compiled_versions(game)
    use_everything(game)
    assert compiled_versions(game) == before


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
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert answer.stdout.split() == [str(len(PARTS)), "0"]
