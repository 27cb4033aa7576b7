"""Fitness from the judges: how believable a strategy is, and whether it passes with the super experts.

    ρ = (Σ w·x + x̄) / (Σ w + 1)

x is 1 where a judge took the strategy for a person, 0 where not, ½ where the judge could not tell. w is the judge's
weight on this strategy before the judgement, and 1 for a super expert; x̄ is the plain mean of all judgements. So all
judges together weigh as much as one super expert, and who has found the strategy out before counts for more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ludarium.studies.data import Judgement, Verdict

BELIEVED: dict[Verdict, float] = {"human": 1.0, "unknown": 0.5, "artificial": 0.0}


class Judges(Protocol):
    """What judgements say about the judges themselves."""

    def experts(self, judgements: Sequence[Judgement]) -> frozenset[str]:
        """The super experts; nobody while too little is known."""

    def weights(self, judgements: Sequence[Judgement]) -> Sequence[float]:
        """What each judgement weighs, by what its judge had done before it."""


@dataclass(frozen=True)
class Standing:
    """What judges have said about one strategy."""

    ratings: int
    expert_ratings: int
    detected: float
    """The share of the super experts' judgements that found it out; 0 where there are none."""
    believability: float | None
    """ρ; None where nobody has judged it."""

    def passes(self, tolerance: float, experts: int) -> bool:
        """Whether it passes for human with enough super experts, of whom a share of `tolerance` may find it out."""
        return self.expert_ratings >= max(1, experts) and self.detected <= tolerance


NOTHING = Standing(0, 0, 0.0, None)


def standing_of(judgements: Sequence[tuple[Judgement, float]], experts: Collection[str]) -> Standing:
    """The standing of a strategy from the judgements about it, each with its weight."""
    if not judgements:
        return NOTHING
    said = [(BELIEVED[one.said], 1.0 if one.judge in experts else weight) for one, weight in judgements]
    by_experts = [1 - BELIEVED[one.said] for one, _ in judgements if one.judge in experts]
    plain = sum(x for x, _ in said) / len(said)
    weighted, total = sum(x * w for x, w in said), sum(w for _, w in said)
    return Standing(
        len(said),
        len(by_experts),
        sum(by_experts) / len(by_experts) if by_experts else 0.0,
        (weighted + plain) / (total + 1),
    )


def standings(
    players: Iterable[str], judgements: Sequence[Judgement], weights: Sequence[float], experts: Collection[str]
) -> dict[str, Standing]:
    """The standings of strategies by their texts."""
    about: dict[str, list[tuple[Judgement, float]]] = {player: [] for player in players}
    for judgement, weight in zip(judgements, weights, strict=True):
        if judgement.player in about:
            about[judgement.player].append((judgement, weight))
    return {player: standing_of(found, experts) for player, found in about.items()}
