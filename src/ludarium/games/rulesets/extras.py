"""The source's nontraditional elements: options that a player announces once, and special disks.

A move for the opponent, a double move and a move to be made again are stages of a turn: `stage` says which one the
next move belongs to. Options are open in the plain stage only.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.bitset64 import (
    has,
    join,
    load,
    lowest,
    meet,
    minus,
    nothing,
    single,
    some,
    store,
    without_lowest,
)
from ludarium.engine.kernels.jit import kernel
from ludarium.games.rulesets.board import CHECKERS, DROP, empty_cells, wide
from ludarium.games.rulesets.codes import (
    DOUBLE_MOVE,
    MOVE_FOR_YOU,
    RECALL_ANY,
    RECALL_LAST,
    WITH_HYBRID,
    WITH_SOLID,
    option_code,
    with_kind,
)
from ludarium.games.rulesets.state import State

PLAIN, FIRST_OF_TWO, SECOND_OF_TWO, OWN_BEFORE, FOR_OPPONENT, AGAIN = 0, 1, 2, 3, 4, 5
"""Stages: nothing announced; a double move; the own move before one for the opponent, and that one; after a recall."""


@kernel
def has_choices(state: State, side: int) -> bool:
    """Whether anything but ordinary moves may be open to a side."""
    in_hand = state.hybrids[side] + state.solids[side]
    return bool(state.stage != PLAIN or state.options[side] != 0 or in_hand != 0)


@kernel
def list_extras(state: State, side: int, moves: Any, found: int) -> int:
    """After the ordinary moves: the same with special disks, then options. Returns how many there are now."""
    ordinary = found
    if state.stage != FOR_OPPONENT and not state.firsts[side]:
        for kind in range(WITH_HYBRID, WITH_SOLID + 1):
            left = state.hybrids[side] if kind == WITH_HYBRID else state.solids[side]
            if left > 0:
                for index in range(ordinary):
                    moves[found] = with_kind(moves[index], kind)
                    found += 1
    if state.stage != PLAIN:
        return found
    for option in range(DOUBLE_MOVE, RECALL_ANY):
        if (state.options[side] >> option) & 1 and (option != RECALL_LAST or state.last_to):
            moves[found] = option_code(option, 0)
            found += 1
    if (state.options[side] >> RECALL_ANY) & 1:
        cells = recallable(state, 1 - side)
        while some(cells):
            moves[found] = option_code(RECALL_ANY, lowest(cells))
            cells = without_lowest(cells)
            found += 1
    return found


@kernel
def recallable(state: State, seat: int) -> Any:
    """The men of a seat whose coming to their cells can be taken back."""
    men = load(state.men, seat)
    if state.pieces == DROP:
        return men
    if state.pieces < CHECKERS:
        return meet(men, load(state.placed, seat))
    found = nothing()
    empty = empty_cells(state)
    while some(men):
        cell = lowest(men)
        men = without_lowest(men)
        way = wide(state.came[cell])
        # A man that has changed sides was moved there by the other player.
        if way and (way & 1) == seat and has(empty, origin_of(way)):
            found = join(found, single(cell))
    return found


@kernel
def way_from(origin: int, side: int) -> int:
    """How a piece came to its cell, as a number that is not 0: from where, and moved by whom."""
    return 2 * (origin + 1) + side


@kernel
def origin_of(way: int) -> int:
    return (way >> 1) - 1


@kernel
def any_left(state: State, option: int) -> bool:
    return bool(((state.options[0] | state.options[1]) >> option) & 1)


@kernel
def remember(state: State, side: int, kind: int) -> None:
    """Before a move of a side: what a recall of it would need, if one is still possible."""
    forget(state)
    if (state.options[1 - side] >> RECALL_LAST) & 1:
        for seat in range(2):
            store(state.before, seat, load(state.men, seat))
            store(state.before, 2 + seat, load(state.kings, seat))
        state.before_idle = state.idle
        state.last_kind = kind


@kernel
def forget(state: State) -> None:
    """There is no last move to take back."""
    if state.last_to:
        state.last_from, state.last_to, state.last_kind = 0, 0, 0
        state.before_idle = 0
        state.before_came[0], state.before_came[1] = 0, 0
        for index in range(4):
            store(state.before, index, nothing())


@kernel
def note(state: State, side: int, origin: int, cell: int, kind: int) -> None:
    """After a move of a side to a cell (from another, or from -1): disks in hand and what recalls need."""
    man = single(cell)
    if kind == WITH_HYBRID:
        store(state.hybrid, 0, join(load(state.hybrid, 0), man))
        if state.firsts[side]:
            state.firsts[side] = 0
        else:
            state.hybrids[side] -= 1
    elif kind == WITH_SOLID:
        store(state.solid, 0, join(load(state.solid, 0), man))
        state.solids[side] -= 1
    if (state.options[1 - side] >> RECALL_LAST) & 1:
        state.last_from, state.last_to = origin + 1, cell + 1
    if any_left(state, RECALL_ANY):
        if origin >= 0:
            state.before_came[0], state.before_came[1] = state.came[origin], state.came[cell]
            state.came[origin] = 0
            state.came[cell] = way_from(origin, side)
        else:
            store(state.placed, side, join(load(state.placed, side), man))
            store(state.placed, 1 - side, minus(load(state.placed, 1 - side), man))


@kernel
def announce(state: State, side: int, option: int, cell: int) -> None:
    """Use an option; afterwards `turn` and `stage` say who does what next."""
    state.options[side] &= ~(1 << option)
    if option == DOUBLE_MOVE:
        state.stage = FIRST_OF_TWO
    elif option == MOVE_FOR_YOU:
        state.stage = OWN_BEFORE
    else:
        if option == RECALL_LAST:
            recall_last(state, 1 - side)
        else:
            recall_any(state, 1 - side, cell)
        state.turn = 1 - side
        state.stage = AGAIN
    forget(state)


@kernel
def recall_last(state: State, mover: int) -> None:
    """Put back what the last move of the mover has changed."""
    cell, origin = wide(state.last_to) - 1, wide(state.last_from) - 1
    for seat in range(2):
        store(state.men, seat, load(state.before, seat))
        store(state.kings, seat, load(state.before, 2 + seat))
    state.idle = state.before_idle
    if origin < 0:
        take_disk_back(state, mover, cell)
        store(state.placed, mover, minus(load(state.placed, mover), single(cell)))
    else:
        hybrid, solid = has(load(state.hybrid, 0), cell), has(load(state.solid, 0), cell)
        if state.last_kind > 0:
            # Made a special disk by this very move.
            give_back(state, mover, state.last_kind)
            hybrid = hybrid and state.last_kind != WITH_HYBRID
            solid = solid and state.last_kind != WITH_SOLID
        unmark(state, cell)
        mark(state, origin, hybrid, solid)
        state.came[cell] = state.before_came[1]
        state.came[origin] = state.before_came[0]
    state.barred_from, state.barred_to = origin + 1, cell + 1


@kernel
def recall_any(state: State, mover: int, cell: int) -> None:
    """Take one man of the mover off the board, or a walking piece back to where it came from."""
    man = single(cell)
    if state.pieces < CHECKERS:
        store(state.men, mover, minus(load(state.men, mover), man))
        store(state.placed, mover, minus(load(state.placed, mover), man))
        take_disk_back(state, mover, cell)
        state.barred_from = 0
    else:
        origin = origin_of(wide(state.came[cell]))
        state.came[cell] = 0
        state.came[origin] = 0
        store(state.men, mover, join(minus(load(state.men, mover), man), single(origin)))
        if has(load(state.kings, mover), cell):
            store(state.kings, mover, join(minus(load(state.kings, mover), man), single(origin)))
        hybrid, solid = has(load(state.hybrid, 0), cell), has(load(state.solid, 0), cell)
        unmark(state, cell)
        mark(state, origin, hybrid, solid)
        state.barred_from = origin + 1
    state.barred_to = cell + 1


@kernel
def take_disk_back(state: State, owner: int, cell: int) -> None:
    """A special disk that leaves the board is in hand again."""
    if has(load(state.hybrid, 0), cell):
        give_back(state, owner, WITH_HYBRID)
    if has(load(state.solid, 0), cell):
        give_back(state, owner, WITH_SOLID)
    unmark(state, cell)


@kernel
def give_back(state: State, owner: int, kind: int) -> None:
    if kind == WITH_SOLID:
        state.solids[owner] += 1
    elif state.first_rule:
        # With a recall there is no third extra: the only hybrid disk is the first one.
        state.firsts[owner] = 1
    else:
        state.hybrids[owner] += 1


@kernel
def unmark(state: State, cell: int) -> None:
    man = single(cell)
    store(state.hybrid, 0, minus(load(state.hybrid, 0), man))
    store(state.solid, 0, minus(load(state.solid, 0), man))


@kernel
def mark(state: State, cell: int, hybrid: bool, solid: bool) -> None:
    man = single(cell)
    if hybrid:
        store(state.hybrid, 0, join(load(state.hybrid, 0), man))
    if solid:
        store(state.solid, 0, join(load(state.solid, 0), man))
