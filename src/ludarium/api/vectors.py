"""Many games at once, for learners."""

from __future__ import annotations

from ludarium.api.checks import checked
from ludarium.api.games import AnyGame, the_game
from ludarium.engine.errors import BadParameter
from ludarium.engine.vector import Vector


@checked
def vector(game: AnyGame, *, count: int, seed: int = 0, threads: int = 1) -> Vector:
    """Thousands of games that are stepped in one compiled call: `vector("reversi", count=4096)`.

    Args:
        game: A game, or its name; `ludarium.game` gives one with settings.
        count: How many games are played beside each other.
        seed: Decides all of them; each has a seed of its own.
        threads: How many share the work; the games are the same.

    Raises:
        NotSuited: The game's moves are no list.
    """
    played = the_game(game)
    try:
        return Vector(played, count, seed=seed, threads=threads)
    except MemoryError:
        raise BadParameter(f"{count:,} games of {played.name} need more memory than there is: give fewer") from None
