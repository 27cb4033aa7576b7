"""Which strategy does somebody play? The simulation method, and the figures of a turn for other classifiers.

After each turn every basic strategy is run in the player's place on the state before the turn; the one whose plan comes
closest to where the player's pieces really stand afterwards, by the summed distance from piece to piece, names the
player's strategy. A strategy that was played from the start is met exactly, at distance 0, since the method keeps a
memory of targets for each of the six as the player itself would. So long as several would do the same, they are equally
close: then the summed distance over all turns so far decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from ludarium.engine import Game, derive, kernel
from ludarium.engine.slots import Seat
from ludarium.engine.state import States
from ludarium.games.boundary.geometry import gap
from ludarium.games.boundary.state import HUNDREDTHS, MAX_PIECES, SEATS, State
from ludarium.games.boundary.strategies.names import AGGRESSIVE_TREASURE, STRATEGIES
from ludarium.games.boundary.strategies.plans import plan_of
from ludarium.games.boundary.strategies.targets import Strategy, on_field
from ludarium.games.boundary.strategies.turns import play_watched

MEMORIES = (STRATEGIES, MAX_PIECES)
"""The shape of what is remembered of a player: the targets that each strategy would be after."""
GROUPED = 1.3
"""A player whose blobs are larger than this on average is never said to play single pieces."""
FEATURES = (
    "treasures",
    "treasure points",
    "captures",
    "mean blob size",
    "distance to allies",
    "distance to enemies",
    "pieces lost",
)
"""The figures of a turn; the two distances are their changes in the turn."""


# --- the simulation method --------------------------------------------------------------------------------------------


@kernel
def compare(states: States[State], before: int, after: int, seat: Seat, memories: Any, distances: Any) -> None:
    """Write for each strategy how far its plan in the row `before` lies from what the row `after` shows.

    Brings the memories of all strategies up to date. Pieces that were captured in the turn do not count.
    """
    plan = np.zeros(2 * MAX_PIECES, np.int32)
    for strategy in range(STRATEGIES):
        plan_of(strategy, states[before], seat, memories[strategy], plan)
        total = 0.0
        for piece in range(states[after].pieces):
            if on_field(states[after], seat, piece):
                x, y = plan[2 * piece] / HUNDREDTHS, plan[2 * piece + 1] / HUNDREDTHS
                place = states[after].place[seat, piece]
                total += gap(x, y, place[0], place[1])
        distances[strategy] = total


@kernel
def mean_blob_size(state: State, seat: Seat) -> float:
    """Pieces per blob; 0 for a team without pieces."""
    pieces, blobs = 0, 0
    for piece in range(state.pieces):
        if on_field(state, seat, piece):
            pieces += 1
            first = True
            for other in range(piece):
                if on_field(state, seat, other) and state.blob[seat, other] == state.blob[seat, piece]:
                    first = False
            blobs += 1 if first else 0
    return pieces / blobs if blobs > 0 else 0.0


class Watcher:
    """Follows one seat through a game and says after each turn which strategy it plays."""

    def __init__(self, game: Game, seat: Seat) -> None:
        self.seat = seat
        self.memories = np.zeros(MEMORIES, np.int64)
        self.turns: list[Any] = []
        """For each turn, the distance of each strategy."""
        self.mean_size = 0.0
        self._compare = game.bound.binder.bind(compare)
        self._mean_size = game.bound.binder.bind(do_mean_blob_size)
        self._states = game.bound.states(2)
        self._begun = False

    def see(self, state: State) -> bool:
        """Take in the state before a turn, and compare it with the one before; False when there is none yet."""
        self._states[0] = self._states[1]
        self._states[1] = state
        self.mean_size = float(self._mean_size(self._states, 1, self.seat))
        if not self._begun:
            self._begun = True
            return False
        distances = np.zeros(STRATEGIES)
        self._compare(self._states, 0, 1, self.seat, self.memories, distances)
        self.turns.append(distances)
        return True

    def ranking(self, *, single_pieces: bool = True) -> list[Strategy]:
        """The strategies by their distance in the last turn, the closest first; of equals, by all turns together.

        Without `single_pieces`, the strategies that never group are left out when the player's blobs are large.
        """
        totals = np.sum(self.turns, axis=0)
        order = sorted(range(STRATEGIES), key=lambda strategy: (self.turns[-1][strategy], totals[strategy]))
        if not single_pieces and self.mean_size > GROUPED:
            order = [strategy for strategy in order if strategy not in AGGRESSIVE_TREASURE]
        return order

    def fits(self) -> list[Strategy]:
        """The strategies that are equally close over all turns so far: nothing that was seen tells them apart."""
        totals = np.sum(self.turns, axis=0)
        return [strategy for strategy in range(STRATEGIES) if totals[strategy] == totals.min()]

    def likeliest(self) -> Strategy:
        """The strategy whose distance over all turns so far is smallest."""
        return self.fits()[0]


@kernel
def do_mean_blob_size(states: States[State], row: int, seat: Seat) -> float:
    return mean_blob_size(states[row], seat)


def classify(game: Game, states: Sequence[State], seat: Seat) -> list[Strategy]:
    """After each turn the strategy that a seat seems to play; `states` are those before each turn and the last one."""
    watcher = Watcher(game, seat)
    return [watcher.ranking()[0] for state in states if watcher.see(state)]


# --- figures of a turn, for other classifiers -------------------------------------------------------------------------


def features(states: Sequence[State], seat: Seat) -> Any:
    """The `FEATURES` of a seat, one row for each turn; `states` are those before each turn and the last one."""
    turns = [_features_of(before, after, seat) for before, after in pairwise(states)]
    return np.array(turns).reshape(len(turns), len(FEATURES))


def _features_of(before: State, after: State, seat: Seat) -> list[float]:
    lost = _pieces(before, seat) - _pieces(after, seat)
    captured = _pieces(before, 1 - seat) - _pieces(after, 1 - seat)
    gained = int(after.points[seat]) - int(before.points[seat]) - captured * int(before.piece_value)
    return [
        _treasures_taken(before, after, seat, gained),
        gained,
        captured,
        mean_blob_size(after, seat),
        _mean_distance(after, seat, seat) - _mean_distance(before, seat, seat),
        _mean_distance(after, seat, 1 - seat) - _mean_distance(before, seat, 1 - seat),
        lost,
    ]


def _pieces(state: State, seat: Seat) -> int:
    return len(_standing(state, seat))


def _standing(state: State, seat: Seat) -> Any:
    """Where the pieces of a seat stand."""
    return np.asarray(state.place[seat])[np.asarray(state.blob[seat]) >= 0]


def _mean_distance(state: State, seat: Seat, other: Seat) -> float:
    """The mean distance from a seat's pieces to all pieces of another seat, or to its own others; 0 without any."""
    here, there = _standing(state, seat), _standing(state, other)
    apart = np.sqrt(((here[:, None, :] - there[None, :, :]) ** 2).sum(axis=2))
    pairs = len(here) * (len(there) - (1 if seat == other else 0))
    return float(apart.sum() / pairs) if pairs > 0 else 0.0


def _treasures_taken(before: State, after: State, seat: Seat, gained: int) -> int:
    """How many treasures a seat took in a turn: of the sets that are worth what it gained, the one nearest to it."""
    gone = [number for number in range(int(before.treasures)) if before.worth[number] > 0 and after.worth[number] == 0]
    if gained <= 0 or not gone:
        return 0
    own = _standing(before, seat)
    away = {number: float(np.sqrt(((own - before.treasure[number]) ** 2).sum(axis=1)).min()) for number in gone}
    sets = [
        chosen
        for count in range(1, len(gone) + 1)
        for chosen in combinations(gone, count)
        if sum(int(before.worth[number]) for number in chosen) == gained
    ]
    return len(min(sets, key=lambda chosen: sum(away[number] for number in chosen) / len(chosen), default=()))


# --- how often the method is right ------------------------------------------------------------------------------------


@dataclass
class Accuracy:
    """How often players were told apart after each turn."""

    right: list[int] = field(default_factory=list)
    seen: list[int] = field(default_factory=list)
    """How many players there were to be classified after this turn: games end."""
    alike: list[int] = field(default_factory=list)
    """How many of them had so far done what another strategy would have done as well: nothing tells these apart."""

    def count(self, turn: int, *, right: bool, alike: bool) -> None:
        while len(self.seen) <= turn:
            for counts in (self.right, self.seen, self.alike):
                counts.append(0)
        self.seen[turn] += 1
        self.right[turn] += int(right)
        self.alike[turn] += int(alike)

    @property
    def rates(self) -> list[float]:
        return [right / seen for right, seen in zip(self.right, self.seen, strict=True)]


def watched_game(game: Game, seed: int, line_up: Sequence[Strategy]) -> Any:
    """The states before each turn of a game between two strategies, and the last one."""
    door = game.bound.binder.bind(play_watched)
    states = game.bound.states(int(game.settings["max_turns"]) + 2)
    states[0] = game.blank_states(0)[0]
    turns = int(door(states, np.uint64(seed), np.array(line_up, np.int64)))
    return states[1 : turns + 2]


def line_up_of(number: int) -> tuple[Strategy, Strategy]:
    """The strategies of game n of a series: all 36 pairings in turn."""
    return number % STRATEGIES, number // STRATEGIES % STRATEGIES


def accuracy(game: Game, *, games: int, seed: int, turns: int = 12) -> Accuracy:
    """Classify both players of a series of games between the basic strategies, after each of the first turns."""
    found = Accuracy()
    for number in range(games):
        line_up = line_up_of(number)
        states = watched_game(game, derive(seed, "classify", number), line_up)[: turns + 1]
        for seat in range(SEATS):
            watcher = Watcher(game, seat)
            for state in states:
                if watcher.see(state):
                    right = watcher.ranking()[0] == line_up[seat]
                    found.count(len(watcher.turns) - 1, right=right, alike=len(watcher.fits()) > 1)
    return found
