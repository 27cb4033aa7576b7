"""The pictures of rule-set games on the first page, drawn from a scene: squares or hexagons, men and kings."""

from __future__ import annotations

from math import sqrt

from ludarium.engine.drawing import INK, SHADE, SIDES, box, disc, hexagon, picture, star
from ludarium.games.rulesets.scene import Cell, Man, Pieces, RuleSetData

_LIGHT, _DARK, _GREEN = "#f3e6cd", "#c79f6b", "#3f7f5f"
_SIZE = 196
"""How much room the board has, across and down."""


def thumbnail(title: str, board: RuleSetData) -> str:
    """The board of a scene's `board_data`."""
    cells = [cell for cell in board["cells"] if not cell.get("removed")]
    if board["shape"] == "hex":
        return picture(title, _hexagonal(cells, board["pieces"]))
    return picture(title, _square(board, cells))


def _square(board: RuleSetData, cells: list[Cell]) -> list[str]:
    side = _SIZE / max(board["width"], board["height"])
    left, top = 160 - side * board["width"] / 2, 110 - side * board["height"] / 2
    crossed = board["pieces"] == "drop"
    parts = []
    for cell in cells:
        x, y = left + side * cell["x"], top + side * (board["height"] - 1 - cell["y"])
        fill = _DARK if (cell["x"] + cell["y"]) % 2 == 0 else _LIGHT
        if board["pieces"] == "reversi":
            fill = _GREEN
        elif crossed:
            fill = "#fffdf8"
        gap = 1.2 if crossed else 0.4
        parts.append(box(x + gap, y + gap, side - 2 * gap, side - 2 * gap, fill, round_=side / 9 if crossed else 1))
        parts += _man(cell["content"], x + side / 2, y + side / 2, side, board["pieces"])
    frame = box(left - 5, top - 5, side * board["width"] + 10, side * board["height"] + 10, SHADE, round_=6)
    return [frame, *parts]


def _hexagonal(cells: list[Cell], pieces: Pieces) -> list[str]:
    middles = [(cell["x"] + cell["y"] / 2, -cell["y"] * sqrt(3) / 2) for cell in cells]
    columns, rows = [x for x, _ in middles], [y for _, y in middles]
    step = min(290 / (max(columns) - min(columns) + 1.2), _SIZE / (max(rows) - min(rows) + 1.2))
    x_middle, y_middle = (max(columns) + min(columns)) / 2, (max(rows) + min(rows)) / 2
    parts, men = [], []
    for cell, (column, row) in zip(cells, middles, strict=True):
        x, y = 160 + step * (column - x_middle), 110 + step * (row - y_middle)
        parts.append(hexagon(x, y, step / sqrt(3), "#e2d6bd", "#f6f1e7"))
        men += _man(cell["content"], x, y, step, pieces)
    return [*parts, *men]


def _man(man: Man | None, x: float, y: float, side: float, pieces: Pieces) -> list[str]:
    """A man as a dark or light disc, a king with a star; where men are only put down, a cross or a ring."""
    if man is None:
        return []
    if pieces == "drop":
        arm = side * 0.27
        stroke = f'fill="none" stroke="{SIDES[man["seat"]]}" stroke-width="{side * 0.12:.2f}" stroke-linecap="round"'
        if man["seat"]:
            return [f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{arm:.2f}" {stroke}/>']
        left, right, top, bottom = (f"{value:.2f}" for value in (x - arm, x + arm, y - arm, y + arm))
        return [f'<path d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}" {stroke}/>']
    name = ("Black", "White")[man["seat"]]
    crown = [star(x, y, side * 0.2)] if man["kind"] == "king" else []
    if man["hybrid"] or man["solid"]:
        crown.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{side * 0.42:.2f}" fill="none" stroke="{INK}"/>')
    return [disc(x, y, side * 0.38, man["seat"], name=name), *crown]
