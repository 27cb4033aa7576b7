"""The picture of a strategy: which of its elements decided how often.

An element has decided a choice when the chosen move was better by it than the last move still in the race. Counted are
the choices of a piece; whether to roll once more is decided by the piece that would be chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import GENERATOR, branch, derive
from ludarium.engine.player import NOTES
from ludarium.engine.slots import SEATS
from ludarium.engine.state import States
from ludarium.games.jostle.rules import State, apply, asking, start, to_move
from ludarium.games.jostle.strategies.composed import Strategy
from ludarium.games.jostle.strategies.elements import LINGERING
from ludarium.games.jostle.strategies.player import notes_of
from ludarium.games.jostle.strategies.policy import DECIDED, EARLY, LATE, LISTED, ONLY, composed


@kernel
def count_decisions(
    states: States[State], moves: Any, sources: Any, first_notes: Any, notes: Any, seed: Any, games: int, counts: Any
) -> None:
    """Play games in which row 0 of the first notes sits at each seat in turn, and count what decided its choices."""
    for game in range(games):
        states[1] = states[0]
        state = states[1]
        own = game % SEATS
        own_seed = branch(seed, np.uint64(game))
        state.rng = branch(own_seed, np.uint64(SEATS))
        start(state)
        for seat in range(SEATS):
            sources[seat].rng = branch(own_seed, np.uint64(seat))
            for place in range(notes.shape[1]):
                notes[seat, place] = first_notes[0 if seat == own else 1, place]
        seat = to_move(state)
        while seat >= 0:
            choosing = not asking(state)
            move = composed(state, seat, moves, sources[seat], notes[seat])
            if choosing and seat == own:
                counts[notes[seat, DECIDED]] += 1
            apply(state, seat, move)
            seat = to_move(state)


@dataclass(frozen=True)
class Share:
    """How many choices something decided."""

    what: str
    """An element's word, with when it acts where that depends on `Lingering`; `list order`, or `only move`."""
    count: int
    share: float


def shares(game: Game, strategy: Strategy, rivals: Strategy, games: int, seed: int) -> list[Share]:
    """What decided the strategy's choices in games against rivals at all other seats, in the order of the elements."""
    counts = np.zeros(NOTES, np.int64)
    states = game.bound.states(2)
    states[0] = game.blank_states(0)[0]
    game.bound.binder.bind(count_decisions)(
        states,
        game.bound.moves(),
        np.zeros(game.seats, GENERATOR),
        np.array([notes_of(strategy), notes_of(rivals)], np.int64),
        np.zeros((game.seats, NOTES), np.int64),
        np.uint64(derive(seed, "shares")),
        games,
        counts,
    )
    total = max(1, int(counts.sum()))
    return [Share(what, int(count), int(count) / total) for what, count in _named(strategy, counts.tolist())]


def _named(strategy: Strategy, counts: list[int]) -> list[tuple[str, int]]:
    early, late = ([str(element) for element in strategy.acting(late=late)] for late in (False, True))
    if any(element.word == LINGERING for element in strategy.elements):
        named = [(f"{word} (before a goal)", counts[EARLY + place]) for place, word in enumerate(early)]
        named += [(f"{word} (after)", counts[LATE + place]) for place, word in enumerate(late)]
    else:
        named = [(word, counts[EARLY + place] + counts[LATE + place]) for place, word in enumerate(early)]
    return [*named, ("list order", counts[LISTED]), ("only move", counts[ONLY])]
