"""Who beats whom: the matrix of all pairs, which of its entries are sure, and the rings among them.

In a game with any number of seats i beats j when i is ranked before j. A game gives a pair one result however many
seats the two held: whoever was ahead in more of the comparisons of their seats has won it, equal is a tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.stats.graphs import Edge, Ring, components, rings
from ludarium.arena.stats.results import (
    INTERVAL_METHOD,
    LOSS,
    TIE,
    WIN,
    Ranks,
    Results,
    Sample,
    Scores,
    few_games,
    samples,
    uneven,
)
from ludarium.arena.stats.statistics import SIGNIFICANT, Z_95, Statistic, holm, sign_test

LONGEST_RING = 6
MOST_RINGS = 200


@dataclass(frozen=True)
class Pair:
    """The games between two players, seen from the first."""

    first: int
    second: int
    games: int
    wins: int
    ties: int
    losses: int
    rate: float
    low: float
    high: float
    p: float
    p_holm: float
    significant: bool


@dataclass(frozen=True)
class Cycle:
    """Each of the players beats the next, the last beats the first; `weakest` is the lowest of those rates."""

    players: Ring
    weakest: float


@dataclass(frozen=True, kw_only=True)
class Matchups(Statistic):
    """The matchup matrix; players are numbers into `names`.

    `rates[i][j]` is i's rate against j, None where the two never met. The four measures of how much of a ring the
    matrix is lie between 0 and 1 and are defined in docs/statistics.md; `ringness` is the one to tune for, since it
    also changes with differences that are not significant yet.
    """

    names: tuple[str, ...]
    pairs: tuple[Pair, ...]
    rates: tuple[tuple[float | None, ...], ...]
    edges: tuple[Edge, ...]
    cycles: tuple[Cycle, ...]
    ringness: float
    in_rings: float
    cyclic_triads: float
    contested: float


def matchups(results: Results, *, longest: int = LONGEST_RING, most: int = MOST_RINGS) -> Matchups:
    """The matrix of all pairs that met, and its rings of up to `longest` players (the first `most` of them)."""
    by_pair = samples(results, _comparisons)
    p_values = [sign_test(sample.wins, sample.losses) for _, sample in sorted(by_pair.items())]
    pairs = tuple(
        Pair(
            first,
            second,
            sample.games,
            *sample.figures,
            p=p,
            p_holm=corrected,
            significant=corrected <= SIGNIFICANT,
        )
        for ((first, second), sample), p, corrected in zip(
            sorted(by_pair.items()), p_values, holm(p_values), strict=True
        )
    )
    edges = tuple(
        sorted(
            (pair.first, pair.second) if pair.wins > pair.losses else (pair.second, pair.first)
            for pair in pairs
            if pair.significant
        )
    )
    rates = _matrix(len(results.players), pairs)
    found, truncated = rings(edges, longest, most)
    warnings = _warnings(results, pairs)
    if truncated:
        warnings.append(f"more than {most} rings: the first {most} are listed, shorter ones first")
    players = sorted({player for pair in pairs for player in (pair.first, pair.second)})
    return Matchups(
        method=(
            f"{INTERVAL_METHOD}; exact sign test over decisive games, Holm's correction over all pairs; "
            f"rings: elementary cycles of significant results, up to {longest} players"
        ),
        warnings=tuple(warnings),
        names=results.players,
        pairs=pairs,
        rates=rates,
        edges=edges,
        cycles=tuple(Cycle(ring, _weakest(ring, rates)) for ring in found),
        ringness=_ringness(players, by_pair),
        in_rings=_share_in_rings(players, edges),
        cyclic_triads=_cyclic_triads(players, edges),
        contested=_share_contested(players, edges),
    )


def pair_sample(results: Results, first: int, second: int) -> Sample:
    """The games between two players, seen from the first; empty when they never met."""
    low, high = min(first, second), max(first, second)
    found = samples(
        results, lambda line_up, ranks: (pair for pair in _comparisons(line_up, ranks) if pair[0] == (low, high))
    )
    sample = found.get((low, high), Sample(0, 0, 0))
    return sample if first == low else Sample(sample.losses, sample.ties, sample.wins, sample.effect)


def _comparisons(line_up: LineUp, ranks: Ranks) -> Iterator[tuple[tuple[int, int], Scores]]:
    held: dict[int, list[int]] = {}
    for player, rank in zip(line_up, ranks, strict=True):
        held.setdefault(player, []).append(rank)
    for first, second in combinations(sorted(held), 2):
        ahead = sum((one < other) - (one > other) for one in held[first] for other in held[second])
        yield (first, second), (WIN if ahead > 0 else LOSS if ahead < 0 else TIE,)


def _matrix(count: int, pairs: Sequence[Pair]) -> tuple[tuple[float | None, ...], ...]:
    matrix: list[list[float | None]] = [[None] * count for _ in range(count)]
    for pair in pairs:
        matrix[pair.first][pair.second] = pair.rate
        matrix[pair.second][pair.first] = 1 - pair.rate
    return tuple(tuple(row) for row in matrix)


def _weakest(ring: Ring, rates: Sequence[Sequence[float | None]]) -> float:
    links = (rates[player][after] for player, after in zip(ring, (*ring[1:], ring[0]), strict=True))
    return min(link for link in links if link is not None)


# --- how much of a ring -----------------------------------------------------------------------------------------------


def _ringness(players: Sequence[int], by_pair: dict[tuple[int, int], Sample]) -> float:
    """The share of the matrix that no ranking of the players can explain, less what chance alone would leave.

    The advantages 2 · rate − 1 of all pairs are split into differences of one number a player (least squares) and the
    rest, which goes round in rings (the combinatorial Hodge decomposition).
    """
    if len(players) < 3:
        return 0.0
    place = {player: index for index, player in enumerate(players)}
    design: Any = np.zeros((len(by_pair), len(players)))
    advantage, noise = np.zeros(len(by_pair)), np.zeros(len(by_pair))
    for row, ((first, second), sample) in enumerate(sorted(by_pair.items())):
        design[row, place[first]], design[row, place[second]] = 1, -1
        advantage[row] = 2 * sample.rate - 1
        low, high = sample.interval
        noise[row] = ((high - low) / Z_95) ** 2  # the variance of 2 · rate, whose 95 % interval is twice as wide
    explained = design @ np.linalg.pinv(design)
    rest = advantage - explained @ advantage
    by_chance = float(((1 - np.diag(explained)) * noise).sum())
    total = float(advantage @ advantage)
    return max(0.0, float(rest @ rest) - by_chance) / total if total > 0 else 0.0


def _share_in_rings(players: Sequence[int], edges: Sequence[Edge]) -> float:
    """The share of players that lie on a ring of significant results, of whatever length."""
    inside = sum(len(group) for group in components(players, edges) if len(group) > 1)
    return inside / len(players) if players else 0.0


def _cyclic_triads(players: Sequence[int], edges: Sequence[Edge]) -> float:
    """Rings of three among the significant results, over the most that so many players can have."""
    count, beats = len(players), set(edges)
    cyclic = sum(
        {(a, b), (b, c), (c, a)} <= beats or {(b, a), (c, b), (a, c)} <= beats for a, b, c in combinations(players, 3)
    )
    most = (count**3 - (count if count % 2 else 4 * count)) // 24
    return cyclic / most if most else 0.0


def _share_contested(players: Sequence[int], edges: Sequence[Edge]) -> float:
    """The share of players that significantly beat somebody and are significantly beaten by somebody."""
    both = {winner for winner, _ in edges} & {loser for _, loser in edges}
    return len(both) / len(players) if players else 0.0


# --- what speaks against relying on it --------------------------------------------------------------------------------


def _warnings(results: Results, pairs: Sequence[Pair]) -> list[str]:
    found: list[str] = []
    thin = [pair for pair in pairs if few_games("", pair.games)]
    if thin:
        least = min(thin, key=lambda pair: pair.games)
        name = f"{results.players[least.first]} and {results.players[least.second]}"
        found += few_games(f"{len(thin)} of {len(pairs)} pairs, {name} the fewest", least.games)
    # 2 · 2⁻ⁿ is the lowest p value that n decisive games can have.
    hopeless = [pair for pair in pairs if len(pairs) * 2.0 ** (1 - pair.wins - pair.losses) > SIGNIFICANT]
    if hopeless:
        found.append(
            f"{len(hopeless)} of {len(pairs)} pairs have too few decisive games for any result to be significant"
        )
    unbalanced = _unbalanced(results)
    if unbalanced:
        first, second = unbalanced[0]
        found.append(
            f"{results.players[first]} sat before {results.players[second]} more often than after it"
            + (f", and so in {len(unbalanced) - 1} other pairs" if len(unbalanced) > 1 else "")
            + ": the result also holds the advantage of the seats"
        )
    return found


def _unbalanced(results: Results) -> list[Edge]:
    """Pairs of which one sat before the other clearly more often than after it: (the earlier, the later)."""
    before: Counter[Edge] = Counter()
    for line_up, _, count in results.endings():
        for one, other in combinations(line_up, 2):
            if one != other:
                before[one, other] += count
    return sorted(
        (one, other)
        for (one, other), count in before.items()
        if uneven(count, before[other, one], count + before[other, one], results.seats)
    )
