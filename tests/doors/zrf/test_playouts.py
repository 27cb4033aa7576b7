"""Random moves that are drawn from a set of cells: the very games of moves drawn from the list."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ludarium.doors.zrf.files import load
from ludarium.engine.kernels.rng import GENERATOR
from ludarium.engine.rules import BoundRules, uniform_move
from tests.conftest import scaled

EXAMPLES = Path(__file__).parents[3] / "examples" / "zrf"


@pytest.mark.parametrize("file", ["reversi", "tictactoe", "checkers"])
def test_random_games_are_those_of_the_list(file: str) -> None:
    game = load(str(EXAMPLES / f"{file}.zrf"))

    def played(bound: BoundRules) -> tuple[int, int, bytes]:
        states, source = bound.states(2), np.zeros(1, GENERATOR)
        states[0] = game.start().state
        plies = int(bound.playouts(states, source, bound.moves(), scaled(50)))
        return plies, int(source[0]["rng"]), states[1].tobytes()

    drawn = played(game.bound)
    assert drawn == played(game.rules.bind(game.seats, playout_move=uniform_move))
    assert drawn[0] > 0
