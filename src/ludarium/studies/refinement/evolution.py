"""The second phase: offspring of strategies by the source's evolution strategy, and who makes up the next generation.

    recombination   each place of the list from either parent, at random
    diversion       σ′ = ½(σ₁ + σ₂) + u with u uniform in [0, 1]   (drift `add`: the source's text)
                    σ′ = ½(σ₁ + σ₂) · n with n in [0, 1]           (drift `multiply`: its formula)
    mutation        max(0, ⌈N(0, σ′)⌉) elements added at random places
    preliminary     ρ′ = ½(ρ₁ + ρ₂)
    selection       the fittest seventh of P(t), then offspring by ρ′, λ = 2μ₀ in all

Every factor of `multiply` is at most 1 and half of them are below 0.43, so that σ soon is 0 and nothing is added any
more.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Literal

from ludarium.engine.elements import Alpha, Elements
from ludarium.engine.kernels.rng import derive
from ludarium.studies.refinement.genome import Strategy, checked

Drift = Literal["add", "multiply"]

SURVIVING = 7
"""One in so many is carried over into the next generation as it is."""
_TRIES = 50
"""How often an offspring may come out as one that is there already, for each one that is wanted."""


def first_generation(grammar: Elements) -> list[Strategy]:
    """P(0): all elemental and simple combined strategies."""
    return [Strategy(checked(alpha, grammar)) for alpha in grammar.simple]


def size_of_generations(grammar: Elements) -> int:
    """λ = 2μ₀: how many strategies every generation but the first has."""
    return 2 * len(grammar.simple)


# --- one offspring ----------------------------------------------------------------------------------------------------


def offspring(first: Strategy, second: Strategy, grammar: Elements, drift: Drift, stream: random.Random) -> Strategy:
    """A child of two strategies, which may be the same one twice. Always a valid strategy."""
    diversion = drifted(first.diversion, second.diversion, drift, stream)
    together = with_basic(recombined(first.elements, second.elements, stream), first, second, grammar, stream)
    elements = mutated(together, additions(diversion, stream), grammar, stream)
    return Strategy(
        checked(elements, grammar),
        diversion,
        (believability(first) + believability(second)) / 2,
        preliminary=True,
        parents=(first.id, second.id),
        how="offspring",
    )


def believability(strategy: Strategy) -> float:
    """ρ, or 0 where nobody has said anything yet."""
    return strategy.fitness or 0.0


def recombined(first: Alpha, second: Alpha, stream: random.Random) -> Alpha:
    """Each place from either parent. Where that parent's list has ended, or its element is there already, none."""
    child: list[str] = []
    for place in range(max(len(first), len(second))):
        parent = first if stream.random() < 0.5 else second
        if place < len(parent) and parent[place] not in child:
            child.append(parent[place])
    return tuple(child)


def with_basic(child: Alpha, first: Strategy, second: Strategy, grammar: Elements, stream: random.Random) -> Alpha:
    """A child that got no basic element takes one of its parents', in the place of a random element."""
    if any(name in grammar.basic for name in child):
        return child
    theirs = sorted({name for name in first.elements + second.elements if name in grammar.basic})
    place = stream.randrange(len(child))
    return (*child[:place], stream.choice(theirs), *child[place + 1 :])


def drifted(first: float, second: float, drift: Drift, stream: random.Random) -> float:
    """The diversion of a child."""
    middle = (first + second) / 2
    return middle + stream.random() if drift == "add" else middle * _between_0_and_1(stream)


def _between_0_and_1(stream: random.Random) -> float:
    """The source's N(0, 1): "a normally distributed random value between zero and one"."""
    while True:
        value = stream.gauss(0.0, 1.0)
        if 0.0 <= value <= 1.0:
            return value


def additions(diversion: float, stream: random.Random) -> int:
    """How many elements a child gains."""
    return max(0, math.ceil(stream.gauss(0.0, diversion)))


def mutated(child: Alpha, count: int, grammar: Elements, stream: random.Random) -> Alpha:
    """With so many more elements at random places, as far as there are: one is always left out."""
    elements = list(child)
    missing = [name for name in grammar.all if name not in child]
    for name in stream.sample(missing, min(count, len(missing) - 1)):
        elements.insert(stream.randint(0, len(elements)), name)
    return tuple(elements)


# --- a generation -----------------------------------------------------------------------------------------------------


def ranked(strategies: Sequence[Strategy]) -> list[Strategy]:
    """The fittest first; equals in the order in which they are given."""
    return sorted(strategies, key=lambda strategy: -believability(strategy))


def survivors(population: Sequence[Strategy]) -> list[Strategy]:
    """The fittest seventh, at least one."""
    return ranked(population)[: max(1, len(population) // SURVIVING)]


def next_generation(
    population: Sequence[Strategy],
    parents: Sequence[Strategy],
    size: int,
    grammar: Elements,
    *,
    drift: Drift = "add",
    brood: int = 1,
    seed: int,
) -> list[Strategy]:
    """P(t+1): the fittest seventh of P(t), then the offspring that promise most, all different, `size` in all.

    Of each `brood` times `size` offspring the most promising are taken. Who is there already is made anew; where a
    grammar has too few lists for that, the generation stays smaller.
    """
    stream = random.Random(derive(seed, "offspring"))
    kept = survivors(population)
    taken = {strategy.id for strategy in kept}
    children: dict[str, Strategy] = {}
    for _ in range(_TRIES * brood * size):
        if len(children) == brood * size:
            break
        first, second = stream.choice(parents), stream.choice(parents)
        child = offspring(first, second, grammar, drift, stream)
        if child.id not in taken:
            children.setdefault(child.id, child)
    return kept + ranked(list(children.values()))[: size - len(kept)]
