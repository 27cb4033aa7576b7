"""The picture of Colonizers on the first page: the four colonies of a game on the plain of Mars."""

from __future__ import annotations

from typing import Any

from ludarium.engine.drawing import HEIGHT, WIDTH, box, number, picture
from ludarium.games.colonizers.cards import VALUE, colour_of
from ludarium.games.colonizers.drawing import modules_in
from ludarium.games.colonizers.table import SEATS

COLONIES = (9007267975397376, 4786242836299792, 283674016743680, 72057671347339536)
"""The modules of the four colonies, as the state holds them, two rounds before the end of a game."""
_GLASS = ("#4caf82", "#4d8fd1", "#d9583b", "#b9b3c6")
_FRAME = ("#2d7a57", "#2d5f96", "#96341d", "#827b92")
_SOIL = ("#b25e40", "#bb6847", "#c4724e", "#cd7c56")
_ROWS = (112, 140, 173, 212)
"""Where the colonies stand, the far ones higher up and smaller."""


def thumbnail(colonies: Any = COLONIES) -> str:
    """Domes under a pale sky; the more valuable a module, the larger its dome."""
    parts = [
        '<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#3a2a3f"/><stop offset=".6" '
        'stop-color="#b4674d"/><stop offset="1" stop-color="#f0b27a"/></linearGradient></defs>',
        box(0, 0, WIDTH, HEIGHT, "url(#sky)"),
        '<circle cx="252" cy="44" r="13" fill="#fff4dd"/><circle cx="88" cy="30" r="4" fill="#f6e3cf"/>',
        '<path d="M0 84L46 62L92 80L150 50L206 78L262 58L320 82V220H0z" fill="#8c4632"/>',
        '<path d="M0 98Q80 86 160 96T320 94V220H0z" fill="#a9553a"/>',
    ]
    for seat in range(SEATS):
        ground = _ROWS[seat]
        parts.append(
            f'<path d="M0 {ground}Q80 {ground - 9} 160 {ground}T320 {ground - 3}V220H0z" fill="{_SOIL[seat]}"/>'
        )
        parts += _colony(int(colonies[seat]), seat, ground)
    return picture("Colonizers", parts)


def _colony(counts: int, seat: int, ground: float) -> list[str]:
    """A row of domes."""
    scale = 0.95 + 0.2 * seat
    modules = [module for module, copies in modules_in(counts) for _ in range(copies)]
    radii = [scale * (7 + 0.85 * min(int(VALUE[module]), 12)) for module in modules]
    wide = sum(2 * radius + 3 for radius in radii)
    x = (WIDTH - wide) / 2 + (-26, 30, -14, 4)[seat]
    parts = []
    for module, radius in zip(modules, radii, strict=True):
        x += radius + 1.5
        parts.append(_dome(x, ground - 2, radius, colour_of(module)))
        x += radius + 1.5
    return parts


def _dome(x: float, y: float, radius: float, colour: int) -> str:
    left, right, top = number(x - radius), number(x + radius), number(radius)
    shine = f"M{number(x - radius * 0.55)} {number(y - radius * 0.35)}A{top} {top} 0 0 1 {number(x - radius * 0.1)} "
    shine += number(y - radius * 0.78)
    return (
        f'<path d="M{left} {number(y)}A{top} {top} 0 0 1 {right} {number(y)}z" fill="{_GLASS[colour]}" '
        f'stroke="{_FRAME[colour]}"/>'
        f'<path d="{shine}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.4"/>'
        + box(x - radius, y - 1, 2 * radius, 3, _FRAME[colour], round_=1.5)
    )
