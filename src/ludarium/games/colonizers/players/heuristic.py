"""The rules of thumb of the source: a few conditions for each stage of a round, and lots where none applies.

One compiled kernel is the player, the policy of compiled series and the play-out of the searches. It reads only what
the seat knows, so it decides alike in a view and in a sampled world.

Where the source leaves something open: of several colours with three modules, the one with most of them whose colonist
is offered; modules without a colour have no synergy; several most frequent colours all count; of equals the first, so
that of equally rewarding victims it is the earlier seat. (The last is more than a trifle: with lots instead, the first
seat is robbed less, and comes last in 32 % of the games between four of these players instead of 40 %; the source has
42 %.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ludarium.engine import Clock, Move, Parameter, Player, Thought, View, below, kernel
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive, generator
from ludarium.engine.slots import Moves, Seat, legal
from ludarium.engine.state import States
from ludarium.games.colonizers.cards import (
    COLONISTS,
    COLOURLESS,
    COST,
    ECOLOGIST,
    OPPORTUNIST,
    VALUE,
    VISIONARY,
    colour_of,
)
from ludarium.games.colonizers.knowledge import may_hold
from ludarium.games.colonizers.rules import BUILDING, FULL_COLONY, KEEPING, NAMING, TAKE_MODULES, TAKE_OMNIUM
from ludarium.games.colonizers.table import BUILD, DRAW, PICK, POWER, SEATS, State

SYNERGY = 3
"""Modules of a colour from which on its colonist is picked."""
FEW_CARDS = 1
MANY_CARDS = 4
THRIFTY = 5
"""Cards in hand (or modules in the colony, by the source's text) from which on value less cost decides."""
NEARLY_FULL = FULL_COLONY - 1

HAND, COLONY, ANY_PRICE = 0, 1, 2
"""How the source is read, as a sum: what the five of `THRIFTY` are counted in, and whether by colour also a module is
kept that cannot be paid for yet."""

LOTS, HAS_SYNERGY, LACKS_CARDS, LACKS_OMNIUM, HAS_CARDS = 0, 1, 2, 3, 4
RICHEST, BIGGER_HAND, NO_HAND = 5, 6, 7
BY_VALUE, BY_GAIN, BY_COLOUR, KEPT_BY_COLOUR = 8, 9, 10, 11
"""Why a move is made."""

_REASONS = (
    "no rule applies: drawn at random",
    "its colour is frequent in my colony",
    "I have hardly any modules in hand",
    "I have no Omnium",
    "I have modules enough in hand",
    "the seat with most Omnium may hold this colonist",
    "a seat with more modules in hand may hold this colonist",
    "no hand is worth a guess",
    "the end is near, and of what I can pay it has the highest value",
    "of what I can pay it gains most over its cost",
    "of what I can pay in my most frequent colour it gains most over its cost",
    "of my most frequent colour, and of those it gains most over its cost",
)


@kernel
def heuristic_policy(state: State, seat: Seat, moves: Moves, source: Any, notes: Any) -> int:
    """The heuristic as a compiled player; its first note is the reading."""
    return int(heuristic_choice(state, seat, moves, source, int(notes[0]))[0])


@kernel
def heuristic_move(state: State, seat: Seat, moves: Moves, source: Any) -> int:
    """The heuristic as the play-out of a search, with five cards in hand."""
    return int(heuristic_choice(state, seat, moves, source, HAND)[0])


@kernel
def heuristic_choice(state: State, seat: Seat, moves: Moves, source: Any, reading: int) -> Any:
    """The move of the first rule that applies, else any legal one; and why."""
    stage = int(state.stage)
    if stage == PICK:
        move, why = wanted_colonist(state, seat)
    elif stage == DRAW:
        move, why = wanted_draw(state, seat)
    elif stage == POWER:
        move, why = naming(state, seat, source)
    else:
        move, why = wanted_module(state, seat, reading)
    if move == 0:
        move = int(moves[below(source, legal(state, seat, moves))])
    return move, why


@kernel
def wanted_colonist(state: State, seat: Seat) -> Any:
    """The colonist of a colour with enough modules, else with few cards the Visionary; 0 for neither."""
    offered = int(state.offered[seat])
    wanted, most = 0, SYNERGY - 1
    for colour in range(COLOURLESS):
        built = int(state.colour[seat, colour])
        if built > most and offered >> (ECOLOGIST + colour) & 1:
            wanted, most = ECOLOGIST + colour, built
    if wanted:
        return wanted, HAS_SYNERGY
    if int(state.cards[seat]) <= FEW_CARDS and offered >> VISIONARY & 1:
        return VISIONARY, LACKS_CARDS
    return 0, LOTS


@kernel
def wanted_draw(state: State, seat: Seat) -> Any:
    """Omnium without any or with many cards, modules without any; 0 for neither."""
    if state.omnium[seat] == 0:
        return TAKE_OMNIUM, LACKS_OMNIUM
    if int(state.cards[seat]) >= MANY_CARDS:
        return TAKE_OMNIUM, HAS_CARDS
    if state.cards[seat] == 0:
        return TAKE_MODULES, LACKS_CARDS
    return 0, LOTS


@kernel
def naming(state: State, seat: Seat, source: Any) -> Any:
    """Name a colonist that the most rewarding victim may hold; the Spy only if it is worth something."""
    robs = state.colonist[seat] == OPPORTUNIST
    best, suspects = -1_000, 0
    for other in range(SEATS):
        if other == seat:
            continue
        possible = may_hold(state, seat, other)
        worth = int(state.omnium[other]) if robs else 2 * (int(state.cards[other]) - int(state.cards[seat]))
        worth -= how_many(possible) - 1
        if worth > best:
            best, suspects = worth, possible
    if not robs and best <= 0:
        return NAMING, NO_HAND
    return NAMING + nth_of(suspects, below(source, how_many(suspects))), RICHEST if robs else BIGGER_HAND


@kernel
def wanted_module(state: State, seat: Seat, reading: int) -> Any:
    """What to keep or build, as a move; 0 when nothing stands out."""
    building = state.stage == BUILD
    base = BUILDING if building else KEEPING
    colours = 0
    by_value = somebody_is_nearly_full(state)
    counted = int(state.built[seat]) if reading & COLONY else int(state.cards[seat])
    if not by_value and counted < THRIFTY:
        colours = frequent_colours(state, seat)
        if colours == 0:
            return 0, LOTS
    best, chosen = -1_000, 0
    payable = building or colours == 0 or reading & ANY_PRICE == 0
    for nth in range(int(state.cards[seat]) if building else 2):
        module = int(state.hand[seat, nth]) if building else int(state.drawn[nth])
        if payable and COST[module] > int(state.omnium[seat]):
            continue
        if colours and not colours >> colour_of(module) & 1:
            continue
        worth = VALUE[module] if by_value else VALUE[module] - COST[module]
        if worth > best:
            best, chosen = worth, module
    if chosen == 0:
        return 0, LOTS
    if by_value:
        return base + chosen, BY_VALUE
    if colours == 0:
        return base + chosen, BY_GAIN
    return base + chosen, BY_COLOUR if payable else KEPT_BY_COLOUR


# --- helpers ----------------------------------------------------------------------------------------------------------


@kernel
def somebody_is_nearly_full(state: State) -> bool:
    """Whether a colony has seven modules or more."""
    most = 0
    for seat in range(SEATS):
        most = max(most, int(state.built[seat]))
    return most >= NEARLY_FULL


@kernel
def frequent_colours(state: State, seat: Seat) -> int:
    """The set of the most frequent colours of a colony; empty without any."""
    most, colours = 0, 0
    for colour in range(COLOURLESS):
        built = int(state.colour[seat, colour])
        if built > most:
            most, colours = built, 1 << colour
        elif built == most and built > 0:
            colours |= 1 << colour
    return colours


@kernel
def how_many(colonists: int) -> int:
    """The number of colonists in a set."""
    count = 0
    while colonists:
        colonists &= colonists - 1
        count += 1
    return count


@kernel
def nth_of(colonists: int, nth: int) -> int:
    """The n-th colonist of a set that has so many, counted from 0."""
    for colonist in range(1, COLONISTS + 1):
        if colonists >> colonist & 1:
            if nth == 0:
                return colonist
            nth -= 1
    return 0


@kernel
def do_choose(states: States[State], moves: Any, source: Any, reading: int, seat: int) -> Any:
    """The door from Python."""
    return heuristic_choice(states[0], seat, moves, source[0], reading)


class Heuristic(Player):
    """Plays by the source's rules of thumb."""

    name = "heuristic"
    summary = "rules of thumb for each stage, else at random"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "five",
            "hand",
            "what five of mean that the gain over the cost decides: cards in hand, or modules in the colony",
            choices=("hand", "colony"),
        ),
        Parameter(
            "keep",
            "payable",
            "which modules of a frequent colour are kept: what can be paid for, or any, as the source's text has it",
            choices=("payable", "any"),
        ),
    )
    policy = heuristic_policy

    @classmethod
    def suits(cls, game: Game) -> str:
        return "" if game.name == "colonizers" else "its rules of thumb are for colonizers"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        # Not `self.random`: compiled series draw the same moves from the same seed.
        self._source = generator(derive(seed, "player", seat))

    def notes(self) -> Sequence[int]:
        return (self._reading,)

    def choose(self, view: View, clock: Clock) -> Move:
        rules = view.game.bound
        states = rules.states(1)
        states[0] = view.state
        move, why = rules.binder.bind(do_choose)(states, rules.moves(), self._source, self._reading, view.seat)
        chosen = view.numbered(int(move))
        self.thought = Thought(f"{chosen}: {_REASONS[int(why)]}")
        return chosen

    @property
    def _reading(self) -> int:
        five = COLONY if self.options["five"] == "colony" else HAND
        return five + (ANY_PRICE if self.options["keep"] == "any" else 0)
