"""The table of Colonizers: the fields of the state, and how modules move between deck and hands.

The deck is a queue: modules are drawn at the top and put back under the bottom. It is kept as four bit planes. Bit p
of plane k is bit k of the module (less 1) that lies p places below the top. So drawing is a shift of all planes, and
hiding what a seat does not know is one `and` a plane.

    top                       bottom
    p   0    1    2   …   deck_size - 1

`under[s]` has the bits of the places whose module seat s put there itself. That somebody did is public; which module it
was, only that seat knows.
"""

from __future__ import annotations

from ludarium.engine import Fields, i1, i2, i8, kernel
from ludarium.engine.slots import Seat
from ludarium.games.colonizers.cards import COLOURS, Module

SEATS = 4
HAND_LIMIT = 5
PLANES = 4

# The stages of a round: all seats pick, then each has a turn of the other four.
PICK, DRAW, KEEP, POWER, BUILD, OVER = 0, 1, 2, 3, 4, 5

# What is remembered of a seat's last turn, for the log. KEPT and UNDER are for that seat alone.
COLONIST, INCOME, DREW, KEPT, UNDER, NAMED, VICTIM, TAKEN, BUILT = 0, 1, 2, 3, 4, 5, 6, 7, 8
DEEDS = 9
TOOK_OMNIUM, TOOK_MODULES, LOST_A_MODULE = 1, 2, 3
"""Values of DREW; the last is a module that was kept with a full hand and so left the game."""


class State(Fields):
    # The deck, as explained above.
    deck = i8(PLANES)
    under = i8(SEATS)
    deck_size = i1()
    # By seat, how many there are of each module, four bits each, the module 1 lowest.
    colony = i8(SEATS)
    lost = i8(SEATS)  # kept with a full hand, so out of the game; which ones, only that seat knows
    gone = i1(SEATS)  # how many these are
    # Hands are sorted, 0 after the last module. `mark` is the set of other seats that know this module to be there.
    # Equal modules cannot be told apart: a seat that knows n of them has its bit at the first n.
    hand = i1(SEATS, HAND_LIMIT)
    mark = i1(SEATS, HAND_LIMIT)
    cards = i1(SEATS)  # modules in hand
    omnium = i2(SEATS)
    score = i1(SEATS)  # the values in the colony added up
    built = i1(SEATS)  # modules in the colony
    colour = i1(SEATS, COLOURS)  # the same by colour
    # The colonists of this round.
    colonist = i1(SEATS)
    offered = i1(SEATS)  # the set a seat could pick from; the removed colonist is not in the first seat's
    shown = i1()  # the set of seats whose colonist everybody knows
    cannot = i1(SEATS)  # the set that a seat not yet shown was seen not to hold, when they were named
    # Between drawing two modules and keeping one.
    drawn = i1(2)
    drawn_mark = i1(2)  # the set of seats that knew this module in the deck
    deeds = i1(SEATS, DEEDS)  # the last turn of each seat
    stage = i1()
    seat = i1()  # whose decision or turn it is
    rounds = i2()  # the number of this round, 1 at the start
    first = i1()  # 1 + the seat that was first to complete its colony, or 0
    spent = i1()  # 1 when the deck could not give what had to be drawn


# --- the deck ---------------------------------------------------------------------------------------------------------


@kernel
def knowers_of_top(state: State) -> int:
    """The set of seats that know the top module."""
    seats = 0
    for seat in range(SEATS):
        seats |= (int(state.under[seat]) & 1) << seat
    return seats


@kernel
def take_top(state: State) -> Module:
    """Take the top module off a deck that has one."""
    module = 0
    for plane in range(PLANES):
        bits = int(state.deck[plane])
        module |= (bits & 1) << plane
        state.deck[plane] = bits >> 1
    for seat in range(SEATS):
        state.under[seat] = int(state.under[seat]) >> 1
    state.deck_size -= 1
    return module + 1


@kernel
def put_under(state: State, module: Module, seat: Seat) -> None:
    """A seat puts a module under the deck."""
    place = int(state.deck_size)
    set_place(state, place, module)
    state.under[seat] = int(state.under[seat]) | (1 << place)
    state.deck_size += 1


@kernel
def set_place(state: State, place: int, module: Module) -> None:
    """Write a module into a place of the deck that holds none."""
    code = module - 1
    for plane in range(PLANES):
        state.deck[plane] = int(state.deck[plane]) | (((code >> plane) & 1) << place)


@kernel
def module_at(state: State, place: int) -> Module:
    """The module in a place of the deck."""
    code = 0
    for plane in range(PLANES):
        code |= ((int(state.deck[plane]) >> place) & 1) << plane
    return code + 1


# --- hands ------------------------------------------------------------------------------------------------------------


@kernel
def add_to_hand(state: State, seat: Seat, module: Module, mark: int) -> None:
    """Put a module into a hand that has room; the seats in `mark` know that it is there."""
    slot = 0
    cards = int(state.cards[seat])
    while slot < cards and int(state.hand[seat, slot]) < module:
        slot += 1
    while slot < cards and int(state.hand[seat, slot]) == module:
        # Who knows n of these already now knows n + 1: the bit moves on to the first that lacks it.
        held = int(state.mark[seat, slot])
        state.mark[seat, slot] = held | mark
        mark &= held
        slot += 1
    for later in range(cards, slot, -1):
        state.hand[seat, later] = state.hand[seat, later - 1]
        state.mark[seat, later] = state.mark[seat, later - 1]
    state.hand[seat, slot] = module
    state.mark[seat, slot] = mark
    state.cards[seat] = cards + 1


@kernel
def take_from_hand(state: State, seat: Seat, module: Module) -> None:
    """Take a module out of a hand that has one.

    It is the first of its kind: who knows n of them knows n - 1 afterwards, and who knows none still knows none.
    """
    slot = 0
    while int(state.hand[seat, slot]) != module:
        slot += 1
    last = int(state.cards[seat]) - 1
    for earlier in range(slot, last):
        state.hand[seat, earlier] = state.hand[seat, earlier + 1]
        state.mark[seat, earlier] = state.mark[seat, earlier + 1]
    state.hand[seat, last] = 0
    state.mark[seat, last] = 0
    state.cards[seat] = last


@kernel
def swap_hands(state: State, one: Seat, other: Seat) -> None:
    """Two seats exchange their hands; each knows what it gave away, and others keep track of what they knew."""
    for slot in range(HAND_LIMIT):
        given, taken = int(state.hand[one, slot]), int(state.hand[other, slot])
        given_mark, taken_mark = int(state.mark[one, slot]), int(state.mark[other, slot])
        state.hand[one, slot], state.hand[other, slot] = taken, given
        state.mark[one, slot] = (taken_mark | 1 << other) & ~(1 << one) if taken else 0
        state.mark[other, slot] = (given_mark | 1 << one) & ~(1 << other) if given else 0
    cards = int(state.cards[one])
    state.cards[one] = state.cards[other]
    state.cards[other] = cards


# --- counts of four bits ----------------------------------------------------------------------------------------------


@kernel
def count_in(counts: int, module: Module) -> int:
    """How many of a module a colony, or what a seat lost, holds."""
    return (counts >> (4 * (module - 1))) & 15


@kernel
def one_more(module: Module) -> int:
    """What to add to a count for one more of a module."""
    return 1 << (4 * (module - 1))
