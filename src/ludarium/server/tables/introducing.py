"""Games explained on their boards: introductions step by step, and diagrams from real positions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.introduction import learner, position_of, step_of, steps_of, tried
from ludarium.engine.position import SPECTATOR, Position
from ludarium.engine.scene import preview_of, scene_of
from ludarium.server.introduction_messages import DiagramCard, ForeseenTurn, Introduction, TriedTurn
from ludarium.server.tables.boards import board_of

_LONGEST = 24
"""Decisions of a game that is played at random for a diagram, at most."""


def introduction(game: Game) -> Introduction:
    """The steps of a game's introduction or, where it has none, its start and a position of a game under way."""
    steps = [
        DiagramCard(text=step.text, scene=_scene(position, learner(position)), task=True, answer=list(step.answer))
        for step in steps_of(game)
        for position in [position_of(game, step)]
    ]
    shown = steps or [
        DiagramCard(text=text, scene=_scene(position, SPECTATOR), task=False, answer=[])
        for text, position in (("The start.", game.start(1)), ("A game under way.", under_way(game)))
    ]
    return Introduction(title=game.title or game.name, board=board_of(game), learnt=bool(steps), steps=shown)


def under_way(game: Game) -> Position:
    """A position in the middle of a random game."""
    source, position = random.Random(1), game.start(1)
    past = [position]
    while not position.over and len(past) <= _LONGEST:
        seat = position.movers[0]
        position = position.play(source.choice(position.moves(seat)), seat)
        past.append(position)
    return past[len(past) // 2] if position.over else past[-1]


def turn(game: Game, number: int, moves: Sequence[str]) -> TriedTurn:
    """A turn of whoever learns. What is not allowed, or not what is sought, leaves the step as it was."""
    step = step_of(game, number)
    position = position_of(game, step)
    try:
        found = tried(step, position, moves)
    except LudariumError as error:
        return TriedTurn(right=False, text="", fault=str(error), scene=None)
    text = step.done if found.right else "That is allowed, but not what is sought here. Try again."
    return TriedTurn(right=found.right, text=text, fault=None, scene=_scene(found.after, learner(position)))


def foreseen(game: Game, number: int, moves: Sequence[str]) -> ForeseenTurn:
    """How a step would look after some moves of a turn."""
    position = position_of(game, step_of(game, number))
    seen = preview_of(position.view(learner(position)), moves)
    scene, over, fault = seen["scene"], seen["over"], seen["fault"] or None
    if scene is None:
        return ForeseenTurn(scene=None, moves=[], over=over, fault=fault)
    scene["turn"].setdefault("committed", [])
    return ForeseenTurn(scene={**scene}, moves=[{**move} for move in scene["moves"]], over=over, fault=fault)


def _scene(position: Position, viewer: int) -> dict[str, Any]:
    scene = scene_of(position.view(viewer))
    scene["turn"].setdefault("committed", [])
    return {**scene}
