"""The ways to search: the source's genetic algorithm, random sampling beside it, and MAP-Elites.

All are driven alike. Candidates are numbered; `propose(n)` names the game of number n and may rest on the candidates
0 … `needs(n)` − 1 alone, which have then been taken in their order. Between a candidate's proposal and its entry there
are therefore up to `LAG` others, however many workers there are: one worker and twenty find the same games.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludarium.design.candidates import Candidate, Evaluation, Proposal
from ludarium.design.fitness import balance, most_that_may_be_lost
from ludarium.design.ratings import NO_RATINGS, Ratings
from ludarium.design.space import Space, breed, nearest
from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.games.rulesets.analysis import analyse
from ludarium.games.rulesets.ruleset import RuleSet

LAG = 8
"""How many candidates may be under way at once; part of the algorithm, not of the machine."""
_TRIES = 2000
"""How often parents may be chosen anew before a child that has been seen is given up."""


class Exhausted(LudariumError):
    """Every game that can be made has been seen."""


@dataclass(frozen=True)
class Member:
    """A game in the population, with the fitness it came in with."""

    number: int
    rules: RuleSet
    fitness: float
    diversity: int


class Method:
    """What all methods share: numbering, streams of chance, and what has been seen."""

    name: ClassVar[str]
    starts_with_tradition: ClassVar[bool] = True

    def __init__(
        self,
        space: Space,
        seed: int,
        games: int,
        *,
        early: bool = True,
        sensible: bool = False,
        ratings: Ratings = NO_RATINGS,
    ) -> None:
        """`early` lets games be stopped once they cannot get in; who gets in is the same without.

        With `sensible`, games about which the static analysis has something to say are not tried. Games that people
        have rated are tried right after the traditional ones, so that others are bred from those that are liked.
        """
        self.space, self.seed, self.games, self.early, self.sensible = space, seed, games, early, sensible
        self.ratings = ratings
        rated = [RuleSet.read(rating.game) for rating in ratings.given]
        self.first = (*space.tradition, *(rules for rules in rated if rules not in space.tradition))
        self.seen: set[RuleSet] = set()

    @property
    def first_child(self) -> int:
        """The number of the first candidate that is none of the traditional games, nor one that people have rated."""
        return len(self.first) if self.starts_with_tradition else 0

    @property
    def size(self) -> int:
        """Members of a population."""
        return len(self.space.tradition)

    def needs(self, number: int) -> int:
        """How many candidates must have been taken before this one can be proposed."""
        return 0 if number < self.first_child else max(self.first_child, number - LAG + 1)

    def propose(self, number: int) -> Proposal:
        """The game of this number. Called in the order of the numbers."""
        if number < self.first_child:
            rules = self.first[number]
            self.seen.add(rules)
            return Proposal(number, rules, "tradition" if number < self.size else "rated")
        stream = random.Random(derive(self.seed, "child", number))
        for _ in range(_TRIES):
            rules_or_none, how, parents = self.make(stream)
            if rules_or_none is not None and self._may_try(rules_or_none):
                self.seen.add(rules_or_none)
                return self.aim(Proposal(number, rules_or_none, how, parents))
        left = [rules for rules in self.space.games() if self._may_try(rules)]
        if not left:
            kind = "sensible games" if self.sensible else "games"
            raise Exhausted(f"all {len(self.seen):,} {kind} of the space {self.space.name} have been tried")
        rules = stream.choice(left)
        self.seen.add(rules)
        return self.aim(Proposal(number, rules, "sample"))

    def _may_try(self, rules: RuleSet) -> bool:
        return rules not in self.seen and not (self.sensible and analyse(rules))

    def make(self, stream: random.Random) -> tuple[RuleSet | None, str, tuple[str, ...]]:
        """A game, seen before or not, how it came about, and its parents."""
        return self.space.sample(stream), "sample", ()

    def aim(self, proposal: Proposal) -> Proposal:
        """The proposal with what its games must achieve."""
        return proposal

    def take(self, proposal: Proposal, evaluation: Evaluation) -> Candidate:
        """Judge a candidate; called in the order of the numbers."""
        raise NotImplementedError

    def best(self, count: int) -> list[Member]:
        """The fittest so far."""
        raise NotImplementedError

    def means(self) -> tuple[float, float] | None:
        """Mean fitness and diversity of the population, for the curves; None while there is none."""
        raise NotImplementedError

    def bred(self, parents: list[RuleSet], stream: random.Random) -> tuple[RuleSet | None, str, tuple[str, ...]]:
        board, pieces, end = stream.sample(parents, 3)
        return (
            breed((board, pieces, end), self.space, stream),
            "bred",
            tuple(p.short_form for p in (board, pieces, end)),
        )


class _Population(Method):
    """Methods that keep the fittest, as many as there are traditional games.

    A newcomer that is fitter than the least fit takes its place.
    """

    def __init__(self, space: Space, seed: int, games: int, **options: Any) -> None:
        super().__init__(space, seed, games, **options)
        self.members: list[Member] = []

    @property
    def least(self) -> Member:
        """The least fit; of several the one that came first."""
        return min(self.members, key=lambda member: (member.fitness, member.number))

    def diversity(self, proposal: Proposal) -> int:
        raise NotImplementedError

    def take(self, proposal: Proposal, evaluation: Evaluation) -> Candidate:
        diversity = self.diversity(proposal)
        if evaluation.stopped:
            return Candidate(proposal, evaluation, diversity, entered=False)
        worth = self.worth(proposal.rules, balance(*evaluation.counts))
        told = worth if self.ratings.of(proposal.rules) else None
        fitness = worth + diversity
        member = Member(proposal.number, proposal.rules, fitness, diversity)
        replaced = ""
        if len(self.members) >= self.size:
            least = self.least
            if fitness <= least.fitness:
                return Candidate(proposal, evaluation, diversity, entered=False, worth=told)
            self.members.remove(least)
            replaced = least.rules.short_form
        self.members.append(member)
        return Candidate(proposal, evaluation, diversity, entered=True, replaced=replaced, worth=told)

    def worth(self, rules: RuleSet, balance: float) -> float:
        """A balance of 0 to 100, with what people say of the game."""
        return 100 * self.ratings.worth(rules, balance / 100) if self.ratings.of(rules) else balance

    def best(self, count: int) -> list[Member]:
        return sorted(self.members, key=lambda member: (-member.fitness, member.number))[:count]

    def means(self) -> tuple[float, float] | None:
        if not self.members:
            return None
        size = len(self.members)
        return sum(m.fitness for m in self.members) / size, sum(m.diversity for m in self.members) / size

    def _limit(self, proposal: Proposal, diversity: int) -> Proposal:
        # The least fitness of the population never falls, so what cannot get in now cannot later.
        if not self.early or len(self.members) < self.size:
            return proposal
        most = most_that_may_be_lost(
            self.least.fitness, diversity, self.games, lambda balance: self.worth(proposal.rules, balance)
        )
        return Proposal(proposal.number, proposal.rules, proposal.how, proposal.parents, most)


class Genetic(_Population):
    """The source's: board, pieces and end from three random members, extras inherited or added.

    The fitness of a member is that with which it came in. A traditional game's diversity counts the other traditional
    games; all of them are in before the first child is made.
    """

    name = "ga"

    def diversity(self, proposal: Proposal) -> int:
        if proposal.number < self.size:
            return nearest(proposal.rules, (rules for rules in self.space.tradition if rules != proposal.rules))
        return nearest(proposal.rules, (member.rules for member in self.members))

    def make(self, stream: random.Random) -> tuple[RuleSet | None, str, tuple[str, ...]]:
        ordered = sorted(self.members, key=lambda member: member.number)
        return self.bred([member.rules for member in ordered], stream)

    def aim(self, proposal: Proposal) -> Proposal:
        # Until it is judged, LAG − 1 others may come in, each in the place of one that is near.
        nearby = nearest(proposal.rules, (member.rules for member in self.members), spared=LAG - 1)
        return self._limit(proposal, nearby)


class Sampling(_Population):
    """Random sampling: each game of the space as likely as any other, none twice.

    Its population, which diversity is counted in, are all samples so far; the fittest are kept for the tables.
    """

    name = "random"
    starts_with_tradition = False

    def __init__(self, space: Space, seed: int, games: int, **options: Any) -> None:
        super().__init__(space, seed, games, **options)
        self._order: list[RuleSet] = []

    def propose(self, number: int) -> Proposal:
        proposal = super().propose(number)
        self._order.append(proposal.rules)
        return proposal

    def diversity(self, proposal: Proposal) -> int:
        return nearest(proposal.rules, self._order[: proposal.number])

    def aim(self, proposal: Proposal) -> Proposal:
        return self._limit(proposal, self.diversity(proposal))


class MapElites(Method):
    """The best game of every kind: a map whose cells are ranges of two metrics, each with its best game.

    Children are bred of three random elites, one in ten is a random sample. What is best is the overall figure of
    `docs/metrics.md`; a game behind one of its gates has no place.
    """

    name = "map-elites"
    _SAMPLES = 0.1

    def __init__(self, space: Space, seed: int, games: int, **options: Any) -> None:
        super().__init__(space, seed, games, **options)
        self.elites: dict[str, tuple[float, Candidate]] = {}

    def make(self, stream: random.Random) -> tuple[RuleSet | None, str, tuple[str, ...]]:
        if len(self.elites) < 3 or stream.random() < self._SAMPLES:
            return super().make(stream)
        ordered = sorted(self.elites.values(), key=lambda entry: entry[1].number)
        return self.bred([candidate.rules for _, candidate in ordered], stream)

    def aim(self, proposal: Proposal) -> Proposal:
        # What the overall figure must be, which is measured first; the ratings are added when it is known.
        floors: Mapping[str, float] = (
            {cell: self.ratings.quality_for(proposal.rules, value) for cell, (value, _) in self.elites.items()}
            if self.early
            else {}
        )
        return Proposal(proposal.number, proposal.rules, proposal.how, proposal.parents, None, floors)

    def take(self, proposal: Proposal, evaluation: Evaluation) -> Candidate:
        quality: Mapping[str, Any] = evaluation.quality or {}
        cell, value = quality.get("cell"), quality.get("overall")
        told = self.ratings.worth(proposal.rules, value) if value and self.ratings.of(proposal.rules) else None
        value = value if told is None else told  # whatever people say, a closed gate stays closed
        diversity = nearest(proposal.rules, (candidate.rules for _, candidate in self.elites.values()))
        kept = self.elites.get(cell) if cell else None
        enters = bool(cell) and value is not None and value > (kept[0] if kept else 0.0)
        replaced = kept[1].name if enters and kept else ""
        candidate = Candidate(proposal, evaluation, diversity, enters, replaced, told)
        if enters and cell is not None and value is not None:
            self.elites[cell] = (float(value), candidate)
        return candidate

    def best(self, count: int) -> list[Member]:
        ranked = sorted(self.elites.values(), key=lambda entry: (-entry[0], entry[1].number))
        return [Member(found.number, found.rules, value, found.diversity) for value, found in ranked[:count]]

    def means(self) -> tuple[float, float] | None:
        if not self.elites:
            return None
        size = len(self.elites)
        values = sum(value for value, _ in self.elites.values()) / size
        return values, sum(found.diversity for _, found in self.elites.values()) / size


METHODS: dict[str, type[Method]] = {method.name: method for method in (Genetic, Sampling, MapElites)}
