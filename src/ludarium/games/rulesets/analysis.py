"""What makes no sense in a rule set, found without playing it.

Each finding is named by a word and explained in a sentence. A rule set with findings can be played all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludarium.games.rulesets.ruleset import RuleSet, Square
from ludarium.games.rulesets.tables import DIAGONAL, HEXAGONAL, ORTHOGONAL, start_cells, walking_axes

_DELTAS = ((1, 0), (-1, 1), (0, 1), (1, 1))
_SHIFTING = ("recall-last", "recall-any", "move-for-you", "double-move")
"""Extras that change whose turn it is, or take men back."""


@dataclass(frozen=True)
class Finding:
    """One thing that makes no sense."""

    name: str
    sentence: str


def analyse(rules: RuleSet) -> list[Finding]:
    """All findings about a rule set, none where it looks sensible."""
    return [finding for check in _CHECKS for finding in check(rules)]


def _axes(rules: RuleSet) -> list[Square]:
    return [delta for number, delta in enumerate(_DELTAS) if not rules.hexagonal or HEXAGONAL >> number & 1]


def _longest_row(rules: RuleSet, cells: frozenset[Square] | set[Square]) -> int:
    """The most cells of a set that lie in a row without a gap."""
    longest = 0
    for column, row in cells:
        for right, up in _axes(rules):
            length = 1
            while (column + length * right, row + length * up) in cells:
                length += 1
            longest = max(longest, length)
    return longest


def _usable(rules: RuleSet) -> frozenset[Square]:
    """The cells on which men can ever stand."""
    if rules.pieces == "checkers" and not rules.hexagonal:
        return frozenset((c, r) for c, r in rules.board if (c + r) % 2 == 0)
    return rules.board


def _lines(rules: RuleSet) -> Iterator[Finding]:
    if rules.end != "line":
        if "scoring" in rules.extras and _longest_row(rules, _usable(rules)) < 3:
            yield Finding("no-room-to-score", "No three men can ever stand in a row, so nobody scores.")
        return
    room = _longest_row(rules, _usable(rules))
    if rules.line > room:
        yield Finding("line-too-long", f"No row of {rules.line} men fits on the board: the longest has {room}.")
    elif rules.walks and "scoring" not in rules.extras:
        standing = [_longest_row(rules, men) >= rules.line for men in start_cells(rules)]
        men = [len(men) for men in start_cells(rules)]
        if standing[0] and "hybrid-disk" not in rules.extras and not _breaks_lines(rules):
            verb = "loses" if rules.misere else "wins"
            first = rules.sides[0]
            yield Finding(
                "line-at-start", f"{first} has {rules.line} men in a row at the start and {verb} by the first move."
            )
        elif any(standing):
            yield Finding("line-at-start", f"Men stand {rules.line} in a row at the start.")
        if max(men) < rules.line and not _gains_men(rules):
            yield Finding("too-few-men", f"A side has {max(men)} men, too few for a row of {rules.line}.")


def _gains_men(rules: RuleSet) -> bool:
    """Whether more men can count for a side than it has at the start."""
    return "flip" in rules.parts or bool({"first-hybrid", "hybrid-disk"} & set(rules.extras))


def _breaks_lines(rules: RuleSet) -> bool:
    """Whether the first move may break the only line that stands at the start."""
    men, _ = start_cells(rules)
    return any(_longest_row(rules, men - {man}) < rules.line for man in men)


def _men(rules: RuleSet) -> Iterator[Finding]:
    """Ends that count men where their number follows from the board."""
    changing = {"custodial", "flip"} & set(rules.parts)
    gaps = bool(rules.without) and "adjacent" in rules.parts
    if rules.pieces == "drop" and not changing and not gaps and "scoring" not in rules.extras:
        disturbed = set(rules.extras) & {*_SHIFTING, "hybrid-disk"}
        if rules.end == "most-men" and not disturbed:
            more = "x has one man more" if rules.cells % 2 else "both have as many"
            yield Finding(
                "decided-by-size", f"Nothing is ever captured: when the board of {rules.cells} is full, {more}."
            )
        elif rules.end == "most-men":
            yield Finding("nothing-to-capture", "Nothing is ever captured: only extras change how many men each has.")
        if rules.end == "no-men" and not disturbed:
            last = "o" if rules.cells % 2 else "x"
            yield Finding(
                "decided-by-size",
                f"Nothing is ever captured: the board of {rules.cells} is full when {last} is to move.",
            )
        elif rules.end == "no-men":
            yield Finding("no-men-to-capture", "Nothing is ever captured, so nobody loses all men.")
    if rules.pieces == "step" and rules.end in ("no-men", "most-men"):
        captures = {"jump", "replace", *changing} & set(rules.parts)
        if not captures and rules.end == "most-men":
            yield Finding("decided-by-size", "Nothing is ever captured: the numbers of men never change.")
        elif not captures:
            yield Finding("no-men-to-capture", "Nothing is ever captured: a game ends only when somebody is stuck.")


def _goals(rules: RuleSet) -> Iterator[Finding]:
    """Goals that are trivial or out of reach."""
    if rules.end == "reach" and rules.pieces == "drop":
        yield Finding("trivial-goal", "A man can be put on the far row at once.")
    top, bottom = rules.height - 1, 0
    sides = {"reach": [(1, top), (1, bottom)], "connect": [(1, top), (1, bottom), (0, 0), (0, rules.width - 1)]}
    for index, value in sides.get(rules.end, []):
        if not any(cell[index] == value for cell in _usable(rules)):
            yield Finding("unreachable-goal", "A side of the board that has to be reached has no cell left.")
            return
    if rules.end == "connect" and rules.walks:
        diagonal_only = not rules.hexagonal and walking_axes(rules) & ORTHOGONAL == 0
        if rules.pieces == "checkers" and diagonal_only:
            yield Finding(
                "unreachable-goal", "Men stand on dark cells only, which are never neighbours: no chain exists."
            )
        elif max(len(men) for men in start_cells(rules)) < min(rules.width, rules.height) and not _gains_men(rules):
            yield Finding("too-few-men", "A side has too few men for a chain from side to side.")
        elif _joined(rules, start_cells(rules)[0], 1, rules.height - 1):
            yield Finding("goal-at-start", f"{rules.sides[0]}'s men join the bottom and the top from the start.")
        elif _joined(rules, start_cells(rules)[1], 0, rules.width - 1):
            yield Finding("goal-at-start", f"{rules.sides[1]}'s men join the left and the right side from the start.")
    if rules.end == "surround" and rules.pieces == "checkers" and not rules.hexagonal and not rules.without:
        yield Finding("unreachable-goal", "Light cells stay empty beside every man: no group can be surrounded.")


def _joined(rules: RuleSet, men: set[Square], index: int, last: int) -> bool:
    """Whether a chain of men leads from the first to the last column or row; `index` says which of the two."""
    steps = [(1, 0), (0, 1)] + ([(-1, 1)] if rules.hexagonal else [])
    chain = {man for man in men if man[index] == 0}
    waiting = list(chain)
    while waiting:
        column, row = waiting.pop()
        near = {(column + sign * right, row + sign * up) for right, up in steps for sign in (1, -1)}
        waiting += (near & men) - chain
        chain |= near & men
    return any(man[index] == last for man in chain)


def _pieces(rules: RuleSet) -> Iterator[Finding]:
    if rules.walks:
        men = start_cells(rules)
        if not men[0] or not men[1]:
            yield Finding("no-men", "A player has no men at the start: the cells where they should stand are missing.")
        if len(men[0]) != len(men[1]):
            yield Finding("uneven-start", f"x begins with {len(men[0])} men and o with {len(men[1])}.")
    if rules.pieces == "step" and walking_axes(rules) == DIAGONAL and not {"custodial", "flip"} & set(rules.parts):
        yield Finding(
            "two-colours", "Diagonal steps never leave a colour of cells: half the men never meet the others."
        )


def _extras(rules: RuleSet) -> Iterator[Finding]:
    """Extras without any effect."""
    flips = rules.pieces == "reversi" or "flip" in rules.parts
    captures = rules.walks or "custodial" in rules.parts
    if rules.pieces == "step" and not {"jump", "replace", "custodial"} & set(rules.parts):
        captures = False
    if "non-flipping" in rules.extras and not flips and not captures:
        yield Finding("extra-without-effect", "Nothing is flipped or captured: a non-flipping disk is like any other.")
    if "scoring" in rules.extras and rules.end == "line" and rules.line > _longest_row(rules, _usable(rules)):
        yield Finding("no-room-to-score", "No row is long enough to score: every game is a draw.")
    counted = rules.end in ("most-men", "no-men") and "scoring" not in rules.extras
    if "first-hybrid" in rules.extras and counted and not flips and not captures:
        yield Finding("extra-without-effect", "Hybrid disks count for both, and nothing else depends on them here.")


_CHECKS: tuple[Callable[[RuleSet], Iterator[Finding]], ...] = (_lines, _men, _goals, _pieces, _extras)
