"""The adaptive player: names the opponent's strategy each turn and answers it with the one that beats it."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ludarium.engine import Clock, Game, Move, Parameter, Result, Thought, View, kernel
from ludarium.engine.slots import Seat
from ludarium.engine.state import States
from ludarium.games.boundary.classify import Watcher
from ludarium.games.boundary.lookahead import try_plan
from ludarium.games.boundary.matchups import Matchups, stored
from ludarium.games.boundary.players.basic import Planner, reason_for
from ludarium.games.boundary.players.mending import Candidate, mend
from ludarium.games.boundary.players.profiles import MEMORY, Profile
from ludarium.games.boundary.state import MAX_PIECES, State
from ludarium.games.boundary.strategies.names import (
    AGGRESSIVE_TREASURE,
    BEST_TREASURE,
    CALLED,
    DEFENSIVE_CAPTURE,
    DEFENSIVE_TREASURE,
    GREEDY_CAPTURE,
    GREEDY_TREASURE,
    HYBRID_CAPTURE,
    NAMES,
    STRATEGIES,
)
from ludarium.games.boundary.strategies.plans import expect_inertia, expect_plan, plan_against, plan_of
from ludarium.players.memory import LOST, OPTIONS, TIED, WON, Remembering

NOBODY = -1
"""In place of a named strategy: nothing is known of the opponent yet."""
EARLY = 3
"""Turns that have rules of their own."""

MEASURED, SOURCE = "measured", "source"
SOURCE_REPLIES = {
    GREEDY_TREASURE: GREEDY_CAPTURE,
    BEST_TREASURE: GREEDY_CAPTURE,
    GREEDY_CAPTURE: DEFENSIVE_TREASURE,
    HYBRID_CAPTURE: DEFENSIVE_TREASURE,
    DEFENSIVE_TREASURE: BEST_TREASURE,
    DEFENSIVE_CAPTURE: GREEDY_TREASURE,
}
"""What the source plays against each strategy: chosen by its Table 3, and kept when Table 4 had come out otherwise."""


@kernel
def answer(
    states: States[State], row: int, seat: Seat, own: int, own_memory: Any, named: int, its_memory: Any, plan: Any
) -> None:
    """Write the plan of a strategy that expects the enemy where the named strategy sends it.

    Where nobody is named the enemy is expected by inertia. The enemy's memory is left as it is.
    """
    expected = np.zeros((MAX_PIECES, 2))
    if named == NOBODY:
        expect_inertia(states[row], 1 - seat, expected)
    else:
        its_plan = np.zeros_like(plan)
        plan_of(named, states[row], 1 - seat, its_memory.copy(), its_plan)
        expect_plan(states[row], 1 - seat, its_plan, expected)
    plan_against(own, states[row], seat, own_memory, expected, plan)


class Adaptive(Remembering[Profile], Planner):
    """Names the opponent's strategy after each turn, and plays the strategy that does best against it.

    `ahead=0` leaves the choice to the table alone; else the strategies are tried by playing on.
    `table=source,ahead=0` is the source's player.

    Without a memory every game begins knowing nothing, so that games do not depend on each other.
    """

    name = "adaptive"
    summary = "recognises the opponent's strategy and plays the one that beats it"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        *OPTIONS,
        Parameter("ahead", 12, "turns to play on when choosing the reply; 0: by the table alone", 0, 1000),
        Parameter(
            "table",
            MEASURED,
            "whose replies count: those of the measured table, or the source's own, which it froze",
            choices=(MEASURED, SOURCE),
        ),
        Parameter(
            "mend", 0, "changes of the chosen plan that are tried, piece by piece, while looking ahead", 0, 10000
        ),
        Parameter("wish", 0, "how many of 100 games the opponent should win, learnt in the memory; 0: none", 0, 100),
    )

    keeps = MEMORY

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        wish = int(self.options["wish"])
        self._wish = wish / 100 if wish else None
        self._matchups: Matchups = stored()

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._answer = game.bound.binder.bind(answer)
        self._try = game.bound.binder.bind(try_plan)
        self._watcher = Watcher(game, 1 - seat)
        self._memories = np.zeros((STRATEGIES, MAX_PIECES), np.int64)
        self._named = NOBODY

    @property
    def profile(self) -> Profile:
        """What is known of the opponent in this game."""
        return self.known

    def stranger(self) -> Profile:
        return Profile()

    def watch(self, view: View) -> None:
        self._watcher.see(view.state)

    def choose(self, view: View, clock: Clock) -> Move:
        self.watch(view)
        self._states[0] = view.state
        own, named, why = self._decide(view.state, view.seat)
        if self._wish is not None and self.random.random() >= self.profile.strength:
            if self.random.random() < 1 - 2 * self.profile.strength:
                self.thought = Thought("waits, since the opponent should win more often")
                return view.move("stay")
            own, named, why = self._weakly(named, why)
        plan, self._memories[own] = self._plan_for(own, named, view.seat)
        if named != NOBODY and len(self._watcher.turns) >= EARLY:
            plan = self._mended(plan, own, named, view)
        figures = {
            "strategy": NAMES[own],
            "named": NAMES[named] if named != NOBODY else None,
            "distances": [round(float(distance), 2) for distance in self._watcher.turns[-1]]
            if self._watcher.turns
            else [],
        }
        self.thought = Thought(
            f"plays {CALLED[own]}, since {why}: {reason_for(view.state, self._memories[own])}", figures
        )
        return self._move(view, plan)

    def learn(self, known: Profile, result: Result) -> None:
        tied = len(set(result.ranks)) == 1
        outcome = TIED if tied else LOST if result.ranks[self.seat] == min(result.ranks) else WON
        seemed = NAMES[self._watcher.likeliest()] if self._watcher.turns else None
        known.learn(outcome, seemed, self._wish)

    # --- which strategy, against which ----------------------------------------------------------------------------

    def _decide(self, state: State, seat: Seat) -> tuple[int, int, str]:
        """The strategy to play, the one to expect, and why."""
        turn = len(self._watcher.turns)
        self._named = self._name(turn)
        lead = int(state.points[seat]) - int(state.points[1 - seat])
        left = int(np.asarray(state.worth).sum())
        if lead > left:
            return DEFENSIVE_TREASURE, GREEDY_CAPTURE, f"the lead of {lead} exceeds the {left} points of treasure left"
        if -lead > left:
            return GREEDY_CAPTURE, DEFENSIVE_TREASURE, f"only captures can make up for {-lead} points"
        known = self._known()
        if turn < EARLY and known is not None and (turn == 0 or self._named == known):
            own = self._from_table(known)
            return own, known, f"this opponent mostly plays {CALLED[known]}"
        if turn == 0:
            return self.random.randrange(STRATEGIES), NOBODY, "nothing is known yet"
        seems = f"the opponent's moves look like {CALLED[self._named]}"
        if turn == 1:
            own = GREEDY_CAPTURE if self._named in AGGRESSIVE_TREASURE else HYBRID_CAPTURE
        elif turn == 2:
            own = DEFENSIVE_TREASURE if self._named in (GREEDY_CAPTURE, HYBRID_CAPTURE) else BEST_TREASURE
        else:
            own = self._reply(seat)
        return own, self._named, seems

    def _reply(self, seat: Seat) -> int:
        """The strategy to play this turn against the named one: which gains most if it is kept up.

        Where look-ahead sees no difference, or there is none, the measured table decides.
        """
        named, ahead = self._named, int(self.options["ahead"])
        if ahead == 0:
            return self._from_table(named)

        def tried(own: int) -> tuple[float, float]:
            plan, memory = self._plan_for(own, named, seat)
            its_memory = self._watcher.memories[named]
            lead = self._try(self._states, plan, seat, own, memory, named, its_memory, ahead)
            by_table = self._matchups.rate(own, named) if self.options["table"] == MEASURED else own == reply
            return float(lead), float(by_table)

        reply = self._from_table(named)
        return max(range(STRATEGIES), key=tried)

    def _from_table(self, named: int) -> int:
        """What the table plays against a strategy."""
        return SOURCE_REPLIES[named] if self.options["table"] == SOURCE else self._matchups.reply(named)

    def _mended(self, plan: Any, own: int, named: int, view: View) -> Any:
        """The plan of a strategy with single pieces sent elsewhere, where playing on shows that to be better."""
        budget, ahead = int(self.options["mend"]), int(self.options["ahead"])
        if budget == 0 or ahead == 0:
            return plan
        its_memory = self._watcher.memories[named]
        left = budget + 1

        def weigh(candidate: Candidate) -> bool:
            nonlocal left
            if left == 0:
                return False
            left -= 1
            memory = self._memories[own]
            candidate.worth = float(
                self._try(self._states, candidate.plan, view.seat, own, memory, named, its_memory, ahead)
            )
            return True

        others = [
            Candidate(self._plan_for(other, named, view.seat)[0], NAMES[other], own, None)
            for other in range(STRATEGIES)
            if other != own
        ]
        chosen = Candidate(plan, NAMES[own], own, self._memories[own])
        weigh(chosen)
        return mend(chosen, others, weigh, view.state, view.seat, self.random).plan

    def _plan_for(self, own: int, named: int, seat: Seat) -> tuple[Any, Any]:
        """A strategy's plan against a named one, and its memory afterwards."""
        plan, memory = self.game.empty_move(), self._memories[own].copy()
        its_memory = self._watcher.memories[max(named, 0)]
        self._answer(self._states, 0, seat, own, memory, named, its_memory, plan)
        return plan, memory

    def _name(self, turn: int) -> int:
        """The strategy that the opponent seems to play; the last guess stays while it is among the two closest."""
        if turn == 0:
            return NOBODY
        if turn < EARLY:
            ranking = self._watcher.ranking()
            known = self._known()
            return known if known is not None and known in ranking[:2] else ranking[0]
        ranking = self._watcher.ranking(single_pieces=False)
        return self._named if self._named in ranking[:2] else ranking[0]

    def _known(self) -> int | None:
        """The strategy that the profile expects."""
        preferred = self.profile.preferred
        return None if preferred is None else NAMES.index(preferred)

    def _weakly(self, named: int, why: str) -> tuple[int, int, str]:
        """What to play instead of the best reply: the worst one, and no foresight."""
        if named == NOBODY:
            return self.random.randrange(STRATEGIES), NOBODY, why
        worst = min(range(STRATEGIES), key=lambda own: self._matchups.rate(own, named) if own != named else 0.5)
        return worst, NOBODY, f"{why}, and the opponent should win more often"
