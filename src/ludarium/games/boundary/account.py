"""When in a turn pieces were captured, treasures taken and blobs changed: the rules' own account, for who watches it.

The rules carry out a turn pixel by pixel and keep no diary. So they are asked again: the first part of the turn, with
every piece sent as far along its way as it had come by then, for up to `MOMENTS` moments of it. Targets are whole
hundredths of a pixel, so that a moment may differ by as much; the last one is the turn itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np

from ludarium.engine import MoveValue, View
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import JIT_ENABLED
from ludarium.games.boundary.state import GONE, HUNDREDTHS, MAX_PIECES, SEATS

MOMENTS = 16
"""Into how many parts a turn is divided at most: about what an animation shows."""


@dataclass(frozen=True)
class Moment:
    """What had changed when a share of the turn's longest way was gone, since the moment before it."""

    share: float
    captured: tuple[tuple[int, int, float, float], ...]
    """Seat, piece, and where it stood."""
    taken: tuple[int, ...]
    """Treasures."""
    joined: tuple[tuple[int, int, int], ...]
    """Seat, piece and its blob, of pieces that are in another blob than before."""


def account(before: View, after: View) -> tuple[Moment, ...]:
    """The moments of the turn between two views at which something changed.

    None where it is not known what was planned, or where the rules are not compiled yet: they would take seconds, and
    nobody shall wait for an animation.
    """
    made = after.made
    if made is None or not _is_quick(after.game):
        return ()
    state = before.state.copy()
    state.committed = 0
    state.pending = 0
    return _account(after.game, state.tobytes(), made)


def longest_way(before: View, after: View) -> float:
    """How far the piece goes that is sent farthest; of those that are left where it is not known what was planned."""
    made = after.made
    aims = after.state.aim if made is None else np.array(made, np.float64).reshape(SEATS, MAX_PIECES, 2) / HUNDREDTHS
    there = (before if made is not None else after).state.blob != GONE
    return float(np.where(there, np.hypot(*np.moveaxis(aims - before.state.place, -1, 0)), 0.0).max())


def _is_quick(game: Game) -> bool:
    return JIT_ENABLED and getattr(game.bound.commit, "loaded", True)


@lru_cache(maxsize=64)
def _account(game: Game, before: bytes, made: tuple[MoveValue, ...]) -> tuple[Moment, ...]:
    return tuple(_moments(game, np.frombuffer(before, game.rules.dtype), made))


def _moments(game: Game, before: Any, made: tuple[MoveValue, ...]) -> Iterator[Moment]:
    aims = np.array(made, np.float64).reshape(SEATS, MAX_PIECES, 2) / HUNDREDTHS
    start = before["place"][0]
    standing = before["blob"][0] != GONE
    ways = np.where(standing, np.hypot(*np.moveaxis(aims - start, -1, 0)), 0.0)
    steps = ceil(ways.max())
    last = before
    for number in range(1, min(MOMENTS, steps) + 1):
        share = number / min(MOMENTS, steps)
        gone = share * steps
        part = np.where(ways > gone, gone / np.maximum(ways, 1e-9), 1.0)[..., None]
        places = start + (aims - start) * part
        now = before.copy()
        plans = np.where(standing[..., None], np.rint(places * HUNDREDTHS), 0).astype(np.int32).reshape(SEATS, -1)
        for seat in range(SEATS):
            game.bound.commit(now, 0, seat, plans[seat])
        moment = Moment(
            share,
            tuple(
                (seat, piece, float(places[seat, piece, 0]), float(places[seat, piece, 1]))
                for seat, piece in _pairs((last["blob"][0] != GONE) & (now["blob"][0] == GONE))
            ),
            tuple(int(treasure) for treasure in np.flatnonzero((last["worth"][0] > 0) & (now["worth"][0] == 0))),
            tuple(
                (seat, piece, int(now["blob"][0, seat, piece]))
                for seat, piece in _pairs((last["blob"][0] != now["blob"][0]) & (now["blob"][0] != GONE))
            ),
        )
        if moment.captured or moment.taken or moment.joined:
            yield moment
        last = now


def _pairs(chosen: Any) -> Iterator[tuple[int, int]]:
    return ((int(seat), int(piece)) for seat, piece in np.argwhere(chosen))
