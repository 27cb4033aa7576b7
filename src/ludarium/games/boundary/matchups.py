"""Which strategy beats which: the measured matrix, and the file that the adaptive player takes its replies from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.engine import Game, LudariumError, derive
from ludarium.games.boundary.strategies.names import NAMES, STRATEGIES
from ludarium.games.boundary.strategies.readings import AS_DECIDED, Reading, options_of
from ludarium.games.boundary.strategies.turns import play_games, play_games_by

FORMAT = 1
FILE = "matchups.json"
"""The matrix of the current rules, beside this module: made by `ludarium boundary matrix --save`."""


class BadMatchups(LudariumError):
    """A file of matchups that cannot be read."""


@dataclass
class Matchups:
    """Games won and tied between the six strategies. `wins[a, b]` counts the games that a won against b."""

    wins: Any
    ties: Any
    """Symmetric."""
    turns: Any
    """Mean length of the games of a pair, in turns; symmetric."""
    games: int
    """Of each pair."""
    seed: int
    settings: dict[str, Any]
    reading: Reading = AS_DECIDED
    """How the strategies were read, all six alike."""

    def rate(self, strategy: int, against: int) -> float:
        """The share of games won; a tie is half a game."""
        return float(self.wins[strategy, against] + self.ties[strategy, against] / 2) / self.games

    def reply(self, against: int) -> int:
        """The strategy with the best measured rate against another; against itself every strategy has one half."""
        rates = [0.5 if own == against else self.rate(own, against) for own in range(STRATEGIES)]
        return int(np.argmax(rates))

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits of the settings, to tell whether a matrix belongs to a game."""
        return digest_of(self.settings)

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "strategies": list(NAMES),
            "games": self.games,
            "seed": self.seed,
            "settings": self.settings,
            "digest": self.digest,
            **({"reading": options_of(self.reading)} if self.reading != AS_DECIDED else {}),
            "wins": self.wins.tolist(),
            "ties": self.ties.tolist(),
            "turns": [[round(float(turns), 2) for turns in row] for row in self.turns],
        }

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(self.to_json(), indent=2) + "\n", encoding="utf-8")

    @classmethod
    def from_json(cls, data: Any, name: str) -> Matchups:
        try:
            if data["format"] != FORMAT or data["strategies"] != list(NAMES):
                raise BadMatchups(f"{name}: expected format {FORMAT} with the strategies {', '.join(NAMES)}")
            wins, ties = np.array(data["wins"], np.int64), np.array(data["ties"], np.int64)
            turns = np.array(data["turns"], np.float64)
            games, seed, settings = int(data["games"]), int(data["seed"]), dict(data["settings"])
        except (KeyError, TypeError, ValueError) as error:
            raise BadMatchups(
                f"{name} is no matrix of matchups: {error!r}; make one", remedy="command boundary matrix"
            ) from None
        if wins.shape != (STRATEGIES, STRATEGIES) or ties.shape != wins.shape or games < 1:
            raise BadMatchups(f"{name}: expected {STRATEGIES} × {STRATEGIES} wins and ties, and at least 1 game")
        return cls(wins, ties, turns, games, seed, settings)


def digest_of(settings: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:8]


def stored() -> Matchups:
    """The matrix that comes with the package."""
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    return Matchups.from_json(json.loads(text), FILE)


def stored_path() -> Path:
    """Where `--save` writes the matrix that comes with the package."""
    return Path(__file__).with_name(FILE)


def measure(
    game: Game,
    *,
    games: int,
    seed: int,
    reading: Reading = AS_DECIDED,
    advance: Callable[[int], object] = lambda done: None,
    batch: int = 20,
) -> Matchups:
    """Play every pair of strategies. Each start is played twice with the seats swapped, where `games` is even."""
    if reading == AS_DECIDED:
        door = game.bound.binder.bind(play_games)
    else:
        door = partial(game.bound.binder.bind(play_games_by), (reading, reading))
    states = game.bound.states(2)
    states[0] = game.blank_states(0)[0]
    wins, ties = np.zeros((STRATEGIES, STRATEGIES), np.int64), np.zeros((STRATEGIES, STRATEGIES), np.int64)
    turns = np.zeros((STRATEGIES, STRATEGIES))
    for first in range(STRATEGIES):
        for second in range(first + 1, STRATEGIES):
            seeds = np.array([derive(seed, "matrix", first, second, number // 2) for number in range(games)], np.uint64)
            line_ups = np.array([(first, second) if number % 2 == 0 else (second, first) for number in range(games)])
            points, lengths = np.zeros((games, 2)), np.zeros(games, np.int64)
            for begun in range(0, games, batch):
                part = slice(begun, begun + batch)
                door(states, seeds[part], line_ups[part], points[part], lengths[part])
                advance(len(seeds[part]))
            first_points = np.where(line_ups[:, 0] == first, points[:, 0], points[:, 1])
            second_points = points.sum(axis=1) - first_points
            wins[first, second] = int((first_points > second_points).sum())
            wins[second, first] = int((first_points < second_points).sum())
            ties[first, second] = ties[second, first] = games - wins[first, second] - wins[second, first]
            turns[first, second] = turns[second, first] = lengths.mean()
    return Matchups(wins, ties, turns, games, seed, dict(game.settings), reading)
