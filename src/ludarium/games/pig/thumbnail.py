"""The picture of Pig on the first page."""

from __future__ import annotations

from ludarium.engine.drawing import SHADE, SIDES, box, die, label, picture


def thumbnail(banked: tuple[int, int] = (54, 71), risked: int = 18, thrown: tuple[int, ...] = (6, 4, 5, 3)) -> str:
    """Two bars on their way to 100, and the dice of this turn."""
    parts = []
    for seat, points in enumerate(banked):
        top = 28 + 46 * seat
        parts += [box(24, top, 272, 26, SHADE, round_=13), box(24, top, 2.72 * points, 26, SIDES[seat], round_=13)]
        if seat == 0:
            parts.append(box(24 + 2.72 * points - 12, top, 2.72 * risked + 12, 26, "#d55e0066", round_=13))
        parts.append(label(24 + 2.72 * points - 20, top + 18, str(points), 14, "#fff"))
    parts += [die(44 + 62 * number, 140 + 6 * (number % 2), 44, face) for number, face in enumerate(thrown)]
    return picture("Pig", parts)
