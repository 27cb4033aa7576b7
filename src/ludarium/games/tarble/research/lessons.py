"""Lessons: positions of games against oneself, each with what a search says of it.

The chance after a turn is learnt from the best reply to every face of the die, the mean over all six: the luck of the
next throw is no part of it, so that one lesson tells as much as many games. For each position that is met the best turn
with *every* face is a lesson, not only with the face that was thrown: what a network overrates it chooses, and is put
right just there. In the middle of a turn the chance is learnt that the best end of the turn has.

Now and then a turn begins at random, so that positions are met that nobody would choose.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.engine import Game, below, kernel
from ludarium.engine.kernels.rng import GENERATOR, branch
from ludarium.engine.loop import BREAK_OFF, bind_games, states_for
from ludarium.engine.state import States
from ludarium.games.tarble.beam import beam_turn
from ludarium.games.tarble.network import Reader, chance_of, forget_sums
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.replies import goes_on, judge_replies, mean_of, reply_row, rows_for
from ludarium.games.tarble.research.learning import LOG, TALLIES, tally_end, write_down
from ludarium.games.tarble.rules import FACES, State, legal

MOST_LESSONS = 2 * FACES + 1
"""No turn gives more."""
_OFTEN = 4
"""One of so many turns begins at random, by one or two movements."""
_WANDER = np.uint64(1)
_SEAT, _ASTRAY, _WANDERS, _NOTED = range(4)
"""Marks: whose turn it is, movements yet to be made at random, whether the turn began so, and the lessons so far."""


class Pupil(NamedTuple):
    """Who decides, and writes down what is to be learnt."""

    reader: Reader
    lessons: Any
    beam: int
    most_turns: int
    marks: Any
    source: Any
    states: Any
    """In which the search works, see `judge_replies`."""
    best: Any
    """[face]: where the best turn with it leads."""
    moves: Any
    movements: Any
    chances: Any


class Counted(NamedTuple):
    """Who watches."""

    tally: Any


@kernel
def begin_course(states: States[State], game: int, seed: Any, pupil: Pupil) -> bool:
    states[0].rng = seed
    pupil.source[0].rng = branch(seed, _WANDER)
    forget_sums(pupil.reader)
    pupil.marks[:] = 0
    pupil.marks[_SEAT] = -1
    return True


@kernel
def play_and_note(states: States[State], seat: int, game: int, ply: int, pupil: Pupil) -> int:
    """The next movement, after the lessons that come before it."""
    marks, source, moves = pupil.marks, pupil.source, pupil.moves
    if marks[_SEAT] != seat:
        if marks[_WANDERS]:
            note_end(states[0], pupil)
        if states[0].turns >= pupil.most_turns:
            return BREAK_OFF
        note_best_turns(states[0], pupil)
        marks[_SEAT] = seat
        marks[_WANDERS] = 1 if below(source[0], _OFTEN) == 0 else 0
        marks[_ASTRAY] = 1 + below(source[0], 2) if marks[_WANDERS] else 0
    if marks[_ASTRAY]:
        marks[_ASTRAY] -= 1
        return int(moves[below(source[0], legal(states[0], seat, moves))])
    pupil.states[0] = states[0]
    _, worth = beam_turn(pupil.states, pupil.reader, pupil.beam, moves, pupil.movements)
    if marks[_WANDERS] or below(source[0], 2) == 0:
        note(states[0], chance_of(worth), pupil)
    return int(pupil.movements[0])


@kernel
def note_best_turns(state: State, pupil: Pupil) -> None:
    """The lessons of the best turns with each face."""
    pupil.states[0] = state
    pupil.states[0].left = 0
    judge_replies(pupil.states, pupil.reader, pupil.beam, True, pupil.chances)
    for face in range(1, FACES + 1):
        pupil.best[face] = pupil.states[reply_row(pupil.beam, face)]
    for face in range(1, FACES + 1):
        if goes_on(pupil.best[face]):
            note_end(pupil.best[face], pupil)


@kernel
def note_end(state: State, pupil: Pupil) -> None:
    """The lesson of a position at the end of a turn: the die has not been thrown."""
    states = pupil.states
    states[0] = state
    states[0].left = 0
    index = pupil.marks[_NOTED]
    note(states[0], 0.0, pupil)
    judge_replies(states, pupil.reader, pupil.beam, False, pupil.chances)
    pupil.lessons[index].aim = mean_of(pupil.chances)


@kernel
def note(state: State, aim: float, pupil: Pupil) -> None:
    """Write a lesson down."""
    if state.count[1 - int(state.seat)] == 0:
        return  # the rest of a turn with nobody left to play against: no network is asked about it
    lesson = pupil.lessons[pupil.marks[_NOTED]]
    write_down(state, pupil.reader, lesson)
    lesson.aim = aim
    pupil.marks[_NOTED] += 1


@kernel
def tally_game(state: State, game: int, plies: int, counted: Counted) -> None:
    tally_end(state, counted.tally)


def lessons_of(game: Game, network: Network, seed: int, *, beam: int, most_turns: int) -> tuple[Any, Any]:
    """Play the game of a seed; its lessons, and what was counted."""
    play = bind_games(game, prepare=begin_course, decide=play_and_note, conclude=tally_game)
    tally, states = np.zeros(TALLIES), game.bound.states
    pupil = Pupil(
        reader=network.reader(),
        lessons=np.zeros(MOST_LESSONS * (most_turns + 1), LOG),
        beam=beam,
        most_turns=most_turns,
        marks=np.zeros(4, np.int64),
        source=np.zeros(1, GENERATOR),
        states=states(rows_for(beam)),
        best=states(FACES + 1),
        moves=game.bound.moves(),
        movements=np.empty(FACES, np.int64),
        chances=np.zeros(FACES + 1),
    )
    play(states_for(game), np.array([seed], np.uint64), 0, pupil, Counted(tally))
    return pupil.lessons[: pupil.marks[_NOTED]].copy(), tally
