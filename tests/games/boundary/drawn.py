"""Hand-drawn positions: blobs of pieces and treasures at given places, counted from the middle of the field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.engine import Game
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.players.basic import do_plan
from ludarium.games.boundary.state import GONE, MAX_PIECES

Point = tuple[float, float]
Blobs = Sequence[Sequence[Point]]
RED, BLUE = 0, 1

ROUND: dict[str, Any] = {"influence": 24.0, "reach": 25.0, "merge": 36.0, "split": 54.0}
"""Positions that are drawn by hand are drawn for these figures, whatever the game's defaults are."""


def hand_game(**given: Any) -> Boundary:
    """The game with the round figures, where nothing else is given."""
    return Boundary(**{**ROUND, **given})


def drawn(red: Blobs, blue: Blobs = ((),), treasures: Sequence[tuple[float, float, int]] = (), **given: Any) -> Any:
    """An array of one state with these blobs; pieces are numbered as they come."""
    game = hand_game(**given)
    states = game.blank_states(0)
    state = states[0]
    state.blob[:] = GONE
    for seat, blobs in enumerate((red, blue)):
        piece = 0
        for blob in blobs:
            first = piece
            for point in blob:
                state.place[seat, piece] = point
                state.blob[seat, piece] = first
                piece += 1
    for number, (x, y, worth) in enumerate(treasures):
        state.treasure[number] = (x, y)
        state.worth[number] = worth
    return states


def memory() -> Any:
    return np.zeros(MAX_PIECES, np.int64)


def plan(strategy: int, states: Any, kept: Any | None = None, seat: int = RED, game: Game | None = None) -> list[Point]:
    """A strategy's targets for the seat's pieces, in pixels from the middle."""
    game = game or hand_game()
    written = game.empty_move()
    door = game.bound.binder.bind(do_plan)
    door(states, 0, strategy, seat, memory() if kept is None else kept, written)
    pairs = written.reshape(MAX_PIECES, 2) / 100
    return [(float(x), float(y)) for x, y in pairs]
