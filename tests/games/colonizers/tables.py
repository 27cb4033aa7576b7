"""Reading states of Colonizers, and writing positions that tests begin with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludarium.engine import Game, Position
from ludarium.games.colonizers import table
from ludarium.games.colonizers.cards import COLONIST_NAMES, COPIES, KINDS, MODULE_NAMES, VALUE, colour_of
from ludarium.games.colonizers.drawing import modules_in

NUMBER = {name: number for number, name in enumerate(MODULE_NAMES)}
COLONIST = {name: number for number, name in enumerate(COLONIST_NAMES)}


def hand(state: Any, seat: int) -> Counter[str]:
    """The modules shown in a hand."""
    return Counter(MODULE_NAMES[module] for module in state.hand[seat] if module)


def colony(state: Any, seat: int) -> Counter[str]:
    return Counter({MODULE_NAMES[module]: number for module, number in modules_in(int(state.colony[seat]))})


def lost(state: Any, seat: int) -> Counter[str]:
    return Counter({MODULE_NAMES[module]: number for module, number in modules_in(int(state.lost[seat]))})


def deck(state: Any) -> list[str]:
    """The whole deck of a position, top first."""
    return [MODULE_NAMES[table.module_at(state, place)] for place in range(state.deck_size)]


def known_deck(state: Any, seat: int) -> dict[int, str]:
    """The places of the deck that a view shows its seat."""
    places = [place for place in range(state.deck_size) if state.under[seat] >> place & 1]
    return {place: MODULE_NAMES[table.module_at(state, place)] for place in places}


def colonists(mask: int) -> set[str]:
    return {name for name, number in COLONIST.items() if number and mask >> number & 1}


def positioned(
    game: Game,
    *,
    deck: Sequence[str],
    hands: Sequence[Sequence[str]] = ((), (), (), ()),
    colonies: Sequence[Sequence[str]] = ((), (), (), ()),
    omnium: Sequence[int] = (0, 0, 0, 0),
    removed: str = "Visionary",
) -> Position:
    """The start of a round with these things on the table.

    All other modules lie in the last seat's colony, where everybody sees them, without counting for anything.
    """
    states = game.blank_states(0)
    state = states[0]
    for place, name in enumerate(deck):
        table.set_place(state, place, NUMBER[name])
    state.deck_size = len(deck)
    left = {number: int(COPIES[number]) for number in range(1, KINDS + 1)}
    for name in deck:
        left[NUMBER[name]] -= 1
    for seat in range(4):
        state.omnium[seat] = omnium[seat]
        for name in hands[seat]:
            table.add_to_hand(state, seat, NUMBER[name], 0)
            left[NUMBER[name]] -= 1
        for name in colonies[seat]:
            module = NUMBER[name]
            state.colony[seat] += table.one_more(module)
            state.built[seat] += 1
            state.score[seat] += VALUE[module]
            state.colour[seat][colour_of(module)] += 1
            left[module] -= 1
    assert min(left.values()) >= 0, "more modules on the table than there are"
    for module, number in left.items():
        state.colony[3] += number * table.one_more(module)
    state.rounds = 1
    state.offered[0] = 0b1111110 & ~(1 << COLONIST[removed])
    return Position(game, states)


def script(position: Position, *moves: str) -> Position:
    """Play moves one after the other."""
    for move in moves:
        position = position.play(move)
    return position


def changed(position: Position, fields: Mapping[str, Any]) -> Position:
    """The same position with some fields overwritten."""
    states = np.frombuffer(position.to_bytes(), position.game.rules.dtype).copy()
    for name, value in fields.items():
        states[0][name] = value
    return Position(position.game, states)
