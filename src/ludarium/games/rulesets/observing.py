"""What a seat of a rule-set game sees as planes of its board: its own men, the other's, then kings, then special disks.

A plane has the rows of the board's box from the bottom up; what is no cell of the board stays empty.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.bitset64 import load, some, write_out
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.observing import Encoding
from ludarium.games.rulesets.board import CHECKERS
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.state import EXTRAS, WALKING, State

MEN, KINGS, DISKS = 2, 4, 6
"""How many planes there are without kings, with them, and with special disks."""


@kernel
def observe(state: State, seat: int, seen: Any) -> None:
    own = max(seat, 0)  # a spectator sees as the first seat does
    planes = DISKS if EXTRAS and state.extras else KINGS if WALKING and state.pieces == CHECKERS else MEN
    cells = len(seen) // planes
    for other in range(MEN):
        side = own ^ other
        write_out(load(state.men, side), cells, seen, other * cells)
        if (WALKING or EXTRAS) and planes >= KINGS:
            write_out(load(state.kings, side), cells, seen, (MEN + other) * cells)
    if EXTRAS and planes == DISKS:
        write_out(load(state.hybrid, 0), cells, seen, KINGS * cells)
        write_out(load(state.solid, 0), cells, seen, (KINGS + 1) * cells)


@kernel
def offer_targets(state: State, seat: int, moves: Any, mask: Any, lowest: int, by_place: bool) -> None:
    """The mask of a seat that only puts men on the board: the cells where it can, or where there are none a pass."""
    cells = load(state.targets, 0)
    write_out(cells, len(mask) + lowest, mask, -lowest)
    if lowest < 0:
        mask[0] = not some(cells)


def encoding_of(rule_set: RuleSet) -> Encoding:
    planes = DISKS if rule_set.extras else KINGS if rule_set.pieces == "checkers" else MEN
    return Encoding((planes, rule_set.height, rule_set.width))


def move_range(rule_set: RuleSet) -> tuple[int, int] | None:
    """Moves are cells where men are only put on the board; one more number stands for a pass."""
    if rule_set.extras or rule_set.pieces not in ("drop", "reversi"):
        return None
    never_passes = rule_set.pieces == "drop" and not rule_set.parts
    return 0 if never_passes else -1, rule_set.width * rule_set.height - 1
