"""How fast a game is played and searched on this machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import generator
from ludarium.engine.player import Clock
from ludarium.players import make


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
    games, elapsed, plies = _random_games(game, seconds)
    search = "ismcts" if game.hidden or game.at_once else "mcts"
    simulations, spent = _grown(lambda count: _search(game, search, count), 100, seconds)
    return Speed(game.name, games / elapsed, plies / elapsed, search, simulations / spent)


def _random_games(game: Game, seconds: float) -> tuple[int, float, int]:
    rules = game.bound
    states, moves, source = rules.states(2), rules.moves(), generator(1)
    states[0] = game.start(0).state
    plies = 0

    def play(count: int) -> None:
        nonlocal plies
        plies = int(rules.playouts(states, source, moves, count))

    games, elapsed = _grown(play, 10, seconds)
    return games, elapsed, plies


def _search(game: Game, search: str, simulations: int) -> None:
    player = make(f"{search}:iterations={simulations}", game)
    position = game.start(0)
    seat = position.movers[0]
    player.begin(game, seat, 1)
    player.choose(position.view(seat), Clock())


def _grown(work: Callable[[int], None], count: int, seconds: float) -> tuple[int, float]:
    """Do ever more work until it takes long enough to be measured; the first, smallest piece warms up."""
    work(count)
    while True:
        started = perf_counter()
        work(count)
        elapsed = perf_counter() - started
        if elapsed >= seconds / 2:
            return count, elapsed
        count *= 2
