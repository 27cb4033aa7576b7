"""Opponents as people choose them: by character and strength."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludarium.engine.game import Game

MEASURED = "opponents.json"
"""What was measured of a game's opponents, in the game's folder: name of the game → text of the player → `Standing`."""


@dataclass(frozen=True)
class Standing:
    """What was measured of an opponent: how strong it is among the opponents of its game, and how quick."""

    elo: float
    """On the Elo scale, relative to the mean of the game's opponents, with its 95 % interval."""
    low: float
    high: float
    games: int
    seconds: float
    """A decision, by the clock on the wall: the mean over whole games, on the machine that measured."""

    @property
    def margin(self) -> float:
        """How far the interval reaches to either side."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Level:
    """One opponent. Strength goes from 1 (anybody wins) to 5 (the best there is) and orders the players of one game."""

    text: str
    """The player, as `ludarium.players.make` reads it."""
    title: str
    character: str
    """One sentence about how it plays."""
    strength: int
    think: float
    """Seconds that a decision takes, roughly."""


BEGINNER = Level("random", "Novice", "Makes any legal move, all equally likely.", 1, 0.0)
_SEARCHES = (
    (30, "Quick glance", "Tries every idea a few times and goes by its first impression.", 2, 0.0),
    (300, "Casual player", "Thinks a little: sees what is near, misses what is far.", 3, 0.0),
    (3_000, "Serious player", "Plays thousands of games in its head before each move.", 4, 0.1),
    (20_000, "Deep thinker", "Takes its time and overlooks little.", 5, 0.5),
)


def searching_levels(search: str, most: int = 5) -> tuple[Level, ...]:
    """A tree search with growing budgets, weakest first, up to a strength."""
    return tuple(
        Level(f"{search}:iterations={iterations}", title, character, strength, think)
        for iterations, title, character, strength, think in _SEARCHES
        if strength <= most
    )


def usual_levels(game: Game) -> tuple[Level, ...]:
    """Opponents for a game that presents none of its own: the search that suits it, with growing budgets."""
    return (BEGINNER, *searching_levels("ismcts" if game.hidden or game.at_once else "mcts"))


@cache
def standings_of(home: str, game: str) -> Mapping[str, Standing]:
    """What was measured of a game's opponents, by their texts; nothing where the game's folder has no figures."""
    file = resources.files(home) / MEASURED if home else None
    if file is None or not file.is_file():
        return {}
    figures = json.loads(file.read_text(encoding="utf-8"))
    return {text: Standing(**row) for text, row in figures.get(game, {}).items()}
