"""A rule set as numbers of the state record.

    cell = row · width + column, row 0 at the bottom (x's side), e.g. 4 × 3:

        8  9 10 11        axis  0    1            2      3
        4  5  6  7        step  1    width − 1    width  width + 1
        0  1  2  3        to    →    ↖            ↑      ↗

Each axis is walked up (to higher cells) and down. A shift by a step may run over the edge of the board into the next
row: `onto_up` and `onto_down` hold the cells that a step along the axis can really reach. Hexagonal cells have the
axes 0, 1 and 2 only: nothing is reached along axis 3, so that lines along it never come about.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from ludarium.engine.kernels import bitset64, bitset192
from ludarium.games.rulesets.ruleset import ENDS, PIECES, RuleSet, Square
from ludarium.games.rulesets.state import State
from ludarium.games.rulesets.wording import SHORTEST_SCORE, drop_limit

ALL, ORTHOGONAL, DIAGONAL, HEXAGONAL, UPWARD = 0b1111, 0b0101, 0b1010, 0b0111, 0b1110
"""Bit masks of axes: all, those of rows and columns, diagonals, those of hexagonal cells, those that change the row."""
OPTIONS = ("double-move", "move-for-you", "recall-last", "recall-any")
"""Extras that a player announces once; the number of an option is its place here."""

_DELTAS = ((1, 0), (-1, 1), (0, 1), (1, 1))
"""Column and row that a step up along each axis adds."""


def bitset_for(rules: RuleSet) -> ModuleType:
    """The narrowest bit sets that hold the board."""
    return bitset64 if rules.width * rules.height <= bitset64.CELLS else bitset192


def steps(rules: RuleSet) -> tuple[int, ...]:
    """What a step up along each axis adds to a cell."""
    return tuple(up * rules.width + right for right, up in _DELTAS)


def walking_axes(rules: RuleSet) -> int:
    """The axes along which pieces step."""
    if rules.hexagonal:
        return HEXAGONAL & UPWARD if rules.pieces == "checkers" or "forward" in rules.parts else HEXAGONAL
    if rules.pieces == "checkers" or "diagonal" in rules.parts:
        return DIAGONAL
    axes = ORTHOGONAL if "orthogonal" in rules.parts else ALL
    return axes & UPWARD if "forward" in rules.parts else axes


def write(rules: RuleSet, state: State) -> None:
    """Write the rule set and the set-up into a zeroed state."""
    width, height, board = rules.width, rules.height, set(rules.board)
    links = HEXAGONAL if rules.hexagonal else ORTHOGONAL
    checkers, drop = rules.pieces == "checkers", rules.pieces == "drop"
    state.pieces = PIECES.index(rules.pieces)
    state.end = ENDS.index(rules.end)
    state.line = rules.line
    state.misere = rules.misere
    state.quiet_limit = drop_limit(rules) if drop else rules.quiet
    state.longest = max(width, height)
    state.axes = walking_axes(rules)
    state.forward = checkers or "forward" in rules.parts
    state.jumps = checkers or "jump" in rules.parts
    state.replaces = "replace" in rules.parts
    state.adjacent = "adjacent" in rules.parts
    state.flank = 2 if "custodial" in rules.parts else int(rules.pieces == "reversi" or "flip" in rules.parts)
    state.flank_axes = links if "custodial" in rules.parts else ALL
    state.links = links

    def put(field: str, index: int, cells: set[Square]) -> None:
        numbers = {row * width + column for column, row in cells & board}
        sets = getattr(state, field)
        sets[index] = words_of(numbers, sets[index])

    bottom, top = {(column, 0) for column in range(width)}, {(column, height - 1) for column in range(width)}
    left, right = {(0, row) for row in range(height)}, {(width - 1, row) for row in range(height)}
    put("cells", 0, board)
    put("corners", 0, {(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)})
    if checkers:
        put("crown", 0, top)
        put("crown", 1, bottom)
    goals = {"connect": (bottom, left, top, right), "reach": (set(), set(), top, bottom)}
    for index, cells in enumerate(goals.get(rules.end, ())):
        put("goal", index, cells)
    state.step[:] = steps(rules)
    for axis, (columns, rows) in enumerate(_DELTAS):
        if axis < 3 or not rules.hexagonal:
            put("onto_up", axis, {(c, r) for c, r in board if (c - columns, r - rows) in board})
            put("onto_down", axis, {(c, r) for c, r in board if (c + columns, r + rows) in board})
    for seat, cells in enumerate(start_cells(rules)):
        put("men", seat, cells)
    _write_extras(rules, state)


def _write_extras(rules: RuleSet, state: State) -> None:
    extras = rules.extras
    state.extras = bool(extras)
    state.scoring = (rules.line or SHORTEST_SCORE) if "scoring" in extras else 0
    state.first_rule = "first-hybrid" in extras
    for seat in range(2):
        state.options[seat] = sum(1 << number for number, option in enumerate(OPTIONS) if option in extras)
        state.hybrids[seat] = extras.count("hybrid-disk")
        state.solids[seat] = extras.count("non-flipping")
        state.firsts[seat] = state.first_rule


def start_cells(rules: RuleSet) -> tuple[set[Square], set[Square]]:
    """Where each seat's men stand at the start, as columns and rows."""
    if rules.pieces == "drop":
        return set(), set()
    if rules.pieces == "reversi":
        first, second, third, fourth = rules.middle
        return {first, second}, {third, fourth}
    dark = rules.pieces == "checkers" and not rules.hexagonal
    standing = {(c, r) for c, r in rules.board if not dark or (c + r) % 2 == 0}
    rows = rules.rows_of_men
    return {(c, r) for c, r in standing if r < rows}, {(c, r) for c, r in standing if r >= rules.height - rows}


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
