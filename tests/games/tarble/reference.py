"""Tarble again, slowly: written from the rules in words, with places and sets, and nothing of the package's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[int, int]
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
CENTRE: Place = (0, 0)
CORNERS: frozenset[Place] = frozenset({(5, 0), (5, 5), (0, 5), (-5, 0), (-5, -5), (0, -5)})


class Board(NamedTuple):
    """What lies where within a turn."""

    own: frozenset[Place]
    """The mover's pieces."""
    others: frozenset[Place]
    neutral: bool
    points: int
    """Of the mover, in this turn."""


def on_board(place: Place) -> bool:
    x, y = place
    return abs(x) <= 5 and abs(y) <= 5 and abs(x - y) <= 5


def movements(board: Board) -> Iterator[tuple[Place, Place, Board]]:
    """Every movement: where from, where to, and what the board is then."""
    taken = board.own | board.others | ({CENTRE} if board.neutral else set())
    for piece in board.own:
        for dx, dy in STEPS:
            beside = (piece[0] + dx, piece[1] + dy)
            behind = (piece[0] + 2 * dx, piece[1] + 2 * dy)
            if on_board(beside) and beside not in taken:
                yield piece, beside, board._replace(own=board.own - {piece} | {beside})
            elif beside in taken - board.own and on_board(behind) and behind not in taken:
                yield (
                    piece,
                    behind,
                    Board(
                        board.own - {piece} | {behind},
                        board.others - {beside},
                        board.neutral and beside != CENTRE,
                        board.points + 1,
                    ),
                )


def ends(board: Board, roll: int, *, at_once: bool = False) -> Counter[Board]:
    """Where a turn can end, before the clearing-up, and how many sequences of movements lead there.

    `at_once`: the turn ends with the game when the last of the others is taken, as in version 1 of the rules.
    """
    found: Counter[Board] = Counter()
    layer = Counter({board: 1})
    for _ in range(roll):
        following: Counter[Board] = Counter()
        for here, ways in layer.items():
            steps = list(movements(here)) if here.others or not at_once else []
            if not steps:
                found[here] += ways
            for _, _, there in steps:
                following[there] += ways
        layer = following
    return found + layer


def cleared(board: Board, *, at_once: bool = False) -> Board:
    """The board when the turn is over; a game that has ended at once is left as it is."""
    if at_once and not board.others:
        return board
    return board._replace(own=board.own - CORNERS - {CENTRE}, neutral=True)
