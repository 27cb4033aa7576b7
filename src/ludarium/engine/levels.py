"""Opponents as people choose them: by character and strength."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludarium.engine.game import Game


@dataclass(frozen=True)
class Level:
    """One opponent. Strength goes from 1 (anybody wins) to 5 (the best there is) and orders the players of one game.

    Where players have met, the order is the measured one; the games' pages have the figures.
    """

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
