"""When in a turn pieces were captured, treasures taken and blobs changed: the rules' own account, for who watches it.

The rules carry out a turn pixel by pixel and keep no diary. So the turn is carried out once more by the same steps, and
after some of them it is noted how things stand: in one call, since servers do it for every turn.
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
from ludarium.engine.kernels.jit import JIT_ENABLED, Door, kernel
from ludarium.engine.state import States
from ludarium.games.boundary.rules import make_step, set_out
from ludarium.games.boundary.state import GONE, HUNDREDTHS, MAX_PIECES, SEATS, State
from ludarium.games.boundary.work import WORK

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


@kernel
def follow(states: States[State], plans: Any, marks: Any, blobs: Any, worth: Any) -> None:
    """Carry out the plans of both seats, and note blobs and treasures after each of the marked steps, which ascend."""
    state = states[0]
    scratch = np.zeros(1, WORK)
    work = scratch[0]
    longest = set_out(state, plans, work)
    step, noted = 0, 0
    while step < longest and noted < marks.shape[0]:
        step += 1
        make_step(state, work, step)
        if step == marks[noted]:
            blobs[noted] = state.blob
            worth[noted] = state.worth
            noted += 1


def account(before: View, after: View) -> tuple[Moment, ...]:
    """The moments of the turn between two views at which something changed.

    None where it is not known what was planned, or where `follow` is not compiled yet: it would take seconds, and
    nobody shall wait for an animation.
    """
    made = after.made
    if made is None or not JIT_ENABLED:
        return ()
    state = before.state.copy()
    state.committed = 0
    state.pending = 0
    follower = after.game.bound.bind(follow)
    known = state.tobytes()
    if isinstance(follower, Door) and not follower.ready_for(*_asked(after.game, known, made)):
        return ()
    return _account(after.game, known, made)


def longest_way(before: View, after: View) -> float:
    """How far the piece goes that is sent farthest; of those that are left where it is not known what was planned."""
    made = after.made
    aims = after.state.aim if made is None else np.array(made, np.float64).reshape(SEATS, MAX_PIECES, 2) / HUNDREDTHS
    there = (before if made is not None else after).state.blob != GONE
    return _longest(before.state.place, aims, there)


def _longest(places: Any, aims: Any, there: Any) -> float:
    return float(np.where(there, np.hypot(*np.moveaxis(aims - places, -1, 0)), 0.0).max())


def _asked(game: Game, before: bytes, made: tuple[MoveValue, ...]) -> tuple[Any, ...]:
    """What `follow` is given for a turn: up to `MOMENTS` steps of it, evenly spread, the last one among them."""
    states = np.frombuffer(before, game.rules.dtype).copy()
    plans = np.array(made, np.int64).reshape(SEATS, -1)
    steps = ceil(_longest(states["place"][0], plans.reshape(SEATS, -1, 2) / HUNDREDTHS, states["blob"][0] != GONE))
    parts = min(MOMENTS, steps)
    marks = np.array([ceil(number * steps / parts) for number in range(1, parts + 1)], np.int64)
    blobs = np.zeros((parts, *states["blob"][0].shape), states["blob"].dtype)
    worth = np.zeros((parts, *states["worth"][0].shape), states["worth"].dtype)
    return states, plans, marks, blobs, worth


@lru_cache(maxsize=64)
def _account(game: Game, before: bytes, made: tuple[MoveValue, ...]) -> tuple[Moment, ...]:
    asked = _asked(game, before, made)
    game.bound.bind(follow)(*asked)
    return tuple(_moments(np.frombuffer(before, game.rules.dtype), *asked[1:]))


def _moments(before: Any, plans: Any, marks: Any, blobs: Any, worths: Any) -> Iterator[Moment]:
    """The steps after which something stands otherwise than after the one before."""
    start, blob, worth = before["place"][0], before["blob"][0], before["worth"][0]
    aims = plans.reshape(SEATS, MAX_PIECES, 2) / HUNDREDTHS
    ways = np.hypot(*np.moveaxis(aims - start, -1, 0))
    for step, now, left in zip(marks, blobs, worths, strict=True):
        places = start + (aims - start) * np.minimum(step / np.maximum(ways, 1e-9), 1.0)[..., None]
        moment = Moment(
            float(step / marks[-1]),
            tuple(
                (seat, piece, float(places[seat, piece, 0]), float(places[seat, piece, 1]))
                for seat, piece in _pairs((blob != GONE) & (now == GONE))
            ),
            tuple(int(treasure) for treasure in np.flatnonzero((worth > 0) & (left == 0))),
            tuple((seat, piece, int(now[seat, piece])) for seat, piece in _pairs((blob != now) & (now != GONE))),
        )
        if moment.captured or moment.taken or moment.joined:
            yield moment
        blob, worth = now, left


def _pairs(chosen: Any) -> Iterator[tuple[int, int]]:
    return ((int(seat), int(piece)) for seat, piece in np.argwhere(chosen))
