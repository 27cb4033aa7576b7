"""The picture of Colonel Blotto on the first page."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.engine.drawing import SIDES, box, label, number, picture

_PER_ROW = 3


def thumbnail(plans: Sequence[Sequence[int]] = ((6, 1, 5), (2, 5, 5))) -> str:
    """Three battlefields with the troops of both sides, those of the first below."""
    parts = []
    for field, (own, other) in enumerate(zip(*plans, strict=True)):
        left = 22 + 94 * field
        parts.append(box(left, 18, 88, 184, ("#dfe6cf", "#e6dcc4", "#d6e0e4")[field], round_=12))
        parts.append(f'<path d="M{left + 8} 110H{left + 80}" stroke="#fff" stroke-width="3" stroke-dasharray="5 5"/>')
        parts += _army(left + 44, 98, -1, other, 1) + _army(left + 44, 122, 1, own, 0)
        flag = 0 if own > other else 1
        if own != other:
            parts.append(f'<path d="M{left + 72} 104v-26l14 6l-14 6" fill="{SIDES[flag]}" stroke="{SIDES[flag]}"/>')
    return picture("Colonel Blotto", parts)


def _army(x: float, y: float, way: int, troops: int, seat: int) -> list[str]:
    """Soldiers in rows of three, the first row at the front, and their number behind them."""
    parts = []
    for soldier in range(troops):
        row, place = divmod(soldier, _PER_ROW)
        in_row = min(_PER_ROW, troops - row * _PER_ROW)
        left = x + 17 * (place - (in_row - 1) / 2)
        top = y + way * 20 * row + (0 if way > 0 else -14)
        parts.append(box(left - 6, top + 5, 12, 10, SIDES[seat], round_=4))
        parts.append(f'<circle cx="{number(left)}" cy="{number(top + 1)}" r="4.4" fill="{SIDES[seat]}"/>')
    parts.append(label(x, y + way * 66 + (4 if way > 0 else 6), str(troops), 15, SIDES[seat]))
    return parts
