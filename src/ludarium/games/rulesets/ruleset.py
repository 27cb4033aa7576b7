"""A rule set: a game as a value. Its short form is a line such as `8x8 reversi most-men`.

A rule set says which board there is, how pieces come and move, and how the game ends. It holds no code: `tables` turns
it into numbers of the state record, and `rules` plays every rule set from those numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludarium.engine.errors import LudariumError, UnknownName

SMALLEST, LARGEST = 3, 12
PIECES = ("drop", "reversi", "checkers")
DEFAULT_QUIET, LONGEST_QUIET = 80, 200


class BadRuleSet(LudariumError):
    """A text or value that describes no rule set."""


@dataclass(frozen=True)
class RuleSet:
    """Board, pieces and end of a game for two.

    `end` is `line` (make `line` men in a row), `most-men` (when nobody can move) or `no-men` (a player without men or
    moves loses). `misere` turns the result round. `quiet` is how many plies without a capture or a man's step end a
    game of checkers; other pieces have no quiet plies.
    """

    width: int
    height: int
    pieces: str
    end: str
    line: int = 0
    misere: bool = False
    quiet: int = DEFAULT_QUIET

    def __post_init__(self) -> None:
        for side in (self.width, self.height):
            if not SMALLEST <= side <= LARGEST:
                raise BadRuleSet(f"board {self.width}x{self.height}: sides go from {SMALLEST} to {LARGEST}")
        if self.pieces not in PIECES:
            raise BadRuleSet(f"pieces '{self.pieces}': expected {', '.join(PIECES)}")
        if self.end not in ("line", "most-men", "no-men"):
            raise BadRuleSet(f"end '{self.end}': expected line-3 to line-{LARGEST}, most-men or no-men")
        if self.end == "line" and not 3 <= self.line <= LARGEST:
            raise BadRuleSet(f"line-{self.line}: lines have 3 to {LARGEST} men")
        if self.end != "line" and self.line:
            raise BadRuleSet(f"{self.end} with lines of {self.line}: lines belong to the end line-{self.line}")
        if not 1 <= self.quiet <= LONGEST_QUIET:
            raise BadRuleSet(f"quiet-{self.quiet}: expected 1 to {LONGEST_QUIET} plies")
        if self.quiet != DEFAULT_QUIET and self.pieces != "checkers":
            raise BadRuleSet(f"quiet-{self.quiet}: only checkers has quiet plies, not {self.pieces}")

    @classmethod
    def read(cls, text: str) -> RuleSet:
        """The rule set of a short form; errors name the word that is wrong and the choices."""
        words = text.strip().lower().replace("×", "x").split()
        board = re.fullmatch(r"(\d{1,3})x(\d{1,3})", words[0]) if words else None
        if board is None or len(words) < 3:
            raise BadRuleSet(f"'{text}': expected WIDTHxHEIGHT PIECES END, such as '8x8 reversi most-men'")
        pieces, end, *extras = words[1:]
        if pieces not in PIECES:
            raise UnknownName("kind of pieces", pieces, PIECES, hint=f"there are {', '.join(PIECES)}")
        line = re.fullmatch(r"line-(\d{1,3})", end)
        if line is None and end not in ("most-men", "no-men"):
            choices = [*(f"line-{length}" for length in range(3, LARGEST + 1)), "most-men", "no-men"]
            raise UnknownName("end", end, choices, hint=f"there are line-3 to line-{LARGEST}, most-men, no-men")
        misere, quiet = False, DEFAULT_QUIET
        said: set[str] = set()
        for word in extras:
            limit = re.fullmatch(r"quiet-(\d{1,4})", word)
            if word in ("misere", "misère"):
                misere = True
            elif limit:
                quiet = int(limit[1])
            else:
                raise UnknownName("extra", word, ["misere", "quiet-40"], hint="there are misere and quiet-N")
            kind = "quiet" if limit else "misere"
            if kind in said:
                raise BadRuleSet(f"'{text}': {kind} is said twice")
            said.add(kind)
        return cls(
            width=int(board[1]),
            height=int(board[2]),
            pieces=pieces,
            end="line" if line else end,
            line=int(line[1]) if line else 0,
            misere=misere,
            quiet=quiet,
        )

    @property
    def short_form(self) -> str:
        end = f"line-{self.line}" if self.end == "line" else self.end
        extras = (" misere" if self.misere else "") + (f" quiet-{self.quiet}" if self.quiet != DEFAULT_QUIET else "")
        return f"{self.width}x{self.height} {self.pieces} {end}{extras}"

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def rows_of_men(self) -> int:
        """How many rows each side fills at the start of checkers: as many as leave two rows free, at least one."""
        return max(1, (self.height - 2) // 2)


def rules_text(rules: RuleSet) -> str:
    """The rules in plain words."""
    board = f"The board has {rules.width} × {rules.height} cells. Two players, x and o, move in turn; x begins."
    return "\n\n".join([board, _pieces_text(rules), _end_text(rules)])


def _pieces_text(rules: RuleSet) -> str:
    if rules.pieces == "drop":
        return "The board is empty at the start. A move puts a man of your own on any empty cell."
    cannot = " A player who cannot move passes." if rules.end != "no-men" else ""
    if rules.pieces == "reversi":
        return (
            "Two men of each player stand crosswise in the middle at the start. A move puts a man of your own on an "
            "empty cell so that it outflanks the opponent: in at least one straight or diagonal line, men of the "
            "opponent without a gap lie between the new man and another man of your own. All men outflanked become "
            "yours."
        ) + cannot
    rows = f"{rules.rows_of_men} rows" if rules.rows_of_men > 1 else "row"
    return (
        f"At the start each player's men fill the dark cells of the {rows} nearest to them (the bottom left cell is "
        "dark; x is below). A man steps diagonally forward to an empty cell, or jumps diagonally forward over an "
        "adjacent piece of the opponent onto the empty cell behind it and captures that piece. A piece that has jumped "
        "goes on jumping as long as it can, all in one move, but never twice over the same piece; captured pieces "
        "leave the board when the move ends. A player who can jump must jump. A man that reaches the far row becomes a "
        "king, and its move ends there. Kings step and jump backward too, and count as men."
    ) + cannot


def _end_text(rules: RuleSet) -> str:
    wins, loses = ("loses", "wins") if rules.misere else ("wins", "loses")
    stuck = "the board is full" if rules.pieces == "drop" else "nobody can move"
    plies = "1 ply has" if rules.quiet == 1 else f"{rules.quiet} plies have"
    quiet = f"{plies} passed without a capture or a man's step" if rules.pieces == "checkers" else ""
    stops = f"{stuck}, or when {quiet}" if quiet else stuck
    if rules.end == "line":
        return (
            f"A player who has {rules.line} men in a row after a move of their own, in any straight or diagonal line, "
            f"{wins}. The game is a draw when {stops}."
        )
    if rules.end == "most-men":
        whose = "fewer" if rules.misere else "more"
        return f"The game ends when {stops}. The player with {whose} men on the board wins; equal numbers are a draw."
    if rules.pieces == "drop":
        return f"A player who cannot move because the board is full {loses}."
    drawn = f" The game is a draw when {quiet}." if quiet else ""
    return f"A player who has no men left, or cannot move, {loses}.{drawn}"
