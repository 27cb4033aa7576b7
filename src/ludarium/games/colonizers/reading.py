"""A view of Colonizers in words, for players in files of their own: names instead of numbers, and nothing beyond it.

seen = read(view)
seen.omnium[seen.seat], seen.hand, seen.colonies[0], seen.may_be[3]
"""

from __future__ import annotations

from dataclasses import dataclass

from ludarium.engine import Move, View
from ludarium.games.colonizers import cards, knowledge, table
from ludarium.games.colonizers.rules import BUILDING, KEEPING

STAGES = ("pick", "draw", "keep", "power", "build", "over")


@dataclass(frozen=True)
class Module:
    """One of the sixteen kinds of modules."""

    name: str
    cost: int
    value: int
    colour: str
    """`green`, `blue`, `red` or `no colour`."""


MODULES = {
    cards.MODULE_NAMES[number]: Module(
        cards.MODULE_NAMES[number],
        int(cards.COST[number]),
        int(cards.VALUE[number]),
        cards.COLOUR_NAMES[cards.colour_of(number)],
    )
    for number in range(1, cards.KINDS + 1)
}
"""The modules by their names."""

EARNS = {
    cards.COLONIST_NAMES[number]: cards.COLOUR_NAMES[cards.pays_for(number)]
    for number in range(1, cards.COLONISTS + 1)
    if cards.pays_for(number) >= 0
}
"""The colonists that earn Omnium, with the colour of the modules that bring it."""


@dataclass(frozen=True)
class Seen:
    """What a seat knows. Tuples by seat count from 0; `seat` is the reader's own."""

    seat: int
    round: int
    stage: str
    """What is to be decided: `pick`, `draw`, `keep`, `power` or `build`."""
    omnium: tuple[int, ...]
    colonies: tuple[tuple[Module, ...], ...]
    hands: tuple[tuple[Module, ...], ...]
    """The own hand, and of other hands the modules that the reader knows to be there."""
    cards: tuple[int, ...]
    """How many modules are in each hand, known or not."""
    may_be: tuple[tuple[str, ...], ...]
    """The colonists that a seat may hold: one when it is known, none before the seat has picked."""
    drawn: tuple[Module, ...]
    """The two modules to keep one of, when that is to be decided."""
    deck: int
    """Modules in the deck."""

    @property
    def hand(self) -> tuple[Module, ...]:
        """The own hand."""
        return self.hands[self.seat]

    @property
    def colonist(self) -> str:
        """The own colonist; empty before it is picked."""
        return "".join(self.may_be[self.seat])

    @property
    def points(self) -> tuple[int, ...]:
        """What each colony is worth."""
        return tuple(sum(module.value for module in colony) for colony in self.colonies)


def read(view: View) -> Seen:
    """What a seat knows, in words."""
    state, seats = view.state, range(table.SEATS)
    return Seen(
        seat=view.seat,
        round=int(state.rounds),
        stage=STAGES[int(state.stage)],
        omnium=tuple(int(state.omnium[seat]) for seat in seats),
        colonies=tuple(_colony(int(state.colony[seat])) for seat in seats),
        hands=tuple(_named(state.hand[seat].tolist()) for seat in seats),
        cards=tuple(int(state.cards[seat]) for seat in seats),
        may_be=tuple(_colonists(int(knowledge.may_hold(state, view.seat, seat))) for seat in seats),
        drawn=_named(state.drawn.tolist()),
        deck=int(state.deck_size),
    )


def module_of(move: Move) -> Module | None:
    """The module that a move keeps or builds; None for every other move."""
    assert isinstance(move.value, int)
    for base in (BUILDING, KEEPING):
        if base < move.value <= base + cards.KINDS:
            return MODULES[cards.MODULE_NAMES[move.value - base]]
    return None


def _named(numbers: list[int]) -> tuple[Module, ...]:
    return tuple(MODULES[cards.MODULE_NAMES[number]] for number in numbers if number)


def _colony(counts: int) -> tuple[Module, ...]:
    numbers = range(1, cards.KINDS + 1)
    return _named([number for number in numbers for _ in range(table.count_in(counts, number))])


def _colonists(candidates: int) -> tuple[str, ...]:
    numbers = range(1, cards.COLONISTS + 1)
    return tuple(cards.COLONIST_NAMES[number] for number in numbers if candidates >> number & 1)
