"""The compiled engine that plays every rule set, from the numbers in its state record.

Written against the functions of `bitset64`; for boards of more than 64 cells they are replaced by those of `bitset192`
when the rules are bound. Moves are numbers:

- drop, reversi: the cell, or `PASS`;
- checkers: from top to bottom 8 bits for the cell, 16 directions of 3 bits in order, 5 bits for the number of jumps (0
  is a step). Directions 0–3 go up along an axis, 4–7 down. Since a jump must go on while it can, no list of directions
  begins another, and the moves come out sorted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.bitset64 import (
    count,
    down,
    fold,
    has,
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
    up,
    without_lowest,
)
from ludarium.engine.kernels.hashing import combine
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import below

DROP, REVERSI, CHECKERS = 0, 1, 2
LINE, MOST_MEN, NO_MEN = 0, 1, 2
PASS = -1
NOBODY = -1

MAX_MOVES = 512
"""More than any position of play has; a list of jumps that would grow beyond it is cut."""
MAX_JUMPS = 16
"""As many as a move has room for. A king can capture more in one move only on boards from 11 × 11, where it stops."""
_CELL_SHIFT = 53
_FIRST_JUMP = 50  # the lowest bit of the first direction
_JUMPS = 31  # the bits of the number of jumps

# --- start and turn ---------------------------------------------------------------------------------------------------


@kernel
def start(state: Any) -> None:
    """The board and the men have been set up by `tables.write`."""
    state.winner = NOBODY
    if not prepare(state, 0):
        judge(state, 1)


@kernel
def to_move(state: Any) -> int:
    return -1 if state.over else state.turn


@kernel
def legal(state: Any, seat: int, moves: Any) -> int:
    if state.pieces == CHECKERS:
        found = list_jumps(state, seat, moves) if state.jumping else list_steps(state, seat, moves)
    else:
        found = 0
        cells = load(state.targets, 0)
        while some(cells):
            moves[found] = lowest(cells)
            cells = without_lowest(cells)
            found += 1
    if found == 0:
        moves[0] = PASS
        found = 1
    return found


@kernel
def apply(state: Any, seat: int, move: int) -> None:
    if move != PASS:
        if state.pieces == CHECKERS:
            walk(state, seat, move)
        else:
            place(state, seat, move)
    elif state.pieces == CHECKERS:
        state.idle += 1
    state.turn = 1 - seat
    judge(state, seat)


@kernel
def result(state: Any, points: Any) -> None:
    """1 for a win, ½ for a draw, 0 for a loss."""
    for seat in range(2):
        points[seat] = 0.5 if state.winner == NOBODY else (1.0 if state.winner == seat else 0.0)


@kernel
def hash(state: Any) -> Any:
    """The board, the turn, and in checkers how long nothing has happened."""
    # The turn comes last: it would only flip a bit of the first set of men.
    key = combine(np.uint64(0), fold(load(state.men, 0)))
    key = combine(key, fold(load(state.men, 1)))
    if state.pieces == CHECKERS:
        key = combine(key, fold(join(load(state.kings, 0), load(state.kings, 1))))
    return combine(key, np.uint64(2 * state.idle + state.turn))


# --- ends -------------------------------------------------------------------------------------------------------------


@kernel
def judge(state: Any, mover: int) -> None:
    """After a move: is the game over, and if not, what can the other player do?"""
    other = 1 - mover
    if state.end == LINE:
        if has_line(state, load(state.men, mover)):
            finish(state, mover)
            return
    elif state.end == NO_MEN and state.pieces != DROP and not some(load(state.men, other)):
        finish(state, mover)
        return
    if not prepare(state, other):
        if state.end == NO_MEN:
            finish(state, mover)
            return
        if not prepare(state, mover):
            finish_on_count(state)
            return
        # The other player passes; what was prepared for the mover must not stand as the other's moves.
        store(state.targets, 0, nothing())
        state.jumping = 0
    if state.idle >= state.quiet_limit:
        finish_on_count(state)


@kernel
def finish(state: Any, winner: int) -> None:
    state.over = 1
    state.winner = 1 - winner if state.misere and winner != NOBODY else winner
    # Nothing stays prepared, so that equal final positions are equal records.
    store(state.targets, 0, nothing())
    state.jumping = 0


@kernel
def finish_on_count(state: Any) -> None:
    """Nobody can move, or nothing happens any more: a draw unless men are counted."""
    winner = NOBODY
    if state.end == MOST_MEN:
        lead = count(load(state.men, 0)) - count(load(state.men, 1))
        if lead > 0:
            winner = 0
        elif lead < 0:
            winner = 1
    finish(state, winner)


@kernel
def has_line(state: Any, men: Any) -> bool:
    for axis in range(4):
        step = state.step[axis]
        inside = meet(men, load(state.onto_up, axis))
        run = men
        for _ in range(state.line - 1):
            run = meet(inside, up(run, step))
        if some(run):
            return True
    return False


@kernel
def prepare(state: Any, seat: int) -> bool:
    """Note what a seat can do; false when it cannot move."""
    mine = load(state.men, seat)
    theirs = load(state.men, 1 - seat)
    if state.pieces == CHECKERS:
        state.jumping = 1 if can_jump(state, seat) else 0
        return state.jumping != 0 or can_step(state, seat)
    empty = minus(load(state.cells, 0), join(mine, theirs))
    targets = meet(empty, outflanking(state, mine, theirs)) if state.pieces == REVERSI else empty
    store(state.targets, 0, targets)
    return some(targets)


# --- drop and reversi -------------------------------------------------------------------------------------------------


@kernel
def place(state: Any, seat: int, cell: int) -> None:
    mine = load(state.men, seat)
    man = single(cell)
    if state.pieces == REVERSI:
        theirs = load(state.men, 1 - seat)
        flipped = outflanked(state, man, mine, theirs)
        store(state.men, 1 - seat, minus(theirs, flipped))
        mine = join(mine, flipped)
    store(state.men, seat, join(mine, man))


@kernel
def outflanking(state: Any, mine: Any, theirs: Any) -> Any:
    """The cells behind straight lines of their men that begin beside one of mine; some of them may be occupied."""
    found = nothing()
    for axis in range(4):
        step = state.step[axis]
        onto = load(state.onto_up, axis)
        chain = meet(theirs, onto)
        line = meet(chain, up(mine, step))
        for _ in range(state.longest - 3):
            line = join(line, meet(chain, up(line, step)))
        found = join(found, meet(onto, up(line, step)))
        onto = load(state.onto_down, axis)
        chain = meet(theirs, onto)
        line = meet(chain, down(mine, step))
        for _ in range(state.longest - 3):
            line = join(line, meet(chain, down(line, step)))
        found = join(found, meet(onto, down(line, step)))
    return found


@kernel
def outflanked(state: Any, man: Any, mine: Any, theirs: Any) -> Any:
    """Their men between a new man and mine."""
    found = nothing()
    for axis in range(4):
        step = state.step[axis]
        onto = load(state.onto_up, axis)
        chain = meet(theirs, onto)
        line = meet(chain, up(man, step))
        for _ in range(state.longest - 3):
            line = join(line, meet(chain, up(line, step)))
        if some(meet(meet(mine, onto), up(line, step))):
            found = join(found, line)
        onto = load(state.onto_down, axis)
        chain = meet(theirs, onto)
        line = meet(chain, down(man, step))
        for _ in range(state.longest - 3):
            line = join(line, meet(chain, down(line, step)))
        if some(meet(meet(mine, onto), down(line, step))):
            found = join(found, line)
    return found


# --- checkers ---------------------------------------------------------------------------------------------------------


@kernel
def neighbours(state: Any, cells: Any, direction: int) -> Any:
    """The cells one step away in a direction."""
    axis = direction & 3
    if direction < 4:
        return meet(load(state.onto_up, axis), up(cells, state.step[axis]))
    return meet(load(state.onto_down, axis), down(cells, state.step[axis]))


@kernel
def walkers(state: Any, seat: int, direction: int) -> Any:
    """The pieces of a seat that may go in a direction: all forward, kings backward."""
    if not (state.axes >> (direction & 3)) & 1:
        return nothing()
    forward = (direction < 4) == (seat == 0)
    return load(state.men, seat) if forward else load(state.kings, seat)


@kernel
def empty_cells(state: Any) -> Any:
    return minus(load(state.cells, 0), join(load(state.men, 0), load(state.men, 1)))


@kernel
def can_jump(state: Any, seat: int) -> bool:
    empty = empty_cells(state)
    theirs = load(state.men, 1 - seat)
    for direction in range(8):
        over = meet(theirs, neighbours(state, walkers(state, seat, direction), direction))
        if some(meet(empty, neighbours(state, over, direction))):
            return True
    return False


@kernel
def can_step(state: Any, seat: int) -> bool:
    empty = empty_cells(state)
    for direction in range(8):
        if some(meet(empty, neighbours(state, walkers(state, seat, direction), direction))):
            return True
    return False


@kernel
def step_code(cell: int, direction: int) -> int:
    return jump_code(cell << _CELL_SHIFT, 0, direction)


@kernel
def list_steps(state: Any, seat: int, moves: Any) -> int:
    found = 0
    empty = empty_cells(state)
    pieces = load(state.men, seat)
    while some(pieces):
        cell = lowest(pieces)
        pieces = without_lowest(pieces)
        piece = single(cell)
        for direction in range(8):
            mobile = meet(piece, walkers(state, seat, direction))
            if some(meet(empty, neighbours(state, mobile, direction))):
                moves[found] = step_code(cell, direction)
                found += 1
    return found


@kernel
def first_cell(code: int) -> int:
    return code >> _CELL_SHIFT


@kernel
def jump_count(code: int) -> int:
    """How many jumps a checkers move has; 0 for a step."""
    return code & _JUMPS


@kernel
def jump_code(code: int, jumps: int, direction: int) -> int:
    """A code with one more jump, not yet counted."""
    return code | (direction << (_FIRST_JUMP - 3 * jumps))


@kernel
def jump_direction(code: int, number: int) -> int:
    """The direction of a jump, counted from 0, or of a step (number 0)."""
    return (code >> (_FIRST_JUMP - 3 * number)) & 7


@kernel
def follow(state: Any, piece: Any, code: int, jumps: int) -> Any:
    """Where a piece stands after the first so many jumps of a code, and what it has captured."""
    captured = nothing()
    for number in range(jumps):
        direction = jump_direction(code, number)
        over = neighbours(state, piece, direction)
        captured = join(captured, over)
        piece = neighbours(state, over, direction)
    return piece, captured


@kernel
def list_jumps(state: Any, seat: int, moves: Any) -> int:
    found = 0
    pieces = load(state.men, seat)
    while some(pieces) and found < MAX_MOVES:
        cell = lowest(pieces)
        pieces = without_lowest(pieces)
        found = list_jumps_from(state, seat, cell, moves, found)
    return found


@kernel
def list_jumps_from(state: Any, seat: int, cell: int, moves: Any, found: int) -> int:
    """List every way to jump on and on with one piece after `found` moves; returns how many there are now.

    Depth first: the jumps made so far stand in `code`, the next direction to try at this depth in `direction`, and
    `went_on` has a bit for each depth at which some jump was found.
    """
    king = has(load(state.kings, seat), cell)
    # The jumping piece leaves its cell, and may come back to it.
    empty = join(empty_cells(state), single(cell))
    theirs = load(state.men, 1 - seat)
    piece, captured = single(cell), nothing()
    code, jumps, direction, went_on = cell << _CELL_SHIFT, 0, 0, 0
    while True:
        while direction < 8 and jumps < MAX_JUMPS:
            forward = (direction < 4) == (seat == 0)
            if (state.axes >> (direction & 3)) & 1 and (king or forward):
                over = meet(minus(theirs, captured), neighbours(state, piece, direction))
                landing = meet(empty, neighbours(state, over, direction))
                if some(landing):
                    # One deeper, beginning with the first direction again. A man on the far row finds nothing more
                    # before it, and jumps on as a king only in its next move.
                    went_on |= 1 << jumps
                    code, piece, captured = jump_code(code, jumps, direction), landing, join(captured, over)
                    jumps += 1
                    went_on &= ~(1 << jumps)
                    direction = 0
                    continue
            direction += 1
        if jumps == 0:
            return found
        if not (went_on >> jumps) & 1:
            moves[found] = code | jumps
            found += 1
            if found == MAX_MOVES:
                return found
        # Take the last jump back and try the direction after it.
        jumps -= 1
        direction = jump_direction(code, jumps) + 1
        code &= ~jump_code(0, jumps, 7)
        piece, captured = follow(state, single(cell), code, jumps)


@kernel
def walk(state: Any, seat: int, move: int) -> None:
    """Carry out a step or a series of jumps."""
    cell, jumps = first_cell(move), jump_count(move)
    piece, captured = follow(state, single(cell), move, jumps)
    if jumps == 0:
        piece = neighbours(state, piece, jump_direction(move, 0))
    kings = load(state.kings, seat)
    king = has(kings, cell)
    kings = minus(kings, single(cell))
    # Only a king's step changes nothing for good.
    state.idle = state.idle + 1 if king and jumps == 0 else 0
    store(state.men, seat, join(minus(load(state.men, seat), single(cell)), piece))
    if king or some(meet(piece, load(state.crown, seat))):
        kings = join(kings, piece)
    store(state.kings, seat, kings)
    if jumps:
        store(state.men, 1 - seat, minus(load(state.men, 1 - seat), captured))
        store(state.kings, 1 - seat, minus(load(state.kings, 1 - seat), captured))


# --- play-outs --------------------------------------------------------------------------------------------------------


@kernel
def playout_move(state: Any, seat: int, moves: Any, source: Any) -> int:
    """A uniformly random legal move, without listing them where they can be counted."""
    if state.pieces != CHECKERS:
        targets = load(state.targets, 0)
        if not some(targets):
            return PASS
        return nth(targets, below(source, count(targets)))
    if state.jumping:
        return int(moves[below(source, list_jumps(state, seat, moves))])
    empty = empty_cells(state)
    total = 0
    for direction in range(8):
        total += count(meet(empty, neighbours(state, walkers(state, seat, direction), direction)))
    if total == 0:
        return PASS
    index = below(source, total)
    for direction in range(8):
        landing = meet(empty, neighbours(state, walkers(state, seat, direction), direction))
        number = count(landing)
        if index < number:
            axis = direction & 3
            back = int(state.step[axis]) if direction < 4 else -int(state.step[axis])
            return step_code(nth(landing, index) - back, direction)
        index -= number
    return PASS


# --- positions from text ----------------------------------------------------------------------------------------------


@kernel
def settle(states: Any) -> None:
    """Work out whose moves there are, and whether the game is over, after men were put on the board from outside."""
    state = states[0]
    mover = state.turn
    mine = load(state.men, mover)
    state.winner = NOBODY
    # What a move of the mover must have brought about. In checkers a line may stand there since the start: it counts
    # after the next move.
    has_won = False
    if state.end == LINE:
        has_won = state.pieces != CHECKERS and has_line(state, mine)
    elif state.end == NO_MEN and state.pieces != DROP:
        has_won = some(mine) and not some(load(state.men, 1 - mover))
    if has_won:
        finish(state, mover)
    else:
        judge(state, 1 - mover)
