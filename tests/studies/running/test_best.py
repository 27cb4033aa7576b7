"""Which moves were the best ones, by a search."""

from __future__ import annotations

import pytest

from ludarium.games import load
from ludarium.studies.running.best import Analyst


@pytest.mark.parametrize(("move", "best"), [("c1", True), ("a3", False), ("c3", False)])
def test_a_move_that_wins_at_once_is_the_best(move: str, best: bool) -> None:
    """X has a1 and b1, and it is X's turn."""
    position = load("tic-tac-toe").start(1)
    for made in ("a1", "a2", "b1", "b2"):
        position = position.play(made, position.movers[0])
    view = position.view(position.movers[0])
    assert Analyst(400).best(view, move, 7) is best
    assert Analyst(400).best(view, move, 7) is best  # the same again


def test_where_there_is_nothing_to_choose_nobody_says() -> None:
    position = load("tic-tac-toe").start(1)
    for made in ("a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2"):
        position = position.play(made, position.movers[0])
    assert Analyst(10).best(position.view(position.movers[0]), "a2", 7) is None
    boundary = load("boundary").start(1)
    seat = boundary.movers[0]
    view = boundary.view(seat)
    assert Analyst(10).best(view, view.moves()[0].text, 7) is None  # its plans cannot be listed
