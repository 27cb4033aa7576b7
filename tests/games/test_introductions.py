"""Every step of every introduction is a real position in which the move that is sought can be found, and missed."""

from __future__ import annotations

import pytest

from ludarium.engine import LudariumError
from ludarium.engine.introduction import anything, learner, position_of, step_of, steps_of, tried
from ludarium.engine.scene import scene_of
from ludarium.games import REGISTRY, load

LEARNT = [name for name, entry in REGISTRY.entries.items() if entry.introduction]
STEPS = [(name, number) for name in LEARNT for number in range(len(steps_of(load(name))))]


def test_the_main_games_have_three_to_six_steps() -> None:
    assert {"reversi", "checkers"} <= set(LEARNT)
    assert len(LEARNT) >= 6
    assert all(3 <= len(steps_of(load(name))) <= 6 for name in LEARNT)
    assert steps_of(load("pig")) == ()


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_the_answer_of_a_step_is_right_and_others_are_not(name: str, number: int) -> None:
    game = load(name)
    step = step_of(game, number)
    position = position_of(game, step)
    seat = learner(position)
    assert scene_of(position.view(seat))["moves"]
    assert tried(step, position, step.answer).right
    if step.wanted is anything:
        return
    turns = [[move.text] for move in position.moves(seat)]
    only = len(turns) == 1  # a duty is learnt by doing it
    assert only or not all(_right(name, number, turn) for turn in turns)


def _right(name: str, number: int, turn: list[str]) -> bool:
    game = load(name)
    step = step_of(game, number)
    return tried(step, position_of(game, step), turn).right


def test_what_is_not_allowed_is_refused_with_the_reason() -> None:
    game = load("reversi")
    step = step_of(game, 0)
    with pytest.raises(LudariumError, match="not legal here"):
        tried(step, position_of(game, step), ["a1"])
    with pytest.raises(LudariumError, match="give a move"):
        tried(step, position_of(game, step), [])
    with pytest.raises(LudariumError, match="your turn is over"):
        tried(step, position_of(game, step), ["d3", "d4"])
    with pytest.raises(LudariumError, match="there is no step 9"):
        step_of(game, 8)
