"""The last turn of each seat in plain words, as far as the reader may know it."""

from __future__ import annotations

from ludarium.games.colonizers.cards import COLONIST_NAMES, MODULE_NAMES, OPPORTUNIST, VISIONARY
from ludarium.games.colonizers.table import (
    BUILT,
    COLONIST,
    DREW,
    INCOME,
    KEPT,
    LOST_A_MODULE,
    NAMED,
    OVER,
    PICK,
    SEATS,
    TAKEN,
    TOOK_MODULES,
    TOOK_OMNIUM,
    UNDER,
    VICTIM,
    State,
)


def turns(state: State, names: tuple[str, ...]) -> list[str]:
    """A line for each seat that has had a turn, the oldest first; `names` are the seats'."""
    latest = SEATS - 1 if state.stage in (PICK, OVER) else int(state.seat)
    lines = []
    for step in range(SEATS):
        seat = (latest + 1 + step) % SEATS
        deeds = [int(deed) for deed in state.deeds[seat]]
        if deeds[COLONIST]:
            lines.append(f"{names[seat]}, the {COLONIST_NAMES[deeds[COLONIST]]}, {_listed(_sentence(deeds, names))}.")
    return lines


def _sentence(deeds: list[int], names: tuple[str, ...]) -> list[str]:
    """The parts of a turn, in the order in which they happened."""
    parts = []
    if deeds[INCOME]:
        parts.append("drew a module" if deeds[COLONIST] == VISIONARY else f"earned {deeds[INCOME]} Omnium")
    if deeds[DREW] == TOOK_OMNIUM:
        parts.append("took 2 Omnium")
    elif deeds[DREW] in (TOOK_MODULES, LOST_A_MODULE):
        parts.append("looked at two modules")
        if deeds[KEPT]:
            parts.append(f"kept {MODULE_NAMES[deeds[KEPT]]}")
            parts.append(f"put {MODULE_NAMES[deeds[UNDER]]} under the deck")
        if deeds[DREW] == LOST_A_MODULE:
            parts.append("lost the module it kept, its hand being full")
    if deeds[NAMED]:
        parts.append(f"named the {COLONIST_NAMES[deeds[NAMED]]} {_effect(deeds, names)}")
    if deeds[BUILT]:
        parts.append(f"built {MODULE_NAMES[deeds[BUILT]]}")
    return parts or ["is to draw"]


def _effect(deeds: list[int], names: tuple[str, ...]) -> str:
    if not deeds[VICTIM]:
        return "in vain"
    victim = names[deeds[VICTIM] - 1]
    if deeds[COLONIST] == OPPORTUNIST:
        return f"and stole {deeds[TAKEN]} Omnium from {victim}"
    return f"and swapped hands with {victim}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
