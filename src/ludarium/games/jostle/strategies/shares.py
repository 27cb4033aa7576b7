"""The picture of a strategy: which of its elements decided how often.

An element has decided a choice when the chosen move was better by it than the last move still in the race. Counted are
the choices of a piece; whether to roll once more is decided by the piece that would be chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import branch, branches, derive
from ludarium.engine.loop import states_for
from ludarium.engine.player import NOTES
from ludarium.engine.policies import Policies, bind_policies, lay_out_notes
from ludarium.engine.slots import SEATS, Seat
from ludarium.engine.state import States
from ludarium.games.jostle.rules import State, asking
from ludarium.games.jostle.strategies.composed import Strategy
from ludarium.games.jostle.strategies.elements import LINGERING
from ludarium.games.jostle.strategies.player import in_turn
from ludarium.games.jostle.strategies.policy import DECIDED, EARLY, LATE, LISTED, ONLY, composed


class Decided(NamedTuple):
    """Who watches: how often each place of the notes decided, and the notes."""

    counts: Any
    notes: Any


@kernel
def take_own_seats(states: States[State], game: int, seed: Any, table: Policies) -> bool:
    states[0].rng = branch(seed, np.uint64(SEATS))
    for seat in range(SEATS):
        table.sources[seat].rng = branch(seed, np.uint64(seat))
    lay_out_notes(game, table)
    return True


@kernel
def count_decision(state: State, seat: Seat, move: int, game: int, made: int, decided: Decided) -> bool:
    if seat == game % SEATS and not asking(state):
        decided.counts[decided.notes[seat, DECIDED]] += 1
    return True


@dataclass(frozen=True)
class Share:
    """How many choices something decided."""

    what: str
    """An element's word, with when it acts where that depends on `Lingering`; `list order`, or `only move`."""
    count: int
    share: float


def shares(game: Game, strategy: Strategy, rivals: Strategy, games: int, seed: int) -> list[Share]:
    """What decided the strategy's choices in games against rivals at all other seats, in the order of the elements."""
    play = bind_policies(game, (composed,), prepare=take_own_seats, watch=count_decision)
    counts, table = np.zeros(NOTES, np.int64), in_turn(game, strategy, rivals, games)
    play(states_for(game), branches(derive(seed, "shares"), range(games)), 0, table, Decided(counts, table.notes))
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
