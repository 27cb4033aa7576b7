"""What a strategy's pieces are after, and how it is chosen.

A strategy remembers one target for each of its pieces, as a number: nothing, a treasure, an enemy piece or an own one.
Pieces choose and keep targets by *unit*: in the strategies of single pieces every piece is a unit of its own, in the
others a blob is one. Where two targets are equally good the one with the lower number is taken: numbers stay the same
when the seats are swapped or the field is mirrored.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine import kernel
from ludarium.engine.slots import Seat
from ludarium.games.boundary.geometry import gap, size_of
from ludarium.games.boundary.rules import team_middle
from ludarium.games.boundary.state import State
from ludarium.games.boundary.strategies.names import (
    BEST_TREASURE,
    GATHERS,
    GREEDY_TREASURE,
    GROUPS_TO,
    HUNTS_PIECES,
    HUNTS_TREASURES,
    HYBRID_CAPTURE,
)
from ludarium.games.boundary.strategies.readings import Reading

Target = int
Strategy = int
Unit = int
"""The lowest number of a unit's pieces."""

NOTHING, TREASURE, ENEMY, ALLY = 0, 100, 200, 300
"""A target is the sum of its kind and its number; `NOTHING` before the first choice."""
KIND = 100

FAR = 1e30
SECOND_CHOICE = 1e6
"""Added to the price of what is taken only where there is nothing else: more than any way across the field."""
_TOUCHING = 1e-6
"""Stands for no distance at all where a treasure's worth is divided by its distance."""


# --- units ------------------------------------------------------------------------------------------------------------


@kernel
def on_field(state: State, seat: Seat, piece: int) -> bool:
    return bool(state.blob[seat, piece] >= 0)


@kernel
def in_unit(strategy: Strategy, state: State, seat: Seat, unit: Unit, piece: int) -> bool:
    """Whether a piece belongs to the unit of a piece on the field; a piece that is gone belongs to none."""
    if piece == unit:
        return True
    return GROUPS_TO[strategy] > 1 and bool(state.blob[seat, piece] == state.blob[seat, unit])


@kernel
def leads(strategy: Strategy, state: State, seat: Seat, piece: int) -> bool:
    """Whether a piece is the first of its unit."""
    if not on_field(state, seat, piece):
        return False
    for other in range(piece):  # noqa: SIM110 (any() does not compile)
        if in_unit(strategy, state, seat, piece, other):
            return False
    return True


@kernel
def middle(strategy: Strategy, state: State, seat: Seat, unit: Unit) -> tuple[float, float]:
    """The mean of the places of a unit's pieces."""
    x, y, count = 0.0, 0.0, 0
    for piece in range(state.pieces):
        if in_unit(strategy, state, seat, unit, piece):
            x += state.place[seat, piece, 0]
            y += state.place[seat, piece, 1]
            count += 1
    return x / count, y / count


@kernel
def seeks(strategy: Strategy, state: State, seat: Seat, unit: Unit) -> bool:
    """Whether a unit is too small to hunt, and has allies elsewhere to join: the last blob hunts whatever its size."""
    if size_of(state, seat, unit) >= GROUPS_TO[strategy]:
        return False
    for piece in range(state.pieces):
        if on_field(state, seat, piece) and state.blob[seat, piece] != state.blob[seat, unit]:
            return True
    return False


# --- choosing ---------------------------------------------------------------------------------------------------------


@kernel
def targeted(strategy: Strategy, state: State, seat: Seat, unit: Unit, memory: Any, target: Target) -> bool:
    """Whether pieces of other units are after a target."""
    for piece in range(state.pieces):
        own = in_unit(strategy, state, seat, unit, piece)
        if memory[piece] == target and not own and on_field(state, seat, piece):
            return True
    return False


@kernel
def choose_treasure(strategy: Strategy, state: State, seat: Seat, unit: Unit, memory: Any) -> tuple[Target, float]:
    """The nearest treasure (Best Treasure: the most worth for its distance), and its price; `NOTHING` if none is left.

    Those come first that no other unit targets.
    """
    x, y = middle(strategy, state, seat, unit)
    chosen = NOTHING
    least = FAR
    for number in range(state.treasures):
        if state.worth[number] <= 0:
            continue
        price = gap(x, y, state.treasure[number, 0], state.treasure[number, 1])
        if strategy == BEST_TREASURE:
            price = max(price, _TOUCHING) / state.worth[number]
        if targeted(strategy, state, seat, unit, memory, TREASURE + number):
            price += SECOND_CHOICE
        if price < least:
            least = price
            chosen = TREASURE + number
    return chosen, least


@kernel
def choose_ally(reading: Reading, strategy: Strategy, state: State, seat: Seat, unit: Unit) -> Target:
    """The nearest own piece outside the unit; pieces that are alone come first.

    A strategy that gathers takes the one that is nearest to the middle of the team.
    """
    gathers = GATHERS[strategy] and reading.shared == 0
    x, y = middle(strategy, state, seat, unit)
    middle_x, middle_y = team_middle(state, seat, 0), team_middle(state, seat, 1)
    chosen = NOTHING
    least = FAR
    for piece in range(state.pieces):
        if not on_field(state, seat, piece) or in_unit(strategy, state, seat, unit, piece):
            continue
        there_x, there_y = state.place[seat, piece, 0], state.place[seat, piece, 1]
        if gathers:
            price = gap(there_x, there_y, middle_x, middle_y)
        else:
            price = gap(x, y, there_x, there_y)
            if size_of(state, seat, piece) > 1:
                price += SECOND_CHOICE
        if price < least:
            least = price
            chosen = ALLY + piece
    return chosen


@kernel
def choose_enemy(strategy: Strategy, state: State, seat: Seat, unit: Unit) -> Target:
    """The nearest enemy piece, as things stand before the turn."""
    x, y = middle(strategy, state, seat, unit)
    nearest = NOTHING
    least = FAR
    for piece in range(state.pieces):
        if on_field(state, 1 - seat, piece):
            distance = gap(x, y, state.place[1 - seat, piece, 0], state.place[1 - seat, piece, 1])
            if distance < least:
                least = distance
                nearest = ENEMY + piece
    return nearest


@kernel
def distance_to(strategy: Strategy, state: State, seat: Seat, unit: Unit, target: Target) -> float:
    x, y = middle(strategy, state, seat, unit)
    kind = target // KIND * KIND
    number = target - kind
    if kind == TREASURE:
        return gap(x, y, state.treasure[number, 0], state.treasure[number, 1])
    owner = seat if kind == ALLY else 1 - seat
    return gap(x, y, state.place[owner, number, 0], state.place[owner, number, 1])


@kernel
def choose_target(reading: Reading, strategy: Strategy, state: State, seat: Seat, unit: Unit, memory: Any) -> Target:
    """A new target for a unit."""
    if seeks(strategy, state, seat, unit):
        first = choose_ally(reading, strategy, state, seat, unit)
    elif HUNTS_PIECES[strategy]:
        first = choose_enemy(strategy, state, seat, unit)
    else:
        return choose_treasure(strategy, state, seat, unit, memory)[0]
    if strategy != HYBRID_CAPTURE:
        return first
    second = choose_treasure(strategy, state, seat, unit, memory)[0]
    if second == NOTHING:
        return first
    nearer = distance_to(strategy, state, seat, unit, second) < distance_to(strategy, state, seat, unit, first)
    return second if nearer else first


# --- keeping ----------------------------------------------------------------------------------------------------------


@kernel
def agreed(strategy: Strategy, state: State, seat: Seat, unit: Unit, memory: Any) -> Target:
    """The target that all pieces of a unit are after; `NOTHING` when they disagree."""
    for piece in range(state.pieces):
        if in_unit(strategy, state, seat, unit, piece) and memory[piece] != memory[unit]:
            return NOTHING
    return int(memory[unit])


@kernel
def stands(strategy: Strategy, state: State, seat: Seat, unit: Unit, target: Target) -> bool:
    """Whether a target is still there, and still of the kind that this unit is after."""
    kind = target // KIND * KIND
    number = target - kind
    if kind == NOTHING:
        return False
    seeking = seeks(strategy, state, seat, unit)
    if kind == TREASURE:
        if not HUNTS_TREASURES[strategy] or state.worth[number] <= 0:
            return False
        return strategy in (GREEDY_TREASURE, BEST_TREASURE, HYBRID_CAPTURE) or not seeking
    if kind == ENEMY:
        return HUNTS_PIECES[strategy] and not seeking and on_field(state, 1 - seat, number)
    return seeking and on_field(state, seat, number) and bool(state.blob[seat, number] != state.blob[seat, unit])


@kernel
def share_treasures(strategy: Strategy, state: State, seat: Seat, memory: Any) -> None:
    """Bring the targets of single pieces up to date. Of those without one, whoever finds the best chooses first."""
    for piece in range(state.pieces):
        if on_field(state, seat, piece) and not stands(strategy, state, seat, piece, int(memory[piece])):
            memory[piece] = NOTHING
    chooser = 0
    while chooser >= 0:
        chooser, chosen = -1, NOTHING
        least = FAR
        for piece in range(state.pieces):
            if on_field(state, seat, piece) and memory[piece] == NOTHING:
                target, price = choose_treasure(strategy, state, seat, piece, memory)
                if price < least:
                    least = price
                    chooser, chosen = piece, target
        if chooser >= 0:
            memory[chooser] = chosen


@kernel
def choose_targets(reading: Reading, strategy: Strategy, state: State, seat: Seat, memory: Any) -> None:
    """Bring the remembered targets up to date: they persist until they are gone or a unit's pieces disagree."""
    for piece in range(state.pieces):
        if not on_field(state, seat, piece):
            memory[piece] = NOTHING
    if GROUPS_TO[strategy] == 1:
        share_treasures(strategy, state, seat, memory)
        return
    for unit in range(state.pieces):
        if not leads(strategy, state, seat, unit):
            continue
        target = agreed(strategy, state, seat, unit, memory)
        if not stands(strategy, state, seat, unit, target):
            target = choose_target(reading, strategy, state, seat, unit, memory)
        for piece in range(state.pieces):
            if in_unit(strategy, state, seat, unit, piece):
                memory[piece] = target
