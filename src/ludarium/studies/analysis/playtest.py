"""Playtests: what people think of games, beside the quality that was computed of them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludarium.arena.stats.statistics import Statistic
from ludarium.engine.errors import NotSuited
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.studies.analysis.clustered import Estimate, quantile, variance
from ludarium.studies.data import StudyData

ROLES = ("fun", "fairness", "depth", "clarity", "again")
OVERALL = "overall"
"""The mean of a person's ratings of a game over all questions."""
CorrelationKind = Literal["spearman", "pearson"]
KINDS: tuple[CorrelationKind, ...] = ("spearman", "pearson")
RESAMPLES = 2000
FEW = 5
"""Fewer people's ratings of a game are remarked upon."""


@dataclass(frozen=True)
class Rating:
    """One person's rating of one game, 0 to 1; of several games of it the mean."""

    participant: str
    game: str
    question: str
    value: float


@dataclass(frozen=True)
class GameRating:
    """What people think of a game on one question, with a t interval over people."""

    game: str
    question: str
    people: int
    value: Estimate
    quality: float | None


@dataclass(frozen=True)
class Correlation:
    """Of people's mean ratings with the computed quality, over games; intervals by bootstrap over people."""

    question: str
    kind: CorrelationKind
    games: int
    people: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True, repr=False)
class Playtest(Statistic, Tabular):
    """All games' ratings, the best liked first, and their correlations with the computed quality."""

    ratings: tuple[GameRating, ...]
    correlations: tuple[Correlation, ...]

    @property
    def overall(self) -> dict[str, float]:
        """By game, the best liked first."""
        return {game: mean for game, (mean, _) in self.for_design.items()}

    @property
    def for_design(self) -> dict[str, tuple[float, int]]:
        """By game the mean rating and how many people gave it: what a design run takes as its `ratings`."""
        return {row.game: (row.value.value, row.people) for row in self.ratings if row.question == OVERALL}

    def tables(self) -> list[DataTable]:
        ratings = [
            (
                *(row.game, row.question, row.people, row.value.value),
                *(end if math.isfinite(end) else None for end in (row.value.low, row.value.high)),
                row.quality,
            )
            for row in self.ratings
        ]
        correlations = [tuple(vars(row).values()) for row in self.correlations]
        return [
            DataTable("ratings", "one row a game and question", _RATING_COLUMNS, ratings),
            DataTable("correlations", "one row a question and kind", _CORRELATION_COLUMNS, correlations),
        ]

    def __repr__(self) -> str:
        return "\n".join(["ratings", *(f"  {game}: {value:.2f}" for game, value in self.overall.items())])


_RATING_COLUMNS = (
    Column("game", "text", "the game with its settings"),
    Column("question", "text", "the question's name, or overall"),
    Column("people", "whole", "people who rated it"),
    Column("value", "number", "mean rating, 0 to 1"),
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end of it"),
    Column("quality", "number", "computed quality, if it is known"),
)
_CORRELATION_COLUMNS = (
    Column("question", "text", "the question's name, or overall"),
    Column("kind", "text", "spearman (of ranks) or pearson"),
    Column("games", "whole", "games with ratings and a quality"),
    Column("people", "whole", "people who rated them"),
    Column("value", "number", "the correlation"),
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end of it"),
)


def ratings(data: StudyData, roles: Sequence[str] = ROLES) -> list[Rating]:
    """Everybody's ratings of every game by question, and overall."""
    names = {name for role in roles for name in data.asked(role)}
    games = {game.table: game.game for game in data.games}
    given: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for row in data.answers:
        value = data.share(row)
        if row.question in names and row.table in games and value is not None:
            given[row.participant, games[row.table], row.question].append(value)
    found = [Rating(*key, fmean(values)) for key, values in given.items()]
    whole: dict[tuple[str, str], list[float]] = defaultdict(list)
    for rating in found:
        whole[rating.participant, rating.game].append(rating.value)
    found += [Rating(person, game, OVERALL, fmean(values)) for (person, game), values in whole.items()]
    return sorted(found, key=lambda rating: (rating.question, rating.game, rating.participant))


def correlation(first: ArrayLike, second: ArrayLike, kind: str) -> NDArray[np.float64]:
    """Pearson's, or Spearman's of ranks (equal values share their mean rank), of each row of `first` with `second`; 0
    where one side does not vary."""
    from scipy.stats import rankdata

    x, y = (np.atleast_2d(np.asarray(values, np.float64)) for values in (first, second))
    if kind == "spearman":
        x, y = rankdata(x, axis=1), rankdata(y, axis=1)
    x, y = x - x.mean(1, keepdims=True), y - y.mean(1, keepdims=True)
    spread = np.sqrt((x**2).sum(1) * (y**2).sum(1))
    together = (x * y).sum(1)
    return np.asarray(np.divide(together, spread, out=np.zeros(len(x)), where=spread > 1e-12), np.float64)


def playtest(
    data: StudyData, *, quality: Mapping[str, float] | None = None, roles: Sequence[str] = ROLES, seed: int = 1
) -> Playtest:
    """Everything about a playtest.

    Args:
        data: The study; pilots and those who withdrew are left out.
        quality: The computed quality by game, as the games of the study are called.
        roles: The roles of the questions that rate a game.
        seed: Of the bootstrap over people.

    Raises:
        NotSuited: Nobody has rated a game.
    """
    data, quality = data.counted(), quality or {}
    rows = ratings(data, roles)
    if not rows:
        raise NotSuited("nobody has rated a game yet: there is nothing to say about the games")
    by_question: dict[str, dict[str, list[Rating]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        by_question[row.question][row.game].append(row)
    found = [
        GameRating(game, question, len(own), _mean(own), quality.get(game))
        for question, games in by_question.items()
        for game, own in games.items()
    ]
    liked = {row.game: row.value.value for row in found if row.question == OVERALL}
    order = [OVERALL, *(name for name in by_question if name != OVERALL)]
    found.sort(key=lambda row: (order.index(row.question), -liked[row.game], row.game))
    warnings = [
        f"{row.game} was rated by {row.people} only: take its figures as rough"
        for row in found
        if row.question == OVERALL and row.people < FEW
    ]
    correlations = []
    for question in order:
        own = [row for game in by_question[question].values() for row in game if row.game in quality]
        correlations += _correlations(question, own, quality, seed)
    if quality and not correlations:
        warnings.append("fewer than three games have ratings and a computed quality: there is no correlation")
    return Playtest(
        method=(
            "mean ratings on a scale from 0 to 1, 95 % t intervals over people; Spearman's and Pearson's correlation "
            "of the games' means with their computed quality, intervals by bootstrap over people, "
            f"{RESAMPLES} resamples"
        ),
        warnings=tuple(warnings),
        ratings=tuple(found),
        correlations=tuple(correlations),
    )


def _mean(own: Sequence[Rating]) -> Estimate:
    value = fmean(row.value for row in own)
    found, people = variance([([(row.participant, row.value) for row in own], 1.0)])
    if people < 2:
        return Estimate(value, -math.inf, math.inf)
    reach = quantile(people - 1) * math.sqrt(found)
    return Estimate(value, max(0.0, value - reach), min(1.0, value + reach))


def _correlations(question: str, rows: Sequence[Rating], quality: Mapping[str, float], seed: int) -> list[Correlation]:
    games = sorted({row.game for row in rows})
    people = sorted({row.participant for row in rows})
    if len(games) < 3:
        return []
    table = np.full((len(people), len(games)), np.nan)
    for row in rows:
        table[people.index(row.participant), games.index(row.game)] = row.value
    computed = [quality[game] for game in games]
    sums, counts = np.nan_to_num(table), (~np.isnan(table)).astype(np.float64)
    rng = np.random.default_rng([seed, len(people), len(games)])
    # How often each person is drawn: a row for each resample.
    drawn = rng.multinomial(len(people), [1 / len(people)] * len(people), RESAMPLES)
    number = drawn @ counts
    whole = (number > 0).all(1)  # without the resamples in which nobody has rated some game
    means = (drawn @ sums)[whole] / number[whole]
    found = []
    for kind in KINDS:
        value = float(correlation(sums.sum(0) / counts.sum(0), computed, kind)[0])
        low, high = np.quantile(correlation(means, computed, kind), [0.025, 0.975]) if len(means) else (-1.0, 1.0)
        found.append(Correlation(question, kind, len(games), len(people), value, float(low), float(high)))
    return found
