"""Rasch's model by exact conditional maximum likelihood.

A person of ability θ gets an item of difficulty β right with chance 1 / (1 + exp(β − θ)). Given how many items a
person got right, the chance of which ones does not depend on θ: the difficulties are estimated from that conditional
likelihood alone, and no assumption is made about the people. A person may have met an item not at all or several times;
each pattern of meetings has its own elementary symmetric functions.

The symmetric functions are those of independent trials: with chances p = ε / (1 + ε), ε = exp(−β), the chance of r
right ones is γ_r(ε) Π (1 − p). Its recursion adds and multiplies numbers between 0 and 1 only, so that nothing cancels
and nothing overflows. Leaving one or two items out of it gives the exact first and second derivatives.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludarium.arena.stats.graphs import components
from ludarium.arena.stats.statistics import Z_95, Statistic, chi_square_tail
from ludarium.engine.errors import NotSuited
from ludarium.engine.tables import Column, DataTable, Tabular

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_STEPS = 100
_EXACT = 1e-10
_FARTHEST = 40.0
"""No ability is sought beyond: there every chance is 0 or 1 to the last digit."""

METHOD = (
    "Rasch model, exact conditional maximum likelihood (Newton's method with the exact Hessian); difficulties sum to "
    "0; standard errors from the inverse Hessian; abilities by Warm's weighted likelihood (finite also for those who "
    "got everything or nothing right) and by maximum likelihood"
)


@dataclass(frozen=True)
class Item:
    """An item's difficulty, its interval, and how well the answers to it fit the model (1 is as expected)."""

    name: str
    people: int
    answers: int
    right: int
    difficulty: float
    error: float
    low: float
    high: float
    infit: float
    outfit: float


@dataclass(frozen=True)
class Person:
    """A person's ability: `ability` by weighted likelihood, `likeliest` by maximum likelihood (None at an extreme).

    `infit` and `outfit` are mean squares, 1 as expected; the `_z` are the same as normal deviates (Wilson–Hilferty).
    """

    name: str
    answers: int
    right: int
    ability: float
    error: float
    likeliest: float | None
    infit: float
    outfit: float
    infit_z: float
    outfit_z: float


@dataclass(frozen=True, kw_only=True, repr=False)
class Rasch(Statistic, Tabular):
    """A fitted model. Items that no estimate exists for are in `left_out`, and no figure counts the answers to them."""

    items: tuple[Item, ...]
    people: tuple[Person, ...]
    left_out: tuple[str, ...]
    log_likelihood: float
    """Conditional on the scores."""
    separation: float
    """The spread of abilities in units of their error; reliability is s² / (1 + s²)."""
    covariance: tuple[tuple[float, ...], ...]
    """Of the difficulties, in the order of `items`."""

    @property
    def reliability(self) -> float:
        return self.separation**2 / (1 + self.separation**2)

    @property
    def difficulties(self) -> dict[str, float]:
        return {item.name: item.difficulty for item in self.items}

    @property
    def abilities(self) -> dict[str, float]:
        return {person.name: person.ability for person in self.people}

    def tables(self) -> list[DataTable]:
        items = [tuple(vars(item).values()) for item in self.items]
        people = [tuple(vars(person).values()) for person in self.people]
        return [
            DataTable("items", "one row an item", ITEM_COLUMNS, items),
            DataTable("people", "one row a person", _PERSON_COLUMNS, people),
        ]

    def __repr__(self) -> str:
        lines = [f"Rasch model of {len(self.items)} items and {len(self.people)} people"]
        lines += [f"  {i.name}: {i.difficulty:+.3f} ({i.low:+.3f} to {i.high:+.3f})" for i in self.items]
        return "\n".join(lines)


ITEM_COLUMNS = (
    Column("item", "text", "the item"),
    Column("people", "whole", "people who met it"),
    Column("answers", "whole", "answers to it"),
    Column("right", "whole", "right answers"),
    Column("difficulty", "number", "difficulty β, the items' mean is 0"),
    Column("error", "number", "its standard error"),
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end of it"),
    Column("infit", "number", "weighted mean square of the residuals, 1 as expected"),
    Column("outfit", "number", "unweighted mean square of the residuals, 1 as expected"),
)
_PERSON_COLUMNS = (
    Column("person", "text", "the person"),
    Column("answers", "whole", "answers to items that were estimated"),
    Column("right", "whole", "right answers"),
    Column("ability", "number", "ability θ by weighted likelihood"),
    Column("error", "number", "its standard error"),
    Column("likeliest", "number", "θ by maximum likelihood; empty where everything or nothing was right"),
    Column("infit", "number", "weighted mean square of the residuals, 1 as expected"),
    Column("outfit", "number", "unweighted mean square of the residuals, 1 as expected"),
    Column("infit_z", "number", "infit as a normal deviate"),
    Column("outfit_z", "number", "outfit as a normal deviate"),
)


# --- the data ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Responses:
    """How often each person (row) met each item (column), and how often the answer was right."""

    people: tuple[str, ...]
    items: tuple[str, ...]
    met: Ints
    right: Ints

    def __post_init__(self) -> None:
        shape = (len(self.people), len(self.items))
        if self.met.shape != shape or self.right.shape != shape:
            raise NotSuited(f"{shape[0]} people and {shape[1]} items with tables of {self.met.shape}")
        if (self.right < 0).any() or (self.right > self.met).any():
            raise NotSuited("nobody can be right more often than they answered, nor less than never")

    @classmethod
    def of_matrix(cls, answers: ArrayLike, people: Sequence[str] = (), items: Sequence[str] = ()) -> Responses:
        """From a matrix of 1 (right), 0 (wrong) and NaN (not met)."""
        matrix = np.asarray(answers, np.float64)
        if matrix.ndim != 2 or not np.isin(matrix[~np.isnan(matrix)], (0.0, 1.0)).all():
            raise NotSuited("expected a matrix of 1 (right), 0 (wrong) and NaN (not met), a row for each person")
        met = (~np.isnan(matrix)).astype(np.int64)
        return cls(
            tuple(people) or tuple(f"person {n + 1}" for n in range(matrix.shape[0])),
            tuple(items) or tuple(f"item {n + 1}" for n in range(matrix.shape[1])),
            met,
            np.nan_to_num(matrix).astype(np.int64),
        )

    def only_items(self, places: Sequence[int]) -> Responses:
        chosen = list(places)
        return Responses(self.people, tuple(self.items[p] for p in chosen), self.met[:, chosen], self.right[:, chosen])

    def only_people(self, chosen: NDArray[np.bool_]) -> Responses:
        names = tuple(name for name, own in zip(self.people, chosen, strict=True) if own)
        return Responses(names, self.items, self.met[chosen], self.right[chosen])


def estimable(responses: Responses) -> list[int]:
    """The items whose difficulties can be compared: the largest set without an infinite difference (Fischer's
    condition). Some person was right on the one and wrong on the other, and so on around to where it began."""
    right = (responses.right > 0).astype(np.int64)
    wrong = (responses.met > responses.right).astype(np.int64)
    beaten = right.T @ wrong > 0  # [i, j]: somebody was right on i and wrong on j
    np.fill_diagonal(beaten, False)
    edges = [(int(i), int(j)) for i, j in zip(*np.nonzero(beaten), strict=True)]
    return max(components(range(len(responses.items)), edges), key=len)


# --- the likelihood ---------------------------------------------------------------------------------------------------


def trials(chances: Floats) -> Floats:
    """For each row of chances, the chance of 0, 1, … successes."""
    rows, number = chances.shape
    found = np.zeros((rows, number + 1))
    found[:, 0] = 1.0
    for place in range(number):
        p = chances[:, place, None]
        found[:, 1 : place + 2] = found[:, 1 : place + 2] * (1 - p) + found[:, : place + 1] * p
        found[:, :1] *= 1 - p
    return found


class Conditional:
    """The conditional likelihood of responses, as a function of the difficulties."""

    def __init__(self, responses: Responses) -> None:
        self.size = len(responses.items)
        score, most = responses.right.sum(1), responses.met.sum(1)
        told = (score > 0) & (score < most)  # everything or nothing right says nothing about the items
        self.right = responses.right[told].sum(0).astype(np.float64)
        patterns: dict[tuple[int, ...], dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for met, own in zip(responses.met[told].tolist(), score[told].tolist(), strict=True):
            patterns[tuple(met)][own] += 1
        self.patterns = [(np.array(met), dict(scores)) for met, scores in sorted(patterns.items())]

    def log_likelihood(self, difficulties: Floats) -> float:
        """Up to the number of orders in which the same items can be right, which no difficulty changes."""
        total = -float(self.right @ difficulties)
        for met, scores in self.patterns:
            beta = np.repeat(difficulties, met)
            log_gamma = np.log(trials(_chance(beta)[None, :])[0]) + np.logaddexp(0.0, -beta).sum()
            total -= sum(count * float(log_gamma[score]) for score, count in scores.items())
        return total

    def derivatives(self, difficulties: Floats) -> tuple[Floats, Floats]:
        """The gradient, and the information: minus the Hessian."""
        gradient = -self.right
        information = np.zeros((self.size, self.size))
        for met, scores in self.patterns:
            own = np.flatnonzero(met)
            first = np.cumsum(met)[own] - met[own]  # where the repeated items begin
            chances = _chance(np.repeat(difficulties, met))
            pairs = [(a, b) for a in range(len(own)) for b in range(a, len(own)) if a != b or met[own[a]] > 1]
            rows = np.repeat(chances[None, :], 1 + len(own) + len(pairs), axis=0)
            for place, start in enumerate(first):
                rows[1 + place, start] = 0.0
            for place, (a, b) in enumerate(pairs, start=1 + len(own)):
                rows[place, first[a]] = 0.0
                rows[place, first[b] + (a == b)] = 0.0
            made = trials(rows)
            p, often = chances[first], met[own].astype(np.float64)
            for score, count in scores.items():
                whole = made[0, score]
                if whole < 1e-290:
                    raise NotSuited("the items' difficulties lie too far apart for exact figures: leave some out")
                single = p * made[1 : 1 + len(own), score - 1] / whole
                joint = np.zeros((len(own), len(own)))
                if score >= 2 and pairs:
                    a, b = np.array(pairs).T
                    joint[a, b] = p[a] * p[b] * made[1 + len(own) :, score - 2] / whole
                    joint[b, a] = joint[a, b]
                mean = often * single
                # Of an item that was met n times: n (n − 1) ordered pairs of different meetings, and n single ones.
                square = joint * (np.outer(often, often) - np.diag(often)) + np.diag(mean)
                gradient[own] += count * mean
                information[np.ix_(own, own)] += count * (square - np.outer(mean, mean))
        return gradient, information


def _chance(difficulty: Floats, ability: float | Floats = 0.0) -> Floats:
    return np.asarray(0.5 * (1 + np.tanh((ability - difficulty) / 2)), np.float64)


def _likeliest(likelihood: Conditional) -> tuple[Floats, Floats]:
    """The difficulties with the greatest likelihood, and their covariance."""
    beta = np.zeros(likelihood.size)
    value = likelihood.log_likelihood(beta)
    for _ in range(_STEPS):
        gradient, information = likelihood.derivatives(beta)
        # The sum of all is fixed: one direction of the information is empty.
        covariance = np.asarray(np.linalg.pinv(information, hermitian=True), np.float64)
        step = covariance @ gradient
        if np.abs(step).max() < _EXACT:
            return beta - beta.mean(), covariance
        scale = 1.0
        # Concave: a step that is short enough goes up. Near the top rounding may hide it.
        while (new := likelihood.log_likelihood(beta + scale * step)) < value - 1e-9 and scale > 1e-6:
            scale /= 2
        beta, value = beta + scale * step, new
        beta -= beta.mean()
    raise NotSuited("the difficulties did not settle: too few answers link the items")


# --- abilities --------------------------------------------------------------------------------------------------------


def ability(right: int, difficulties: Floats) -> tuple[float, float, float | None]:
    """θ by weighted likelihood with its standard error, and θ by maximum likelihood, for items met once each."""
    from scipy.optimize import brentq

    def score(theta: float) -> float:
        return right - float(_chance(difficulties, theta).sum())

    def weighted(theta: float) -> float:
        p = _chance(difficulties, theta)
        information = float((p * (1 - p)).sum())
        lean = float((p * (1 - p) * (1 - 2 * p)).sum())
        return score(theta) + (lean / (2 * information) if information > 0 else 0.5 * math.copysign(1, -theta))

    centre = float(difficulties.mean())
    low, high = centre - _FARTHEST, centre + _FARTHEST
    found = float(brentq(weighted, low, high, xtol=1e-12))
    p = _chance(difficulties, found)
    error = 1 / math.sqrt(float((p * (1 - p)).sum()))
    extreme = right in (0, len(difficulties))
    return found, error, None if extreme else float(brentq(score, low, high, xtol=1e-12))


def _people(responses: Responses, beta: Floats) -> Iterator[tuple[int, float, float, float | None]]:
    """For each person with answers: the row, θ by weighted likelihood, its error, θ by maximum likelihood."""
    known: dict[Any, tuple[float, float, float | None]] = {}
    for row, (met, right) in enumerate(zip(responses.met, responses.right, strict=True)):
        if met.sum():
            key = (met.tobytes(), int(right.sum()))
            if key not in known:
                known[key] = ability(key[1], np.repeat(beta, met))
            yield (row, *known[key])


# --- fit --------------------------------------------------------------------------------------------------------------


def _squares(met: Ints, right: Ints, p: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Of each cell: squared residuals of its answers, their variance, the same over the variance, and the fourth
    moment of one answer over its squared variance minus 1."""
    squared = right * (1 - p) ** 2 + (met - right) * p**2
    one = p * (1 - p)
    fourth = one * ((1 - p) ** 3 + p**3)
    return squared, met * one, squared / one, met * (fourth / one**2 - 1)


def _as_deviate(square: float, spread: float) -> float:
    """A mean square as a normal deviate: Wilson and Hilferty's cube root."""
    return (square ** (1 / 3) - 1) * 3 / spread + spread / 3 if spread > 0 else 0.0


def fit(responses: Responses) -> Rasch:
    """Fit the model. Items that cannot be compared with the others are left out, with a warning.

    Raises:
        NotSuited: Fewer than two items are left.
    """
    if not responses.items:
        raise NotSuited("nobody has answered anything yet: there is nothing to fit")
    places = estimable(responses)
    if len(places) < 2:
        raise NotSuited(
            "no two items can be compared: somebody must be right on the one and wrong on the other, and the other way "
            "around; ask more people"
        )
    left_out = tuple(name for place, name in enumerate(responses.items) if place not in set(places))
    kept = responses.only_items(places)
    likelihood = Conditional(kept)
    beta, covariance = _likeliest(likelihood)
    found = list(_people(kept, beta))
    rows = [row for row, *_ in found]
    theta = np.array([value for _, value, _, _ in found])
    met, right = kept.met[rows], kept.right[rows]
    squared, variance, standardised, kurtosis = _squares(met, right, _chance(beta[None, :], theta[:, None]))
    one = np.divide(variance, met, out=np.zeros_like(variance), where=met > 0)

    people = []
    for place, (row, value, error, likeliest) in enumerate(found):
        answers = int(met[place].sum())
        infit = float(squared[place].sum() / variance[place].sum())
        outfit = float(standardised[place].sum() / answers)
        weighted = float((kurtosis[place] * one[place] ** 2).sum())
        infit_z = _as_deviate(infit, math.sqrt(max(0.0, weighted)) / float(variance[place].sum()))
        outfit_z = _as_deviate(outfit, math.sqrt(max(0.0, float(kurtosis[place].sum()))) / answers)
        own = int(right[place].sum())
        people.append(Person(kept.people[row], answers, own, value, error, likeliest, infit, outfit, infit_z, outfit_z))

    errors = np.sqrt(np.diag(covariance))
    items = tuple(
        Item(
            name,
            int((met[:, place] > 0).sum()),
            int(met[:, place].sum()),
            int(right[:, place].sum()),
            float(beta[place]),
            float(errors[place]),
            float(beta[place] - Z_95 * errors[place]),
            float(beta[place] + Z_95 * errors[place]),
            float(squared[:, place].sum() / variance[:, place].sum()),
            float(standardised[:, place].sum() / met[:, place].sum()),
        )
        for place, name in enumerate(kept.items)
    )
    warnings = []
    if left_out:
        shown = ", ".join(left_out[:5]) + (" …" if len(left_out) > 5 else "")
        warnings.append(f"no difficulty exists for {shown}: everybody was right on them, or nobody, as far as compared")
    return Rasch(
        method=METHOD,
        warnings=tuple(warnings),
        items=items,
        people=tuple(people),
        left_out=left_out,
        log_likelihood=likelihood.log_likelihood(beta),
        separation=_separation(people),
        covariance=tuple(tuple(map(float, line)) for line in covariance),
    )


def _separation(people: Sequence[Person]) -> float:
    if len(people) < 2:
        return 0.0
    noise = float(np.mean([person.error**2 for person in people]))
    spread = float(np.var([person.ability for person in people], ddof=1))
    return math.sqrt(max(0.0, spread - noise) / noise)


# --- does it hold? ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AndersenTest(Statistic):
    """Whether the difficulties are the same for people of low and of high scores."""

    value: float
    freedom: int
    p: float
    items: tuple[str, ...]
    sizes: tuple[int, ...]
    """How many people are in each group."""


def andersen(responses: Responses, groups: Sequence[int] | None = None) -> AndersenTest:
    """Andersen's likelihood-ratio test: 2 (Σ ln L of the groups, each with its own difficulties, − ln L of all).

    Args:
        responses: The answers.
        groups: A number for each person; by default 0 up to the median share of right answers, and 1 above it.

    Raises:
        NotSuited: Fewer than two items can be estimated in every group.
    """
    met, right = responses.met.sum(1), responses.right.sum(1)
    if groups is None:
        share = right / np.maximum(met, 1)
        told = (right > 0) & (right < met)
        middle = float(np.median(share[told])) if told.any() else 0.0
        chosen = (share > middle).astype(np.int64)
    else:
        chosen = np.asarray(groups, np.int64)
    parts = [responses.only_people(chosen == group) for group in np.unique(chosen)]
    common = list(range(len(responses.items)))
    while True:  # an item that falls out of one group falls out of all, which may cost another group an item
        left = set(common)
        for part in parts:
            left &= {common[place] for place in estimable(part.only_items(common))}
        if len(left) == len(common):
            break
        common = sorted(left)
        if len(common) < 2:
            break
    if len(common) < 2 or len(parts) < 2:
        raise NotSuited("Andersen's test needs two groups of people and two items that vary in both: ask more people")
    whole = Conditional(responses.only_items(common))
    value = -whole.log_likelihood(_likeliest(whole)[0])
    for part in parts:
        own = Conditional(part.only_items(common))
        value += own.log_likelihood(_likeliest(own)[0])
    value = max(0.0, 2 * value)
    freedom = (len(parts) - 1) * (len(common) - 1)
    dropped = len(responses.items) - len(common)
    return AndersenTest(
        method="Andersen's likelihood-ratio test, people split by their share of right answers at the median"
        if groups is None
        else "Andersen's likelihood-ratio test, people split as given",
        warnings=(f"{dropped} items do not vary in every group and are left out of the test",) if dropped else (),
        value=value,
        freedom=freedom,
        p=chi_square_tail(value, freedom),
        items=tuple(responses.items[place] for place in common),
        sizes=tuple(len(part.people) for part in parts),
    )
