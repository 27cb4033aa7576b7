"""What a seat knows: erasing everything else, filling it in again, and which colonists another seat may hold.

A seat knows for certain, and its view shows:

- everything public: Omnium, colonies, numbers of modules in hands and deck, and all that was said and done in the open;
- its own hand, the two modules it has drawn, and what it lost by keeping a module with a full hand;
- of the colonists: its own, the set it was offered, those shown, and what the naming of colonists gave away;
- modules it put under the deck, wherever they have moved up to;
- modules in other hands: those it gave away in a swap and those a Visionary drew from a place it knew, until they are
  built. They go along when hands are swapped once more.

A module that another seat has drawn together with a second one is lost track of, since it is unseen which of the two
was kept. Guesses from how others play are no knowledge.

A sample is a *world*: every consistent place of every hidden module is equally likely, modules of one kind counted as
different cards, and so is every consistent order of the colonists. It is no *mind*: what other seats remember of hands
they gave away is not part of it, and they start without such memories.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine import kernel, pile_up, shuffle
from ludarium.engine.slots import Moves, Seat
from ludarium.games.colonizers.cards import COLONISTS, COPIES, EVERYBODY, KINDS, MODULES, UNKNOWN
from ludarium.games.colonizers.table import (
    HAND_LIMIT,
    KEEP,
    KEPT,
    PICK,
    PLANES,
    SEATS,
    UNDER,
    State,
    add_to_hand,
    count_in,
    module_at,
    one_more,
    set_place,
)


@kernel
def hide(state: State, seat: Seat) -> None:
    """Erase what the seat does not know; seat -1 knows only what is public."""
    bit = 0 if seat < 0 else 1 << seat
    known_places = 0 if seat < 0 else int(state.under[seat])
    for plane in range(PLANES):
        state.deck[plane] = int(state.deck[plane]) & known_places
    for other in range(SEATS):
        if other == seat:
            for slot in range(HAND_LIMIT):
                state.mark[other, slot] = 0
            continue
        known = 0
        for slot in range(int(state.cards[other])):
            module, mark = state.hand[other, slot], int(state.mark[other, slot])
            state.hand[other, slot] = UNKNOWN
            state.mark[other, slot] = 0
            if mark & bit:
                state.hand[other, known] = module
                state.mark[other, known] = bit
                known += 1
        state.lost[other] = 0
        state.offered[other] = 0
        if not int(state.shown) >> other & 1:
            state.colonist[other] = UNKNOWN
        state.deeds[other, KEPT] = UNKNOWN
        state.deeds[other, UNDER] = UNKNOWN
    if int(state.seat) != seat:
        for nth in range(2):
            if not int(state.drawn_mark[nth]) & bit:
                state.drawn[nth] = UNKNOWN


@kernel
def determinize(state: State, seat: Seat) -> None:
    """Fill in what `hide` erased, uniformly among all worlds consistent with what the seat knows."""
    assign_colonists(state, seat)
    place_modules(state, seat)


@kernel
def may_hold(state: State, seat: Seat, other: Seat) -> int:
    """The set of colonists that another seat may hold, by what a seat was offered, what is shown and what was named.

    Reads only what the seat knows. Empty before the other seat has picked.
    """
    if int(state.shown) >> other & 1 or other == seat:
        return 1 << int(state.colonist[other]) & EVERYBODY
    if state.stage == PICK and other >= int(state.seat):
        return 0
    offered = 0 if seat < 0 else int(state.offered[seat])
    if offered == 0:
        candidates = EVERYBODY
    elif other < seat:
        candidates = EVERYBODY & ~offered
    else:
        candidates = offered & ~(1 << int(state.colonist[seat]))
    for third in range(SEATS):
        if int(state.shown) >> third & 1:
            candidates &= ~(1 << int(state.colonist[third]))
    return candidates & ~int(state.cannot[other])


# --- helpers ----------------------------------------------------------------------------------------------------------


@kernel
def assign_colonists(state: State, seat: Seat) -> None:
    """Draw an order of the six colonists: the removed one, those of the seats, then those nobody has picked.

    What the seat was offered divides the order in two: the colonists missing from it lie before its own place, the
    others from there on. Shown ones are fixed, the rest shuffled until nobody holds what it was seen not to hold.
    """
    picked = int(state.seat) if state.stage == PICK else SEATS
    offered = 0 if seat < 0 else int(state.offered[seat])
    divide = 0 if offered == 0 else seat + 1
    free = np.zeros(COLONISTS, np.int64)
    order = np.zeros(COLONISTS, np.int64)
    fixed = 0
    for holder in range(SEATS):
        order[holder + 1] = int(state.colonist[holder])
        if order[holder + 1] != UNKNOWN:
            fixed |= 1 << order[holder + 1]
    early = 0
    for colonist in range(1, COLONISTS + 1):
        if divide > 0 and not (offered | fixed) >> colonist & 1:
            free[early] = colonist
            early += 1
    count = early
    for colonist in range(1, COLONISTS + 1):
        if not fixed >> colonist & 1 and (divide == 0 or offered >> colonist & 1):
            free[count] = colonist
            count += 1
    consistent = False
    while not consistent:
        shuffle(state, free, early)
        shuffle(state, free[early:], count - early)
        consistent = True
        nth = 0
        for place in range(COLONISTS):
            holder = place - 1
            if 0 <= holder < SEATS and int(state.colonist[holder]) != UNKNOWN:
                continue
            order[place] = free[nth]
            nth += 1
            if 0 <= holder < SEATS and int(state.cannot[holder]) >> order[place] & 1:
                consistent = False
    left = EVERYBODY & ~(1 << order[0])
    for holder in range(SEATS):
        if holder < picked:
            state.colonist[holder] = order[holder + 1]
        if holder <= picked:
            state.offered[holder] = left
        left &= ~(1 << order[holder + 1])


@kernel
def place_modules(state: State, seat: Seat) -> None:
    """Put the modules whose place the seat does not know into the hidden places, all ways equally likely."""
    pool = np.zeros(MODULES, np.int64)
    count = hidden_modules(state, seat, pool)
    shuffle(state, pool, count)
    for other in range(SEATS):
        if other == seat:
            continue
        cards, known = int(state.cards[other]), 0
        while known < cards and int(state.hand[other, known]) != UNKNOWN:
            known += 1
        state.cards[other] = known
        for _ in range(known, cards):
            count -= 1
            add_to_hand(state, other, pool[count], 0)
        for _ in range(int(state.gone[other])):
            count -= 1
            state.lost[other] = int(state.lost[other]) + one_more(pool[count])
    for nth in range(2 if state.stage == KEEP else 0):
        if int(state.drawn[nth]) == UNKNOWN:
            count -= 1
            state.drawn[nth] = pool[count]
    known_places = 0 if seat < 0 else int(state.under[seat])
    for place in range(int(state.deck_size)):
        if not known_places >> place & 1:
            count -= 1
            set_place(state, place, pool[count])


@kernel
def hidden_modules(state: State, seat: Seat, pool: Moves) -> int:
    """List the modules whose place is not shown in the seat's view; returns their number."""
    left = np.zeros(KINDS + 1, np.int64)
    for module in range(1, KINDS + 1):
        left[module] = COPIES[module]
        for other in range(SEATS):
            left[module] -= count_in(int(state.colony[other]), module) + count_in(int(state.lost[other]), module)
    for other in range(SEATS):
        for slot in range(int(state.cards[other])):
            left[int(state.hand[other, slot])] -= 1
    for nth in range(2):
        left[int(state.drawn[nth])] -= 1
    if seat >= 0:
        for place in range(int(state.deck_size)):
            if int(state.under[seat]) >> place & 1:
                left[module_at(state, place)] -= 1
    return pile_up(left, pool)
