"""Whether a state that was written by hand is a position of Colonizers."""

from __future__ import annotations

from typing import Any

from ludarium.games.colonizers.cards import COLONISTS, COPIES, EVERYBODY, KINDS, MODULE_NAMES, MODULES
from ludarium.games.colonizers.drawing import modules_in
from ludarium.games.colonizers.table import KEEP, OVER, PICK, SEATS, module_at


def fault_of(state: Any) -> str:
    """Why a state is no position of the game; empty when it is one, as far as kernels rely on it."""
    if not (0 <= state.stage <= OVER and 0 <= state.seat < SEATS and 0 <= state.deck_size <= MODULES):
        return "stage, seat or deck_size is out of range"
    modules = [*state.hand.reshape(-1).tolist(), *state.drawn.tolist()]
    if any(not 0 <= module <= KINDS for module in modules):
        return f"the modules are 1 to {KINDS}"
    return _fault_of_colonists(state) or _fault_of_modules(state)


def _fault_of_colonists(state: Any) -> str:
    """Each seat picks from what the one before it left, and is never seen not to hold what it holds."""
    if any(not 0 <= colonist <= COLONISTS for colonist in state.colonist.tolist()):
        return f"the colonists are 1 to {COLONISTS}"
    left = int(state.offered[0])
    if left & ~EVERYBODY or left.bit_count() != COLONISTS - 1:
        return "the first seat is offered five colonists"
    picked = int(state.seat) if state.stage == PICK else SEATS
    for seat in range(SEATS):
        colonist = int(state.colonist[seat])
        if state.offered[seat] != (left if seat <= picked else 0):
            return f"seat {seat + 1} is not offered what the seat before it left"
        if seat >= picked:
            if colonist or state.shown >> seat & 1:
                return f"seat {seat + 1} has not picked yet"
        elif not left >> colonist & 1 or state.cannot[seat] >> colonist & 1:
            return f"seat {seat + 1} cannot hold its colonist"
        left &= ~(1 << colonist)
    return ""


def _fault_of_modules(state: Any) -> str:
    """Every module of the game is in exactly one place, and hands are sorted."""
    if (state.drawn != 0).all() != (state.stage == KEEP) or (state.drawn != 0).any() != (state.stage == KEEP):
        return "two modules are drawn when one is to be kept, and none otherwise"
    left = COPIES.copy()
    for own in range(SEATS):
        held = [int(module) for module in state.hand[own] if module]
        if len(held) != state.cards[own] or sorted(held) != [int(module) for module in state.hand[own][: len(held)]]:
            return f"seat {own + 1} has {state.cards[own]} modules in hand, which must be listed in rising order"
        for module in held:
            left[module] -= 1
        for counts in (int(state.colony[own]), int(state.lost[own])):
            for module, number in modules_in(counts):
                left[module] -= number
    for module in state.drawn:
        left[module] -= 1
    for place in range(state.deck_size):
        left[module_at(state, place)] -= 1
    wrong = [MODULE_NAMES[module] for module in range(1, KINDS + 1) if left[module]]
    return f"there are too many or too few of {', '.join(wrong)}" if wrong else ""
