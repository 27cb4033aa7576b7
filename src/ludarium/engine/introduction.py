"""Introductions: a game learnt on its board, in a few steps. A step is a real position and a move that is to be found.

A game's entry names its steps (`introduction=".introduction:STEPS"`); what a step says is written in English, as all
that games say, and the browser's catalogues know it in other languages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.plugins import import_object
from ludarium.engine.position import Position

Wanted = Callable[[Position, Position], bool]
"""From the position before and the one after the turn: whether it was the one that was to be found."""


def anything(before: Position, after: Position) -> bool:
    """Every legal turn will do."""
    return True


@dataclass(frozen=True)
class Step:
    """One position, what is to be found in it, and what is said when it has been."""

    text: str
    done: str
    answer: tuple[str, ...]
    """Moves that find it: shown to those who ask, and tried by the tests."""
    wanted: Wanted = anything
    position: str = ""
    """As the game writes positions; without one, the start of the game of `seed` after the moves of `played`."""
    played: tuple[str, ...] = ()
    seed: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)
    others: str = ""
    """What every other seat does, where all move at once."""


@dataclass(frozen=True)
class Tried:
    """What came of a turn: the position after it, and whether it was the one that was to be found."""

    after: Position
    right: bool


def steps_of(game: Game) -> tuple[Step, ...]:
    """The steps of a game's introduction; none where it has no introduction."""
    if game.entry is None or not game.entry.introduction:
        return ()
    steps: tuple[Step, ...] = import_object(game.entry.introduction)
    return steps


def step_of(game: Game, number: int) -> Step:
    steps = steps_of(game)
    if not 0 <= number < len(steps):
        raise LudariumError(f"there is no step {number + 1} in the introduction of {game.name}: it has {len(steps)}")
    return steps[number]


def position_of(game: Game, step: Step) -> Position:
    """Where a step begins."""
    own = game.another(**step.settings)
    position = own.read_position(step.position) if step.position else own.start(step.seed)
    for text in step.played:
        position = position.play(text, position.movers[0])
    return position


def learner(position: Position) -> int:
    """The seat of whoever learns."""
    return position.movers[0]


def tried(step: Step, position: Position, moves: Sequence[str]) -> Tried:
    """Make a turn by the rules; a move that is not allowed is an error that says why."""
    if not moves:
        raise LudariumError("give a move")
    seat, after = learner(position), position
    for text in moves:
        if after.over or seat not in after.movers:
            raise LudariumError(f"your turn is over before '{text}'")
        after = after.play(text, seat)
    if step.others:
        for other in [mover for mover in after.movers if mover != seat and not after.over]:
            after = after.play(step.others, other)
    return Tried(after, step.wanted(position, after))
