"""The champion: every move is tried in the same sampled worlds, and those that fall behind are dropped.

SO-ISMCTS compares moves by games that differ in everything. Here a world (hidden modules, colonists, all chance ahead)
is sampled once, and each move still in the race is played in it, so that most of the luck cancels out. A simulation
follows the shrewd policy for everybody to the start of a round soon after, and ends with an estimate of the chance to
win instead of a whole game: it is shorter, and there is less noise in it.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ludarium.engine import Parameter, View, below, kernel
from ludarium.engine.kernels.rng import derive, generator, next_bits
from ludarium.engine.slots import MAX_MOVES, apply, legal, result, to_move
from ludarium.engine.state import States
from ludarium.games.colonizers.cards import UNKNOWN
from ludarium.games.colonizers.knowledge import assign_colonists, place_modules
from ludarium.games.colonizers.players.shrewd import WEIGHTS, best_colonist, shrewd_choice
from ludarium.games.colonizers.players.standing import SEAT_FEATURES, chance_to_win
from ludarium.games.colonizers.table import SEATS, State
from ludarium.players.searching import SearchPlayer
from ludarium.search.budget import Budget, Stopwatch
from ludarium.search.report import SearchReport, by_visits

FEWEST_WORLDS = 8
"""Worlds before any move is dropped."""

MOST_TRIES = 20
"""Worlds to reject in a row before one is taken as it comes."""

_DONE, _MOST = 0, 1


@kernel
def foresee(state: State, me: int, last: int, features: Any, points: Any) -> float:
    """Play on by the shrewd policy until the round of this number begins; returns the seat's chance to win."""
    seat = to_move(state)
    while seat >= 0 and int(state.rounds) < last:
        apply(state, seat, shrewd_choice(state, seat, WEIGHTS))
        seat = to_move(state)
    if seat >= 0:
        return chance_to_win(state, me, features)
    result(state, points)
    for other in range(SEATS):
        if other != me and points[other] >= points[me]:
            return 0.0
    return 1.0


@kernel
def imagine(states: States[State], me: int, source: Any, doubt: int) -> None:
    """Sample a world for the view in row 0 into row 1, in which the others have picked much as the policy would.

    A pick that the policy would not have made is believed in `doubt` of 100 cases.
    """
    likely = False
    tries = 0
    while not likely:
        states[1] = states[0]
        states[1].rng = next_bits(source)
        assign_colonists(states[1], me)
        likely = True
        tries += 1
        if tries == MOST_TRIES:
            break
        for other in range(SEATS):
            hidden = int(states[0].colonist[other]) == UNKNOWN and int(states[1].colonist[other]) != UNKNOWN
            if hidden and int(states[1].colonist[other]) != best_colonist(states[1], other, WEIGHTS):
                likely = likely and below(source, 100) < doubt
    place_modules(states[1], me)


@kernel
def race(
    states: States[State], moves: Any, source: Any, counters: Any, stop: Any, totals: Any, tried: Any, me: int,
    horizon: int, width: float, doubt: int,
) -> int:  # fmt: skip
    """Try all moves of the view in row 0 until the budget is used up or one is left; returns how many there were.

    At least one world is looked into. Row 1 holds the world, row 2 the simulation. A move is out when its mean is
    behind the best one's by more than `width` divided by the root of the number of worlds.
    """
    found = legal(states[0], me, moves)
    features, points = np.zeros(SEAT_FEATURES), np.zeros(2 * SEATS)
    out = np.zeros(MAX_MOVES, np.bool_)
    left = found
    worlds = 0
    last = int(states[0].rounds) + horizon
    while worlds == 0 or (left > 1 and counters[_DONE] + left <= counters[_MOST] and stop[0] == 0):
        imagine(states, me, source[0], doubt)
        for index in range(found):
            if out[index]:
                continue
            states[2] = states[1]
            apply(states[2], me, moves[index])
            totals[index] += foresee(states[2], me, last, features, points)
            tried[index] += 1
            counters[_DONE] += 1
        worlds += 1
        if worlds >= FEWEST_WORLDS:
            best = 0.0
            for index in range(found):
                if not out[index]:
                    best = max(best, totals[index])
            for index in range(found):
                if not out[index] and best - totals[index] > width * np.sqrt(worlds):
                    out[index] = True
                    left -= 1
    return found


class Champion(SearchPlayer):
    """Races the moves against each other in common worlds."""

    name = "champion"
    summary = "tries all moves in the same sampled worlds and drops those that fall behind"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("iterations", 1_000, "simulations a decision at most", low=1, high=10**12),
        Parameter("seconds", 0.0, "time a decision; 0 means that only the iterations count", low=0, high=86400),
        Parameter("horizon", 3, "rounds that begin before a simulation is judged", low=1, high=500),
        Parameter(
            "width", 0.8, "how far behind a move may be, times the root of the number of worlds", low=0, high=100
        ),
        Parameter("doubt", 30, "how many of 100 unlikely picks of others to believe", low=1, high=100),
    )

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        watch = Stopwatch()
        rules = view.game.bound
        states, moves = rules.states(3), rules.moves()
        states[0] = view.state
        totals, tried = np.zeros(len(moves)), np.zeros(len(moves), np.int64)
        counters = np.array([0, budget.most], np.int64)
        source = generator(derive(seed, "race"))
        horizon, width = int(self.options["horizon"]), float(self.options["width"])
        doubt = int(self.options["doubt"])
        with budget.stop_flag() as stop:
            found = rules.binder.bind(race)(
                states, moves, source, counters, stop, totals, tried, view.seat, horizon, width, doubt
            )
        entries = (
            (int(moves[nth]), int(tried[nth]), 2 * float(totals[nth]) / max(1, int(tried[nth])) - 1)
            for nth in range(found)
        )
        return SearchReport(view, sorted(entries, key=by_visits), int(counters[_DONE]), watch.seconds)

    def reason(self, report: SearchReport, text: str) -> str:
        chance = (report.value + 1) / 2
        return f"{text} leads to an estimated {chance:.0%} of first places in {report.moves[0].visits:,} sampled worlds"
