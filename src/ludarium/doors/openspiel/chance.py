"""Chance in our games as OpenSpiel has it: one outcome after the other, each with its probability.

A game draws its chance inside its kernels, by `below`. Run by the interpreter with another `below`, the same kernels
say what they would draw: each draw is a chance node with as many equally likely outcomes as its bound. The kernels are
run again for every outcome that is chosen, with all outcomes chosen so far.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import Binder, constant, kernel
from ludarium.engine.kernels.rng import below, derive, next_bits
from ludarium.engine.position import Position
from ludarium.engine.slots import apply, start

SCRIPT: Script = constant("SCRIPT")
START = -1
"""In place of a seat: the set-up of the game."""
_MOST_DRAWS = 16
"""A game that draws more often at once, as for a whole board, does not name its outcomes."""
_TRIED_DECISIONS = 20


class Undecided(Exception):
    """The kernel draws once more than it was told; `outcomes` are equally likely."""

    def __init__(self, outcomes: int) -> None:
        self.outcomes = outcomes


class _Unnamed(Exception):
    """The kernel draws otherwise than by `below`."""


class Script:
    """What is to be drawn."""

    def __init__(self) -> None:
        self.chosen: list[int] = []

    def draw(self, bound: int) -> int:
        if bound == 1:
            return 0
        if not self.chosen:
            raise Undecided(bound)
        return self.chosen.pop(0)

    def unnamed(self) -> int:
        raise _Unnamed


@kernel
def below_by_script(source: Any, bound: int) -> int:
    return SCRIPT.draw(int(bound))


@kernel
def no_bits(source: Any) -> Any:
    return SCRIPT.unnamed()


@kernel
def scripted_start(states: Any) -> None:
    start(states[0])


@kernel
def scripted_apply(states: Any, seat: int, move: int) -> None:
    apply(states[0], seat, move)


class Outcomes:
    """A game whose chance is decided from outside."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._script = Script()
        slots = {**game.bound.binder.slots, below: below_by_script, next_bits: no_bits, SCRIPT: self._script}
        binder = Binder(f"{game.rules.owner}-scripted", slots, interpreted=True)
        self._start, self._apply = binder.bind(scripted_start), binder.bind(scripted_apply)

    def after(self, before: Position | None, seat: int, move: int, chosen: Sequence[int]) -> Position:
        """The position after a move, or after the set-up, with these outcomes; `Undecided` asks for the next one."""
        states = self.game.blank_states(0)
        self._script.chosen = list(chosen)
        if before is None:
            self._start(states)
        else:
            states[0] = before.state
            self._apply(states, seat, move)
        states[0].rng = 0
        return Position(self.game, states)


@dataclass(frozen=True)
class Chance:
    """What chance a game has, as far as some games of it tell."""

    named: bool
    """Whether it names its outcomes."""
    most: int = 1
    """The most outcomes of one draw."""


def has_chance(game: Game) -> bool:
    """Whether anything is drawn, in the set-up or later."""
    return game.chance or int(game.start(0).state.rng) != derive(0, "game")


def chance_of(game: Game) -> Chance:
    """Try a game that has chance: whether its outcomes can be named."""
    outcomes, source = Outcomes(game), random.Random(1)
    most = 1

    def following(before: Position | None, seat: int, move: int) -> Position:
        nonlocal most
        chosen: list[int] = []
        while True:
            try:
                return outcomes.after(before, seat, move, chosen)
            except Undecided as asked:
                if len(chosen) == _MOST_DRAWS:
                    raise _Unnamed from None
                most = max(most, asked.outcomes)
                chosen.append(source.randrange(asked.outcomes))

    try:
        position = following(None, START, 0)
        for _ in range(_TRIED_DECISIONS if game.chance else 0):
            if position.over:
                position = following(None, START, 0)
            seat = position.movers[0]
            move = source.choice(position.moves(seat)).value
            assert isinstance(move, int)
            position = following(position, seat, move)
    except _Unnamed:
        return Chance(named=False)
    return Chance(named=True, most=most)


def draws(before: Any, after: Any) -> bool:
    """Whether the random stream was drawn on between two states."""
    return bool(np.uint64(before.rng) != np.uint64(after.rng))
