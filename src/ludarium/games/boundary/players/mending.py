"""Candidate plans, and how the best of them is mended: piece by piece, by what the others would do."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.engine.slots import Seat
from ludarium.games.boundary.state import GONE, MAX_PIECES, State


@dataclass
class Candidate:
    """A plan, where it comes from, and what is played after it."""

    plan: Any
    source: str
    later: int
    """The strategy that is followed after the plan."""
    memory: Any
    """Its targets then."""
    worth: float = 0.0


def mend(
    best: Candidate,
    candidates: Sequence[Candidate],
    weigh: Callable[[Candidate], bool],
    state: State,
    seat: Seat,
    source: random.Random,
) -> Candidate:
    """The plan that no change improves any more: pieces, in random order, are sent where other candidates send them.

    `weigh` fills in a candidate's worth, or says by False that the budget is spent.
    """
    pieces = [piece for piece in range(MAX_PIECES) if state.blob[seat, piece] != GONE]
    changes = [(piece, candidate) for piece in pieces for candidate in candidates]
    source.shuffle(changes)
    unchanged = 0
    while unchanged < len(changes):
        piece, candidate = changes[0]
        changes.append(changes.pop(0))
        unchanged += 1
        place = slice(2 * piece, 2 * piece + 2)
        if (candidate.plan[place] == best.plan[place]).all():
            continue
        plan = best.plan.copy()
        plan[place] = candidate.plan[place]
        other = Candidate(plan, best.source, best.later, best.memory)
        if not weigh(other):
            return best
        if other.worth > best.worth:
            best, unchanged = other, 0
    return best
