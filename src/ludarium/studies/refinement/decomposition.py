"""The third phase: strategies that pass lose one element after the other, until what made them believable is gone.

A stage holds trials: strategies with an element less than a predecessor that passed. A trial that does not hold ends
its line: the predecessor is minimal, and its slot goes to a random survivor, which then has two clones instead of one,
each with another element removed. Every trial is shorter than its predecessor by one element, so that there are no more
stages than elements.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.engine.elements import Alpha, Elements

Holds = Callable[[Alpha, Alpha], bool]
"""Whether a shorter strategy is still believable, beside its predecessor."""


@dataclass(frozen=True)
class Trial:
    """A strategy to be judged, and those it was made from: several where removals lead to the same list."""

    elements: Alpha
    predecessors: tuple[Alpha, ...]


@dataclass(frozen=True)
class Stage:
    """The trials under way, and the minimal strategies found so far, each once."""

    trials: tuple[Trial, ...]
    minimal: tuple[Alpha, ...] = ()

    @property
    def ended(self) -> bool:
        return not self.trials

    def to_dict(self) -> dict[str, Any]:
        return {
            "trials": [[list(trial.elements), list(map(list, trial.predecessors))] for trial in self.trials],
            "minimal": list(map(list, self.minimal)),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Stage:
        trials = tuple(Trial(tuple(own), tuple(map(tuple, before))) for own, before in data["trials"])
        return cls(trials, tuple(map(tuple, data["minimal"])))


def removals(elements: Alpha, grammar: Elements) -> list[Alpha]:
    """The strategies with one element less."""
    shorter = (elements[:place] + elements[place + 1 :] for place in range(len(elements)))
    return [alpha for alpha in shorter if not grammar.fault(alpha)]


def begin(passing: Sequence[Alpha], grammar: Elements, stream: random.Random) -> Stage:
    """The first stage: each strategy that passes, without one of its elements."""
    return _stage(list(dict.fromkeys(passing)), len(passing), (), grammar, stream)


def advance(stage: Stage, holds: Holds, grammar: Elements, stream: random.Random) -> Stage:
    """The next stage, once all trials have been judged."""
    surviving: list[Alpha] = []
    minimal: list[Alpha] = []
    for trial in stage.trials:
        kept = [holds(trial.elements, before) for before in trial.predecessors]
        minimal += [before for before, held in zip(trial.predecessors, kept, strict=True) if not held]
        if any(kept):
            surviving.append(trial.elements)
    return _stage(surviving, len(stage.trials), (*stage.minimal, *minimal), grammar, stream)


def _stage(
    surviving: Sequence[Alpha], slots: int, minimal: Iterable[Alpha], grammar: Elements, stream: random.Random
) -> Stage:
    """One clone of each survivor, and for every further slot one more of a random survivor that can have one."""
    left = {alpha: stream.sample(found := removals(alpha, grammar), len(found)) for alpha in surviving}
    found_minimal = dict.fromkeys((*minimal, *(alpha for alpha in surviving if not left[alpha])))
    made: dict[Alpha, list[Alpha]] = {}
    parents = [alpha for alpha in surviving if left[alpha]]
    free = slots - len(parents)
    while parents:
        for alpha in parents:
            made.setdefault(left[alpha].pop(), []).append(alpha)
        able = [alpha for alpha in surviving if left[alpha]]
        parents = [stream.choice(able)] if able and free > 0 else []
        free -= 1
    return Stage(tuple(Trial(alpha, tuple(before)) for alpha, before in made.items()), tuple(found_minimal))


def by_size(minimal: Iterable[Alpha]) -> list[Alpha]:
    """Minimal strategies, the shortest first."""
    return sorted(minimal, key=lambda alpha: (len(alpha), alpha))
