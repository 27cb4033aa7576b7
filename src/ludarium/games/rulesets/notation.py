"""Moves and positions of rule-set games as text, and their pictures.

Cells are named as on a chess board: letters for columns from the left, numbers for rows from the bottom. Moves: `d3`,
`pass`, `c3-d4` (a step), `c3xe5xg7` (jumps), with `+` for a hybrid and `=` for a non-flipping disk; `double`,
`move-for-you`, `recall`, `recall d3`. Positions: the rows from the top with the cells that there are, `/` between them,
`x` and `o` for men, capitals for kings, `+` and `=` after a special disk, numbers for that many empty cells; then who
moves; where pieces walk the count of quiet plies may follow: `3/1x1/3 o`, `O3/4/4/3X x 12`. With extras there follow
what each player has left and what was announced: `3/1x+1/3 o x:D o:DH`.
"""

from __future__ import annotations

import re

from ludarium.engine.errors import MalformedPosition
from ludarium.games.rulesets.codes import (
    DOUBLE_MOVE,
    MOVE_FOR_YOU,
    OPTION,
    PASS,
    RECALL_LAST,
    WITH_HYBRID,
    WITH_SOLID,
    first_cell,
    jump_count,
    jump_direction,
    kind_of,
    option_cell,
    option_of,
    plain_part,
)
from ludarium.games.rulesets.extras import AGAIN, FIRST_OF_TWO, FOR_OPPONENT, OWN_BEFORE, PLAIN, SECOND_OF_TWO
from ludarium.games.rulesets.ruleset import LETTERS, RuleSet
from ludarium.games.rulesets.ruleset import cell_name as square_name
from ludarium.games.rulesets.state import AXES, State
from ludarium.games.rulesets.tables import OPTIONS, cells_of, steps, words_of
from ludarium.games.rulesets.wording import drop_limit

_MAN_AND_KING = (("x", "X"), ("o", "O"))
"""The letters of each seat's pieces."""
_HYBRID, _SOLID = "+", "="
_OPTION_LETTERS = "DFLA"
"""Double move, move for you, recall last, recall any: in the order of `tables.OPTIONS`."""
_STAGES = {
    FIRST_OF_TWO: "two-moves",
    SECOND_OF_TWO: "one-more",
    OWN_BEFORE: "own-then-yours",
    FOR_OPPONENT: "for-you",
    AGAIN: "again",
}
_OPTION_TEXTS = {DOUBLE_MOVE: "double", MOVE_FOR_YOU: "move-for-you", RECALL_LAST: "recall"}
_CELL = r"[a-l](?:1[0-2]|[1-9])"
MOVE_FORM = re.compile(rf"pass|double|move-for-you|recall(?: {_CELL})?|{_CELL}(?:[-x]{_CELL})*[+=]?")
"""What has the form of a move in some rule set."""


def cell_name(rules: RuleSet, cell: int) -> str:
    return square_name((cell % rules.width, cell // rules.width))


def move_text(rules: RuleSet, move: int) -> str:
    if move == PASS:
        return "pass"
    kind = kind_of(move)
    if kind == OPTION:
        return _OPTION_TEXTS.get(option_of(move)) or f"recall {cell_name(rules, option_cell(move))}"
    disk = {WITH_HYBRID: _HYBRID, WITH_SOLID: _SOLID}.get(kind, "")
    move = plain_part(move)
    if not rules.walks:
        return cell_name(rules, move) + disk
    return ("x" if jump_count(move) else "-").join(cell_name(rules, cell) for cell in path(rules, move)) + disk


def path(rules: RuleSet, move: int) -> list[int]:
    """The cells that a walking piece's move touches, the first one included."""
    cell, jumps = first_cell(move), jump_count(move)
    cells = [cell]
    for number in range(max(1, jumps)):
        direction = jump_direction(move, number)
        step = steps(rules)[direction % AXES] * (1 if direction < AXES else -1)
        cell += step * (2 if jumps else 1)
        cells.append(cell)
    return cells


# --- positions --------------------------------------------------------------------------------------------------------


def _pieces(state: State) -> dict[int, str]:
    found: dict[int, str] = {}
    for seat, (man, king) in enumerate(_MAN_AND_KING):
        found |= dict.fromkeys(cells_of(state.men[seat]), man)
        found |= dict.fromkeys(cells_of(state.kings[seat]), king)
    for field, mark in ((state.hybrid[0], _HYBRID), (state.solid[0], _SOLID)):
        for cell in cells_of(field):
            found[cell] += mark
    return found


def _rows(rules: RuleSet) -> list[list[int]]:
    """The cells of each row from the top, left to right."""
    return [
        [row * rules.width + column for column in range(rules.width) if (column, row) in rules.board]
        for row in reversed(range(rules.height))
    ]


def position_text(rules: RuleSet, state: State) -> str:
    pieces = _pieces(state)
    lines = ["".join(pieces.get(cell, ".") for cell in row) for row in _rows(rules)]
    rows = [re.sub(r"\.+", lambda run: str(len(run[0])), line) for line in lines]
    words = ["/".join(rows), "xo"[int(state.turn)]]
    words += [str(int(state.idle))] if state.idle else []
    if has_stock(rules):
        words += [f"{'xo'[seat]}:{_stock(state, seat)}" for seat in range(2)]
    if state.stage != PLAIN:
        words.append(_STAGES[int(state.stage)])
        barred = [int(cell) for cell in (state.barred_from, state.barred_to) if cell]
        words[-1] += "".join(f":{cell_name(rules, cell - 1)}" for cell in barred)
    return " ".join(words)


def has_stock(rules: RuleSet) -> bool:
    """Whether players have anything that they use up."""
    return any(extra != "scoring" for extra in rules.extras)


def _stock(state: State, seat: int) -> str:
    """What a seat has left, a letter each; - for nothing."""
    options = "".join(letter for number, letter in enumerate(_OPTION_LETTERS) if int(state.options[seat]) >> number & 1)
    disks = "H" * int(state.hybrids[seat]) + "N" * int(state.solids[seat]) + "1" * int(state.firsts[seat])
    return options + disks or "-"


def read_position(rules: RuleSet, text: str, state: State) -> None:
    """Put the men of a position text on a fresh state; the rules still have to settle what follows from it.

    The text holds no past: in a position read from it, no move made before can be recalled, except men dropped.
    """
    words = text.split()
    if len(words) < 2 or words[1] not in ("x", "o"):
        blank = "/".join(str(len(row)) for row in _rows(rules))
        raise MalformedPosition(f"'{text}': expected ROWS SIDE with SIDE x or o, such as '{blank} x'")
    _read_board(rules, words[0], state)
    state.turn = "xo".index(words[1])
    rest = words[2:]
    if rest and ":" not in rest[0] and rest[0] not in _STAGES.values():
        state.idle = _quiet(rules, rest.pop(0))
    while rest and rest[0][:2] in ("x:", "o:"):
        word = rest.pop(0)
        _read_stock(rules, word, "xo".index(word[0]), state)
    if rest:
        _read_stage(rules, rest.pop(0), state)
    if rest:
        raise MalformedPosition(f"'{rest[0]}' is one word too many")


def _read_board(rules: RuleSet, text: str, state: State) -> None:
    rows = text.split("/")
    if len(rows) != rules.height:
        raise MalformedPosition(f"'{text}' has {len(rows)} rows, the board has {rules.height}")
    found: dict[str, set[int]] = {letter: set() for letter in f"xXoO{_HYBRID}{_SOLID}"}
    for cells, line in zip(_rows(rules), rows, strict=True):
        for cell, marks in zip(cells, _spread(cells, line), strict=True):
            for mark in marks.replace(".", ""):
                found[mark].add(cell)
    _check(rules, found)
    for seat, (man, king) in enumerate(_MAN_AND_KING):
        state.men[seat] = words_of(found[man] | found[king], state.men[seat])
        state.kings[seat] = words_of(found[king], state.kings[seat])
    state.hybrid[0] = words_of(found[_HYBRID], state.hybrid[0])
    state.solid[0] = words_of(found[_SOLID], state.solid[0])


def _spread(cells: list[int], line: str) -> list[str]:
    """What stands on each cell of a row: a dot, or a piece with its marks."""
    if not re.fullmatch(r"([xXoO]\+?=?|[1-9][0-9]?)*", line):
        wrong = re.sub(r"[xXoO0-9]", "", line)[:1] or "0"
        raise MalformedPosition(f"row '{line}': '{wrong}' is neither x, o, X, O nor a number of empty cells")
    written = re.sub(r"\d+", lambda run: "." * int(run[0]), line)
    spread = re.findall(r"\.|[xXoO]\+?=?", written)
    if len(spread) != len(cells):
        raise MalformedPosition(f"row '{line}' has {len(spread)} cells, the board has {len(cells)}")
    return spread


def _check(rules: RuleSet, found: dict[str, set[int]]) -> None:
    for mark, extras in ((_HYBRID, ("hybrid-disk", "first-hybrid")), (_SOLID, ("non-flipping",))):
        if found[mark] and not set(extras) & set(rules.extras):
            raise MalformedPosition(f"'{mark}': there are no such disks in {rules.short_form}")
    if rules.pieces != "checkers":
        if found["X"] or found["O"]:
            raise MalformedPosition(f"there are no kings in {rules.short_form}: write x and o")
        return
    last = {"x": rules.height - 1, "o": 0}
    for letter in "xXoO":
        for cell in sorted(found[letter]):
            where = f"{letter} on {cell_name(rules, cell)}"
            row, column = divmod(cell, rules.width)
            if (row + column) % 2 and not rules.hexagonal:
                raise MalformedPosition(f"{where}: pieces stand on dark cells only (a1 is dark)")
            if row == last.get(letter):
                raise MalformedPosition(f"{where}: a man there is a king, write {letter.upper()}")


def _quiet(rules: RuleSet, word: str) -> int:
    limit = rules.quiet if rules.walks else drop_limit(rules)
    if not rules.walks and "custodial" not in rules.parts:
        raise MalformedPosition(f"'{word}': there are no quiet plies to count in {rules.short_form}")
    if not word.isdecimal() or int(word) > limit:
        raise MalformedPosition(f"'{word}': expected the number of quiet plies, at most {limit}")
    return int(word)


def _read_stock(rules: RuleSet, word: str, seat: int, state: State) -> None:
    """What a seat has left; a rule set's full stock stands in a fresh state."""
    letters = word[2:].upper().replace("-", "")
    counts = {letter: letters.count(letter) for letter in "DFLAHN1"}
    full = {letter: int(state.options[seat]) >> number & 1 for number, letter in enumerate(_OPTION_LETTERS)}
    full |= {"H": int(state.hybrids[seat]), "N": int(state.solids[seat]), "1": int(state.firsts[seat])}
    if sum(counts.values()) != len(letters) or any(counts[letter] > full[letter] for letter in full):
        most = "".join(letter * number for letter, number in full.items()) or "-"
        raise MalformedPosition(f"'{word}': expected what {word[0]} has left of {most} in {rules.short_form}")
    state.options[seat] = sum(counts[letter] << number for number, letter in enumerate(_OPTION_LETTERS))
    state.hybrids[seat], state.solids[seat], state.firsts[seat] = counts["H"], counts["N"], counts["1"]


def _read_stage(rules: RuleSet, word: str, state: State) -> None:
    name, *cells = word.split(":")
    names = {text: stage for stage, text in _STAGES.items()}
    known = {square_name(cell): cell[1] * rules.width + cell[0] + 1 for cell in rules.board}
    announced = {FIRST_OF_TWO: 0, SECOND_OF_TWO: 0, OWN_BEFORE: 1, FOR_OPPONENT: 1, AGAIN: 2}
    wanted = (2 if rules.walks else 1) if name == "again" else 0
    possible = name in names and (
        OPTIONS[announced[names[name]]] in rules.extras or (name == "again" and "recall-any" in rules.extras)
    )
    if not possible or len(cells) != wanted or any(cell not in known for cell in cells):
        raise MalformedPosition(f"'{word}': nothing of the kind can be announced in {rules.short_form}")
    state.stage = names[name]
    if cells:
        state.barred_to = known[cells[-1]]
        state.barred_from = known[cells[0]] if rules.walks else 0


# --- pictures ---------------------------------------------------------------------------------------------------------


def draw(rules: RuleSet, state: State) -> str:
    pieces = _pieces(state)
    shown = {"x": "●", "o": "○", "X": "◆", "O": "◇"} if rules.pieces != "drop" else {"x": "x", "o": "o"}
    marked = bool({"hybrid-disk", "first-hybrid", "non-flipping"} & set(rules.extras))
    wide = 3 if marked else 2
    lines = []
    for row in reversed(range(rules.height)):
        # Rows of hexagonal cells are shifted by half a cell each, so that neighbours stand beside each other.
        line = " " * (row * wide // 2) if rules.hexagonal else ""
        for column in range(rules.width):
            piece = pieces.get(row * rules.width + column, "")
            mark = shown.get(piece[:1], "·") + piece[1:] if (column, row) in rules.board else ""
            line += mark.ljust(wide)
        lines.append(f"{row + 1:>2}  {line}".rstrip())
    if rules.hexagonal:
        lines.append("    columns a to " + LETTERS[rules.width - 1] + " run up to the right, from the left")
    else:
        lines.append("    " + "".join(letter.ljust(wide) for letter in LETTERS[: rules.width]).rstrip())
    lines.append(_caption(shown, state))
    if has_stock(rules):
        lines.append("    left: " + ", ".join(f"{shown['xo'[seat]]} {_stock(state, seat)}" for seat in range(2)))
    return "\n".join(lines)


def _caption(shown: dict[str, str], state: State) -> str:
    if not state.over:
        return f"    {shown['xo'[int(state.turn)]]} to move{_announced(state)}"
    return "    draw" if state.winner < 0 else f"    {shown['xo'[int(state.winner)]]} has won"


def _announced(state: State) -> str:
    return {
        FIRST_OF_TWO: ", two moves",
        SECOND_OF_TWO: ", the second of two moves",
        OWN_BEFORE: ", then a move for the other",
        FOR_OPPONENT: ", made by the other",
        AGAIN: ", again",
    }.get(int(state.stage), "")
