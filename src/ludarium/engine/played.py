"""A game that is over, as one seat saw it: what a player may learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.engine.game import Game
from ludarium.engine.move import Move
from ludarium.engine.position import Position, View
from ludarium.engine.record import Record
from ludarium.engine.result import Result


@dataclass(frozen=True)
class Played:
    """What one seat saw of a game, and how it ended. Nothing in it goes beyond what the seat was shown in play."""

    views: Sequence[View]
    """What the seat saw at each of its decisions."""
    moves: Sequence[Move]
    """What it did there, stand-ins for answers that could not be used included."""
    final: View
    """What it saw at the end."""
    result: Result | None
    """None for a game that was left alone; of one that somebody gave up, who is counted as the winner."""
    complete: bool
    """Whether the game went on to an end by its rules."""


def played(record: Record, game: Game, seat: int, result: Result | None = None) -> Played:
    """A recorded game as a seat saw it. `result` is for games that ended otherwise than by their rules."""
    views: list[View] = []
    moves: list[Move] = []
    asked: Position | None = None
    before: Position | None = None
    open_seats: set[int] = set()
    position = None
    for decision, position in record.replay(lambda name, **settings: game):
        if decision is not None:
            assert before is not None
            if decision.seat not in open_seats:
                # Those who decide at once all see the position before any of them has.
                asked, open_seats = before, set(before.movers if game.at_once else (decision.seat,))
            open_seats.discard(decision.seat)
            if decision.seat == seat:
                assert asked is not None
                view = asked.view(seat)
                views.append(view)
                moves.append(view.move(decision.move))
        before = position
    assert position is not None
    return Played(views, moves, position.view(seat), record.result or result, record.result is not None)
