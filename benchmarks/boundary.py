"""Boundary: whole games between the basic strategies, and the compiled rules beside the slow reference of the tests.

One thread; CPU time is counted, so that a busy machine does not count. The reference plays only some turns: it is slow.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np
from tests.games.boundary.reference import Field

from ludarium.engine import Position
from ludarium.engine.kernels.rng import generator
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.matchups import measure
from ludarium.games.boundary.state import HUNDREDTHS, SEATS
from ludarium.games.boundary.strategies.names import STRATEGIES

SEED = 1
WANTED = 10
"""Complete games a second between basic strategies that must be reached on one core."""


def strategies_rate(game: Boundary, games: int) -> float:
    """Complete games a second between the basic strategies, all pairs equally often."""
    measure(game, games=1, seed=SEED)  # compiles, or loads from the cache
    begun = time.process_time()
    measure(game, games=games, seed=SEED)
    return games * STRATEGIES * (STRATEGIES - 1) / 2 / (time.process_time() - begun)


def compiled_rate(game: Boundary, games: int) -> tuple[float, float]:
    """Games a second of the compiled rules, and turns a second."""
    bound = game.bound
    states, source, moves = bound.states(2), generator(SEED), bound.moves()
    states[0] = game.start(SEED).state
    bound.playouts(states, source, moves, 1)  # compiles, or loads from the cache
    decisions, begun = 0, time.process_time()
    for number in range(games):
        states[0] = game.start(SEED + number).state
        decisions += int(bound.playouts(states, source, moves, 1))
    seconds = time.process_time() - begun
    return games / seconds, decisions / SEATS / seconds


def turn_rates(game: Boundary, turns: int) -> tuple[float, float]:
    """Turns a second of the compiled rules, called one by one from Python, and of the reference, for the same turns."""
    chooser = random.Random(SEED)
    fast = slow = 0.0
    position, seed = game.start(SEED), SEED
    for _ in range(turns):
        if position.over:
            seed += 1
            position = game.start(seed)
        plans = [chooser.choice(position.moves(seat)) for seat in range(SEATS)]
        reference = Field.of(position.state, game.settings)
        targets = {}
        for team, piece in reference.places:
            x, y = np.asarray(plans[team].value)[2 * piece : 2 * piece + 2] / HUNDREDTHS
            targets[team, piece] = (float(x), float(y))
        begun = time.process_time()
        for _ in reference.turn(targets):
            pass
        slow += time.process_time() - begun
        waiting = position.play(plans[0], 0)
        begun = time.process_time()
        position = waiting.play(plans[1], 1)
        fast += time.process_time() - begun
        check_same(position, reference)
    return turns / fast, turns / slow


def check_same(position: Position, reference: Field) -> None:
    """A comparison of speed is worth nothing unless both do the same."""
    if Field.of(position.state, reference.settings).facts()[1:] != reference.facts()[1:]:
        raise SystemExit(f"the rules and the reference differ in {position.text}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games of the compiled rules")
    parser.add_argument("--pairs", type=int, default=20, metavar="N", help="games of each pair of strategies")
    parser.add_argument("--turns", type=int, default=20, metavar="N", help="turns of the reference")
    options = parser.parse_args()
    game = Boundary()
    played = strategies_rate(game, options.pairs)
    print(f"basic strategies: {played:,.1f} complete games a second on one core; {WANTED} are wanted")
    games, turns = compiled_rate(game, options.games)
    print(f"compiled rules, random proposals: {games:,.1f} games and {turns:,.0f} turns a second on one core")
    _, slow = turn_rates(game, options.turns)
    print(f"slow reference: {slow:,.2f} turns a second; the compiled rules are {turns / slow:,.0f} times as fast")


if __name__ == "__main__":
    main()
