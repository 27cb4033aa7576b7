"""A rule set as a rules file of Zillions, which reads back as the same game.

What a rules file cannot say is refused by name: conditions of Zillions know of no connections and groups, count no
rows, and its turns follow a fixed order. Whether a man is a king or cannot be flipped is an attribute and not a kind of
piece, since a row may be made of both. Non-flipping disks in hand are tokens beside the board: nothing of a player
off the board can be asked for.
"""

from __future__ import annotations

from ludarium.doors.zrf.errors import BadZrf
from ludarium.engine.errors import NotSuited
from ludarium.engine.game import Game
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import LETTERS, RuleSet, cell_name
from ludarium.games.rulesets.tables import start_cells
from ludarium.games.rulesets.wording import rules_text

_SOLID = "non-flipping"
_SIZE = 50
_SQUARE = {
    "n": (0, 1),
    "e": (1, 0),
    "s": (0, -1),
    "w": (-1, 0),
    "ne": (1, 1),
    "nw": (-1, 1),
    "se": (1, -1),
    "sw": (-1, -1),
}
_HEXAGONAL = ("n", "e", "s", "w", "nw", "se")
_OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e", "ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}


def write_zrf(rules: RuleSet) -> str:
    """The file of a rule set; a `BadZrf` where it cannot be said."""
    _check(rules)
    return "\n".join([f"; {rules.short_form}", *_macros(rules), *_game(rules)]) + "\n"


def zrf_of(game: Game) -> str:
    """The file of a game, if it is one of a rule set."""
    if not isinstance(game, RuleSetGame):
        raise NotSuited(f"{game.name} is no game of the rule-set space: only those can be written as rules files")
    return write_zrf(game.rule_set)


def _check(rules: RuleSet) -> None:
    others = [extra for extra in rules.extras if extra != _SOLID]
    if others:
        raise BadZrf(f"{others[0]} cannot be said in ZRF")
    if rules.pieces == "step" or rules.parts:
        raise BadZrf(
            f"{' '.join((rules.pieces, *rules.parts))} is not written as ZRF: only drop, reversi and checkers are"
        )
    if rules.end not in ("line", "most-men", "no-men"):
        raise BadZrf(f"the end {rules.end} cannot be said in ZRF, which knows nothing of groups")
    if rules.misere and rules.end == "most-men":
        raise BadZrf("most-men misere cannot be said in ZRF: who has the most wins there")


def _directions(rules: RuleSet) -> tuple[str, ...]:
    return _HEXAGONAL if rules.hexagonal else tuple(_SQUARE)


def _ahead(rules: RuleSet) -> tuple[str, str]:
    """The directions in which a man of checkers walks."""
    return ("nw", "n") if rules.hexagonal else ("nw", "ne")


def _solids(rules: RuleSet) -> int:
    return rules.extras.count(_SOLID)


def _token(player: str, number: int) -> str:
    return f"{player}-solid-{number}"


# --- moves ------------------------------------------------------------------------------------------------------------


def _macros(rules: RuleSet) -> list[str]:
    lines = []
    if _solids(rules):
        lines += [
            "; the first token of the player's own that is not spent yet is spent, and the man cannot be flipped",
            "(define use-solid",
            "  mark",
            f"  (if (friend? {_token('x', 1)}) {_token('x', 1)} else {_token('o', 1)})",
        ]
        if _solids(rules) == 2:
            lines.append(f"  (if spent? (if (friend? {_token('x', 2)}) {_token('x', 2)} else {_token('o', 2)}))")
        lines += [
            "  (verify not-spent?)",
            "  (set-attribute spent? true)",
            "  back",
            "  (set-attribute solid? true)",
            ")",
        ]
    exposed = "(and (enemy? $1) (not-solid? $1))" if _solids(rules) else "(enemy? $1)"
    if rules.pieces == "reversi":
        lines += [
            "(define outflank",
            f"  (if {exposed}",
            "    mark",
            "    $1",
            f"    (while {exposed} $1)",
            "    (if (friend? $1)",
            "      (set-flag flips true)",
            "      (while not-marked? flip (opposite $1))",
            "    )",
            "    back",
            "  )",
            ")",
            "(define outflanking",
            "  (verify empty?)",
            f"  {' '.join(f'(outflank {direction})' for direction in _directions(rules))}",
            "  (verify (flag? flips))",
            ")",
        ]
    if rules.pieces == "checkers":
        lines += _walking(rules)
    if rules.end == "line":
        men = " $1 ".join([_name(rules)] * rules.line)
        lines.append(f"(define row (relative-config {men}))")
    return lines


def _walking(rules: RuleSet) -> list[str]:
    """Steps and jumps. A man is crowned on the far row and jumps on as a king only in its next move."""
    exposed = "(verify enemy?) (verify not-solid?)" if _solids(rules) else "(verify enemy?)"
    turn = _turn(rules)
    crowned = "(if (in-zone? far-row) (set-attribute crowned? true))"
    ending = f"(set-attribute crowned? true) {turn} add"
    going = f"(if (and (in-zone? far-row) (not-flag? king)) {ending} else {turn} (add-partial going-on))"
    backward = "(verify crowned?) "
    lines = []
    for suffix, use in (("", ""), *((("-solid", "(use-solid) "),) if _solids(rules) else ())):
        for name, first in (("", ""), ("-back", backward)):
            lines += [
                f"(define step{name}{suffix} ({first}$1 (verify empty?) {use}{crowned} {turn} add))",
                f"(define jump{name}{suffix}",
                f"  ({first}(set-flag king crowned?) $1 {exposed} capture $1 (verify empty?) {use}{going}))",
            ]
    return [" ".join(line.split()) for line in lines]


def _name(rules: RuleSet) -> str:
    return "Disk" if rules.pieces == "reversi" else "Man"


def _turn(rules: RuleSet) -> str:
    """Where men stand in rows from the start, a row counts for who has just moved: a token beside the board says so."""
    return "(create Turn moved)" if _marks_turns(rules) else ""


def _marks_turns(rules: RuleSet) -> bool:
    return rules.pieces == "checkers" and rules.end == "line"


def _piece(rules: RuleSet) -> list[str]:
    attributes = ["(attribute solid? false)"] if _solids(rules) else []
    attributes += ["(attribute crowned? false)"] if rules.pieces == "checkers" else []
    lines = ["  (piece", f"    (name {_name(rules)})", *(f"    {attribute}" for attribute in attributes)]
    if rules.pieces == "checkers":
        ahead = _ahead(rules)
        kinds = ["", "-solid"] if _solids(rules) else [""]

        def walks(verb: str, suffix: str) -> str:
            forward = " ".join(f"({verb}{suffix} {direction})" for direction in ahead)
            backward = " ".join(f"({verb}-back{suffix} {_OPPOSITE[direction]})" for direction in ahead)
            return f"{forward} {backward}"

        lines += [
            "    (moves",
            "      (move-type jumping)",
            *(f"      {walks('jump', kind)}" for kind in kinds),
            "      (move-type walking)",
            *(f"      {walks('step', kind)}" for kind in kinds),
            "      (move-type going-on)",
            f"      {walks('jump', '')}",
            "    )",
        ]
    else:
        where = "(outflanking)" if rules.pieces == "reversi" else "(verify empty?)"
        lines.append(f"    (drops ({where} add)" + (f" ({where} (use-solid) add)" if _solids(rules) else "") + ")")
    lines.append("  )")
    if _solids(rules):
        lines.append("  (piece (name Token) (attribute spent? false))")
    if _marks_turns(rules):
        lines.append("  (piece (name Turn))")
    return lines


# --- the game ---------------------------------------------------------------------------------------------------------


def _game(rules: RuleSet) -> list[str]:
    said = rules_text(rules).replace('"', "'").replace("\\", " ").replace("\n", " ")
    lines = ["(game", f'  (title "{rules.short_form}")', f'  (description "{said}")']
    if rules.end != "no-men":
        lines.append('  (option "pass turn" forced)')
    if rules.walks:
        lines.append(f'  (option "quiet plies" {rules.quiet})')
    lines += ["  (players x o)", "  (turn-order x o)"]
    if rules.pieces == "checkers":
        lines.append("  (move-priorities jumping walking)")
    return [*lines, *_board(rules), *_piece(rules), *_setup(rules), *_goals(rules), ")"]


def _board(rules: RuleSet) -> list[str]:
    columns = "/".join(LETTERS[: rules.width])
    rows = "/".join(str(row) for row in range(rules.height, 0, -1))
    shift = f"{-_SIZE // 2} {_SIZE}" if rules.hexagonal else f"0 {_SIZE}"
    directions = " ".join(f"({name} {_SQUARE[name][0]} {-_SQUARE[name][1]})" for name in _directions(rules))
    left = _SIZE // 2 * (rules.height - 1) if rules.hexagonal else 0
    lines = [
        "  (board",
        "    (grid",
        f"      (start-rectangle {left} 0 {left + _SIZE} {_SIZE})",
        f'      (dimensions ("{columns}" ({_SIZE} 0)) ("{rows}" ({shift})))',
        f"      (directions {directions})",
        "    )",
    ]
    missing = [
        cell_name((column, row))
        for row in range(rules.height)
        for column in range(rules.width)
        if (column, row) not in rules.board
    ]
    lines += [f"    (kill-positions {' '.join(missing)})"] if missing else []
    dummies = [_token(player, number + 1) for player in "xo" for number in range(_solids(rules))]
    dummies += ["moved"] if _marks_turns(rules) else []
    lines += [f"    (dummy {' '.join(dummies)})"] if dummies else []
    if rules.pieces == "checkers":
        turned = " ".join(f"({name} {_OPPOSITE[name]})" for name in _directions(rules))
        lines.append(f"    (symmetry o {turned})")
        for player, row in (("x", rules.height - 1), ("o", 0)):
            cells = [cell_name((column, row)) for column in range(rules.width) if (column, row) in rules.board]
            lines.append(f"    (zone (name far-row) (players {player}) (positions {' '.join(cells)}))")
    return [*lines, "  )"]


def _setup(rules: RuleSet) -> list[str]:
    lines = ["  (board-setup"]
    for player, cells in zip("xo", start_cells(rules), strict=True):
        places = [cell_name(cell) for cell in sorted(cells & rules.board, key=lambda cell: (cell[1], cell[0]))]
        places += [] if rules.pieces == "checkers" else [f"off {rules.cells}"]
        tokens = [_token(player, number + 1) for number in range(_solids(rules))]
        held = f" (Token {' '.join(tokens)})" if tokens else ""
        lines.append(f"    ({player} ({_name(rules)} {' '.join(places)}){held})")
    return [*lines, "  )"]


def _goals(rules: RuleSet) -> list[str]:
    name = _name(rules)
    won, lost = ("loss", "win") if rules.misere else ("win", "loss")
    if rules.end == "most-men":
        return ["  (count-condition stalemated)"]
    if rules.end == "no-men":
        nobody = [] if rules.pieces == "drop" else [f"  ({lost}-condition (x o) (pieces-remaining 0 {name}))"]
        return [*nobody, f"  ({lost}-condition (x o) stalemated)"]
    axes = ("n", "e", "nw") if rules.hexagonal else ("n", "e", "ne", "nw")
    rows = f"(or {' '.join(f'(row {axis})' for axis in axes)})"
    if _marks_turns(rules):
        rows = f"(and (absolute-config Turn (moved)) {rows})"
    return [f"  ({won}-condition (x o) {rows})", "  (draw-condition (x o) stalemated)"]
