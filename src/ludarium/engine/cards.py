"""Cards: dealing them, and dealing again those that somebody does not see.

To deal and to guess are the same: what is unknown is dealt, every way equally likely. So a kernel that serves `start`
serves `determinize` too. Cards are numbered from 1; 0 is no card, or one that is not known. A state keeps them

    by card, `place[card]` says where a card is         hide_cards, deal_cards, list_cards
    as a set, whose bit c stands for the card c         draw_card
    by slot, `hand[slot]` says which card lies there    fill_slots
    by kind, `copies[card]` says how many there are     pile_up

All draw on the random stream of their first argument, the state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.bits import lowest_bit, popcount
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import below, shuffle
from ludarium.engine.state import Row

UNKNOWN = 0


@kernel
def list_cards(place: Row[int], where: int, found: Any) -> int:
    """Write the cards that lie in a place, in rising order, into a buffer; return their number."""
    count = 0
    for card in range(1, len(place)):
        if place[card] == where:
            found[count] = card
            count += 1
    return count


@kernel
def hide_cards(place: Row[int], own: int, hidden: int) -> None:
    """Forget which cards lie in the places 1 … `hidden`, all but one's own. Open places have higher numbers."""
    for card in range(1, len(place)):
        if place[card] <= hidden and place[card] != own:
            place[card] = UNKNOWN


@kernel
def deal_cards(state: Any, place: Row[int], sizes: Any, rest: int) -> None:
    """Deal the cards whose place is unknown: the place p gets what it lacks of `sizes[p]`, the others go to `rest`."""
    cards = np.zeros(len(place), np.int64)
    unknown = np.zeros(len(place), np.int64)
    count = list_cards(place, UNKNOWN, unknown)
    shuffle(state, unknown, count)
    for hand in range(1, len(sizes)):
        for _ in range(sizes[hand] - list_cards(place, hand, cards)):
            count -= 1
            place[unknown[count]] = hand
    for left in range(count):
        place[unknown[left]] = rest


@kernel
def draw_card(state: Any, cards: int) -> int:
    """One card of a set that is not empty; it stays in the set."""
    bits = np.uint64(cards)
    for _ in range(below(state, popcount(bits))):
        bits &= bits - np.uint64(1)
    return int(lowest_bit(bits))


@kernel
def fill_slots(state: Any, slots: Row[int], cards: int) -> None:
    """Put into every slot whose card is unknown one of the cards 1 … `cards` (63 at most) that lies in no other."""
    left = (2 << cards) - 2
    for slot in range(len(slots)):
        left &= ~(1 << int(slots[slot]))
    for slot in range(len(slots)):
        if slots[slot] == UNKNOWN:
            slots[slot] = draw_card(state, left)
            left &= ~(1 << int(slots[slot]))


@kernel
def pile_up(copies: Any, pile: Any) -> int:
    """Write every card as often as `copies` counts it into a pile, in rising order; return how many there are."""
    count = 0
    for card in range(1, len(copies)):
        for _ in range(copies[card]):
            pile[count] = card
            count += 1
    return count
