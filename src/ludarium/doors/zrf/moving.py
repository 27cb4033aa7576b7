"""What move code is made of: questions about the board, and notes of what a move does.

While a move is worked out, the board stays as it is. What it would do is noted, and `carry_out` does all of it at once:
whatever moves is lifted and put down, what is captured goes, and what is changed is changed. So what arrives where the
same move captures goes with what stood there: that is how files say that both are lost.

    notes[0 … 7]         how many notes; from, to, kind; how it goes on; the target of an attack; keys listed so far
    notes[8 + 4 n …]     what, cell, value, and room for a piece that is lifted, or half of a set
    then                 the keys of the moves listed so far: the same move is not listed twice
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.doors.zrf.state import (
    ACTIVE,
    ATTRIBUTE_CELLS,
    CELLS,
    DECLARED,
    DEFAULTS,
    KINDS,
    LINKS,
    MOST_MOVES,
    NOTES,
    ONTO,
    PLAYERS,
    RAYS,
    RECYCLE,
    REMEMBER,
    ROYAL,
    SAME_TWICE,
    SEAT_OF,
    SETS,
    SHIFTS,
    Notes,
    State,
)
from ludarium.engine.kernels.bits import leading_zeros
from ludarium.engine.kernels.bitset64 import count as popcount
from ludarium.engine.kernels.bitset64 import down, lowest, nothing, single, up, without_lowest
from ludarium.engine.kernels.jit import kernel

COUNTED, FROM, TO, KIND, NEXT, TARGET, VICTIM, LISTED = 0, 1, 2, 3, 4, 5, 6, 7
HEAD, SIZE = 8, 4
CAPTURE, FLIP, OWN, CHANGE, MARK, CREATE, MOVE, FLIP_ROW = 1, 2, 3, 4, 5, 6, 7, 8
"""What a note says: capture, change to the next player, to the mover, to a kind, an attribute, a new piece, a piece
that moves along, and rows of which each piece changes to the other player: a set of cells, in two halves."""
LIST, ATTACK = -1, -2
DONE = -1
NO_CELL = -1
ANY_ROYAL = -1
"""The target of an attack on whatever must not be left attacked."""
EVERYWHERE = np.uint64(2**64 - 1)
"""Sixty-four cells."""
_ONE, _TOP, _LOW_HALF = np.uint64(1), np.uint64(1 << 63), np.uint64(2**32 - 1)
STEPS = 1 << 12
"""How often a `while` goes round at most: no board has a longer way."""


@kernel
def fresh_notes() -> Any:
    keys = MOST_MOVES if SAME_TWICE else 0
    notes = np.empty(HEAD + SIZE * NOTES + keys, np.int64)
    notes[LISTED] = 0
    return notes


@kernel
def wide(number: Any) -> Any:
    """A number of the state as the type that all kernels take: they are compiled anew for every type of argument."""
    return np.int64(number)


# --- questions --------------------------------------------------------------------------------------------------------


@kernel
def empty(state: State, cell: int) -> bool:
    return cell >= 0 and state.owner[cell] == 0


@kernel
def friend(state: State, side: int, cell: int) -> bool:
    return cell >= 0 and state.owner[cell] == side + 1


@kernel
def enemy(state: State, side: int, cell: int) -> bool:
    if cell < 0:
        return False
    owner = state.owner[cell]
    return bool(owner != 0 and owner != side + 1 and ACTIVE[owner - 1])


@kernel
def neutral(state: State, cell: int) -> bool:
    return bool(cell >= 0 and state.owner[cell] != 0 and not ACTIVE[state.owner[cell] - 1])


@kernel
def is_piece(state: State, cell: int, kind: int) -> bool:
    return cell >= 0 and state.kind[cell] == kind


@kernel
def kind_moved(state: State, start: int, origin: int, piece: int) -> int:
    """What the piece is that a move brings from `origin`: `piece` began at `start`, others may move along."""
    return piece if origin < 0 or origin == start else int(state.kind[origin])


@kernel
def in_zone(zone: Any, side: int, cell: int) -> bool:
    return bool(cell >= 0 and zone[side, cell])


@kernel
def has_attribute(state: State, cell: int, bit: int) -> bool:
    return cell >= 0 and (state.attributes[cell] >> bit) & 1 != 0


@kernel
def flagged(flags: Any, cell: int) -> bool:
    return bool(cell >= 0 and flags[cell])


@kernel
def beside_enemy(state: State, side: int, cell: int) -> bool:
    if cell < 0:
        return False
    for direction in range(LINKS.shape[1]):  # noqa: SIM110  # kernels have no generators
        if enemy(state, side, LINKS[side, direction, cell]):
            return True
    return False


@kernel
def count_pieces(state: State, player: int, kind: int) -> int:
    """How many pieces of a player (-1 for all) and a kind (0 for all) are on the board."""
    total = 0
    if SETS:
        for other in range(PLAYERS):
            for each in range(1, KINDS):
                if (player < 0 or other == player) and kind in (0, each):
                    total += popcount(state.men[other, each])
        return int(total)
    for cell in range(CELLS):
        owner = state.owner[cell]
        if owner != 0 and (player < 0 or owner == player + 1) and (kind == 0 or state.kind[cell] == kind):
            total += 1
    return total


@kernel
def was_lost(state: State, player: int, kind: int) -> bool:
    return (state.lost[player] >> kind) & 1 != 0


# --- sets of cells, where they fit into one word: they say quickly where a move cannot begin ------------------------


@kernel
def men_of(state: State, player: int) -> Any:
    """The cells of a player's pieces."""
    found = nothing()
    for kind in range(1, KINDS):
        found |= state.men[player, kind]
    return found


@kernel
def taken(state: State) -> Any:
    """The cells that are not empty."""
    found = nothing()
    for player in range(PLAYERS):
        found |= men_of(state, player)
    return found


@kernel
def enemies_of(state: State, side: int) -> Any:
    """The cells of pieces of other players that have turns."""
    found = nothing()
    for player in range(PLAYERS):
        if player != side and ACTIVE[player]:
            found |= men_of(state, player)
    return found


@kernel
def all_of(state: State, kind: int) -> Any:
    """The cells of a kind of piece, whoever's."""
    found = nothing()
    for player in range(PLAYERS):
        found |= state.men[player, kind]
    return found


@kernel
def onward(cells: Any, side: int, way: int) -> Any:
    """The cells one step further."""
    shift = SHIFTS[side, way]
    return (up(cells, shift) if shift >= 0 else down(cells, -shift)) & ONTO[side, way]


@kernel
def before(cells: Any, side: int, way: int) -> Any:
    """The cells from which one step leads to some of these."""
    shift = SHIFTS[side, way]
    reached = cells & ONTO[side, way]
    return down(reached, shift) if shift >= 0 else up(reached, -shift)


# --- notes ------------------------------------------------------------------------------------------------------------


@kernel
def note(notes: Notes, count: int, what: int, cell: int, value: int) -> int:
    """One more note; returns how many there are."""
    place = HEAD + SIZE * count
    if count >= NOTES:
        return count
    notes[place], notes[place + 1], notes[place + 2] = what, cell, value
    return count + 1


@kernel
def outflanked(side: int, way: int, cell: int, mine: Any, theirs: Any) -> Any:
    """The enemies in a row from a cell on, if a friend stands behind them; nothing where there are none."""
    ray = RAYS[side, way, cell]
    others = ray & ~theirs
    if SHIFTS[side, way] > 0:
        end = others & (~others + _ONE)
        row = ray & (end - _ONE)
    else:
        # The highest cell that is no enemy's, as a set; a word shifted by its whole length is not defined.
        end = nothing() if others == nothing() else _TOP >> np.uint64(leading_zeros(others))
        row = ray & ~(end | (end - _ONE))
    return row if end & mine != nothing() else nothing()


@kernel
def flip_rows(notes: Notes, count: int, row: Any) -> int:
    """Note that whole rows are flipped; returns how many notes there are."""
    if SAME_TWICE:
        # One by one, as a walk would note them: the same moves must have the same key.
        while row != nothing():
            count = note(notes, count, FLIP, lowest(row), 0)
            row = without_lowest(row)
        return count
    place = HEAD + SIZE * count
    if count >= NOTES:
        return count
    notes[place], notes[place + 1] = FLIP_ROW, 0
    notes[place + 2], notes[place + 3] = np.int64(row & _LOW_HALF), np.int64(row >> np.uint64(32))
    return count + 1


@kernel
def turn_over(state: State, row: Any) -> None:
    """Each piece of a row belongs to the other of two players from now on."""
    for kind in range(1, KINDS):
        turned = (state.men[0, kind] | state.men[1, kind]) & row
        state.men[0, kind] ^= turned
        state.men[1, kind] ^= turned
    while row != nothing():
        cell = lowest(row)
        row = without_lowest(row)
        if state.owner[cell] != 0:
            state.owner[cell] = 3 - state.owner[cell]


@kernel
def add(
    state: State,
    notes: Notes,
    count: int,
    origin: int,
    cell: int,
    kind: int,
    following: int,
    code: int,
    wanted: int,
    moves: Any,
    found: int,
) -> int:
    """A move is complete: the piece from `origin` (-1 for a new one) comes to a cell, as a kind of piece.

    `following` is 0 where the turn ends, 1 where the piece goes on with any type of move, 2 + n with one type.
    """
    if wanted == LIST:
        if found >= len(moves) or (SAME_TWICE and listed_before(notes, count, origin, cell, kind, following)):
            return found
        moves[found] = code
        return found + 1
    if wanted == ATTACK:
        return DONE if hits(state, notes, count, cell) else found
    if code != wanted:
        return found
    notes[COUNTED], notes[FROM], notes[TO], notes[KIND], notes[NEXT] = count, origin, cell, kind, following
    return DONE


@kernel
def listed_before(notes: Notes, count: int, origin: int, cell: int, kind: int, following: int) -> bool:
    """Whether the same move has been listed already; if not, its key is kept."""
    key = ((origin + 1) * 1009 + cell) * 1009 + kind * 64 + following
    flips, others = wide(0), 0  # in which order pieces are flipped does not matter, if nothing else is done
    for place in range(HEAD, HEAD + SIZE * count, SIZE):
        part = (notes[place] * 1009 + notes[place + 1]) * 65537 + notes[place + 2] + 1
        flips += (part ^ (part >> 7)) * 2862933555777941757
        others += notes[place] != FLIP
    for place in range(HEAD, HEAD + SIZE * count if others else HEAD, SIZE):
        part = (notes[place] * 1009 + notes[place + 1]) * 65537 + notes[place + 2] + 1
        key = (key ^ part) * 6364136223846793005 + 1442695040888963407
    if not others:
        key = (key ^ flips) * 6364136223846793005 + 1442695040888963407
    first = HEAD + SIZE * NOTES
    for place in range(first, first + notes[LISTED]):
        if notes[place] == key:
            return True
    if notes[LISTED] < MOST_MOVES:
        notes[first + notes[LISTED]] = key
        notes[LISTED] += 1
    return False


@kernel
def hits(state: State, notes: Notes, count: int, cell: int) -> bool:
    """Whether a move captures what is looked for."""
    if is_target(state, notes, cell):
        return True
    for place in range(HEAD, HEAD + SIZE * count, SIZE):
        if notes[place] == CAPTURE and is_target(state, notes, notes[place + 1]):
            return True
        if notes[place] == MOVE and is_target(state, notes, notes[place + 2]):
            return True
    return False


@kernel
def is_target(state: State, notes: Notes, cell: int) -> bool:
    if notes[TARGET] != ANY_ROYAL:
        return bool(cell == notes[TARGET])
    victim = notes[VICTIM]
    return bool(state.owner[cell] == victim + 1 and ROYAL[victim, state.kind[cell]])


# --- carrying out -----------------------------------------------------------------------------------------------------


@kernel
def carry_out(state: State, side: int, notes: Notes, dropped: int) -> bool:
    """Make the move that is noted; `dropped` is the kind that comes from off the board, or 0. Whether there was
    progress: something came, went or changed."""
    origin, target, count = notes[FROM], notes[TO], notes[COUNTED]
    last = HEAD + SIZE * count
    progress = origin < 0
    moved = wide(0)
    if origin >= 0:
        moved = lifted(state, origin)
        progress = (moved >> 8) & 255 != notes[KIND]
        moved = recast(moved, notes[KIND])
    else:
        moved = new_piece(side + 1, notes[KIND])
        if dropped:
            state.off[side, dropped] -= 1
    for place in range(HEAD, last, SIZE):
        if notes[place] == MOVE:
            notes[place + 3] = lifted(state, notes[place + 1])
    for place in range(HEAD, last, SIZE):
        if notes[place] == MOVE and put(state, notes[place + 2], notes[place + 3]):
            progress = True
    if put(state, target, moved):
        progress = True
    for place in range(HEAD, last, SIZE):
        if notes[place] == CAPTURE and remove(state, notes[place + 1]):
            progress = True
    for place in range(HEAD, last, SIZE):
        what = notes[place]
        if what == FLIP_ROW:
            turn_over(state, np.uint64(notes[place + 2]) | (np.uint64(notes[place + 3]) << np.uint64(32)))
            progress = True
        elif what not in (CAPTURE, MOVE):
            cell = whereabouts(state, notes, notes[place + 1], what)
            change(state, side, what, cell, notes[place + 2])
            progress = progress or what != MARK
    if REMEMBER:
        state.last_from, state.last_to = origin + 1, target + 1
    return bool(progress)


@kernel
def whereabouts(state: State, notes: Notes, cell: int, what: int) -> int:
    """Where the piece is now that a change is about: it may have left the cell on which the change was said."""
    if state.owner[cell] != 0 or what == CREATE:
        return cell
    if cell == notes[FROM]:
        return int(notes[TO])
    for place in range(HEAD, HEAD + SIZE * notes[COUNTED], SIZE):
        if notes[place] == MOVE and notes[place + 1] == cell:
            return int(notes[place + 2])
    return cell


@kernel
def change(state: State, side: int, what: int, cell: int, value: int) -> None:
    if what == CREATE:
        remove(state, cell)
        put(state, cell, new_piece(value >> 8, value & 255))
    elif state.owner[cell] == 0:
        return
    elif what == FLIP:
        give(state, cell, next_owner(state.owner[cell] - 1) + 1)
    elif what == OWN:
        give(state, cell, side + 1)
    elif what == CHANGE:
        put(state, cell, recast(lifted(state, cell), value))
    elif what == MARK and ATTRIBUTE_CELLS == CELLS:
        bit = wide(1) << (value >> 1)
        if value & 1:
            state.attributes[cell] |= bit & DECLARED[state.kind[cell]]
        else:
            state.attributes[cell] &= ~bit


@kernel
def give(state: State, cell: int, owner: int) -> None:
    """The piece of a cell belongs to another from now on."""
    kind = wide(state.kind[cell])
    if SETS:
        state.men[state.owner[cell] - 1, kind] ^= single(cell)
        state.men[owner - 1, kind] |= single(cell)
    state.owner[cell] = owner


@kernel
def next_owner(player: int) -> Any:
    """The next player of those who decide."""
    following = player
    for _ in range(PLAYERS):
        following = (following + 1) % PLAYERS
        if SEAT_OF[following] >= 0:
            return following
    return player


@kernel
def new_piece(owner: int, kind: int) -> Any:
    """A piece in one number: owner, kind, attributes."""
    return owner | (kind << 8) | (wide(DEFAULTS[kind]) << 16)


@kernel
def recast(piece: int, kind: int) -> Any:
    """The same piece as another kind: it keeps the attributes that it has, and gets those that are new to it."""
    before = (piece >> 8) & 255
    if before == kind:
        return piece
    kept = (piece >> 16) & DECLARED[before] & DECLARED[kind]
    return (piece & 255) | (kind << 8) | ((kept | (DEFAULTS[kind] & ~DECLARED[before])) << 16)


@kernel
def lifted(state: State, cell: int) -> Any:
    """The piece of a cell, which is empty afterwards; 0 if it was."""
    if SETS and state.owner[cell] != 0:
        state.men[state.owner[cell] - 1, state.kind[cell]] ^= single(cell)
    piece = wide(state.owner[cell]) | (wide(state.kind[cell]) << 8)
    if ATTRIBUTE_CELLS == CELLS:
        piece |= wide(state.attributes[cell]) << 16
        state.attributes[cell] = 0
    state.owner[cell], state.kind[cell] = 0, 0
    return piece


@kernel
def put(state: State, cell: int, piece: int) -> bool:
    """Put a piece on a cell; whether another was captured there."""
    if piece & 255 == 0:
        return False
    captured = remove(state, cell)
    owner, kind = piece & 255, (piece >> 8) & 255
    state.owner[cell], state.kind[cell] = owner, kind
    if SETS:
        state.men[owner - 1, kind] |= single(cell)
    if ATTRIBUTE_CELLS == CELLS:
        state.attributes[cell] = piece >> 16
    return captured


@kernel
def remove(state: State, cell: int) -> bool:
    """Capture what stands on a cell; whether something did."""
    owner = wide(state.owner[cell])
    if owner == 0:
        return False
    kind = wide(state.kind[cell])
    state.lost[owner - 1] |= wide(1) << kind
    if RECYCLE:
        state.off[owner - 1, kind] += 1
    lifted(state, cell)
    return True
