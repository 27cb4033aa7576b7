"""Colonizers as text: the table, what the reader knows beyond it, and the log."""

from __future__ import annotations

from functools import cache, lru_cache

from ludarium.games.colonizers.cards import (
    COLONIST_NAMES,
    COLONISTS,
    COLOUR_NAMES,
    COLOURLESS,
    COST,
    KINDS,
    MODULE_NAMES,
    UNKNOWN,
    VALUE,
    colour_of,
)
from ludarium.games.colonizers.knowledge import may_hold
from ludarium.games.colonizers.log import turns
from ludarium.games.colonizers.table import BUILD, DRAW, KEEP, OVER, PICK, POWER, SEATS, State, count_in, module_at

_ASKED = {
    PICK: "picks a colonist",
    DRAW: "draws",
    KEEP: "keeps one of two modules",
    POWER: "may name a colonist",
    BUILD: "may build",
}


def draw(state: State, seat: int | None, names: tuple[str, ...]) -> str:
    """The whole picture. `seat` is whose view the state is: -1 a spectator's, None a whole position."""
    parts = [[_headline(state, names)], _table(state, seat, names), _colonies(state, names)]
    parts.append(_knowledge(state, seat, names))
    parts.append(turns(state, names))
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


@cache
def described(module: int) -> str:
    """`Quarry (blue, 5 for 6)`: what it costs, and what it is worth."""
    colour = colour_of(module)
    shade = "" if colour == COLOURLESS else f"{COLOUR_NAMES[colour]}, "
    return f"{MODULE_NAMES[module]} ({shade}{COST[module]} for {VALUE[module]})"


@lru_cache(maxsize=1024)  # scenes ask for the same colonies again and again
def modules_in(counts: int) -> tuple[tuple[int, int], ...]:
    """The modules of a count with their numbers."""
    found = [(module, count_in(counts, module)) for module in range(1, KINDS + 1)]
    return tuple((module, number) for module, number in found if number)


def colonists_in(candidates: int) -> list[str]:
    """The names in a set of colonists."""
    return [COLONIST_NAMES[colonist] for colonist in range(1, COLONISTS + 1) if candidates >> colonist & 1]


def _headline(state: State, names: tuple[str, ...]) -> str:
    deck = f"{state.deck_size} module{'' if state.deck_size == 1 else 's'} in the deck"
    if state.spent:
        return f"Round {state.rounds}: the deck is spent, and nobody wins."
    if state.stage == OVER:
        return f"Round {state.rounds} was the last, {deck}."
    return f"Round {state.rounds}, {deck}: {names[state.seat]} {_ASKED[int(state.stage)]}."


def _table(state: State, seat: int | None, names: tuple[str, ...]) -> list[str]:
    lines = [f"{'':<15}Omnium  built  value  colonist     hand"]
    for own in range(SEATS):
        name = names[own] + (" (you)" if own == seat else "")
        colonist = COLONIST_NAMES[state.colonist[own]] if state.colonist[own] or _has_picked(state, own) else "-"
        figures = f"{state.omnium[own]:>6}  {state.built[own]:>5}  {state.score[own]:>5}"
        lines.append(f"{name:<15}{figures}  {colonist:<11}  {_hand(state, own)}")
    return lines


def _has_picked(state: State, seat: int) -> bool:
    return bool(state.stage != PICK or seat < state.seat)


def _hand(state: State, seat: int) -> str:
    held = [int(module) for module in state.hand[seat][: state.cards[seat]]]
    known = [described(module) for module in held if module]
    hidden = held.count(UNKNOWN)
    if hidden:
        known.append(f"{hidden} unknown")
    return ", ".join(known) or "-"


def _colonies(state: State, names: tuple[str, ...]) -> list[str]:
    lines = []
    for own in range(SEATS):
        built = [
            f"{number} × {MODULE_NAMES[module]}" if number > 1 else MODULE_NAMES[module]
            for module, number in modules_in(int(state.colony[own]))
        ]
        if built:
            colours = ", ".join(
                f"{state.colour[own][colour]} {COLOUR_NAMES[colour]}"
                for colour in range(COLOURLESS)
                if state.colour[own][colour]
            )
            full = "; the first to be full" if state.first == own + 1 else ""
            lines.append(f"Colony of {names[own]}: {', '.join(built)}{f' ({colours})' if colours else ''}{full}")
    return lines


def _knowledge(state: State, seat: int | None, names: tuple[str, ...]) -> list[str]:
    """What the reader knows beyond the table: two modules drawn, colonists, and modules in the deck."""
    lines = []
    shown = [described(int(module)) for module in state.drawn if module]
    if state.stage == KEEP and shown:
        lines.append(f"Drawn: {' and '.join(shown)}" + (" and one unknown" if len(shown) < 2 else ""))
    if seat is not None and seat >= 0 and state.stage != OVER:
        lines += _colonist_knowledge(state, seat, names)
    places = [
        place for place in range(state.deck_size) if seat is None or (seat >= 0 and state.under[seat] >> place & 1)
    ]
    if places:
        listing = ", ".join(f"{place + 1}. {MODULE_NAMES[module_at(state, place)]}" for place in places)
        lines.append(f"{'The deck' if seat is None else 'You put under the deck'}, counted from the top: {listing}")
    for own in range(SEATS):
        if state.gone[own]:
            lost = [f"{number} × {MODULE_NAMES[module]}" for module, number in modules_in(int(state.lost[own]))]
            which = f": {', '.join(lost)}" if lost else ""
            lines.append(f"{names[own]} lost {state.gone[own]} to a full hand{which}")
    return lines


def _colonist_knowledge(state: State, seat: int, names: tuple[str, ...]) -> list[str]:
    lines = []
    if state.offered[seat] and state.colonist[seat]:
        lines.append(f"You could pick from {', '.join(colonists_in(int(state.offered[seat])))}.")
    for other in range(SEATS):
        candidates = may_hold(state, seat, other)
        if other != seat and candidates and not state.shown >> other & 1:
            lines.append(f"{names[other]} may be {' or '.join(colonists_in(candidates))}.")
    return lines
