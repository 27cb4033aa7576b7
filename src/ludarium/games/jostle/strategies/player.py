"""Composed strategies as players, with a sentence of reason for every choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ludarium.engine import BadParameter, Clock, Game, Move, Parameter, Player, Thought, View
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import derive, generator
from ludarium.engine.player import NOTES
from ludarium.engine.policies import Policies, seated
from ludarium.engine.state import States
from ludarium.games.jostle.rules import KEEP, MOVED, ROLL, SIX, STACK, State, landing
from ludarium.games.jostle.strategies.composed import Strategy
from ludarium.games.jostle.strategies.elements import (
    ADVANCE,
    ATTACK,
    BASIC,
    EQUALIZE,
    FOLLOW,
    IDLE,
    LINGERING,
    OBSERVE_TO_ADVANCE,
    OBSERVE_TO_FOLLOW,
    REVENGE,
    SYMBIONTS,
)
from ludarium.games.jostle.strategies.policy import (
    BY_FIELD,
    BY_ID,
    BY_KEY,
    DECIDED,
    EARLY,
    FAR,
    LATE,
    LENGTH_BITS,
    LENGTHS,
    LISTED,
    NARROWED,
    ONLY,
    ORDER,
    composed,
)
from ludarium.games.jostle.text import called

ORDERS = ("key", "field", "id")
_ORDERS = {"key": BY_KEY, "field": BY_FIELD, "id": BY_ID}
_WALKED = {IDLE, ADVANCE, FOLLOW, OBSERVE_TO_ADVANCE, OBSERVE_TO_FOLLOW, ATTACK, REVENGE}


@kernel
def do_composed(states: States[State], row: int, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return composed(states[row], seat, moves, source[0], notes)


def notes_of(strategy: Strategy, order: str = "key") -> list[int]:
    """What a policy's notes hold at the start of a game."""
    early, late = strategy.codes(late=False), strategy.codes(late=True)
    notes = [0] * NOTES
    notes[LENGTHS] = len(early) + (len(late) << LENGTH_BITS)
    notes[ORDER] = _ORDERS[order]
    notes[EARLY : EARLY + len(early)] = early
    notes[LATE : LATE + len(late)] = late
    return notes


def can_walk(strategy: Strategy) -> bool:
    """Whether the source's walk through the list is defined for all elements of a strategy."""
    return {code for late in (False, True) for code in strategy.codes(late=late)} <= _WALKED


def in_turn(game: Game, own: Strategy, rivals: Strategy, games: int, order: str = "key") -> Policies:
    """A strategy that takes every seat in turn, and a rival strategy at all others. No strategy looks at the dice.

    `order` is that of the first, where its elements know another than `key`.
    """
    line_ups = (np.arange(games)[:, None] - np.arange(game.seats)) % game.seats != 0
    return seated(
        game,
        (0, 0),
        (notes_of(own, order if can_walk(own) else "key"), notes_of(rivals)),
        line_ups.astype(np.int64),
        veiled=False,
    )


def element_at(strategy: Strategy, place: int) -> str:
    """The word of the element at a place of the notes."""
    late = place >= LATE
    return strategy.acting(late=late)[place - (LATE if late else EARLY)].word


class Composed(Player):
    """Plays an ordered list of elements. The list is also its name: `Aggressive ADVANCER`."""

    name = "composed"
    summary = "any list of elements, which is also its name: 'Aggressive Observing ADVANCER'"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("strategy", "ADVANCER", f"elements in order, out of {', '.join([*SYMBIONTS, *BASIC])}"),
        Parameter(
            "order",
            "key",
            "key: pieces are compared by every element; field, id: as the source walks through a list in this order",
            choices=ORDERS,
        ),
    )
    policy = composed

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self.strategy = Strategy.read(self._text())
        self._order = str(self.options.get("order", "key"))
        if self._order != "key" and not can_walk(self.strategy):
            raise BadParameter(
                f"order={self._order}: the source walks through lists for ADVANCER and PALS only; "
                "others are played by order=key"
            )

    def _text(self) -> str:
        return str(self.options["strategy"])

    @classmethod
    def suits(cls, game: Game) -> str:
        return "" if game.name == "jostle" else "it plays jostle only"

    def notes(self) -> Sequence[int]:
        return notes_of(self.strategy, self._order)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._door = game.bound.binder.bind(do_composed)
        self._notes = np.array(self.notes(), np.int64)
        # Not `self.random`: compiled series draw the same moves from the same seed.
        self._source = generator(derive(seed, "player", seat))

    def choose(self, view: View, clock: Clock) -> Move:
        states, moves = view.game.bound.states(1), view.game.bound.moves()
        states[0] = view.state
        move = view.numbered(int(self._door(states, 0, view.seat, moves, self._source, self._notes)))
        self.thought = Thought(self._reason(view, move, int(moves[0])), {"decided": self._decided()})
        return move

    def _decided(self) -> str:
        place = int(self._notes[DECIDED])
        return {ONLY: "only move", LISTED: "list order"}.get(place) or element_at(self.strategy, place)

    def _reason(self, view: View, move: Move, piece: int) -> str:
        number = called(piece, int(view.state.pieces))
        if move.value in (KEEP, ROLL):
            before = int(view.state.length) - 1 - int(view.state.stands[piece])
            than = "more" if move.value == ROLL else "no more"
            far = FAR - SIX if view.state.rule == MOVED else FAR
            goes = "goes on" if view.state.rule == MOVED else "would move"
            return f"{move}: piece {number} {goes}, and it stands {than} than {far} fields before the last ({before})"
        words = f"piece {number} to field {landing(view.state, piece)}"
        if self._notes[DECIDED] == ONLY:
            return f"{words}: the only move"
        if self._order != "key":
            return f"{words}: where the walk through its pieces ends"
        narrowed = [place for place in range(NOTES) if int(self._notes[NARROWED]) >> place & 1]
        clauses = [_clause(int(self._notes[place]), view, piece) for place in narrowed]
        if self._notes[DECIDED] == LISTED:
            clauses.append("comes first in the list")
        return f"{words}: {'; of these it '.join(clauses)}"


def _clause(code: int, view: View, piece: int) -> str:
    """What an element found better about a piece than about others, as a verb phrase."""
    state, game = view.state, view.game
    field = landing(state, piece)
    if code in (ATTACK, REVENGE):
        other = [int(stands) for stands in state.stands[: game.seats * int(state.pieces)]].index(field)
        name = game.seat_names[other // int(state.pieces)].lower()
        return f"lands on {name}'s piece" + (" in revenge" if code == REVENGE else "")
    if code == OBSERVE_TO_ADVANCE:
        return (
            f"takes the switch to {field + int(state.step[field])}"
            if state.step[field] > 0
            else "keeps off back fields"
        )
    if code == OBSERVE_TO_FOLLOW:
        return "keeps off switches and back fields"
    if code == ADVANCE:
        return "moves the most advanced piece"
    if code == FOLLOW:
        return "moves the least advanced piece" if state.stands[piece] != STACK else "brings a piece from the stack"
    if code == EQUALIZE:
        return "moves the piece whose turn it is"
    return "was drawn at random"


class _Named(Composed):
    """A strategy of one word, which is its name."""

    parameters: ClassVar[tuple[Parameter, ...]] = ()

    def _text(self) -> str:
        return self.name


class Randomizer(_Named):
    """Moves at random."""

    name = "RANDOMIZER"
    summary = BASIC["RANDOMIZER"].summary


class Advancer(_Named):
    """The most advanced piece first."""

    name = "ADVANCER"
    summary = BASIC["ADVANCER"].summary


class Pals(_Named):
    """The least advanced piece first."""

    name = "PALS"
    summary = BASIC["PALS"].summary


class Equalizer(_Named):
    """Its pieces in turn."""

    name = "EQUALIZER"
    summary = BASIC["EQUALIZER"].summary


class Lingering(_Named):
    """PALS until an opponent is on a goal field, then ADVANCER."""

    name = LINGERING
    summary = SYMBIONTS[LINGERING].summary
