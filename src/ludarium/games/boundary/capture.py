"""What is captured after a step.

A piece looks along eight directions for 30 pixels. Three pixels in a row in the enemy's colour count one, and so does
the field's edge or a wall, at most three of these in all; ground of the piece's own colour at the far end takes one
away. A piece is captured when the sum is at least `surround`. A treasure looks at the nearest pixel only and goes to
the team that holds at least six of the eight: there are not twelve, so it can never be both.

All captures of a step are found on the same position and then carried out together.

Most pieces are far from every enemy. Nobody comes nearer than a pixel in a step, so that from the distance now it is
known for how many steps a piece or treasure need not be looked at; a change of any blob makes all look again.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.slots import Seat
from ludarium.games.boundary.geometry import blocked, gap, off_field
from ludarium.games.boundary.influence import Scene, closest_blob, holder, holder_in, see_near
from ludarium.games.boundary.state import GONE, MAX_PIECES, MAX_TREASURES, NEUTRAL, SEATS, State
from ludarium.games.boundary.work import Work

DIRECTIONS = 8
ACROSS = (1, 1, 0, -1, -1, -1, 0, 1)
DOWN = (0, 1, 1, 1, 0, -1, -1, -1)
"""The directions in order around a point: 0 is to the right, 2 down."""
SIGHT = 30
IN_A_ROW = 3
MOST_EDGES = 3
TREASURE_SURROUND = 6

SIGHT_RADIUS = SIGHT * 1.415
"""No pixel that a piece looks at is farther away."""
TOUCH_RADIUS = 1.5
"""No pixel that a treasure looks at is farther away."""

_ROUNDING = 1e-6
"""Added where something is left out because it is too far away: more than all rounding."""

NOTHING, ENEMY, EDGE, OWN = 0, 1, 2, 3
"""What a direction ends with."""


@kernel
def look(state: State, near: Scene, seat: Seat, x: float, y: float, direction: int) -> int:
    """What a piece of a seat sees in one direction."""
    enemy = 1 - seat
    row = 0
    across, down = ACROSS[direction], DOWN[direction]
    first, last = pixels_in_reach(near, enemy, x, y, across, down)
    for pixel in range(1, SIGHT + 1):
        px, py = x + pixel * across, y + pixel * down
        if blocked(state, px, py):
            return EDGE
        theirs_it_is = False
        if first <= pixel <= last:
            theirs, their_radius = closest_blob(near, enemy, px, py)
            if theirs <= their_radius:  # an effective distance is never smaller: often the second team is not needed
                ours, our_radius = closest_blob(near, seat, px, py)
                theirs_it_is = holder(theirs, their_radius, ours, our_radius) == 0
        row = row + 1 if theirs_it_is else 0
        if row == IN_A_ROW:
            return ENEMY
    px, py = x + SIGHT * across, y + SIGHT * down
    return OWN if holder_in(near, px, py) == seat else NOTHING


@kernel
def pixels_in_reach(near: Scene, enemy: Seat, x: float, y: float, across: int, down: int) -> tuple[int, int]:
    """The first and last pixel in a direction that the enemy may hold; last < first where there is none.

    A blob's distance is at least that of its nearest piece: only pixels within the blob's radius of one can be held.
    Each piece's disc cuts the ray in an interval around the point nearest to the piece.
    """
    low, high = SIGHT + 1.0, 0.0
    length = float(across * across + down * down)
    first = 0
    for blob in range(near.blobs[enemy]):
        radius = near.radii[enemy, blob]
        for piece in range(first, first + int(near.sizes[enemy, blob])):
            ex, ey = near.x[enemy, piece] - x, near.y[enemy, piece] - y
            middle = (ex * across + ey * down) / length
            inside = (radius * radius - ex * ex - ey * ey) / length + middle * middle + _ROUNDING
            if inside >= 0.0:
                half = np.sqrt(inside) + _ROUNDING
                low, high = min(low, middle - half), max(high, middle + half)
        first += int(near.sizes[enemy, blob])
    return int(np.floor(max(low, 0.0))), int(np.ceil(high))


@kernel
def can_be_surrounded(state: State, whole: Scene, seat: Seat, x: float, y: float) -> bool:
    """Whether enough directions of a place can be closed at all: by an enemy in reach, the field's edge or a wall."""
    closed = 0
    for direction in range(DIRECTIONS):
        across, down = ACROSS[direction], DOWN[direction]
        first, last = pixels_in_reach(whole, 1 - seat, x, y, across, down)
        in_reach = last >= 1 and first <= SIGHT
        if in_reach or state.wall_count > 0 or off_field(state, x + SIGHT * across, y + SIGHT * down):
            closed += 1
        elif closed + DIRECTIONS - 1 - direction < state.surround:
            return False
    return closed >= state.surround


@kernel
def is_surrounded(state: State, near: Scene, seat: Seat, piece: int) -> bool:
    """Whether a piece is captured where it stands, given all blobs that matter near it."""
    x, y = state.place[seat, piece, 0], state.place[seat, piece, 1]
    away = direction_away(near, seat, x, y)
    enemies, edges, own = 0, 0, 0
    for number in range(DIRECTIONS):
        # From the direction away from the nearest enemy to both sides: most often three looks decide.
        turned = (number + 1) // 2 if number % 2 else -(number // 2)
        seen = look(state, near, seat, x, y, (away + turned) % DIRECTIONS)
        if seen == ENEMY:
            enemies += 1
        elif seen == EDGE:
            edges += 1
        elif seen == OWN:
            own += 1
        if enemies + min(edges, MOST_EDGES) - own + DIRECTIONS - 1 - number < state.surround:
            return False
    return True


@kernel
def direction_away(near: Scene, seat: Seat, x: float, y: float) -> int:
    """The direction that leads away from the nearest enemy piece. Only decides where a piece looks first."""
    enemy = 1 - seat
    count = 0
    for blob in range(near.blobs[enemy]):
        count += int(near.sizes[enemy, blob])
    least, ex, ey = np.inf, 0.0, 0.0
    for other in range(count):
        distance = gap(near.x[enemy, other], near.y[enemy, other], x, y)
        if distance < least:
            least, ex, ey = distance, near.x[enemy, other] - x, near.y[enemy, other] - y
    best, least = 0, np.inf
    for direction in range(DIRECTIONS):
        toward = (ex * ACROSS[direction] + ey * DOWN[direction]) / np.sqrt(
            float(ACROSS[direction] * ACROSS[direction] + DOWN[direction] * DOWN[direction])
        )
        if toward < least:
            best, least = direction, toward
    return best


@kernel
def taker(state: State, near: Scene, treasure: int) -> int:
    """The team that captures a treasure, or NEUTRAL, given all blobs that matter near it."""
    x, y = state.treasure[treasure, 0], state.treasure[treasure, 1]
    first, second = 0, 0
    for direction in range(DIRECTIONS):
        px, py = x + ACROSS[direction], y + DOWN[direction]
        if not blocked(state, px, py):
            colour = holder_in(near, px, py)
            if colour == 0:
                first += 1
            elif colour == 1:
                second += 1
        rest = DIRECTIONS - 1 - direction
        if first + rest < TREASURE_SURROUND and second + rest < TREASURE_SURROUND:
            return NEUTRAL
    return 0 if first >= TREASURE_SURROUND else 1


@kernel
def slack(whole: Scene, seat: Seat, x: float, y: float) -> float:
    """How far a point is, at least, from ground that a seat can hold."""
    least = np.inf
    first = 0
    for blob in range(whole.blobs[seat]):
        for piece in range(first, first + int(whole.sizes[seat, blob])):
            distance = gap(whole.x[seat, piece], whole.y[seat, piece], x, y) - whole.radii[seat, blob]
            least = min(least, distance)
        first += int(whole.sizes[seat, blob])
    return least


@kernel
def find_captures(state: State, work: Work, step: int) -> bool:
    """Mark what is captured after a step in `work.lost` and `work.taker`; say whether anything is."""
    found = False
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            work.lost[seat, piece] = 0
            if state.blob[seat, piece] == GONE or work.piece_sleeps[seat, piece] > step:
                continue
            x, y = state.place[seat, piece, 0], state.place[seat, piece, 1]
            # Both may walk toward each other, hence two pixels a step.
            steps = (slack(work.whole, 1 - seat, x, y) - SIGHT_RADIUS) / 2
            if steps > 1:
                work.piece_sleeps[seat, piece] = step + steps_of(steps)
            elif can_be_surrounded(state, work.whole, seat, x, y):
                see_near(work.whole, work.near, 1 - seat, x, y, SIGHT_RADIUS)
                see_near(work.whole, work.near, seat, x, y, SIGHT_RADIUS)
                if is_surrounded(state, work.near, seat, piece):
                    work.lost[seat, piece] = 1
                    found = True
    for treasure in range(MAX_TREASURES):
        work.taker[treasure] = NEUTRAL
        if state.worth[treasure] == 0 or work.treasure_sleeps[treasure] > step:
            continue
        x, y = state.treasure[treasure, 0], state.treasure[treasure, 1]
        steps = min(slack(work.whole, 0, x, y), slack(work.whole, 1, x, y)) - TOUCH_RADIUS
        if steps > 1:
            work.treasure_sleeps[treasure] = step + steps_of(steps)
            continue
        first = see_near(work.whole, work.near, 0, x, y, TOUCH_RADIUS)
        second = see_near(work.whole, work.near, 1, x, y, TOUCH_RADIUS)
        if first or second:
            work.taker[treasure] = taker(state, work.near, treasure)
            if work.taker[treasure] != NEUTRAL:
                found = True
    return found


@kernel
def steps_of(steps: float) -> int:
    """A number of steps to sleep, bounded: an empty team leaves others asleep for good."""
    return int(min(steps, 1e6))


@kernel
def carry_out_captures(state: State, work: Work) -> None:
    """Take all that is marked off the field, with its points."""
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            if work.lost[seat, piece]:
                state.points[1 - seat] += int(state.piece_value)
                state.blob[seat, piece] = GONE
                for axis in range(2):
                    state.place[seat, piece, axis] = 0.0
                    state.last[seat, piece, axis] = 0.0
                    state.aim[seat, piece, axis] = 0.0
    for treasure in range(MAX_TREASURES):
        if work.taker[treasure] != NEUTRAL:
            state.points[work.taker[treasure]] += int(state.worth[treasure])
            state.worth[treasure] = 0
            for axis in range(2):
                state.treasure[treasure, axis] = 0.0
