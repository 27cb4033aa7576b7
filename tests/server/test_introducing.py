"""What the browser is told of introductions and diagrams."""

from __future__ import annotations

import pytest

from ludarium.engine import LudariumError
from ludarium.games import load
from ludarium.games.offered import offered
from ludarium.server.tables import introducing


@pytest.mark.parametrize("name", offered())
def test_every_game_is_explained_by_real_positions(name: str) -> None:
    told = introducing.introduction(load(name))
    assert len(told.steps) >= 2
    assert all(step.scene["board_data"] and step.text for step in told.steps)
    assert all(step.task == told.learnt for step in told.steps)
    if told.learnt:
        assert all(step.scene["moves"] and step.answer for step in told.steps)


def test_a_turn_is_right_or_wrong_or_refused() -> None:
    game = load("reversi")
    right, wrong, refused = (introducing.turn(game, 1, [move]) for move in ("e4", "b8", "a1"))
    assert right.right
    assert right.scene is not None
    assert (wrong.right, wrong.fault) == (False, None)
    assert "sought" in wrong.text
    assert (refused.right, refused.scene) == (False, None)
    assert "not legal" in (refused.fault or "")
    with pytest.raises(LudariumError, match="no step 7"):
        introducing.turn(game, 6, ["e4"])


def test_part_of_a_turn_is_foreseen() -> None:
    game = load("tarble")
    seen = introducing.foreseen(game, 0, ["(-3,-4) (-3,-3)"])
    assert seen.scene is not None
    assert not seen.over
    assert seen.moves
    assert introducing.foreseen(game, 0, ["(9,9) (9,8)"]).fault
    assert introducing.foreseen(load("reversi"), 0, ["d3"]).scene is None
