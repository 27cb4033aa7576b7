"""The rules of Goofspiel, the game of pure strategy.

Sets of cards are bit masks: bit 1 is the card 1, bit 13 the card 13. The next prize is drawn when it is turned up, so
the order of the face-down prizes exists nowhere and nobody can peek at it.
"""

from __future__ import annotations

from ludarium.engine import Fields, Rules, draw_card, i1, i2, i4, kernel
from ludarium.engine.slots import SEATS, Moves, Points, Seat

MAX_SEATS = 4
MAX_CARDS = 13
NO_PRIZE = 0


class State(Fields):
    cards = i1()  # the parameter: each hand and the prizes are the cards 1 … cards
    prize = i1()  # the prize that is turned up; NO_PRIZE when the game is over
    deck = i4()  # the set of prizes still face down
    hand = i4(MAX_SEATS)  # the set of cards of each seat
    points = i2(MAX_SEATS)


@kernel
def start(state: State) -> None:
    state.deck = (2 << int(state.cards)) - 2
    for seat in range(SEATS):
        state.hand[seat] = state.deck
    turn_up_a_prize(state)


@kernel
def movers(state: State) -> int:
    """Everybody bids at once, as long as there is a prize."""
    return 0 if state.prize == NO_PRIZE else (1 << SEATS) - 1


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    count = 0
    for card in range(1, state.cards + 1):
        if state.hand[seat] >> card & 1:
            moves[count] = card
            count += 1
    return count


@kernel
def resolve(state: State, bids: Moves) -> None:
    """The single highest bid takes the prize; if the highest bid was made twice, nobody does."""
    highest, winner = 0, -1
    for seat in range(SEATS):
        if bids[seat] > highest:
            highest, winner = bids[seat], seat
        elif bids[seat] == highest:
            winner = -1
        state.hand[seat] &= ~(1 << bids[seat])
    if winner >= 0:
        state.points[winner] += state.prize
    turn_up_a_prize(state)


@kernel
def result(state: State, points: Points) -> None:
    for seat in range(SEATS):
        points[seat] = state.points[seat]


# --- helpers ----------------------------------------------------------------------------------------------------------


@kernel
def turn_up_a_prize(state: State) -> None:
    """Turn up one of the face-down prizes, all equally likely."""
    state.prize = NO_PRIZE if state.deck == 0 else draw_card(state, state.deck)
    state.deck &= ~(1 << int(state.prize))


RULES = Rules.collect("goofspiel", globals(), State, max_moves=MAX_CARDS, max_plies=MAX_CARDS * MAX_SEATS)
