"""Until a learner has settled: two games without noise, so many games apart, are the same."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ludarium.engine.game import Game
from ludarium.learning.td import Hyperparameters, Learner, Played

APART = 1000
TIE = 0.5


@dataclass(frozen=True)
class Convergence:
    """How a learner settled, or that it did not."""

    hyper: Hyperparameters
    seed: int
    converged: bool
    """Whether two games in a row were the same."""
    games: int
    """How many had been learnt from then, or when it was given up."""
    seconds: float
    """Of the processor, until then."""
    last: Played
    """The game that it came to."""
    to_tie: int | None
    """Games until two in a row were the same and ties; None if that never was."""


def converge(
    game: Game, hyper: Hyperparameters, seed: int, *, most: int, apart: int = APART, until_tie: bool = True
) -> Convergence:
    """Learn until two games without noise, `apart` games from each other, are the same, or for `most` games; and on
    from there until such a game is a tie (`until_tie`)."""
    learner = Learner(game, hyper, seed)
    learner.learn(0)  # compiles, which is not counted
    begun = time.process_time()
    found: tuple[int, float, Played] | None = None
    before, now = None, learner.show()
    while learner.games < most and not (now == before and (now.result == TIE or not until_tie)):
        learner.learn(min(apart, most - learner.games))
        before, now = now, learner.show()
        if now == before and found is None:
            found = learner.games, time.process_time() - begun, now
    games, seconds, last = found or (learner.games, time.process_time() - begun, now)
    tied = learner.games if now == before and now.result == TIE else None
    return Convergence(hyper, seed, found is not None, games, seconds, last, tied)
