"""A single question to a player: what would it do here?"""

from __future__ import annotations

from dataclasses import dataclass

from ludarium.engine.errors import PlayerError
from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Thought
from ludarium.engine.position import Position
from ludarium.players import make


@dataclass(frozen=True)
class Advice:
    """A player's answer: its legal move, its thought (empty if it gave none), and how long it took."""

    seat: int
    move: Move
    thought: Thought
    seconds: float


def advise(position: Position, player_text: str, *, seed: int = 0, seat: int | None = None) -> Advice:
    """Ask a player, given as text, for a move; where several must decide, by default the first of them is asked."""
    game = position.game
    seat = position.seat_to_move(position.movers[0] if seat is None and position.movers else seat)
    player = make(player_text, game)
    clock = Clock()
    try:
        player.begin(game, seat, seed)
        move = player.choose(position.view(seat), clock)
        spent = clock.spent
    finally:
        player.close()
    fault = position.fault(move.value, seat) if isinstance(move, Move) else "expected a Move"
    if fault:
        raise PlayerError(f"{player_text} answered {move}: {fault}")
    return Advice(seat, move, player.thought or Thought(""), spent)
