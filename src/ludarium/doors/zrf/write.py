"""A rule set as a rules file of Zillions, which reads back as the same game.

What a rules file cannot say is refused by name: conditions of Zillions know of no connections and groups. Where turns
leave their order, moves are taken back or rows are counted, the file says so by options of our own (`doors/zrf.md`
lists them); everything else is said in Zillions' language. Whether a man is a king or cannot be flipped is an attribute
and not a kind of piece, since a row may be made of both. What a player has in hand are tokens beside the board: nothing
of a player off the board can be asked for.
"""

from __future__ import annotations

from itertools import combinations

from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.write_moves import MOVED, STAGE, TURN, MoveCode
from ludarium.engine.errors import NotSuited
from ludarium.engine.game import Game
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import LETTERS, RuleSet, cell_name
from ludarium.games.rulesets.tables import start_cells
from ludarium.games.rulesets.wording import SHORTEST_SCORE, rules_text

_SIZE = 50


def write_zrf(rules: RuleSet) -> str:
    """The file of a rule set; a `BadZrf` where it cannot be said."""
    _check(rules)
    code = MoveCode(rules)
    return "\n".join([f"; {rules.short_form}", *code.macros(), *_row(code), *_game(code)]) + "\n"


def zrf_of(game: Game) -> str:
    """The file of a game, if it is one of a rule set."""
    if not isinstance(game, RuleSetGame):
        raise NotSuited(f"{game.name} is no game of the rule-set space: only those can be written as rules files")
    return write_zrf(game.rule_set)


def _check(rules: RuleSet) -> None:
    if rules.pieces == "step" or rules.parts:
        raise BadZrf(
            f"{' '.join((rules.pieces, *rules.parts))} is not written as ZRF: only drop, reversi and checkers are"
        )
    if rules.end not in ("line", "most-men", "no-men"):
        raise BadZrf(f"the end {rules.end} cannot be said in ZRF, which knows nothing of groups")
    if rules.misere:
        for said in (rules.end, *rules.extras):
            if said in ("most-men", "scoring", "hybrid-disk"):
                raise BadZrf(f"{said} misere cannot be said in ZRF: who has the most wins there")


# --- the game ---------------------------------------------------------------------------------------------------------


def _game(code: MoveCode) -> list[str]:
    rules = code.rules
    said = rules_text(rules).replace('"', "'").replace("\\", " ").replace("\n", " ")
    lines = ["(game", f'  (title "{rules.short_form}")', f'  (description "{said}")']
    if rules.end != "no-men":
        lines.append('  (option "pass turn" forced)')
    lines += [f'  (option "{name}" {value})' for name, value in _options(code).items()]
    lines += ["  (players x o)", "  (turn-order x o)"]
    if rules.pieces == "checkers":
        lines.append("  (move-priorities jumping)")
    return [*lines, *_board(code), *code.pieces(), *_setup(code), *_goals(code), ")"]


def _options(code: MoveCode) -> dict[str, str]:
    """Options of our own, for what Zillions' language does not say."""
    rules = code.rules
    found: dict[str, str] = {}
    if rules.walks:
        found |= {"quiet plies": str(rules.quiet), "quiet moves": "gliding"}
    if code.announced or code.recalls("any"):
        found["announcing moves"] = "announcing"
    if code.announced:
        found["extra turn"] = "Extra"
    if code.has("move-for-you"):
        found["turn for another"] = "Instead"
    if code.recalls("last"):
        found["take back"] = "taking-back"
    counted = rules.end == "most-men" or code.has("scoring")
    if code.has("scoring"):
        found["score rows"] = str(rules.line or SHORTEST_SCORE)
    if counted and code.hybrids:
        found["shared piece"] = "Hybrid"
    if counted and code.has("hybrid-disk"):
        found["unspent piece"] = "Hybrid-disk"
    return found


def _board(code: MoveCode) -> list[str]:
    rules = code.rules
    columns = "/".join(LETTERS[: rules.width])
    rows = "/".join(str(row) for row in range(rules.height, 0, -1))
    shift = f"{-_SIZE // 2} {_SIZE}" if rules.hexagonal else f"0 {_SIZE}"
    directions = " ".join(f"({name} {right} {-up})" for name, (right, up) in code.directions.items())
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
    dummies = [place for player in "xo" for place in code.places(player)]
    dummies += [STAGE] if code.staged else []
    dummies += [TURN] if code.announced else []
    dummies += [MOVED] if code.marks_turns else []
    lines += [f"    (dummy {' '.join(dummies)})"] if dummies else []
    if code.recalled:
        pairs = zip(code.cells, code.cells[1:], strict=False)
        lines.append(f"    (links next {' '.join(f'({one} {two})' for one, two in pairs)})")
    if dummies and rules.pieces != "checkers":
        lines.append(f"    (zone (name cells) (positions {' '.join(code.cells)}))")
    for number, cells in code.bit_zones().items():
        lines.append(f"    (zone (name bit-{number}) (positions {' '.join(cells)}))")
    if rules.pieces == "checkers":
        turned = " ".join(f"({name} {code.opposite(name)})" for name in code.directions)
        lines.append(f"    (symmetry o {turned})")
        for player, row in (("x", rules.height - 1), ("o", 0)):
            cells = [cell_name((column, row)) for column in range(rules.width) if (column, row) in rules.board]
            lines.append(f"    (zone (name far-row) (players {player}) (positions {' '.join(cells)}))")
    return [*lines, "  )"]


def _setup(code: MoveCode) -> list[str]:
    rules = code.rules
    lines = ["  (board-setup"]
    for player, cells in zip("xo", start_cells(rules), strict=True):
        places = [cell_name(cell) for cell in sorted(cells & rules.board, key=lambda cell: (cell[1], cell[0]))]
        # A man that is recalled is put again: there are some to spare.
        places += [] if rules.pieces == "checkers" else [f"off {rules.cells + 4}"]
        groups = [("Man", places)]
        groups += [(kind, [place]) for kind, place in zip(code.tokens, code.places(player), strict=True)]
        groups += [(kind, ["off 1"]) for kind in code.in_hand]
        listed = [f"({kind} {' '.join(where)})" for kind, where in groups]
        lines.append(f"    ({player} {' '.join(listed)})")
    return [*lines, "  )"]


# --- ends -------------------------------------------------------------------------------------------------------------


def _row(code: MoveCode) -> list[str]:
    """A row of men, and of hybrid disks of either player among them, as many as there can be."""
    rules = code.rules
    if rules.end != "line" or code.has("scoring"):
        return []
    lines = []
    for number in range(min(2 * code.hybrids, rules.line) + 1):
        for chosen in combinations(range(rules.line), number):
            men = ["(any-owner Hybrid)" if place in chosen else "Man" for place in range(rules.line)]
            lines.append(f"  (relative-config {' $1 '.join(men)})")
    return ["(define row", *lines, ")"] if lines[1:] else [f"(define row {lines[0].strip()})"]


def _goals(code: MoveCode) -> list[str]:
    rules = code.rules
    won, lost = ("loss", "win") if rules.misere else ("win", "loss")
    nobody = (
        "(and (pieces-remaining 0 Man) (total-piece-count 0 Hybrid))" if code.hybrids else "(pieces-remaining 0 Man)"
    )
    defeat = "stalemated" if rules.pieces == "drop" else f"(or {nobody} stalemated)"
    if code.has("scoring") or rules.end == "most-men":
        return [f"  (count-condition {defeat if rules.end == 'no-men' else 'stalemated'})"]
    if rules.end == "no-men":
        return [*_undeserved(code, defeat), f"  ({lost}-condition (x o) {defeat})"]
    axes = ("n", "e", "nw") if rules.hexagonal else ("n", "e", "ne", "nw")
    rows = f"(or {' '.join(f'(row {axis})' for axis in axes)})"
    if code.marks_turns:
        rows = f"(and (absolute-config Turn ({MOVED})) {rows})"
    if code.has("hybrid-disk"):
        wins = [
            f"  ({won}-condition ({player}) (and (not (absolute-config Hybrid-disk ({disk}))) {rows}))"
            for player, disk in ((player, code.last_disk(player)) for player in "xo")
        ]
    else:
        wins = [f"  ({won}-condition (x o) {rows})"]
    return [*wins, "  (draw-condition (x o) stalemated)"]


def _undeserved(code: MoveCode, defeat: str) -> list[str]:
    """Who still has a hybrid disk in hand does not win by the other's defeat."""
    if not code.has("hybrid-disk"):
        return []
    return [
        f"  (draw-condition ({player}) (and {defeat} (absolute-config (opponent Hybrid-disk) ({disk}))))"
        for player, disk in (("x", code.last_disk("o")), ("o", code.last_disk("x")))
    ]
