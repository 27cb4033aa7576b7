"""YOUR TITLE as people meet it: names, rules in words, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.engine import Game, Move, Parameter, View
from ludarium.engine.scene import MoveWords

from . import ENTRY, scene
from .rules import MOST_STONES, RULES
from .scene import Board


class YourGame(Game):
    """Take the last stone.

    Take one, two or three stones in your turn. Whoever takes the last one wins.
    """

    entry = ENTRY
    parameters = (Parameter("stones", 21, "stones at the start", low=1, high=MOST_STONES),)
    seat_names = ("First", "Second")
    points_range = (0.0, 1.0)
    points_sum = 1.0
    rules = RULES

    def draw(self, state: Any, seat: int | None) -> str:
        return "●" * int(state.left) or "no stones"

    def thumbnail(self) -> str:
        return scene.thumbnail(self.title)

    # --- scenes: what board.js draws ----------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> Board:
        return scene.scene(view)

    def move_scene(self, move: Move, view: View) -> MoveWords:
        return {"words": scene.move_words(int(move.text))}

    def describe_view(self, view: View) -> str:
        return scene.describe(view)
