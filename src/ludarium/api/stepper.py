"""A game to step through in a notebook: one piece of HTML with its own buttons and keys, no widgets, nothing fetched.

The boards of neighbouring positions are mostly the same. Each drawing is therefore cut into its elements, every element
is kept once, and a position is a list of numbers of elements; a game of many hundred positions stays small.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from secrets import token_hex

from ludarium.engine import markup
from ludarium.engine.errors import LudariumError
from ludarium.engine.position import Position

_BUTTONS = (
    ("first", "|◀", "to the start"),
    ("back", "◀", "one back"),
    ("next", "▶", "one on"),
    ("last", "▶|", "to the end"),
)


def stepper(steps: Sequence[tuple[str, Position]], ending: str) -> str:
    """The HTML for some positions, each with the words that go with it; the last of them is shown first."""
    drawn = _drawn([position for _, position in steps])
    frames, parts = _elements(drawn if drawn is not None else [position.draw() for _, position in steps])
    data = {"svg": drawn is not None, "parts": parts, "frames": frames, "words": [words for words, _ in steps]}
    # In a script, "</" would end it, whatever it stands in.
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    name = f"replay-{token_hex(4)}"
    last_words, last = steps[-1]
    end = len(steps) - 1
    buttons = "".join(
        f'<button type="button" data-to="{what}" title="{hint}" aria-label="{hint}" style="{_BUTTON}">{sign}</button>'
        for what, sign, hint in _BUTTONS
    )
    slider = f'<input data-slider type="range" min="0" max="{end}" value="{end}" aria-label="position" '
    return (
        f'<div id="{name}" tabindex="0" role="group" aria-label="A game to step through: arrow keys, Home and End" '
        f'style="max-width:{markup.BOARD_WIDTH}px"><div data-board>{markup.drawn(last)}</div>'
        '<p data-words aria-live="polite" style="min-height:2.6em;margin:.3em 0;font-weight:600">'
        f'{escape(last_words)}</p><div style="display:flex;gap:.3em;align-items:center">'
        f'{buttons}{slider} style="flex:1;min-width:4em"></div>{markup.text(ending)}'
        f"<script>({_SCRIPT})({json.dumps(name)},{written})</script></div>"
    )


def _drawn(positions: Sequence[Position]) -> list[str] | None:
    """The drawings; None where boards cannot be drawn here."""
    try:
        return [position.svg() for position in positions]
    except LudariumError:
        return None


def _elements(pictures: Sequence[str]) -> tuple[list[list[int]], list[str]]:
    """Each picture as numbers of elements, and the elements."""
    numbers: dict[str, int] = {}
    frames = []
    for picture in pictures:
        pieces = [f"<{piece}" if place else piece for place, piece in enumerate(picture.split("<"))]
        frames.append([numbers.setdefault(piece, len(numbers)) for piece in pieces if piece])
    return frames, list(numbers)


_BUTTON = (
    "min-width:2.4em;min-height:2.4em;cursor:pointer;border:1px solid rgba(128,128,128,.5);border-radius:4px;"
    "background:transparent;color:inherit;font:inherit"
)

_SCRIPT = """
function (name, game) {
  const root = document.getElementById(name), last = game.frames.length - 1;
  const board = root.querySelector('[data-board]'), words = root.querySelector('[data-words]');
  const slider = root.querySelector('[data-slider]');
  let at = last;
  function show(place) {
    at = Math.max(0, Math.min(last, place));
    const source = game.frames[at].map((number) => game.parts[number]).join('');
    if (game.svg) {
      const image = board.querySelector('img');
      image.src = 'data:image/svg+xml,' + encodeURIComponent(source);
      image.alt = game.words[at];
    } else board.querySelector('pre').textContent = source;
    words.textContent = game.words[at];
    slider.value = at;
  }
  const to = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => last };
  const keys = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'next', End: 'last' };
  root.querySelectorAll('button').forEach((button) =>
    button.addEventListener('click', () => show(to[button.dataset.to]())));
  slider.addEventListener('input', () => show(Number(slider.value)));
  root.addEventListener('keydown', (event) => {
    if (!(event.key in keys)) return;
    event.preventDefault();
    event.stopPropagation();
    show(to[keys[event.key]]());
  });
}
"""
