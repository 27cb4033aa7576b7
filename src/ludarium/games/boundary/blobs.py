"""Merging and splitting of blobs.

Each piece looks at its nearest ally. One in another blob, nearer than `merge` × √(size of that blob), makes the two
blobs one. One in its own blob, but farther than `split` × √(size of its blob), makes the piece leave and be a blob of
its own. All pieces decide on the same position; then those that split leave, and then those that merge join, so that
the order of pieces means nothing. Of allies equally near the one with the lowest number counts.

A piece takes part in at most 20 steps of merging and splitting a turn: as the one that splits, the one that merges, or
the ally that it merges with.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.slots import Seat
from ludarium.games.boundary.geometry import gap, size_of
from ludarium.games.boundary.state import GONE, MAX_PIECES, SEATS, State
from ludarium.games.boundary.work import Work

MOST_CHANGES = 20
"""Merges and splits of a piece in a turn."""

_STAYS = -1
_OLD = 3 * MAX_PIECES
"""Added to numbers of blobs while they are renumbered; above all that occur."""


@kernel
def nearest_ally(state: State, seat: Seat, piece: int) -> int:
    """The nearest other piece of the same team; -1 for the last one."""
    nearest, least = -1, np.inf
    for other in range(MAX_PIECES):
        if other != piece and state.blob[seat, other] != GONE:
            distance = gap(
                state.place[seat, piece, 0],
                state.place[seat, piece, 1],
                state.place[seat, other, 0],
                state.place[seat, other, 1],
            )
            if distance < least:
                nearest, least = other, distance
    return nearest


@kernel
def wish_of(state: State, seat: Seat, piece: int) -> int:
    """The ally that a piece merges with; the piece itself when it splits; -1 when it stays as it is."""
    ally = nearest_ally(state, seat, piece)
    if ally < 0:
        return _STAYS
    distance = gap(
        state.place[seat, piece, 0],
        state.place[seat, piece, 1],
        state.place[seat, ally, 0],
        state.place[seat, ally, 1],
    )
    if state.blob[seat, ally] != state.blob[seat, piece]:
        return ally if distance < state.merge * np.sqrt(float(size_of(state, seat, ally))) else _STAYS
    return piece if distance > state.split * np.sqrt(float(size_of(state, seat, piece))) else _STAYS


@kernel
def regroup(state: State, work: Work) -> bool:
    """Split and merge blobs after a step; say whether any changed."""
    changed = False
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            work.wish[seat, piece] = _STAYS
            if state.blob[seat, piece] != GONE and work.changes[seat, piece] < MOST_CHANGES:
                wish = wish_of(state, seat, piece)
                if wish >= 0 and work.changes[seat, wish] < MOST_CHANGES:
                    work.wish[seat, piece] = wish
                    changed = True
    if changed:
        for seat in range(SEATS):
            carry_out_wishes(state, work, seat)
            number_blobs(state, seat)
    return changed


@kernel
def carry_out_wishes(state: State, work: Work, seat: Seat) -> None:
    """Let the splitting pieces of a seat leave, then the merging ones join."""
    for piece in range(MAX_PIECES):
        if work.wish[seat, piece] == piece:
            # A number that no blob has: those of blobs are numbers of pieces.
            state.blob[seat, piece] = MAX_PIECES + piece
    for piece in range(MAX_PIECES):
        ally = work.wish[seat, piece]
        if ally >= 0 and ally != piece:
            joined, into = int(state.blob[seat, piece]), int(state.blob[seat, ally])
            for other in range(MAX_PIECES):
                if state.blob[seat, other] == joined:
                    state.blob[seat, other] = into
    for piece in range(MAX_PIECES):
        takes_part = work.wish[seat, piece] >= 0
        for other in range(MAX_PIECES):
            takes_part = takes_part or work.wish[seat, other] == piece
        if takes_part:
            work.changes[seat, piece] += 1


@kernel
def number_blobs(state: State, seat: Seat) -> None:
    """Number the blobs of a seat by their lowest piece."""
    for piece in range(MAX_PIECES):
        if state.blob[seat, piece] != GONE:
            state.blob[seat, piece] += _OLD
    for piece in range(MAX_PIECES):
        old = int(state.blob[seat, piece])
        if old >= _OLD:
            for other in range(piece, MAX_PIECES):
                if state.blob[seat, other] == old:
                    state.blob[seat, other] = piece
