"""A rule set as numbers of the state record.

    cell = row · width + column, row 0 at the bottom (x's side), e.g. 4 × 3:

        8  9 10 11        axis  0    1            2      3
        4  5  6  7        step  1    width − 1    width  width + 1
        0  1  2  3        to    →    ↖            ↑      ↗

Each axis is walked up (to higher cells) and down. A shift by a step may run over the edge of the board into the next
row: `onto_up` and `onto_down` hold the cells that a step along the axis can really reach.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from ludarium.engine.kernels import bitset64, bitset192
from ludarium.games.rulesets.ruleset import PIECES, RuleSet

AXES = 4
DIAGONALS = 0b1010
ENDS = ("line", "most-men", "no-men")

_DELTAS = ((1, 0), (-1, 1), (0, 1), (1, 1))
"""Column and row that a step up along each axis adds."""


def bitset_for(rules: RuleSet) -> ModuleType:
    """The narrowest bit sets that hold the board."""
    return bitset64 if rules.cells <= bitset64.CELLS else bitset192


def fields(bitset: ModuleType) -> list[tuple[Any, ...]]:
    """The state record: what changes in play, then the rule set."""
    shape = bitset.SHAPE
    return [
        ("men", "u8", (2, *shape)),  # all pieces of each seat, kings included
        ("kings", "u8", (2, *shape)),
        ("targets", "u8", (1, *shape)),  # drop, reversi: where the seat to move can put a man
        ("idle", "i2"),  # plies since the last capture or man's step
        ("turn", "i1"),
        ("over", "i1"),
        ("winner", "i1"),  # of a game that is over: a seat, or -1 for a draw
        ("jumping", "i1"),  # checkers: the seat to move must jump
        # -- the rule set; does not change in play
        ("pieces", "i1"),
        ("end", "i1"),
        ("line", "i1"),
        ("misere", "i1"),
        ("quiet_limit", "i2"),
        ("longest", "i1"),  # cells in the board's longest row
        ("axes", "i1"),  # bit mask of the axes along which pieces step
        ("step", "i1", (AXES,)),
        ("cells", "u8", (1, *shape)),
        ("crown", "u8", (2, *shape)),  # where each seat's men are crowned
        ("corners", "u8", (1, *shape)),
        ("onto_up", "u8", (AXES, *shape)),
        ("onto_down", "u8", (AXES, *shape)),
    ]


def steps(rules: RuleSet) -> tuple[int, ...]:
    """What a step up along each axis adds to a cell."""
    return tuple(up * rules.width + right for right, up in _DELTAS)


def write(rules: RuleSet, state: Any) -> None:
    """Write the rule set and the set-up into a zeroed state."""
    width, height = rules.width, rules.height
    state.pieces = PIECES.index(rules.pieces)
    state.end = ENDS.index(rules.end)
    state.line = rules.line
    state.misere = rules.misere
    state.quiet_limit = rules.quiet
    state.longest = max(width, height)
    state.axes = DIAGONALS
    board = {(column, row) for column in range(width) for row in range(height)}

    def put(field: str, index: int, cells: set[tuple[int, int]]) -> None:
        state[field][index] = words_of({row * width + column for column, row in cells}, state[field][index])

    put("cells", 0, board)
    put("corners", 0, {(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)})
    put("crown", 0, {(column, height - 1) for column in range(width)})
    put("crown", 1, {(column, 0) for column in range(width)})
    state.step[:] = steps(rules)
    for axis, (right, up) in enumerate(_DELTAS):
        put("onto_up", axis, {(c, r) for c, r in board if (c - right, r - up) in board})
        put("onto_down", axis, {(c, r) for c, r in board if (c + right, r + up) in board})
    for seat, cells in enumerate(start_cells(rules)):
        put("men", seat, cells)


def start_cells(rules: RuleSet) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Where each seat's men stand at the start, as columns and rows."""
    width, height = rules.width, rules.height
    if rules.pieces == "drop":
        return set(), set()
    if rules.pieces == "reversi":
        right, top = width // 2, height // 2
        return {(right, top - 1), (right - 1, top)}, {(right - 1, top - 1), (right, top)}
    dark = {(c, r) for c in range(width) for r in range(height) if (c + r) % 2 == 0}
    rows = rules.rows_of_men
    return {(c, r) for c, r in dark if r < rows}, {(c, r) for c, r in dark if r >= height - rows}


def cells_of(words: Any) -> set[int]:
    """The cells of a set as it stands in a state field."""
    number = sum(int(word) << (64 * index) for index, word in enumerate(np.atleast_1d(words)))
    return {cell for cell in range(number.bit_length()) if number >> cell & 1}


def words_of(cells: set[int], like: Any) -> Any:
    """The set of these cells as it stands in a state field, given what stands there now."""
    number = sum(1 << cell for cell in cells)
    if np.ndim(like) == 0:
        return np.uint64(number)
    return np.array([number >> (64 * word) & (2**64 - 1) for word in range(len(like))], np.uint64)
