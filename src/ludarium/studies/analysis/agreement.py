"""Agreement of graders: Krippendorff's α, for two or more, with answers that not everybody has graded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ludarium.arena.stats.statistics import Statistic
from ludarium.engine.extras import needing_extras
from ludarium.studies.data import StudyData

Level = Literal["nominal", "ordinal", "interval", "ratio"]
RESAMPLES = 500


@dataclass(frozen=True, kw_only=True)
class Agreement(Statistic):
    """α is 1 where graders always agree and 0 where they agree as chance would have it."""

    question: str
    graders: int
    answers: int
    """With two grades or more."""
    alpha: float
    low: float
    high: float


def alpha(grades: Mapping[Any, Mapping[str, float]], level: Level = "ordinal") -> float:
    """Krippendorff's α of grades by answer and grader."""
    with needing_extras():
        from krippendorff import alpha as krippendorff_alpha

    graders = sorted({grader for given in grades.values() for grader in given})
    table = [[given.get(grader, np.nan) for given in grades.values()] for grader in graders]
    values = {value for given in grades.values() for value in given.values()}
    if len(values) < 2:
        return 1.0  # one grade for all: nobody ever disagreed
    return float(krippendorff_alpha(reliability_data=np.array(table, float), level_of_measurement=level))


def agreement(data: StudyData, *, level: Level = "ordinal", seed: int = 1) -> tuple[Agreement, ...]:
    """The agreement on each question that two people or more have graded.

    Args:
        data: The study; pilots and those who withdrew are left out.
        level: What the grades' differences mean: by default their order counts, not their distances.
        seed: Of the bootstrap over answers, from which the intervals come.
    """
    by_question: dict[str, dict[Hashable, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for row in data.counted().grades:
        key = (row.participant, row.stage, row.occurrence, row.table, row.seat)
        by_question[row.question][key][row.grader] = row.grade
    found = []
    for question, answers in sorted(by_question.items()):
        twice = {key: given for key, given in answers.items() if len(given) > 1}
        if twice:
            found.append(_of(question, twice, level, seed))
    return tuple(found)


def _of(question: str, grades: Mapping[Hashable, Mapping[str, float]], level: Level, seed: int) -> Agreement:
    rng = np.random.default_rng([seed, len(grades)])
    given = list(grades.values())
    drawn = []
    for _ in range(RESAMPLES):
        chosen = rng.integers(0, len(given), len(given))
        drawn.append(alpha({n: given[place] for n, place in enumerate(chosen)}, level))
    low, high = np.quantile(drawn, [0.025, 0.975])
    few = (f"{len(grades)} answers with two grades: take α as rough",) if len(grades) < 20 else ()
    return Agreement(
        method=f"Krippendorff's α, {level}; 95 % interval by bootstrap over answers, {RESAMPLES} resamples",
        warnings=few,
        question=question,
        graders=len({grader for one in given for grader in one}),
        answers=len(grades),
        alpha=alpha(grades, level),
        low=float(low),
        high=float(high),
    )
