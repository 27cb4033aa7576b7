"""Runner-Up: a small card game in one file. `ludarium play examples/runner_up.py` plays it."""

import numpy as np

from ludarium.engine import Fields, Game, Parameter, Rules, deal_cards, hide_cards, i1, kernel, list_cards
from ludarium.engine.slots import SEATS, Moves, Points

CARDS = 12
TRICKS = 3
BOX, PLAYED = 5, 6  # where a card is; 1 to 4 are the hands of the seats, 0 is unknown


class State(Fields):
    place = i1(CARDS + 1)  # where each card is; card 0 does not exist
    table = i1(4)  # the card that each seat has laid in this trick, 0 for none
    leader = i1()  # who laid first in this trick
    laid = i1()  # how many have laid
    tricks = i1()  # how many tricks are over
    points = i1(4)


@kernel
def start(state: State) -> None:
    determinize(state, -1)


@kernel
def to_move(state: State) -> int:
    return -1 if state.tricks == TRICKS else (state.leader + state.laid) % SEATS


@kernel
def legal(state: State, seat: int, moves: Moves) -> int:
    return list_cards(state.place, seat + 1, moves)


@kernel
def apply(state: State, seat: int, move: int) -> None:
    state.table[seat] = move
    state.place[move] = PLAYED
    state.laid += 1
    if state.laid == SEATS:
        end_trick(state)


@kernel
def end_trick(state: State) -> None:
    highest = max(state.table)
    second = 0
    for seat in range(SEATS):
        if second < state.table[seat] < highest:
            second = state.table[seat]
            state.leader = seat
    state.points[state.leader] += highest
    state.table[:] = 0
    state.laid = 0
    state.tricks += 1


@kernel
def result(state: State, points: Points) -> None:
    for seat in range(SEATS):
        points[seat] = state.points[seat]


@kernel
def hide(state: State, seat: int) -> None:
    hide_cards(state.place, seat + 1, BOX)


@kernel
def determinize(state: State, seat: int) -> None:
    sizes = np.zeros(BOX, np.int64)
    for other in range(SEATS):
        sizes[other + 1] = TRICKS - state.tricks - (1 if state.table[other] else 0)
    deal_cards(state, state.place, sizes, BOX)


class RunnerUp(Game):
    """The second best takes the best.

    Each player gets three of twelve cards, 1 to 12; the rest stays in the box, unseen. In a trick everybody lays one
    card in turn. The second highest card wins the highest one: its number in points, and the lead in the next trick.
    After three tricks the most points win.
    """

    name = "runner-up"
    summary = "a trick-taking game in which the second highest card wins the highest"
    parameters = (Parameter("seats", 3, "number of players", low=2, high=4),)
    rules = Rules.collect("runner-up", globals(), State, max_moves=TRICKS, max_plies=4 * TRICKS)

    def draw(self, state: State, seat: int | None) -> str:
        lines = [f"Trick {min(state.tricks + 1, TRICKS)} of {TRICKS}"]
        for own in range(self.seats):
            name = "You" if own == seat else self.seat_names[own]
            size = TRICKS - state.tricks - (state.table[own] > 0)
            hand = [str(card) for card in range(1, CARDS + 1) if state.place[card] == own + 1] or ["?"] * size
            laid = f"lays {state.table[own]}" if state.table[own] else ""
            lines.append(f"{name:<8}{state.points[own]:>3} points  {laid:<8}  hand {' '.join(hand) or '–'}")
        return "\n".join(lines)
