"""The picture of Jostle on the first page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludarium.engine.drawing import GOLD, INK, SHADE, box, die, disc, label, picture, star
from ludarium.games.jostle.rules import STACK

if TYPE_CHECKING:
    from ludarium.games.jostle.board import Board
    from ludarium.games.jostle.game import Jostle

MIDDLE_GAME = "29,28,12/15,11,7/17,21,20 b 4 turns=50"
_ACROSS, _SIDE = 8, 34
_LEFT, _TOP = 26, 22
_COLOURS = {"switch": "#b7d3e6", "back": "#efc4ab", "goal": "#fdf3cf"}


def thumbnail(game: Jostle, state: Any) -> str:
    """The track in rows that go to and fro, with the die beside it."""
    parts = [_way(game.board)]
    for field in range(game.board.length):
        parts += _field(game.board, field)
    for piece in range(game.seats * game.pieces):
        field = int(state.stands[piece])
        if field != STACK:
            x, y = _place(field)
            seat = piece // game.pieces
            parts.append(disc(x, y, 10.5, seat, name=game.seat_names[seat]))
    parts.append(die(30, 164, 26, int(state.die) or 6))
    return picture("Jostle", parts)


def _place(field: int) -> tuple[float, float]:
    """The middle of a field; every other row runs back."""
    row, column = divmod(field, _ACROSS)
    if row % 2:
        column = _ACROSS - 1 - column
    return _LEFT + _SIDE * (column + 0.5), _TOP + (_SIDE + 12) * row + _SIDE / 2


def _way(board: Board) -> str:
    points = [_place(field) for field in range(board.length)]
    return (
        f'<path d="M{"L".join(f"{x:g} {y:g}" for x, y in points)}" fill="none" stroke="{SHADE}" stroke-width="9" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _field(board: Board, field: int) -> list[str]:
    x, y = _place(field)
    kind = "goal" if field in board.goals else "back" if field in board.back else "switch"
    special = field in board.goals or field in board.steps
    fill = _COLOURS[kind] if special else "#fffdf8"
    side = _SIDE - 5
    parts = [box(x - side / 2, y - side / 2, side, side, fill, round_=7, stroke="#cbbfa6")]
    if field in board.goals:
        parts.append(star(x, y, 12, GOLD))
    elif special:
        parts.append(label(x, y + 4.5, board.mark(field), 11, INK))
    return parts
