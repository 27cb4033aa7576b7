"""The terminal board of Jostle: the track in rows of sixteen fields, pieces below what is printed on the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludarium.games.jostle.rules import STACK, State, asking, on_goal
from ludarium.games.jostle.text import LETTERS, die_text

if TYPE_CHECKING:
    from ludarium.games.jostle.game import Jostle

_ACROSS = 16
_WIDTH = 5


def draw_board(game: Jostle, state: State, seat: int | None) -> str:
    """The stacks, the track, and a sentence on where the game stands."""
    pieces = range(game.seats * game.pieces)
    signs = {piece: f"{piece}{LETTERS[piece // game.pieces]}" for piece in pieces}
    on_field = {int(state.stands[piece]): signs[piece] for piece in pieces if state.stands[piece] != STACK}
    lines = []
    for own in range(game.seats):
        name = game.seat_names[own] + (" (you)" if own == seat else "")
        waiting = [signs[piece] for piece in _own(game, own) if state.stands[piece] == STACK]
        points = sum(int(state.worth[state.stands[piece]]) for piece in _own(game, own) if on_goal(state, piece))
        lines.append(f"{name:<13} stack {' '.join(waiting) or '–':<16} points {points}")
    for first in range(0, game.board.length, _ACROSS):
        row = range(first, min(first + _ACROSS, game.board.length))
        lines += [
            "",
            _cells(str(field) for field in row),
            _cells(game.board.mark(field) or "·" for field in row),
            _cells(on_field.get(field, "") for field in row),
        ]
    return "\n".join([*lines, "", _news(game, state)])


def _own(game: Jostle, seat: int) -> range:
    return range(seat * game.pieces, (seat + 1) * game.pieces)


def _cells(texts: Any) -> str:
    return "".join(f"{text:^{_WIDTH}}" for text in texts).rstrip()


def _news(game: Jostle, state: State) -> str:
    if not state.die:
        return f"The game is over after {state.turns} turns."
    name = game.seat_names[state.seat]
    last = f", {state.last} turn{'s' if state.last > 1 else ''} left of the last round" if state.last else ""
    if asking(state):
        named = f" for piece {state.named - 1}" if state.named else ""
        return f"{name} has rolled a six and may roll once more{named}{last}."
    return f"{name} has rolled {die_text(state).removesuffix('+0')}{last}."
