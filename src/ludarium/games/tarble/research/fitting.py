"""A network is fitted to lessons: many passes over all of them, in small batches, by Adam (Kingma and Ba 2015).

The error is the cross entropy, as in `learning`. Everything is compiled and in a fixed order, so that the same lessons
give the same network, bit for bit.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.games.tarble.network import MOST_ACTIVE, RICH_ROWS, Reader, all_inputs, bent, chance_of
from ludarium.games.tarble.rules import BLUE

BATCH = 256
_KEEP, _KEEP_SQUARES = np.float32(0.9), np.float32(0.999)
"""How much of the mean gradient, and of its mean square, stays from batch to batch."""
_LEAST = np.float32(1e-8)
_LAST = 0.02
"""The part of α that is left at the end."""


@kernel
def fit(reader: Reader, lessons: Any, order: Any, rate: float) -> None:
    """Move the weights towards the aims of the lessons, which `order` names batch by batch; α falls evenly."""
    weights, output, units = reader.weights, reader.output, reader.units
    size = units.shape[0]
    rich = weights.shape[0] == RICH_ROWS
    rows, amounts, counts = inputs_of(lessons, rich)
    slope, mean, square = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights)
    out_slope, out_mean, out_square = np.zeros_like(output), np.zeros_like(output), np.zeros_like(output)
    batches = order.shape[0] // BATCH
    kept, kept_squares = 1.0, 1.0
    for batch in range(batches):
        slope[:] = 0
        out_slope[:] = 0
        for place in range(batch * BATCH, (batch + 1) * BATCH):
            index = order[place]
            for unit in range(size):
                units[unit] = np.float32(0.0)
            for given in range(counts[index]):
                row, amount = rows[index, given], amounts[index, given]
                for unit in range(size):
                    units[unit] += amount * weights[row, unit]
            odds = output[size]
            for unit in range(size):
                units[unit] = bent(units[unit])
                odds += units[unit] * output[unit]
            aim = lessons[index].aim
            if rich and lessons[index].seat == BLUE:
                aim = 1 - aim  # a rich network speaks of the side to move
            error = np.float32((chance_of(odds) - aim) / BATCH)
            out_slope[size] += error
            for unit in range(size):
                held = units[unit]
                out_slope[unit] += error * held
                units[unit] = error * output[unit] * (np.float32(1.0) - held * held)
            for given in range(counts[index]):
                row, amount = rows[index, given], amounts[index, given]
                for unit in range(size):
                    slope[row, unit] += amount * units[unit]
        kept *= float(_KEEP)
        kept_squares *= float(_KEEP_SQUARES)
        step = rate * (_LAST + 1 - (batch + 1) / batches) * math.sqrt(1 - kept_squares) / (1 - kept)
        least = _LEAST * np.float32(math.sqrt(1 - kept_squares))
        for row in range(weights.shape[0]):
            descend(weights[row], slope[row], mean[row], square[row], np.float32(step), least)
        descend(output, out_slope, out_mean, out_square, np.float32(step), least)


@kernel
def inputs_of(lessons: Any, rich: bool) -> Any:
    """The inputs of all lessons that are not zero: `(rows, amounts, counts)`."""
    count = lessons.shape[0]
    rows, amounts = np.empty((count, MOST_ACTIVE), np.int16), np.empty((count, MOST_ACTIVE), np.float32)
    counts = np.empty(count, np.int16)
    for index in range(count):
        given = lessons[index]
        red, blue = int(given.points[0]), int(given.points[1])
        counts[index] = all_inputs(
            rich,
            given.pieces,
            red,
            blue,
            int(given.seat),
            int(given.gone),
            int(given.left),
            rows[index],
            amounts[index],
        )
    return rows, amounts, counts


@kernel
def descend(values: Any, slope: Any, mean: Any, square: Any, step: Any, least: Any) -> None:
    for place in range(values.shape[0]):
        mean[place] = _KEEP * mean[place] + (np.float32(1.0) - _KEEP) * slope[place]
        square[place] = _KEEP_SQUARES * square[place] + (np.float32(1.0) - _KEEP_SQUARES) * slope[place] * slope[place]
        values[place] -= step * mean[place] / (np.sqrt(square[place]) + least)
