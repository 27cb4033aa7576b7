"""A second a move, as a number of iterations or nodes.

Time itself cannot be a budget: the same run would find other games on another machine, or beside other work. So it is
measured how much a search does in that time here and now, and the number is what is told, kept and repeated.
"""

from __future__ import annotations

import time

from ludarium.design.selfplay import game_seeds, play
from ludarium.engine.errors import LudariumError
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet

EXAMPLE = "8x8 reversi most-men"
"""The game by which a run's budget is measured, whatever its candidates are."""
_ENOUGH = 0.25
"""Seconds of play that are enough to measure by."""


def budget_for(seconds: float, *, rules: RuleSet | None = None, player: str = "mcts") -> int:
    """How many iterations or nodes a search does in so many seconds of one core, from whole games of itself."""
    if not 0 < seconds <= 3600:
        raise LudariumError(f"{seconds:g} seconds a move: expected more than 0 and at most 3600")
    game, seeds, budget = RuleSetGame(rules or RuleSet.read(EXAMPLE)), game_seeds(0, 1), 8
    play(game, seeds, budget, player=player)  # compiles
    while True:
        begun = time.process_time()
        played = play(game, seeds, budget, player=player)
        spent = time.process_time() - begun
        decided = int((played.choices > 1).sum())
        if spent >= _ENOUGH or spent >= decided * seconds:
            return max(1, round(budget * decided * seconds / spent))
        budget *= 4
