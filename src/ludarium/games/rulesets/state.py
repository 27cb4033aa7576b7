"""The state of a rule-set game: what changes in play, and the rule set as numbers, which `tables` writes."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ludarium.engine import Fields, i1, i2, u8
from ludarium.engine.kernels import constant
from ludarium.games.rulesets.ruleset import LARGEST, RuleSet

AXES = 4
CELLS = constant("CELLS")
"""How many cells a board may have."""
SET = constant("SET")
"""The shape of a set of cells: one word, or several."""
WALKING = constant("WALKING")
"""Whether there can be pieces that walk; where not, men are only put on the board."""
EXTRAS = constant("EXTRAS")
"""Whether there can be extras."""
PLAYED = constant("PLAYED")
"""Whether every position comes from play: in one that was typed, a side that is to move may have reached its goal."""


class State(Fields):
    """Cells in numbers are counted from 1, 0 is none."""

    men = u8(2, SET)  # all pieces of each seat, kings included
    kings = u8(2, SET)
    targets = u8(1, SET)  # drop, reversi: where the side to move can put a man
    hybrid = u8(1, SET)  # men that count for both; each is in its owner's `men`
    solid = u8(1, SET)  # non-flipping men
    placed = u8(2, SET)  # recall-any: where each side has put men
    before = u8(4, SET)  # recall-last: men and kings as they were before the last move
    came = i2(CELLS)  # recall-any: how the piece of a cell came
    idle = i2()  # plies since the last capture or man's step
    before_idle = i2()
    before_came = i2(2)
    last_from = i2()  # the last move, while it can be recalled; walking pieces only
    last_to = i2()
    barred_from = i2()  # the move that must not be made again
    barred_to = i2()
    last_kind = i1()
    turn = i1()  # whose men move
    stage = i1()  # what was announced and is not yet carried out
    over = i1()
    winner = i1()  # of a game that is over: a seat, or -1 for a draw
    jumping = i1()  # walking pieces: the side to move must jump
    options = i1(2)  # bit masks of the options left
    hybrids = i1(2)  # disks in hand
    solids = i1(2)
    firsts = i1(2)  # whether the next man becomes a hybrid disk
    # -- the rule set; does not change in play
    pieces = i1()
    end = i1()
    line = i1()
    misere = i1()
    extras = i1()  # whether there are any
    scoring = i1()  # the shortest row that scores, 0 without scoring
    first_rule = i1()
    quiet_limit = i2()
    longest = i1()  # cells in the board's longest row
    axes = i1()  # bit mask of the axes along which pieces step
    forward = i1()  # men step and jump forward only
    jumps = i1()
    replaces = i1()
    adjacent = i1()
    flank = i1()  # what becomes of outflanked men: 0 nothing, 1 flipped, 2 captured
    flank_axes = i1()
    links = i1()  # bit mask of the axes that join men to groups
    step = i1(AXES)
    cells = u8(1, SET)
    crown = u8(2, SET)  # where each seat's men are crowned
    goal = u8(4, SET)  # connect: x's, o's first side, x's, o's second; reach: the last two
    corners = u8(1, SET)
    onto_up = u8(AXES, SET)
    onto_down = u8(AXES, SET)


def sizes(bitset: ModuleType) -> dict[Any, Any]:
    """The sizes of the fields on one width of bit sets, for an engine that plays every rule set."""
    return {SET: bitset.SHAPE, CELLS: min(bitset.CELLS, LARGEST * LARGEST), WALKING: True, EXTRAS: True, PLAYED: False}


def narrowed(rules: RuleSet) -> dict[Any, Any]:
    """What of the engine one rule set needs, in games from their start."""
    return {WALKING: rules.pieces not in ("drop", "reversi"), EXTRAS: bool(rules.extras), PLAYED: True}
