"""A refinement as a whole: three phases, driven by asking for judgements and telling them.

    refinement = Refinement(settings, elements, judges)
    while not refinement.ended:
        for wanted in refinement.ask(): …          which strategies judges should meet now
        refinement.tell(judgements)
        while refinement.step(): …                 the next generation, once enough is known

The whole state is a dict for JSON. The same settings and the same judgements in the same order always come to the same
end.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

import msgspec

from ludarium.engine.elements import Alpha, Elements
from ludarium.engine.errors import BadParameter, BadRules, LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.studies.data import Judgement
from ludarium.studies.refinement import decomposition
from ludarium.studies.refinement.decomposition import Stage
from ludarium.studies.refinement.evolution import (
    Drift,
    first_generation,
    next_generation,
    ranked,
    size_of_generations,
    survivors,
)
from ludarium.studies.refinement.fitness import Judges, Standing, standings
from ludarium.studies.refinement.genome import Strategy, id_of

FORMAT = 1
SELECTED = 0.5
"""The share of the first strategies, the least detected of them, that the first offspring descend from."""
_AGAIN = 1.25
"""The super experts are looked for again once there are so many times as many judgements."""

Phase = Literal["rating", "evolution", "decomposition", "ended"]


class BadRefinement(LudariumError):
    """A stored refinement that this version cannot read."""


@dataclass(frozen=True)
class Settings:
    """Everything that decides how a refinement goes, but for the judgements."""

    seed: int = 0
    drift: Drift = "add"
    brood: int = 7
    """So many times as many offspring are made as a generation has members, and the most promising are taken: of seven
    one, as evolution strategies traditionally do."""
    ratings: int = 4
    """Judgements that each strategy gets in every generation it belongs to."""
    expert_ratings: int = 2
    """Judgements by super experts that it gets at least before it can pass."""
    care: int = 3
    """In the third phase it is so many times as many of both: one wrong verdict ends a line there."""
    tolerance: float = 0.2
    """The share of the super experts' judgements that may find out a strategy that passes."""
    confirm: bool = False
    """Whether those that pass are judged once more, with that care, before they are taken apart: some have passed by
    luck, and would be called minimal as soon as they have lost an element."""
    passing: float = 0.2
    """The share of a generation that must pass before the strategies are taken apart."""
    threshold: float = 0.2
    """How far believability may drop when an element is removed."""
    generations: int = 40
    """After so many the evolution ends, with those that pass by then."""

    def __post_init__(self) -> None:
        for name in ("brood", "ratings", "expert_ratings", "care", "generations"):
            if getattr(self, name) < 1:
                raise BadParameter(f"{name} {getattr(self, name)}: expected 1 or more")
        for name in ("tolerance", "passing", "threshold"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadParameter(f"{name} {getattr(self, name)}: expected a share from 0 to 1")
        if self.drift not in ("add", "multiply"):
            raise BadParameter(f"drift {self.drift}: expected add or multiply")


@dataclass(frozen=True)
class Wanted:
    """A strategy that needs judgements, and how many; `experts` of them by super experts."""

    id: str
    player: str
    ratings: int
    experts: int
    why: str


@dataclass(frozen=True)
class Generation:
    """One generation: who belongs to it, and, once all have been judged, what became of them."""

    number: int
    phase: Phase
    parents: Mapping[str, tuple[str, ...]]
    """Its members by id, each with those it was made from in this generation; none for those carried over."""
    began: int
    """How many judgements there were when it began."""
    fitness: Mapping[str, float] = field(default_factory=dict)
    passed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Who goes on: the least detected, the fittest seventh, or the trials that held."""

    @property
    def members(self) -> tuple[str, ...]:
        return tuple(self.parents)


class Refinement:
    """The three phases as one machine that can be stored between any two calls."""

    def __init__(self, settings: Settings, elements: Elements, judges: Judges) -> None:
        self.settings, self.elements, self._judges = settings, elements, judges
        self.phase: Phase = "rating"
        self.strategies: dict[str, Strategy] = {}
        first = first_generation(elements)
        self.generations: list[Generation] = [Generation(0, "rating", {one.id: () for one in first}, 0)]
        self.judgements: list[Judgement] = []
        self.experts: frozenset[str] = frozenset()
        self.gone: frozenset[str] = frozenset()
        """Judges who will not come back."""
        self.looked = 0
        """How many judgements there were when the super experts were last looked for."""
        self.stage: Stage | None = None
        self.ending = ""
        """Why it ended."""
        self._texts: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        self._told: set[tuple[str, str, int]] = set()
        self._by_judge: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """How often each player was judged by each judge."""
        self._add(first)

    # --- reading ------------------------------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        return self.phase == "ended"

    @property
    def current(self) -> Generation:
        return self.generations[-1]

    @property
    def population(self) -> list[Strategy]:
        """The strategies of the current generation."""
        return [self.strategies[key] for key in self.current.members]

    def player(self, key: str) -> str:
        """The player's text of a strategy."""
        return self._texts[key]

    def strategy(self, player: str) -> Strategy:
        """The strategy of a player's text."""
        return self.strategies[self._ids[player]]

    @property
    def minimal(self) -> list[Alpha]:
        """The minimal strategies so far, the shortest first."""
        return decomposition.by_size(self.stage.minimal) if self.stage else []

    @property
    def scenario(self) -> str:
        """Of the first phase, by the source's letters: `a` once all have been rated, also by a super expert; until then
        `b`: people's lists begin with those that are missing."""
        return "b" if self.phase == "rating" and self.ask() else "a"

    def needed(self, key: str) -> int:
        """How many judgements a strategy should have by now: a share for each generation it has belonged to."""
        belonged = [g for g in self.generations if key in g.parents]
        # Who is confirmed has had one share in the generation before.
        times = [1 if g.phase != "decomposition" else self.settings.care - (not g.parents[key]) for g in belonged]
        return self.settings.ratings * sum(times)

    @property
    def expert_ratings(self) -> int:
        """How many judgements by super experts a strategy needs now."""
        return self.settings.expert_ratings * (self.settings.care if self.phase == "decomposition" else 1)

    # --- ask ----------------------------------------------------------------------------------------------------------

    def ask(self) -> list[Wanted]:
        """The strategies of the current generation that still need judgements, the most needy first."""
        if self.ended:
            return []
        found = [self._wanted(key) for key in self.current.parents]
        return sorted(
            (one for one in found if one.ratings or one.experts), key=lambda one: (-one.experts, -one.ratings)
        )

    def _wanted(self, key: str) -> Wanted:
        by_judge = self._by_judge[self.player(key)]
        ratings, experts = by_judge.total(), sum(by_judge[judge] for judge in self.experts)
        missing = max(0, self.needed(key) - ratings)
        missing_experts = max(0, self.expert_ratings - experts)
        if ratings == 0:
            why = "nobody has judged it"
        elif missing_experts and not missing:
            why = "no super expert has judged it" if experts == 0 else "too few super experts have judged it"
        else:
            why = "too few have judged it in this generation"
        return Wanted(key, self.player(key), missing, missing_experts if self.experts else 0, why)

    def urgency(self, *judges: str, under_way: Iterable[tuple[str, str]] = ()) -> dict[str, float]:
        """How urgently people who will sit together should meet each strategy of the current generation, by the
        player's text. `under_way` are judgements that will come without this, as judge and player."""
        coming = list(under_way)
        ratings = Counter(player for _, player in coming)
        expert_ratings = Counter(player for judge, player in coming if judge in self.experts)
        experts = sum(judge in self.experts for judge in judges)
        found = dict.fromkeys(map(self.player, self.current.members), 0.0)
        for wanted in self.ask():
            missing = max(0, wanted.ratings - ratings[wanted.player])
            found[wanted.player] = missing + 1000.0 * experts * max(0, wanted.experts - expert_ratings[wanted.player])
        return found

    # --- tell ---------------------------------------------------------------------------------------------------------

    def tell(self, judgements: Iterable[Judgement]) -> int:
        """Take judgements, also those of people and of other players, which say something about the judges; how many
        were new. One that is told twice counts once."""
        before = len(self.judgements)
        for judgement in judgements:
            key = (judgement.judge, judgement.table, judgement.seat)
            if key not in self._told:
                self._told.add(key)
                self.judgements.append(judgement)
                self._by_judge[judgement.player][judgement.judge] += 1
        return len(self.judgements) - before

    def forget(self, judge: str) -> int:
        """Remove everything that a person said, for somebody who withdraws; how many judgements that were."""
        before = len(self.judgements)
        self.judgements = [one for one in self.judgements if one.judge != judge]
        self._told = {key for key in self._told if key[0] != judge}
        for by_judge in self._by_judge.values():
            del by_judge[judge]
        self.experts -= {judge}
        self.gone -= {judge}
        self.looked = min(self.looked, len(self.judgements))
        return before - len(self.judgements)

    def leave(self, judge: str) -> None:
        """Somebody will not come back; what was said stays. Where too few super experts are left, the ablest of those
        who remain join them."""
        self.gone |= {judge}

    # --- step ---------------------------------------------------------------------------------------------------------

    @property
    def ripe(self) -> bool:
        """Whether `step` might go on, or look for super experts anew; asking this takes no time."""
        wanted = self.ask()
        if self.ended or any(one.ratings for one in wanted):
            return False
        return self._time_to_look or self._missing_experts or (bool(self.experts) and not wanted)

    def step(self) -> bool:
        """Go on to the next generation if enough is known; False while more judgements are needed.

        The super experts are determined when a generation has got its judgements. Where theirs are missing then, it
        goes on as soon as these have come, or others have proved to be super experts.
        """
        if self.ended or any(wanted.ratings for wanted in self.ask()):
            return False
        self._look_for_experts()
        if not self.experts or self.ask():
            return False
        standing = self._rate()
        passed = [key for key in self.current.members if self._passes(standing[key])]
        if self.stage is not None:
            self._take_apart(passed, standing)
        elif self.phase == "decomposition" and not passed and not self._late:
            self._breed(passed)  # of those that seemed to pass nobody does
        elif self.phase == "decomposition":
            self._begin_to_take_apart(passed)
        elif not self._enough(passed):
            self._breed(passed)
        elif self.settings.confirm and passed:
            seeming = [self.strategies[key] for key in passed]
            self._go_on("decomposition", seeming, dict.fromkeys(passed, ()), passed, passed)
        else:
            self._begin_to_take_apart(passed)
        return True

    def _look_for_experts(self) -> None:
        if self._time_to_look:
            self.experts = self._judges.experts(self.judgements)
        elif not self._missing_experts:
            return
        if self._too_few_experts:
            here = [judgement for judgement in self.judgements if judgement.judge not in self.gone]
            self.experts |= self._judges.experts(here)
        self.looked = len(self.judgements)

    @property
    def _time_to_look(self) -> bool:
        return len(self.judgements) >= _AGAIN * self.looked

    @property
    def _missing_experts(self) -> bool:
        return self._too_few_experts and len(self.judgements) > self.looked

    @property
    def _too_few_experts(self) -> bool:
        """Whether those who have left are missed: with nobody gone all there are is all there are."""
        return bool(self.gone & self.experts) and len(self.experts - self.gone) < self.expert_ratings

    def _rate(self) -> dict[str, Standing]:
        """What judges have said about all strategies, by id; their fitness is brought up to date."""
        found = standings(self._ids, self.judgements, self._judges.weights(self.judgements), self.experts)
        standing = {key: found[player] for player, key in self._ids.items()}
        for key, strategy in self.strategies.items():
            self.strategies[key] = strategy.rated(standing[key].believability)
        return standing

    def _passes(self, standing: Standing) -> bool:
        return standing.passes(self.settings.tolerance, self.expert_ratings)

    def _enough(self, passed: Sequence[str]) -> bool:
        return self._late or len(passed) >= max(1, self.settings.passing * len(self.current.members))

    @property
    def _late(self) -> bool:
        return self.current.number >= self.settings.generations

    def _breed(self, passed: Sequence[str]) -> None:
        last = next(generation for generation in reversed(self.generations) if generation.phase != "decomposition")
        population = [self.strategies[key] for key in last.members]
        least_detected = ranked(population)[: max(1, math.ceil(SELECTED * len(population)))]
        made = next_generation(
            population,
            least_detected if last.phase == "rating" else population,
            size_of_generations(self.elements),
            self.elements,
            drift=self.settings.drift,
            brood=self.settings.brood,
            seed=derive(self.settings.seed, "generation", self.current.number + 1),
        )
        kept = least_detected if last.phase == "rating" else survivors(population)
        born = {one.id: one.parents if one.preliminary else () for one in made}
        self._go_on("evolution", made, born, passed, [one.id for one in kept])

    def _begin_to_take_apart(self, passed: Sequence[str]) -> None:
        stage = decomposition.begin([self.strategies[key].elements for key in passed], self.elements, self._stream())
        self._go_on_with(stage, passed, passed)

    def _take_apart(self, passed: Sequence[str], standing: Mapping[str, Standing]) -> None:
        assert self.stage is not None

        def holds(new: Alpha, before: Alpha) -> bool:
            now, then = standing[id_of(new)], standing[id_of(before)]
            drop = (then.believability or 0.0) - (now.believability or 0.0)
            return self._passes(now) and drop <= self.settings.threshold

        held = [
            id_of(trial.elements)
            for trial in self.stage.trials
            if any(holds(trial.elements, before) for before in trial.predecessors)
        ]
        self._go_on_with(decomposition.advance(self.stage, holds, self.elements, self._stream()), passed, held)

    def _stream(self) -> random.Random:
        return random.Random(derive(self.settings.seed, "stage", self.current.number + 1))

    def _go_on_with(self, stage: Stage, passed: Sequence[str], kept: Sequence[str]) -> None:
        self.stage = stage
        parents = {id_of(trial.elements): tuple(map(id_of, trial.predecessors)) for trial in stage.trials}
        made = [
            Strategy(trial.elements, parents=parents[id_of(trial.elements)], how="reduced") for trial in stage.trials
        ]
        self._go_on("decomposition", made, parents, passed, kept)
        if stage.ended:
            self.phase = "ended"
            self.ending = (
                "no strategy is left that could lose an element" if stage.minimal else "no strategy passed for human"
            )

    def _go_on(
        self,
        phase: Phase,
        made: Sequence[Strategy],
        parents: Mapping[str, tuple[str, ...]],
        passed: Sequence[str],
        kept: Sequence[str],
    ) -> None:
        """Close the current generation, and open the next with these strategies if there are any."""
        fitness = {key: self.strategies[key].fitness or 0.0 for key in self.current.members}
        self.generations[-1] = replace(self.current, fitness=fitness, passed=tuple(passed), kept=tuple(kept))
        self.phase = phase
        self._add(made)
        if made:
            self.generations.append(Generation(len(self.generations), phase, parents, len(self.judgements)))

    def _add(self, strategies: Iterable[Strategy]) -> None:
        """Strategies that were made; those that are known stay as they are."""
        for one in strategies:
            if one.id not in self.strategies:
                text = self.elements.text(one.elements)
                if text in self._ids:
                    raise BadRules(
                        f"two lists of elements mean the same player {text}: judgements would count for both"
                    )
                self.strategies[one.id], self._texts[one.id], self._ids[text] = one, text, one.id

    # --- the family tree ----------------------------------------------------------------------------------------------

    def family_tree(self) -> dict[str, Any]:
        """All strategies as nodes, and who was made from whom as edges: `from`, `to`, and the generation of it."""
        seen = {key: [g.number for g in self.generations if key in g.parents] for key in self.strategies}
        passed = {key for generation in self.generations for key in generation.passed}
        minimal = {id_of(alpha) for alpha in self.minimal}
        return {
            "phase": self.phase,
            "generations": [
                {"number": g.number, "phase": g.phase, "members": list(g.members), "kept": list(g.kept)}
                for g in self.generations
            ],
            "nodes": [
                {
                    "id": key,
                    "elements": list(one.elements),
                    "player": self.player(key),
                    "how": one.how,
                    "diversion": one.diversion,
                    "fitness": one.fitness,
                    "preliminary": one.preliminary,
                    "generations": seen[key],
                    "passed": key in passed,
                    "minimal": key in minimal,
                }
                for key, one in self.strategies.items()
            ],
            "edges": [
                {"from": parent, "to": key, "generation": generation.number}
                for generation in self.generations
                for key, parents in generation.parents.items()
                for parent in dict.fromkeys(parents)
            ],
        }

    # --- storing ------------------------------------------------------------------------------------------------------

    def to_dict(self, *, judgements: bool = True) -> dict[str, Any]:
        """The whole state, for JSON. Without the judgements it is small; who reads it must tell them again, all of them
        and in the same order, before anything else."""
        return {
            "format": FORMAT,
            "settings": asdict(self.settings),
            "phase": self.phase,
            "ending": self.ending,
            "experts": sorted(self.experts),
            "gone": sorted(self.gone),
            "looked": self.looked,
            "stage": self.stage.to_dict() if self.stage else None,
            "strategies": [one.to_dict() for one in self.strategies.values()],
            "generations": msgspec.to_builtins(self.generations),
            "judgements": msgspec.to_builtins(self.judgements) if judgements else [],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], elements: Elements, judges: Judges) -> Refinement:
        """A stored refinement; it goes on as if it had never been stored."""
        if data.get("format") != FORMAT:
            raise BadRefinement(
                f"this refinement was stored in format {data.get('format')}; this version reads format {FORMAT}: "
                "go on with the version that stored it"
            )
        made = cls(msgspec.convert(data["settings"], Settings), elements, judges)
        strategies = [Strategy.from_dict(one) for one in data["strategies"]]
        for one in strategies:
            if fault := elements.fault(one.elements):
                raise BadRefinement(
                    f"the stored strategy [{', '.join(one.elements)}] is none of this game's any more: {fault}"
                )
        made._add(strategies)
        made.strategies = {one.id: one for one in strategies}
        made.generations = msgspec.convert(data["generations"], list[Generation])
        made.tell(msgspec.convert(data["judgements"], list[Judgement]))
        made.phase, made.ending = data["phase"], data["ending"]
        made.experts, made.gone, made.looked = frozenset(data["experts"]), frozenset(data["gone"]), data["looked"]
        made.stage = Stage.from_dict(data["stage"]) if data["stage"] else None
        return made
