"""YOUR TITLE on a screen: a view as plain data for board.js, and in words for those who cannot see it."""

from __future__ import annotations

from typing import TypedDict

from ludarium.engine import View
from ludarium.engine.drawing import disc, picture
from ludarium.engine.sentences import call, introduction, outcome


class Board(TypedDict):
    """What board.js finds in `scene.board_data`."""

    stones: int
    taken: int
    """How many the last move took; 0 at the start."""


def scene(view: View) -> Board:
    return {"stones": int(view.state.left), "taken": int(view.state.taken)}


def move_words(count: int) -> str:
    return f"take {count} stone{'' if count == 1 else 's'}"


def describe(view: View) -> str:
    left = int(view.state.left)
    sentences = [introduction(view), f"{left or 'No'} stone{'' if left == 1 else 's'} left."]
    return " ".join([*sentences, outcome(view) if view.over else call(view)])


def thumbnail(title: str) -> str:
    """The picture of the first page."""
    stones = [disc(52 + 36 * (number % 7), 80 + 40 * (number // 7), 14, number % 2) for number in range(14)]
    return picture(title, stones)
