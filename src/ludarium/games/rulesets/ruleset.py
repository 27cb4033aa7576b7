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
DEFAULT_QUIET = 80


class BadRuleSet(LudariumError):
    """A text or value that describes no rule set."""


@dataclass(frozen=True)
class RuleSet:
    """Board, pieces and end of a game for two.

    `end` is `line` (make `line` men in a row), `most-men` (when nobody can move) or `no-men` (a player without men or
    moves loses). `misere` turns the result round. `quiet` is how many plies without a capture or a man's step end a
    game of checkers.
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
        if not 1 <= self.quiet <= 200:
            raise BadRuleSet(f"quiet-{self.quiet}: expected 1 to 200 plies")

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
        for word in extras:
            limit = re.fullmatch(r"quiet-(\d{1,4})", word)
            if word in ("misere", "misère"):
                misere = True
            elif limit:
                quiet = int(limit[1])
            else:
                raise UnknownName("extra", word, ["misere", "quiet-40"], hint="there are misere and quiet-N")
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
    cannot = "With no move you pass, as long as the other player can move." if rules.end != "no-men" else ""
    if rules.pieces == "drop":
        return "The board is empty at the start. A move puts a man of your own on any empty cell."
    if rules.pieces == "reversi":
        return (
            "Two men of each player stand crosswise in the middle at the start. A move puts a man on an empty cell so "
            "that it outflanks the opponent: at least one straight line of the opponent's men, without a gap, between "
            f"the new man and another man of your own. All men outflanked become yours. {cannot}"
        ).strip()
    rows = rules.rows_of_men
    return (
        f"At the start each player's men fill the dark cells of the {rows} {'rows' if rows > 1 else 'row'} "
        "on their own side (the bottom left cell is dark; x is below). A man steps diagonally forward to an empty cell. "
        "It jumps diagonally forward over an adjacent man of the opponent onto the empty cell behind, and captures it; "
        "the same piece goes on jumping as long as it can, all in one move. Who can jump must. A man that reaches the "
        "far row is crowned, and its move ends there; kings step and jump backward too. "
        f"After {rules.quiet} plies without a capture or a man's step the game ends. {cannot}"
    ).strip()


def _end_text(rules: RuleSet) -> str:
    wins, loses = ("loses", "wins") if rules.misere else ("wins", "loses")
    if rules.end == "line":
        return (
            f"Who first has {rules.line} men in a row, in any straight or diagonal line, {wins}. "
            "When nobody can move, the game is a draw."
        )
    if rules.end == "most-men":
        whose = "fewer" if rules.misere else "more"
        return f"The game ends when nobody can move. Who has {whose} men on the board wins; equal numbers are a draw."
    return f"A player who has no men left, or cannot move, {loses}."
