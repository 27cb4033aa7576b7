"""Who takes part in which way: conditions balanced by who completed them, and orders balanced by Latin squares."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from ludarium.engine.kernels.rng import derive
from ludarium.studies.plan.model import Condition


def next_condition(
    conditions: Sequence[Condition], completed: Mapping[str, int], active: Mapping[str, int], seed: int
) -> str | None:
    """The condition of the next person: the one that lags most behind its weight. None if every quota is full.

    Whoever is on the way counts as if they completed, so that people who arrive together are spread evenly; as soon
    as one drops out, the place is free again. Equal claims are settled by the seed.
    """
    counts = {one.name: completed.get(one.name, 0) + active.get(one.name, 0) for one in conditions}
    claims = {
        # A half before each step of the count (Sainte-Laguë): with unequal weights nobody runs ahead of their share.
        one.name: Fraction(2 * counts[one.name] + 1) / Fraction(one.weight)
        for one in conditions
        if one.quota is None or counts[one.name] < one.quota
    }
    if not claims:
        return None
    least = min(claims.values())
    tied = [name for name, claim in claims.items() if claim == least]
    return tied[random.Random(derive(seed, "condition")).randrange(len(tied))]


def next_row(taken: Collection[int]) -> int:
    """The row of a plan's orders for the next person: the first that nobody has who completed or is on the way."""
    held = set(taken)
    return next(row for row in range(len(held) + 1) if row not in held)


def latin_square(size: int) -> tuple[tuple[int, ...], ...]:
    """A Williams design: rows of the numbers below `size`, each as often at every place as any other, and each as
    often right after every other one. As many rows as numbers if these are even, else twice as many.
    """
    zigzag = [(place + 1) // 2 if place % 2 else (size - place // 2) % size for place in range(size)]
    rows = [tuple((number + shift) % size for number in zigzag) for shift in range(size)]
    if size % 2 and size > 1:
        rows += [row[::-1] for row in rows]
    return tuple(rows)
