"""How likely each seat is to win, judged at the start of a round from what lies on the table and in the hands.

Each seat gets a number, linear in a few features whose weights shift as the fullest colony grows, and the chances are
in proportion to their exponentials. The weights are a logistic regression on games of the shrewd policy with a few
random moves in between (see `benchmarks/colonizers_weights.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.games.colonizers.cards import COLOURLESS, COST, VALUE
from ludarium.games.colonizers.rules import FULL_COLONY, OMNIUM_DRAWN
from ludarium.games.colonizers.table import SEATS, State

FEATURES = 10
SEAT_FEATURES = 2 * FEATURES + SEATS
MOST_MONEY = 16
"""More Omnium than this wins no more games."""

STANDING = np.array(
    [
        1.043, 2.644, 2.946, -1.615, 0.834, 0.364, 0.235, 2.863, 5.705, 0.396,
        3.694, 1.383, -1.452, 2.596, 0.008, -0.593, 0.375, 1.572, -3.491, -1.997,
        0.161, 0.634, 0.151, -0.946,
    ]
)  # fmt: skip


@kernel
def describe(state: State, seat: int, late: float, features: Any) -> None:
    """The features of a seat, then the same times the lateness between 0 and 1, then the seat itself."""
    money, cards = int(state.omnium[seat]), int(state.cards[seat])
    values, costs, soon, best = 0, 0, 0, 0
    for slot in range(cards):
        module = int(state.hand[seat, slot])
        values += VALUE[module]
        costs += COST[module]
        best = max(best, VALUE[module])
        if COST[module] <= money + OMNIUM_DRAWN:
            soon = max(soon, VALUE[module])
    synergy = 0
    for colour in range(COLOURLESS):
        synergy = max(synergy, int(state.colour[seat, colour]))
    features[0] = 0.1 * int(state.score[seat])
    features[1] = 0.1 * min(money, MOST_MONEY)
    features[2] = 0.2 * cards
    features[3] = 0.1 * values
    features[4] = 0.1 * costs
    features[5] = 0.1 * soon
    features[6] = 0.1 * best
    features[7] = 0.2 * int(state.built[seat])
    features[8] = 0.2 * synergy
    features[9] = 0.1 * max(0, costs - money)
    for nth in range(FEATURES):
        features[FEATURES + nth] = late * features[nth]
    for other in range(SEATS):
        features[2 * FEATURES + other] = 1.0 if other == seat else 0.0


@kernel
def fullest(state: State) -> float:
    """The share of a full colony that the fullest one has."""
    most = 0
    for seat in range(SEATS):
        most = max(most, int(state.built[seat]))
    return most / FULL_COLONY


@kernel
def chance_to_win(state: State, seat: int, features: Any) -> float:
    """A seat's chance to win a game that is not over."""
    late = fullest(state)
    mine, all_together = 0.0, 0.0
    for other in range(SEATS):
        describe(state, other, late, features)
        strength = 0.0
        for nth in range(SEAT_FEATURES):
            strength += STANDING[nth] * features[nth]
        strength = np.exp(strength)
        all_together += strength
        if other == seat:
            mine = strength
    return mine / all_together
