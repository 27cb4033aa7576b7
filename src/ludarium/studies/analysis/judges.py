"""Judges: how well people tell players from persons, who the super experts are, whom to believe on which strategy, and
whose answers may be false.

A judgement is a hit when the judge said what was true. In the judge matrix an item is a strategy, and real people are
one item of their own; each judgement of the same strategy is another answer to the same item. (`items="tables"` takes
each seat at each table for an item, where many judges see the same games.) "Can't tell" is a miss: the judge has not
found out.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ludarium.arena.stats.statistics import Statistic
from ludarium.engine.errors import NotSuited
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.studies.analysis.rasch import ITEM_COLUMNS, AndersenTest, Floats, Rasch, Responses, andersen, fit
from ludarium.studies.data import Judgement, StudyData

ALPHA = 0.2
"""Of exponential smoothing: a judgement counts for a fifth of the weight, and half of it is forgotten after three."""
CHANCE = 0.5
"""The share of hits of somebody who guesses."""
LEAST_JUDGEMENTS = 5
"""With fewer nobody is a super expert, and nobody's weight is called low."""
MOST_GROUPS = 5
MOST_CHANGES = 2
"""An attribute of the profile that was changed more often marks a possible falsifier."""
MISFIT = 3.0
"""An infit or outfit of so many normal deviates marks one, too: 1 honest judge in about 700."""
QUICK = 3.5
"""Answer times so many robust deviations below the others' (on the logarithmic scale) do so, too."""
BELOW_CHANCE = 2.326
"""A weight so many deviations below what guessing gives does so, too: 1 guesser in 100 falls there by chance."""
LEAST_SILHOUETTE = 0.25
"""Clusters that are less distinct than that are not told apart."""

Items = Literal["strategies", "tables"]


@dataclass(frozen=True)
class Weight:
    """How much a judge's word counts on a strategy: exponentially smoothed hits, from 0.

    `chance` is what a guesser would have by now on average, `below` whether the weight is significantly lower.
    """

    judge: str
    strategy: str
    judgements: int
    weight: float
    chance: float
    below: bool


@dataclass(frozen=True)
class Judge:
    """A judge. `group` counts from 1, the least able; figures are None where the model could not be fitted."""

    judge: str
    judgements: int
    hits: int
    unknown: int
    said_human: float
    """The share of "human" among the decided judgements: who says so always hits all people and no player."""
    weight: float
    """Smoothed hits on everything."""
    ability: float | None
    error: float | None
    infit_z: float | None
    outfit_z: float | None
    group: int | None
    super_expert: bool
    cluster: int | None
    """Judges with like abilities and like errors share a number; from 1, the largest cluster."""
    suspicions: tuple[str, ...]
    """Why the answers may be false; empty for most."""

    @property
    def share(self) -> float:
        return self.hits / self.judgements


@dataclass(frozen=True, kw_only=True, repr=False)
class Judges(Statistic, Tabular):
    """All judges with what is known of them, the ablest first."""

    items: Items
    alpha: float
    judges: tuple[Judge, ...]
    weights: tuple[Weight, ...]
    rasch: Rasch | None
    andersen: AndersenTest | None

    @property
    def super_experts(self) -> tuple[str, ...]:
        return tuple(judge.judge for judge in self.judges if judge.super_expert)

    @property
    def suspects(self) -> tuple[Judge, ...]:
        """Possible falsifiers."""
        return tuple(judge for judge in self.judges if judge.suspicions)

    @property
    def clusters(self) -> dict[int, tuple[str, ...]]:
        """The groups of judges with like abilities and like errors."""
        found: dict[int, list[str]] = defaultdict(list)
        for judge in self.judges:
            if judge.cluster is not None:
                found[judge.cluster].append(judge.judge)
        return {number: tuple(names) for number, names in sorted(found.items())}

    def weight(self, judge: str, strategy: str) -> float:
        """A judge's weight on a strategy: 1 for super experts, 0 where nothing was judged yet."""
        return 1.0 if judge in self._known[0] else self._known[1].get((judge, strategy), 0.0)

    @cached_property
    def _known(self) -> tuple[frozenset[str], dict[tuple[str, str], float]]:
        """Super experts and weights, to be looked up often."""
        return frozenset(self.super_experts), {(row.judge, row.strategy): row.weight for row in self.weights}

    def tables(self) -> list[DataTable]:
        judges = [
            (
                *(row.judge, row.judgements, row.hits, row.unknown, row.share, row.said_human, row.weight),
                *(row.ability, row.error, row.infit_z, row.outfit_z, row.group, row.super_expert, row.cluster),
                "; ".join(row.suspicions),
            )
            for row in self.judges
        ]
        weights = [tuple(vars(row).values()) for row in self.weights]
        items = self.rasch.table("items").rows if self.rasch else []
        return [
            DataTable("judges", "one row a judge, the ablest first", _JUDGE_COLUMNS, judges),
            DataTable("weights", "one row a judge and strategy", _WEIGHT_COLUMNS, weights),
            DataTable(
                "items", "one row an item of the judge matrix: the higher, the harder to tell", ITEM_COLUMNS, items
            ),
        ]

    def __repr__(self) -> str:
        return (
            f"<{len(self.judges)} judges, {len(self.super_experts)} super experts, {len(self.clusters)} clusters, "
            f"{len(self.suspects)} possible falsifiers>"
        )


_JUDGE_COLUMNS = (
    Column("judge", "text", "the judge's id"),
    Column("judgements", "whole", "how many judgements"),
    Column("hits", "whole", "how many of them were true"),
    Column("unknown", "whole", "how often the judge could not tell"),
    Column("share", "number", "hits of all judgements"),
    Column("said_human", "number", "share of human among the decided judgements"),
    Column("weight", "number", "exponentially smoothed hits, from 0"),
    Column("ability", "number", "Rasch ability by weighted likelihood"),
    Column("error", "number", "its standard error"),
    Column("infit_z", "number", "misfit of the answers near the judge's ability, as a normal deviate"),
    Column("outfit_z", "number", "misfit of all answers, as a normal deviate"),
    Column("group", "whole", "ability group, from 1, the least able"),
    Column("super_expert", "truth", "whether in the ablest group, with enough judgements"),
    Column("cluster", "whole", "judges with like abilities and like errors share a number"),
    Column("suspicions", "text", "why the answers may be false"),
)
_WEIGHT_COLUMNS = (
    Column("judge", "text", "the judge's id"),
    Column("strategy", "text", "the player's text, or person"),
    Column("judgements", "whole", "the judge's judgements of it"),
    Column("weight", "number", "exponentially smoothed hits, from 0"),
    Column("chance", "number", "what guessing would give after so many judgements"),
    Column("below", "truth", "whether the weight is significantly below that"),
)


# --- the judge matrix -------------------------------------------------------------------------------------------------


def judge_matrix(judgements: Iterable[Judgement], *, items: Items = "strategies") -> Responses:
    """How often each judge judged each item, and how often truly. Judges and items are in alphabetical order."""
    met: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    for row in judgements:
        key = (row.judge, row.player if items == "strategies" else f"{row.table} {row.seat}")
        met[key] += 1
        right[key] += row.said == row.truth
    people = sorted({judge for judge, _ in met})
    names = sorted({item for _, item in met})
    counts, hits = (
        np.array([[found[judge, item] for item in names] for judge in people], np.int64).reshape(
            len(people), len(names)
        )
        for found in (met, right)
    )
    return Responses(tuple(people), tuple(names), counts, hits)


# --- weights ----------------------------------------------------------------------------------------------------------


def smoothed(values: Iterable[float], alpha: float = ALPHA, start: float = 0.0) -> float:
    """Exponential smoothing: w ← (1 − α) w + α v, from the first value on."""
    weight = start
    for value in values:
        weight = (1 - alpha) * weight + alpha * value
    return weight


def guessing(number: int, alpha: float = ALPHA) -> tuple[float, float]:
    """The mean and the deviation of the weight of somebody who guesses, after so many judgements."""
    keep = 1 - alpha
    mean = CHANCE * (1 - keep**number)
    variance = alpha**2 * CHANCE * (1 - CHANCE) * (1 - keep ** (2 * number)) / (1 - keep**2)
    return mean, math.sqrt(variance)


def weights(judgements: Iterable[Judgement], *, alpha: float = ALPHA) -> tuple[Weight, ...]:
    """Each judge's weight on each strategy judged so far, from the judgements in their order."""
    if not 0 < alpha <= 1:
        raise NotSuited(f"expected a smoothing between 0 and 1, not {alpha}")
    hits: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for row in sorted(judgements, key=lambda row: (row.judge, row.number, row.at)):
        hits[row.judge, row.player].append(row.said == row.truth)
    return tuple(_weight(*key, found, alpha) for key, found in sorted(hits.items()))


def _weight(judge: str, strategy: str, hits: Sequence[bool], alpha: float) -> Weight:
    value = smoothed(hits, alpha)
    mean, deviation = guessing(len(hits), alpha)
    below = len(hits) >= LEAST_JUDGEMENTS and value < mean - BELOW_CHANCE * deviation
    return Weight(judge, strategy, len(hits), value, mean, below)


# --- groups -----------------------------------------------------------------------------------------------------------


def strata(separation: float) -> int:
    """How many ability groups can be told apart: Wright and Masters' (4 s + 1) / 3."""
    return int((4 * separation + 1) / 3)


def ability_groups(abilities: Mapping[str, float], groups: int) -> dict[str, int]:
    """Groups of about equal size from 1, the least able; equal abilities stay together."""
    order = sorted(abilities, key=lambda judge: (abilities[judge], judge))
    found: dict[str, int] = {}
    for place, judge in enumerate(order):
        same = place and abilities[judge] == abilities[order[place - 1]]
        found[judge] = found[order[place - 1]] if same else 1 + place * groups // len(order)
    return found


def number_of_groups(told: int) -> int:
    """As many as can be told apart, 2 to 5."""
    return min(MOST_GROUPS, max(2, told))


def super_experts(grouped: Mapping[str, int], number: int, judgements: Mapping[str, int]) -> frozenset[str]:
    """The ablest of so many groups, of them those with enough judgements."""
    return frozenset(
        judge for judge, group in grouped.items() if group == number and judgements[judge] >= LEAST_JUDGEMENTS
    )


def clusters(responses: Responses, rasch: Rasch, *, most: int = 6) -> dict[str, int]:
    """Judges with like abilities and like errors: Ward's clusters of their standardised residuals on all items and
    their standardised abilities; as many (up to `most`) as give the best silhouette, one if none is distinct."""
    from scipy.cluster.hierarchy import fcluster, linkage

    places = [responses.items.index(item.name) for item in rasch.items]
    rows = [responses.people.index(person.name) for person in rasch.people]
    met, right = responses.met[np.ix_(rows, places)], responses.right[np.ix_(rows, places)]
    theta = np.array([person.ability for person in rasch.people])
    beta = np.array([item.difficulty for item in rasch.items])
    p = 1 / (1 + np.exp(beta[None, :] - theta[:, None]))
    deviation = np.sqrt(met * p * (1 - p))
    residuals = np.divide(right - met * p, deviation, out=np.zeros_like(p), where=met > 0)
    spread = float(theta.std()) or 1.0
    points = np.column_stack([residuals, (theta - theta.mean()) / spread])
    names = [person.name for person in rasch.people]
    if len(names) < 4:
        return dict.fromkeys(names, 1)
    tree = linkage(points, "ward")
    tried = [(LEAST_SILHOUETTE, np.ones(len(names), np.int64))]
    for number in range(2, min(most, len(names) - 1) + 1):
        labels = fcluster(tree, number, "maxclust")
        tried.append((silhouette(points, labels), labels))
    labels = max(tried, key=lambda pair: pair[0])[1]
    sizes = Counter(labels.tolist())
    first = {label: labels.tolist().index(label) for label in sizes}
    order = sorted(sizes, key=lambda label: (-sizes[label], first[label]))
    return {name: 1 + order.index(label) for name, label in zip(names, labels.tolist(), strict=True)}


def silhouette(points: Floats, labels: NDArray[np.integer]) -> float:
    """The mean over all points of (b − a) / max(a, b): a is the mean distance within the own cluster, b the least mean
    distance to another; 0 for a cluster of one."""
    distance = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(-1))
    kinds = np.unique(labels)
    if len(kinds) < 2:
        return 0.0
    total = 0.0
    for place, own in enumerate(labels):
        mates = labels == own
        if mates.sum() > 1:
            a = distance[place, mates].sum() / (mates.sum() - 1)
            b = min(distance[place, labels == other].mean() for other in kinds if other != own)
            total += (b - a) / max(a, b) if max(a, b) > 0 else 0.0
    return float(total / len(labels))


# --- falsifiers -------------------------------------------------------------------------------------------------------


def often_changed(data: StudyData) -> dict[str, tuple[str, ...]]:
    """By participant: the attributes that were changed more than twice. Removing one is no change."""
    changes = Counter((row.participant, row.attribute) for row in data.profile_changes if row.kind == "changed")
    found: dict[str, tuple[str, ...]] = {}
    for (person, attribute), number in sorted(changes.items()):
        if number > MOST_CHANGES:
            found[person] = (*found.get(person, ()), attribute)
    return found


def hasty(data: StudyData) -> dict[str, float]:
    """Who answers far quicker than the others: by participant, the median of their seconds a page.

    Deviations are robust: from the median of all, in units of 1.4826 times the median deviation, of logarithms."""
    times: dict[str, dict[tuple[str, int, str | None], float]] = defaultdict(dict)
    for row in data.answers:
        if row.seconds is not None and row.seconds > 0:
            times[row.participant][row.stage, row.occurrence, row.table] = row.seconds  # once for a page
    own = {person: median(pages.values()) for person, pages in times.items() if len(pages) >= 3}
    if len(own) < 5:
        return {}
    logs = {person: math.log(value) for person, value in own.items()}
    centre = median(logs.values())
    spread = 1.4826 * median(abs(value - centre) for value in logs.values())
    spread = max(spread, 0.1)  # people who are all alike leave no room for an outlier
    return {person: own[person] for person, value in sorted(logs.items()) if value < centre - QUICK * spread}


# --- all together -----------------------------------------------------------------------------------------------------


def judges(data: StudyData, *, items: Items = "strategies", alpha: float = ALPHA, groups: int | None = None) -> Judges:
    """Everything about the judges of a study.

    Args:
        data: The study; pilots and those who withdrew are left out.
        items: What an item of the judge matrix is.
        alpha: Of the exponential smoothing.
        groups: How many ability groups; by default as many as can be told apart, 2 to 5.

    Raises:
        NotSuited: Nobody has judged anything.
    """
    data = data.counted()
    rows = sorted(data.judgements, key=lambda row: (row.judge, row.number, row.at))
    if not rows:
        raise NotSuited("nobody has judged anybody yet: there is nothing to say about judges")
    responses = judge_matrix(rows, items=items)
    warnings: list[str] = []
    rasch, test = _model(responses, warnings)
    known = {person.name: person for person in rasch.people} if rasch else {}
    told = strata(rasch.separation) if rasch else 0
    if rasch and told < 2:
        warnings.append("the judges' abilities can hardly be told apart: who is a super expert may be chance")
    number = groups or number_of_groups(told)
    grouped = ability_groups({name: person.ability for name, person in known.items()}, number)
    experts = super_experts(grouped, number, Counter(row.judge for row in rows))
    clustered = clusters(responses, rasch) if rasch else {}
    changed, quick = often_changed(data), hasty(data)

    found = []
    own: dict[str, list[Judgement]] = defaultdict(list)
    for row in rows:
        own[row.judge].append(row)
    for name, judged in own.items():
        hits = [row.said == row.truth for row in judged]
        overall = _weight(name, "", hits, alpha)
        person, decided = known.get(name), [row for row in judged if row.said != "unknown"]
        suspicions = [f"changed {attribute} more than twice" for attribute in changed.get(name, ())]
        if person and max(person.infit_z, person.outfit_z) > MISFIT:
            suspicions.append("judgements that fit no ability")
        if name in quick:
            suspicions.append(f"answers in {quick[name]:.1f} s a page, far quicker than the others")
        if overall.below:
            suspicions.append("hits fewer than guessing would")
        found.append(
            Judge(
                name,
                len(judged),
                sum(hits),
                len(judged) - len(decided),
                sum(row.said == "human" for row in decided) / len(decided) if decided else 0.0,
                overall.weight,
                person.ability if person else None,
                person.error if person else None,
                person.infit_z if person else None,
                person.outfit_z if person else None,
                grouped.get(name),
                name in experts,
                clustered.get(name),
                tuple(suspicions),
            )
        )
    found.sort(key=lambda judge: (-math.inf if judge.ability is None else judge.ability, judge.share), reverse=True)
    return Judges(
        method=(
            f"{rasch.method if rasch else 'shares of hits'}; items are {items}; {number} ability groups of about equal "
            f"size, super experts are the ablest with at least {LEAST_JUDGEMENTS} judgements; weights by exponential "
            f"smoothing of hits, α = {alpha:g}, from 0; clusters by Ward's method on standardised residuals and ability"
        ),
        warnings=tuple(warnings),
        items=items,
        alpha=alpha,
        judges=tuple(found),
        weights=weights(rows, alpha=alpha),
        rasch=rasch,
        andersen=test,
    )


def _model(responses: Responses, warnings: list[str]) -> tuple[Rasch | None, AndersenTest | None]:
    try:
        rasch = fit(responses)
    except NotSuited as error:
        warnings.append(f"no abilities: {error}")
        return None, None
    warnings.extend(rasch.warnings)
    try:
        return rasch, andersen(responses)
    except NotSuited as error:
        warnings.append(f"no Andersen test: {error}")
        return rasch, None
