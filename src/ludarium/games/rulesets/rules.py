"""The compiled engine that plays every rule set, from the numbers in its state record.

Written against the functions of `bitset64`; for boards of more than 64 cells they are replaced by those of `bitset192`
when the rules are bound. `codes` says what the numbers of moves mean. Here are turns and results; `board` and `walking`
know how men stand and move, `ends` how a game ends, `extras` what else may be done.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.bitset64 import (
    count,
    fold,
    join,
    load,
    lowest,
    meet,
    minus,
    nothing,
    nth,
    single,
    some,
    store,
    without_lowest,
)
from ludarium.engine.kernels.hashing import combine
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import below
from ludarium.engine.slots import Points
from ludarium.engine.state import States
from ludarium.games.rulesets.board import (
    CAPTURE,
    CHECKERS,
    DROP,
    FLIP,
    REVERSI,
    beside,
    empty_cells,
    exposed,
    outflanked,
    outflanking,
    owned,
    wide,
)
from ludarium.games.rulesets.codes import (
    OPTION,
    PASS,
    RECALL_ANY,
    RECALL_LAST,
    WITH_HYBRID,
    first_cell,
    kind_of,
    option_cell,
    option_of,
    plain_part,
)
from ludarium.games.rulesets.ends import (
    LINE,
    MOST_MEN,
    NO_CELL,
    NO_MEN,
    SURROUND,
    is_surrounded,
    reaches_goal,
    score,
)
from ludarium.games.rulesets.extras import (
    FIRST_OF_TWO,
    FOR_OPPONENT,
    OWN_BEFORE,
    PLAIN,
    SECOND_OF_TWO,
    announce,
    any_left,
    forget,
    has_choices,
    list_extras,
    note,
    remember,
)
from ludarium.games.rulesets.state import EXTRAS, PLAYED, WALKING, State
from ludarium.games.rulesets.walking import (
    MAX_WALKS,
    can_jump,
    can_step,
    list_jumps,
    list_walks,
    random_step,
    walk,
)

NOBODY = -1
_UNDECIDED = -2
_AFTER_MOVE, _ANNOUNCED, _AT_START = 0, 1, 2
"""What turns go on from: a move or a pass, an option, the set-up."""
_SAME_AGAIN, _OTHER, _SAME_AFTER_PASS = 0, 1, 2
"""Who may be next: the same side in a double move, the other one, the same since the other must pass."""
_EVERY_AXIS = 0b1111

MAX_MOVES = 3 * MAX_WALKS + 160
"""Every move plain, with a hybrid and with a non-flipping disk, and the options: up to 144 recalls and three more."""

# --- start and turn ---------------------------------------------------------------------------------------------------


@kernel
def start(state: State) -> None:
    """The board and the men have been set up by `tables.write`."""
    state.winner = NOBODY
    state.turn = 1
    advance(state, 1, _AT_START, NO_CELL)


@kernel
def to_move(state: State) -> int:
    if state.over:
        return -1
    turn = wide(state.turn)
    return int(1 - turn if state.stage == FOR_OPPONENT else turn)


@kernel
def legal(state: State, seat: int, moves: Any) -> int:
    side = wide(state.turn)
    if WALKING and state.pieces >= CHECKERS:
        found = list_walks(state, side, moves)
    else:
        found = 0
        cells = load(state.targets, 0)
        while some(cells):
            moves[found] = lowest(cells)
            cells = without_lowest(cells)
            found += 1
    if found == 0:
        moves[0] = PASS
        return 1
    if EXTRAS and state.extras and has_choices(state, side):
        found = list_extras(state, side, moves, found)
    return found


@kernel
def apply(state: State, seat: int, move: int) -> None:
    side = wide(state.turn)
    after, put = _AFTER_MOVE, NO_CELL
    if move == PASS:
        if WALKING and state.pieces >= CHECKERS:
            state.idle += 1
        if EXTRAS:
            forget(state)
    elif EXTRAS and kind_of(move) == OPTION:
        announce(state, side, option_of(move), option_cell(move))
        after = _ANNOUNCED
    else:
        kind = WITH_HYBRID if EXTRAS and state.firsts[side] else kind_of(move)
        move = plain_part(move)
        if EXTRAS and state.extras:
            remember(state, side, kind)
        if WALKING and state.pieces >= CHECKERS:
            origin, cell = first_cell(move), walk(state, side, move)
        else:
            origin, cell = -1, move
            place(state, side, cell)
            if PLAYED and not state.extras and not state.flank:
                put = cell
        if EXTRAS and state.extras:
            note(state, side, origin, cell, kind)
    advance(state, side, after, put)


@kernel
def advance(state: State, side: int, after: int, put: int) -> None:
    """After what a side has done: is the game over, and if not, who moves next and what can they do? `put` is the cell
    on which it has put a man, where nothing else can have changed what belongs to it.

    One pass through one loop, though other shapes would read more easily: every further place that looks for moves
    makes the compiled code a good deal longer.
    """
    stage = wide(state.stage) if EXTRAS else PLAIN
    winner = _UNDECIDED
    attempt = _OTHER
    if after != _ANNOUNCED:
        if EXTRAS:
            state.stage = PLAIN
            state.barred_from, state.barred_to = 0, 0
        if after == _AFTER_MOVE:
            winner = who_reached_goal(state, side, put)
        if stage == FIRST_OF_TWO and state.idle < state.quiet_limit:
            attempt = _SAME_AGAIN
    able = False
    while winner == _UNDECIDED and not able and attempt <= _SAME_AFTER_PASS:
        following = 1 - side if attempt == _OTHER else side
        if EXTRAS and after == _ANNOUNCED:
            following = wide(state.turn)
        able = prepare(state, following)
        if EXTRAS and after == _ANNOUNCED:
            # Whoever has to move again and cannot, passes.
            return
        if not able and attempt == _OTHER and state.end == NO_MEN:
            winner = side
        attempt += 1
    if EXTRAS and winner == _UNDECIDED and attempt == _SAME_AGAIN + 1:
        state.stage = SECOND_OF_TWO
        return
    if stage != FIRST_OF_TWO or attempt > _SAME_AGAIN:
        state.turn = 1 - side
    if EXTRAS and stage == OWN_BEFORE:
        state.stage = FOR_OPPONENT
    if attempt > _SAME_AFTER_PASS:
        # The other player passes; what was prepared for the side must not stand as the other's moves.
        store(state.targets, 0, nothing())
        state.jumping = 0
    if winner == _UNDECIDED and (not able or state.idle >= state.quiet_limit):
        winner = leader(state)
    if winner != _UNDECIDED:
        finish(state, winner)


@kernel
def result(state: State, points: Points) -> None:
    """1 for a win, ½ for a draw, 0 for a loss."""
    for seat in range(2):
        points[seat] = 0.5 if state.winner == NOBODY else (1.0 if state.winner == seat else 0.0)


@kernel
def hash(state: State) -> Any:
    """The board, the turn, how long nothing has happened, and with extras everything that they can still change."""
    # The turn comes last: it would only flip a bit of the first set of men.
    key = combine(np.uint64(0), fold(load(state.men, 0)))
    key = combine(key, fold(load(state.men, 1)))
    if WALKING and state.pieces == CHECKERS:
        key = combine(key, fold(join(load(state.kings, 0), load(state.kings, 1))))
    if EXTRAS and state.extras:
        key = combine(key, hash_of_extras(state))
    return combine(key, np.uint64(2 * state.idle + state.turn))


@kernel
def hash_of_extras(state: State) -> Any:
    key = combine(fold(load(state.hybrid, 0)), fold(load(state.solid, 0)))
    small = wide(state.stage)
    for number in (state.barred_from, state.barred_to):
        small = small * 256 + number
    for seat in range(2):
        for number in (state.options[seat], state.hybrids[seat], state.solids[seat], state.firsts[seat]):
            small = small * 16 + number
    key = combine(key, np.uint64(small))
    if any_left(state, RECALL_LAST):
        for index in range(4):
            key = combine(key, fold(load(state.before, index)))
        key = combine(key, np.uint64(state.last_from * 256 + state.last_to))
        key = combine(key, np.uint64(state.last_kind * 256 + state.before_idle))
    if any_left(state, RECALL_ANY):
        if state.pieces < CHECKERS:
            key = combine(combine(key, fold(load(state.placed, 0))), fold(load(state.placed, 1)))
        else:
            for cell in range(state.came.shape[0]):
                key = combine(key, np.uint64(state.came[cell]))
    return key


# --- ends -------------------------------------------------------------------------------------------------------------


@kernel
def who_reached_goal(state: State, mover: int, put: int) -> int:
    """The seat that a move of the mover has brought to its goal; `put` as in `advance`."""
    other = 1 - mover
    if state.end == MOST_MEN or (state.end == LINE and state.scoring):
        return _UNDECIDED
    if state.end == NO_MEN:
        return mover if state.pieces != DROP and not some(owned(state, other)) else _UNDECIDED
    if state.end == SURROUND:
        # Whom it leaves without room: first the other, then itself.
        for loser in range(2):
            seat = other if loser == 0 else mover
            if is_surrounded(state, seat):
                return 1 - seat
        return _UNDECIDED
    # Whoever still has a hybrid disk in hand cannot win, and reaches nothing by a goal that wins.
    counts = not EXTRAS or state.hybrids[mover] == 0 or state.misere or state.scoring
    return mover if counts and reaches_goal(state, mover, put) else _UNDECIDED


@kernel
def leader(state: State) -> int:
    """Nobody can move, or nothing happens any more: a draw unless men are counted."""
    lead = 0
    if state.end == MOST_MEN:
        lead = count(owned(state, 0)) - count(owned(state, 1))
    return 0 if lead > 0 else (1 if lead < 0 else NOBODY)


@kernel
def finish(state: State, winner: int) -> None:
    """End the game; `winner` has reached the goal, whatever that is worth."""
    if state.scoring:
        lead = score(state, 0) - score(state, 1)
        winner = 0 if lead > 0 else (1 if lead < 0 else NOBODY)
    if state.misere and winner != NOBODY:
        winner = 1 - winner
    if EXTRAS and winner != NOBODY and state.hybrids[winner] > 0:
        winner = NOBODY
    state.over = 1
    state.winner = winner
    # Nothing stays prepared, so that equal final positions are equal records.
    store(state.targets, 0, nothing())
    state.jumping = 0
    if EXTRAS:
        state.stage = PLAIN
        forget(state)


# --- what can be done -------------------------------------------------------------------------------------------------


@kernel
def prepare(state: State, side: int) -> bool:
    """Note what a side can do; false when it cannot move."""
    if WALKING and state.pieces >= CHECKERS:
        state.jumping = 1 if can_jump(state, side) else 0
        return state.jumping != 0 or can_step(state, side)
    targets = empty_cells(state)
    if state.pieces == REVERSI:
        targets = meet(targets, outflanking(state, owned(state, side), exposed(state, 1 - side)))
    elif state.adjacent:
        men = join(load(state.men, 0), load(state.men, 1))
        if some(men):
            targets = meet(targets, beside(state, men, _EVERY_AXIS))
    if EXTRAS and state.barred_to:
        targets = minus(targets, single(state.barred_to - 1))
    store(state.targets, 0, targets)
    return some(targets)


@kernel
def place(state: State, side: int, cell: int) -> None:
    """Put a man on a cell; what it outflanks is flipped or captured."""
    mine = load(state.men, side)
    man = single(cell)
    if state.flank:
        theirs = load(state.men, 1 - side)
        between = outflanked(state, man, owned(state, side), exposed(state, 1 - side))
        store(state.men, 1 - side, minus(theirs, between))
        if state.flank == FLIP:
            mine = join(mine, between)
    store(state.men, side, join(mine, man))
    if state.flank == CAPTURE:
        # Cells become free again: the number of plies alone sees to it that the game ends.
        state.idle += 1


@kernel
def playout_move(state: State, seat: int, moves: Any, source: Any) -> int:
    """A uniformly random legal move, without listing them where they can be counted."""
    side = wide(state.turn)
    if EXTRAS and state.extras and has_choices(state, side):
        return int(moves[below(source, legal(state, seat, moves))])
    if not WALKING or state.pieces < CHECKERS:
        targets = load(state.targets, 0)
        if not some(targets):
            return PASS
        return nth(targets, below(source, count(targets)))
    if state.jumping:
        return int(moves[below(source, list_jumps(state, side, moves))])
    return random_step(state, side, source)


# --- positions from text ----------------------------------------------------------------------------------------------


@kernel
def settle(states: States[State]) -> None:
    """Work out whose moves there are, and whether the game is over, after men were put on the board from outside."""
    state = states[0]
    mover = wide(state.turn)
    state.winner = NOBODY
    if state.stage != PLAIN:
        # Something was announced in a game that goes on.
        advance(state, mover, _ANNOUNCED, NO_CELL)
        return
    # What a move of the mover must have brought about. Where men walk, a goal may be reached since the start: it counts
    # after the next move. And who has no men has lost, whoever moved.
    winner = _UNDECIDED
    if state.pieces < CHECKERS or state.end == NO_MEN:
        winner = who_reached_goal(state, mover, NO_CELL)
        if state.end == NO_MEN and not some(owned(state, mover)):
            winner = _UNDECIDED
    if winner != _UNDECIDED:
        finish(state, winner)
        return
    state.turn = 1 - mover
    advance(state, 1 - mover, _AFTER_MOVE, NO_CELL)
