"""Whose rate against the same opponents is higher?

Two players' rates can be compared where they met the same field: the same others on the same seats, with one of the two
in the other's place. Games in which both took part are the matchup matrix's business.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.stats.results import STEADYING, Results, few_games, outcome
from ludarium.arena.stats.statistics import SIGNIFICANT, Z_95, Statistic, holm, normal_tails

Values = Counter[float]
"""How often a game gave a player which score, 0 to 1."""

_ITSELF = -1
"""Stands in a line-up where the compared player sits."""


@dataclass(frozen=True)
class Difference:
    """The first player's rate minus the second's, and whether that may be chance."""

    first: int
    second: int
    games: tuple[int, int]
    rates: tuple[float, float]
    difference: float
    low: float
    high: float
    p: float
    p_holm: float
    significant: bool


@dataclass(frozen=True, kw_only=True)
class Differences(Statistic):
    """All pairs of players that met a common field; players are numbers into `names`."""

    names: tuple[str, ...]
    pairs: tuple[Difference, ...]


def differences(results: Results) -> Differences:
    """Compare the rates of all pairs of players against their common fields."""
    fields = _fields(results)
    found = [
        pair
        for first, second in combinations(sorted(fields), 2)
        if (pair := _compare(first, second, fields[first], fields[second])) is not None
    ]
    corrected = holm(pair.p for pair in found)
    pairs = tuple(
        Difference(**{**vars(pair), "p_holm": p, "significant": p <= SIGNIFICANT})
        for pair, p in zip(found, corrected, strict=True)
    )
    warnings = [
        warning
        for pair in pairs
        for warning in few_games(
            f"{results.players[pair.first]} and {results.players[pair.second]} against their common field",
            min(pair.games),
        )
    ]
    if not pairs:
        warnings.append("no two players met a common field without each other: see the matchup matrix instead")
    return Differences(
        method=(
            "rates against the common field, stratified by opponents and seats with Mantel–Haenszel weights; "
            "Cochran–Mantel–Haenszel mean score test; Holm's correction over all pairs; 95 % normal intervals"
        ),
        warnings=tuple(warnings),
        names=results.players,
        pairs=pairs,
    )


def _fields(results: Results) -> dict[int, dict[LineUp, Values]]:
    """By player: what it scored in each field, a field being the line-up with the player taken out."""
    found: dict[int, dict[LineUp, Values]] = defaultdict(lambda: defaultdict(Counter))
    for line_up, ranks, count in results.endings():
        for player in set(line_up):
            seats = [seat for seat, other in enumerate(line_up) if other == player]
            if len(seats) == len(line_up):
                continue  # alone with itself: no field
            score = sum(outcome(ranks, seat) for seat in seats) / (2 * len(seats))
            field = tuple(_ITSELF if other == player else other for other in line_up)
            found[player][field][score] += count
    return found


def _compare(
    first: int, second: int, of_first: Mapping[LineUp, Values], of_second: Mapping[LineUp, Values]
) -> Difference | None:
    common = [field for field in sorted(of_first) if field in of_second]
    if not common:
        return None
    pairs = [(of_first[field], of_second[field]) for field in common]
    weights = [one.total() * two.total() / (one.total() + two.total()) for one, two in pairs]
    weight = math.fsum(weights)
    rates = tuple(
        math.fsum(w * _mean(pair[side]) for w, pair in zip(weights, pairs, strict=True)) / weight for side in (0, 1)
    )
    difference = rates[0] - rates[1]
    games = (sum(one.total() for one, _ in pairs), sum(two.total() for _, two in pairs))
    reach = Z_95 * _deviation(pairs, weights)
    return Difference(
        first,
        second,
        games,
        (rates[0], rates[1]),
        difference,
        max(-1.0, difference - reach),
        min(1.0, difference + reach),
        p=_mean_score_test(pairs, difference * weight),
        p_holm=1.0,
        significant=False,
    )


def _mean_score_test(pairs: list[tuple[Values, Values]], excess: float) -> float:
    """The p value of the first player's excess if, in each field, chance dealt the scores out to the two."""
    variance = 0.0
    for one, two in pairs:
        size = one.total() + two.total()
        variance += one.total() * two.total() / (size * (size - 1)) * _squares(one + two)
    return normal_tails(excess / math.sqrt(variance)) if variance > 0 else 1.0


def _deviation(pairs: list[tuple[Values, Values]], weights: list[float]) -> float:
    """The standard deviation of the weighted difference."""
    everything = sum((one + two for one, two in pairs), Counter({0.0: 1, 1.0: 1}))
    # With a virtual win and loss: scores that were all alike so far need not stay so.
    overall = _squares(everything) / everything.total()
    size = everything.total() - 2
    variance = 0.0
    for (one, two), weight in zip(pairs, weights, strict=True):
        steadying = STEADYING * (one.total() + two.total()) / size
        freedom = one.total() + two.total() - 2
        inside = (_squares(one) + _squares(two) + steadying * overall) / (freedom + steadying)
        variance += weight**2 * inside * (1 / one.total() + 1 / two.total())
    return math.sqrt(variance) / math.fsum(weights)


def _mean(values: Values) -> float:
    return math.fsum(value * count for value, count in values.items()) / values.total()


def _squares(values: Values) -> float:
    """Summed squared distances from the mean."""
    mean = _mean(values)
    return math.fsum((value - mean) ** 2 * count for value, count in values.items())
