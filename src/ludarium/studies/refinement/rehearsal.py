"""A refinement with simulated judges, in memory: does it find what was planted?

People arrive, meet the opponents that `opponents` gives them, judge them by `simulated.judging`, and leave. The
refinement is told every judgement, as it would be in a study; nothing in it knows that the people are not real.
"""

from __future__ import annotations

import heapq
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from statistics import StatisticsError, correlation
from typing import Any

from ludarium.engine.elements import Alpha, Elements
from ludarium.engine.errors import NotSuited
from ludarium.engine.kernels.rng import derive
from ludarium.studies.analysis.judges import judge_matrix
from ludarium.studies.analysis.rasch import fit
from ludarium.studies.data import PERSON, Judgement
from ludarium.studies.opponents import next_opponent
from ludarium.studies.refinement.genome import id_of
from ludarium.studies.refinement.panel import RaschJudges
from ludarium.studies.refinement.run import Phase, Refinement, Settings
from ludarium.studies.simulated.judging import (
    PERSON_DIFFICULTY,
    HumanLikeness,
    Population,
    SimulatedPerson,
    Truth,
    judge,
    leaves,
    planted,
    population,
)

GAME_SECONDS = 240.0
"""How long a game with its questions takes somebody of usual pace."""
_BEGAN = datetime(2000, 1, 1, tzinfo=UTC)
"""Simulated time begins here: results do not depend on the day."""

Progress = Callable[[Refinement], None]
"""Told whenever a generation has ended."""


@dataclass(frozen=True)
class Rehearsal:
    """What came out."""

    refinement: Refinement
    truth: HumanLikeness
    people: list[SimulatedPerson]
    seconds: float

    @property
    def ended(self) -> bool:
        return self.refinement.ended

    @property
    def generations(self) -> dict[Phase, int]:
        """How many generations each phase took."""
        return dict(Counter(generation.phase for generation in self.refinement.generations))

    @property
    def minimal(self) -> list[Alpha]:
        return self.refinement.minimal

    @property
    def rank(self) -> int | None:
        """The place of the planted core among the minimal strategies, from 1; None if it was not found."""
        return self.minimal.index(self.truth.core) + 1 if self.truth.core in self.minimal else None

    def to_dict(self, least: int = 0) -> dict[str, Any]:
        """The report as plain values; abilities are those of people with at least so many judgements."""
        correlation_found, honest = self.recovered(least)
        believed = {alpha: self.refinement.strategies[id_of(alpha)].fitness for alpha in self.minimal}
        text = self.refinement.elements.text
        return {
            "ended": self.ended,
            "ending": self.refinement.ending,
            "phase": self.refinement.phase,
            "generations": self.generations,
            "people": len(self.people),
            "falsifiers": sum(bool(person.falsifier) for person in self.people),
            "judgements": len(self.refinement.judgements),
            "super_experts": len(self.refinement.experts),
            "planted": text(self.truth.core),
            "rank": self.rank,
            "minimal": [
                {"player": text(alpha), "elements": list(alpha), "believability": believed[alpha]}
                for alpha in self.minimal
            ],
            "abilities": {"correlation": correlation_found, "people": honest, "least": least},
            "seconds": self.seconds,
        }

    def recovered(self, least: int = 0) -> tuple[float | None, int]:
        """The correlation of true and recovered abilities of honest people with at least so many judgements, and of how
        many people; None where there are too few, or the model cannot be fitted."""
        often = Counter(one.judge for one in self.refinement.judgements)
        true = {p.name: p.ability for p in self.people if not p.falsifier and often[p.name] >= least}
        try:
            abilities = fit(judge_matrix(self.refinement.judgements)).abilities
            pairs = [(true[name], ability) for name, ability in abilities.items() if name in true]
            return correlation([own for own, _ in pairs], [found for _, found in pairs]), len(pairs)
        except (NotSuited, StatisticsError):
            return None, len(true)


def rehearse_refinement(
    elements: Elements,
    people: int = 100,
    seed: int = 0,
    *,
    each: int = 40,
    with_people: bool = True,
    core: int = 3,
    settings: Settings | None = None,
    traits: Population | None = None,
    progress: Progress | None = None,
) -> Rehearsal:
    """Run all three phases with simulated judges, without a server.

    Args:
        elements: What strategies are made of; `grammar_of(game)` has those of a game.
        people: How many people take part.
        seed: Decides the people, their judgements, what is planted, and the refinement's own choices.
        each: Judgements that everybody gives who does not leave before.
        with_people: Each table has another person, too, who is judged as well: half of the judgements are about people.
        core: How many elements the planted strategy has.
        settings: Of the refinement; their seed is replaced by one from `seed`.
        traits: What people are like.
        progress: Told whenever a generation has ended.
    """
    began = time.perf_counter()
    truth = planted(elements, core, derive(seed, "planted"))
    crowd = population(people, derive(seed, "people"), traits)
    chosen = replace(settings or Settings(), seed=derive(seed, "refinement"))
    refinement = Refinement(chosen, elements, RaschJudges())
    stream = random.Random(derive(seed, "living"))
    queue = [(person.arrival, number) for number, person in enumerate(crowd)]
    heapq.heapify(queue)
    judged: Counter[str] = Counter()
    while queue:
        clock, number = heapq.heappop(queue)
        person = crowd[number]
        clock += GAME_SECONDS * person.pace
        left = each - judged[person.name]
        if left < 1 or leaves(person, GAME_SECONDS * person.pace, stream):
            refinement.leave(person.name)
            continue
        seats = [_opponent(refinement, person, seed), *[PERSON] * with_people][:left]
        for seat, player in enumerate(seats, start=1):
            said = _judgement(refinement, truth, person, player, judged[person.name], seed)
            judged[person.name] += 1
            table, at = f"{person.name}-{judged[person.name] - seat}", _BEGAN + timedelta(seconds=clock)
            refinement.tell([replace(said, table=table, seat=seat, at=at)])
        while refinement.step():
            if progress is not None:
                progress(refinement)
        heapq.heappush(queue, (clock, number))
    return Rehearsal(refinement, truth, crowd, time.perf_counter() - began)


def _opponent(refinement: Refinement, person: SimulatedPerson, seed: int) -> str:
    """Who comes next. When all is over: what it began with, and what it found."""
    ids = refinement.current.members
    if refinement.ended:
        ids = tuple(dict.fromkeys([*refinement.generations[0].members, *map(id_of, refinement.minimal)]))
    return next_opponent(
        person.name,
        [refinement.player(key) for key in ids],
        refinement.judgements,
        wanted=refinement.urgency(person.name),
        group=refinement.experts if person.name in refinement.experts else (),
        seed=derive(seed, "opponents"),
    ).player


def _judgement(
    refinement: Refinement, truth: HumanLikeness, person: SimulatedPerson, player: str, judged: int, seed: int
) -> Judgement:
    """What a person says about a player; table, seat and time are yet to be filled in."""
    real: Truth = "human" if player == PERSON else "artificial"
    difficulty = PERSON_DIFFICULTY if player == PERSON else truth.difficulty(refinement.strategy(player).elements)
    said = judge(person, difficulty, real, seed=derive(seed, "judging"), judged=judged)
    return Judgement(person.name, "", 0, real, player, said.said, said.confidence, judged + 1, _BEGAN)
