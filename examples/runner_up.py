"""Runner-Up: a small card game in one file. `ludarium play examples/runner_up.py` plays it."""

from typing import Any

import numpy as np

from ludarium.engine import Game, Parameter, Rules, kernel, shuffle
from ludarium.engine.slots import SEATS

CARDS = 12
TRICKS = 3
UNKNOWN, BOX, PLAYED = 0, 5, 6  # where a card is; 1 to 4 are the hands of the seats

FIELDS = [
    ("place", "i1", (CARDS + 1,)),  # where each card is; card 0 does not exist
    ("table", "i1", (4,)),  # the card that each seat has laid in this trick, 0 for none
    ("leader", "i1"),  # who laid first in this trick
    ("laid", "i1"),  # how many have laid
    ("tricks", "i1"),  # how many tricks are over
    ("points", "i1", (4,)),
]


@kernel
def start(state: Any) -> None:
    deal_unknown(state)


@kernel
def to_move(state: Any) -> int:
    return -1 if state.tricks == TRICKS else (state.leader + state.laid) % SEATS


@kernel
def legal(state: Any, seat: int, moves: Any) -> int:
    count = 0
    for card in range(1, CARDS + 1):
        if state.place[card] == seat + 1:
            moves[count] = card
            count += 1
    return count


@kernel
def apply(state: Any, seat: int, move: int) -> None:
    state.table[seat] = move
    state.place[move] = PLAYED
    state.laid += 1
    if state.laid == SEATS:
        end_trick(state)


@kernel
def end_trick(state: Any) -> None:
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
def result(state: Any, points: Any) -> None:
    for seat in range(SEATS):
        points[seat] = state.points[seat]


@kernel
def hide(state: Any, seat: int) -> None:
    for card in range(1, CARDS + 1):
        if state.place[card] != PLAYED and state.place[card] != seat + 1:
            state.place[card] = UNKNOWN


@kernel
def determinize(state: Any, seat: int) -> None:
    deal_unknown(state)


@kernel
def deal_unknown(state: Any) -> None:
    unknown = np.zeros(CARDS, np.int64)
    count = 0
    for card in range(1, CARDS + 1):
        if state.place[card] == UNKNOWN:
            unknown[count] = card
            count += 1
    shuffle(state, unknown, count)
    for seat in range(SEATS):
        missing = TRICKS - state.tricks - (1 if state.table[seat] else 0)
        for card in range(1, CARDS + 1):
            missing -= 1 if state.place[card] == seat + 1 else 0
        for _ in range(missing):
            count -= 1
            state.place[unknown[count]] = seat + 1
    for rest in range(count):
        state.place[unknown[rest]] = BOX


class RunnerUp(Game):
    """The second best takes the best.

    Each player gets three of twelve cards, 1 to 12; the rest stays in the box, unseen. In a trick everybody lays one
    card in turn. The second highest card wins the highest one: its number in points, and the lead in the next trick.
    After three tricks the most points win.
    """

    name = "runner-up"
    summary = "a trick-taking game in which the second highest card wins the highest"
    parameters = (Parameter("seats", 3, "number of players", low=2, high=4),)
    rules = Rules.collect("runner-up", globals(), FIELDS, max_moves=TRICKS, max_plies=4 * TRICKS)

    def draw(self, state: Any, seat: int | None) -> str:
        lines = [f"Trick {min(state.tricks + 1, TRICKS)} of {TRICKS}"]
        for own in range(self.seats):
            name = "You" if own == seat else self.seat_names[own]
            size = TRICKS - state.tricks - (state.table[own] > 0)
            hand = [str(card) for card in range(1, CARDS + 1) if state.place[card] == own + 1] or ["?"] * size
            laid = f"lays {state.table[own]}" if state.table[own] else ""
            lines.append(f"{name:<8}{state.points[own]:>3} points  {laid:<8}  hand {' '.join(hand) or '–'}")
        return "\n".join(lines)
