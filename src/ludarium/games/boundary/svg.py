"""A position of Boundary as an SVG drawing, with the ground that each side holds."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from ludarium.games.boundary.notation import number_of, orders, place_text
from ludarium.games.boundary.picture import ground
from ludarium.games.boundary.rules import pieces_left, treasures_left
from ludarium.games.boundary.state import GONE, HUNDREDTHS, MAX_PIECES, SEATS

if TYPE_CHECKING:
    from ludarium.engine import MoveValue
    from ludarium.games.boundary.game import Boundary

SAMPLE = 2
"""Pixels across and down that share a sample of influence."""
_GROUND = ("#f4c7c3", "#c3d7f4")
_PIECE = ("#b3261e", "#1a56b0")
_INK, _PAPER, _FIELD, _WALL, _TREASURE = "#1f1f1f", "#ffffff", "#fbfaf7", "#5f6368", "#f2c94c"
_PIECE_RADIUS, _TREASURE_RADIUS = 6, 8
_EDGE = 8
"""Pixels around the field, so that pieces at its edge are whole."""


def svg_of(game: Boundary, state: Any, plans: dict[int, MoveValue] | None = None) -> str:
    """The drawing; `plans` by seat are shown as arrows from pieces to targets."""
    width, height = int(state.width), int(state.height)
    outer = f"{-_EDGE} {-_EDGE} {width + 2 * _EDGE} {height + 2 * _EDGE}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{outer}" width="{width + 2 * _EDGE}" '
        f'height="{height + 2 * _EDGE}" role="img" aria-labelledby="title desc" '
        'font-family="system-ui, sans-serif" text-anchor="middle">',
        f'<title id="title">Boundary after turn {state.turn}</title>',
        f'<desc id="desc">{escape(description(game, state))}</desc>',
        *_arrow_heads(),
        f'<rect x="{-_EDGE}" y="{-_EDGE}" width="{width + 2 * _EDGE}" height="{height + 2 * _EDGE}" fill="{_PAPER}"/>',
        f'<rect width="{width}" height="{height}" fill="{_FIELD}"/>',
        *_ground_paths(game, state),
        *_walls(state),
        f'<rect width="{width}" height="{height}" fill="none" stroke="{_INK}"/>',
        *_treasures(state),
        *_plans(state, plans or {}),
        *_pieces(state),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def description(game: Boundary, state: Any) -> str:
    """The position in sentences, for those who cannot see the drawing."""
    sentences = []
    for seat in range(SEATS):
        blobs = [
            " and ".join(
                f"{number_of(state, seat, piece)} at {place_text(state, *state.place[seat, piece])}"
                for piece in range(MAX_PIECES)
                if state.blob[seat, piece] == leader
            )
            for leader in range(MAX_PIECES)
            if state.blob[seat, leader] == leader
        ]
        standing = f": {'; '.join(blobs)}" if blobs else ""
        sentences.append(
            f"{game.seat_names[seat]} has {state.points[seat]} points and {pieces_left(state, seat)} pieces{standing}."
        )
    treasures = ", ".join(
        f"{worth} at {place_text(state, *place)}"
        for worth, place in zip(state.worth, state.treasure, strict=True)
        if worth
    )
    sentences.append(f"Treasures left: {treasures}." if treasures_left(state) else "No treasure is left.")
    return " ".join(sentences)


def _ground_paths(game: Boundary, state: Any) -> Iterator[str]:
    """One path for each side, of runs of samples along the rows: two numbers a run instead of one element a sample."""
    columns, rows = -(-int(state.width) // SAMPLE), -(-int(state.height) // SAMPLE)
    colours = ground(game, state, SAMPLE, SAMPLE, columns, rows, corner=True)
    for seat in range(SEATS):
        parts = []
        for row in range(rows):
            column = 0
            while column < columns:
                run = column
                while run < columns and colours[row, run] == seat:
                    run += 1
                if run > column:
                    parts.append(_run(column, row, run, state))
                column = run + 1
        if parts:
            yield f'<path fill="{_GROUND[seat]}" d="{"".join(parts)}"/>'


def _run(column: int, row: int, end: int, state: Any) -> str:
    """A rectangle of samples as a path, cut at the field's edge."""
    left, top = SAMPLE * column, SAMPLE * row
    right, bottom = min(SAMPLE * end, int(state.width)), min(SAMPLE * (row + 1), int(state.height))
    return f"M{left} {top}H{right}V{bottom}H{left}z"


def _walls(state: Any) -> Iterator[str]:
    across, down = float(state.width) / 2, float(state.height) / 2
    for left, top, right, bottom in state.wall[: int(state.wall_count)]:
        yield (
            f'<rect x="{left + across:g}" y="{top + down:g}" width="{right - left:g}" height="{bottom - top:g}" '
            f'fill="{_WALL}"/>'
        )


def _treasures(state: Any) -> Iterator[str]:
    """A diamond with the worth in it: another form than a piece, not only another colour."""
    for worth, place in zip(state.worth, state.treasure, strict=True):
        if worth:
            x, y = place_text(state, *place).split(",")
            size = _TREASURE_RADIUS + (2 if worth > 9 else 0)
            yield (
                f'<g transform="translate({x} {y})"><path d="M0 {-size}L{size} 0L0 {size}L{-size} 0z" '
                f'fill="{_TREASURE}" stroke="{_INK}" stroke-width=".7"/>'
                f'<text y="3.2" font-size="9" font-weight="600" fill="{_INK}">{worth}</text></g>'
            )


def _pieces(state: Any) -> Iterator[str]:
    """Red's pieces are round, Blue's square."""
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            if state.blob[seat, piece] == GONE:
                continue
            x, y = place_text(state, *state.place[seat, piece]).split(",")
            r = _PIECE_RADIUS
            square = f'<rect x="{-r}" y="{-r}" width="{2 * r}" height="{2 * r}" rx="2"'
            form = square if seat else f'<circle r="{r}"'
            yield (
                f'<g transform="translate({x} {y})">{form} fill="{_PIECE[seat]}" stroke="{_PAPER}"/>'
                f'<text y="2.9" font-size="8" font-weight="600" fill="{_PAPER}">{number_of(state, seat, piece)}</text>'
                "</g>"
            )


def _arrow_heads() -> Iterator[str]:
    for seat in range(SEATS):
        yield (
            f'<marker id="head{seat}" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" '
            f'orient="auto"><path d="M0 0L6 3L0 6z" fill="{_PIECE[seat]}"/></marker>'
        )


def _plans(state: Any, plans: dict[int, MoveValue]) -> Iterator[str]:
    for seat, plan in plans.items():
        for piece, (column, row) in orders(plan, state, seat):
            x, y = place_text(state, *state.place[seat, piece]).split(",")
            to_x, to_y = place_text(state, column / HUNDREDTHS, row / HUNDREDTHS).split(",")
            yield (
                f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{_PIECE[seat]}" stroke-width="1.5" '
                f'marker-end="url(#head{seat})"/>'
            )
