"""The rules of Kuhn poker.

Three cards, jack < queen < king. Each of two seats puts one chip into the pot and gets one card; the third card stays
unseen. A bet is one chip more.

    first   second   first      what happens
    pass    pass                showdown for 1
    pass    bet      pass       second wins 1
    pass    bet      bet        showdown for 2
    bet     pass                first wins 1
    bet     bet                 showdown for 2
"""

from __future__ import annotations

from typing import Any

from ludarium.engine import Fields, Rules, fill_slots, i1, kernel
from ludarium.engine.slots import Moves, Points, Seat

SEATS = 2
UNKNOWN, JACK, QUEEN, KING = 0, 1, 2, 3
PASS, BET = 0, 1


class State(Fields):
    card = i1(SEATS)  # JACK … KING by seat; UNKNOWN in the view of the other seat
    said = i1(3)  # PASS or BET in the order in which they were said
    plies = i1()  # how many of them have been said


@kernel
def start(state: State) -> None:
    fill_slots(state, state.card, KING)


@kernel
def to_move(state: State) -> Seat:
    return speaker(state)


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    moves[0] = PASS
    moves[1] = BET
    return 2


@kernel
def apply(state: State, seat: Seat, move: int) -> None:
    state.said[state.plies] = move
    state.plies += 1


@kernel
def result(state: State, points: Points) -> None:
    points[0] = gain(state, state.card[0], state.card[1])
    points[1] = -points[0]


@kernel
def hide(state: State, seat: Seat) -> None:
    """The other seat's card is hidden, unless both were laid open in a showdown."""
    if speaker(state) == -1 and stake(state, 0) == stake(state, 1):
        return
    for other in range(SEATS):
        if other != seat:
            state.card[other] = UNKNOWN


@kernel
def determinize(state: State, seat: Seat) -> None:
    fill_slots(state, state.card, KING)


# --- helpers ----------------------------------------------------------------------------------------------------------


@kernel
def speaker(hand: Any) -> int:
    """Who speaks next: 0 who spoke first in this hand, 1 the other; -1 when the hand is over."""
    if hand.plies < 2:
        return int(hand.plies)
    must_answer_a_bet = hand.plies == 2 and hand.said[0] == PASS and hand.said[1] == BET
    return 0 if must_answer_a_bet else -1


@kernel
def stake(hand: Any, who: int) -> int:
    """The chips in the pot of who spoke first (0) or second: the ante, and one more after a bet."""
    chips = 1
    for ply in range(hand.plies):
        if ply % SEATS == who and hand.said[ply] == BET:
            chips += 1
    return chips


@kernel
def gain(hand: Any, own: int, other: int) -> int:
    """What who spoke first wins with these cards. The winner takes the loser's stake: who put in more wins, and equal
    stakes are decided by the cards."""
    first, second = stake(hand, 0), stake(hand, 1)
    if first != second:
        first_wins = first > second
    else:
        first_wins = own > other
    return second if first_wins else -first


RULES = Rules.collect(
    "kuhn-poker", globals(), State, max_moves=2, max_plies=3, payoff="points", lowest=-2.0, highest=2.0
)
