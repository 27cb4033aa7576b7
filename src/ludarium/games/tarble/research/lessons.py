"""Lessons: positions of games against oneself, each with what a search says of it.

The chance after a turn is learnt from the best reply to every face of the die, the mean over all six: the luck of the
next throw is no part of it, so that one lesson tells as much as many games. For each position that is met the best turn
with *every* face is a lesson, not only with the face that was thrown: what a network overrates it chooses, and is put
right just there. In the middle of a turn the chance is learnt that the best end of the turn has.

Now and then a turn begins at random, so that positions are met that nobody would choose.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import below, kernel
from ludarium.engine.kernels.rng import branch
from ludarium.games.tarble.beam import beam_turn
from ludarium.games.tarble.board import PIECES
from ludarium.games.tarble.network import Reader, chance_of, forget_sums
from ludarium.games.tarble.replies import goes_on, judge_replies, mean_of, reply_row, rows_for
from ludarium.games.tarble.research.learning import tally_end, write_down
from ludarium.games.tarble.rules import FACES, apply, legal, start, to_move

MOST_LESSONS = 2 * FACES + 1
"""No turn gives more."""
_OFTEN = 4
"""One of so many turns begins at random, by one or two movements."""
_WANDER = np.uint64(1)


def rows_for_lessons(beam: int) -> int:
    """How many states a game works in: those of a search, the best turns with each face, the game, and an empty one."""
    return rows_for(beam) + FACES + 1 + 2


@kernel
def play_and_note(
    states: Any, reader: Reader, lessons: Any, source: Any, seed: Any, game: int, most_turns: int, beam: int, tally: Any
) -> int:
    """Play a game and write down its lessons; returns how many. The last row of the states is empty."""
    moves, movements = np.empty(6 * PIECES, np.int64), np.empty(FACES, np.int64)
    chances = np.zeros(FACES + 1)
    last = states.shape[0] - 1
    best, state = states[last - FACES - 2 : last - 1], states[last - 1]
    states[last - 1] = states[last]
    state.rng = branch(seed, np.uint64(game))
    source[0].rng = branch(branch(seed, np.uint64(game)), _WANDER)
    start(state)
    forget_sums(reader)
    noted = 0
    while to_move(state) >= 0 and state.turns < most_turns:
        seat = int(state.seat)
        states[0] = state
        states[0].left = 0
        judge_replies(states, reader, beam, True, chances)
        for face in range(1, FACES + 1):
            best[face] = states[reply_row(beam, face)]
        for face in range(1, FACES + 1):
            if goes_on(best[face]):
                states[0] = best[face]
                noted = note_end(states, reader, lessons, noted, beam, chances)
        wanders = below(source[0], _OFTEN) == 0
        if wanders:
            for _ in range(1 + below(source[0], 2)):
                if to_move(state) == seat:
                    apply(state, seat, int(moves[below(source[0], legal(state, seat, moves))]))
        while to_move(state) == seat:
            states[0] = state
            _, worth = beam_turn(states, reader, beam, moves, movements)
            if wanders or below(source[0], 2) == 0:
                write_down(state, reader, lessons[noted])
                lessons[noted].aim = chance_of(worth)
                noted += 1
            apply(state, seat, int(movements[0]))
        if wanders and to_move(state) >= 0:
            states[0] = state
            states[0].left = 0
            noted = note_end(states, reader, lessons, noted, beam, chances)
    tally_end(state, tally)
    return noted


@kernel
def note_end(states: Any, reader: Reader, lessons: Any, noted: int, beam: int, chances: Any) -> int:
    """Write down the lesson of the position in row 0, whose die has not been thrown; returns how many there are now."""
    write_down(states[0], reader, lessons[noted])
    judge_replies(states, reader, beam, False, chances)
    lessons[noted].aim = mean_of(chances)
    return noted + 1
