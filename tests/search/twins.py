"""The searches once more, as slow and obvious as possible: plain recursion over `Position` objects.

No pruning, no tables, no stacks. A compiled search must come to the same values.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from ludarium.engine import Game, Position, derive, kernel
from ludarium.engine.position import View
from ludarium.engine.slots import evaluate
from ludarium.search import SearchReport
from ludarium.search.alphabeta import EXTENSION


@kernel
def do_evaluate(states: Any, row: int, rewards: Any) -> None:
    evaluate(states[row], rewards)


def rewards_of(position: Position) -> list[float]:
    """What each seat gets in a finished game, as searches see it."""
    buffer = np.zeros(2 * position.game.seats)
    position.game.bound.reward(_states_of(position), 0, buffer)
    return [float(value) for value in buffer[: position.game.seats]]


def evaluation_of(position: Position) -> list[float]:
    """The game's own estimate for each seat of a game that is not over."""
    buffer = np.zeros(2 * position.game.seats)
    position.game.bound.binder.bind(do_evaluate)(_states_of(position), 0, buffer)
    return [float(value) for value in buffer[: position.game.seats]]


def _states_of(position: Position) -> Any:
    states = position.game.bound.states(1)
    states[0] = position.state
    return states


def following(position: Position) -> list[Position]:
    """The positions after each move of the first seat that must decide, in the order of the moves."""
    seat = position.movers[0]
    return [position.play(move, seat) for move in position.moves(seat)]


def leaves(position: Position, depth: int) -> int:
    """How many positions lie so many plies ahead; a finished game is one."""
    if depth == 0 or position.over:
        return 1
    return sum(leaves(later, depth - 1) for later in following(position))


def decider(position: Position, me: int) -> int:
    """Who decides next in a search: of several movers at once the searching seat, whom the others answer."""
    return me if me in position.movers else position.movers[0]


Known = dict[tuple[bytes, int], float]


def paranoid(position: Position, me: int, depth: int, known: Known | None = None) -> float:
    """The value for one seat when everybody else plays against it; minimax between two.

    `known` spares the time for the same position at the same depth; it changes nothing.
    """
    if position.over:
        return rewards_of(position)[me]
    if depth == 0:
        return evaluation_of(position)[me]
    known = {} if known is None else known
    key = position.to_bytes(), depth
    if key not in known:
        seat = decider(position, me)
        values = [paranoid(later, me, depth - 1, known) for later in by_move(position, seat).values()]
        known[key] = max(values) if seat == me else min(values)
    return known[key]


def quiescent(position: Position, me: int, depth: int, swing: float, before: Position) -> float:
    """As `paranoid`, but a line that has come to its depth goes on while the last move changed the estimate by more
    than the swing."""
    if position.over:
        return rewards_of(position)[me]
    if depth <= 0:
        value = evaluation_of(position)[me]
        if depth == -EXTENSION or abs(value - evaluation_of(before)[me]) <= swing:
            return value
    seat = decider(position, me)
    values = [quiescent(later, me, depth - 1, swing, position) for later in by_move(position, seat).values()]
    return max(values) if seat == me else min(values)


def for_themselves(position: Position, me: int, depth: int) -> list[float]:
    """Everybody's value when each seat plays for itself and takes the first of its best moves."""
    if position.over:
        return rewards_of(position)
    if depth == 0:
        return evaluation_of(position)
    seat = decider(position, me)
    found = [for_themselves(later, me, depth - 1) for later in by_move(position, seat).values()]
    return max(found, key=lambda values: values[seat])


def by_move(position: Position, seat: int) -> dict[int, Position]:
    """The position after each move of a seat, by the move's number."""
    return {int(str(move.value)): position.play(move, seat) for move in position.moves(seat)}


class Oracle:
    """Who wins with perfect play, found by looking at every position that can be reached, each once."""

    def __init__(self) -> None:
        self.known: dict[bytes, int] = {}

    def value(self, position: Position) -> int:
        """1 when the first seat wins, -1 when the second does, 0 for a draw."""
        key = position.to_bytes()
        if key not in self.known:
            if position.over:
                first, second = position.result().points
                self.known[key] = (first > second) - (first < second)
            else:
                values = [self.value(later) for later in following(position)]
                self.known[key] = max(values) if position.movers[0] == 0 else min(values)
        return self.known[key]

    def for_mover(self, position: Position) -> int:
        """The same for the seat that must decide."""
        return self.value(position) if position.movers[0] == 0 else -self.value(position)


def sampled_worlds(view: View, seed: int, count: int) -> list[Position]:
    """The worlds that a search of this view with this seed looks into."""
    return [view.sample(derive(seed, "world", world)) for world in range(count)]


def findings(report: SearchReport) -> tuple[Any, ...]:
    """Everything in a report but the time it took."""
    return report.best, report.moves, report.iterations, report.figures


def random_positions(game: Game, count: int, seed: int, most_plies: int) -> Iterator[Position]:
    """Unfinished positions of random games, up to so many plies from the start."""
    draw = random.Random(seed)
    made = 0
    while made < count:
        position = game.start(draw.randrange(1 << 30))
        for _ in range(draw.randrange(most_plies + 1)):
            if position.over:
                break
            seat = position.movers[0]
            position = position.play(draw.choice(position.moves(seat)), seat)
        if not position.over:
            made += 1
            yield position
