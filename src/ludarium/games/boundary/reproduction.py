"""Boundary's published win rates of strategies, at the three stages of its rules, and what they were meant to show."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab, Rate, Reproduction
from ludarium.arena.stats.statistics import Z_95, rate, score_interval
from ludarium.games import load
from ludarium.games.boundary.matchups import Matchups, measure
from ludarium.games.boundary.strategies.names import NAMES, STRATEGIES

STAGES: Mapping[str, Mapping[str, Any]] = {
    "first": {"pieces": 10, "treasures": 10, "most_worth": 15, "surround": 7, "piece_value": 20},
    "intermediate": {"treasures": 20, "most_worth": 8, "surround": 6, "piece_value": 30},
    "final": {"treasures": 15, "most_worth": 7, "surround": 6, "piece_value": 30},
}
"""The rules at which the source measured; all else (field, influence, reach, merge, split) are our defaults."""
GAMES = {"first": 300, "intermediate": 300, "final": 1000}
"""Games of each pair."""
ADAPTIVE_GAMES = 300
"""Games of the adaptive player against each strategy."""
ROUNDED = 0.005
"""The source gives whole hundredths."""
MEAN_BAR = 0.55
"""What the lower bound of the adaptive player's mean rate must exceed."""

TITLES = {
    "GT": "greedy-treasure",
    "BT": "best-treasure",
    "GC": "greedy-capture",
    "DT": "defensive-treasure",
    "HC": "hybrid-capture",
    "DC": "defensive-capture",
}
TABLES: dict[str, tuple[str, str, dict[str, tuple[int, ...]]]] = {
    "Table 1": (
        "first",
        "GT BT GC DT DC",
        {"GT": (32, 80, 90, 95), "BT": (85, 80, 80), "GC": (20, 70), "DT": (80,)},
    ),
    "Table 2": (
        "intermediate",
        "GT BT GC DT HC",
        {"GT": (41, 44, 48, 46), "BT": (48, 50, 42), "GC": (36, 64), "DT": (56,)},
    ),
    "Table 3": (
        "final",
        "GT BT GC DT HC DC",
        {"GT": (46, 52, 48, 49, 78), "BT": (49, 55, 50, 72), "GC": (45, 54, 69), "DT": (52, 65), "HC": (65,)},
    ),
    "Table 4": (
        "final",
        "GT BT GC DT HC DC",
        {"GT": (46, 38, 64, 43, 54), "BT": (43, 61, 41, 49), "GC": (51, 58, 54), "DT": (40, 52), "HC": (46,)},
    ),
}
"""Stage, order of the strategies, and each one's hundredths against those after it."""
NOTES = {
    "Table 1": "with ten pieces a side, as the source says of its first settings",
    "Table 3": "before the source's strategies all headed for where an ally plans to be; ours are those of Table 4",
}
ADAPTIVE = {"GT": 51, "BT": 55, "GC": 44, "DT": 59, "HC": 42, "DC": 62}
"""Table 5: the adaptive player's hundredths."""


# --- the matrix -------------------------------------------------------------------------------------------------------


def matrix(lab: Lab, stage: str) -> Matchups:
    """The strategies' games at a stage."""
    games = GAMES[stage] if lab.games is None else lab.games
    total = games * STRATEGIES * (STRATEGIES - 1) // 2
    return _matrix(stage, games, lab.seed, _Telling(lab, total))


class _Telling:
    """Tells a lab of games played; equal to every other, so that the games of a stage are played once."""

    def __init__(self, lab: Lab, total: int) -> None:
        self._lab, self._total = lab, total

    def __call__(self, done: int) -> None:
        self._lab.advance(done, self._total)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Telling)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=8)
def _matrix(stage: str, games: int, seed: int, advance: _Telling) -> Matchups:
    return measure(load("boundary", **STAGES[stage]), games=games, seed=seed, advance=advance)


def _pair(table: str, stage: str, first: str, second: str, hundredths: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        found = matrix(lab, stage)
        one, other = NAMES.index(TITLES[first]), NAMES.index(TITLES[second])
        return Rate(int(found.wins[one, other]), int(found.ties[one, other]), found.games)

    what = f"{TITLES[first]} over {TITLES[second]}"
    note = NOTES.get(table, "")
    return Claim(table, what, hundredths / 100, "rate", ours, tolerance=ROUNDED, note=note)


def _pairs(table: str) -> list[Claim]:
    stage, order, rates = TABLES[table]
    titles = order.split()
    return [
        _pair(table, stage, first, second, hundredths)
        for number, first in enumerate(titles[:-1])
        for second, hundredths in zip(titles[number + 1 :], rates[first], strict=True)
    ]


def favoured(found: Matchups, strategy: int) -> tuple[int, int]:
    """In how many pairs a strategy wins more than half of its games, and in how many less, beyond chance at 95 %."""
    above = below = 0
    for other in range(STRATEGIES):
        if other != strategy:
            wins, ties = int(found.wins[strategy, other]), int(found.ties[strategy, other])
            low, high = score_interval(wins, ties, found.games)
            above += int(low > 0.5)
            below += int(high < 0.5)
    return above, below


def _ring(strategy: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        above, below = favoured(matrix(lab, "final"), strategy)
        return Exact("yes" if above and below else "no", f"favoured in {above} pairs, unfavoured in {below}, at 95 %")

    what = f"{NAMES[strategy]} is favoured in one pair and unfavoured in one"
    return Claim("No strategy is best", what, "yes", "verdict", ours, note="what the source aimed for")


# --- the adaptive player ----------------------------------------------------------------------------------------------


def adaptive_rate(lab: Lab, strategy: str) -> Rate:
    """What the adaptive player wins against a strategy at the final stage."""
    tally = lab.play("boundary", "adaptive", strategy, games=ADAPTIVE_GAMES, settings=dict(STAGES["final"]))
    by_player, _, _ = tally.outcomes()
    return Rate(by_player[0]["win"], by_player[0]["tie"], tally.games)


def _adaptive(against: str, hundredths: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        return adaptive_rate(lab, TITLES[against])

    what = f"adaptive over {TITLES[against]}"
    note = "the source's table of replies was out of date; ours comes from the measured matrix and from looking ahead"
    return Claim("Table 5", what, hundredths / 100, "rate", ours, tolerance=ROUNDED, note=note)


def _above_half(against: str) -> Claim:
    def ours(lab: Lab) -> Finding:
        found = adaptive_rate(lab, TITLES[against])
        low, high = score_interval(found.wins, found.ties, found.games)
        share = rate(found.wins, found.ties, found.games)
        return Exact("yes" if share > 0.5 else "no", f"{share:.1%} ({low:.1%} to {high:.1%}) of {found.games} games")

    what = f"adaptive wins more than half against {TITLES[against]}"
    return Claim("Beyond the source", what, "yes", "verdict", ours, note="our own bar: the source's did not")


def lower_bound(found: list[Rate]) -> tuple[float, float]:
    """The mean of rates and the lower end of its 95 % interval; a tie is half a win."""
    shares = [rate(one.wins, one.ties, one.games) for one in found]
    variance = 0.0
    for one, share in zip(found, shares, strict=True):
        losses = one.games - one.wins - one.ties
        squares = one.wins * (1 - share) ** 2 + one.ties * (0.5 - share) ** 2 + losses * share**2
        variance += squares / one.games**2
    mean = sum(shares) / len(shares)
    return mean, mean - Z_95 * math.sqrt(variance) / len(shares)


def _mean(lab: Lab) -> Finding:
    mean, low = lower_bound([adaptive_rate(lab, TITLES[title]) for title in ADAPTIVE])
    return Exact("yes" if low > MEAN_BAR else "no", f"mean {mean:.1%}, lower end of its 95 % interval {low:.1%}")


REPRODUCTION = Reproduction(
    source="boundary",
    title="Boundary: which strategy beats which, and an opponent that reads you",
    citation="R. Brown, Development of a Novel Game with Adaptive Learning Agents, 2013, chapter 4",
    claims=(
        *(claim for table in TABLES for claim in _pairs(table)),
        *(_adaptive(against, hundredths) for against, hundredths in ADAPTIVE.items()),
        *(_ring(strategy) for strategy in range(STRATEGIES)),
        *(_above_half(against) for against in ADAPTIVE),
        Claim(
            "Beyond the source",
            f"adaptive's mean rate over the six is above {MEAN_BAR:.0%} at 95 %",
            "yes",
            "verdict",
            _mean,
            note="our own bar",
        ),
    ),
)
