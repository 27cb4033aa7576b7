"""Metrics of games, from played games. `docs/metrics.md` has the formulas."""

from ludarium.arena.metrics.depth import Depth, Link, contest, strategic_depth
from ludarium.arena.metrics.estimates import Estimate
from ludarium.arena.metrics.lead import Evaluator
from ludarium.arena.metrics.measure import Metrics, measure
from ludarium.arena.metrics.measured import Measured, default_player, measured
from ludarium.arena.metrics.overall import Overall, overall
from ludarium.arena.metrics.trace import GameTrace, Turn, trace, trace_moves

__all__ = [
    "Depth",
    "Estimate",
    "Evaluator",
    "GameTrace",
    "Link",
    "Measured",
    "Metrics",
    "Overall",
    "Turn",
    "contest",
    "default_player",
    "measure",
    "measured",
    "overall",
    "strategic_depth",
    "trace",
    "trace_moves",
]
