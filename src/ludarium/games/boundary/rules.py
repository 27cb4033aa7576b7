"""The rules of Boundary: set-up, plans and their checking, and how a turn is carried out.

A game of checked moves: any plan that keeps the rules may be made, and `legal` lists numbers of *proposals*:

    0        all pieces stay
    1–8      all go as far as they can in one of the eight directions, from right by way of down
    9        each goes to the nearest treasure
    10       each goes to its nearest ally
    11       each goes to the nearest enemy
    12       each goes away from the nearest enemy
    13       all go to the middle of the team
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import Rules, kernel
from ludarium.engine.kernels.rng import below
from ludarium.engine.slots import Moves, Points, Seat
from ludarium.engine.state import States
from ludarium.games.boundary.blobs import MOST_CHANGES, nearest_ally, number_blobs, regroup
from ludarium.games.boundary.capture import ACROSS, DIRECTIONS, DOWN, carry_out_captures, find_captures
from ludarium.games.boundary.geometry import (
    TOLERANCE,
    blocked,
    gap,
    head_for,
    hundredths,
    in_wall,
    off_field,
    point_on_way,
    reach_of,
    way_is_free,
)
from ludarium.games.boundary.influence import see_all
from ludarium.games.boundary.state import (
    GONE,
    HUNDREDTHS,
    MAX_PIECES,
    MAX_TREASURES,
    MOST_TURNS,
    PLAN_LENGTH,
    SEATS,
    State,
)
from ludarium.games.boundary.work import WORK, Work

TREASURE_MARGIN = 2
"""Pixels between a treasure and the field's edge or a wall at the start: at the very edge nobody could capture it."""

GONE_PIECE, TOO_FAR, OUTSIDE, IN_WALL, THROUGH_WALL = 1, 2, 3, 4, 5
"""What may be wrong with a piece's target; a fault of a plan is REASONS × piece + one of these."""
REASONS = 8

STAY, TO_TREASURE, TO_ALLY, TO_ENEMY, FROM_ENEMY, TO_MIDDLE = 0, 9, 10, 11, 12, 13
PROPOSALS = 14


# --- set-up -----------------------------------------------------------------------------------------------------------


@kernel
def start(state: State) -> None:
    """Pieces and treasures anywhere, outside walls; pieces that stand together are blobs from the start."""
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            state.blob[seat, piece] = GONE
    for seat in range(SEATS):
        for piece in range(state.pieces):
            scatter(state, 0, state.place[seat, piece])
            state.blob[seat, piece] = piece
    for treasure in range(state.treasures):
        scatter(state, TREASURE_MARGIN, state.treasure[treasure])
        low, high = min(state.least_worth, state.most_worth), max(state.least_worth, state.most_worth)
        state.worth[treasure] = low + below(state, int(high) - int(low) + 1)
    work = np.zeros(1, WORK)
    form_blobs(state, work)


@kernel
def scatter(state: State, margin: int, point: Any) -> None:
    """Draw a point of the field, uniform among those so far from the edge and from every wall."""
    width, height = 100 * (int(state.width) - 2 * margin), 100 * (int(state.height) - 2 * margin)
    while True:
        point[0] = (below(state, width + 1) - width // 2) / HUNDREDTHS
        point[1] = (below(state, height + 1) - height // 2) / HUNDREDTHS
        free = True
        for across in range(-1, 2):
            for down in range(-1, 2):
                free = free and not in_wall(state, point[0] + across * margin, point[1] + down * margin)
        if free:
            return


@kernel
def form_blobs(state: State, scratch: States[Work]) -> None:
    """Merge what stands together until nothing changes."""
    work = scratch[0]
    for _ in range(MOST_CHANGES):
        if not regroup(state, work):
            return


# --- plans ------------------------------------------------------------------------------------------------------------


@kernel
def movers(state: State) -> int:
    """Both, until no treasure is left, a team has no piece left, or the turns are over."""
    if state.turn >= state.max_turns:
        return 0
    for seat in range(SEATS):
        if pieces_left(state, seat) == 0:
            return 0
    return 0b11 if treasures_left(state) > 0 else 0


@kernel
def pieces_left(state: State, seat: Seat) -> int:
    """How many pieces a seat has on the field."""
    count = 0
    for piece in range(MAX_PIECES):
        if state.blob[seat, piece] != GONE:
            count += 1
    return count


@kernel
def treasures_left(state: State) -> int:
    """How many treasures are on the field."""
    count = 0
    for treasure in range(MAX_TREASURES):
        if state.worth[treasure] > 0:
            count += 1
    return count


@kernel
def check(state: State, seat: Seat, plan: Any) -> int:
    """The first piece whose target is not allowed, and why."""
    for piece in range(MAX_PIECES):
        reason = fault_of_target(state, seat, piece, int(plan[2 * piece]), int(plan[2 * piece + 1]))
        if reason:
            return REASONS * piece + reason
    return 0


@kernel
def fault_of_target(state: State, seat: Seat, piece: int, column: int, row: int) -> int:
    """What is wrong with a target in hundredths; 0 when a piece may go there."""
    if state.blob[seat, piece] == GONE:
        return GONE_PIECE if column != 0 or row != 0 else 0
    ax, ay = state.place[seat, piece, 0], state.place[seat, piece, 1]
    x, y = column / HUNDREDTHS, row / HUNDREDTHS
    if hundredths(ax) == column and hundredths(ay) == row:
        return 0
    if off_field(state, x, y):
        return OUTSIDE
    if in_wall(state, x, y):
        return IN_WALL
    if gap(ax, ay, x, y) > reach_of(state, seat, piece) + TOLERANCE:
        return TOO_FAR
    return 0 if way_is_free(state, ax, ay, x, y) else THROUGH_WALL


# --- a turn -----------------------------------------------------------------------------------------------------------


@kernel
def resolve(state: State, plans: Any) -> None:
    """Carry out the plans of both seats, pixel by pixel. Draws on no chance."""
    work = np.zeros(1, WORK)
    carry_out(state, plans, work)


@kernel
def carry_out(state: State, plans: Any, scratch: States[Work]) -> None:
    """As `resolve`, in memory of the caller's, which a record alone would not keep alive."""
    work = scratch[0]
    longest = set_out(state, plans, work)
    step = 0
    while step < longest:
        step += 1
        make_step(state, work, step)
    come_to_rest(state, work)
    state.turn += 1


@kernel
def set_out(state: State, plans: Any, work: Work) -> float:
    """Note where every piece stands and goes; returns the longest way."""
    longest = 0.0
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            if state.blob[seat, piece] == GONE:
                continue
            ax, ay = state.place[seat, piece, 0], state.place[seat, piece, 1]
            bx, by = plans[seat, 2 * piece] / HUNDREDTHS, plans[seat, 2 * piece + 1] / HUNDREDTHS
            work.from_x[seat, piece], work.from_y[seat, piece] = ax, ay
            state.aim[seat, piece, 0], state.aim[seat, piece, 1] = bx, by
            work.way[seat, piece] = gap(ax, ay, bx, by)
            longest = max(longest, work.way[seat, piece])
    return longest


@kernel
def walk(state: State, work: Work, step: int) -> None:
    """Put every piece so many pixels along its way; one that would leave the field or enter a wall stops.

    Always reckoned from the start of the way, so that rounding does not add up.
    """
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            way = work.way[seat, piece]
            if state.blob[seat, piece] == GONE or work.stopped[seat, piece] or step >= way + 1:
                continue
            x, y = state.aim[seat, piece, 0], state.aim[seat, piece, 1]
            if step < way:
                x = point_on_way(work.from_x[seat, piece], x, step / way)
                y = point_on_way(work.from_y[seat, piece], y, step / way)
            if blocked(state, x, y):
                work.stopped[seat, piece] = 1
            else:
                state.place[seat, piece, 0], state.place[seat, piece, 1] = x, y


@kernel
def make_step(state: State, work: Work, step: int) -> None:
    """Move all pieces by a pixel; capture; merge and split."""
    walk(state, work, step)
    see_all(state, work.whole)
    lost = find_captures(state, work, step)
    if lost:
        carry_out_captures(state, work)
        for seat in range(SEATS):
            number_blobs(state, seat)
    if regroup(state, work) or lost:
        # Nobody sleeps on: influence may have grown by more than a step.
        for seat in range(SEATS):
            for piece in range(MAX_PIECES):
                work.piece_sleeps[seat, piece] = 0
        for treasure in range(MAX_TREASURES):
            work.treasure_sleeps[treasure] = 0


@kernel
def come_to_rest(state: State, work: Work) -> None:
    """Note how far every piece has come. One that was stopped is put on a whole hundredth of a pixel."""
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            if state.blob[seat, piece] == GONE:
                continue
            x = hundredths(state.place[seat, piece, 0])
            y = hundredths(state.place[seat, piece, 1])
            if work.stopped[seat, piece] and not blocked(state, x / HUNDREDTHS, y / HUNDREDTHS):
                state.place[seat, piece, 0], state.place[seat, piece, 1] = x / HUNDREDTHS, y / HUNDREDTHS
            state.last[seat, piece, 0] = (x - hundredths(work.from_x[seat, piece])) / HUNDREDTHS
            state.last[seat, piece, 1] = (y - hundredths(work.from_y[seat, piece])) / HUNDREDTHS


# --- the end ----------------------------------------------------------------------------------------------------------


@kernel
def result(state: State, points: Points) -> None:
    for seat in range(SEATS):
        points[seat] = state.points[seat]


@kernel
def evaluate(state: State, rewards: Points) -> None:
    """The lead, against the points that are still to be had for treasures and one piece."""
    left = float(state.piece_value)
    for treasure in range(MAX_TREASURES):
        left += state.worth[treasure]
    lead = float(state.points[0]) - float(state.points[1])
    rewards[0] = lead / (abs(lead) + left)
    rewards[1] = -rewards[0]


# --- proposals --------------------------------------------------------------------------------------------------------


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    for option in range(PROPOSALS):
        moves[option] = option
    return PROPOSALS


@kernel
def propose(state: State, seat: Seat, option: int, plan: Any) -> None:
    for piece in range(MAX_PIECES):
        plan[2 * piece], plan[2 * piece + 1] = 0, 0
        if state.blob[seat, piece] != GONE:
            propose_target(state, seat, option, piece, plan)


@kernel
def propose_target(state: State, seat: Seat, option: int, piece: int, plan: Any) -> None:
    """Write one piece's target of a proposal."""
    x, y = state.place[seat, piece, 0], state.place[seat, piece, 1]
    if STAY < option <= DIRECTIONS:
        far = reach_of(state, seat, piece)
        x, y = x + far * ACROSS[option - 1], y + far * DOWN[option - 1]
    elif option == TO_TREASURE:
        treasure = nearest_treasure(state, x, y)
        x, y = state.treasure[treasure, 0], state.treasure[treasure, 1]
    elif option == TO_ALLY:
        ally = nearest_ally(state, seat, piece)
        if ally >= 0:
            x, y = state.place[seat, ally, 0], state.place[seat, ally, 1]
    elif option in (TO_ENEMY, FROM_ENEMY):
        enemy = nearest_piece(state, 1 - seat, x, y)
        ex, ey = state.place[1 - seat, enemy, 0], state.place[1 - seat, enemy, 1]
        if option == TO_ENEMY:
            x, y = ex, ey
        else:
            far = reach_of(state, seat, piece) / max(gap(x, y, ex, ey), TOLERANCE)
            x, y = x + (x - ex) * far, y + (y - ey) * far
    elif option == TO_MIDDLE:
        x, y = team_middle(state, seat, 0), team_middle(state, seat, 1)
    head_for(state, seat, piece, x, y, plan)


@kernel
def nearest_treasure(state: State, x: float, y: float) -> int:
    """The nearest treasure to a point; 0 where none is left."""
    nearest, least = 0, np.inf
    for treasure in range(MAX_TREASURES):
        if state.worth[treasure] > 0:
            distance = gap(x, y, state.treasure[treasure, 0], state.treasure[treasure, 1])
            if distance < least:
                nearest, least = treasure, distance
    return nearest


@kernel
def nearest_piece(state: State, seat: Seat, x: float, y: float) -> int:
    """The nearest piece of a seat to a point; 0 where none is left."""
    nearest, least = 0, np.inf
    for piece in range(MAX_PIECES):
        if state.blob[seat, piece] != GONE:
            distance = gap(x, y, state.place[seat, piece, 0], state.place[seat, piece, 1])
            if distance < least:
                nearest, least = piece, distance
    return nearest


@kernel
def team_middle(state: State, seat: Seat, axis: int) -> float:
    """The mean place of a team along an axis."""
    total = 0.0
    for piece in range(MAX_PIECES):
        total += state.place[seat, piece, axis]
    return total / max(1, pieces_left(state, seat))


RULES = Rules.collect(
    "boundary",
    globals(),
    State,
    max_moves=PROPOSALS,
    max_plies=SEATS * MOST_TURNS,
    checked=("i4", PLAN_LENGTH),
)
