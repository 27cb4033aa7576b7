"""What a game is like to play, from the games of its self-play, and the map of kinds of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ludarium.arena.metrics import estimates
from ludarium.arena.metrics.depth import Depth, Link, longest_chain
from ludarium.arena.metrics.estimates import Estimate
from ludarium.arena.metrics.measure import Metrics, measure
from ludarium.arena.metrics.overall import harmonic_mean, overall
from ludarium.arena.stats.results import LOSS, TIE, WIN, Scores, sample_of
from ludarium.design.deciding import GREEDY
from ludarium.design.selfplay import DRAW, SWING, Played, Stop, game_seeds, play
from ludarium.design.tracing import traces
from ludarium.engine.errors import UnknownName
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.games.rulesets.game import RuleSetGame

DEPTH_BUDGETS = (1, 2, 4)
DEPTH_GAMES = 40
"""Games of each step of the depth: few, since a search measures hundreds of games."""

_NOT_CHOSEN = {"scoring", "first-hybrid"}
"""Extras that are simply there; the others a player may use or not."""


# --- metrics ----------------------------------------------------------------------------------------------------------


def metrics_of(game: RuleSetGame, played: Played, seeds: Any) -> Metrics:
    """All metrics of the games played."""
    return measure(traces(game, played, seeds))


def depth_of(
    game: Game, budget: int, seed: int, *, games: int, player: str = "mcts", stop: Stop | None = None
) -> Depth:
    """How long doubling the thinking pays, in games inside compiled code."""
    links = []
    for step, (less, more) in enumerate(pairwise(DEPTH_BUDGETS)):
        seeds = game_seeds(derive(seed, "depth", step), games)
        played = play(game, seeds, (more * budget, less * budget), player=player, stop=stop)
        stronger, weaker = (player_text(player, factor * budget) for factor in (more, less))
        links.append(Link(stronger, weaker, rate_of(played)))
    ends: list[Callable[[Link], float]] = [
        lambda link: link.rate.value or 0.0,
        lambda link: link.rate.low or 0.0,
        lambda link: link.rate.high or 0.0,
    ]
    value, low, high = (longest_chain([end(link) for link in links]) for end in ends)
    return Depth(player_text(player, budget), DEPTH_BUDGETS, tuple(links), value, low, high)


def restricted_play(
    game: RuleSetGame, budget: int, seed: int, *, games: int, player: str = "mcts", stop: Stop | None = None
) -> dict[str, Estimate]:
    """The rates of restricted players against the full one: one that looks a single move ahead, and one that never
    makes use of the extras, where there are such that one may use or leave alone."""
    restrictions = {"looks one move ahead": ((GREEDY, budget), (False, False))}
    if set(game.rule_set.extras) - _NOT_CHOSEN:
        restrictions["uses no extras"] = (budget, budget), (True, False)
    return {
        name: rate_of(play(game, game_seeds(derive(seed, name), games), budgets, player=player, plain=plain, stop=stop))
        for name, (budgets, plain) in restrictions.items()
    }


def rate_of(played: Played) -> Estimate:
    """How often the player named first wins, a draw counted as half; it has the first seat in games of even number."""
    strata: list[dict[Scores, int]] = []
    for seat in range(2):
        endings = played.endings[seat::2]
        wins, ties = (int(np.count_nonzero(endings == ending)) for ending in (seat, DRAW))
        strata.append({(WIN,): wins, (TIE,): ties, (LOSS,): len(endings) - wins - ties})
    return estimates.rate_of(sample_of(strata))


def player_text(player: str, budget: int) -> str:
    """A search with a budget, as other commands name it."""
    if player == "quiescence":
        return f"minimax:iterations={budget},swing={SWING:g}"
    return f"{player}:iterations={budget}"


# --- the map ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Axis:
    """A metric cut into ranges; the last range has no end."""

    name: str
    title: str
    edges: tuple[float, ...]

    def range_of(self, value: float) -> int:
        return sum(value >= edge for edge in self.edges[1:])

    @property
    def labels(self) -> list[str]:
        ends = [f"{low:g}–{high:g}" for low, high in pairwise(self.edges)]
        return [*ends, f"{self.edges[-1]:g}+"]


AXES = {
    axis.name: axis
    for axis in (
        Axis("length", "plies of a game", (0, 8, 16, 24, 32, 48, 64, 96, 128, 192)),
        Axis("branching", "legal moves a decision", (0, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64)),
        Axis("drama", "drama", (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)),
        Axis("lead_changes", "lead changes a turn", (0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4)),
        Axis("decisiveness", "decisiveness", (0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9)),
        Axis("coverage", "share of the cells used", (0, 0.2, 0.4, 0.6, 0.8, 0.95)),
        Axis("agency", "decisions with a choice", (0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)),
    )
}
DEFAULT_AXES = ("length", "branching")


def the_axes(names: Sequence[str]) -> tuple[Axis, Axis]:
    """Two axes by their names."""
    for name in names:
        if name not in AXES:
            raise UnknownName("axis of a map", name, AXES, hint=f"there are {', '.join(AXES)}")
    across, up = names
    return AXES[across], AXES[up]


def cell_of(metrics: Metrics, axes: tuple[Axis, Axis]) -> str:
    """The cell of a map that a game belongs to, as `3:5`; empty where one of the metrics does not exist."""
    values = [getattr(metrics, axis.name).value for axis in axes]
    if any(value is None for value in values):
        return ""
    return ":".join(str(axis.range_of(value)) for axis, value in zip(axes, values, strict=True))


def quality_of(
    game: RuleSetGame,
    played: Played,
    seeds: Any,
    budget: int,
    seed: int,
    axes: tuple[Axis, Axis],
    floors: Mapping[str, float] | None = None,
    *,
    player: str = "mcts",
    stop: Stop | None = None,
) -> dict[str, Any]:
    """The metrics of a game, its cell of the map and its overall figure.

    The depth takes further games. They are spared where the game would stay below what `floors` has for its cell even
    if every step of the depth paid; then there is no overall figure.
    """
    metrics = metrics_of(game, played, seeds)
    cell = cell_of(metrics, axes)
    shown: dict[str, Any] = {"cell": cell, "metrics": plain(metrics)}
    without = overall(metrics, None)
    if without.closed:
        return {**shown, "overall": 0.0, "gates": list(without.closed), "depth": None}
    highest = harmonic_mean([*without.parts.values(), 1.0])
    if floors and cell in floors and highest <= floors[cell]:
        return {**shown, "overall": None, "at_most": highest, "gates": [], "depth": None}
    depth = depth_of(game, budget, seed, games=DEPTH_GAMES, player=player, stop=stop)
    value = overall(metrics, depth).value
    return {**shown, "overall": value, "gates": [], "depth": depth.to_dict()}


SHOWN = (
    *("length", "branching", "agency", "balance", "completion", "drawishness", "lead_changes", "drama"),
    *("decisiveness", "killer_moves", "permanence", "late_uncertainty", "coverage"),
)


def plain(metrics: Metrics) -> dict[str, float | None]:
    """The values alone, by name."""
    return {name: getattr(metrics, name).value for name in SHOWN}
