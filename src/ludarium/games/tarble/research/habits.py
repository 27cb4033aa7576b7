"""Habits: what the source saw people do, counted in anybody's games.

Of each turn it asks whether the first two movements were made with the same piece; whether all pieces ended four cells
or more from every enemy, if some turn would have done so; how far from the centre the pieces stand; and once a game,
whether a piece that has captured the neutral piece goes on to the right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ludarium.engine import Move, kernel
from ludarium.engine.state import States
from ludarium.games.tarble.board import CELLS, CENTRE, DISTANCE, NEIGHBOUR, PIECES, RIGHTWARDS
from ludarium.games.tarble.notation import Turn
from ludarium.games.tarble.players.distances import SAFE, fill_nearest
from ludarium.games.tarble.players.order import goals_of
from ludarium.games.tarble.players.outcomes import at_risk, unpack
from ludarium.games.tarble.rules import NEUTRAL, State
from ludarium.games.tarble.turns import all_turns, do_after_turn, doors, states_of


@dataclass
class Share:
    """How often something was done, of the times when it could have been."""

    done: int = 0
    of: int = 0

    def add(self, done: bool) -> None:
        self.done += done
        self.of += 1


@dataclass
class Habits:
    """The habits of one player, counted turn by turn."""

    games: int = 0
    turns: int = 0
    same_piece: Share = field(default_factory=Share)
    """The first two movements are made with the same piece, of turns with two or more movements."""
    safe: Share = field(default_factory=Share)
    """All own pieces are four or more from every enemy after the turn, of turns that could end so."""
    centre: list[float] = field(default_factory=list)
    """For each turn, the mean distance of the own pieces to the centre after it."""
    right: Share = field(default_factory=Share)
    """To the right of where the opening capture of the neutral piece landed, of those that went left or right."""


PEOPLE = {"same_piece": 0.88, "safe": 0.55, "right": 1.0}
"""The shares that the source counted; the last one in its first situation, a roll of 6 from the start."""


def count_game(habits: Habits, turns: Iterable[Turn], seats: Iterable[int], *, ordered: bool = True) -> None:
    """Add the turns of some seats in a game. `ordered`: whether the movements are known in the order of play.

    Without their order, as in notation, nobody knows which piece moved first.
    """
    seats = set(seats)
    opened: set[int] = set()
    habits.games += 1
    for turn in turns:
        if turn.seat not in seats or not _whole(turn):
            continue
        habits.turns += 1
        if ordered:
            _count_order(habits, turn, opened)
        _count_end(habits, turn)


def _whole(turn: Turn) -> bool:
    """Whether a turn was played to its end: not so the last one of a game that was broken off."""
    if len(turn.movements) == int(turn.position.state.left):
        return True
    position = turn.position
    for move in turn.movements:
        position = position.play(Move(move, ""), turn.seat)
    return position.over or position.state.turns != turn.position.state.turns


def _count_order(habits: Habits, turn: Turn, opened: set[int]) -> None:
    state, movements = turn.position.state, turn.movements
    goals = goals_of(state, movements)
    assert goals is not None
    if len(movements) >= 2:
        habits.same_piece.add(movements[1] // 6 == goals[0])
    if turn.seat in opened or state.board[CENTRE] != NEUTRAL:
        return
    for step, move in enumerate(movements):
        if int(NEIGHBOUR[move // 6, move % 6]) == CENTRE and goals[step] != CENTRE:
            opened.add(turn.seat)
            end = goals[step]
            for later in range(step + 1, len(movements)):
                if movements[later] // 6 == end:
                    end = goals[later]
            shift = to_the_right(end, turn.seat) - to_the_right(goals[step], turn.seat)
            if shift:
                habits.right.add(shift > 0)
            return


def to_the_right(cell: int, seat: int) -> int:
    """How far to the right a cell lies, in half cells, for a player who looks at the board from its own side."""
    return int(RIGHTWARDS[seat, cell])


def _count_end(habits: Habits, turn: Turn) -> None:
    states = states_of(turn.position)
    could = bool(doors().bind(do_could_be_safe)(states))
    doors().bind(do_after_turn)(states, np.array(turn.movements, np.int64))
    state = states[0]
    own, others = (state.pieces[seat][: int(state.count[seat])] for seat in (turn.seat, 1 - turn.seat))
    if len(own):
        habits.centre.append(float(DISTANCE[own, CENTRE].mean()))
    if could and len(own) and len(others):
        habits.safe.add(bool(DISTANCE[np.ix_(own, others)].min() >= SAFE))


@kernel
def do_could_be_safe(states: States[State]) -> bool:
    """Whether some turn leaves pieces of both sides, and all of the mover's safe from every enemy."""
    state = states[0]
    nearest = np.empty((1 << PIECES, CELLS), np.int16)
    fill_nearest(state, int(state.seat), nearest)
    keys, _, _, _, ends, end_count = all_turns(state, int(state.left), False)
    cells = np.empty(PIECES, np.int64)
    for end in range(end_count):
        kept, _, captured, taken, _ = unpack(keys[ends[end]], cells)
        if kept > 0 and taken < state.count[1 - state.seat] and at_risk(cells, kept, nearest[captured]) == 0:
            return True
    return False
