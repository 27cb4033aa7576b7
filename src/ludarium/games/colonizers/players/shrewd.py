"""A policy that weighs: every option gets a score, linear in a few features, and the highest is chosen.

The weights were found by playing some hundred thousand compiled games (`benchmarks/colonizers_weights.py`). The policy
reads only what the seat knows, draws no lots, and is what the champion's simulations play by.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.slots import Seat
from ludarium.games.colonizers.cards import (
    COLONISTS,
    COLOURLESS,
    COST,
    ECOLOGIST,
    GENERAL,
    OPPORTUNIST,
    VALUE,
    VISIONARY,
    colour_of,
    pays_for,
)
from ludarium.games.colonizers.knowledge import may_hold
from ludarium.games.colonizers.players.heuristic import how_many
from ludarium.games.colonizers.rules import (
    BUILDING,
    KEEPING,
    MOST_STOLEN,
    NAMING,
    OMNIUM_DRAWN,
    TAKE_MODULES,
    TAKE_OMNIUM,
)
from ludarium.games.colonizers.table import DRAW, KEEP, PICK, POWER, SEATS, State

# Places of the weights, by the decision they are for; each is multiplied with what its name says.
# Pick: income and a constant of the coloured three; then constants, and slopes, of the others.
INCOME, COLOURED, VISIONARY_AT_ALL, VISIONARY_BY_CARDS, VISIONARY_WITHOUT_CARDS = 0, 1, 2, 3, 4
OPPORTUNIST_AT_ALL, OPPORTUNIST_BY_PREY, OPPORTUNIST_BY_SEAT = 5, 6, 7
SPY_AT_ALL, SPY_BY_CARDS, SPY_BY_SEAT = 8, 9, 10
# Draw: for Omnium, against modules.
OMNIUM_AT_ALL, OMNIUM_BY_CARDS, OMNIUM_BY_OMNIUM, OMNIUM_WITHOUT_CARDS = 11, 12, 13, 14
OMNIUM_IF_NOTHING_PAYABLE, OMNIUM_FOR_A_BETTER_MODULE, OMNIUM_LATE, OMNIUM_BY_INCOME = 15, 16, 17, 18
# Keep.
KEEP_VALUE, KEEP_COST, KEEP_COLOUR, KEEP_MISSING, KEEP_COST_LATE, KEEP_PAYABLE_LATE = 19, 20, 21, 22, 23, 24
# Build, against building nothing.
BUILD_AT_ALL, BUILD_VALUE, BUILD_COST, BUILD_COLOUR, BUILD_VALUE_LATE, BUILD_LATE = 25, 26, 27, 28, 29, 30
BUILD_INSTEAD_OF_WAITING, BUILD_BY_BUILT = 31, 32
# Power: for robbing the leader; what a swap must gain at least, in hundredths of a module.
ROB_THE_LEADER, SWAP_AT_LEAST = 33, 34

WEIGHTS = np.array(
    [
        151, -9, 53, -38, 82,
        62, 64, 42, -25, 36, 54,
        -5, 89, -19, -385, 65, 32, 9, -10,
        98, -87, 53, -44, -13, 44,
        84, 121, -53, 22, 29, 23, -17, 3,
        39, 62,
    ],
    np.int64,
)  # fmt: skip
"""The weights in their places, in hundredths."""

NOTHING = -1_000_000
MOST_PREY, MOST_MONEY = 4, 12
"""Where more makes no difference to the scores."""


@kernel
def shrewd_choice(state: State, seat: Seat, weights: Any) -> int:
    """The move that the weights make best of what the seat knows; of equals the first."""
    stage = int(state.stage)
    if stage == PICK:
        return best_colonist(state, seat, weights)
    if stage == DRAW:
        return best_draw(state, seat, weights)
    if stage == KEEP:
        return best_to_keep(state, seat, weights)
    if stage == POWER:
        return best_victim(state, seat, weights)
    return best_to_build(state, seat, weights)


@kernel
def lateness(state: State) -> int:
    """Modules in the fullest colony."""
    most = 0
    for seat in range(SEATS):
        most = max(most, int(state.built[seat]))
    return most


@kernel
def best_colonist(state: State, seat: Seat, weights: Any) -> int:
    """What each colonist on offer may bring."""
    cards = int(state.cards[seat])
    prey, most_cards = 0, 0
    for other in range(SEATS):
        if other != seat:
            prey = max(prey, int(state.omnium[other]))
            most_cards = max(most_cards, int(state.cards[other]))
    best, chosen = NOTHING, 0
    for colonist in range(1, COLONISTS + 1):
        if not int(state.offered[seat]) >> colonist & 1:
            continue
        if colonist == VISIONARY:
            score = (
                weights[VISIONARY_AT_ALL]
                + weights[VISIONARY_BY_CARDS] * cards
                + (weights[VISIONARY_WITHOUT_CARDS] if cards == 0 else 0)
            )
        elif colonist <= GENERAL:
            score = weights[COLOURED] + weights[INCOME] * int(state.colour[seat, colonist - ECOLOGIST])
        elif colonist == OPPORTUNIST:
            score = (
                weights[OPPORTUNIST_AT_ALL]
                + weights[OPPORTUNIST_BY_PREY] * min(prey, MOST_PREY)
                + weights[OPPORTUNIST_BY_SEAT] * seat
            )
        else:
            score = weights[SPY_AT_ALL] + weights[SPY_BY_CARDS] * (most_cards - cards) + weights[SPY_BY_SEAT] * seat
        if score > best:
            best, chosen = score, colonist
    return chosen


@kernel
def best_draw(state: State, seat: Seat, weights: Any) -> int:
    """Omnium or modules, seen from the hand and what it costs."""
    cards = int(state.cards[seat])
    colour = pays_for(int(state.colonist[seat]))
    income = int(state.colour[seat, colour]) if colour >= 0 else 0
    money = int(state.omnium[seat]) + income
    now, later = 0, 0
    for slot in range(cards):
        module = int(state.hand[seat, slot])
        if COST[module] <= money:
            now = max(now, VALUE[module])
        if COST[module] <= money + OMNIUM_DRAWN:
            later = max(later, VALUE[module])
    score = (
        weights[OMNIUM_AT_ALL]
        + weights[OMNIUM_BY_CARDS] * cards
        + weights[OMNIUM_BY_OMNIUM] * min(money, MOST_MONEY)
        + weights[OMNIUM_LATE] * lateness(state)
    )
    score += weights[OMNIUM_FOR_A_BETTER_MODULE] * (later - now) + weights[OMNIUM_BY_INCOME] * income
    if cards == 0:
        score += weights[OMNIUM_WITHOUT_CARDS]
    if now == 0:
        score += weights[OMNIUM_IF_NOTHING_PAYABLE]
    return TAKE_OMNIUM if score >= 0 else TAKE_MODULES


@kernel
def best_to_keep(state: State, seat: Seat, weights: Any) -> int:
    """The better of the two modules drawn."""
    money, late = int(state.omnium[seat]), lateness(state)
    best, chosen = NOTHING, 0
    for nth in range(2):
        module = int(state.drawn[nth])
        score = (
            weights[KEEP_VALUE] * VALUE[module] + (weights[KEEP_COST] + weights[KEEP_COST_LATE] * late) * COST[module]
        )
        colour = colour_of(module)
        if colour < COLOURLESS:
            score += weights[KEEP_COLOUR] * int(state.colour[seat, colour])
        if COST[module] > money:
            score += weights[KEEP_MISSING] * (COST[module] - money)
        else:
            score += weights[KEEP_PAYABLE_LATE] * late * VALUE[module]
        if score > best:
            best, chosen = score, module
    return KEEPING + chosen


@kernel
def best_to_build(state: State, seat: Seat, weights: Any) -> int:
    """The best module that can be paid for, or none."""
    money, late = int(state.omnium[seat]), lateness(state)
    cards = int(state.cards[seat])
    ahead = 0
    for slot in range(cards):
        module = int(state.hand[seat, slot])
        if money < COST[module] <= money + OMNIUM_DRAWN:
            ahead = max(ahead, VALUE[module])
    best, chosen = 0, 0
    for slot in range(cards):
        module = int(state.hand[seat, slot])
        if COST[module] > money:
            continue
        score = (
            weights[BUILD_AT_ALL]
            + (weights[BUILD_VALUE] + weights[BUILD_VALUE_LATE] * late) * VALUE[module]
            + weights[BUILD_COST] * COST[module]
        )
        score += weights[BUILD_LATE] * late + weights[BUILD_BY_BUILT] * int(state.built[seat])
        colour = colour_of(module)
        if colour < COLOURLESS:
            score += weights[BUILD_COLOUR] * int(state.colour[seat, colour])
        if ahead > VALUE[module]:
            score += weights[BUILD_INSTEAD_OF_WAITING] * (ahead - VALUE[module])
        if score > best:
            best, chosen = score, module
    return BUILDING + chosen


@kernel
def best_victim(state: State, seat: Seat, weights: Any) -> int:
    """The colonist that promises most, summed over all who may hold it, each of whose colonists is equally likely."""
    robs = state.colonist[seat] == OPPORTUNIST
    gains = np.zeros(COLONISTS + 1, np.int64)
    top = 0
    for other in range(SEATS):
        if other != seat:
            top = max(top, int(state.score[other]))
    mine = int(state.cards[seat])
    for other in range(SEATS):
        if other == seat:
            continue
        possible = may_hold(state, seat, other)
        if robs:
            gain = 100 * min(MOST_STOLEN, int(state.omnium[other]))
            if gain > 0 and int(state.score[other]) == top:
                gain += weights[ROB_THE_LEADER]
        else:
            gain = 100 * (int(state.cards[other]) - mine) - weights[SWAP_AT_LEAST]
        share = gain // how_many(possible)
        for colonist in range(1, COLONISTS + 1):
            if possible >> colonist & 1:
                gains[colonist] += share
    best, chosen = 0, 0
    for colonist in range(1, COLONISTS + 1):
        if gains[colonist] > best:
            best, chosen = gains[colonist], colonist
    return NAMING + chosen
