"""The six basic strategies as players, with a sentence of reason for every plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, cast

import numpy as np

from ludarium.engine import Clock, Game, Move, Parameter, Player, Thought, View, kernel
from ludarium.engine.slots import Seat
from ludarium.engine.state import States
from ludarium.games.boundary.state import MAX_PIECES, State
from ludarium.games.boundary.strategies.names import (
    BEST_TREASURE,
    DEFENSIVE_CAPTURE,
    DEFENSIVE_TREASURE,
    GREEDY_CAPTURE,
    GREEDY_TREASURE,
    HYBRID_CAPTURE,
    NAMES,
)
from ludarium.games.boundary.strategies.plans import plan_by, plan_of
from ludarium.games.boundary.strategies.readings import AS_DECIDED, OPTIONS, Reading, reading_of
from ludarium.games.boundary.strategies.targets import ALLY, ENEMY, KIND, TREASURE


@kernel
def do_plan(states: States[State], row: int, strategy: int, seat: Seat, memory: Any, plan: Any) -> None:
    plan_of(strategy, states[row], seat, memory, plan)


@kernel
def do_plan_by(
    reading: Reading, states: States[State], row: int, strategy: int, seat: Seat, memory: Any, plan: Any
) -> None:
    plan_by(reading, strategy, states[row], seat, memory, plan)


class Planner(Player):
    """What all players of Boundary have in common: they write plans."""

    @classmethod
    def suits(cls, game: Game) -> str:
        return "" if game.name == "boundary" else "it plays boundary only"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._states = game.bound.states(2)

    def _move(self, view: View, plan: Any) -> Move:
        value = tuple(plan.tolist())
        return Move(value, view.game.move_text(value, view.state, view.seat))


class Basic(Planner):
    """One of the six strategies, whatever the opponent does. Nothing about it is random.

    Its options read the strategy otherwise than we decided; all players that know the six know them as decided.
    """

    strategy: ClassVar[int] = GREEDY_TREASURE
    parameters: ClassVar[tuple[Parameter, ...]] = OPTIONS

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self.reading = reading_of(self.options)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._plan = self._bound(game)
        self._memory = np.zeros(MAX_PIECES, np.int64)

    def _bound(self, game: Game) -> Callable[..., None]:
        """What writes the plans. The strategies as decided need nothing compiled but what all have."""
        if self.reading == AS_DECIDED:
            return cast("Callable[..., None]", game.bound.binder.bind(do_plan))
        return partial(game.bound.binder.bind(do_plan_by), self.reading)

    def choose(self, view: View, clock: Clock) -> Move:
        plan = view.game.empty_move()
        self._states[0] = view.state
        self._plan(self._states, 0, self.strategy, view.seat, self._memory, plan)
        self.thought = Thought(reason_for(view.state, self._memory), {"strategy": NAMES[self.strategy]})
        return self._move(view, plan)


def reason_for(state: State, memory: Any) -> str:
    """What the pieces are after, in words."""
    clauses = []
    pieces = {kind: int((memory // KIND * KIND == kind).sum()) for kind in (TREASURE, ALLY, ENEMY)}
    if pieces[TREASURE]:
        wanted = sorted({int(target) - TREASURE for target in memory if TREASURE <= target < TREASURE + KIND})
        worths = ", ".join(str(int(state.worth[number])) for number in wanted)
        clauses.append(f"{_count(pieces[TREASURE])} for treasure worth {worths}")
    if pieces[ENEMY]:
        clauses.append(f"{_count(pieces[ENEMY])} to surround enemies")
    if pieces[ALLY]:
        clauses.append(f"{_count(pieces[ALLY])} to join others")
    return ", ".join(clauses) or "nothing is left to go for"


def _count(pieces: int) -> str:
    return "1 piece goes" if pieces == 1 else f"{pieces} pieces go"


def _playing(strategy: int, summary: str) -> type[Basic]:
    """The player of a strategy."""
    name = NAMES[strategy]
    about = {"__doc__": f"{summary[0].upper()}{summary[1:]}.", "__module__": __name__}
    title = name.title().replace("-", "")
    return type(title, (Basic,), {**about, "name": name, "summary": summary, "strategy": strategy})


GreedyTreasure = _playing(GREEDY_TREASURE, "single pieces, each after the nearest treasure that no other is after")
BestTreasure = _playing(BEST_TREASURE, "single pieces, each after the treasure with the most worth for its distance")
GreedyCapture = _playing(GREEDY_CAPTURE, "pieces pair up and surround the nearest enemy piece")
HybridCapture = _playing(HYBRID_CAPTURE, "as greedy-capture, but takes a treasure that is nearer")
DefensiveTreasure = _playing(DEFENSIVE_TREASURE, "pieces gather in threes before they go for treasure")
DefensiveCapture = _playing(DEFENSIVE_CAPTURE, "pieces gather in threes before they surround enemies")
