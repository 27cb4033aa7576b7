"""The portfolio player: tries the plans of all strategies by playing on, and mends the best one piece by piece."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ludarium.engine import Clock, Game, Move, Parameter, Thought, View
from ludarium.engine.slots import Seat
from ludarium.games.boundary.classify import Watcher
from ludarium.games.boundary.lookahead import try_plan
from ludarium.games.boundary.players.adaptive import answer
from ludarium.games.boundary.players.basic import Planner
from ludarium.games.boundary.players.mending import Candidate, mend
from ludarium.games.boundary.rules import FROM_ENEMY, STAY, TO_MIDDLE
from ludarium.games.boundary.state import GONE, MAX_PIECES, State
from ludarium.games.boundary.strategies.names import CALLED, NAMES, STRATEGIES

EXACT = 1.0
"""Pixels per piece and turn up to which a strategy is taken to be what the opponent plays."""
MOST_FOES = 3
"""Strategies that are weighed against when none fits exactly."""
SHARE_OF_CLOCK = 0.9
"""How much of a clock it uses: the rest is for everything around it."""
OTHERS = {"stay": STAY, "retreat": FROM_ENEMY, "gather": TO_MIDDLE}
"""Plans beside those of the strategies: proposals of the rules."""


class Portfolio(Planner):
    """Simulates candidate plans against the reply that it predicts.

    First every strategy and a few other plans are tried, then the best plan is mended: one piece after the other, in
    random order, is sent where another candidate would send it, and what turns out better is kept.
    """

    name = "portfolio"
    summary = "tries the strategies' plans by playing on, and mends the best piece by piece"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("iterations", 100, "plans that are tried for each decision", low=1, high=1_000_000),
        Parameter("seconds", 0.0, "time for each decision; given alone, only the time counts", low=0.0, high=3600.0),
        Parameter("ahead", 12, "turns that are played on to try a plan", low=1, high=1000),
    )

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self._seconds = float(self.options["seconds"])
        timed_only = self._seconds > 0 and "iterations" not in given
        self._iterations = 10**9 if timed_only else int(self.options["iterations"])

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._answer = game.bound.binder.bind(answer)
        self._try = game.bound.binder.bind(try_plan)
        self._watcher = Watcher(game, 1 - seat)
        self._memories = np.zeros((STRATEGIES, MAX_PIECES), np.int64)

    def choose(self, view: View, clock: Clock) -> Move:
        self._watcher.see(view.state)
        self._states[0] = view.state
        self._clock, self._tried = clock, 0
        foes = self._foes(view.state)
        candidates = self._strategies(view, foes[0])
        tried = [candidate for candidate in candidates if self._weigh(candidate, view.seat, foes)]
        best = max(tried, key=lambda candidate: candidate.worth)
        others = self._others(view, best)
        tried += [candidate for candidate in others if self._weigh(candidate, view.seat, foes)]
        best = max(tried, key=lambda candidate: candidate.worth)
        candidates += others
        first = best
        best = self._mend(best, candidates, view, foes)
        for strategy in range(STRATEGIES):
            self._memories[strategy] = candidates[strategy].memory
        self.thought = Thought(
            f"{_named(first, best)} leads by {best.worth:.1f} points after {self.options['ahead']} more turns "
            f"against {' or '.join(CALLED[foe] for foe in foes)}",
            {"tried": self._tried, "foes": [NAMES[foe] for foe in foes], "worth": best.worth},
            [
                {"text": candidate.source, "value": candidate.worth}
                for candidate in sorted(tried, key=lambda candidate: -candidate.worth)
            ],
        )
        return self._move(view, best.plan)

    def _foes(self, state: State) -> list[int]:
        """The strategies that the opponent may be playing, the likeliest first."""
        if not self._watcher.turns:
            return list(range(STRATEGIES))
        ranking = self._watcher.ranking()
        pieces = max(1, int((np.asarray(state.blob[self._watcher.seat]) != GONE).sum()))
        if self._watcher.turns[-1][ranking[0]] <= EXACT * pieces:
            return ranking[:1]
        return ranking[:MOST_FOES]

    def _strategies(self, view: View, foe: int) -> list[Candidate]:
        """The plan of each strategy, aimed where the likeliest foe goes, and followed up by the strategy itself."""
        found = []
        for own in range(STRATEGIES):
            plan, memory = view.game.empty_move(), self._memories[own].copy()
            self._answer(self._states, 0, view.seat, own, memory, foe, self._watcher.memories[foe], plan)
            found.append(Candidate(plan, NAMES[own], own, memory))
        return found

    def _others(self, view: View, best: Candidate) -> list[Candidate]:
        """The plans beside those of the strategies, followed up as the best of these."""
        found = []
        for name, option in OTHERS.items():
            plan = view.game.empty_move()
            view.game.bound.propose(self._states, 0, view.seat, option, plan)
            found.append(Candidate(plan, name, best.later, best.memory))
        return found

    def _weigh(self, candidate: Candidate, seat: Seat, foes: list[int]) -> bool:
        """Try a candidate against all foes, the likeliest counting most; False when there is no time for it."""
        if self._tried and (self._tried >= self._iterations or self._over()):
            return False
        worth, shares = 0.0, 0.0
        for place, foe in enumerate(foes):
            lead = self._try(
                self._states,
                candidate.plan,
                seat,
                candidate.later,
                candidate.memory,
                foe,
                self._watcher.memories[foe],
                int(self.options["ahead"]),
            )
            share = 1.0 / (1 + place) if self._watcher.turns else 1.0
            worth += share * float(lead)
            shares += share
        candidate.worth = worth / shares
        self._tried += 1
        return True

    def _over(self) -> bool:
        if self._clock.seconds is not None and self._clock.spent >= SHARE_OF_CLOCK * self._clock.seconds:
            return True
        return self._seconds > 0 and self._clock.spent >= self._seconds

    def _mend(self, best: Candidate, candidates: list[Candidate], view: View, foes: list[int]) -> Candidate:
        """Change the best plan while there is budget and something new to try."""
        for later in range(STRATEGIES):  # the same plan, played on differently
            if later != best.later:
                other = Candidate(best.plan, best.source, later, candidates[later].memory)
                if self._weigh(other, view.seat, foes) and other.worth > best.worth:
                    best = other
        return mend(
            best,
            candidates,
            lambda candidate: self._weigh(candidate, view.seat, foes),
            view.state,
            view.seat,
            self.random,
        )


def _named(first: Candidate, best: Candidate) -> str:
    source = CALLED[NAMES.index(first.source)] if first.source in NAMES else first.source
    return f"the plan of {source}" if (first.plan == best.plan).all() else f"a mended plan of {source}"
