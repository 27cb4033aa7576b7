"""What a strategy does in whole games: how fast it advances, how close its pieces stay, whom it jostles.

One strategy takes each seat in turn, a rival strategy all others. The games are those of a match with the same seeds
and seats, followed move by move in compiled code; every game gives one row of counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.loop import states_for
from ludarium.engine.policies import bind_policies
from ludarium.engine.slots import SEATS, Seat
from ludarium.games.jostle.rules import (
    MOVED,
    NOBODY,
    STACK,
    Piece,
    State,
    decide,
    may_move,
    next_turn,
    on_goal,
    piece_on,
    result,
)
from ludarium.games.jostle.strategies.composed import Strategy
from ludarium.games.jostle.strategies.player import in_turn
from ludarium.games.jostle.strategies.policy import composed, opponent_on_goal

# The columns of the counts; "own" is what belongs to the measured strategy.
POINTS, BEST = 0, 1  # own points, and those of the best other player
TURNS, OWN_TURNS = 2, 3  # of the game; passed turns count
ADVANCE, OTHERS_ADVANCE = 4, 5  # fields from the stack to where the pieces stand in the end
GIVEN, TAKEN = 6, 7  # others' pieces jostled by own moves, and own pieces jostled by others' moves
# Summed over own moves: their number, the spread after them, the fields that all own pieces came forward, the fields
# that the foremost piece came forward, whether a cluster stood after them, and whether it was another piece's turn.
MOVES, SPREAD, FORWARD, FRONT, CLUSTERS, OUT_OF_TURN = 8, 9, 10, 11, 12, 13
LATE = 6
"""Added to these columns for moves that are made while an opponent has a piece on a goal field."""
MOVED_ALREADY = OUT_OF_TURN + LATE + 1
"""No count, but what is remembered to count: the own pieces that have moved since all had, as bits."""
COLUMNS = MOVED_ALREADY + 1


class Followed(NamedTuple):
    """Who watches: the counts, and what is needed to count."""

    counts: Any
    """[game, column]"""
    points: Any


@kernel
def follow_decision(state: State, seat: Seat, move: int, game: int, followed: Followed) -> None:
    if follow_move(state, seat, game % SEATS, move, followed.counts[game]):
        next_turn(state)


@kernel
def follow_end(state: State, game: int, plies: int, followed: Followed) -> None:
    result(state, followed.points)
    finish(state, game % SEATS, followed.points, followed.counts[game])


@kernel
def follow_move(state: State, seat: Seat, own: Seat, move: int, count: Any) -> bool:
    """Carry out a decision, and count what it means for the own strategy; True when the turn is over."""
    if seat != own:
        _, jostled, ends = decide(state, seat, move)
        count_jostled(state, own, jostled, True, count)
        return ends
    late = LATE if opponent_on_goal(state, own) else 0
    before = fields_of(state, own)
    front = foremost(state, own)
    front_before = int(state.stands[front])
    goes_on = state.rule == MOVED and state.named > 0
    due = piece_due(state, own, int(count[MOVED_ALREADY]))
    piece, jostled, ends = decide(state, seat, move)
    if piece == NOBODY:
        return ends
    count_jostled(state, own, jostled, False, count)
    count[MOVES + late] += 1
    count[SPREAD + late] += spread_of(state, own)
    count[FORWARD + late] += fields_of(state, own) - before
    count[FRONT + late] += int(state.stands[front]) - front_before
    count[CLUSTERS + late] += 1 if in_a_cluster(state, own) else 0
    if not goes_on:  # whoever goes on after a six has had its turn with the six
        first = own * int(state.pieces)
        count[OUT_OF_TURN + late] += 1 if piece != due else 0
        if (count[MOVED_ALREADY] >> (due - first)) & 1:
            count[MOVED_ALREADY] = 0
        count[MOVED_ALREADY] |= 1 << (piece - first)
    return ends


@kernel
def piece_due(state: State, own: Seat, moved_already: int) -> Piece:
    """Whose turn it is where pieces take turns: the first that can move and has not since all had, or just the first.

    `NOBODY` where none can move.
    """
    first = own * int(state.pieces)
    lowest = NOBODY
    for piece in range(first, first + int(state.pieces)):
        if may_move(state, piece):
            if not (moved_already >> (piece - first)) & 1:
                return piece
            if lowest == NOBODY:
                lowest = piece
    return lowest


@kernel
def count_jostled(state: State, own: Seat, jostled: int, by_others: bool, count: Any) -> None:
    """Count the jostled pieces that are given or taken, not those of a player's own or of others among themselves."""
    pieces = int(state.pieces)
    for piece in range(SEATS * pieces):
        if (jostled >> piece) & 1 and (piece // pieces == own) == by_others:
            count[TAKEN if by_others else GIVEN] += 1


@kernel
def finish(state: State, own: Seat, points: Any, count: Any) -> None:
    """Fill in what the end of a game shows."""
    count[POINTS] = int(points[own])
    for seat in range(SEATS):
        if seat != own:
            count[BEST] = max(count[BEST], int(points[seat]))
            count[OTHERS_ADVANCE] += fields_of(state, seat)
    count[TURNS] = int(state.turns)
    count[OWN_TURNS] = own_turns(int(state.turns), own)
    count[ADVANCE] = fields_of(state, own)


@kernel
def own_turns(turns: int, own: Seat) -> int:
    """How many of the first turns of a game are a seat's."""
    return int((turns - own + SEATS - 1) // SEATS)


@kernel
def fields_of(state: State, seat: Seat) -> int:
    """How many fields a seat's pieces have come from the stack, all together."""
    pieces = int(state.pieces)
    total = pieces
    for piece in range(seat * pieces, (seat + 1) * pieces):
        total += int(state.stands[piece])
    return total


@kernel
def spread_of(state: State, seat: Seat) -> int:
    """The fields between a seat's first and last piece; the stack is the field before the start."""
    pieces = int(state.pieces)
    low = int(state.stands[seat * pieces])
    high = low
    for piece in range(seat * pieces + 1, (seat + 1) * pieces):
        low = min(low, int(state.stands[piece]))
        high = max(high, int(state.stands[piece]))
    return high - low


@kernel
def in_a_cluster(state: State, seat: Seat) -> bool:
    """Whether all of a seat's pieces are on the track, with no empty field between the first and the last of them.

    Pieces of other players may stand among them.
    """
    pieces = int(state.pieces)
    low = int(state.stands[seat * pieces])
    for piece in range(seat * pieces, (seat + 1) * pieces):
        low = min(low, int(state.stands[piece]))
    if low == STACK:
        return False
    for field in range(low, low + spread_of(state, seat)):  # noqa: SIM110 (all() does not compile)
        if piece_on(state, field) == NOBODY:
            return False
    return True


@kernel
def foremost(state: State, seat: Seat) -> Piece:
    """The most advanced piece, not on a goal field, of a seat that can move."""
    pieces = int(state.pieces)
    best = NOBODY
    for piece in range(seat * pieces, (seat + 1) * pieces):
        if not on_goal(state, piece) and (best == NOBODY or state.stands[piece] > state.stands[best]):
            best = piece
    return best


# --- for people -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Games:
    """Games of a strategy against rivals, one row of counts each."""

    strategy: Strategy
    rivals: Strategy
    counts: Any

    def __len__(self) -> int:
        return len(self.counts)

    def column(self, *columns: int) -> Any:
        """The sum of some columns, by game."""
        return self.counts[:, list(columns)].sum(axis=1)

    @property
    def wins(self) -> int:
        """Games that the strategy won alone."""
        return int((self.counts[:, POINTS] > self.counts[:, BEST]).sum())

    @property
    def ties(self) -> int:
        """Games in which the strategy shared the win."""
        return int((self.counts[:, POINTS] == self.counts[:, BEST]).sum())


def follow(game: Game, strategy: Strategy, rivals: Strategy, seeds: Sequence[int], order: str = "key") -> Games:
    """Play a game for each seed; the strategy takes every seat in turn, and compares its pieces in this order."""
    play = bind_policies(game, (composed,), enact=follow_decision, conclude=follow_end)
    counts = np.zeros((len(seeds), COLUMNS), np.int64)
    followed = Followed(counts, np.zeros(2 * game.seats))
    table = in_turn(game, strategy, rivals, len(seeds), order)
    play(states_for(game), np.array(seeds, np.uint64), 0, table, followed)
    return Games(strategy, rivals, counts)
