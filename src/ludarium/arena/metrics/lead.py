"""Who leads, and by how much: the fixed evaluator behind all metrics of the lead.

An evaluator gives each seat a value v between −1 and 1. The *lead* of seat s is half its distance to the best other,

    L_s = (v_s − max of v_o over all other seats o) / 2,

which is positive for one seat alone and lies between −1 and 1. Between two seats L_1 = −L_0, and where their values add
up to 0, as those of win and loss do, L_0 is the first seat's value itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.engine.errors import BadParameter
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import generator, split
from ludarium.engine.position import Position
from ludarium.engine.result import Result
from ludarium.engine.rules import playout
from ludarium.engine.slots import evaluate, result

PLAYOUTS = 64
"""Games played from a position to rate it, where the game has no evaluation of its own."""
PLAYOUTS_IN_PYTHON = 16
"""The same where the rules are never compiled: a played-out game takes a millisecond there, not a microsecond."""

_VALUES = {"win": 1, "tie": 0, "loss": -1}

Leads = tuple[float, ...]
"""By seat; empty in a game of one seat, where nobody can lead."""


@kernel
def rate_position(states: Any, rewards: Any) -> None:
    """The game's own estimate of the state in row 0."""
    evaluate(states[0], rewards)


@kernel
def play_to_the_end(states: Any, moves: Any, source: Any, points: Any) -> None:
    """Play the state in row 0 to its end in every other row, each time with other dice than the game's own."""
    for row in range(1, states.shape[0]):
        states[row] = states[0]
        states[row].rng = split(source[0])
        playout(states[row], moves, source[0])
        result(states[row], points[row])


def leads_of(values: Sequence[float]) -> Leads:
    """The leads that the seats' values mean."""
    if len(values) == 1:
        return ()
    return tuple((own - max(_without(values, seat))) / 2 for seat, own in enumerate(values))


def final_leads(outcome: Result) -> Leads:
    """The leads of a finished game: 1 for a winner and −1 for those who lost to it, 0 for seats that share the win."""
    return leads_of([_VALUES[outcome.outcome(seat)] for seat in range(len(outcome.points))])


class Evaluator:
    """Rates the positions of one game: by the game's own `evaluate`, or by playing on from there a number of times.

    It sees the whole position, hidden things included, but not the dice to come. A seat's value in played-out games is
    what it wins less what it loses: twice its rate less 1.
    """

    def __init__(self, game: Game, *, playouts: int | None = None) -> None:
        """`playouts` asks for that many played-out games even where the game has an evaluation of its own."""
        if playouts is not None and playouts < 1:
            raise BadParameter(f"{playouts} games played on from each position: give at least one")
        self.game = game
        own = "evaluate" in game.rules.kernels
        usual = PLAYOUTS_IN_PYTHON if game.rules.interpreted else PLAYOUTS
        self.playouts = playouts or (0 if own else usual)
        if self.playouts:
            self._play = game.bound.binder.bind(play_to_the_end)
        else:
            self._rate = game.bound.binder.bind(rate_position)

    @property
    def text(self) -> str:
        """How positions are rated, for reports."""
        if not self.playouts:
            return "the game's own evaluation of each position"
        policy = "the game's own play-out policy" if "playout_move" in self.game.rules.kernels else "random moves"
        return f"the mean result of {self.playouts} games played on from each position with {policy}"

    def leads(self, position: Position, seed: int) -> Leads:
        """Each seat's lead; `seed` decides the played-out games."""
        if self.game.seats == 1:
            return ()
        if position.over:
            return final_leads(position.result())
        return leads_of(self._by_playouts(position, seed) if self.playouts else self._by_evaluation(position))

    def _by_evaluation(self, position: Position) -> list[float]:
        states, rewards = self.game.bound.states(1), np.zeros(2 * self.game.seats)
        states[0] = position.state
        self._rate(states, rewards)
        values: list[float] = np.clip(rewards[: self.game.seats], -1.0, 1.0).tolist()
        return values

    def _by_playouts(self, position: Position, seed: int) -> list[float]:
        game, count = self.game, self.playouts
        states, points = game.bound.states(count + 1), np.zeros((count + 1, 2 * game.seats))
        states[0] = position.state
        self._play(states, game.bound.moves(), generator(seed), points)
        totals = [0] * game.seats
        for row in range(1, count + 1):
            outcome = game.rank(points[row, : game.seats].tolist(), states[row])
            for seat in range(game.seats):
                totals[seat] += _VALUES[outcome.outcome(seat)]
        return [total / count for total in totals]


def _without(values: Sequence[float], seat: int) -> list[float]:
    return [value for other, value in enumerate(values) if other != seat]
