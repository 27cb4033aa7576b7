"""Where the champion's numbers come from: tunes the weights of its policy, then fits its estimate of chances to win.

Run by `python -m benchmarks.colonizers_weights`; takes some minutes. The policy is tuned by the cross-entropy method in
two steps, against the heuristic and then against what came out of the first step, two and two at a table. The estimate
is a multinomial logistic regression on round starts of games between four such policies with some random moves. The
numbers in `shrewd.py` and `standing.py` came from this procedure, begun with rounder numbers; a new run finds others
that play alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.optimize import minimize

from ludarium.arena.run.batches import CompiledTable
from ludarium.engine import Player, below, kernel
from ludarium.engine.kernels.rng import generator, next_bits
from ludarium.engine.slots import apply, legal, result, start, to_move
from ludarium.games import load
from ludarium.games.colonizers.players.heuristic import Heuristic
from ludarium.games.colonizers.players.shrewd import WEIGHTS, shrewd_choice
from ludarium.games.colonizers.players.standing import SEAT_FEATURES, describe, fullest

GAME = load("colonizers")
SEATINGS = np.array([[0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 1, 0], [1, 1, 0, 0]])
GENERATIONS, CANDIDATES, ELITE, GAMES = 10, 40, 10, 3_000
FITTED_GAMES, CARELESS = 20_000, 8


@kernel
def noted_weights(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    """The policy with weights that come as notes."""
    return shrewd_choice(state, seat, notes)


class Candidate(Player):
    """The shrewd policy with weights of its own."""

    name = "candidate"
    policy = noted_weights

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        self._weights = tuple(int(weight) for weight in weights)

    def notes(self) -> Sequence[int]:
        return self._weights


def first_places(weights: Any, opponent: Player, games: int, seed: int) -> float:
    """The share of first places that two candidates take from two opponents."""
    table = CompiledTable(GAME, [Candidate(weights), opponent])
    draw = np.random.default_rng(seed)
    seeds = draw.integers(1, 2**62, games // 6).astype(np.uint64).repeat(6)
    line_ups = np.tile(SEATINGS, (games // 6, 1))
    points = table.play(seeds, line_ups).points
    finished = points.max(axis=1) > 0
    winners = line_ups[np.arange(len(line_ups)), points.argmax(axis=1)]
    return float(((winners == 0) & finished).sum() / finished.sum())


def tune(begin: Any, spread: float, opponent: Player, seed: int) -> Any:
    """The cross-entropy method: draw candidates, keep a quarter, draw again around those."""
    draw = np.random.default_rng(seed)
    centre, width = begin.astype(float), np.maximum(15.0, np.abs(begin) * spread)
    for generation in range(GENERATIONS):
        drawn = np.rint(centre + width * draw.standard_normal((CANDIDATES, len(centre)))).astype(np.int64)
        shares = [first_places(weights, opponent, GAMES, 1_000 * seed + generation) for weights in drawn]
        elite = drawn[np.argsort(shares)[::-1][:ELITE]]
        centre = 0.3 * centre + 0.7 * elite.mean(axis=0)
        width = 0.3 * width + 0.7 * elite.std(axis=0) + 1.0
        print(f"generation {generation + 1}: best {max(shares):.1%}, median {np.median(shares):.1%}", flush=True)
    return np.rint(centre).astype(np.int64)


@kernel
def collect(
    states: Any, moves: Any, source: Any, weights: Any, features: Any, winners: Any, points: Any, games: int
) -> int:
    """Play games and describe about every other start of a round; returns how many were described."""
    found = 0
    for _ in range(games):
        states[1] = states[0]
        state = states[1]
        state.rng = next_bits(source[0])
        start(state)
        first, rounds = found, int(state.rounds)
        seat = to_move(state)
        while seat >= 0:
            if int(state.rounds) != rounds:
                rounds = int(state.rounds)
                if found < features.shape[0] and below(source[0], 2) == 0:
                    for own in range(features.shape[1]):
                        describe(state, own, fullest(state), features[found, own])
                    found += 1
            if below(source[0], 100) < CARELESS:
                move = int(moves[below(source[0], legal(state, seat, moves))])
            else:
                move = shrewd_choice(state, seat, weights)
            apply(state, seat, move)
            seat = to_move(state)
        result(state, points)
        winner = 0
        for own in range(features.shape[1]):
            if points[own] > points[winner]:
                winner = own
        for row in range(first, found):
            winners[row] = winner
    return found


def fit(weights: Any, games: int, seed: int) -> tuple[Any, float]:
    """The weights of the estimate, and its mean log loss on a tenth of the round starts that were left out."""
    rules = GAME.bound
    states, points = rules.states(2), np.zeros(8)
    states[0] = GAME.blank_states(0)[0]
    features, winners = np.zeros((9 * games, 4, SEAT_FEATURES)), np.zeros(9 * games, np.int64)
    collected = rules.binder.bind(collect)(
        states, rules.moves(), generator(seed), weights, features, winners, points, games
    )
    cut = int(0.9 * collected)

    def loss(estimate: Any, rows: slice) -> tuple[float, Any]:
        chances = np.exp(features[rows] @ estimate)
        chances /= chances.sum(axis=1, keepdims=True)
        winner = np.arange(len(chances)), winners[rows]
        mean = -np.log(chances[winner]).mean() + 1e-5 * (estimate @ estimate)
        chances[winner] -= 1
        return mean, np.einsum("ns,nsf->f", chances, features[rows]) / len(chances) + 2e-5 * estimate

    found = minimize(loss, np.zeros(SEAT_FEATURES), args=(slice(0, cut),), jac=True, method="L-BFGS-B")
    return found.x, float(loss(found.x, slice(cut, int(collected)))[0])


def main() -> None:
    first = tune(WEIGHTS, 0.4, Heuristic(), 1)
    print("against the heuristic:", first.tolist(), f"{first_places(first, Heuristic(), 12_000, 7):.1%}")
    second = tune(first, 0.3, Candidate(first), 2)
    print("against that:", second.tolist(), f"{first_places(second, Candidate(first), 12_000, 8):.1%}")
    estimate, log_loss = fit(second, FITTED_GAMES, 5)
    print("estimate:", [round(float(weight), 3) for weight in estimate], f"log loss {log_loss:.3f}")


if __name__ == "__main__":
    main()
