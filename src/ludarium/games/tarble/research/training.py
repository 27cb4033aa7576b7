"""Training a network of Tarble: rounds of games against itself, checkpoints, and its score against fixed opponents."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ludarium.engine import Match, derive
from ludarium.engine.errors import BadParameter
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import branches
from ludarium.engine.player import Player
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.research.fitting import fit
from ludarium.games.tarble.research.learning import (
    BROKEN_OFF,
    ERROR,
    LOG,
    MOVEMENTS,
    RED_WINS,
    TALLIES,
    TIES,
    TURNS,
    play_and_learn,
)
from ludarium.games.tarble.research.lessons import lessons_of
from ludarium.games.tarble.turns import doors

FORMS = ("single", "whole", "replies")
"""One movement ahead; whole turns; whole turns, and what the replies to them say."""
MOST_TURNS_LEARNT_FROM = 100
"""Turns after which a training game is broken off."""
BEAM, SEARCH_BEAM = 16, 8
"""Whole turns in training: after each movement so many of the best beginnings are gone on from; and in searches."""
MEMORY, PASSES = 400_000, 12
"""Lessons that are kept, the last ones, and how often each round goes through them."""


@dataclass(frozen=True)
class Hyperparameters:
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
        if self.form == "whole":
            note["beam"] = BEAM
        elif self.form == "replies":
            note |= {"beam": SEARCH_BEAM, "memory": MEMORY, "passes": PASSES}
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
    """A network in training.

    By single movements and whole turns it learns after every game, so that rounds of any length give the same network
    at a constant rate; from replies it learns at the end of a round.
    """

    def __init__(
        self, game: Game, network: Network, hyper: Hyperparameters, *, before: int = 0, workers: int | None = None
    ) -> None:
        """`before`: games that the network has learnt from earlier; the numbers of the games go on from there.

        `workers`: threads that search replies, by default one for each core; they find the same.
        """
        self.game, self.network, self.hyper = game, network, hyper
        self.games, self._before = 0, before
        self._seed = derive(hyper.seed, "training", hyper.form)
        self._workers = workers or os.cpu_count() or 1
        self._lessons: Any = np.zeros(0, LOG)

    def run(self, games: int) -> Round:
        """Play and learn from so many further games."""
        learn = self._learn_from_replies if self.hyper.form == "replies" else self._learn_from_results
        learn(0)  # compiles, which is not counted
        begun = time.process_time()
        tally = learn(games)
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

    def _seeds(self, games: int) -> Any:
        """Of so many further games."""
        return branches(self._seed, range(self._before + self.games, self._before + self.games + games))

    def _learn_from_results(self, games: int) -> Any:
        tally, _ = play_and_learn(
            self.game,
            self.network,
            self._seeds(games),
            beam=BEAM if self.hyper.form == "whole" else 0,
            most_turns=MOST_TURNS_LEARNT_FROM,
            rate=self.hyper.rate_at(self.games),
            fade=self.hyper.fade,
        )
        return tally

    def _learn_from_replies(self, games: int) -> Any:
        def noted(seed: int, most_turns: int = MOST_TURNS_LEARNT_FROM) -> tuple[Any, Any]:
            return lessons_of(self.game, self.network, seed, beam=SEARCH_BEAM, most_turns=most_turns)

        tally = np.zeros(TALLIES)
        noted(0, 0)  # compiles before the threads begin
        with ThreadPoolExecutor(self._workers) as pool:
            found = list(pool.map(noted, self._seeds(games)))
        for lessons, counted in found:
            counted[MOVEMENTS] = len(lessons)
            counted[ERROR] = float(np.sum((lessons["chance"] - lessons["aim"]) ** 2, dtype=np.float64))
            tally += counted
        self._lessons = np.concatenate([self._lessons, *(lessons for lessons, _ in found)])[-MEMORY:]
        random = np.random.default_rng(derive(self.hyper.seed, "passes", self._before + self.games))
        passes = [random.permutation(len(self._lessons)) for _ in range(PASSES if games else 0)]
        order = np.concatenate([np.zeros(0, np.int64), *passes])
        doors().bind(fit)(self.network.reader(), self._lessons, order, self.hyper.rate_at(self.games))
        return tally


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
