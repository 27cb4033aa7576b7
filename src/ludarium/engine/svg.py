"""A view's board as SVG: the browser's own drawing, made without a browser.

The boards of the browser are drawn by functions from a scene to SVG elements. `make web` packs those functions, with
their style sheets, into one file of JavaScript (`drawn/boards.js`); here a small JavaScript engine runs it. The text
that comes out stands alone: colours for light and dark pages, no reference to anything outside.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.extras import missing
from ludarium.engine.position import View
from ludarium.engine.scene import scene_of

BOARDS = Path(__file__).parent / "drawn" / "boards.js"
SECONDS = 5.0
"""How long one drawing may take: a scene that sends its board into an endless loop is given up."""
MEMORY = 256 << 20
"""Bytes that the JavaScript engine may use."""


class NoDrawing(LudariumError):
    """A view that cannot be drawn as SVG: the drawing functions are missing, or they fail on its scene."""


def svg_of(view: View, decision: int = 0, past: Sequence[View] = ()) -> str:
    """The board of a view as a whole SVG document; `decision` and `past` as in `scene_of`.

    Games whose board the drawing functions do not know are drawn plainly: facts, and the terminal's picture.
    """
    scene = scene_of(view, decision, past)
    if not _boards().knows(scene["board"]):
        scene["picture"] = view.game.picture(view)
    return draw(scene)


def draw(scene: Mapping[str, Any]) -> str:
    """A scene as SVG."""
    boards = _boards()
    try:
        return str(boards.draw(json.dumps(scene)))
    except Exception as error:
        # The engine's own kinds of errors are not known here: it is loaded only where something is drawn.
        raise NoDrawing(f"the board '{scene.get('board')}' cannot draw this scene: {error}") from error


class _Boards:
    """The drawing functions in a JavaScript engine of their own."""

    def __init__(self) -> None:
        try:
            import quickjs
        except ModuleNotFoundError as error:
            remedy = (
                missing(error) or "this needs the package quickjs-ng, which is not installed: pip install quickjs-ng"
            )
            raise NoDrawing(f"boards as SVG: {remedy}") from None
        try:
            code = BOARDS.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise NoDrawing("the functions that draw boards are not built: `make web` builds them") from None
        context = quickjs.Context()
        context.set_memory_limit(MEMORY)
        context.set_time_limit(SECONDS)
        context.eval(code)
        self.draw: Callable[[str], object] = context.get("draw")
        self.knows: Callable[[str], object] = context.get("knows")


class _Kept(threading.local):
    """Each thread has an engine of its own: one may not be used by two threads."""

    boards: _Boards | None = None


_kept = _Kept()


def _boards() -> _Boards:
    if _kept.boards is None:
        _kept.boards = _Boards()
    return _kept.boards
