"""What can be done in a translated game: its moves by priority, those that are safe or capture the most, and attacks.

A move's number says where it begins, which of the piece's ways it goes, and which of the moves on that way it is:
`(cell · ways + way) · 4096 + number`. A pass is larger than all others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.doors.zrf.moving import (
    ANY_ROYAL,
    ATTACK,
    DONE,
    EVERYWHERE,
    LIST,
    LISTED,
    NEXT,
    NO_CELL,
    TARGET,
    TO,
    VICTIM,
    carry_out,
    count_pieces,
    fresh_notes,
    wide,
)
from ludarium.doors.zrf.state import (
    ACTIVE,
    ALL_SURE,
    ALWAYS,
    ANNOUNCES,
    ATTRIBUTE_CELLS,
    CELLS,
    DROPS,
    FIRST_DROP,
    FIRST_MOVE,
    FORCED,
    KINDS,
    LEVEL_OF,
    LEVELS,
    MANNER_OF,
    MAXIMAL,
    MOST_MOVES,
    PASS_PARTIAL,
    PASS_TURN,
    PLAYERS,
    READY,
    ROYALS,
    SAME_TWICE,
    SAVED,
    SETS,
    SURE,
    TAKES_BACK,
    TAKING_BACK,
    TURNS,
    TYPE_OF,
    WAYS,
    Notes,
    State,
    run,
    starts,
    threaten,
)
from ludarium.engine.kernels.bitset64 import has, lowest, nothing, single, some, without_lowest
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.slots import Moves

PASS = 1 << 40
ADDS = 1 << 12
ANY_TYPE = -1
PLAYER, SIDE, TYPE, CHANCE = 0, 1, 2, 3
_LONGEST_SERIES, _MANY_JUMPS = 32, 64
"""Moves of one piece in one turn, and how many it has to choose from, where the most pieces must be captured."""


@kernel
def list_moves(state: State, moves: Moves, notes: Notes) -> int:
    """The moves of the turn: those of the first priority that has any, and a pass where one may be."""
    side, kind = wide(TURNS[state.turn, SIDE]), wide(TURNS[state.turn, TYPE])
    if state.going:
        kind = wide(state.going_type)
    found = 0
    if READY and state.ready:
        found = list_begun(state, side, moves)
    else:
        for level in range(LEVELS):
            found = scan(state, side, kind, level, moves, notes)
            if ROYALS and found:
                found = keep_safe(state, side, moves, found)
            if found:
                break
    if MAXIMAL and found > 1:
        found = keep_largest(state, side, moves, found)
    if ANNOUNCES and found and not state.going:
        found += scan(state, side, kind, LEVELS, moves[found:], notes)
    return and_pass(state, moves, found)


@kernel
def list_ready(state: State, moves: Moves) -> int:
    """The moves of the turn where it is known from where they begin, and nothing else is to be asked."""
    return and_pass(state, moves, list_begun(state, wide(TURNS[state.turn, SIDE]), moves))


@kernel
def and_pass(state: State, moves: Moves, found: int) -> int:
    """A pass after the moves, where one may be."""
    must_pass = found == 0 and (PASS_TURN == FORCED or state.announced != 0)
    may_pass = PASS_PARTIAL if state.going else (PASS_TURN == ALWAYS or must_pass)
    if may_pass and found < len(moves):
        moves[found] = PASS
        found += 1
    return found


@kernel
def scan(state: State, side: int, move_type: int, level: int, moves: Moves, notes: Notes) -> int:
    """The moves of a type and a priority, whether or not they are safe; as many as there is room for."""
    if SETS:
        return scan_sets(state, side, move_type, level, moves, notes)
    found = 0
    notes[LISTED] = 0
    going = wide(state.going) - 1
    for cell in range(CELLS):
        if SAME_TWICE == 1:
            notes[LISTED] = 0
        if state.owner[cell] == side + 1 and (going < 0 or going == cell):
            kind = wide(state.kind[cell])
            for way in range(FIRST_MOVE[kind], FIRST_MOVE[kind + 1]):
                if LEVEL_OF[way] == level and (move_type == ANY_TYPE or TYPE_OF[way] == move_type):
                    found = run(state, side, cell, way, (cell * WAYS + way) * ADDS, LIST, notes, moves, found)
        if DROPS and going < 0:
            for kind in range(1, KINDS):
                if state.off[side, kind] > 0:
                    for way in range(FIRST_DROP[kind], FIRST_DROP[kind + 1]):
                        if LEVEL_OF[way] == level and (move_type == ANY_TYPE or TYPE_OF[way] == move_type):
                            found = run(state, side, cell, way, (cell * WAYS + way) * ADDS, LIST, notes, moves, found)
        if found >= len(moves):
            break
    return found


@kernel
def scan_sets(state: State, side: int, move_type: int, level: int, moves: Moves, notes: Notes) -> int:
    """The same by sets of cells: a way is worked out only where it may lead to a move."""
    found = 0
    notes[LISTED] = 0
    going = wide(state.going) - 1
    begins = np.zeros(WAYS, np.uint64)
    cells = nothing()
    for kind in range(1, KINDS):
        men = state.men[side, kind]
        if going >= 0:
            men &= single(going)
        if some(men):
            for way in range(FIRST_MOVE[kind], FIRST_MOVE[kind + 1]):
                if LEVEL_OF[way] == level and (move_type == ANY_TYPE or TYPE_OF[way] == move_type):
                    begins[way] = starts(state, side, way, men)
                    cells |= begins[way]
        if DROPS and going < 0 and state.off[side, kind] > 0:
            for way in range(FIRST_DROP[kind], FIRST_DROP[kind + 1]):
                if LEVEL_OF[way] == level and (move_type == ANY_TYPE or TYPE_OF[way] == move_type):
                    begins[way] = starts(state, side, way, EVERYWHERE >> np.uint64(64 - CELLS))
                    cells |= begins[way]
    while some(cells) and found < len(moves):
        cell = lowest(cells)
        cells = without_lowest(cells)
        if SAME_TWICE == 1:
            notes[LISTED] = 0
        if state.owner[cell] == side + 1:
            kind = wide(state.kind[cell])
            for way in range(FIRST_MOVE[kind], FIRST_MOVE[kind + 1]):
                if has(begins[way], cell):
                    found = list_way(state, side, cell, way, moves, found, notes)
        if DROPS:
            for way in range(FIRST_DROP[0], WAYS):
                if has(begins[way], cell):
                    found = list_way(state, side, cell, way, moves, found, notes)
    return found


@kernel
def list_way(state: State, side: int, cell: int, way: int, moves: Moves, found: int, notes: Notes) -> int:
    """The moves of one way from a cell from which it may lead to some."""
    code = (cell * WAYS + way) * ADDS
    if SURE[way] and not SAME_TWICE:
        if found < len(moves):
            moves[found] = code
            return found + 1
        return found
    return run(state, side, cell, way, code, LIST, notes, moves, found)


@kernel
def can_move(state: State) -> bool:
    """Whether the turn has a move that is no pass."""
    side, kind = wide(TURNS[state.turn, SIDE]), wide(TURNS[state.turn, TYPE])
    if state.going:
        kind = wide(state.going_type)
    if SETS and ALL_SURE and not ROYALS:
        return some_begin(state, side, kind)
    notes = fresh_notes()
    moves = np.empty(MOST_MOVES if ROYALS else 1, np.int64)
    for level in range(LEVELS):
        found = scan(state, side, kind, level, moves, notes)
        if ROYALS and found:
            found = keep_safe(state, side, moves, found)
        if found:
            return True
    return False


@kernel
def some_begin(state: State, side: int, move_type: int) -> bool:
    """Whether there is a cell from which some way surely leads to a move; announcements are none."""
    going = wide(state.going) - 1
    for kind in range(1, KINDS):
        men = state.men[side, kind]
        if going >= 0:
            men &= single(going)
        if some(men):
            for way in range(FIRST_MOVE[kind], FIRST_MOVE[kind + 1]):
                listed = LEVEL_OF[way] < LEVELS and (move_type == ANY_TYPE or TYPE_OF[way] == move_type)
                if listed and some(starts(state, side, way, men)):
                    return True
        if DROPS and going < 0 and state.off[side, kind] > 0:
            for way in range(FIRST_DROP[kind], FIRST_DROP[kind + 1]):
                listed = LEVEL_OF[way] < LEVELS and (move_type == ANY_TYPE or TYPE_OF[way] == move_type)
                if listed and some(starts(state, side, way, EVERYWHERE >> np.uint64(64 - CELLS))):
                    return True
    return False


@kernel
def find_moves(state: State) -> bool:
    """The same as `can_move`; where the moves begin is kept for when they are listed."""
    if not READY:
        return can_move(state)
    side, kind = wide(TURNS[state.turn, SIDE]), wide(TURNS[state.turn, TYPE])
    if state.going:
        kind = wide(state.going_type)
    for level in range(LEVELS):
        if begin(state, side, kind, level):
            state.ready = 1
            return True
    return False


@kernel
def begin(state: State, side: int, move_type: int, level: int) -> bool:
    """Note for each way of a type and a priority from where it leads to a move; whether any does."""
    going = wide(state.going) - 1
    cells = nothing()
    for way in range(WAYS):
        state.begun[way] = nothing()
    for kind in range(1, KINDS):
        men = state.men[side, kind]
        if going >= 0:
            men &= single(going)
        if some(men):
            for way in range(FIRST_MOVE[kind], FIRST_MOVE[kind + 1]):
                if LEVEL_OF[way] == level and (move_type == ANY_TYPE or TYPE_OF[way] == move_type):
                    state.begun[way] = starts(state, side, way, men)
                    cells |= state.begun[way]
        if DROPS and going < 0 and state.off[side, kind] > 0:
            for way in range(FIRST_DROP[kind], FIRST_DROP[kind + 1]):
                if LEVEL_OF[way] == level and (move_type == ANY_TYPE or TYPE_OF[way] == move_type):
                    state.begun[way] = starts(state, side, way, EVERYWHERE >> np.uint64(64 - CELLS))
                    cells |= state.begun[way]
    return bool(some(cells))


@kernel
def list_begun(state: State, side: int, moves: Moves) -> int:
    """The moves that begin where they were noted to: cell by cell, one for each way."""
    cells = nothing()
    for way in range(WAYS):
        cells |= state.begun[way]
    found = 0
    while some(cells) and found < len(moves):
        cell = lowest(cells)
        cells = without_lowest(cells)
        for way in range(WAYS):
            if has(state.begun[way], cell) and found < len(moves):
                moves[found] = (cell * WAYS + way) * ADDS
                found += 1
    return found


@kernel
def keep_safe(state: State, side: int, moves: Moves, found: int) -> int:
    """Leave out the moves after which something royal would be attacked."""
    kept = 0
    before = np.empty(SAVED, np.int64)
    save(state, before)
    notes = fresh_notes()
    for index in range(found):
        work_out(state, side, moves[index], notes)
        safe = not royal_attacked(state, side)
        bring_back(state, before)
        if safe:
            moves[kept] = moves[index]
            kept += 1
    return kept


@kernel
def keep_largest(state: State, side: int, moves: Moves, found: int) -> int:
    """Leave out the moves with which fewer pieces are captured, to the end of the turn, than could be."""
    captured = np.empty(found, np.int64)
    most = 0
    for index in range(found):
        captured[index] = most_captured(state, side, moves[index])
        most = max(most, captured[index])
    kept = 0
    for index in range(found):
        if captured[index] == most:
            moves[kept] = moves[index]
            kept += 1
    return kept


@kernel
def most_captured(state: State, side: int, move: int) -> int:
    """How many pieces a move captures with all that its piece can do after it: depth first, row by row."""
    saved = np.empty((_LONGEST_SERIES, SAVED), np.int64)
    listed = np.empty((_LONGEST_SERIES, _MANY_JUMPS), np.int64)
    count, tried = np.zeros(_LONGEST_SERIES, np.int64), np.zeros(_LONGEST_SERIES, np.int64)
    notes = fresh_notes()
    before, most, row = count_pieces(state, -1, 0), 0, 0
    listed[0, 0], count[0] = move, 1
    save(state, saved[0])
    while row >= 0:
        if tried[row] == count[row]:
            row -= 1
            continue
        bring_back(state, saved[row])
        work_out(state, side, listed[row, tried[row]], notes)
        tried[row] += 1
        most = max(most, before - count_pieces(state, -1, 0))
        if notes[NEXT] and row + 1 < _LONGEST_SERIES:
            state.going, state.going_type = notes[TO] + 1, notes[NEXT] - 2
            row += 1
            save(state, saved[row])
            tried[row], count[row] = 0, 0
            kind = wide(state.going_type)
            for level in range(LEVELS):
                if count[row] == 0:
                    count[row] = scan(state, side, kind, level, listed[row], notes)
    bring_back(state, saved[0])
    return most


@kernel
def save(state: State, saved: Any) -> None:
    """Write down what a move can change; with room for it, how long nothing has happened, too."""
    if TAKES_BACK and len(saved) > SAVED:
        saved[SAVED] = state.quiet
    place = 0
    for cell in range(CELLS):
        saved[place], saved[place + 1] = state.owner[cell], state.kind[cell]
        place += 2
    for cell in range(ATTRIBUTE_CELLS):
        saved[place] = state.attributes[cell]
        place += 1
    for player in range(PLAYERS):
        saved[place] = state.lost[player]
        place += 1
        for kind in range(KINDS):
            saved[place] = state.off[player, kind]
            place += 1
    saved[place], saved[place + 1] = state.last_from, state.last_to
    saved[place + 2], saved[place + 3] = state.going, state.going_type


@kernel
def write_sets(state: State) -> None:
    """The sets of cells, by what stands on each."""
    for player in range(PLAYERS):
        for kind in range(KINDS):
            state.men[player, kind] = nothing()
    for cell in range(CELLS):
        if state.owner[cell] != 0:
            state.men[state.owner[cell] - 1, state.kind[cell]] |= single(cell)


@kernel
def bring_back(state: State, saved: Any) -> None:
    """Make the board what it was when it was saved."""
    place = 0
    for cell in range(CELLS):
        state.owner[cell], state.kind[cell] = saved[place], saved[place + 1]
        place += 2
    for cell in range(ATTRIBUTE_CELLS):
        state.attributes[cell] = saved[place]
        place += 1
    for player in range(PLAYERS):
        state.lost[player] = saved[place]
        place += 1
        for kind in range(KINDS):
            state.off[player, kind] = saved[place]
            place += 1
    if SETS:
        write_sets(state)
    state.last_from, state.last_to = saved[place], saved[place + 1]
    state.going, state.going_type = saved[place + 2], saved[place + 3]


@kernel
def royal_attacked(state: State, side: int) -> bool:
    """Whether an enemy could capture a royal piece of a side."""
    return attack(state, side, ANY_ROYAL)


@kernel
def attack(state: State, side: int, target: int) -> bool:
    """Whether an enemy of a side could capture what stands on a cell, or any royal piece."""
    notes = fresh_notes()
    notes[TARGET], notes[VICTIM] = target, side
    none = np.empty(0, np.int64)
    for cell in range(CELLS):
        owner = wide(state.owner[cell])
        if owner != 0 and owner != side + 1 and ACTIVE[owner - 1]:
            kind = wide(state.kind[cell])
            for way in range(FIRST_MOVE[kind], FIRST_MOVE[kind + 1]):
                if threaten(state, owner - 1, cell, way, 0, ATTACK, notes, none, 0) == DONE:
                    return True
    return False


@kernel
def attacked(state: State, side: int, cell: int) -> bool:
    """Whether an enemy could capture a piece of the side on a cell, whatever stands there now."""
    if cell < 0:
        return False
    owner = state.owner[cell]
    state.owner[cell] = side + 1
    found = attack(state, side, cell)
    state.owner[cell] = owner
    return found


@kernel
def defended(state: State, side: int, cell: int, start: int) -> bool:
    """Whether a side could capture a piece of an enemy on a cell, but for the piece at `start`, which asks."""
    if cell < 0:
        return False
    other = NO_CELL
    for player in range(PLAYERS):
        if player != side and ACTIVE[player]:
            other = player
            break
    if other == NO_CELL:
        return False
    owner = state.owner[cell]
    state.owner[cell] = other + 1
    notes = fresh_notes()
    notes[TARGET], notes[VICTIM] = cell, other
    none = np.empty(0, np.int64)
    found = False
    for origin in range(CELLS):
        if state.owner[origin] == side + 1 and origin not in (cell, start) and not found:
            kind = wide(state.kind[origin])
            for way in range(FIRST_MOVE[kind], FIRST_MOVE[kind + 1]):
                if threaten(state, side, origin, way, 0, ATTACK, notes, none, 0) == DONE:
                    found = True
                    break
    state.owner[cell] = owner
    return found


@kernel
def work_out(state: State, side: int, move: int, notes: Notes) -> bool:
    """Carry out a move on the board; whether it was progress. What takes the last move back does that first."""
    cell, way = move // ADDS // WAYS, move // ADDS % WAYS
    run(state, side, cell, way, (cell * WAYS + way) * ADDS, move, notes, notes, 0)  # nothing is listed
    dropped = 0
    if DROPS and way >= FIRST_DROP[0]:
        for kind in range(1, KINDS):
            if FIRST_DROP[kind] <= way < FIRST_DROP[kind + 1]:
                dropped = kind
    if TAKES_BACK and MANNER_OF[way] == TAKING_BACK:
        bring_back(state, state.before)
        state.quiet = state.before[SAVED]
    return carry_out(state, side, notes, dropped)
