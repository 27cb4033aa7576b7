"""Small drawings as SVG: the parts that the games' pictures on the first page have in common."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import cos, pi, sin

WIDTH, HEIGHT = 320, 220
INK, PAPER, SHADE, GOLD = "#22303c", "#f6f1e7", "#e4dac6", "#f0c34a"
SIDES = ("#d55e00", "#0072b2", "#009e73", "#cc79a7")
"""Colours of the seats, told apart also by the colour-blind."""
_DARKER = ("#9c4500", "#00507d", "#006b4f", "#995a7d")

_CALLED = {
    "Red": ("#c92a2a", "#8f1d1d"),
    "Green": (SIDES[2], _DARKER[2]),
    "Blue": (SIDES[1], _DARKER[1]),
    "Yellow": ("#e8b800", "#a07f00"),
    "Black": ("#25282c", "#000000"),
    "White": ("#f6f3ea", "#9a968a"),
}
"""Seats that are called after a colour have it: fill and edge."""


def colour_of(name: str, seat: int) -> tuple[str, str]:
    """The fill and the edge of a seat's pieces."""
    return _CALLED.get(name, (SIDES[seat], _DARKER[seat]))


def picture(title: str, parts: Iterable[str], *, paper: str = PAPER) -> str:
    """The whole drawing on its sheet."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'aria-label="{escape(title)}" font-family="system-ui, sans-serif" text-anchor="middle">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{paper}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def sheet(title: str) -> str:
    """A sheet that shows nothing but a title."""
    size = min(34.0, 480 / max(1, len(title)))
    return picture(title, [label(WIDTH / 2, HEIGHT / 2 + size / 3, title, size)])


def disc(x: float, y: float, radius: float, seat: int, mark: str = "", *, name: str = "") -> str:
    """A piece of a seat, with a lighter ring: full for even seats, a dot in the middle for odd ones. Where the seat's
    `name` is a colour, it has that; black and white ones need no sign."""
    fill, edge = colour_of(name, seat)
    inner = f'<circle r="{number(radius * 0.62)}" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.2"/>'
    if seat % 2:
        inner = f'<circle r="{number(radius * 0.34)}" fill="#fff" fill-opacity=".75"/>'
    text = label(0, radius * 0.38, mark, radius * 1.05, "#fff") if mark else inner
    text = "" if name in ("Black", "White") else text
    return (
        f'<g transform="translate({number(x)} {number(y)})">'
        f'<circle cy="1.2" r="{number(radius)}" fill="#000" fill-opacity=".18"/>'
        f'<circle r="{number(radius)}" fill="{fill}" stroke="{edge}"/>{text}</g>'
    )


def hexagon(x: float, y: float, radius: float, fill: str, stroke: str = "#fff") -> str:
    """A cell with a corner at the top."""
    return f'<path d="{outline(x, y, radius, 6, pi / 6)}" fill="{fill}" stroke="{stroke}" stroke-width="1.2"/>'


def star(x: float, y: float, radius: float, fill: str = GOLD) -> str:
    points = []
    for corner in range(10):
        angle, reach = -pi / 2 + corner * pi / 5, radius if corner % 2 == 0 else radius * 0.45
        points.append(f"{number(x + reach * cos(angle))} {number(y + reach * sin(angle))}")
    return f'<path d="M{"L".join(points)}z" fill="{fill}"/>'


def outline(x: float, y: float, radius: float, corners: int, turned: float) -> str:
    """The path of a regular polygon."""
    angles = [turned + 2 * pi * corner / corners for corner in range(corners)]
    return "M" + "L".join(f"{number(x + radius * cos(a))} {number(y + radius * sin(a))}" for a in angles) + "z"


def box(x: float, y: float, width: float, height: float, fill: str, *, round_: float = 0, stroke: str = "none") -> str:
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(round_)}" fill="{fill}" stroke="{stroke}"/>'
    )


def label(x: float, y: float, text: str, size: float, fill: str = INK) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" font-weight="600" fill="{fill}">'
        f"{escape(text)}</text>"
    )


def die(x: float, y: float, side: float, face: int) -> str:
    """A die that lies on the table, its upper left corner given."""
    spots = {
        1: [(1, 1)],
        2: [(0, 0), (2, 2)],
        3: [(0, 0), (1, 1), (2, 2)],
        4: [(0, 0), (0, 2), (2, 0), (2, 2)],
        5: [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
        6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
    }[face]
    dots = "".join(
        f'<circle cx="{number(x + side * (0.25 + 0.25 * column))}" cy="{number(y + side * (0.25 + 0.25 * row))}" '
        f'r="{number(side * 0.085)}" fill="{INK}"/>'
        for column, row in spots
    )
    return box(x + 1.5, y + 2, side, side, "#0003", round_=side / 5) + (
        box(x, y, side, side, "#fff", round_=side / 5, stroke="#b9b2a3") + dots
    )


def number(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
