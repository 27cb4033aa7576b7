"""A slow, obvious engine for rule-set games, written from the rules text and from nothing else.

It knows pieces by cell, tries every cell and every direction, and shares only the value `RuleSet` with the package.
Where it and the compiled engine disagree, one of them is wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property

from ludarium.games.rulesets.ruleset import RuleSet
from tests.games.rulesets.reference_board import (
    DIAGONAL,
    STRAIGHT,
    Cell,
    Direction,
    Pieces,
    around,
    board_of,
    has_line,
    is_connected,
    is_surrounded,
    links,
    name,
    other,
    score,
    start_pieces,
)

OPTIONS = {"double-move": "D", "move-for-you": "F", "recall-last": "L", "recall-any": "A"}
LETTERS = OPTIONS | {"hybrid-disk": "H", "non-flipping": "N", "first-hybrid": "1"}


@dataclass(frozen=True)
class Made:
    """An ordinary move: from a cell (none where a man is dropped) to a cell, and the pieces that it leaves."""

    origin: Cell | None
    cell: Cell
    pieces: Pieces
    quiet: int


@dataclass(frozen=True)
class Past:
    """What a recall needs: the position before the last move, and the move."""

    before: Reference
    move: Made


@dataclass(frozen=True)
class Reference:
    """A position. `quiet` counts the plies since the last capture or man's step.

    `stock` is what each side has left of its extras. `stage` is what was announced and not yet carried out: two-moves,
    one-more, own-then-yours, for-you, or again. `ways` has for each piece that has moved from where and by whom, and
    `droppers` for each cell who put a man there last.
    """

    rules: RuleSet
    pieces: Pieces
    side: str
    quiet: int = 0
    hybrid: frozenset[Cell] = frozenset()
    solid: frozenset[Cell] = frozenset()
    stock: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stage: str = ""
    barred: tuple[Cell | None, Cell] | None = None
    past: Past | None = None
    ways: dict[Cell, tuple[Cell, str]] = field(default_factory=dict)
    droppers: dict[Cell, str] = field(default_factory=dict)
    by_hand: bool = True

    def __post_init__(self) -> None:
        if not self.stock:
            object.__setattr__(self, "stock", dict.fromkeys("xo", tuple(e for e in self.rules.extras if e in LETTERS)))

    @classmethod
    def start(cls, rules: RuleSet) -> Reference:
        return cls(rules, start_pieces(rules), "x", by_hand=False)

    @classmethod
    def read(cls, rules: RuleSet, text: str) -> Reference:
        """The position of a well-formed position text without special disks, with all extras unused."""
        rows, side, *quiet = text.split()
        cells = board_of(rules)
        pieces: Pieces = {}
        for row, line in enumerate(reversed(rows.split("/"))):
            row_cells = [cell for cell in cells if cell[1] == row]
            at = 0
            for mark in re.findall(r"\d+|[xXoO]", line):
                if mark.isdigit():
                    at += int(mark)
                else:
                    pieces[row_cells[at]] = mark
                    at += 1
        return cls(rules, pieces, side, int(quiet[0]) if quiet else 0)

    # --- moves --------------------------------------------------------------------------------------------------------

    @property
    def decider(self) -> str:
        """Who chooses the next move."""
        return other(self.side) if self.stage == "for-you" else self.side

    @cached_property
    def moves(self) -> dict[str, Reference]:
        """What each legal move leads to; a pass where there is no other."""
        if self.over:
            return {}
        ordinary = self.free_moves(self.side)
        if not ordinary:
            return {"pass": self.passed()}
        mine = self.stock[self.side]
        if "first-hybrid" in mine:
            found = {text: self.after(made, "first-hybrid") for text, made in ordinary.items()}
        else:
            found = {text: self.after(made, "") for text, made in ordinary.items()}
            for disk, mark in (("hybrid-disk", "+"), ("non-flipping", "=")):
                if disk in mine and self.stage != "for-you":
                    found |= {text + mark: self.after(made, disk) for text, made in ordinary.items()}
        return found | self.announcements() if not self.stage else found

    def announcements(self) -> dict[str, Reference]:
        mine, theirs = self.stock[self.side], other(self.side)
        found = {}
        if "double-move" in mine:
            found["double"] = self.used("double-move", self, stage="two-moves")
        if "move-for-you" in mine:
            found["move-for-you"] = self.used("move-for-you", self, stage="own-then-yours")
        if "recall-last" in mine and self.past:
            move = self.past.move
            found["recall"] = self.used("recall-last", self.past.before, stage="again", barred=(move.origin, move.cell))
        if "recall-any" in mine:
            for cell in self.owned(theirs):
                taken_back = self.taken_back(cell, theirs)
                if taken_back:
                    found[f"recall {name(cell)}"] = taken_back
        return found

    def used(
        self, option: str, position: Reference, stage: str, barred: tuple[Cell | None, Cell] | None = None
    ) -> Reference:
        """Another position with an option of mine gone and something announced."""
        stock = position.stock | {self.side: without(self.stock[self.side], option)}
        return replace(position, stock=stock, stage=stage, barred=barred, past=None, by_hand=False)

    def taken_back(self, cell: Cell, mover: str) -> Reference | None:
        """The position after recalling the move that brought a man to a cell, if it can be."""
        if self.rules.pieces in ("drop", "reversi"):
            if self.rules.pieces == "reversi" and self.droppers.get(cell) != mover:
                return None
            pieces = {at: piece for at, piece in self.pieces.items() if at != cell}
            stock = self.stock[mover]
            if cell in self.hybrid:
                stock += ("first-hybrid" if "first-hybrid" in self.rules.extras else "hybrid-disk",)
            if cell in self.solid:
                stock += ("non-flipping",)
            position = replace(
                self,
                pieces=pieces,
                side=mover,
                stock=self.stock | {mover: stock},
                hybrid=self.hybrid - {cell},
                solid=self.solid - {cell},
                droppers={at: side for at, side in self.droppers.items() if at != cell},
            )
            return self.used("recall-any", position, stage="again", barred=(None, cell))
        if cell not in self.ways or self.ways[cell][1] != mover or self.ways[cell][0] in self.pieces:
            return None
        origin = self.ways[cell][0]
        pieces = {at: piece for at, piece in self.pieces.items() if at != cell} | {origin: self.pieces[cell]}
        ways = {at: way for at, way in self.ways.items() if at not in (cell, origin)}
        position = replace(
            self,
            pieces=pieces,
            side=mover,
            ways=ways,
            hybrid=frozenset(origin if at == cell else at for at in self.hybrid),
            solid=frozenset(origin if at == cell else at for at in self.solid),
        )
        return self.used("recall-any", position, stage="again", barred=(origin, cell))

    def free_moves(self, side: str) -> dict[str, Made]:
        """The ordinary moves of a side, if it were its turn, without passing and without what is barred."""
        if side not in self.known_moves:
            self.known_moves[side] = self.allowed(self.found_moves(side))
        return self.known_moves[side]

    @cached_property
    def known_moves(self) -> dict[str, dict[str, Made]]:
        """The ordinary moves of each side, once somebody has asked for them."""
        return {}

    def found_moves(self, side: str) -> dict[str, Made]:
        if self.rules.pieces == "drop":
            found = {name(cell): self.dropped(cell, side) for cell in self.board if self.can_drop(cell)}
        elif self.rules.pieces == "reversi":
            found = {
                name(cell): self.dropped(cell, side)
                for cell in self.board
                if cell not in self.pieces and self.outflanked(cell, side)
            }
        else:
            found = self.allowed(self.jumps(side)) or self.steps(side)
        return found

    def allowed(self, found: dict[str, Made]) -> dict[str, Made]:
        return {text: made for text, made in found.items() if (made.origin, made.cell) != self.barred}

    def can_drop(self, cell: Cell) -> bool:
        if cell in self.pieces:
            return False
        near = any((cell[0] + right, cell[1] + up) in self.pieces for right, up in around(self.rules))
        return near or not self.pieces or "adjacent" not in self.rules.parts

    def dropped(self, cell: Cell, side: str) -> Made:
        pieces = self.flanked(self.pieces | {cell: side}, cell, side)
        return Made(None, cell, pieces, self.quiet + ("custodial" in self.rules.parts))

    def flanked(self, pieces: Pieces, cell: Cell, side: str) -> Pieces:
        """The pieces after a man of a side has come to a cell among them."""
        if self.rules.pieces != "reversi" and not {"custodial", "flip"} & set(self.rules.parts):
            return pieces
        between = replace(self, pieces=pieces).outflanked(cell, side)
        if "custodial" in self.rules.parts:
            return {at: piece for at, piece in pieces.items() if at not in between}
        return pieces | dict.fromkeys(between, side)

    def passed(self) -> Reference:
        quiet = self.quiet + (self.rules.pieces in ("checkers", "step"))
        return replace(self, quiet=quiet, past=None).turned()

    def after(self, made: Made, disk: str) -> Reference:
        """The position after an ordinary move of the side whose turn it is, with a special disk or none."""
        side = self.side
        marks = []
        for cells, words in ((self.hybrid, ("hybrid-disk", "first-hybrid")), (self.solid, ("non-flipping",))):
            carried = {made.cell if cell == made.origin else cell for cell in cells}
            marks.append(frozenset(carried | ({made.cell} if disk in words else set())))
        recorded = "recall-last" in self.stock[other(side)]
        ways = {cell: way for cell, way in self.ways.items() if cell != made.origin}
        if made.origin is not None:
            ways[made.cell] = (made.origin, side)
        return replace(
            self,
            pieces=made.pieces,
            quiet=made.quiet,
            hybrid=marks[0],
            solid=marks[1],
            stock=self.stock | {side: without(self.stock[side], disk)} if disk else self.stock,
            past=Past(self, made) if recorded else None,
            ways=ways,
            droppers=self.droppers | ({made.cell: side} if made.origin is None else {}),
        ).turned()

    def turned(self) -> Reference:
        """Who is next after a move of `side`, given what was announced."""
        unbound = replace(self, stage="", barred=None, by_hand=False)
        if self.stage == "two-moves":
            going_on = replace(unbound, stage="one-more")
            if going_on.over or (self.quiet < self.quiet_limit and going_on.free_moves(self.side)):
                return going_on
        following = "for-you" if self.stage == "own-then-yours" else ""
        return replace(unbound, side=other(self.side), stage=following)

    def outflanked(self, cell: Cell, side: str) -> list[Cell]:
        """The opponent's men between a man on a cell and the next of its own, in all directions."""
        directions = links(self.rules) if "custodial" in self.rules.parts else around(self.rules)
        mine, theirs = self.counted_men(side), self.owned(other(side)).keys() - self.hybrid - self.solid
        found: list[Cell] = []
        for right, up in directions:
            line: list[Cell] = []
            at = (cell[0] + right, cell[1] + up)
            while at in theirs:
                line.append(at)
                at = (at[0] + right, at[1] + up)
            if at in mine:
                found += line
        return found

    # --- walking ------------------------------------------------------------------------------------------------------

    def steps(self, side: str) -> dict[str, Made]:
        found = {}
        for cell, piece in self.owned(side).items():
            for right, up in self.directions(piece):
                to = (cell[0] + right, cell[1] + up)
                replaced = "replace" in self.rules.parts and self.capturable(to, side)
                if to in self.board and (to not in self.pieces or replaced):
                    found[f"{name(cell)}-{name(to)}"] = self.walked([cell, to], [to] if replaced else [])
        return found

    def jumps(self, side: str) -> dict[str, Made]:
        if self.rules.pieces == "step" and "jump" not in self.rules.parts:
            return {}
        return {
            "x".join(name(cell) for cell in path): self.walked(path, captured)
            for cell in self.owned(side)
            for path, captured in self.paths([cell], [])
            if captured
        }

    def capturable(self, cell: Cell, side: str) -> bool:
        return cell in self.owned(other(side)) and cell not in self.hybrid | self.solid

    def paths(self, path: list[Cell], captured: list[Cell]) -> list[tuple[list[Cell], list[Cell]]]:
        """All ways to jump on from the end of a path until no jump is left, with what they capture."""
        piece, at = self.pieces[path[0]], path[-1]
        crowned = self.rules.pieces == "checkers" and piece in "xo" and at[1] == self.far_row(piece)
        if crowned and captured:
            return [(path, captured)]
        found = []
        for right, up in self.directions(piece):
            over, to = (at[0] + right, at[1] + up), (at[0] + 2 * right, at[1] + 2 * up)
            # The cell that the piece came from is empty now.
            free = to in self.board and (to not in self.pieces or to == path[0])
            if free and self.capturable(over, piece.lower()) and over not in captured:
                found += self.paths([*path, to], [*captured, over])
        return found or [(path, captured)]

    def walked(self, path: list[Cell], captured: list[Cell]) -> Made:
        pieces = {cell: piece for cell, piece in self.pieces.items() if cell != path[0] and cell not in captured}
        piece = self.pieces[path[0]]
        crowned = self.rules.pieces == "checkers" and path[-1][1] == self.far_row(piece.lower())
        pieces[path[-1]] = piece.upper() if crowned else piece
        # A special disk that walks leaves its old cell before it outflanks anybody.
        left = replace(self, hybrid=self.hybrid - {path[0]}, solid=self.solid - {path[0]})
        settled = left.flanked(pieces, path[-1], piece.lower())
        progress = piece in "xo" if self.rules.pieces == "checkers" else "forward" in self.rules.parts
        happened = progress or captured or settled != pieces
        return Made(path[0], path[-1], settled, 0 if happened else self.quiet + 1)

    def directions(self, piece: str) -> list[Direction]:
        if self.rules.pieces == "checkers":
            both = [(-1, 1), (0, 1), (0, -1), (1, -1)] if self.rules.hexagonal else DIAGONAL
        else:
            both = around(self.rules)
            both = STRAIGHT if "orthogonal" in self.rules.parts else both
            both = DIAGONAL if "diagonal" in self.rules.parts else both
        if piece in "xo" and (self.rules.pieces == "checkers" or "forward" in self.rules.parts):
            return [(right, up) for right, up in both if up == (1 if piece == "x" else -1)]
        return both

    # --- the end ------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.verdict != ""

    @property
    def winner(self) -> str | None:
        """Of a game that is over: x, o, or None for a draw."""
        best = self.verdict
        if "scoring" in self.rules.extras:
            x, o = (score(self.rules, self.counted_men(side)) for side in "xo")
            best = "draw" if x == o else "x" if x > o else "o"
        if best == "draw":
            return None
        won = other(best) if self.rules.misere else best
        return None if "hybrid-disk" in self.stock[won] else won

    @cached_property
    def verdict(self) -> str:
        """Who has reached the goal (x or o), `draw`, or nothing while the game goes on.

        The side that does not move now has just moved, except at the start and between two moves of one side. In a
        position set up by hand the side to move may have reached its goal already, with its last move.
        """
        rules = self.rules
        if self.stage in ("two-moves", "own-then-yours", "again"):
            return ""
        if self.stage == "one-more":
            return self.goal_of(self.side)
        moved = other(self.side)
        if self.by_hand:
            if self.side == "x" and self.pieces == start_pieces(rules):
                return ""
            if rules.end == "no-men" and rules.pieces != "drop" and self.counted_men(self.side):
                if not self.counted_men(moved):
                    return self.side
            elif rules.pieces in ("drop", "reversi") and rules.end != "no-men" and self.goal_of(self.side):
                return self.goal_of(self.side)
        elif not self.stage and self.is_start:
            return ""
        if self.goal_of(moved):
            return self.goal_of(moved)
        if not self.free_moves(self.side):
            if rules.end == "no-men":
                return moved
            if not self.free_moves(moved):
                return self.counted()
        if self.quiet >= self.quiet_limit:
            return self.counted()
        return ""

    @property
    def is_start(self) -> bool:
        """Whether nobody has moved yet; only there may a game begin with a goal reached."""
        full = tuple(e for e in self.rules.extras if e in LETTERS)
        untouched = not self.ways and not self.droppers and self.quiet == 0 and self.stock["x"] == full
        return self.side == "x" and self.pieces == start_pieces(self.rules) and untouched and self.past is None

    def goal_of(self, mover: str) -> str:
        """Who has reached the goal after a move of the mover, or nothing."""
        end = self.rules.end
        if end == "no-men":
            gone = self.rules.pieces != "drop" and not self.counted_men(other(mover))
            return mover if gone else ""
        if end == "surround":
            empty = set(self.board) - set(self.pieces)
            if is_surrounded(self.rules, self.counted_men(other(mover)), empty):
                return mover
            return other(mover) if is_surrounded(self.rules, self.counted_men(mover), empty) else ""
        scoring = "scoring" in self.rules.extras
        if end == "most-men" or (end == "line" and scoring):
            return ""
        if "hybrid-disk" in self.stock[mover] and not self.rules.misere and not scoring:
            return ""
        men = self.counted_men(mover)
        if end == "line":
            reached = has_line(self.rules, men)
        elif end == "reach":
            reached = any(cell[1] == self.far_row(mover) for cell in men)
        else:
            reached = is_connected(self.rules, men, mover)
        return mover if reached else ""

    def counted(self) -> str:
        x, o = len(self.counted_men("x")), len(self.counted_men("o"))
        if self.rules.end != "most-men" or x == o:
            return "draw"
        return "x" if x > o else "o"

    # --- the board ----------------------------------------------------------------------------------------------------

    @cached_property
    def board(self) -> list[Cell]:
        return board_of(self.rules)

    @property
    def quiet_limit(self) -> int:
        return self.rules.quiet if self.rules.pieces in ("checkers", "step") else 4 * len(self.board)

    def owned(self, side: str) -> Pieces:
        return {cell: piece for cell, piece in self.pieces.items() if piece.lower() == side}

    def counted_men(self, side: str) -> set[Cell]:
        """The men that count for a side: its own and hybrid disks."""
        return set(self.owned(side)) | self.hybrid

    def far_row(self, side: str) -> int:
        return self.rules.height - 1 if side == "x" else 0

    @property
    def text(self) -> str:
        """The position text."""
        rows = []
        for row in range(self.rules.height - 1, -1, -1):
            line, empty = "", 0
            for cell in [cell for cell in self.board if cell[1] == row]:
                piece = self.pieces.get(cell, "")
                if piece:
                    marks = ("+" if cell in self.hybrid else "") + ("=" if cell in self.solid else "")
                    line += (str(empty) if empty else "") + piece + marks
                    empty = 0
                else:
                    empty += 1
            rows.append(line + (str(empty) if empty else ""))
        words = ["/".join(rows), self.side] + ([str(self.quiet)] if self.quiet else [])
        if set(self.rules.extras) & set(LETTERS):
            for side in "xo":
                left = "".join(letter * self.stock[side].count(extra) for extra, letter in LETTERS.items())
                words.append(f"{side}:{left or '-'}")
        if self.stage and not self.over:
            barred = [cell for cell in self.barred or () if cell]
            words.append(":".join([self.stage, *(name(cell) for cell in barred)]))
        return " ".join(words)

    @property
    def key(self) -> str:
        """What tells positions apart: the text, and what of the past can still be recalled."""
        past = (self.past.before.text, self.past.move.origin, self.past.move.cell) if self.past else ()
        if "recall-any" not in self.stock["x"] + self.stock["o"]:
            return f"{self.text} {past}"
        return f"{self.text} {past} {sorted(self.ways.items())} {sorted(self.droppers.items())}"


def without(stock: tuple[str, ...], extra: str) -> tuple[str, ...]:
    """A stock with one of an extra gone."""
    at = stock.index(extra)
    return stock[:at] + stock[at + 1 :]
