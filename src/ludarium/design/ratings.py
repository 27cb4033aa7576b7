"""People's ratings of games as part of a run's fitness.

    rated  = (n · r + PRIOR · q) / (n + PRIOR)
    worth  = (1 − weight) · q + weight · rated

q is the computed quality and r the mean of n ratings, both between 0 and 1. The computed quality stands for `PRIOR`
ratings: a game that few have rated is worth nearly what was computed, one that many have rated what they say, as far as
`weight` lets them. Without ratings worth is q.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from pathlib import Path
from typing import Any

from ludarium.engine.errors import BadParameter, LudariumError
from ludarium.games.rulesets.ruleset import RuleSet

PRIOR = 4.0
WEIGHT = 0.5
FORMS = (("game", "mean", "count"), ("game", "value", "people"))
"""The columns of a file of ratings; the second form is the table `ratings` of a playtest's report."""
_QUESTION, _OVERALL = "question", "overall"
"""That table has a row for each question; what counts is the mean over all of them."""


@dataclass(frozen=True)
class Rating:
    """What people say of one game: the mean of so many ratings, from 0 (worst) to 1 (best)."""

    game: str
    mean: float
    count: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", RuleSet.read(self.game).short_form)
        if not 0 <= self.mean <= 1:
            raise LudariumError(f"the rating {self.mean} of {self.game}: expected a mean from 0 (worst) to 1 (best)")
        if self.count < 1:
            raise LudariumError(f"{self.count} ratings of {self.game}: expected 1 or more, or leave it out")

    def pulled(self, quality: float) -> float:
        """The mean, pulled to the computed quality as if that were `PRIOR` further ratings."""
        return (self.count * self.mean + PRIOR * quality) / (self.count + PRIOR)


@dataclass(frozen=True)
class Ratings:
    """The ratings of a run's games, and how much of the fitness they decide."""

    given: tuple[Rating, ...] = ()
    weight: float = WEIGHT

    def __post_init__(self) -> None:
        if not 0 <= self.weight <= 1:
            raise LudariumError(f"the weight {self.weight} of ratings: expected 0 (they do not count) to 1")
        games = [rating.game for rating in self.given]
        if twice := [game for game in games if games.count(game) > 1]:
            raise LudariumError(f"{twice[0]} is rated twice: give one mean and the number of all its ratings")

    def of(self, rules: RuleSet) -> Rating | None:
        """What people say of a game, if anybody has rated it."""
        return next((rating for rating in self.given if rating.game == rules.short_form), None)

    def worth(self, rules: RuleSet, quality: float) -> float:
        """A game's quality (0 to 1) with the ratings."""
        rating = self.of(rules)
        return quality if rating is None else (1 - self.weight) * quality + self.weight * rating.pulled(quality)

    def quality_for(self, rules: RuleSet, worth: float) -> float:
        """The computed quality with which a game would be worth so much. Below 0 if it always is."""
        rating = self.of(rules)
        if rating is None:
            return worth
        lowest = self.worth(rules, 0.0)
        return (worth - lowest) / (self.worth(rules, 1.0) - lowest)

    def to_dict(self) -> dict[str, Any]:
        return {"weight": self.weight, "given": [[r.game, r.mean, r.count] for r in self.given]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Ratings:
        return cls(tuple(Rating(*one) for one in data["given"]), data["weight"])


NO_RATINGS = Ratings()


def ratings_of(given: Mapping[str, tuple[float, int]], weight: float = WEIGHT) -> Ratings:
    """Ratings from a mapping: a game's short form → the mean of its ratings and their number."""
    rated = []
    for game, said in sorted(given.items(), key=lambda item: str(item[0])):
        try:
            mean, count = said
            rated.append(Rating(game, float(mean), index(count)))
        except (TypeError, ValueError) as error:
            raise BadParameter(
                f"the rating of {game} is {said!r}: expected the mean of all and their number, such as (0.7, 12)"
            ) from error
    return Ratings(tuple(rated), weight)


def read_ratings(file: Path, weight: float = WEIGHT) -> Ratings:
    """Ratings from a CSV file with the columns game, mean (0 to 1) and count, or from the table `ratings` of a
    playtest's report; further columns are left alone."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as text:
            table = csv.DictReader(text)
            names = table.fieldnames or ()
            form = next((form for form in FORMS if set(form) <= set(names)), None)
            if form is None:
                raise LudariumError(f"{file} has the columns {', '.join(names)}: expected {', '.join(FORMS[0])}")
            rows = [
                (number, [row[name] for name in form])
                for number, row in enumerate(table, start=2)
                if row.get(_QUESTION, _OVERALL) == _OVERALL
            ]
            return Ratings(tuple(_read(file, number, row) for number, row in rows), weight)
    except OSError as error:
        raise LudariumError(f"the ratings cannot be read from {file}: {error.strerror or error}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise LudariumError(f"{file} is no table of ratings: expected a CSV file in UTF-8 ({error})") from error


def _read(file: Path, number: int, row: Sequence[str]) -> Rating:
    game, mean, count = row
    try:
        return Rating(game, float(mean), int(count))
    except (ValueError, TypeError) as error:
        raise LudariumError(f"{file}, line {number}: expected a game, a number and a whole number ({error})") from error
    except LudariumError as error:
        raise LudariumError(f"{file}, line {number}: {error}") from error
