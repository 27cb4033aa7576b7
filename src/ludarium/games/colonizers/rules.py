"""The rules of Colonizers.

A round: one of the six colonists is removed unseen, the seats pick one each in turn, then each seat has its turn.

    pick   a colonist, unseen                        always
    draw   2 Omnium, or two modules to look at       unless the hand is full: then it is 2 Omnium
    keep   one of the two modules                    after drawing modules
    power  name another colonist, or nobody          Opportunist and Spy
    build  a module from the hand, or none           with a module in hand and Omnium to pay with

What is not offered is decided by what everybody can see, never by the modules in the hand: that a seat is asked whether
it builds tells nobody whether it can.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine import Rules, below, kernel, pile_up, shuffle
from ludarium.engine.slots import Moves, Points, Seat
from ludarium.games.colonizers.cards import (
    COLONISTS,
    COPIES,
    COST,
    EVERYBODY,
    MODULES,
    OPPORTUNIST,
    VALUE,
    VISIONARY,
    Colonist,
    Module,
    colour_of,
    has_power,
    pays_for,
)
from ludarium.games.colonizers.knowledge import determinize, hide
from ludarium.games.colonizers.table import (
    BUILD,
    BUILT,
    COLONIST,
    DEEDS,
    DRAW,
    DREW,
    HAND_LIMIT,
    INCOME,
    KEEP,
    KEPT,
    LOST_A_MODULE,
    NAMED,
    OVER,
    PICK,
    POWER,
    SEATS,
    TAKEN,
    TOOK_MODULES,
    TOOK_OMNIUM,
    UNDER,
    VICTIM,
    State,
    add_to_hand,
    knowers_of_top,
    one_more,
    put_under,
    set_place,
    swap_hands,
    take_from_hand,
    take_top,
)

__all__ = ["RULES", "determinize", "hide"]

FULL_COLONY = 8
FIRST_BONUS, LATER_BONUS = 4, 2
MOST_ROUNDS = 500
OMNIUM_DRAWN = 2
MOST_STOLEN = 2

# Moves. To pick a colonist is its number; the others are counted from a base.
TAKE_OMNIUM, TAKE_MODULES = 10, 11
KEEPING = 20  # + module
NAMING = 40  # + colonist, or alone to name nobody
BUILDING = 60  # + module, or alone to build none

_PLIES_A_ROUND = SEATS * 5

RANK_REWARDS = (1.0, -0.6, -0.8, -1.0)
"""What searches get by rank: 1, 0.2, 0.1 and 0 of the source, stretched to -1 … 1."""
DRAW_REWARD = -0.35
"""When the deck is spent: the mean of the above."""


@kernel
def start(state: State) -> None:
    deck = np.zeros(MODULES, np.int64)
    count = pile_up(COPIES, deck)
    shuffle(state, deck, count)
    for place in range(count):
        set_place(state, place, deck[place])
    state.deck_size = count
    begin_round(state)


@kernel
def to_move(state: State) -> Seat:
    return -1 if state.stage == OVER else int(state.seat)


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    stage = int(state.stage)
    count = 0
    if stage == PICK:
        for colonist in range(1, COLONISTS + 1):
            if int(state.offered[seat]) >> colonist & 1:
                moves[count] = colonist
                count += 1
    elif stage == DRAW:
        moves[0] = TAKE_OMNIUM
        moves[1] = TAKE_MODULES
        count = 2
    elif stage == KEEP:
        one, other = int(state.drawn[0]), int(state.drawn[1])
        moves[0] = KEEPING + min(one, other)
        moves[1] = KEEPING + max(one, other)
        count = 1 if one == other else 2
    elif stage == POWER:
        moves[0] = NAMING
        count = 1
        for colonist in range(1, COLONISTS + 1):
            if colonist != int(state.colonist[seat]):
                moves[count] = NAMING + colonist
                count += 1
    else:
        moves[0] = BUILDING
        count = 1
        before = 0
        for slot in range(int(state.cards[seat])):
            module = int(state.hand[seat, slot])
            if module != before and COST[module] <= int(state.omnium[seat]):
                moves[count] = BUILDING + module
                count += 1
            before = module
    return count


@kernel
def apply(state: State, seat: Seat, move: int) -> None:
    stage = int(state.stage)
    if stage == PICK:
        pick(state, seat, move)
    elif stage == DRAW:
        draw(state, seat, move)
    elif stage == KEEP:
        keep(state, seat, move - KEEPING)
    elif stage == POWER:
        if move != NAMING:
            name(state, seat, move - NAMING)
        state.stage = BUILD
    else:
        if move != BUILDING:
            build(state, seat, move - BUILDING)
        end_turn(state)
    skip_what_is_settled(state)


@kernel
def result(state: State, points: Points) -> None:
    """The values in the colony and the bonus for a full one, then a few tenths by seat: ties rank by seat."""
    for seat in range(SEATS):
        if state.spent:
            points[seat] = 0.0
            continue
        bonus = 0
        if int(state.built[seat]) >= FULL_COLONY:
            bonus = FIRST_BONUS if int(state.first) == seat + 1 else LATER_BONUS
        points[seat] = (10 * (int(state.score[seat]) + bonus) + SEATS - 1 - seat) / 10


@kernel
def reward(state: State, rewards: Points) -> None:
    result(state, rewards)
    for seat in range(SEATS):
        rewards[SEATS + seat] = rewards[seat]
    for seat in range(SEATS):
        better = 0
        for other in range(SEATS):
            if rewards[SEATS + other] > rewards[SEATS + seat]:
                better += 1
        rewards[seat] = DRAW_REWARD if state.spent else RANK_REWARDS[better]


# --- the stages -------------------------------------------------------------------------------------------------------


@kernel
def begin_round(state: State) -> None:
    """Remove a colonist; what is left is offered to the first seat."""
    for seat in range(SEATS):
        state.colonist[seat] = 0
        state.offered[seat] = 0
        state.cannot[seat] = 0
    state.shown = 0
    state.offered[0] = EVERYBODY & ~(1 << (1 + below(state, COLONISTS)))
    state.rounds += 1
    state.stage = PICK
    state.seat = 0


@kernel
def pick(state: State, seat: Seat, colonist: Colonist) -> None:
    state.colonist[seat] = colonist
    if seat + 1 < SEATS:
        state.offered[seat + 1] = int(state.offered[seat]) & ~(1 << colonist)
        state.seat = seat + 1
    else:
        begin_turn(state, 0)


@kernel
def begin_turn(state: State, seat: Seat) -> None:
    """The colonist is revealed."""
    state.seat = seat
    state.stage = DRAW
    state.shown = int(state.shown) | 1 << seat
    state.cannot[seat] = 0
    for deed in range(DEEDS):
        state.deeds[seat, deed] = 0
    state.deeds[seat, COLONIST] = state.colonist[seat]


@kernel
def draw(state: State, seat: Seat, choice: int) -> None:
    """The colonist's passive ability, then what was chosen."""
    colour = pays_for(int(state.colonist[seat]))
    if colour >= 0:
        income = int(state.colour[seat, colour])
        state.omnium[seat] += income
        state.deeds[seat, INCOME] = income
    elif state.colonist[seat] == VISIONARY and int(state.cards[seat]) < HAND_LIMIT and state.deck_size > 0:
        knowers = knowers_of_top(state) & ~(1 << seat)
        add_to_hand(state, seat, take_top(state), knowers)
        state.deeds[seat, INCOME] = 1
    if choice == TAKE_OMNIUM:
        state.omnium[seat] += OMNIUM_DRAWN
        state.deeds[seat, DREW] = TOOK_OMNIUM
        state.stage = POWER
        return
    state.deeds[seat, DREW] = TOOK_MODULES
    if state.deck_size < 2:
        # The game ends at once, and nobody wins.
        state.spent = 1
        state.stage = OVER
        return
    for nth in range(2):
        state.drawn_mark[nth] = knowers_of_top(state)
        state.drawn[nth] = take_top(state)
    state.stage = KEEP


@kernel
def keep(state: State, seat: Seat, kept: Module) -> None:
    """One module into the hand, or out of the game if that is full; the other under the deck."""
    other = int(state.drawn[0]) + int(state.drawn[1]) - kept
    if int(state.cards[seat]) < HAND_LIMIT:
        add_to_hand(state, seat, kept, 0)
    else:
        state.lost[seat] = int(state.lost[seat]) + one_more(kept)
        state.gone[seat] += 1
        state.deeds[seat, DREW] = LOST_A_MODULE
    put_under(state, other, seat)
    state.deeds[seat, KEPT] = kept
    state.deeds[seat, UNDER] = other
    for nth in range(2):
        state.drawn[nth] = 0
        state.drawn_mark[nth] = 0
    state.stage = POWER


@kernel
def name(state: State, seat: Seat, named: Colonist) -> None:
    """Rob or swap with whoever holds the named colonist.

    What can be seen to happen shows who holds it. If nothing can be seen, everybody to whom something would have
    happened visibly is known not to hold it.
    """
    robs = state.colonist[seat] == OPPORTUNIST
    state.deeds[seat, NAMED] = named
    seen = False
    for holder in range(SEATS):
        visible = state.omnium[holder] > 0 if robs else int(state.cards[holder]) + int(state.cards[seat]) > 0
        if visible and int(state.colonist[holder]) == named:
            seen = True
            state.shown = int(state.shown) | 1 << holder
            state.cannot[holder] = 0
            state.deeds[seat, VICTIM] = holder + 1
            if robs:
                taken = min(MOST_STOLEN, int(state.omnium[holder]))
                state.omnium[holder] -= taken
                state.omnium[seat] += taken
                state.deeds[seat, TAKEN] = taken
            else:
                swap_hands(state, seat, holder)
            break
    if not seen:
        for holder in range(SEATS):
            visible = state.omnium[holder] > 0 if robs else int(state.cards[holder]) + int(state.cards[seat]) > 0
            if visible and not int(state.shown) >> holder & 1:
                state.cannot[holder] = int(state.cannot[holder]) | 1 << named


@kernel
def build(state: State, seat: Seat, module: Module) -> None:
    take_from_hand(state, seat, module)
    state.omnium[seat] -= COST[module]
    state.score[seat] += VALUE[module]
    state.colony[seat] = int(state.colony[seat]) + one_more(module)
    state.colour[seat, colour_of(module)] += 1
    state.built[seat] += 1
    state.deeds[seat, BUILT] = module
    if int(state.built[seat]) == FULL_COLONY and state.first == 0:
        state.first = seat + 1


@kernel
def end_turn(state: State) -> None:
    """The next seat's turn, the next round, or the end of the game."""
    seat = int(state.seat)
    if seat + 1 < SEATS:
        begin_turn(state, seat + 1)
    elif state.first > 0 or state.rounds >= MOST_ROUNDS:
        state.stage = OVER
    else:
        begin_round(state)


@kernel
def skip_what_is_settled(state: State) -> None:
    """Go on to the next stage in which there is something to decide, as far as everybody can see."""
    while True:
        seat, stage = int(state.seat), int(state.stage)
        if stage == DRAW and int(state.cards[seat]) >= HAND_LIMIT:
            draw(state, seat, TAKE_OMNIUM)
        elif stage == POWER and not has_power(int(state.colonist[seat])):
            state.stage = BUILD
        elif stage == BUILD and (state.cards[seat] == 0 or state.omnium[seat] == 0):
            end_turn(state)
        else:
            return


RULES = Rules.collect("colonizers", globals(), State, max_moves=6, max_plies=MOST_ROUNDS * _PLIES_A_ROUND)
