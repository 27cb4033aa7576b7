"""The judges of a refinement as the analysis sees them: super experts by Rasch's model, weights by smoothed hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludarium.engine.errors import NotSuited
from ludarium.studies.analysis.judges import (
    ability_groups,
    judge_matrix,
    number_of_groups,
    smoothed,
    strata,
    super_experts,
)
from ludarium.studies.analysis.rasch import fit
from ludarium.studies.data import Judgement


class RaschJudges:
    """Super experts are the ablest group; a judge's weight on a strategy is what it was before each judgement."""

    def experts(self, judgements: Sequence[Judgement]) -> frozenset[str]:
        if not judgements:
            return frozenset()
        try:
            found = fit(judge_matrix(judgements))
        except NotSuited:
            return frozenset()
        number = number_of_groups(strata(found.separation))
        often = Counter(judgement.judge for judgement in judgements)
        return super_experts(ability_groups(found.abilities, number), number, often)

    def weights(self, judgements: Sequence[Judgement]) -> list[float]:
        weight: dict[tuple[str, str], float] = {}
        found = []
        for judgement in judgements:
            key = (judgement.judge, judgement.player)
            found.append(weight.get(key, 0.0))
            weight[key] = smoothed([judgement.said == judgement.truth], start=found[-1])
        return found
