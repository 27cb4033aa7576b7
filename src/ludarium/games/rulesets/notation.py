"""Moves and positions of rule-set games as text, and their pictures.

Cells are named as on a chess board: letters for columns from the left, numbers for rows from the bottom. Moves: `d3`,
`pass`, `c3-d4` (a step), `c3xe5xg7` (jumps). Positions: the rows from the top, `/` between them, `x` and `o` for men,
capitals for kings, numbers for that many empty cells; then who moves; in checkers the count of quiet plies may follow:
`3/1x1/3 o`, `O3/4/4/3X x 12`.
"""

from __future__ import annotations

import re
from typing import Any

from ludarium.engine.errors import MalformedPosition
from ludarium.games.rulesets.rules import PASS, first_cell, jump_count, jump_direction
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.tables import AXES, cells_of, steps, words_of

_LETTERS = "abcdefghijkl"
_MAN_AND_KING = (("x", "X"), ("o", "O"))
"""The letters of each seat's pieces."""


def cell_name(rules: RuleSet, cell: int) -> str:
    return f"{_LETTERS[cell % rules.width]}{cell // rules.width + 1}"


def move_text(rules: RuleSet, move: int) -> str:
    if move == PASS:
        return "pass"
    if rules.pieces != "checkers":
        return cell_name(rules, move)
    return ("x" if jump_count(move) else "-").join(cell_name(rules, cell) for cell in path(rules, move))


def path(rules: RuleSet, move: int) -> list[int]:
    """The cells that a checkers move touches, the first one included."""
    cell, jumps = first_cell(move), jump_count(move)
    cells = [cell]
    for number in range(max(1, jumps)):
        direction = jump_direction(move, number)
        step = steps(rules)[direction % AXES] * (1 if direction < AXES else -1)
        cell += step * (2 if jumps else 1)
        cells.append(cell)
    return cells


def _pieces(state: Any) -> dict[int, str]:
    found: dict[int, str] = {}
    for seat, (man, king) in enumerate(_MAN_AND_KING):
        found |= dict.fromkeys(cells_of(state.men[seat]), man)
        found |= dict.fromkeys(cells_of(state.kings[seat]), king)
    return found


def position_text(rules: RuleSet, state: Any) -> str:
    pieces = _pieces(state)
    rows = []
    for row in reversed(range(rules.height)):
        line = "".join(pieces.get(row * rules.width + column, ".") for column in range(rules.width))
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), line))
    quiet = f" {int(state.idle)}" if state.idle else ""
    return f"{'/'.join(rows)} {'xo'[int(state.turn)]}{quiet}"


def read_position(rules: RuleSet, text: str, state: Any) -> None:
    """Put the men of a position text on a fresh state; the rules still have to settle what follows from it."""
    words = text.split()
    if not 2 <= len(words) <= 3 or words[1] not in ("x", "o"):
        raise MalformedPosition(
            f"'{text}': expected ROWS SIDE with SIDE x or o, such as '{'/'.join([str(rules.width)] * rules.height)} x'"
        )
    rows = words[0].split("/")
    if len(rows) != rules.height:
        raise MalformedPosition(f"'{words[0]}' has {len(rows)} rows, the board has {rules.height}")
    found: dict[str, set[int]] = {letter: set() for letter in "xXoO"}
    for row, line in zip(reversed(range(rules.height)), rows, strict=True):
        for column, letter in enumerate(_spread(rules, line)):
            if letter != ".":
                found[letter].add(row * rules.width + column)
    _check(rules, found)
    for seat, (man, king) in enumerate(_MAN_AND_KING):
        state.men[seat] = words_of(found[man] | found[king], state.men[seat])
        state.kings[seat] = words_of(found[king], state.kings[seat])
    state.turn = "xo".index(words[1])
    state.idle = _quiet(rules, words[2]) if len(words) == 3 else 0


def _spread(rules: RuleSet, line: str) -> str:
    """A row with its numbers written out as dots."""
    if not re.fullmatch(r"([xXoO]|[1-9][0-9]?)*", line):
        wrong = re.sub(r"[xXoO0-9]", "", line)[:1] or "0"
        raise MalformedPosition(f"row '{line}': '{wrong}' is neither x, o, X, O nor a number of empty cells")
    spread = re.sub(r"\d+", lambda run: "." * int(run[0]), line)
    if len(spread) != rules.width:
        raise MalformedPosition(f"row '{line}' has {len(spread)} cells, the board has {rules.width}")
    return spread


def _check(rules: RuleSet, found: dict[str, set[int]]) -> None:
    if rules.pieces != "checkers":
        if found["X"] or found["O"]:
            raise MalformedPosition(f"there are no kings in {rules.short_form}: write x and o")
        return
    last = {"x": rules.height - 1, "o": 0}
    for letter, cells in found.items():
        for cell in sorted(cells):
            where = f"{letter} on {cell_name(rules, cell)}"
            row, column = divmod(cell, rules.width)
            if (row + column) % 2:
                raise MalformedPosition(f"{where}: pieces stand on dark cells only (a1 is dark)")
            if row == last.get(letter):
                raise MalformedPosition(f"{where}: a man there is a king, write {letter.upper()}")


def _quiet(rules: RuleSet, word: str) -> int:
    if rules.pieces != "checkers":
        raise MalformedPosition(f"'{word}': there are no quiet plies to count in {rules.short_form}")
    if not word.isdecimal() or int(word) > rules.quiet:
        raise MalformedPosition(f"'{word}': expected the number of quiet plies, at most {rules.quiet}")
    return int(word)


def draw(rules: RuleSet, state: Any) -> str:
    pieces = _pieces(state)
    shown = {"x": "●", "o": "○", "X": "◆", "O": "◇"} if rules.pieces != "drop" else {"x": "x", "o": "o"}
    lines = []
    for row in reversed(range(rules.height)):
        cells = [row * rules.width + column for column in range(rules.width)]
        marks = [shown.get(pieces.get(cell, ""), "·") for cell in cells]
        lines.append(f"{row + 1:>2}  {' '.join(marks)}")
    lines.append("    " + " ".join(_LETTERS[: rules.width]))
    lines.append(_caption(shown, state))
    return "\n".join(lines)


def _caption(shown: dict[str, str], state: Any) -> str:
    if not state.over:
        return f"    {shown['xo'[int(state.turn)]]} to move"
    return "    draw" if state.winner < 0 else f"    {shown['xo'[int(state.winner)]]} has won"
