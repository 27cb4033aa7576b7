"""What the enemy can do next: its best turn for each roll, counted out.

A position after n movements is where a roll of n ends and the beginning of every higher one, so that one list of
positions serves all rolls. The last movement of the highest roll is not listed: most of the positions would be made by
it, and most of those are seen to be no better than one found before without being made.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.state import States
from ludarium.games.tarble.board import BEYOND, CELLS, CENTRE, DEADLY, NEIGHBOUR, PIECES
from ludarium.games.tarble.players.distances import FAR, fill_nearest
from ludarium.games.tarble.players.outcomes import GOES_ON, closest_pair, outcome, unpack, worth_of_outcome
from ludarium.games.tarble.rules import EMPTY, FACES, NEUTRAL, State
from ludarium.games.tarble.turns import CELL_MASK, MADE_SHIFT, all_turns

POINT = 100
"""The unit of all worths: a hundredth of a point."""
GAME = 1200
"""What it costs to lose the game at once, where that is only a chance."""
EXPOSED = 250
"""What it costs to end where the other can capture with any roll; with less likely rolls, that part of it."""
MANY, SOME = 6, 4
"""With so many pieces nobody counts out more than rolls of 4, or of 5: the others are taken to be like those."""


@kernel
def expected_reply(states: States[State], nearest: Any) -> int:
    """What the enemy can expect of its next turn, whose dice have not fallen: the mean over all rolls.

    `states[0]` is the position after a turn, with the enemy to move; `nearest` is scratch of `fill_nearest`.
    """
    state = states[0]
    seat = int(state.seat)
    fill_nearest(state, seat, nearest)
    counted = FACES
    if state.count[seat] >= MANY:
        counted = 4
    elif state.count[seat] >= SOME:
        counted = 5
    best = best_replies(state, counted, nearest)
    together = 0
    for roll in range(1, FACES + 1):
        together += best[min(roll, counted)]
    return int(together // FACES)


@kernel
def best_replies(state: State, highest: int, nearest: Any) -> Any:
    """For each roll up to the highest the worth of the best turn: points, the game, and what may be captured in return.

    What it may cost is judged by the enemy that stands closest, by board distance.
    """
    seat = int(state.seat)
    lead = int(state.points[seat]) - int(state.points[1 - seat])
    others = int(state.count[1 - seat])
    best = np.full(highest + 1, -2 * GAME, np.int64)
    cells = np.empty(PIECES, np.int64)
    keys, _, _, count, ends, end_count = all_turns(state, highest - 1, False)
    last_layer = count
    for entry in range(1, count):
        made = np.int64(keys[entry] >> MADE_SHIFT)
        if made == highest - 1 and entry < last_layer:
            last_layer = entry
        best[made] = max(best[made], worth_of_end(state, keys[entry], lead, others, nearest, cells, best[made]))
    for end in range(end_count):  # turns that are over before all movements have been made
        made = np.int64(keys[ends[end]] >> MADE_SHIFT)
        if made < highest - 1:
            worth = worth_of_end(state, keys[ends[end]], lead, others, nearest, cells, -2 * GAME)
            for roll in range(made + 1, highest + 1):
                best[roll] = max(best[roll], worth)
    best[highest] = best_last_movement(state, keys[last_layer:count], nearest, best[highest])
    return best


@kernel
def worth_of_end(state: State, key: Any, lead: int, others: int, nearest: Any, cells: Any, best: int) -> int:
    """The worth of a turn that ends so; where it is no better than another, anything up to that."""
    kept, _, captured, taken, neutral = unpack(key, cells)
    gain = taken + neutral
    ended = outcome(state, lead + gain, others - taken, kept)
    worth = POINT * gain + GAME * worth_of_outcome(ended)
    if ended == GOES_ON and worth > best:
        worth -= exposure(closest_pair(cells, kept, nearest[captured]))
    return int(worth)


@kernel
def exposure(closest: int) -> int:
    """What it costs to end so close to an enemy."""
    return EXPOSED * max(0, FACES + 1 - closest) // FACES


@kernel
def best_last_movement(state: State, keys: Any, nearest: Any, best: int) -> int:
    """The best worth of the turns that make one more movement in one of these positions, or `best` if that is more."""
    seat = int(state.seat)
    other = 1 - seat
    lead = int(state.points[seat]) - int(state.points[other])
    enemies = int(state.count[other])
    neutral_here = state.board[CENTRE] == NEUTRAL
    number = np.full(CELLS, -1, np.int64)  # of the enemy on a cell
    board = state.board.copy()
    for piece in range(state.count[seat]):
        board[state.pieces[seat, piece]] = EMPTY
    for enemy in range(enemies):
        number[state.pieces[other, enemy]] = enemy
    pieces = int(state.count[seat])
    cells, near, stay = np.empty(PIECES, np.int64), np.empty(PIECES, np.int64), np.empty(PIECES, np.int64)
    for index in range(keys.shape[0]):
        key = keys[index]
        kept, _, captured, taken, neutral = unpack(key, stay)
        gain = taken + neutral
        if taken == enemies and state.finish == 0:
            best = max(best, worth_of_end(state, key, lead, enemies, nearest, stay, best))
            continue
        # The two pieces that are closest to an enemy: whichever moves, the other stays where it is.
        first, second, exposed = FAR, FAR, -1
        for piece in range(pieces):
            cells[piece] = np.int64(key >> np.uint64(7 * piece) & CELL_MASK)
            near[piece] = FAR if DEADLY[cells[piece]] else np.int64(nearest[captured, cells[piece]])
            if near[piece] < first:
                first, second, exposed = near[piece], first, piece
            elif near[piece] < second:
                second = near[piece]
        may_end = kept <= 1 or taken >= enemies - 1
        steps = may_end or POINT * gain - exposure(second) > best
        if not steps and POINT * (gain + 1) <= best:
            continue

        for enemy in range(enemies):
            if captured >> enemy & 1:
                board[state.pieces[other, enemy]] = EMPTY
        if neutral_here and neutral:
            board[CENTRE] = EMPTY
        for piece in range(pieces):
            board[cells[piece]] = seat + 1
        stuck = True
        for piece in range(pieces):
            cell = cells[piece]
            unmoved = second if piece == exposed else first
            for direction in range(6):
                goal = np.int64(NEIGHBOUR[cell, direction])
                if goal < 0:
                    continue
                there = board[goal]
                if there == seat + 1 or (there == EMPTY and not steps):
                    continue
                now, more, closest = captured, 0, unmoved
                if there != EMPTY:
                    over = goal
                    goal = np.int64(BEYOND[cell, direction])
                    if goal < 0 or board[goal] != EMPTY:
                        continue
                    more = 1
                    if there != NEUTRAL:
                        now = captured | 1 << number[over]
                stuck = False
                left = kept + int(DEADLY[cell]) - int(DEADLY[goal])
                ended = outcome(state, lead + gain + more, enemies - taken - int(now != captured), left)
                worth = POINT * (gain + more) + GAME * worth_of_outcome(ended)
                if ended == GOES_ON and worth > best:
                    if now != captured:  # the others may be safer now
                        closest = FAR
                        for another in range(pieces):
                            if another != piece and not DEADLY[cells[another]]:
                                closest = min(closest, int(nearest[now, cells[another]]))
                    if not DEADLY[goal]:
                        closest = min(closest, int(nearest[now, goal]))
                    worth -= exposure(closest)
                best = max(best, worth)
        if stuck and steps:
            best = max(best, worth_of_end(state, key, lead, enemies, nearest, stay, best))

        for piece in range(pieces):
            board[cells[piece]] = EMPTY
        for enemy in range(enemies):
            if captured >> enemy & 1:
                board[state.pieces[other, enemy]] = other + 1
        if neutral_here:
            board[CENTRE] = NEUTRAL
    return int(best)
