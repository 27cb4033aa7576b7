"""The picture of Boundary on the first page: the middle of a game, with the ground that each side holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludarium.engine.drawing import GOLD, HEIGHT, WIDTH, box, colour_of, disc, label, number, picture
from ludarium.games.boundary.picture import ground
from ludarium.games.boundary.state import GONE, MAX_PIECES, SEATS

if TYPE_CHECKING:
    from ludarium.games.boundary.game import Boundary

FIELD: dict[str, object] = {
    "width": 480,
    "height": 330,
    "pieces": 9,
    "treasures": 12,
    "influence": 32.0,
    "reach": 10.0,
    "merge": 30.0,
    "split": 45.0,
    "surround": 6,
}
"""A small field with wide influence, which shows well."""
MIDDLE_GAME = (
    "turn=5 "
    "points=19:44 "
    "red=1@260.31,253.33+2@236.66,258.96+4@236.3,239.36+6@228.73,232.07+9@270.31,241.8/3@154.69,46.65/"
    "5@364.84,50.68/7@101.51,108.37 "
    "blue=10@363.34,170.3+12@333.35,214.16+13@338.39,192.75/11@122.57,268.56+18@81.55,247.24/"
    "14@15.84,271.18/15@316.22,242+17@296.25,258.88/16@345.58,42.53 "
    "treasures=-/5@79.37,132.89/-/-/-/-/-/-/3@256.01,9.17/7@328.67,66.01/1@393.62,90.36/1@466.79,11.55"
)
_STEP = 3
"""Pixels of the field across and down that share a sample."""


def thumbnail(game: Boundary, state: Any) -> str:
    """Ground, treasures and pieces, the whole field made to fit the sheet."""
    width, height = int(state.width), int(state.height)
    scale = min(WIDTH / width, HEIGHT / height)
    held = ground(game, state, _STEP, _STEP, width // _STEP, height // _STEP)
    colours = [colour_of(name, seat)[0] for seat, name in enumerate(game.seat_names)]
    left, top = (WIDTH - scale * width) / 2, (HEIGHT - scale * height) / 2
    parts = [
        f'<g transform="translate({number(left)} {number(top)}) scale({scale:.4f})">',
        box(0, 0, width, height, "#fffefa", round_=10),
        *(f'<path d="{path}" fill="{colours[seat]}" fill-opacity=".28"/>' for seat, path in _grounds(held)),
    ]
    for worth, (x, y) in zip(state.worth.tolist(), state.treasure.tolist(), strict=True):
        if worth:
            parts.append(
                f'<g transform="translate({number(x + width / 2)} {number(y + height / 2)})">'
                f'<path d="M0-17L17 0L0 17L-17 0z" fill="{GOLD}" stroke="#a8832a"/>{label(0, 6.5, str(worth), 19)}</g>'
            )
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            if state.blob[seat, piece] != GONE:
                x, y = state.place[seat, piece].tolist()
                parts.append(disc(x + width / 2, y + height / 2, 13, seat, name=game.seat_names[seat]))
    return picture("Boundary", [*parts, "</g>"])


def _grounds(held: Any) -> list[tuple[int, str]]:
    """For each side a path of what it holds, as runs of samples along the rows."""
    found = []
    for seat in range(SEATS):
        runs = []
        for row, line in enumerate(held.tolist()):
            column = 0
            while column < len(line):
                end = column
                while end < len(line) and line[end] == seat:
                    end += 1
                if end > column:
                    left, top = column * _STEP, row * _STEP
                    runs.append(f"M{left} {top}h{(end - column) * _STEP}v{_STEP}h{(column - end) * _STEP}z")
                column = end + 1
        found.append((seat, "".join(runs)))
    return found
