"""The picture of Kuhn poker on the first page."""

from __future__ import annotations

from ludarium.engine.drawing import GOLD, INK, SIDES, box, label, picture


def thumbnail() -> str:
    """Your king, a card that you cannot see, and the chips between."""
    parts = ['<ellipse cx="160" cy="118" rx="146" ry="88" fill="#2f6b55" stroke="#24503f" stroke-width="6"/>']
    parts += ['<g transform="rotate(-7 96 112)">', box(64, 62, 66, 96, "#fff", round_=8, stroke="#b9b2a3")]
    parts += [label(97, 126, "K", 44, SIDES[0]), label(75, 80, "K", 13, SIDES[0]), "</g>"]
    parts += ['<g transform="rotate(7 224 112)">', box(190, 62, 66, 96, SIDES[1], round_=8, stroke="#fff")]
    parts += [box(196, 68, 54, 84, "none", round_=5, stroke="#ffffff88"), label(223, 124, "?", 38, "#fff"), "</g>"]
    for number, (x, y) in enumerate([(160, 128), (160, 121), (160, 114), (148, 92), (172, 94)]):
        parts.append(
            f'<ellipse cx="{x}" cy="{y}" rx="13" ry="6.5" fill="{GOLD if number % 2 else "#fff4d0"}" stroke="{INK}"/>'
        )
    return picture("Kuhn poker", parts)
