"""The modules and the colonists: numbers for the rules, names for people.

Modules are numbered 1 … 16 in the order of the rule book's table, four of a colour in a row, so that a module's colour
follows from its number; 0 is no module, or one that is not known. Colonists are numbered 1 … 6, and sets of them are
bit masks in which colonist c is the bit c.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels import kernel

Module = int
Colonist = int

UNKNOWN = 0

# --- modules ----------------------------------------------------------------------------------------------------------

GREEN, BLUE, RED, COLOURLESS = 0, 1, 2, 3
COLOURS = 4
COLOUR_NAMES = ("green", "blue", "red", "no colour")

_TABLE: tuple[tuple[str, int, int, int], ...] = (
    # name, cost, value, copies
    ("Oxygen Generator", 4, 4, 4),
    ("Water Reservoir", 5, 6, 4),
    ("Hydroponics Facility", 6, 8, 4),
    ("Eco-Dome", 8, 11, 1),
    ("Marketplace", 2, 2, 4),
    ("Warehouse", 3, 3, 4),
    ("Quarry", 5, 6, 4),
    ("Omnium Purification Plant", 8, 10, 1),
    ("Garrison", 1, 1, 4),
    ("Barracks", 2, 2, 4),
    ("Military Academy", 3, 3, 4),
    ("Planetary Defense System", 6, 7, 1),
    ("Housing Unit", 1, 1, 4),
    ("Spaceport", 4, 5, 4),
    ("Research Lab", 6, 8, 4),
    ("Mass Relay", 12, 16, 1),
)
KINDS = len(_TABLE)
"""Different modules."""


def _column(column: int) -> Any:
    """A column of the table by module number; the number 0 has 0 of everything."""
    return np.array([0, *(int(row[column]) for row in _TABLE)], np.int64)


MODULE_NAMES = ("?", *(row[0] for row in _TABLE))
COST, VALUE, COPIES = _column(1), _column(2), _column(3)
MODULES = int(COPIES.sum())
"""Modules in the deck at the start: 52."""


@kernel
def colour_of(module: Module) -> int:
    """GREEN … COLOURLESS of a module 1 … 16."""
    return (module - 1) >> 2


# --- colonists --------------------------------------------------------------------------------------------------------

VISIONARY, ECOLOGIST, MINER, GENERAL, OPPORTUNIST, SPY = 1, 2, 3, 4, 5, 6
COLONISTS = 6
COLONIST_NAMES = ("?", "Visionary", "Ecologist", "Miner", "General", "Opportunist", "Spy")
EVERYBODY = 0b1111110
"""The set of all colonists."""


@kernel
def pays_for(colonist: Colonist) -> int:
    """The colour whose modules bring a colonist Omnium, or -1."""
    return colonist - ECOLOGIST if ECOLOGIST <= colonist <= GENERAL else -1


@kernel
def has_power(colonist: Colonist) -> bool:
    """Whether a colonist may name another one."""
    return colonist >= OPPORTUNIST
