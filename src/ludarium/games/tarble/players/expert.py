"""What an expert would reply to a turn: Brian is asked, face by face.

Brian takes his time, so turns that have fallen behind are not asked about any further. Until he has been asked about a
face, the best reply to it stands for his. He is asked first about the faces with which he loses most for the time that
he takes; ones and twos, with which he loses little, come last.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.state import States
from ludarium.games.tarble.network import Reader, forget_sums
from ludarium.games.tarble.players.brian import FIGURES, brian_choice
from ludarium.games.tarble.replies import (
    goes_on,
    judge_further,
    judge_replies,
    mean_of,
    open_worth,
    result_of,
    with_worth,
)
from ludarium.games.tarble.rules import FACES, State, can_move
from ludarium.games.tarble.turns import after_turn

IN_ORDER = (4, 5, 3, 6, 2, 1)
"""The faces as they are asked about."""
BEHIND = 0.005
"""A turn this far behind the best, times the faces not yet asked about, is dropped."""


@kernel
def do_judge_answer(
    states: States[State],
    movements: Any,
    face: int,
    reader: Reader,
    beam: int,
    deep: bool,
    contempt: float,
    board: Any,
    sources: Any,
) -> Any:
    """The chance that red wins when Brian answers a turn with a face of the die, and what that is worth to whoever
    makes the turn, as red would say it.

    What Brian leaves is judged by the best that can be made of it with each face; `deep`: and by the best reply to
    that. The last row of the states holds the position before the turn; all others and the two of `board` are scratch.
    """
    answer, figures = np.zeros(FACES, np.int64), np.zeros(len(FIGURES), np.int64)
    further = np.zeros(FACES + 1)
    last = states.shape[0] - 1
    seat = int(states[last].seat)
    forget_sums(reader)
    board[0] = states[last]
    after_turn(board[0], movements, movements.shape[0])
    if not goes_on(board[0]):
        return result_of(board[0]), result_of(board[0])
    board[0].roll = board[0].left = face
    made = brian_choice(board, sources[0], answer, figures) if can_move(board[0], int(board[0].seat)) else 0
    after_turn(board[0], answer, made)
    if not goes_on(board[0]):
        return result_of(board[0]), result_of(board[0])
    states[0] = board[0]
    if deep:
        judge_further(states, reader, beam, further)
    else:
        judge_replies(states, reader, beam, False, further)
    worth = open_worth(board[0], seat, contempt)
    total = 0.0
    for next_face in range(1, FACES + 1):
        total += with_worth(further[next_face], worth)
    return mean_of(further), total / FACES


class Judged(NamedTuple):
    """A turn, my chance after it with each face that may answer it, and what that is worth to me: the chance, and that
    the game is open."""

    path: Sequence[int]
    chances: Any
    worths: Any

    @property
    def chance(self) -> float:
        return float(self.chances.mean())

    @property
    def worth(self) -> float:
        return float(self.worths.mean())


def ask_expert(
    turns: Sequence[Judged], ask: Callable[[Sequence[int], int], tuple[float, float]], end: float
) -> list[Judged]:
    """The turns that are left when those behind have been dropped, the best first. `ask` gives my chance after a turn
    and a face, and its worth; nobody is asked after the time `end`."""
    left = [Judged(turn.path, turn.chances.copy(), turn.worths.copy()) for turn in turns]
    for yet_to_come, face in zip(reversed(range(FACES)), IN_ORDER, strict=True):
        if len(left) == 1:
            break
        answers = []
        for turn in left:
            if time.perf_counter() > end:
                return left  # a face counts for all turns or for none
            answers.append(ask(turn.path, face))
        for turn, answer in zip(left, answers, strict=True):
            turn.chances[face - 1], turn.worths[face - 1] = answer
        left.sort(key=lambda turn: -turn.worth)
        left = [turn for turn in left if turn.worth >= left[0].worth - BEHIND * yet_to_come]
    return left
