"""A match of several hands of Kuhn poker: the chips of all hands are added up, and most chips win.

The seats speak first in turn, the first seat in the first hand. What a hand showed stays in sight until the next one is
over, so that everybody can see how it ended. Cards are kept by seat, words in the order in which they were said.
"""

from __future__ import annotations

from ludarium.engine import Fields, Rules, fill_slots, i1, i2, kernel
from ludarium.engine.slots import Moves, Points, Seat
from ludarium.games.kuhn_poker.rules import BET, KING, PASS, SEATS, UNKNOWN, gain, speaker

MAX_HANDS = 50


class State(Fields):
    hands = i1()  # parameter
    card = i1(SEATS)  # of the hand that is played; UNKNOWN in the view of the other seat, and after the last hand
    said = i1(3)
    plies = i1()
    played = i1()  # hands that are over
    won = i2(SEATS)  # chips of all these hands
    last_card = i1(SEATS)  # the hand before; UNKNOWN where the cards were not laid open
    last_said = i1(3)
    last_plies = i1()


@kernel
def start(state: State) -> None:
    fill_slots(state, state.card, KING)


@kernel
def to_move(state: State) -> Seat:
    if state.played == state.hands:
        return -1
    return (speaker(state) + state.played) % SEATS


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    moves[0] = PASS
    moves[1] = BET
    return 2


@kernel
def apply(state: State, seat: Seat, move: int) -> None:
    state.said[state.plies] = move
    state.plies += 1
    if speaker(state) >= 0:
        return
    first = state.played % SEATS
    chips = gain(state, state.card[first], state.card[1 - first])
    state.won[first] += chips
    state.won[1 - first] -= chips
    put_away(state)
    if state.played < state.hands:
        fill_slots(state, state.card, KING)


@kernel
def result(state: State, points: Points) -> None:
    for seat in range(SEATS):
        points[seat] = state.won[seat]


@kernel
def hide(state: State, seat: Seat) -> None:
    """The other seat's card is hidden; the one of the hand before, too, unless it came to a showdown."""
    for other in range(SEATS):
        if other != seat:
            state.card[other] = UNKNOWN
            if not shown(state):
                state.last_card[other] = UNKNOWN


@kernel
def determinize(state: State, seat: Seat) -> None:
    if state.played < state.hands:
        fill_slots(state, state.card, KING)
    if state.played > 0:
        fill_slots(state, state.last_card, KING)


# --- helpers ----------------------------------------------------------------------------------------------------------


@kernel
def put_away(state: State) -> None:
    """The hand becomes the one before; the cards go back to the deck."""
    for seat in range(SEATS):
        state.last_card[seat] = state.card[seat]
        state.card[seat] = UNKNOWN
    for ply in range(len(state.said)):
        state.last_said[ply] = state.said[ply]
        state.said[ply] = PASS
    state.last_plies = state.plies
    state.plies = 0
    state.played += 1


@kernel
def shown(state: State) -> bool:
    """Whether the hand before ended in a showdown: with equal stakes."""
    bets = 0
    for ply in range(state.last_plies):
        bets += 1 if state.last_said[ply] == BET else 0
    return bets != 1


RULES = Rules.collect("kuhn-poker-match", globals(), State, max_moves=2, max_plies=3 * MAX_HANDS)
