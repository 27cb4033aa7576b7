"""Pieces that walk: steps and series of jumps of checkers and of pieces built from parts."""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.bitset64 import (
    count,
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
    without_lowest,
)
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import below
from ludarium.games.rulesets.board import FLIP, empty_cells, exposed, neighbours, outflanked, owned, wide
from ludarium.games.rulesets.codes import (
    MAX_JUMPS,
    PASS,
    first_cell,
    jump_code,
    jump_count,
    jump_direction,
    step_code,
    walk_code,
)
from ludarium.games.rulesets.state import State

MAX_WALKS = 512
"""More than any position of play has; a list of jumps that would grow beyond it is cut."""


@kernel
def walkers(state: State, seat: int, direction: int) -> Any:
    """The pieces of a seat that may go in a direction: where men go forward only, kings alone go backward."""
    if not (state.axes >> (direction & 3)) & 1:
        return nothing()
    forward = (direction < 4) == (seat == 0)
    return load(state.men, seat) if forward or not state.forward else load(state.kings, seat)


@kernel
def landings(state: State, seat: int) -> Any:
    """The cells onto which a seat's pieces can step: empty ones, and those of men that they replace."""
    empty = empty_cells(state)
    return join(empty, exposed(state, 1 - seat)) if state.replaces else empty


@kernel
def reached(state: State, seat: int, direction: int, free: Any) -> Any:
    """The free cells onto which a seat's pieces can step in a direction."""
    pieces = walkers(state, seat, direction)
    return meet(free, neighbours(state, pieces, direction)) if some(pieces) else nothing()


@kernel
def can_jump(state: State, seat: int) -> bool:
    if not state.jumps:
        return False
    empty = empty_cells(state)
    theirs = exposed(state, 1 - seat)
    for direction in range(8):
        pieces = walkers(state, seat, direction)
        # Worth asking: there are no kings for most of a game, and half of the directions are not gone at all.
        if some(pieces):
            over = meet(theirs, neighbours(state, pieces, direction))
            if some(over) and some(meet(empty, neighbours(state, over, direction))):
                return True
    return False


@kernel
def can_step(state: State, seat: int) -> bool:
    free = landings(state, seat)
    for direction in range(8):  # noqa: SIM110  # kernels have no generators
        if some(reached(state, seat, direction, free)):
            return True
    return False


@kernel
def list_walks(state: State, seat: int, moves: Any) -> int:
    """List what the seat can do, in order; a barred move is left out, and with it the duty to make it."""
    found = list_jumps(state, seat, moves) if state.jumping else list_steps(state, seat, moves)
    if state.barred_to:
        found = leave_out_barred(state, moves, found)
        if found == 0 and state.jumping:
            found = leave_out_barred(state, moves, list_steps(state, seat, moves))
    return found


@kernel
def leave_out_barred(state: State, moves: Any, found: int) -> int:
    kept = 0
    for index in range(found):
        move = moves[index]
        same = first_cell(move) + 1 == state.barred_from and lowest(landing(state, move)) + 1 == state.barred_to
        if not same:
            moves[kept] = move
            kept += 1
    return kept


@kernel
def list_steps(state: State, seat: int, moves: Any) -> int:
    found = 0
    free = landings(state, seat)
    pieces = load(state.men, seat)
    while some(pieces):
        cell = lowest(pieces)
        pieces = without_lowest(pieces)
        piece = single(cell)
        for direction in range(8):
            mobile = meet(piece, walkers(state, seat, direction))
            if some(meet(free, neighbours(state, mobile, direction))):
                moves[found] = step_code(cell, direction)
                found += 1
    return found


@kernel
def follow(state: State, piece: Any, code: int, jumps: int) -> Any:
    """Where a piece stands after the first so many jumps of a code, and what it has captured."""
    captured = nothing()
    for number in range(jumps):
        direction = jump_direction(code, number)
        over = neighbours(state, piece, direction)
        captured = join(captured, over)
        piece = neighbours(state, over, direction)
    return piece, captured


@kernel
def landing(state: State, move: int) -> Any:
    """Where a move ends."""
    piece = single(first_cell(move))
    jumps = jump_count(move)
    if jumps == 0:
        return neighbours(state, piece, jump_direction(move, 0))
    piece, _ = follow(state, piece, move, jumps)
    return piece


@kernel
def list_jumps(state: State, seat: int, moves: Any) -> int:
    found = 0
    pieces = load(state.men, seat)
    while some(pieces) and found < MAX_WALKS:
        cell = lowest(pieces)
        pieces = without_lowest(pieces)
        found = list_jumps_from(state, seat, cell, moves, found)
    return found


@kernel
def list_jumps_from(state: State, seat: int, cell: int, moves: Any, found: int) -> int:
    """List every way to jump on and on with one piece after `found` moves; returns how many there are now.

    Depth first: the jumps made so far stand in `code`, the next direction to try at this depth in `direction`, and
    `went_on` has a bit for each depth at which some jump was found.
    """
    free_to_turn = has(load(state.kings, seat), cell) or not state.forward
    # The jumping piece leaves its cell, and may come back to it.
    empty = join(empty_cells(state), single(cell))
    theirs = exposed(state, 1 - seat)
    piece, captured = single(cell), nothing()
    code, jumps, direction, went_on = walk_code(cell), 0, 0, 0
    while True:
        while direction < 8 and jumps < MAX_JUMPS:
            forward = (direction < 4) == (seat == 0)
            if (state.axes >> (direction & 3)) & 1 and (free_to_turn or forward):
                over = meet(minus(theirs, captured), neighbours(state, piece, direction))
                beyond = meet(empty, neighbours(state, over, direction))
                if some(beyond):
                    # One deeper, beginning with the first direction again. A man on the far row finds nothing more
                    # before it, and jumps on as a king only in its next move.
                    went_on |= 1 << jumps
                    code, piece, captured = jump_code(code, jumps, direction), beyond, join(captured, over)
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
            if found == MAX_WALKS:
                return found
        # Take the last jump back and try the direction after it.
        jumps -= 1
        direction = jump_direction(code, jumps) + 1
        code &= ~jump_code(0, jumps, 7)
        piece, captured = follow(state, single(cell), code, jumps)


@kernel
def walk(state: State, seat: int, move: int) -> int:
    """Carry out a step or a series of jumps; returns the cell on which the piece ends."""
    cell, jumps = first_cell(move), jump_count(move)
    start = single(cell)
    piece, captured = follow(state, start, move, jumps)
    if jumps == 0:
        piece = neighbours(state, piece, jump_direction(move, 0))
        captured = meet(piece, load(state.men, 1 - seat))
    kings = load(state.kings, seat)
    king = has(kings, cell)
    kings = minus(kings, start)
    mine = join(minus(load(state.men, seat), start), piece)
    if king or some(meet(piece, load(state.crown, seat))):
        kings = join(kings, piece)
    if state.extras:
        carry_marks(state, start, piece)
    if state.flank:
        between = outflanked(state, piece, minus(owned(state, seat), start), exposed(state, 1 - seat))
        if state.flank == FLIP:
            between = minus(between, captured)
            mine = join(mine, between)
        captured = join(captured, between)
    store(state.men, seat, mine)
    store(state.kings, seat, kings)
    if some(captured):
        store(state.men, 1 - seat, minus(load(state.men, 1 - seat), captured))
        store(state.kings, 1 - seat, minus(load(state.kings, 1 - seat), captured))
        state.idle = 0
    elif king or not state.forward:
        # Nothing has changed for good.
        state.idle += 1
    else:
        state.idle = 0
    return lowest(piece)


@kernel
def carry_marks(state: State, start: Any, piece: Any) -> None:
    """A piece takes along that it is a special disk."""
    if some(meet(load(state.hybrid, 0), start)):
        store(state.hybrid, 0, join(minus(load(state.hybrid, 0), start), piece))
    if some(meet(load(state.solid, 0), start)):
        store(state.solid, 0, join(minus(load(state.solid, 0), start), piece))


@kernel
def random_step(state: State, seat: int, source: Any) -> int:
    """A uniformly random step, without listing them; a pass where there is none."""
    free = landings(state, seat)
    total = 0
    for direction in range(8):
        total += count(reached(state, seat, direction, free))
    if total == 0:
        return PASS
    index = below(source, total)
    for direction in range(8):
        cells = reached(state, seat, direction, free)
        number = count(cells)
        if index < number:
            axis = direction & 3
            back = wide(state.step[axis]) if direction < 4 else -wide(state.step[axis])
            return step_code(nth(cells, index) - back, direction)
        index -= number
    return PASS
