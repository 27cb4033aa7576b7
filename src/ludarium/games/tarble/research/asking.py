"""Asking a player for one turn."""

from __future__ import annotations

from ludarium.engine import Clock, Position
from ludarium.players import make


def turn_of(player: str, position: Position, seed: int) -> tuple[list[int], Position]:
    """The movements of a player's turn, and the position after it."""
    game, seat = position.game, int(position.state.seat)
    asked = make(player, game)
    asked.begin(game, seat, seed)
    movements: list[int] = []
    after = position
    try:
        while not after.over and int(after.state.turns) == int(position.state.turns):
            move = asked.choose(after.view(seat), Clock())
            assert isinstance(move.value, int)
            movements.append(move.value)
            after = after.play(move, seat)
    finally:
        asked.close()
    return movements, after
