"""Rule-set games on a screen: cells with what stands on them, what each player has left, and moves as cells.

A cell is [column, row] from [0, 0] at the bottom left. On hexagonal boards each row is shifted to the right by half a
cell against the one below it: the middle of a cell lies at column + row / 2 across.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict, cast

from ludarium.engine import Move, View
from ludarium.engine.position import Plain
from ludarium.engine.scene import MoveWords, Place
from ludarium.engine.sentences import call, counted, introduction, listed, outcome
from ludarium.games.rulesets.codes import (
    DOUBLE_MOVE,
    MOVE_FOR_YOU,
    OPTION,
    PASS,
    RECALL_LAST,
    WITH_HYBRID,
    WITH_SOLID,
    jump_count,
    kind_of,
    option_cell,
    option_of,
    plain_part,
)
from ludarium.games.rulesets.decided import Decided, cells_in, decided, place_of
from ludarium.games.rulesets.extras import AGAIN, FIRST_OF_TWO, FOR_OPPONENT, OWN_BEFORE, PLAIN, SECOND_OF_TWO
from ludarium.games.rulesets.notation import cell_name, path
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.ruleset import cell_name as square_name
from ludarium.games.rulesets.tables import OPTIONS

if TYPE_CHECKING:
    from ludarium.games.rulesets.game import RuleSetGame

_STAGES = {
    PLAIN: None,
    FIRST_OF_TWO: "two moves",
    SECOND_OF_TWO: "the second of two moves",
    OWN_BEFORE: "a move of your own, then one for the opponent",
    FOR_OPPONENT: "a move for the opponent",
    AGAIN: "the move that was recalled, made anew",
}
Disk = Literal["hybrid", "solid"]
Outline = Literal["square", "hexagon", "rhombus"]
Pieces = Literal["drop", "reversi", "checkers", "step"]
_DISKS: dict[int, Disk] = {WITH_HYBRID: "hybrid", WITH_SOLID: "solid"}


class Man(TypedDict):
    seat: int
    kind: Literal["man", "king"]
    hybrid: bool
    """Counts for both."""
    solid: bool
    """Cannot be flipped or captured."""


class _Ground(TypedDict):
    x: int
    """Column and row from the bottom left."""
    y: int
    name: str
    removed: NotRequired[bool]
    """The board lacks this cell."""


class Cell(_Ground):
    content: Man | None


class Stock(TypedDict):
    """What a player has left of extras."""

    options: list[str]
    hybrid_disks: int
    solid_disks: int
    first_is_hybrid: bool


class Quiet(TypedDict):
    plies: int
    limit: int


_From = TypedDict("_From", {"from": Place | None})


class RuleSetMove(MoveWords, _From):
    kind: Literal["place", "step", "jump", "pass", "extra"]
    to: Place | None
    path: list[Place]
    captures: list[Place]
    disk: Disk | None
    """The special disk that is used."""
    label: str
    """A short text for a button."""


class RuleSetData(TypedDict):
    shape: Literal["square", "hex"]
    """On hexagonal cells the middle of a cell lies at x + y / 2 across and y · √3 / 2 up."""
    outline: Outline
    width: int
    height: int
    pieces: Pieces
    end: str
    """How the game ends: "line-4", "most-men", "no-men", "connect", "reach", "surround"."""
    line: int
    """Men in a row, 0 where lines do not matter."""
    misere: bool
    cells: list[Cell]
    men: list[int]
    kings: list[int]
    extras: list[Stock] | None
    """What each player has left of extras; null in games without any."""
    stage: str | None
    """What was announced and is still to be carried out."""
    quiet: Quiet | None
    """Plies without progress, where pieces walk."""
    must_jump: bool
    changed: list[Place]
    """The cells that the last move changed."""
    came: list[Place]
    """Those of them to which a piece has come; on the others it was flipped, or has gone."""
    decided: Decided | None
    """What decided the game; null while it is not over."""


@dataclass(frozen=True)
class _Pieces:
    """The cells of each side's pieces (kings are among the men) and of the special disks."""

    men: list[list[int]]
    kings: list[set[int]]
    hybrid: set[int]
    solid: set[int]

    @classmethod
    def of(cls, state: Plain) -> _Pieces:
        return cls(
            [list(cells_in(cells)) for cells in state.men],
            [set(cells_in(cells)) for cells in state.kings],
            set(cells_in(state.hybrid[0])),
            set(cells_in(state.solid[0])),
        )

    def contents(self) -> dict[int, Man]:
        """What stands on the cells that are not empty."""
        return {
            cell: {
                "seat": seat,
                "kind": "king" if cell in self.kings[seat] else "man",
                "hybrid": cell in self.hybrid,
                "solid": cell in self.solid,
            }
            for seat in range(2)
            for cell in self.men[seat]
        }


def scene(game: RuleSetGame, view: View, past: Sequence[View] = ()) -> RuleSetData:
    """The board and all that a player must know beside it."""
    rules, state = game.rule_set, view.plain
    pieces = _Pieces.of(state)
    contents = pieces.contents()
    old = _Pieces.of(past[-1].plain).contents() if past else contents
    return {
        "shape": "hex" if rules.hexagonal else "square",
        "outline": cast(Outline, rules.shape),
        "width": rules.width,
        "height": rules.height,
        "pieces": cast(Pieces, rules.pieces),
        "end": rules.end_word,
        "line": rules.line,
        "misere": rules.misere,
        "cells": [{**cell, "content": contents.get(number)} for number, cell in _outline(rules)],
        "men": [len(cells) for cells in pieces.men],
        "kings": [len(cells) for cells in pieces.kings],
        "extras": [_stock(state, seat) for seat in range(2)] if rules.extras else None,
        "stage": _STAGES[state.stage],
        "quiet": {"plies": state.idle, "limit": state.quiet_limit} if rules.walks else None,
        "must_jump": bool(rules.walks and state.jumping and not state.over),
        "changed": _changed(rules, old, contents),
        "came": [place_of(rules, cell) for cell in sorted(contents.keys() - old.keys())],
        "decided": decided(rules, state),
    }


def move_scene(game: RuleSetGame, move: Move, view: View) -> RuleSetMove:
    """A move as cells: where it begins and ends, what it touches and jumps over, and the disk that it uses."""
    rules, value = game.rule_set, move.value
    assert isinstance(value, int)
    found: RuleSetMove = {
        "kind": "pass",
        "from": None,
        "to": None,
        "path": [],
        "captures": [],
        "disk": None,
        "words": "pass",
        "label": "Pass",
    }
    if value == PASS:
        return found
    kind = kind_of(value)
    if kind == OPTION:
        to, words, label = _option(rules, value)
        return {**found, "kind": "extra", "to": to, "words": words, "label": label}
    found["disk"] = _DISKS.get(kind)
    disk = {"hybrid": " as a hybrid disk", "solid": " as a non-flipping disk", None: ""}[found["disk"]]
    plain = plain_part(value)
    if not rules.walks:
        cell = place_of(rules, plain)
        name = cell_name(rules, plain)
        return {**found, "kind": "place", "to": cell, "path": [cell], "words": f"{name}{disk}", "label": move.text}
    touched = path(rules, plain)
    jumps = jump_count(plain)
    over = [(one + other) // 2 for one, other in pairwise(touched)] if jumps else []
    names = [cell_name(rules, cell) for cell in touched]
    words = f"{names[0]} to {' and on to '.join(names[1:])}{disk}"
    if over:
        words += f", capturing {listed([cell_name(rules, cell) for cell in over])}"
    return {
        **found,
        "kind": "jump" if jumps else "step",
        "from": place_of(rules, touched[0]),
        "to": place_of(rules, touched[-1]),
        "path": [place_of(rules, cell) for cell in touched],
        "captures": [place_of(rules, cell) for cell in over],
        "words": words,
        "label": move.text,
    }


def describe(game: RuleSetGame, view: View) -> str:
    """Whose men stand where, what is left of extras, and who moves, in sentences."""
    rules, state = game.rule_set, view.plain
    pieces = _Pieces.of(state)
    sentences = [introduction(view), _board(rules)]
    for seat in range(2):
        own, kings = pieces.men[seat], pieces.kings[seat]
        men = [cell for cell in own if cell not in kings]
        parts = [f"{counted(len(men), 'man', 'men')}{_at(rules, men)}"] if men or not kings else []
        parts += [f"{counted(len(kings), 'king')}{_at(rules, sorted(kings))}"] if kings else []
        for name, special in (("hybrid", pieces.hybrid), ("non-flipping", pieces.solid)):
            disks = [cell for cell in own if cell in special]
            parts += [f"{name} disks{_at(rules, disks)}"] if disks else []
        left = _left(state, seat)
        said = rules.called("; ".join([*parts, f"left: {left}"] if left else parts))
        sentences.append(f"{game.seat_names[seat]}: {said}.")
    ending = decided(rules, state)
    if ending is not None:
        return " ".join([*sentences, ending["words"], outcome(view)])
    stage = _STAGES[state.stage]
    sentences += [f"Announced: {stage}."] if stage else []
    sentences += ["A jump must be made."] if rules.walks and state.jumping else []
    return " ".join([*sentences, call(view)])


def _board(rules: RuleSet) -> str:
    size = f"{rules.width} by {rules.height} cells"
    if rules.shape == "hexagon":
        size = f"a hexagon with {rules.side} cells along each side"
    elif rules.shape == "rhombus":
        size = f"a rhombus of {size}"
    missing = f", without {listed(rules.without)}" if rules.without else ""
    return f"The board is {size}{missing}."


def _at(rules: RuleSet, cells: list[int]) -> str:
    return f" at {' '.join(cell_name(rules, cell) for cell in cells)}" if cells else ""


@lru_cache(maxsize=64)
def _outline(rules: RuleSet) -> list[tuple[int, _Ground]]:
    """All cells of the board, row by row from the bottom; those that it lacks are marked as removed."""
    found = []
    for square in sorted(rules.whole_board, key=lambda cell: (cell[1], cell[0])):
        column, row = square
        cell: _Ground = {"x": column, "y": row, "name": square_name(square)}
        if square not in rules.board:
            cell["removed"] = True
        found.append((row * rules.width + column, cell))
    return found


def _changed(rules: RuleSet, old: dict[int, Man], new: dict[int, Man]) -> list[Place]:
    """The cells on which something came, went or changed."""
    return [place_of(rules, cell) for cell in sorted(old.keys() | new.keys()) if old.get(cell) != new.get(cell)]


def _stock(state: Plain, seat: int) -> Stock:
    """What a player can still announce, and the special disks in hand."""
    return {
        "options": [option for number, option in enumerate(OPTIONS) if state.options[seat] >> number & 1],
        "hybrid_disks": state.hybrids[seat],
        "solid_disks": state.solids[seat],
        "first_is_hybrid": bool(state.firsts[seat]),
    }


def _left(state: Plain, seat: int) -> str:
    stock = _stock(state, seat)
    parts = [option.replace("-", " ") for option in stock["options"]]
    parts += [counted(stock["hybrid_disks"], "hybrid disk")] if stock["hybrid_disks"] else []
    parts += [counted(stock["solid_disks"], "non-flipping disk")] if stock["solid_disks"] else []
    parts += ["the first man will be a hybrid disk"] if stock["first_is_hybrid"] else []
    return listed(parts)


def _option(rules: RuleSet, value: int) -> tuple[Place | None, str, str]:
    """An announcement: the cell that it is about, words and label."""
    option = option_of(value)
    words, label = {
        DOUBLE_MOVE: ("announce two moves in a row", "Double move"),
        MOVE_FOR_YOU: ("announce a move for the opponent after your own", "Move for you"),
        RECALL_LAST: ("take back the opponent's last move", "Recall last move"),
    }.get(option, ("", ""))
    if words:
        return None, words, label
    cell = option_cell(value)
    name = cell_name(rules, cell)
    return place_of(rules, cell), f"take back the opponent's move to {name}", f"Recall {name}"
