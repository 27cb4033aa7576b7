"""Lessons beside an exhaustive search, and fitting beside a slow twin."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium.engine import kernel
from ludarium.engine.kernels.rng import derive
from ludarium.games.tarble.board import CENTRE
from ludarium.games.tarble.lookahead import best_turns
from ludarium.games.tarble.network import chance_of
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.research.fitting import BATCH, fit
from ludarium.games.tarble.research.learning import LOG
from ludarium.games.tarble.research.lessons import lessons_of
from ludarium.games.tarble.rules import EMPTY, FACES, NEUTRAL, NOWHERE
from ludarium.games.tarble.turns import doors
from tests.games.tarble.judging import dense_inputs, pieces_of, small_network
from tests.games.tarble.positions import GAME


@kernel
def do_best_chance(states: Any, reader: Any) -> float:
    keys, paths, values = np.empty(1, np.uint64), np.empty(1, np.uint64), np.empty(1)
    best_turns(states, reader, keys, paths, values)
    return chance_of(values[0])


def best_chance(network: Network, lesson: Any, face: int) -> float:
    """Red's chance after the best of all turns with a face."""
    states = GAME.bound.states(1)
    state = states[0]
    state.pieces, state.points, state.seat = lesson.pieces, lesson.points, lesson.seat
    state.board[:] = EMPTY
    for side in range(2):
        cells = [int(cell) for cell in lesson.pieces[side] if cell != NOWHERE]
        state.count[side] = len(cells)
        state.board[cells] = side + 1
    if not lesson.gone:
        state.board[CENTRE] = NEUTRAL
    state.roll = state.left = face
    return float(doors().bind(do_best_chance)(states, network.reader()))


@pytest.mark.compiled  # every turn with every face
def test_aims_are_what_the_best_turns_are_worth() -> None:
    network = Network.load("champion")
    lessons, _ = lessons_of(GAME, network, derive(3, 0), beam=40, most_turns=6)
    missed = []
    for lesson in lessons:
        faces = range(1, FACES + 1) if lesson.left == 0 else [int(lesson.left)]
        exact = np.mean([best_chance(network, lesson, face) for face in faces])
        missed.append((exact - lesson.aim) * (1 - 2 * int(lesson.seat)))
    assert {0, 1} < {int(lesson.left) for lesson in lessons}
    assert min(missed) > -1e-4  # a beam finds nothing better than the best
    assert np.mean(missed) < 0.003


def test_fitting_is_adam_on_the_cross_entropy() -> None:
    network = small_network(5, rich=True, hidden=3)
    position = GAME.start(3)
    lessons = np.zeros(20, LOG)
    for number, lesson in enumerate(lessons.view(np.recarray)):
        position = position.play(position.moves()[number % len(position.moves())])
        state = position.state
        lesson.pieces, lesson.points, lesson.seat, lesson.left = state.pieces, state.points, state.seat, state.left
        lesson.gone = state.board[CENTRE] != NEUTRAL
        lesson.aim = 0.1 + 0.04 * number
    order = np.random.default_rng(1).integers(0, len(lessons), 3 * BATCH)
    wanted = slow_fit(network, lessons, order, 0.01)
    doors().bind(fit)(network.reader(), lessons, order, 0.01)
    assert network.weights == pytest.approx(wanted[0], abs=2e-4)
    assert network.output == pytest.approx(wanted[1], abs=2e-4)


def slow_fit(network: Network, lessons: Any, order: Any, rate: float) -> list[Any]:
    inputs = np.array(
        [
            dense_inputs(
                pieces_of(lesson),
                (int(lesson.points[0]), int(lesson.points[1])),
                int(lesson.seat),
                int(lesson.gone),
                int(lesson.left),
                rich=True,
            )
            for lesson in lessons.view(np.recarray)
        ]
    )
    aims = np.where(lessons["seat"] == 0, lessons["aim"], 1 - lessons["aim"])
    values = [network.weights.astype(np.float64), network.output.astype(np.float64)]
    means, squares = [0 * value for value in values], [0 * value for value in values]
    batches = len(order) // BATCH
    for batch in range(batches):
        chosen = order[batch * BATCH : (batch + 1) * BATCH]
        units = np.tanh(inputs[chosen] @ values[0])
        chances = 1 / (1 + np.exp(-(units @ values[1][:-1] + values[1][-1])))
        errors = (chances - aims[chosen]) / BATCH
        back = errors[:, None] * values[1][:-1] * (1 - units**2)
        slopes = [inputs[chosen].T @ back, np.append(errors @ units, errors.sum())]
        step = rate * (1.02 - (batch + 1) / batches)
        for which, slope in enumerate(slopes):
            means[which] = 0.9 * means[which] + 0.1 * slope
            squares[which] = 0.999 * squares[which] + 0.001 * slope**2
            mean, square = means[which] / (1 - 0.9 ** (batch + 1)), squares[which] / (1 - 0.999 ** (batch + 1))
            values[which] -= step * mean / (np.sqrt(square) + 1e-8)
    return values
