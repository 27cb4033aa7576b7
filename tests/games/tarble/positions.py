"""Positions of Tarble for tests: random ones, ones that no text may describe, and the reference's form of any."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from ludarium.engine import Game, Position
from ludarium.games import load
from ludarium.games.tarble.board import CELL, CENTRE, DEADLY, DISTANCE, PIECES, PLACES
from ludarium.games.tarble.rules import NEUTRAL, NOWHERE
from tests.games.tarble.reference import Board

GAME = load("tarble")
AT_ONCE = load("tarble", finish=False)
"""The rules of version 1: without pieces the game is over in the middle of a turn."""


def position(text: str, game: Game = GAME) -> Position:
    return game.read_position(text)


def after(start: str | Position, *moves: str) -> Position:
    """The position after some movements."""
    reached = position(start) if isinstance(start, str) else start
    for move in moves:
        reached = reached.play(move)
    return reached


def unchecked(red: Sequence[tuple[int, int]], blue: Sequence[tuple[int, int]], *, seat: int = 0, roll: int = 1) -> Any:
    """A position that may be one no game can lead to."""
    states = GAME.blank_states(0)
    state = states[0]
    for own, places in enumerate((red, blue)):
        cells = sorted(CELL[place] for place in places)
        state.pieces[own] = cells + [NOWHERE] * (PIECES - len(cells))
        state.count[own] = len(cells)
        state.board[cells] = own + 1
    state.board[CENTRE] = NEUTRAL
    state.seat, state.roll, state.left = seat, roll, roll
    return Position(GAME, states)


def random_position(
    source: random.Random, *, roll: int, most: int = PIECES, within: bool | None = None, game: Game = GAME
) -> Position:
    """Pieces anywhere, in every second position close together, at the start of a turn or within one.

    `most` limits the mover's pieces. Within a turn the mover may stand on corners and centre.
    """
    within = source.random() < 0.3 if within is None else within
    gone = within and source.random() < 0.5
    reach = source.choice((2, 3, 5, 5))
    seat = source.randrange(2)
    near = [cell for cell in range(len(PLACES)) if DISTANCE[cell][CENTRE] <= reach]
    safe = [cell for cell in near if not DEADLY[cell]]
    allowed = [cell for cell in near if within and (cell != CENTRE or gone)] or safe
    own = source.sample(allowed, source.randint(1, most))
    free = [cell for cell in safe if cell not in own]
    other = source.sample(free, source.randint(1, PIECES))
    places = ["".join("({},{})".format(*PLACES[cell]) for cell in sorted(cells)) for cells in (own, other)]
    red, blue = places if seat == 0 else reversed(places)
    points = [source.randint(1, 9), source.randint(1, 9)]
    die = f"{roll}/6" if within and roll < 6 else f"{roll}"
    if within and roll == 6:  # nothing can have been made of a turn with six movements left
        return random_position(source, roll=roll, most=most, within=False, game=game)
    text = f"r{red} b{blue} {points[0]}:{points[1]} {'rb'[seat]} {die}"
    return position(text + (" neutral=gone" if gone and CENTRE not in own else ""), game)


@st.composite
def positions(draw: st.DrawFn, most: int = PIECES) -> Position:
    """Random positions, made from a number, so that a failure names one."""
    return random_position(random.Random(draw(st.integers(0, 2**32))), roll=draw(st.integers(1, 6)), most=most)


def board_of(given: Position) -> Board:
    """A position as the reference sees it."""
    state = given.state
    own, others = (
        frozenset(PLACES[int(cell)] for cell in state.pieces[seat][: int(state.count[seat])])
        for seat in (int(state.seat), 1 - int(state.seat))
    )
    return Board(own, others, bool(state.board[CENTRE] == NEUTRAL), 0)


def board_of_key(given: Position, key: int) -> Board:
    """What the turn generator's key stands for."""
    start = given.state
    other = 1 - int(start.seat)
    cells = [key >> 7 * piece & 127 for piece in range(7)]
    enemies = [PLACES[int(cell)] for cell in start.pieces[other][: int(start.count[other])]]
    left = [place for number, place in enumerate(enemies) if not key >> 49 + number & 1]
    neutral_before = bool(start.board[CENTRE] == NEUTRAL)
    neutral = not key >> 56 & 1
    captured = len(enemies) - len(left) + (neutral_before and not neutral)
    return Board(frozenset(PLACES[cell] for cell in cells if cell != 127), frozenset(left), neutral, captured)
