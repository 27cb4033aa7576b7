"""Small games that each show one thing a search can get wrong.

- Trails: the same place is reached by paths of different lengths, and a seat may move twice in a row.
- Countdown: the game's own hash leaves out whose turn it is, and positions differ in its lowest bits only.
- Signals: both seats decide at once, and nobody may be taken to see the other's choice.
- Shells: something is hidden, and a search that forgets that it will not know it later chooses badly.
- Pick: something is hidden, and the best move differs from world to world.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ludarium.engine import Fields, Game, Parameter, Rules, below, i1, i2, kernel
from ludarium.engine.slots import SEATS

# --- Trails -----------------------------------------------------------------------------------------------------------

PLACES = 24
FORKS = 3
MOST_PAY = 3


class TrailsState(Fields):
    at = i1()
    owner = i1(PLACES)  # the seat that decides at a place
    trails = i1(PLACES)  # how many trails lead on from it; 0 where the game ends
    goal = i1(PLACES, FORKS)  # where they lead, always onwards
    pay = i1(PLACES, 4)  # what each seat gets at an end
    guess = i1(PLACES, 4)  # what the evaluator believes each seat will get


@kernel
def trails_start(state: TrailsState) -> None:
    """Draw a landscape. What one of two seats gets, the other pays; among three, all is drawn freely."""
    for place in range(PLACES):
        state.owner[place] = below(state, SEATS)
        goal = place
        if place < 2 or below(state, 6) > 0:
            for _ in range(FORKS):
                goal += 1 + below(state, 3)
                if goal < PLACES:
                    state.goal[place, state.trails[place]] = goal
                    state.trails[place] += 1
        for seat in range(SEATS):
            state.pay[place, seat] = below(state, 2 * MOST_PAY + 1) - MOST_PAY
            state.guess[place, seat] = below(state, 2 * MOST_PAY + 1) - MOST_PAY
        if SEATS == 2:
            state.pay[place, 1] = -state.pay[place, 0]
            state.guess[place, 1] = -state.guess[place, 0]


@kernel
def trails_to_move(state: TrailsState) -> int:
    return int(state.owner[state.at]) if state.trails[state.at] > 0 else -1


@kernel
def trails_legal(state: TrailsState, seat: int, moves: Any) -> int:
    for trail in range(state.trails[state.at]):
        moves[trail] = trail
    return int(state.trails[state.at])


@kernel
def trails_apply(state: TrailsState, seat: int, move: int) -> None:
    state.at = state.goal[state.at, move]


@kernel
def trails_result(state: TrailsState, points: Any) -> None:
    for seat in range(SEATS):
        points[seat] = state.pay[state.at, seat]


@kernel
def trails_evaluate(state: TrailsState, rewards: Any) -> None:
    for seat in range(SEATS):
        rewards[seat] = state.guess[state.at, seat] / MOST_PAY


@kernel
def trails_hash(state: TrailsState) -> Any:
    return np.uint64(state.at)


TRAILS_KERNELS: dict[str, Any] = {
    "start": trails_start,
    "to_move": trails_to_move,
    "legal": trails_legal,
    "apply": trails_apply,
    "result": trails_result,
    "evaluate": trails_evaluate,
    "hash": trails_hash,
}


class Trails(Game):
    """Walk on through a landscape that the seed draws; points count."""

    name = "trails"
    parameters: ClassVar = (Parameter("seats", 2, "how many walk", low=2, high=3),)
    rules = Rules(
        "trails",
        TrailsState,
        TRAILS_KERNELS,
        max_moves=FORKS,
        max_plies=PLACES,
        payoff="points",
        lowest=-MOST_PAY,
        highest=MOST_PAY,
    )


class WonTrails(Game):
    """The same for two; only who gets more counts, which makes it a game that can be proved."""

    name = "won-trails"
    rules = Rules("won-trails", TrailsState, TRAILS_KERNELS, max_moves=FORKS, max_plies=PLACES)


# --- Countdown --------------------------------------------------------------------------------------------------------


class CountdownState(Fields):
    heap = i2()
    turn = i1()
    misere = i1()


@kernel
def countdown_start(state: CountdownState) -> None:
    pass


@kernel
def countdown_to_move(state: CountdownState) -> int:
    return int(state.turn) if state.heap > 0 else -1


@kernel
def countdown_legal(state: CountdownState, seat: int, moves: Any) -> int:
    """The first seat takes one or two, the second up to three."""
    most = min(2 + seat, int(state.heap))
    for number in range(most):
        moves[number] = number + 1
    return most


@kernel
def countdown_apply(state: CountdownState, seat: int, move: int) -> None:
    state.heap -= move
    state.turn = 1 - seat


@kernel
def countdown_result(state: CountdownState, points: Any) -> None:
    """Who took the last one wins, or loses in misere play."""
    last = 1 - state.turn
    winner = 1 - last if state.misere else last
    points[winner] = 1.0
    points[1 - winner] = 0.0


@kernel
def countdown_hash(state: CountdownState) -> Any:
    return np.uint64(state.heap)


COUNTDOWN_KERNELS: dict[str, Any] = {
    "start": countdown_start,
    "to_move": countdown_to_move,
    "legal": countdown_legal,
    "apply": countdown_apply,
    "result": countdown_result,
    "hash": countdown_hash,
}


class Countdown(Game):
    """Take from a heap in turn."""

    name = "countdown"
    parameters: ClassVar = (
        Parameter("heap", 10, "how many lie there", low=1, high=2000),
        Parameter("turn", 0, "who begins", low=0, high=1),
        Parameter("misere", 0, "whether the last one loses", low=0, high=1),
    )
    rules = Rules("countdown", CountdownState, COUNTDOWN_KERNELS, max_moves=3, max_plies=2000)


@kernel
def countdown_saving(state: CountdownState, rewards: Any) -> None:
    """An evaluator to inject: the first seat likes what is left on the heap."""
    rewards[0] = state.heap / 100.0
    rewards[1] = -rewards[0]


@kernel
def countdown_greedy(state: CountdownState, seat: int, moves: Any, source: Any) -> int:
    """A play-out policy to inject: take as many as allowed."""
    return int(moves[countdown_legal(state, seat, moves) - 1])


# --- Signals ----------------------------------------------------------------------------------------------------------

CHOICES = 3
SIGNALS = {
    "pennies": [[1, -1], [-1, 1]],
    "biased": [[3, -1], [-1, 1]],  # the first seat shows 0 with 1/3, so does the second; worth 1/3
    "scissors": [[0, -1, 1], [1, 0, -1], [-1, 1, 0]],
}


class SignalsState(Fields):
    kind = i1()
    rounds = i1()
    played = i1()
    won = i2()
    shown = i1(2)


_PAY = np.zeros((len(SIGNALS), CHOICES, CHOICES), np.int64)
_SIZE = np.array([len(table) for table in SIGNALS.values()])
for _kind, _table in enumerate(SIGNALS.values()):
    _PAY[_kind, : len(_table), : len(_table)] = _table


@kernel
def signals_start(state: SignalsState) -> None:
    pass


@kernel
def signals_movers(state: SignalsState) -> int:
    return 3 if state.played < state.rounds else 0


@kernel
def signals_legal(state: SignalsState, seat: int, moves: Any) -> int:
    for choice in range(_SIZE[state.kind]):
        moves[choice] = choice
    return int(_SIZE[state.kind])


@kernel
def signals_resolve(state: SignalsState, moves: Any) -> None:
    state.won += _PAY[state.kind, moves[0], moves[1]]
    state.shown[0] = moves[0]
    state.shown[1] = moves[1]
    state.played += 1


@kernel
def signals_result(state: SignalsState, points: Any) -> None:
    points[0] = state.won
    points[1] = -state.won


@kernel
def signals_hash(state: SignalsState) -> Any:
    return np.uint64(100 * state.played + 10 + state.won)


SIGNALS_KERNELS: dict[str, Any] = {
    "start": signals_start,
    "movers": signals_movers,
    "legal": signals_legal,
    "resolve": signals_resolve,
    "result": signals_result,
}


class Signals(Game):
    """Both show a sign at once; a table says who wins what. Kind 0 is matching pennies, 2 scissors, paper, stone."""

    name = "signals"
    parameters: ClassVar = (
        Parameter("kind", 0, "which table", low=0, high=len(SIGNALS) - 1),
        Parameter("rounds", 1, "how often", low=1, high=3),
    )
    rules = Rules(
        "signals",
        SignalsState,
        SIGNALS_KERNELS,
        max_moves=CHOICES,
        max_plies=6,
        payoff="points",
        lowest=-9,
        highest=9,
    )


class HashedSignals(Signals):
    """The same with a hash of its own, which knows nothing of choices that are made but not shown yet."""

    name = "hashed-signals"
    rules = Rules(
        "hashed-signals",
        SignalsState,
        {**SIGNALS_KERNELS, "hash": signals_hash},
        max_moves=CHOICES,
        max_plies=6,
        payoff="points",
        lowest=-9,
        highest=9,
    )


# --- Shells -----------------------------------------------------------------------------------------------------------

SAFE, DARE = 0, 1


class ShellsState(Fields):
    pea = i1()
    stage = i1()
    points = i1()


@kernel
def shells_start(state: ShellsState) -> None:
    state.pea = 1 + below(state, 2)


@kernel
def shells_to_move(state: ShellsState) -> int:
    return 0 if state.stage < 2 else -1


@kernel
def shells_legal(state: ShellsState, seat: int, moves: Any) -> int:
    """First keep what is safe or dare; then, when daring, name a shell."""
    moves[0] = state.stage
    moves[1] = state.stage + 1
    return 2


@kernel
def shells_apply(state: ShellsState, seat: int, move: int) -> None:
    if state.stage == 0 and move == SAFE:
        state.points = 3
        state.stage = 2
    elif state.stage == 0:
        state.stage = 1
    else:
        state.points = 4 if move == state.pea else 0
        state.stage = 2


@kernel
def shells_result(state: ShellsState, points: Any) -> None:
    points[0] = state.points


@kernel
def shells_hide(state: ShellsState, seat: int) -> None:
    if state.stage < 2:
        state.pea = 0


@kernel
def shells_determinize(state: ShellsState, seat: int) -> None:
    if state.pea == 0:
        state.pea = 1 + below(state, 2)


SHELLS_KERNELS: dict[str, Any] = {
    "start": shells_start,
    "to_move": shells_to_move,
    "legal": shells_legal,
    "apply": shells_apply,
    "result": shells_result,
    "hide": shells_hide,
    "determinize": shells_determinize,
}


class Shells(Game):
    """Alone: three points for sure, or four for finding the pea under one of two shells. Daring is worth two."""

    name = "shells"
    seat_count = 1
    rules = Rules("shells", ShellsState, SHELLS_KERNELS, max_moves=2, max_plies=2, payoff="points", lowest=0, highest=4)


# --- Pick -------------------------------------------------------------------------------------------------------------

BOXES = 4


class PickState(Fields):
    world = i1()
    picked = i1(2)
    plies = i1()


PICK_WORLDS = 3
_WORTH = np.array(
    # By world, the first seat's pick, and the second seat's: what the first gets. The last box is never best and never
    # bad: an average over worlds that takes bounds for values misses it.
    [
        [[9, 8, 9, 9], [-9, 9, 9, 9], [9, -9, 9, 9], [5, 9, 9, 9]],
        [[-9, 9, 9, 9], [9, 9, 8, 9], [-9, 9, 9, 9], [9, 5, 9, 9]],
        [[9, -9, 9, 9], [9, 9, -9, 9], [9, 9, 9, 8], [9, 9, 5, 9]],
    ]
)


@kernel
def pick_start(state: PickState) -> None:
    state.world = 1 + below(state, PICK_WORLDS)


@kernel
def pick_to_move(state: PickState) -> int:
    return int(state.plies) if state.plies < 2 else -1


@kernel
def pick_legal(state: PickState, seat: int, moves: Any) -> int:
    for box in range(BOXES):
        moves[box] = box
    return BOXES


@kernel
def pick_apply(state: PickState, seat: int, move: int) -> None:
    state.picked[seat] = move
    state.plies += 1


@kernel
def pick_result(state: PickState, points: Any) -> None:
    points[0] = _WORTH[state.world - 1, state.picked[0], state.picked[1]]
    points[1] = -points[0]


@kernel
def pick_hide(state: PickState, seat: int) -> None:
    if seat != 1:
        state.world = 0


@kernel
def pick_determinize(state: PickState, seat: int) -> None:
    if state.world == 0:
        state.world = 1 + below(state, PICK_WORLDS)


PICK_KERNELS: dict[str, Any] = {
    "start": pick_start,
    "to_move": pick_to_move,
    "legal": pick_legal,
    "apply": pick_apply,
    "result": pick_result,
    "hide": pick_hide,
    "determinize": pick_determinize,
}


class Pick(Game):
    """Both pick a box; only the second seat knows which of three worlds they are in."""

    name = "pick"
    rules = Rules("pick", PickState, PICK_KERNELS, max_moves=BOXES, max_plies=2, payoff="points", lowest=-9, highest=9)
