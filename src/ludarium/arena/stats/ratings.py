"""Strengths: one number a player that explains who beats whom, with the covariance of all of them.

Two seats: Bradley and Terry's model, i beats j with chance 1 / (1 + exp(θj − θi)). More seats: Plackett and Luce's, the
first place goes to i with chance exp(θi) / Σ exp(θ), the second likewise among the rest, and so on. Ties stand for all
orders of the tied seats in equal shares. Strengths are given on the Elo scale, 400 θ / ln 10, around a mean of 0.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import numpy as np

from ludarium.arena.stats.graphs import Edge, components
from ludarium.arena.stats.results import STEADYING, Results, few_games
from ludarium.arena.stats.statistics import Z_95, Statistic, chi_square_tail, normal_tails
from ludarium.engine.errors import LudariumError

ELO = 400 / math.log(10)
"""Elo points of one unit of θ: with 400 more, a player scores ten times as much as its opponent."""

VIRTUAL_TIES = 1.0
"""So many ties, spread over all the others, are added for each player: they keep the undefeated finite."""

MISFIT = 0.01
"""Below this p value of the fit, one number a player is said not to explain the matchups."""

Order = tuple[int, ...]
"""Players from first to last."""

Groups = tuple[Order, ...]
"""Players from first to last, those that tied in one group."""

Rankings = list[tuple[Groups, int]]
"""How often the games ended in which groups, whoever sat where."""


@dataclass(frozen=True)
class Strength:
    """A player's strength on the Elo scale, relative to the mean of all players, with its 95 % interval."""

    player: int
    name: str
    games: int
    elo: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Strengths(Statistic):
    """The strengths of all players that met another, the strongest first, and their covariance in Elo².

    `covariance` has a row for each of `players`, in their order. `fit_p` says how well strengths alone explain the
    pairs' results (two seats only): a low one speaks of rings or of styles that suit one opponent and not another.
    """

    players: tuple[Strength, ...]
    covariance: tuple[tuple[float, ...], ...]
    fit_p: float | None

    def difference(self, first: int, second: int) -> tuple[float, float, float, float]:
        """By how many Elo points the first player (by number) is stronger: value, low, high and p value."""
        places = {row.player: place for place, row in enumerate(self.players)}
        a, b = places[first], places[second]
        value = self.players[a].elo - self.players[b].elo
        cov = self.covariance
        deviation = math.sqrt(max(0.0, cov[a][a] + cov[b][b] - 2 * cov[a][b]))
        reach = Z_95 * deviation
        return value, value - reach, value + reach, normal_tails(value / deviation) if deviation else 1.0


def strengths(results: Results) -> Strengths:
    """Fit the model of as many seats as there are."""
    players, rankings = _rated(results)
    count = len(players)
    ties_each = VIRTUAL_TIES / (count - 1)
    virtual = [((i, j), ties_each / 2) for i in range(count) for j in range(count) if i != j]
    stages = _stages([*_orders(rankings), *virtual])
    theta = _bradley_terry(stages, count) if results.seats == 2 else _plackett_luce(stages, count)
    covariance = _covariance(theta, stages, rankings) * ELO**2
    games = [
        sum(number for groups, number in rankings if any(place in group for group in groups)) for place in range(count)
    ]
    order = sorted(range(count), key=lambda place: (-theta[place], players[place]))
    reach = Z_95 * np.sqrt(np.diag(covariance))
    fit_p = _fit(theta, rankings) if results.seats == 2 else None
    model = (
        "Bradley–Terry strengths, maximum likelihood (choix)"
        if results.seats == 2
        else "Plackett–Luce strengths, maximum likelihood (Newton)"
    )
    return Strengths(
        method=(
            f"{model}; a tie counts as every order of the tied in equal shares; {VIRTUAL_TIES:g} virtual tie a player "
            "against all others together; Elo scale around the mean; 95 % intervals from the covariance"
        ),
        warnings=tuple(_warnings([results.players[player] for player in players], rankings, games, fit_p)),
        players=tuple(
            Strength(
                players[place],
                results.players[players[place]],
                games[place],
                float(ELO * theta[place]),
                float(ELO * theta[place] - reach[place]),
                float(ELO * theta[place] + reach[place]),
            )
            for place in order
        ),
        covariance=tuple(tuple(float(covariance[row, column]) for column in order) for row in order),
        fit_p=fit_p,
    )


def _rated(results: Results) -> tuple[list[int], Rankings]:
    """The players that met another, and the games between them with players numbered in that list."""
    endings = [ending for ending in results.endings() if len(set(ending[0])) > 1]
    players = sorted({player for line_up, _, _ in endings for player in line_up})
    if not players:
        raise LudariumError("strengths need games between two players or more: nobody has met another yet")
    place = {player: index for index, player in enumerate(players)}
    rankings: Counter[Groups] = Counter()
    for line_up, ranks, count in endings:
        tied: dict[int, list[int]] = defaultdict(list)
        for player, rank in zip(line_up, ranks, strict=True):
            tied[rank].append(place[player])
        rankings[tuple(tuple(sorted(tied[rank])) for rank in sorted(tied))] += count
    return players, sorted(rankings.items())


# --- from rankings to choices -----------------------------------------------------------------------------------------


def _orders_of(groups: Groups) -> list[Order]:
    """All orders that agree with the groups: one if there are no ties."""
    choices = product(*(permutations(group) for group in groups))
    return [tuple(player for group in choice for player in group) for choice in choices]


def _orders(rankings: Rankings) -> Iterator[tuple[Order, float]]:
    for groups, count in rankings:
        orders = _orders_of(groups)
        for order in orders:
            yield order, count / len(orders)


def _stages(orders: Sequence[tuple[Order, float]]) -> dict[int, tuple[Any, Any]]:
    """Orders as choices of the first among the rest: by size, the rest's players (the chosen one first) and weights."""
    weights: dict[Order, float] = defaultdict(float)
    for order, weight in orders:
        for start in range(len(order) - 1):
            weights[order[start], *sorted(order[start + 1 :])] += weight
    by_size: dict[int, list[Order]] = defaultdict(list)
    for chosen in sorted(weights):
        by_size[len(chosen)].append(chosen)
    return {size: (np.array(rows), np.array([weights[row] for row in rows])) for size, rows in by_size.items()}


# --- maximum likelihood -----------------------------------------------------------------------------------------------


def _bradley_terry(stages: dict[int, tuple[Any, Any]], count: int) -> Any:
    """choix's estimate from the matrix of wins, which unlike its other functions takes counts."""
    import choix

    wins = np.zeros((count, count))
    pairs, weights = stages[2]
    wins[pairs[:, 0], pairs[:, 1]] = weights
    theta = choix.ilsr_pairwise_dense(wins, max_iter=10_000)
    return theta - theta.mean()


def _plackett_luce(stages: dict[int, tuple[Any, Any]], count: int) -> Any:
    """Newton's method with halved steps. choix would need every game as a row of its own, which a million are not."""
    theta = np.zeros(count)
    value = _log_likelihood(theta, stages)
    for _ in range(200):
        gradient, information = _derivatives(theta, stages)
        step = np.linalg.solve(information + 1 / count, gradient)
        while True:
            trial = theta + step
            trial_value = _log_likelihood(trial, stages)
            if trial_value >= value or np.abs(step).max() < 1e-10:
                break
            step = step / 2
        theta, value = trial - trial.mean(), trial_value
        if np.abs(step).max() < 1e-9:
            return theta
    raise LudariumError("the strengths did not converge: play more games, or leave out players that always lose")


def _log_likelihood(theta: Any, stages: dict[int, tuple[Any, Any]]) -> float:
    total = 0.0
    for rows, weights in stages.values():
        ahead = theta[rows] - theta[rows[:, :1]]
        top = ahead.max(axis=1)
        total -= float(weights @ (top + np.log(np.exp(ahead - top[:, None]).sum(axis=1))))
    return total


def _derivatives(theta: Any, stages: dict[int, tuple[Any, Any]]) -> tuple[Any, Any]:
    """The gradient of the log-likelihood and the observed information, the negative of its second derivative."""
    count = len(theta)
    gradient, information = np.zeros(count), np.zeros((count, count))
    for rows, weights in stages.values():
        chances = _chances(theta, rows)
        np.add.at(gradient, rows[:, 0], weights)
        np.add.at(gradient, rows, -chances * weights[:, None])
        np.add.at(information, (rows, rows), chances * weights[:, None])
        outer = chances[:, :, None] * chances[:, None, :] * weights[:, None, None]
        np.add.at(information, (rows[:, :, None], rows[:, None, :]), -outer)
    return gradient, information


def _chances(theta: Any, rows: Any) -> Any:
    worth = np.exp(theta[rows] - theta[rows].max(axis=1, keepdims=True))
    return worth / worth.sum(axis=1, keepdims=True)


# --- how sure ---------------------------------------------------------------------------------------------------------


def _covariance(theta: Any, stages: dict[int, tuple[Any, Any]], rankings: Rankings) -> Any:
    """The covariance of the strengths around their mean: inverse information, made smaller where ties made it so.

    A tie averages over its orders. The information says how much the gradient varies if every order were seen; what
    averaging takes away is the variance between the orders of each tie, and the rest is what the gradient varies.
    """
    count = len(theta)
    _, information = _derivatives(theta, stages)
    inverse = np.linalg.inv(information + 1 / count) - 1 / count
    averaged = np.zeros((count, count))
    worth = np.exp(theta - theta.max())
    for groups, number in rankings:
        if any(len(group) > 1 for group in groups):
            gradients = np.array([_gradient(order, worth) for order in _orders_of(groups)])
            averaged += number * np.cov(gradients.T, bias=True)
    if not averaged.any():
        return inverse
    # In the coordinates in which the information is 1, the share of the variance that is left must stay above 0.
    values, vectors = np.linalg.eigh(inverse)
    root = vectors @ np.diag(np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    shares, directions = np.linalg.eigh(root @ averaged @ root)
    games = sum(number for _, number in rankings)
    left = np.clip(1 - shares, STEADYING / (games + STEADYING), 1.0)
    return root @ directions @ np.diag(left) @ directions.T @ root


def _gradient(order: Order, worth: Any) -> Any:
    """The gradient of one order's log-likelihood."""
    found = np.zeros(len(worth))
    for start in range(len(order) - 1):
        left = list(order[start:])
        np.add.at(found, left, -worth[left] / worth[left].sum())
        found[order[start]] += 1
    return found


def _fit(theta: Any, rankings: Rankings) -> float | None:
    """The p value of a χ² test of all pairs' scores against those that the strengths predict; None if none is free."""
    pairs: dict[Order, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for groups, number in rankings:
        order = tuple(player for group in groups for player in group)
        tied = len(groups) == 1
        tally = pairs[tuple(sorted(order))]
        tally[0] += number
        tally[1] += number * (0.5 if tied else float(order[0] < order[1]))
        tally[2] += number * tied
    freedom = len(pairs) - (len(theta) - 1)
    if freedom < 1:
        return None
    total = 0.0
    for (first, second), (games, score, ties) in pairs.items():
        chance = 1 / (1 + math.exp(theta[second] - theta[first]))
        variance = games * chance * (1 - chance) - ties / 4
        total += (score - games * chance) ** 2 / max(variance, 0.25)
    return chi_square_tail(total, freedom)


def _warnings(names: Sequence[str], rankings: Rankings, games: Sequence[int], fit_p: float | None) -> list[str]:
    found = [warning for name, number in zip(names, games, strict=True) for warning in few_games(name, number)]
    met: set[Edge] = set()
    held: set[Edge] = set()
    for groups, _ in rankings:
        for place, group in enumerate(groups):
            for player in group:
                met.update((player, other) for others in groups for other in others if other != player)
                held.update((player, other) for others in groups[place:] for other in others if other != player)
    islands = components(range(len(names)), met)
    if len(islands) > 1:
        found.append(
            f"groups that never met each other ({_listed(islands, names)}): only the virtual ties set them side by side"
        )
    for island in islands:
        inside = components(island, held)
        if len(inside) > 1:
            # Nobody of the weaker groups ever held the stronger ones to as much as a tie.
            found.append(
                f"groups of which one always beat the other ({_listed(inside, names)}): how far apart they are is set "
                "by the virtual ties; the games only say that it is far"
            )
    if fit_p is not None and fit_p < MISFIT:
        found.append(
            f"one number a player does not explain the matchups (p = {fit_p:.2g}): look for rings in the matrix"
        )
    return found


def _listed(groups: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    return " | ".join(", ".join(names[player] for player in group) for group in groups)
