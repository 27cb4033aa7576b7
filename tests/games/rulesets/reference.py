"""A slow, obvious engine for rule-set games, written from the rules text and from nothing else.

It knows pieces by cell, tries every cell and every direction, and shares only the value `RuleSet` with the package.
Where it and the compiled engine disagree, one of them is wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from ludarium.games.rulesets.ruleset import RuleSet

Cell = tuple[int, int]
"""Column and row, from (0, 0) at the bottom left."""
Pieces = dict[Cell, str]
"""x and o are men, X and O kings."""

ALL_AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def other(side: str) -> str:
    return "o" if side == "x" else "x"


def name(cell: Cell) -> str:
    return "abcdefghijkl"[cell[0]] + str(cell[1] + 1)


@dataclass(frozen=True)
class Reference:
    """A position. `quiet` counts the plies since the last capture or man's step."""

    rules: RuleSet
    pieces: Pieces
    side: str
    quiet: int = 0

    @classmethod
    def start(cls, rules: RuleSet) -> Reference:
        return cls(rules, start_pieces(rules), "x")

    @classmethod
    def read(cls, rules: RuleSet, text: str) -> Reference:
        """The position of a well-formed position text."""
        rows, side, *quiet = text.split()
        pieces: Pieces = {}
        for row, line in enumerate(reversed(rows.split("/"))):
            column = 0
            for mark in re.findall(r"\d+|[xXoO]", line):
                if mark.isdigit():
                    column += int(mark)
                else:
                    pieces[column, row] = mark
                    column += 1
        return cls(rules, pieces, side, int(quiet[0]) if quiet else 0)

    # --- moves --------------------------------------------------------------------------------------------------------

    @cached_property
    def moves(self) -> dict[str, Reference]:
        """What each legal move leads to; a pass where there is no other."""
        if self.over:
            return {}
        return self.free_moves(self.side) or {"pass": self.passed()}

    def free_moves(self, side: str) -> dict[str, Reference]:
        """The moves of a side, if it were its turn, without passing."""
        if self.rules.pieces == "drop":
            return {name(cell): self.after({cell: side}, side) for cell in self.board if cell not in self.pieces}
        if self.rules.pieces == "reversi":
            return {
                name(cell): self.after({cell: side} | dict.fromkeys(flipped, side), side)
                for cell in self.board
                if cell not in self.pieces and (flipped := self.outflanked(cell, side))
            }
        return self.jumps(side) or self.steps(side)

    def passed(self) -> Reference:
        return Reference(self.rules, self.pieces, other(self.side), self.quiet + (self.rules.pieces == "checkers"))

    def after(self, changes: Pieces, side: str) -> Reference:
        return Reference(self.rules, self.pieces | changes, other(side))

    def outflanked(self, cell: Cell, side: str) -> list[Cell]:
        """The opponent's men between a new man on a cell and the next of its own, in all directions."""
        found: list[Cell] = []
        for right, up in ALL_AROUND:
            line: list[Cell] = []
            at = (cell[0] + right, cell[1] + up)
            while self.pieces.get(at) == other(side):
                line.append(at)
                at = (at[0] + right, at[1] + up)
            if self.pieces.get(at) == side:
                found += line
        return found

    def steps(self, side: str) -> dict[str, Reference]:
        found = {}
        for cell, piece in self.owned(side).items():
            for right, up in self.directions(piece):
                to = (cell[0] + right, cell[1] + up)
                if to in self.board and to not in self.pieces:
                    found[f"{name(cell)}-{name(to)}"] = self.walked([cell, to], [])
        return found

    def jumps(self, side: str) -> dict[str, Reference]:
        return {
            "x".join(name(cell) for cell in path): self.walked(path, captured)
            for cell in self.owned(side)
            for path, captured in self.paths([cell], [])
            if captured
        }

    def paths(self, path: list[Cell], captured: list[Cell]) -> list[tuple[list[Cell], list[Cell]]]:
        """All ways to jump on from the end of a path until no jump is left, with what they capture."""
        piece, at = self.pieces[path[0]], path[-1]
        if piece in "xo" and at[1] == self.far_row(piece) and captured:
            return [(path, captured)]
        found = []
        for right, up in self.directions(piece):
            over, to = (at[0] + right, at[1] + up), (at[0] + 2 * right, at[1] + 2 * up)
            # The cell that the piece came from is empty now.
            free = to in self.board and (to not in self.pieces or to == path[0])
            if free and self.pieces.get(over, "").lower() == other(piece.lower()) and over not in captured:
                found += self.paths([*path, to], [*captured, over])
        return found or [(path, captured)]

    def walked(self, path: list[Cell], captured: list[Cell]) -> Reference:
        pieces = {cell: piece for cell, piece in self.pieces.items() if cell != path[0] and cell not in captured}
        piece = self.pieces[path[0]]
        crowned = path[-1][1] == self.far_row(piece.lower())
        pieces[path[-1]] = piece.upper() if crowned else piece
        happened = piece in "xo" or captured
        return Reference(self.rules, pieces, other(piece.lower()), 0 if happened else self.quiet + 1)

    def directions(self, piece: str) -> list[tuple[int, int]]:
        forward, backward = [(-1, 1), (1, 1)], [(-1, -1), (1, -1)]
        return {"x": forward, "o": backward}.get(piece, forward + backward)

    # --- the end ------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.verdict != ""

    @property
    def winner(self) -> str | None:
        """Of a game that is over: x, o, or None for a draw."""
        if self.verdict == "draw":
            return None
        return other(self.verdict) if self.rules.misere else self.verdict

    @cached_property
    def verdict(self) -> str:
        """Who has reached the goal (x or o), `draw`, or nothing while the game goes on.

        The side that does not move now has just moved, except at the start. In a position set up by hand the side to
        move may have reached its goal already, with its last move.
        """
        if self.side == "x" and self.pieces == start_pieces(self.rules):
            return ""
        moved = other(self.side)
        if self.rules.end == "line":
            if self.rules.pieces != "checkers" and self.has_line(self.side):
                return self.side
            if self.has_line(moved):
                return moved
        if self.rules.end == "no-men" and self.rules.pieces != "drop":
            if not self.owned(self.side):
                return moved
            if not self.owned(moved):
                return self.side
        if not self.free_moves(self.side):
            if self.rules.end == "no-men":
                return moved
            if not self.free_moves(moved):
                return self.counted()
        if self.rules.pieces == "checkers" and self.quiet >= self.rules.quiet:
            return self.counted()
        return ""

    def counted(self) -> str:
        x, o = len(self.owned("x")), len(self.owned("o"))
        if self.rules.end != "most-men" or x == o:
            return "draw"
        return "x" if x > o else "o"

    def has_line(self, side: str) -> bool:
        men = self.owned(side)
        return any(
            all((column + number * right, row + number * up) in men for number in range(self.rules.line))
            for column, row in men
            for right, up in ALL_AROUND
        )

    # --- the board ----------------------------------------------------------------------------------------------------

    @cached_property
    def board(self) -> list[Cell]:
        return [(column, row) for row in range(self.rules.height) for column in range(self.rules.width)]

    def owned(self, side: str) -> Pieces:
        return {cell: piece for cell, piece in self.pieces.items() if piece.lower() == side}

    def far_row(self, side: str) -> int:
        return self.rules.height - 1 if side == "x" else 0

    @property
    def text(self) -> str:
        """The position text."""
        rows = []
        for row in range(self.rules.height - 1, -1, -1):
            line, empty = "", 0
            for column in range(self.rules.width):
                piece = self.pieces.get((column, row), "")
                if piece:
                    line += (str(empty) if empty else "") + piece
                    empty = 0
                else:
                    empty += 1
            rows.append(line + (str(empty) if empty else ""))
        return "/".join(rows) + " " + self.side + (f" {self.quiet}" if self.quiet else "")


def start_pieces(rules: RuleSet) -> Pieces:
    if rules.pieces == "drop":
        return {}
    if rules.pieces == "reversi":
        # On odd sides the middle cell and the one left of it or below it.
        left, below = rules.width // 2 - 1, rules.height // 2 - 1
        return {(left, below): "o", (left + 1, below): "x", (left, below + 1): "x", (left + 1, below + 1): "o"}
    rows = 1
    while 2 * (rows + 1) + 2 <= rules.height:
        rows += 1
    pieces = {}
    for column in range(rules.width):
        for row in range(rules.height):
            if (column + row) % 2 == 0 and row < rows:
                pieces[column, row] = "x"
            elif (column + row) % 2 == 0 and row >= rules.height - rows:
                pieces[column, row] = "o"
    return pieces


def perft(start: Reference, depth: int) -> list[int]:
    """Leaf counts for 1, 2, … `depth` plies; a finished game is one leaf. Remembers positions it has met."""
    seen: dict[str, Reference] = {}
    counts: dict[tuple[str, int], int] = {}

    def leaves(position: Reference, plies: int) -> int:
        if plies == 0:
            return 1
        text = position.text
        position = seen.setdefault(text, position)
        if position.over:
            return 1
        if (text, plies) not in counts:
            counts[text, plies] = sum(leaves(following, plies - 1) for following in position.moves.values())
        return counts[text, plies]

    return [leaves(start, plies) for plies in range(1, depth + 1)]
