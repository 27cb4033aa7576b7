"""HTML for notebooks: tables, pictures and words that look right on light and dark pages and on narrow ones.

Everything stands alone: styles are in the elements themselves, nothing is fetched, and no script runs.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from ludarium.engine.errors import LudariumError
from ludarium.engine.sentences import listed, result_words

if TYPE_CHECKING:
    from ludarium.engine.game import Game
    from ludarium.engine.position import Position, View

BOARD_WIDTH = 360
"""Of a board's drawing, in pixels; narrower on a narrow page."""

_LINE = "1px solid rgba(128,128,128,.35)"
_CELL = "padding:.2em .7em .2em 0;vertical-align:top;background:none;border:none;"


def text(words: str, *, bold: bool = False, soft: bool = False) -> str:
    """A paragraph."""
    style = "margin:.3em 0;" + "font-weight:600;" * bold + "opacity:.75;font-size:90%;" * soft
    return f'<p style="{style}">{escape(words)}</p>'


def pre(words: str) -> str:
    """Text whose blanks and lines count."""
    style = "line-height:1.2;overflow-x:auto;margin:.3em 0;background:none"
    return f'<pre style="{style}">{escape(words)}</pre>'


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "", names: int = 1) -> str:
    """A table of texts. The first `names` columns are set to the left, the others, which are figures, to the right."""
    sides = ["left" if place < names else "right" for place in range(len(columns))]
    head = "".join(
        f'<th scope="col" style="{_CELL}text-align:{side};border-bottom:{_LINE};font-weight:600">{escape(column)}</th>'
        for column, side in zip(columns, sides, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f'<td style="{_CELL}text-align:{side};{_wrapping(cell, side)}">{escape(cell)}</td>'
            for cell, side in zip(row, sides, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    # Not a caption of the table itself, which would be as narrow as the table and scroll with it.
    words = text(caption, bold=True) if caption else ""
    label = f' aria-label="{escape(caption, quote=True)}"' if caption else ""
    return (
        f'{words}<div style="overflow-x:auto;margin:0 0 .5em">'
        f'<table{label} style="border-collapse:collapse;margin:0;border:none">'
        f'<thead><tr style="background:none">{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


_LONG = 24


def _wrapping(cell: str, side: str) -> str:
    """Figures stay on one line, long texts get room and break."""
    if side == "right" or len(cell) <= _LONG:
        return "white-space:nowrap;font-variant-numeric:tabular-nums"
    return "min-width:14em"


def picture(svg: str, words: str = "", *, width: int | None = None) -> str:
    """An SVG drawing. As an image of its own: its styles must not reach the page's other drawings."""
    data = base64.b64encode(svg.encode()).decode()
    size = f"width:{width}px;" if width is not None else ""
    return (
        f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(words, quote=True)}" '
        f'style="{size}max-width:100%;height:auto;display:block;margin:0">'
    )


def beside(parts: Iterable[str]) -> str:
    """Parts beside each other where there is room, and below each other where there is none."""
    cells = "".join(f'<div style="flex:0 1 auto;min-width:0;max-width:100%">{part}</div>' for part in parts)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1em 2em;align-items:flex-start">{cells}</div>'


def folded(title: str, content: str) -> str:
    """Content that is shown when its title is clicked."""
    return (
        f'<details style="margin:.5em 0"><summary style="cursor:pointer">{escape(title)}</summary>{content}</details>'
    )


# --- games and positions ----------------------------------------------------------------------------------------------


def board(place: Position | View) -> str:
    """A position or view: its board, and who is to decide."""
    return drawn(place) + text(situation(place), soft=True)


def drawn(place: Position | View) -> str:
    """The board alone; where it cannot be drawn, its picture in text."""
    try:
        return picture(place.svg(), situation(place), width=BOARD_WIDTH)
    except LudariumError as error:
        return pre(place.draw()) + text(str(error), soft=True)


def situation(place: Position | View) -> str:
    """The game and who is to decide, or how it ended."""
    game = place.game
    if place.over:
        result = place.result() if callable(place.result) else place.result
        return f"{game.describe()}: {result_words(game, result) if result is not None else 'the game is over'}"
    movers = [game.seat_names[seat] for seat in place.movers]
    return f"{game.describe()}: {listed(movers)} to decide"


def game_card(game: Game) -> str:
    """A game: its small drawing, its line, and its parameters."""
    seats = f"{game.seats} seat{'' if game.seats == 1 else 's'}"
    words = text(f"{game.title or game.name}: {seats}", bold=True) + text(game.summary)
    rows = [
        (parameter.name, str(game.settings[parameter.name]), parameter.allowed, parameter.help)
        for parameter in game.parameters
    ]
    listing = table(("parameter", "value", "allowed", "meaning"), rows, names=4) if rows else ""
    return beside([picture(game.thumbnail(), game.title or game.name, width=200), words + listing])
