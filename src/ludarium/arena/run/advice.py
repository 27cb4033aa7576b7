"""A single question to a player: what would it do here?"""

from __future__ import annotations

from dataclasses import dataclass

from ludarium.engine.errors import PlayerError
from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Thought
from ludarium.engine.position import Position
from ludarium.engine.turn import ask
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
    try:
        player.begin(game, seat, seed)
        answer = ask(player, position.view(seat), Clock())
    finally:
        player.close()
    if answer.fault:
        raise PlayerError(answer.fault) from answer.error
    assert isinstance(answer.move, Move)
    return Advice(seat, answer.move, answer.thought or Thought(""), answer.seconds)
