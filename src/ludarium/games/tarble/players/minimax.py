"""Minimax in the form that the source found workable: up to four movements at a time, judged by points.

A turn is not looked at beyond its end, so that of the two players only the maximising one is left. What the other has
scored does not change within a turn: the difference in points is the points gained.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ludarium.engine import Clock, Game, Parameter, View, below, kernel
from ludarium.engine.kernels.rng import generator
from ludarium.engine.player import Thought
from ludarium.engine.state import States
from ludarium.games.tarble.board import CENTRE
from ludarium.games.tarble.players.whole_turns import TurnPlayer
from ludarium.games.tarble.rules import FACES, NEUTRAL, State
from ludarium.games.tarble.turns import (
    CAPTURED_SHIFT,
    NEUTRAL_SHIFT,
    all_turns,
    do_movement,
    doors,
    path_of,
    states_of,
)

AHEAD = 4
"""Movements that the source's player looked ahead at once: more took it minutes."""
_U1 = np.uint64(1)


@kernel
def points_gained(state: State, key: Any) -> int:
    """The points that the seat to move has scored at an entry of the turn generator, since the turn's position."""
    gained = 0
    for enemy in range(state.count[1 - int(state.seat)]):
        if key >> (CAPTURED_SHIFT + np.uint64(enemy)) & _U1:
            gained += 1
    if state.board[CENTRE] == NEUTRAL and key >> NEUTRAL_SHIFT & _U1:
        gained += 1
    return gained


@kernel
def choose_turn(states: States[State], movements: int, source: Any, path: Any, found: Any) -> int:
    """Write a best path of so many movements, drawn from all that are equally good; return its length.

    `found` receives the points gained, how many positions have them, and how many there are.
    """
    keys, paths, _, _, ends, count = all_turns(states[0], movements, False)
    best, equals, chosen = -1, 0, 0
    for index in range(count):
        entry = ends[index]
        value = points_gained(states[0], keys[entry])
        if value > best:
            best, equals = value, 0
        if value == best:
            equals += 1
            if below(source[0], equals) == 0:
                chosen = entry
    found[0], found[1], found[2] = best, equals, count
    return path_of(keys[chosen], paths[chosen], path)


class Minimax(TurnPlayer):
    """The best position after up to four movements, then the rest of the roll; the reply is not looked at."""

    name = "minimax"
    summary = "most points, up to four movements ahead"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("ahead", AHEAD, "movements looked ahead at once; 6 always sees the whole turn", low=1, high=FACES),
    )

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._source = generator(self.random.getrandbits(63))

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        states, path, found = states_of(view), np.zeros(FACES, np.int64), np.zeros(3, np.int64)
        chooser, mover = doors().bind(choose_turn), doors().bind(do_movement)
        planned: list[int] = []
        seen = gained = 0
        while True:
            left = int(states[0].left)
            ahead = min(left, int(self.options["ahead"]))
            made = int(chooser(states, ahead, self._source, path, found))
            part = path[:made].tolist()
            planned += part
            gained += int(found[0])
            seen += int(found[2])
            if ahead == left or made < ahead:
                break
            for move in part:
                mover(states, move)
        points = "1 point" if gained == 1 else f"{gained or 'no'} points"
        alike = "none like it" if found[1] == 1 else f"drawn from {int(found[1]):,} as good"
        self.thought = Thought(
            f"{points} at the end of the turn, the most in {seen:,} positions looked at; {alike}",
            {"positions": seen, "points": gained, "equals": int(found[1])},
        )
        return planned
