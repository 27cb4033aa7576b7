"""How often the 95 % intervals of Rasch difficulties and abilities contain the truth.

`python -m benchmarks.rasch_coverage --studies 1000`, or as judges meet strategies, each several times:
`python -m benchmarks.rasch_coverage --studies 100 --people 60 --items 9 --answers 40`
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludarium.arena.stats.statistics import Z_95
from ludarium.studies.analysis.rasch import Responses, fit

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Coverage:
    """Shares of intervals that contain the truth, of items and of people, and how many intervals there were."""

    items: float
    people: float
    item_intervals: int
    person_intervals: int
    skipped: int
    """Studies in which an item had no estimate."""


def simulate(theta: Floats, beta: Floats, rng: np.random.Generator) -> Floats:
    """A matrix of right (1) and wrong (0) answers."""
    chance = 1 / (1 + np.exp(beta[None, :] - theta[:, None]))
    return (rng.random(chance.shape) < chance).astype(np.float64)


def meetings(people: int, items: int, answers: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """How often each person meets each item: all equally often, the rest at random."""
    met = np.full((people, items), answers // items)
    for row in met:
        row[rng.permutation(items)[: answers % items]] += 1
    return met


def coverage(*, studies: int, people: int, items: int, seed: int, answers: int | None = None) -> Coverage:
    """Simulate studies and count. With `answers`, so many answers a person: items are met again, or not by all."""
    beta = np.linspace(-2, 2, items)
    hits, of, person_hits, person_of, skipped = 0, 0, 0, 0, 0
    for number in range(studies):
        rng = np.random.default_rng([seed, number])
        theta = rng.normal(size=people)
        if answers is None:
            responses = Responses.of_matrix(simulate(theta, beta, rng))
        else:
            met = meetings(people, items, answers, rng)
            right = rng.binomial(met, 1 / (1 + np.exp(beta[None, :] - theta[:, None])))
            names = [tuple(f"{kind}{n}" for n in range(size)) for kind, size in (("p", people), ("i", items))]
            responses = Responses(names[0], names[1], met, right)
        found = fit(responses)
        if found.left_out:
            skipped += 1
            continue
        of += items
        hits += sum(item.low <= truth <= item.high for item, truth in zip(found.items, beta, strict=True))
        person_of += people
        person_hits += sum(
            abs(person.ability - truth) <= Z_95 * person.error
            for person, truth in zip(found.people, theta, strict=True)
        )
    return Coverage(hits / of, person_hits / person_of, of, person_of, skipped)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=1000)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--items", type=int, default=15)
    parser.add_argument("--answers", type=int, help="answers a person; once to every item if not given")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = coverage(
        studies=given.studies, people=given.people, items=given.items, seed=given.seed, answers=given.answers
    )
    print(f"{given.studies} studies of {given.people} people and {given.items} items, seed {given.seed}")
    print(f"difficulties: {100 * found.items:.2f} % of {found.item_intervals:,} intervals contain the truth")
    print(f"abilities:    {100 * found.people:.2f} % of {found.person_intervals:,}")
    print(f"left out:     {found.skipped} studies in which an item had no estimate")


if __name__ == "__main__":
    main()
