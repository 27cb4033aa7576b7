"""Simulated people: how they judge, tire, learn, lie, come, read and leave. Everything they do hangs on a seed.

Judgements follow Rasch's model: a person of ability θ is right about somebody of difficulty β with chance
1 / (1 + exp(β − θ)). The difficulty of a machine grows with its human-likeness, which for strategies of elements is a
hidden function with a planted core: whatever has the core's elements in their order passes, and nothing shorter does.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ludarium.engine.elements import Alpha, Elements
from ludarium.engine.errors import BadParameter
from ludarium.engine.kernels.rng import derive
from ludarium.studies.data import Verdict

Falsifying = Literal["", "random", "inverted"]
Truth = Literal["human", "artificial"]

PERSON_DIFFICULTY = 0.0
"""How hard it is to be right about a real person, who always looks a little like a machine."""
_TRIES = 1000
"""How many cores are drawn to find one that is a strategy: even one basic element among thirty is met."""


# --- what there is to be found ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HumanLikeness:
    """A hidden truth over lists of elements: the share of the core that a list has in the core's order, 0 to 1.

    What else is in a list neither helps nor harms, so that the core is the minimal believable strategy.
    """

    core: Alpha
    plain: float = -2.0
    """The difficulty of a list that has nothing of the core."""
    perfect: float = 6.0
    """The difficulty of a list that has all of it."""

    def __call__(self, elements: Sequence[str]) -> float:
        return _in_common(elements, self.core) / len(self.core)

    def difficulty(self, elements: Sequence[str]) -> float:
        """β of a strategy: nearly all of the core is not much, all of it is a great deal."""
        return self.plain + (self.perfect - self.plain) * self(elements) ** 3


def planted(grammar: Elements, size: int, seed: int) -> HumanLikeness:
    """A core of so many elements, one of them basic at least; where there are others, none of the simple strategies."""
    if not 1 <= size < len(grammar.all):
        raise BadParameter(f"a core of {size} elements: expected 1 to {len(grammar.all) - 1}, as the grammar has")
    stream = random.Random(derive(seed, "core"))
    tried = [tuple(stream.sample(grammar.all, size)) for _ in range(_TRIES)]
    cores = [core for core in tried if not grammar.fault(core)]
    return HumanLikeness(next((core for core in cores if core not in grammar.simple), cores[0]))


def _in_common(first: Sequence[str], second: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(second) + 1)
    for one in first:
        before = row
        row = [0]
        for place, other in enumerate(second):
            row.append(before[place] + 1 if one == other else max(before[place + 1], row[place]))
    return row[-1]


# --- people -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SimulatedPerson:
    """Somebody with known qualities."""

    name: str
    ability: float
    noise: float = 0.0
    """How far the ability wavers from one judgement to the next (a standard deviation)."""
    fatigue: float = 0.0
    """What is lost with every judgement in a sitting."""
    learning: float = 0.0
    """What is gained each time the number of judgements doubles."""
    falsifier: Falsifying = ""
    unsure: float = 0.0
    """How often a judgement that could go either way is left open."""
    pace: float = 1.0
    """How long reading and answering take, beside others."""
    arrival: float = 0.0
    """Seconds after the study began."""
    hazard: float = 0.0
    """The chance to leave for good, a minute."""
    errors: float = 0.0
    """How often a move is made without thought."""

    def strength(self, judged: int, sitting: int, stream: random.Random) -> float:
        """θ at this moment: after so many judgements in all, so many of them in this sitting."""
        gained = self.learning * math.log2(1 + judged)
        return self.ability + gained - self.fatigue * sitting + stream.gauss(0.0, self.noise)


@dataclass(frozen=True)
class Judged:
    """What somebody said, how sure (0 to 1), and after how many seconds."""

    said: Verdict
    confidence: float
    seconds: float


def judge(
    person: SimulatedPerson, difficulty: float, truth: Truth, *, seed: int, judged: int = 0, sitting: int | None = None
) -> Judged:
    """A person's judgement of somebody. `judged` counts the person's judgements before, `sitting` those of today.

    The same seed and number always give the same judgement, whatever else was asked in between.
    """
    stream = random.Random(derive(seed, "judgement", person.name, judged))
    theta = person.strength(judged, judged if sitting is None else sitting, stream)
    chance = 1 / (1 + math.exp(difficulty - theta))
    other: Truth = "artificial" if truth == "human" else "human"
    right = stream.random() < chance
    open_ended = stream.random() < person.unsure * 4 * chance * (1 - chance)
    sure = abs(2 * chance - 1)
    if person.falsifier:
        right = stream.random() < 0.5 if person.falsifier == "random" else not right
        open_ended, sure = False, stream.random()
    said: Verdict = "unknown" if open_ended else truth if right else other
    # Whoever wavers takes longer; whoever clicks at random does not think at all.
    median = 1.5 if person.falsifier == "random" else person.pace * (3.0 + 5.0 * (1 - sure))
    confidence = 0.0 if said == "unknown" else min(1.0, max(0.0, stream.gauss(sure, 0.15)))
    return Judged(said, round(confidence, 3), round(median * math.exp(stream.gauss(0.0, 0.4)), 3))


# --- a population -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Population:
    """What people of a study are like: means, spreads and shares."""

    ability: float = 0.5
    spread: float = 1.5
    noise: float = 0.2
    fatigue: float = 0.005
    learning: float = 0.05
    falsifiers: float = 0.04
    """The share of people who lie, half of them at random and half the other way around."""
    unsure: float = 0.1
    gap: float = 20.0
    """Mean seconds between two arrivals."""
    hazard: float = 0.003
    """The mean chance to leave for good, a minute."""
    errors: float = 0.08


def population(count: int, seed: int, traits: Population | None = None) -> list[SimulatedPerson]:
    """So many people, in the order in which they come. The first of a hundred are those of a thousand."""
    traits = traits or Population()
    people: list[SimulatedPerson] = []
    clock = 0.0
    for number in range(count):
        stream = random.Random(derive(seed, "person", number))
        clock += stream.expovariate(1 / traits.gap) if traits.gap else 0.0
        lies = stream.random() < traits.falsifiers
        kind: Falsifying = stream.choice(("random", "inverted"))
        people.append(
            SimulatedPerson(
                name=f"sim-{number + 1:03d}",
                ability=stream.gauss(traits.ability, traits.spread),
                noise=traits.noise,
                fatigue=traits.fatigue * stream.uniform(0, 2),
                learning=traits.learning * stream.uniform(0, 2),
                falsifier=kind if lies else "",
                unsure=traits.unsure * stream.uniform(0, 2),
                pace=math.exp(stream.gauss(0.0, 0.25)),
                arrival=clock,
                hazard=stream.expovariate(1 / traits.hazard) if traits.hazard else 0.0,
                errors=traits.errors * stream.uniform(0, 2),
            )
        )
    return people


# --- how they live through a study ------------------------------------------------------------------------------------

_WORDS_A_MINUTE = 230.0


def reading_seconds(person: SimulatedPerson, words: int, stream: random.Random) -> float:
    """How long a page of so many words is looked at: log-normal around a usual speed, with a moment to begin."""
    if person.falsifier == "random":
        return 0.5 + stream.expovariate(1.0)
    return 0.8 + person.pace * words * 60 / _WORDS_A_MINUTE * math.exp(stream.gauss(0.0, 0.3))


def leaves(person: SimulatedPerson, seconds: float, stream: random.Random) -> bool:
    """Whether the person leaves for good within so many seconds: a constant hazard."""
    return stream.random() < -math.expm1(-person.hazard * seconds / 60)


def answer_on_scale(person: SimulatedPerson, mean: float, low: int, high: int, stream: random.Random) -> int:
    """An answer on a scale of whole numbers around what would be felt; random from those who click at random."""
    if person.falsifier == "random":
        return stream.randint(low, high)
    told = low + high - mean if person.falsifier == "inverted" else mean
    return min(high, max(low, round(stream.gauss(told, (high - low) / 6))))
