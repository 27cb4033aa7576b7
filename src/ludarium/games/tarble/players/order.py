"""The order of a turn's movements, as people make them: one piece after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.games.tarble.board import BEYOND, NEIGHBOUR
from ludarium.games.tarble.rules import EMPTY


def piece_by_piece(state: Any, movements: Sequence[int]) -> list[int]:
    """The same turn with all movements of a piece in a row, where that is the same turn; else as it is.

    Most turns can be made in many orders that lead to the same position; which of them the turn generator found says
    nothing about how anybody thinks.
    """
    goals = goals_of(state, movements)
    assert goals is not None
    owners: list[list[int]] = []
    """For each piece, its movements' places in the given order."""
    stands: list[int] = []
    for step, move in enumerate(movements):
        cell = move // 6
        if cell in stands:
            piece = stands.index(cell)
        else:
            piece = len(stands)
            stands.append(cell)
            owners.append([])
        owners[piece].append(step)
        stands[piece] = goals[step]
    order = [step for owner in owners for step in owner]
    ordered = [movements[step] for step in order]
    if goals_of(state, ordered) == [goals[step] for step in order]:
        return ordered
    return list(movements)


def goals_of(state: Any, movements: Sequence[int]) -> list[int] | None:
    """Where each of some movements in a row ends; None if one of them cannot be made."""
    seat = int(state.seat)
    board = state.board.copy()
    goals = []
    for move in movements:
        cell, direction = divmod(move, 6)
        beside, behind = int(NEIGHBOUR[cell, direction]), int(BEYOND[cell, direction])
        if board[cell] != seat + 1 or beside < 0:
            return None
        goal = beside
        if board[beside] != EMPTY:
            goal = behind
            if goal < 0 or board[beside] == seat + 1 or board[goal] != EMPTY:
                return None
            board[beside] = EMPTY
        board[cell], board[goal] = EMPTY, seat + 1
        goals.append(goal)
    return goals
