"""The general learner against a slow twin with numerical gradients, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludarium.engine import NotSuited
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.learning import Hyperparameters, Learner, Rule, converge

GAME = load("tic-tac-toe")
CELLS = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
SMALL = Hyperparameters(rate=0.1, fade=0.7, hidden=4)


def output(weights: np.ndarray, hidden: int, inputs: np.ndarray) -> float:
    """The network as one list of weights."""
    first = weights[: 11 * hidden].reshape(11, hidden)
    units = 1 / (1 + np.exp(-(np.append(inputs, 1.0) @ first)))
    return float(1 / (1 + np.exp(-(np.append(units, 1.0) @ weights[11 * hidden :]))))


def slope(weights: np.ndarray, hidden: int, inputs: np.ndarray) -> np.ndarray:
    """The gradient, by small steps."""
    steps = np.eye(len(weights)) * 1e-6
    return np.array([(output(weights + s, hidden, inputs) - output(weights - s, hidden, inputs)) / 2e-6 for s in steps])


def inputs_of(moves: tuple[str, ...]) -> list[np.ndarray]:
    """The positions of a game as the source describes them: 1, -1 and 0, and whose turn it is."""
    seen, board = [], np.zeros(9)
    for number, move in enumerate(moves):
        board[CELLS.index(move)] = 1 - 2 * (number % 2)
        seen.append(np.append(board, -1.0 if number % 2 == 0 else 1.0))
    return seen


def weights_of(learner: Learner) -> np.ndarray:
    return np.concatenate([learner.net.first.ravel(), learner.net.second]).copy()


def expected(weights: np.ndarray, rule: Rule, seen: list[np.ndarray], result: float) -> np.ndarray:
    """The weights after a game, by the rules as they are printed."""
    rate, fade, hidden, last = SMALL.rate, SMALL.fade, SMALL.hidden, len(seen) - 1
    now = weights.copy()
    if rule == Rule.TD:
        trace = np.zeros_like(now)
        for t, inputs in enumerate(seen):
            trace = fade * trace + slope(now, hidden, inputs)
            target = result if t == last else output(now, hidden, seen[t + 1])
            now = now + rate * (target - output(now, hidden, inputs)) * trace
        return now
    ys = [output(weights, hidden, inputs) for inputs in seen]
    slopes = [slope(weights, hidden, inputs) for inputs in seen]
    for t in range(len(seen)):
        if rule == Rule.ALL:
            now += rate * (result - ys[t]) * sum(fade ** (t - k) * slopes[k] for k in range(t + 1))
        elif rule == Rule.EACH:
            now += rate * fade ** (last - t) * (result - ys[t]) * slopes[t]
        else:
            now += rate * fade ** (last - t) * (result - ys[last]) * slopes[t]
    return now


@pytest.mark.parametrize("rule", list(Rule))
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_changes_the_weights_as_the_rule_says(rule: Rule, seed: int) -> None:
    learner = Learner(GAME, replace(SMALL, rule=rule), seed)
    before, game = weights_of(learner), learner.show()
    assert np.array_equal(weights_of(learner), before)
    learner.learn(1)
    if rule == Rule.TD:  # learning on the way may change what is played
        again = Learner(GAME, replace(SMALL, rule=rule, rate=1e-9), seed)
        again.learn(1)
        moved = (weights_of(again) - before) / 1e-9 * SMALL.rate
        first_order = expected(before, rule, inputs_of(game.moves), game.result) - before
        assert np.abs(moved - first_order).max() < 0.05 * np.abs(first_order).max()
    else:
        wanted = expected(before, rule, inputs_of(game.moves), game.result)
        assert np.abs(weights_of(learner) - wanted).max() < 1e-6


def test_moves_are_the_best_after_the_worst_reply() -> None:
    learner = Learner(GAME, SMALL, 3)
    weights, position = weights_of(learner), GAME.start(0)
    played: list[str] = []
    for move in learner.show().moves:
        side = 1 if len(played) % 2 == 0 else -1
        values = {}
        for own in position.moves():
            after = position.play(own)
            lines = [[*played, own.text]] if after.over else [[*played, own.text, r.text] for r in after.moves()]
            values[own.text] = min(side * output(weights, 4, inputs_of(tuple(line))[-1]) for line in lines)
        assert values[move] == pytest.approx(max(values.values()))
        played.append(move)
        position = position.play(move)


def test_noise_makes_games_differ_and_hangs_on_the_seed() -> None:
    noisy = replace(SMALL, noise=0.3)
    one, same, other = (Learner(GAME, noisy, seed) for seed in (1, 1, 2))
    for learner in (one, same, other):
        learner.learn(20)
    assert np.array_equal(weights_of(one), weights_of(same))
    assert not np.array_equal(weights_of(one), weights_of(other))


@pytest.mark.skipif(not JIT_ENABLED, reason="3,000 games take minutes with the compiler off")
def test_a_learner_converges() -> None:
    found = converge(GAME, Hyperparameters(), 1, most=3000)
    assert found.converged
    assert found.games % 1000 == 0
    assert found.to_tie is None or found.to_tie >= found.games


def test_a_learner_is_given_up() -> None:
    assert not converge(GAME, Hyperparameters(rate=5.0), 1, most=1, apart=1).converged


@pytest.mark.parametrize("name", ["pig", "kuhn-poker", "goofspiel"])
def test_games_with_dice_or_secrets_are_refused(name: str) -> None:
    with pytest.raises(NotSuited, match="cannot be learnt so"):
        Learner(load(name), SMALL, 1)
