"""A rule set: a game as a value. Its short form is a line such as `8x8 reversi line-5 non-flipping`.

A rule set says which board there is, how pieces come and move, how the game ends, and what else is allowed. It holds
no code: `tables` turns it into numbers of the state record, and `rules` plays every rule set from those numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ludarium.engine.errors import LudariumError, UnknownName

SMALLEST, LARGEST = 3, 12
SMALLEST_HEX, LARGEST_HEX = 3, 6
"""Cells along a side of a hexagon; a rhombus has sides as a square has."""
SHAPES = ("square", "hexagon", "rhombus")
PIECES = ("drop", "reversi", "checkers", "step")
ENDS = ("line", "most-men", "no-men", "connect", "reach", "surround")
DEFAULT_QUIET, LONGEST_QUIET = 80, 200

EXTRAS = (
    *("recall-last", "recall-any", "move-for-you", "double-move"),
    *("scoring", "first-hybrid", "hybrid-disk", "non-flipping"),
)
REPEATABLE = ("hybrid-disk", "non-flipping")
"""Extras that a rule set may have twice: each player has two such disks."""
MOST_EXTRAS = 2

PARTS = {
    "drop": ("adjacent", "custodial", "flip"),
    "reversi": (),
    "checkers": (),
    "step": ("orthogonal", "diagonal", "forward", "jump", "replace", "custodial", "flip"),
}
"""What can be said further about each kind of pieces, in the order of the short form."""
ALL_PARTS = PARTS["step"][:5] + PARTS["drop"]
_EITHER = (("orthogonal", "diagonal"), ("custodial", "flip"))

Square = tuple[int, int]
"""Column and row of a cell, from (0, 0) at the bottom left."""

LETTERS = "abcdefghijkl"
_DISCS = {"man": "disc", "men": "discs", "Man": "Disc", "Men": "Discs"}


class BadRuleSet(LudariumError):
    """A text or value that describes no rule set."""


@dataclass(frozen=True)
class RuleSet:
    """Board, pieces, end and extras of a game for two.

    `end` is `line` (make `line` men in a row), `most-men` (when nobody can move), `no-men` (a player without men or
    moves loses), `connect` (join two sides), `reach` (the far row) or `surround` (leave a group no empty neighbour).
    `misere` turns the result round. `quiet` is how many plies without progress end a game whose pieces walk. `extras`
    are sorted names of `EXTRAS`, `parts` words of `PARTS`, `without` the names of cells that the board lacks. A hexagon
    of side n lies in a box of 2n − 1 by 2n − 1 cells.
    """

    width: int
    height: int
    pieces: str
    end: str
    line: int = 0
    misere: bool = False
    quiet: int = DEFAULT_QUIET
    extras: tuple[str, ...] = ()
    shape: str = "square"
    without: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        # Equal games are equal values, in whatever order their words were said.
        for name, value in (
            ("extras", tuple(sorted(self.extras))),
            ("parts", tuple(sorted(self.parts, key=lambda part: (*ALL_PARTS, part).index(part)))),
            ("without", tuple(sorted(self.without, key=lambda cell: (len(cell), cell)))),
        ):
            object.__setattr__(self, name, value)
        self._check_board()
        if self.pieces not in PIECES:
            raise BadRuleSet(f"pieces '{self.pieces}': expected {', '.join(PIECES)}")
        self._check_end()
        self._check_parts()
        self._check_extras()

    def _check_board(self) -> None:
        if self.shape not in SHAPES:
            raise BadRuleSet(f"shape '{self.shape}': expected {', '.join(SHAPES)}")
        for side in (self.width, self.height):
            if not SMALLEST <= side <= LARGEST:
                raise BadRuleSet(f"board {self.board_word}: sides go from {SMALLEST} to {LARGEST}")
        if self.shape != "square" and self.width != self.height:
            raise BadRuleSet(f"a {self.shape} of {self.width} by {self.height}: expected equal sides")
        if self.shape == "hexagon" and (self.width % 2 == 0 or not SMALLEST_HEX <= self.side <= LARGEST_HEX):
            raise BadRuleSet(f"{self.board_word}: hexagons have sides of {SMALLEST_HEX} to {LARGEST_HEX} cells")
        whole = {cell_name(cell) for cell in self.whole_board}
        for name in self.without:
            if name not in whole:
                raise BadRuleSet(f"without {name}: {self.board_word.split()[0]} has no such cell")
        if len(set(self.without)) < len(self.without):
            raise BadRuleSet(f"without {','.join(self.without)}: a cell is named twice")
        if len(self.board) < SMALLEST * SMALLEST:
            raise BadRuleSet(f"without {','.join(self.without)}: a board needs {SMALLEST * SMALLEST} cells at least")
        if self.pieces == "reversi":
            for cell in self.middle:
                if cell not in self.board:
                    raise BadRuleSet(f"without {cell_name(cell)}: reversi's first discs stand there")

    def _check_end(self) -> None:
        if self.end not in ENDS:
            raise BadRuleSet(f"end '{self.end}': expected line-3 to line-{LARGEST}, {', '.join(ENDS[1:])}")
        if self.end == "line" and not 3 <= self.line <= LARGEST:
            raise BadRuleSet(f"line-{self.line}: lines have 3 to {LARGEST} men")
        if self.end != "line" and self.line:
            raise BadRuleSet(f"{self.end} with lines of {self.line}: lines belong to the end line-{self.line}")
        if not 1 <= self.quiet <= LONGEST_QUIET:
            raise BadRuleSet(f"quiet-{self.quiet}: expected 1 to {LONGEST_QUIET} plies")
        if self.quiet != DEFAULT_QUIET and not self.walks:
            raise BadRuleSet(f"quiet-{self.quiet}: only checkers and step have quiet plies, not {self.pieces}")

    def _check_parts(self) -> None:
        for part in self.parts:
            if part not in PARTS[self.pieces]:
                choices = ", ".join(PARTS[self.pieces]) or "none"
                raise BadRuleSet(f"{self.pieces} with '{part}': its parts are {choices}")
            if self.parts.count(part) > 1:
                raise BadRuleSet(f"{part} is said twice")
        for one, other in _EITHER:
            if one in self.parts and other in self.parts:
                raise BadRuleSet(f"{one} and {other}: choose one")
        if self.hexagonal and ({"orthogonal", "diagonal"} & set(self.parts)):
            raise BadRuleSet(f"{self.parts[0]}: hexagonal cells have six neighbours of one kind; leave the word out")

    def _check_extras(self) -> None:
        for extra in self.extras:
            if extra not in EXTRAS:
                raise BadRuleSet(f"extra '{extra}': expected {', '.join(EXTRAS)}")
            if self.extras.count(extra) > 1 and extra not in REPEATABLE:
                raise BadRuleSet(f"{extra} is said twice; only {' and '.join(REPEATABLE)} may be")
        if len(self.extras) > MOST_EXTRAS:
            raise BadRuleSet(f"{', '.join(self.extras)}: a game has at most {MOST_EXTRAS} extras")

    # --- text ---------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, text: str) -> RuleSet:
        """The rule set of a short form; errors name the word that is wrong and the choices."""
        words = text.strip().lower().replace("×", "x").replace("misère", "misere").split()
        board = re.fullmatch(r"(\d{1,3})x(\d{1,3})|(hex|rhombus)-(\d{1,3})", words[0]) if words else None
        without: list[str] = []
        if words[1:2] == ["without"]:
            without = words[2].split(",") if len(words) > 2 else []
            del words[1:3]
        if board is None or len(words) < 3:
            raise BadRuleSet(f"'{text}': expected BOARD PIECES END, such as '8x8 reversi most-men'")
        pieces, end, *others = words[1:]
        if pieces not in PIECES:
            raise UnknownName("kind of pieces", pieces, PIECES, hint=f"there are {', '.join(PIECES)}")
        quiet = [word for word in others if re.fullmatch(r"quiet-\d{1,4}", word)]
        for word in others:
            if word not in quiet and word not in (*ALL_PARTS, *EXTRAS, "misere"):
                known = [*ALL_PARTS, *EXTRAS, "misere", "quiet-40"]
                raise UnknownName("word", word, known, hint=f"there are {', '.join(known[:-1])}, quiet-N")
        for word, times in (("quiet", len(quiet)), ("misere", others.count("misere"))):
            if times > 1:
                raise BadRuleSet(f"'{text}': {word} is said twice")
        width, height, shape = read_board(board)
        kind, line = read_end(end)
        return cls(
            width,
            height,
            pieces,
            kind,
            line,
            misere="misere" in others,
            quiet=int(quiet[0].partition("-")[2]) if quiet else DEFAULT_QUIET,
            extras=tuple(word for word in others if word in EXTRAS),
            shape=shape,
            without=tuple(without),
            parts=tuple(word for word in others if word in ALL_PARTS),
        )

    @property
    def short_form(self) -> str:
        """The one line that `read` understands; equal rule sets have equal lines."""
        words = [self.board_word, self.pieces, self.end_word, *self.parts, *self.extras]
        words += ["misere"] if self.misere else []
        words += [f"quiet-{self.quiet}"] if self.quiet != DEFAULT_QUIET else []
        return " ".join(words)

    @property
    def board_word(self) -> str:
        """The board as the short form says it: `8x8`, `hex-5`, `rhombus-7`, `6x6 without c3,d4`."""
        words = {
            "hexagon": f"hex-{self.side}",
            "rhombus": f"rhombus-{self.width}",
        }
        word = words.get(self.shape, f"{self.width}x{self.height}")
        return f"{word} without {','.join(self.without)}" if self.without else word

    @property
    def end_word(self) -> str:
        return f"line-{self.line}" if self.end == "line" else self.end

    # --- what follows from the words ----------------------------------------------------------------------------------

    @property
    def hexagonal(self) -> bool:
        """Whether cells have six neighbours rather than eight."""
        return self.shape != "square"

    @property
    def side(self) -> int:
        """Cells along a side of a hexagon."""
        return (self.width + 1) // 2

    @property
    def sides(self) -> tuple[str, str]:
        """What the players are called, by what is drawn: crosses and rings where men are only put down, else discs."""
        return ("x", "o") if self.pieces == "drop" else ("Black", "White")

    def called(self, text: str) -> str:
        """A text about men as people say it: what is flipped is a disc."""
        if self.pieces != "reversi":
            return text
        return re.sub(r"\b[Mm](?:an|en)\b", lambda found: _DISCS[found[0]], text)

    @property
    def walks(self) -> bool:
        """Whether men stand on the board from the start and move."""
        return self.pieces in ("checkers", "step")

    @property
    def whole_board(self) -> frozenset[Square]:
        """The cells of the board's outline, removed ones included."""
        box = [(column, row) for row in range(self.height) for column in range(self.width)]
        if self.shape == "hexagon":
            box = [(c, r) for c, r in box if self.side - 1 <= c + r <= 3 * (self.side - 1)]
        return frozenset(box)

    @cached_property
    def board(self) -> frozenset[Square]:
        """The cells that there are."""
        return frozenset(cell for cell in self.whole_board if cell_name(cell) not in self.without)

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return len(self.board)

    @property
    def middle(self) -> tuple[Square, Square, Square, Square]:
        """Where reversi's first men stand: two of x, two of o."""
        right, top = self.width // 2, self.height // 2
        return (right, top - 1), (right - 1, top), (right - 1, top - 1), (right, top)

    @property
    def rows_of_men(self) -> int:
        """How many rows each side fills at the start: in checkers as many as leave two rows free, at least one."""
        if self.pieces == "step":
            return 2 if self.height >= 6 else 1
        return max(1, (self.height - 2) // 2)


def cell_name(cell: Square) -> str:
    """As on a chess board: a letter for the column, a number for the row."""
    return f"{LETTERS[cell[0]]}{cell[1] + 1}"


def read_board(found: re.Match[str]) -> tuple[int, int, str]:
    """Width, height and shape of a board's word."""
    if found[1]:
        return int(found[1]), int(found[2]), "square"
    side = int(found[4])
    if found[3] == "hex":
        if not SMALLEST_HEX <= side <= LARGEST_HEX:
            raise BadRuleSet(f"hex-{side}: hexagons have sides of {SMALLEST_HEX} to {LARGEST_HEX} cells")
        return 2 * side - 1, 2 * side - 1, "hexagon"
    return side, side, "rhombus"


def read_end(word: str) -> tuple[str, int]:
    """The end that a word of the short form names, and the length of its line."""
    line = re.fullmatch(r"line-(\d{1,3})", word)
    if line:
        return "line", int(line[1])
    if word not in ENDS[1:]:
        choices: Sequence[str] = [*(f"line-{length}" for length in range(3, LARGEST + 1)), *ENDS[1:]]
        raise UnknownName("end", word, choices, hint=f"there are line-3 to line-{LARGEST}, {', '.join(ENDS[1:])}")
    return word, 0
