"""Training a network of Tarble: rounds of games against itself, checkpoints, and its score against fixed opponents."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ludarium.engine import Match, derive
from ludarium.engine.errors import BadParameter
from ludarium.engine.game import Game
from ludarium.engine.player import Player
from ludarium.games.tarble.learning import (
    BROKEN_OFF,
    ERROR,
    LOG,
    MOVEMENTS,
    RED_WINS,
    REPLIES,
    SINGLE,
    TALLIES,
    TIES,
    TURNS,
    WHOLE,
    play_and_learn,
)
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.rules import FACES
from ludarium.games.tarble.turns import doors

FORMS = {"single": SINGLE, "whole": WHOLE, "replies": REPLIES}
MOST_TURNS_LEARNT_FROM = 100
"""Turns after which a training game is broken off."""
BEAM = 16
"""Whole turns in training: after each movement so many of the best beginnings are gone on from."""


@dataclass(frozen=True)
class Plan:
    """How to train."""

    form: str = "single"
    rate: float = 0.001
    """α: how far each error moves the weights."""
    last_rate: float | None = None
    """What α falls to, evenly over the training; by default it stays."""
    fade: float = 0.9
    """λ: how far a result reaches back."""
    games: int = 276_000
    seed: int = 0

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise BadParameter(f"turns={self.form}: expected single, whole or replies")

    def describe(self, games: int) -> dict[str, Any]:
        """What has been done after so many games, as a note for the network's file."""
        note = {**asdict(self), "games": games, "planned": self.games, "most_turns": MOST_TURNS_LEARNT_FROM}
        if self.form != "single":
            note["beam"] = BEAM
        return note

    def rate_at(self, games: int) -> float:
        """α after so many games."""
        last = self.rate if self.last_rate is None else self.last_rate
        return self.rate + (last - self.rate) * games / max(1, self.games)


@dataclass(frozen=True)
class Round:
    """What happened in some games of training."""

    games: int
    """Of the whole training up to the end of this round."""
    played: int
    turns: float
    movements: float
    """Means of a game."""
    error: float
    """The root of the mean squared difference between what the network thought and its targets."""
    red_wins: float
    ties: float
    broken_off: float
    """Shares of the games."""
    seconds: float
    """Of the processor."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class Trainer:
    """A network in training. Rounds of any length give the same network as one long round at a constant rate."""

    def __init__(self, game: Game, network: Network, plan: Plan, *, before: int = 0) -> None:
        """`before`: games that the network has learnt from earlier; the numbers of the games go on from there."""
        self.game, self.network, self.plan = game, network, plan
        self.games, self._before = 0, before
        self._seed = np.uint64(derive(plan.seed, "training", plan.form))
        self._reader = network.reader()
        self._states = game.bound.states(2 + 2 * BEAM + 1)
        self._log = np.zeros((MOST_TURNS_LEARNT_FROM + 1) * FACES, LOG)

    def run(self, games: int) -> Round:
        """Play and learn from so many further games."""
        tally = np.zeros(TALLIES)
        self._play(0, tally)  # compiles, which is not counted
        begun = time.process_time()
        self._play(games, tally)
        seconds = time.process_time() - begun
        self.games += games
        return Round(
            games=self.games,
            played=games,
            turns=float(tally[TURNS]) / max(1, games),
            movements=float(tally[MOVEMENTS]) / max(1, games),
            error=float(np.sqrt(tally[ERROR] / max(1.0, tally[MOVEMENTS]))),
            red_wins=float(tally[RED_WINS]) / max(1, games),
            ties=float(tally[TIES]) / max(1, games),
            broken_off=float(tally[BROKEN_OFF]) / max(1, games),
            seconds=seconds,
        )

    def _play(self, games: int, tally: Any) -> None:
        doors().bind(play_and_learn)(
            self._states,
            self._reader,
            self._log,
            self._seed,
            self._before + self.games,
            games,
            FORMS[self.plan.form],
            self.plan.rate_at(self.games),
            self.plan.fade,
            MOST_TURNS_LEARNT_FROM,
            BEAM,
            tally,
        )


def score_against(
    game: Game, make_learner: Callable[[], Player], make_opponent: Callable[[], Player], games: int, seed: int
) -> dict[str, int]:
    """Wins, ties and losses of a player in so many games, beginning in every other one."""
    counts = {"wins": 0, "ties": 0, "losses": 0}
    for number in range(games):
        seat = number % 2
        players: Sequence[Player] = (
            (make_learner(), make_opponent()) if seat == 0 else (make_opponent(), make_learner())
        )
        result = Match(game, players, seed=derive(seed, "score", number), strict=True).run().result
        assert result is not None
        mine, other = result.points[seat], result.points[1 - seat]
        counts["wins" if mine > other else "losses" if mine < other else "ties"] += 1
    return counts
