"""What a strategy's pieces are after, and how it is chosen.

A strategy remembers one target for each of its pieces, as a number: nothing, a treasure, an enemy piece or an own one.
Pieces choose and keep targets by *unit*: in the strategies of single pieces every piece is a unit of its own, in the
others a blob is one. Where two targets are equally good the one with the lower number is taken: numbers stay the same
when the seats are swapped or the field is mirrored.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine import kernel
from ludarium.engine.slots import Seat, State
from ludarium.games.boundary.geometry import gap, size_of
from ludarium.games.boundary.strategies.names import (
    BEST_TREASURE,
    GREEDY_TREASURE,
    GROUPS_TO,
    HUNTS_PIECES,
    HUNTS_TREASURES,
    HYBRID_CAPTURE,
)

Target = int
Strategy = int
Unit = int
"""The lowest number of a unit's pieces."""

NOTHING, TREASURE, ENEMY, ALLY = 0, 100, 200, 300
"""A target is the sum of its kind and its number; `NOTHING` before the first choice."""
KIND = 100

FAR = 1e30
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
def choose_treasure(strategy: Strategy, state: State, seat: Seat, unit: Unit, memory: Any) -> Target:
    """The nearest treasure (Best Treasure: the most worth for its distance); those first that no other unit targets."""
    x, y = middle(strategy, state, seat, unit)
    free, taken = NOTHING, NOTHING
    least_free, least_taken = FAR, FAR
    for number in range(state.treasures):
        if state.worth[number] <= 0:
            continue
        price = gap(x, y, state.treasure[number, 0], state.treasure[number, 1])
        if strategy == BEST_TREASURE:
            price = max(price, _TOUCHING) / state.worth[number]
        if targeted(strategy, state, seat, unit, memory, TREASURE + number):
            if price < least_taken:
                least_taken = price
                taken = TREASURE + number
        elif price < least_free:
            least_free = price
            free = TREASURE + number
    return taken if free == NOTHING else free


@kernel
def choose_ally(strategy: Strategy, state: State, seat: Seat, unit: Unit) -> Target:
    """The nearest own piece outside the unit; pieces that are alone come first."""
    x, y = middle(strategy, state, seat, unit)
    alone, grouped = NOTHING, NOTHING
    least_alone, least_grouped = FAR, FAR
    for piece in range(state.pieces):
        if not on_field(state, seat, piece) or in_unit(strategy, state, seat, unit, piece):
            continue
        distance = gap(x, y, state.place[seat, piece, 0], state.place[seat, piece, 1])
        if size_of(state, seat, piece) == 1:
            if distance < least_alone:
                least_alone = distance
                alone = ALLY + piece
        elif distance < least_grouped:
            least_grouped = distance
            grouped = ALLY + piece
    return grouped if alone == NOTHING else alone


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
def choose_target(strategy: Strategy, state: State, seat: Seat, unit: Unit, memory: Any) -> Target:
    """A new target for a unit."""
    if seeks(strategy, state, seat, unit):
        first = choose_ally(strategy, state, seat, unit)
    elif HUNTS_PIECES[strategy]:
        first = choose_enemy(strategy, state, seat, unit)
    else:
        return choose_treasure(strategy, state, seat, unit, memory)
    if strategy != HYBRID_CAPTURE:
        return first
    second = choose_treasure(strategy, state, seat, unit, memory)
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
def choose_targets(strategy: Strategy, state: State, seat: Seat, memory: Any) -> None:
    """Bring the remembered targets up to date: they persist until they are gone or a unit's pieces disagree."""
    for piece in range(state.pieces):
        if not on_field(state, seat, piece):
            memory[piece] = NOTHING
    for unit in range(state.pieces):
        if not leads(strategy, state, seat, unit):
            continue
        target = agreed(strategy, state, seat, unit, memory)
        if not stands(strategy, state, seat, unit, target):
            target = choose_target(strategy, state, seat, unit, memory)
        for piece in range(state.pieces):
            if in_unit(strategy, state, seat, unit, piece):
                memory[piece] = target
