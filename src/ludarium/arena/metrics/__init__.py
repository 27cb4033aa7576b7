"""Metrics of games, from played games. `docs/metrics.md` has the formulas."""

from ludarium.arena.metrics.depth import Depth, Link, contest, strategic_depth
from ludarium.arena.metrics.estimates import Estimate
from ludarium.arena.metrics.lead import Evaluator
from ludarium.arena.metrics.measure import Metrics, measure
from ludarium.arena.metrics.overall import Overall, overall
from ludarium.arena.metrics.study import Study, default_player, study
from ludarium.arena.metrics.trace import GameTrace, Turn, trace, trace_moves

__all__ = [
    "Depth",
    "Estimate",
    "Evaluator",
    "GameTrace",
    "Link",
    "Metrics",
    "Overall",
    "Study",
    "Turn",
    "contest",
    "default_player",
    "measure",
    "overall",
    "strategic_depth",
    "study",
    "trace",
    "trace_moves",
]
