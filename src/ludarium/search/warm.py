"""Compiling everything a game needs, ahead of time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ludarium.engine.errors import NotSuited
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import generator
from ludarium.engine.position import SPECTATOR
from ludarium.search.alphabeta import alphabeta
from ludarium.search.budget import Budget
from ludarium.search.infoset import infoset_search
from ludarium.search.maxn import maxn
from ludarium.search.mcts import mcts
from ludarium.search.perft import perft
from ludarium.search.solver import grow, solve


def warm(game: Game) -> Iterator[str]:
    """Use every kernel of a game once, so that it stands in the compile cache; names each part when it is done."""
    position = game.start(0)
    seat = position.movers[0]
    view = position.view(seat)
    position.view(SPECTATOR)
    assert seat in view.movers
    view.moves()
    view.sample(1)
    after = position
    for mover in position.movers:
        after = after.play(position.moves(mover)[0], mover)
    game.read_position(position.text)
    game.scene(after.view(SPECTATOR), [position.view(SPECTATOR)])  # what is told of a move may need kernels, too
    yield "rules"
    states = game.bound.states(2)
    states[0] = position.state
    game.bound.playouts(states, generator(1), game.bound.moves(), 1)
    game.bound.result(states, 1, np.zeros(2 * game.seats))
    game.bound.reward(states, 1, np.zeros(2 * game.seats))
    yield "play-outs"
    little = Budget(iterations=8)
    small_table, large_table = np.zeros(8, np.uint64), np.zeros(32, np.uint64)
    searches: dict[str, Callable[[], object]] = {
        "perft": lambda: perft(position, 1),
        "minimax": lambda: alphabeta(view, little, 1, depth=1),
        "maxn": lambda: maxn(view, little, 1, depth=1, worlds=1),
        "mcts": lambda: mcts(view, little, 1, worlds=1),
        "ismcts": lambda: infoset_search(view, little, 1),
        "solver": lambda: (solve(position, limit=10), game.bound.binder.bind(grow)(small_table, large_table)),
    }
    for name, search in searches.items():
        try:
            search()
        except NotSuited:
            continue
        yield name


def warm_rules(game: Game) -> None:
    """Compile what a table needs of a game: no search."""
    for part in warm(game):
        if part == "play-outs":
            return
