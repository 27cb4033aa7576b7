"""A proposal is played. Pure: the same settings and the same rule set give the same games, wherever and whenever."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.design.candidates import PROOFS, Evaluation, Proposal
from ludarium.design.quality import quality_of, the_axes
from ludarium.design.selfplay import ALL_COUNT, Played, Stop, game_seeds, play
from ludarium.design.settings import Settings
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.search.solver import Solver


def seed_of(settings: Settings, rules: RuleSet) -> int:
    """The seed of all that is played of a game in a run."""
    return derive(settings.seed, "game", rules.short_form)


def seeds_of(settings: Settings, rules: RuleSet, games: int | None = None) -> Any:
    """The seeds of the games that a candidate plays."""
    return game_seeds(seed_of(settings, rules), settings.games if games is None else games)


def evaluate(proposal: Proposal, settings: Settings, stop: Stop | None = None) -> Evaluation:
    """Prove the game if that is asked for and can be done, else let it be played."""
    game = RuleSetGame(proposal.rules)
    proof = prove(game, settings.solve)[0] if settings.solve else ""
    if proof:
        return Evaluation(nothing_played(settings.games), proof)
    seeds = seeds_of(settings, proposal.rules)
    most_lost = ALL_COUNT if proposal.most_lost is None else proposal.most_lost
    played = play(
        game, seeds, settings.budget, player=settings.player, most_lost=most_lost, risk=settings.risk, stop=stop
    )
    if settings.method != "map-elites":
        return Evaluation(played)
    quality = quality_of(
        game,
        played,
        seeds,
        settings.budget,
        seed_of(settings, proposal.rules),
        the_axes(settings.axes),
        proposal.elites,
        player=settings.player,
        stop=stop,
    )
    return Evaluation(played, quality=quality)


def prove(game: Game, limit: int) -> tuple[str, int]:
    """Who wins with perfect play, one of `PROOFS` or nothing where the solver does not find out; positions searched."""
    solution = Solver(game, limit).solve(game.start(0))
    if solution.value is None:
        return "", solution.positions
    return PROOFS[2] if solution.value == 0 else PROOFS[solution.seat ^ (solution.value < 0)], solution.positions


def nothing_played(planned: int) -> Played:
    return Played(planned, np.zeros(0, np.int8), np.zeros(0, np.int32), np.zeros(0, np.int64), np.zeros(0, np.int16))
