"""Boards of the slow engine: cells, directions, the men at the start, and what men form on a board."""

from __future__ import annotations

from ludarium.games.rulesets.ruleset import RuleSet

Cell = tuple[int, int]
"""Column and row, from (0, 0) at the bottom left."""
Pieces = dict[Cell, str]
"""x and o are men, X and O kings."""
Direction = tuple[int, int]

STRAIGHT = [(0, -1), (0, 1), (-1, 0), (1, 0)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
SIX = [*STRAIGHT, (-1, 1), (1, -1)]


def other(side: str) -> str:
    return "o" if side == "x" else "x"


def name(cell: Cell) -> str:
    return "abcdefghijkl"[cell[0]] + str(cell[1] + 1)


def board_of(rules: RuleSet) -> list[Cell]:
    """The cells that there are, row by row from the bottom."""
    cells = [(column, row) for row in range(rules.height) for column in range(rules.width)]
    if rules.shape == "hexagon":
        reach = rules.width // 2
        # Distances from the middle along the three axes of hexagonal cells.
        cells = [(c, r) for c, r in cells if abs(c - reach + r - reach) <= reach]
    return [cell for cell in cells if name(cell) not in rules.without]


def start_pieces(rules: RuleSet) -> Pieces:
    if rules.pieces == "drop":
        return {}
    if rules.pieces == "reversi":
        # On odd sides the middle cell and the one left of it or below it.
        left, below = rules.width // 2 - 1, rules.height // 2 - 1
        return {(left, below): "o", (left + 1, below): "x", (left, below + 1): "x", (left + 1, below + 1): "o"}
    rows = 1
    if rules.pieces == "step":
        rows = 2 if rules.height > 5 else 1
    else:
        while 2 * (rows + 1) + 2 <= rules.height:
            rows += 1
    pieces = {}
    for column, row in board_of(rules):
        if rules.pieces == "checkers" and not rules.hexagonal and (column + row) % 2:
            continue
        if row < rows:
            pieces[column, row] = "x"
        elif row >= rules.height - rows:
            pieces[column, row] = "o"
    return pieces


# --- rows and groups --------------------------------------------------------------------------------------------------


def around(rules: RuleSet) -> list[Direction]:
    """Where neighbours lie that can stand in a row."""
    return SIX if rules.hexagonal else STRAIGHT + DIAGONAL


def links(rules: RuleSet) -> list[Direction]:
    """Where neighbours lie that are joined."""
    return SIX if rules.hexagonal else STRAIGHT


def has_line(rules: RuleSet, men: set[Cell]) -> bool:
    return any(
        all((column + number * right, row + number * up) in men for number in range(rules.line))
        for column, row in men
        for right, up in around(rules)
    )


def score(rules: RuleSet, men: set[Cell]) -> int:
    """The lengths of all rows without a gap that are long enough, each counted from its first man."""
    total = 0
    for right, up in around(rules):
        for column, row in men:
            length = 0
            while (column + length * right, row + length * up) in men:
                length += 1
            first = (column - right, row - up) not in men
            total += length if first and length >= (rules.line or 3) else 0
    # Every row was met from both ends.
    return total // 2


def group(rules: RuleSet, cell: Cell, men: set[Cell]) -> set[Cell]:
    """The men joined to one of them."""
    found, waiting = {cell}, [cell]
    while waiting:
        column, row = waiting.pop()
        for right, up in links(rules):
            near = (column + right, row + up)
            if near in men and near not in found:
                found.add(near)
                waiting.append(near)
    return found


def is_connected(rules: RuleSet, men: set[Cell], side: str) -> bool:
    axis = 1 if side == "x" else 0
    last = (rules.height if side == "x" else rules.width) - 1
    return any(cell[axis] == 0 and any(reached[axis] == last for reached in group(rules, cell, men)) for cell in men)


def is_surrounded(rules: RuleSet, men: set[Cell], empty: set[Cell]) -> bool:
    """Whether some group of men touches no empty cell."""
    return any(
        not any(
            (column + right, row + up) in empty for column, row in group(rules, cell, men) for right, up in links(rules)
        )
        for cell in men
    )
