"""How fast a game is played and searched on this machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import generator
from ludarium.search import Budget, SearchReport, infoset_search, mcts

_ITERATIONS = 5_000


@dataclass(frozen=True)
class Speed:
    """Figures by the second, one core, from the start position."""

    game: str
    random_games: float
    plies: float
    search: str
    simulations: float


def measure(game: Game, seconds: float) -> Speed:
    """Play random games, then search, for about so many seconds each; compiling is not counted."""
    games, plies, playing = _random_games(game, seconds)
    blind = game.hidden or game.at_once
    simulations, searching = _simulations(game, infoset_search if blind else mcts, seconds)
    return Speed(game.name, games / playing, plies / playing, "ismcts" if blind else "mcts", simulations / searching)


def _random_games(game: Game, seconds: float) -> tuple[int, int, float]:
    """Games, plies and seconds of random play."""
    rules = game.bound
    states, moves, source = rules.states(2), rules.moves(), generator(1)
    states[0] = game.start(0).state
    rules.playouts(states, source, moves, 1)  # compiles
    count = 1
    while True:
        started = perf_counter()
        plies = int(rules.playouts(states, source, moves, count))
        elapsed = perf_counter() - started
        if elapsed >= seconds / 2:
            return count, plies, elapsed
        count *= 2


def _simulations(game: Game, search: Callable[..., SearchReport], seconds: float) -> tuple[int, float]:
    """Simulations and seconds of repeated searches; one that has proved its move ends before its budget does."""
    position = game.start(0)
    view = position.view(position.movers[0])
    search(view, Budget(iterations=1), 0)  # compiles
    simulations, searches, started = 0, 0, perf_counter()
    while (elapsed := perf_counter() - started) < seconds:
        searches += 1
        simulations += search(view, Budget(iterations=_ITERATIONS), searches).iterations
    return simulations, elapsed
